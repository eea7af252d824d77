"""Commands about the board, clocks, rules and records: answers, exact error texts, and that errors change nothing."""

import json
import math

import pytest
from clients.gtp_client import answers
from fakes.gtp_fake_engine import FakeEngine
from refusals import outside

from gopy.engine.options import Options
from gopy.go.clock import Absolute, ByoYomi, Canadian, Fischer
from gopy.go.geometry import BLACK, WHITE, parse_vertex
from gopy.go.rules import Ko, Scoring, parse_rules
from gopy.go.sgf import load_file


def state(engine):
    game = engine.game
    return (
        game.size,
        game.komi,
        str(game.rules),
        tuple(game.moves),
        tuple(game.board.colours),
        game.to_play,
        engine.options,
    )


@pytest.mark.parametrize(
    "line, text",
    [
        ("play b E5", "illegal move"),
        ("play w E5", "illegal move"),
        ("play b", "syntax error"),
        ("play", "syntax error"),
        ("play x D4", "syntax error"),
        ("play b I5", "syntax error"),
        ("play b K1", "syntax error"),
        ("play b D10", "syntax error"),
        ("play b D0", "syntax error"),
        ("play b D٣", "syntax error"),
        ("play black resign", "syntax error"),
        ("boardsize 1", "unacceptable size"),
        ("boardsize 26", "unacceptable size"),
        ("boardsize -9", "unacceptable size"),
        ("boardsize 9 13", "unacceptable size"),
        ("boardsize 29", "unacceptable size"),
        ("boardsize x", "syntax error"),
        ("boardsize", "syntax error"),
        ("boardsize 9.0", "syntax error"),
        ("komi x", "syntax error"),
        ("komi nan", "syntax error"),
        ("komi", "syntax error"),
        ("komi 1e999", "syntax error"),
        ("komi 1e155", outside("komi", 1e155, -1000, 1000)),
        ("komi -1000.5", outside("komi", -1000.5, -1000, 1000)),
        ("komi " + "1" * 60_000 + "x", "syntax error"),
        ("gg-undo 2", "cannot undo"),
        ("gg-undo -1", "syntax error"),
        ("fixed_handicap 1", "invalid number of stones"),
        ("fixed_handicap x", "syntax error"),
        ("fixed_handicap 2", "board not empty"),
        ("place_free_handicap 1", "invalid number of stones"),
        ("place_free_handicap 2", "board not empty"),
        ("set_free_handicap C3", "bad vertex list"),
        ("set_free_handicap C3 C3", "bad vertex list"),
        ("set_free_handicap C3 pass", "bad vertex list"),
        ("set_free_handicap C3 Z3", "bad vertex list"),
        ("loadsgf /no/such/file.sgf", "cannot load file"),
        ("loadsgf", "syntax error"),
        ("savesgf /no/such/folder/x", "cannot save /no/such/folder/x: No such file or directory"),
        ("final_status_list x", "syntax error"),
        ("time_settings 1 2", "syntax error"),
        ("time_settings a b c", "syntax error"),
        ("time_left x 1 1", "syntax error"),
        ("genmove", "syntax error"),
        ("genmove x", "syntax error"),
        ("is_legal b", "syntax error"),
        ("countlib A1", "vertex must not be empty"),
        ("countlib pass", "syntax error"),
        ("kata-set-rules nonsense", None),
        ("kata-set-rules", "syntax error"),
        ("kata-set-rule ko SUPER", None),
        ("kata-set-param thread 3", "unknown parameter 'thread'; did you mean 'threads'?"),
        ("kata-set-param maxVisits many", None),
        ("kata-set-param maxVisits -5", None),
        ("kata-set-params [1]", "syntax error"),
        ("kata-set-params {", "syntax error"),
        ("kata-set-params " + "[" * 5000, "syntax error"),
        ("kata-time_settings sundial 3", "syntax error"),
        ("kata-time_settings fischer 3", "syntax error"),
        ("kata-time_settings absolute -3", None),
        ("time_settings 60 -5 1", "syntax error"),
        ("time_settings 60 5 -1", "syntax error"),
        ("time_settings 1e300 0 0", "main: 1e+300 is not between 0 and 10000000000"),
        ("time_settings 0 1e-300 1", "period: 1e-300 is not between 0.001 and 10000000000"),
        ("kata-time_settings byoyomi 0 1e-300 99999999", "period: 1e-300 is not between 0.001 and 10000000000"),
        ("kgs-time_settings byoyomi 0 5 " + "9" * 18, "periods: 999999999999999999 is not between 1 and 1000000000"),
        ("kgs-time_settings canadian 5 -5 5", "period: -5 is not between 0.001 and 10000000000"),
        ("kata-time_settings fischer 5 1e11", "increment: 100000000000 is not between 0 and 10000000000"),
        ("time_left b 1e300 0", "nobody has 1e+300 seconds left for 0 stones"),
        ("time_left b 5 " + "9" * 18, "nobody has 5 seconds left for 999999999999999999 stones"),
        ("gogui-play_sequence b A1 w A1", "illegal move"),
        ("gogui-play_sequence b A1 w", "syntax error"),
        ("gogui-setup b A1 w A1", "syntax error"),
        ("gogui-setup b pass", "syntax error"),
        ("gogui-setup w A1 b A2 b B1", None),
        ("set_position b A1 b", "syntax error"),
        ("kgs-rules go", None),
        ("set_random_seed x", None),
        ("frobnicate", "unknown command"),
    ],
)
def test_errors_have_their_text_and_change_nothing(line, text):
    engine = FakeEngine()
    answers("play b E5\n", engine)
    before = state(engine)
    (answer,) = answers(f"7 {line}\n", engine)
    assert answer == f"?7 {text}" if text else answer.startswith("?7 ") and "internal" not in answer
    assert "\n" not in answer and state(engine) == before and engine.calls == []


def test_undo():
    assert answers("undo\nplay b E5\nundo\nundo\n") == ["? cannot undo", "=", "=", "? cannot undo"]
    assert answers("play b E5\nplay b D5\nplay w C5\ngg-undo 2\nmove_history\nfixed_handicap 2\n")[-2:] == [
        "= black E5",
        "? board not empty",
    ]
    assert answers("fixed_handicap 2\nundo\n") == ["= C3 G7", "? cannot undo"]


def test_komi_and_time_survive_boardsize_and_clear_board():
    engine = FakeEngine()
    assert set(answers("komi 0.5\ntime_settings 30 5 3\nboardsize 13\nclear_board\n", engine)) == {"="}
    assert engine.game.komi == 0.5 and engine.game.size == 13 and engine.clock.system == Canadian(30, 5, 3)
    assert answers("get_komi\nkomi -3\nget_komi\n", engine) == ["= 0.5", "=", "= -3"]


def test_a_komi_of_minus_nothing_is_nothing_everywhere():
    get_komi, record, board = answers("komi -0\nget_komi\nprintsgf\nshowboard\n")[1:]
    assert get_komi == "= 0" and "KM[0]" in record and board.endswith("Komi 0")


def test_boardsize_as_width_and_height_and_extra_words():
    engine = FakeEngine()
    assert answers("boardsize 13 13\nplay B c3 and more\nplay wHiTe PASS\n", engine) == ["=", "=", "="]
    assert engine.game.size == 13 and len(engine.game.moves) == 2


def test_one_colour_may_move_twice_and_either_side_may_be_asked():
    assert answers("play b E5\nplay b D5\ngenmove b\ngenmove b\nlist_stones b\nlist_stones w\n")[-2:] == [
        "= A1 B1 D5 E5",
        "=",
    ]


def gtp_table(size, stones):
    """GTP's fixed handicap written out from its text: lines, then corners, sides and centre."""
    if size < 7 or stones > (9 if size % 2 and size > 7 else 4) or stones < 2:
        return None
    line = 3 if size <= 12 else 4
    low, mid, high = line, (size + 1) // 2, size + 1 - line
    names = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
    at = {
        "sw": (low, low),
        "ne": (high, high),
        "nw": (low, high),
        "se": (high, low),
        "w": (low, mid),
        "e": (high, mid),
        "s": (mid, low),
        "n": (mid, high),
        "c": (mid, mid),
    }
    chosen = {
        2: "sw ne",
        3: "sw ne nw",
        4: "sw ne nw se",
        5: "sw ne nw se c",
        6: "sw ne nw se w e",
        7: "sw ne nw se w e c",
        8: "sw ne nw se w e s n",
        9: "sw ne nw se w e s n c",
    }[stones]
    return {f"{names[x - 1]}{y}" for x, y in (at[key] for key in chosen.split())}


@pytest.mark.parametrize("size", range(5, 26))
def test_fixed_handicap_table(size):
    for stones in range(1, 11):
        answer = answers(f"boardsize {size}\nfixed_handicap {stones}\n")[1]
        expected = gtp_table(size, stones)
        if expected is None:
            assert answer == "? invalid number of stones"
        else:
            assert answer[:2] == "= " and set(answer[2:].split()) == expected and len(answer.split()) == stones + 1


def test_place_free_handicap_gives_exactly_what_was_asked():
    for stones in (2, 5, 9, 13, 20):
        points = answers(f"boardsize 19\nplace_free_handicap {stones}\n")[1].removeprefix("= ").split()
        assert len(set(points)) == stones and "pass" not in points


def test_handicap_stones_may_come_as_plays():
    engine = FakeEngine()
    answers("play b C3\nplay b G7\nplay b C7\ngenmove w\n", engine)
    assert engine.game.handicap == 3 and engine.game.moves[-1][0] == WHITE


def test_handicap_makes_white_move_next():
    engine = FakeEngine()
    answers("set_free_handicap C3 G7\n", engine)
    assert engine.game.to_play == WHITE and engine.game.handicap == 2 and engine.game.moves == []


@pytest.mark.parametrize(
    "line, system",
    [
        ("time_settings 300 0 0", Absolute(300)),
        ("time_settings 300 30 5", Canadian(300, 30, 5)),
        ("time_settings 0 30 1", Canadian(0, 30, 1)),
        ("time_settings 0 1 0", None),
        ("time_settings 1 1 0", None),
        ("time_settings 0 0 0", None),
        ("time_settings 12.5 0 0", Absolute(12.5)),
        ("kgs-time_settings none", None),
        ("kgs-time_settings absolute 60", Absolute(60)),
        ("kgs-time_settings byoyomi 60 10 3", ByoYomi(60, 10, 3)),
        ("kgs-time_settings canadian 60 30 10", Canadian(60, 30, 10)),
        ("kata-time_settings byoyomi 60.5 10.25 3", ByoYomi(60.5, 10.25, 3)),
        ("kata-time_settings fischer 300 5", Fischer(300, 5)),
        ("kata-time_settings fischer-capped 300.0 5.5 600 -1", Fischer(300, 5.5, 600, math.inf)),
        ("kata-time_settings fischer-capped 10 2 -1 8", Fischer(10, 2, math.inf, 8)),
        ("kata-time_settings canadian 5 10 1", Canadian(5, 10, 1)),
    ],
)
def test_time_settings(line, system):
    engine = FakeEngine()
    answers("time_settings 77 0 0\n", engine)
    assert answers(line + "\n", engine) == ["="] and engine.clock.system == system


def test_fischer_capped_is_announced():
    assert "fischer-capped" in answers("kata-list_time_settings\n")[0].split()


def test_time_left_before_the_first_move_negative_and_fractional():
    engine = FakeEngine()
    assert answers("time_settings 300 0 0\ntime_left b -3 0\ntime_left white 12.75 0\n", engine) == ["="] * 3
    assert engine.clock.remaining[BLACK].seconds == 0 and engine.clock.remaining[WHITE].seconds == 12.75
    assert answers("kgs-time_settings byoyomi 60 10 5\ntime_left b 9.5 3\n", engine) == ["="] * 2
    assert engine.clock.remaining[BLACK].count == 3


def test_rules():
    engine = FakeEngine()
    assert set(
        answers("kata-set-rules japanese\nkgs-rules aga\nkgs-rules new_zealand\nkgs-rules chinese\n", engine)
    ) == {"="}
    assert engine.game.rules == parse_rules("chinese-kgs")
    assert answers(
        'kata-set-rules {"ko":"SITUATIONAL","scoring":"AREA","suicide":true}\nkata-set-rule suicide false\n', engine
    ) == ["=", "="]
    rules = json.loads(answers("kata-get-rules\n", engine)[0].removeprefix("= "))
    assert rules["ko"] == "SITUATIONAL" and rules["suicide"] is False
    assert engine.game.rules.ko is Ko.SITUATIONAL and engine.game.rules.scoring is Scoring.AREA


def test_parameters_and_their_katago_names():
    engine = FakeEngine()
    assert answers("kata-set-param maxVisits 500\nkata-get-param maxPlayouts\nkata-get-param sims\n", engine) == [
        "=",
        "= 500",
        "= 500",
    ]
    assert (
        answers("kata-set-param maxTime 2.5\nkata-set-param numSearchThreads 2\nkata-set-param ponder true\n", engine)
        == ["="] * 3
    )
    assert (engine.options.sims, engine.options.seconds, engine.options.threads, engine.options.ponder) == (
        500,
        2.5,
        2,
        True,
    )
    assert answers("kata-set-param level 3\nkata-get-param maxVisits\n", engine) == ["=", "= none"]
    assert answers('kata-set-params {"maxVisits":7,"resign":false}\n', engine) == ["="]
    assert engine.options.sims == 7 and engine.options.level is None and engine.options.resign is False
    before = engine.options
    assert (
        answers('kata-set-params {"maxVisits":9,"threads":0}\n', engine)[0].startswith("?") and engine.options == before
    )
    names = answers("kata-list-params\n", engine)[0].removeprefix("= ").split()
    values = json.loads(answers("kata-get-params\n", engine)[0].removeprefix("= "))
    assert list(values) == names and values["maxVisits"] == 7


def test_gogui_parameters():
    engine = FakeEngine()
    lines = answers("gopy-param\n", engine)[0].removeprefix("= ").split("\n")
    assert "[bool] ponder 0" in lines and "[string] sims none" in lines
    assert answers("gopy-param ponder 1\ngopy-param sims 30\ngopy-param sims\n", engine) == ["="] * 3
    assert engine.options == Options(size=9, ponder=True)
    assert "[list/off/variation/best_moves/visits/win_rates/priors/rave_values/territory] live_graphics off" in lines
    assert any(line.startswith("[list/default/") and line.endswith("] preset default") for line in lines)


def test_gogui_rules():
    engine = FakeEngine()
    lines = answers("gopy-param_rules\n", engine)[0].removeprefix("= ").split("\n")
    assert lines[0].startswith("[list/tromp-taylor/") and lines[0].endswith("] rules chinese")
    assert lines[1:] == ["[string] komi 7.5", "[list/SIMPLE/POSITIONAL/SITUATIONAL] ko SIMPLE",
                         "[list/AREA/TERRITORY] scoring AREA", "[list/0/N-1/N] handicap_bonus N", "[bool] suicide 0",
                         "[bool] friendly_pass 1"]
    assert answers("gopy-param_rules rules cgos\ngopy-param_rules komi 6.5\ngopy-param_rules suicide 1\n"
                   "gopy-param_rules ko SITUATIONAL\n", engine) == ["="] * 4
    assert (engine.game.rules.ko.name, engine.game.rules.suicide, engine.game.komi) == ("SITUATIONAL", True, 6.5)
    assert answers("gopy-param_rules\n", engine)[0].split("\n")[0].endswith("/other] rules other")
    for text in ("rules go", "ko maybe", "komi x", "suicide 2", "colour red", "ko"):
        before = engine.game.rules
        assert answers(f"gopy-param_rules {text}\n", engine)[0].startswith("? ") and engine.game.rules is before


def test_gogui_search_parameters():
    engine = FakeEngine()
    lines = answers("gopy-param_search\n", engine)[0].removeprefix("= ").split("\n")
    assert "[string] equivalence 300" in lines and "[bool] even_for_all 1" in lines
    assert any(line.startswith("[list/") and line.endswith("] schedule minimum_mse") for line in lines)
    assert answers("gopy-param_search even_prior 20\ngopy-param_search even_for_all 0\n", engine) == ["="] * 2
    assert engine.options.set == "even_prior=20,even_for_all=0"
    assert "[string] even_prior 20" in answers("gopy-param_search\n", engine)[0].split("\n")
    for text in ("even_prior -1", "frob 1", "even_for_all 2", "even_prior"):
        assert answers(f"gopy-param_search {text}\n", engine)[0].startswith("? ")
    assert engine.options.set == "even_prior=20,even_for_all=0"


def test_what_the_engine_knows_is_shown_to_gogui(tmp_path):
    engine = FakeEngine()
    rows = answers("gopy-criticality\n", engine)[0].removeprefix("= ").split("\n")
    assert len(rows) == 9 and set(" ".join(rows).split()) == {"0.50"}
    assert answers("gopy-policy\n", engine)[0].startswith("= policy\n")
    engine.game.play(0, parse_vertex("E5", 9))
    engine.game.play(1, parse_vertex("E6", 9))
    near = answers("gopy-patterns b\n", engine)[0].removeprefix("= ").split()
    assert {"D6", "F6"} <= set(near) and "A1" not in near, "a hane"
    file = tmp_path / "a tree.sgf"
    assert answers(f"gopy-save_tree {file}\n", engine) == ["="]
    assert load_file(file).moves == [*engine.game.moves, (0, 0)], "the best move goes first"
    assert file.read_text().count("visits") == 3 and "LB[" in file.read_text()
    assert answers(f"gopy-save_tree {file} 40\n", engine) == ["="] and file.read_text().count("visits") == 1
    assert answers(f"gopy-save_tree {tmp_path / 'no' / 'x.sgf'}\n", engine) == [
        f"? cannot save {tmp_path / 'no' / 'x.sgf'}: No such file or directory"]


def test_play_sequence_is_all_or_nothing():
    engine = FakeEngine()
    assert answers("gogui-play_sequence b E5 w D5 b pass\ngogui-play_sequence\n", engine) == ["=", "="]
    assert len(engine.game.moves) == 3
    assert answers("gogui-play_sequence w C3 b C3\n", engine) == ["? illegal move"] and len(engine.game.moves) == 3


def test_setup_and_its_player():
    engine = FakeEngine()
    assert answers("gogui-setup b E5 w D5\ngogui-setup_player w\ngogui-setup b A1\n", engine) == ["="] * 3
    assert engine.game.to_play == WHITE and engine.game.moves == [] and len(engine.game.board.stones(BLACK)) == 2
    assert answers("set_position w C3\n", engine) == ["="]
    assert engine.game.to_play == BLACK and engine.game.board.stones(BLACK) == []
    assert engine.game.board.stones(WHITE) == [parse_vertex("C3", 9)]


def test_legality_and_liberties():
    # White E5 is captured by E4 after D5, F5, E6: a ko shape is not made, the point is simply taken.
    script = (
        "play b D5\nplay b F5\nplay b E6\nplay w E5\nis_legal b E4\nis_legal b E5\nis_legal w E4\ncountlib E5\n"
        "play b E4\nlist_stones w\ncaptures b\nis_legal w E5\n"
    )
    assert answers(script)[4:] == ["= 1", "= 0", "= 1", "= 1", "=", "=", "= 1", "= 0"]
    legal = answers("play b E5\nall_legal w\n")[1].split()[1:]
    assert len(legal) == 80 and "E5" not in legal and "pass" not in [word.lower() for word in legal]


def test_last_move_and_history():
    assert answers("last_move\n") == ["? no previous move known"]
    assert answers("play b D4\nplay w pass\nlast_move\nmove_history\n")[2:] == [
        "= white pass",
        "= white pass\nblack D4",
    ]


def test_records_are_saved_and_loaded(tmp_path):
    file = tmp_path / "My Game (1).sgf"
    engine = FakeEngine()
    assert answers(f'komi 5.5\nplay b D4\nplay w E5\nplay b pass\nsavesgf "{file}"\nclear_board\n', engine) == ["="] * 6
    assert answers(f"loadsgf {file}\nmove_history\n", engine)[1] == "= black pass\nwhite E5\nblack D4"
    assert answers(f'loadsgf "{file}" 2\nmove_history\n', engine)[1] == "= black D4"
    assert answers(f"loadsgf {file} 1\nmove_history\nget_komi\n", engine)[1:] == ["=", "= 5.5"]
    assert answers(f"loadsgf {file}\nprintsgf\n", engine)[1] == "= " + file.read_text().rstrip("\n")


def test_score_and_status_lists_part_the_stones():
    assert answers("final_score\nfinal_status_list dead\n") == ["? cannot score", "? cannot score"]
    engine = FakeEngine()
    walls = " ".join(f"b D{row} w F{row}" for row in range(1, 10))
    answers(f"komi 0\ngogui-setup {walls}\n", engine)
    assert answers("final_score\nkomi 0.5\nfinal_score\n", engine) == ["= 0", "=", "= W+0.5"]
    lists = {
        kind: answers(f"final_status_list {kind}\n", engine)[0].removeprefix("=").strip()
        for kind in ("alive", "dead", "seki", "black_territory", "white_territory")
    }
    assert lists["dead"] == lists["seki"] == ""
    chains = [set(chain.split()) for chain in lists["alive"].split("\n")]
    assert sorted(map(len, chains)) == [9, 9] and not chains[0] & chains[1]
    assert len(lists["black_territory"].split()) == 27 and len(lists["white_territory"].split()) == 27
    assert not set(lists["black_territory"].split()) & set(lists["white_territory"].split())


def test_estimate_score():
    assert answers("estimate_score\nplay b E5\nestimate_score\n") == ["= B+2.5", "=", "= B+2.5"]


def test_cleanup_and_reg_genmove_reach_the_engine():
    engine = FakeEngine()
    assert answers("kgs-genmove_cleanup b\nreg_genmove w\nlast_move\n", engine) == ["= A1", "= B1", "= black A1"]
    assert [call[2:4] for call in engine.calls] == [(True, True), (False, False)]


def test_names_given_on_the_command_line():
    engine = FakeEngine(options=Options(size=9, gtp_name="Leela Zero", gtp_version="0.17"))
    assert answers("name\nversion\n", engine) == ["= Leela Zero", "= 0.17"]


def test_testers_commands():
    answer = answers(
        "echo  a   b \ngomill-cpu_time\ncputime\ngomill-explain_last_move\n"
        "genmove b\ngomill-explain_last_move\ngomill-describe_engine\n"
    )
    assert answer[0] == "= a   b" and float(answer[1][2:]) > 0 and float(answer[2][2:]) > 0 and answer[3] == "="
    assert "A1 ->" in answer[5] and answer[6].startswith("= gopy 0.") and "sims = None" in answer[6]
    assert answers("set_random_seed 5\nget_random_seed\n") == ["=", "= 5"]


def test_servers_may_say_who_plays_and_how_it_ended():
    engine = FakeEngine()
    assert (
        answers(
            "play b E5\ncgos-opponent_name GNU Go\ncgos-opponent_rating 1800?\ncgos-gameover B+Time\nkgs-game_over\n",
            engine,
        )
        == ["="] * 5
    )
    assert len(engine.game.moves) == 1


def test_showboard_starts_on_its_own_line():
    lines = answers("play b C2\nshowboard\n")[1].split("\n")
    assert lines[0] == "= " and lines[1].split() == list("ABCDEFGHJ")
    row = lines[9].split()
    assert row[0] == row[-1] == "2" and "(X)" in lines[9]


def test_unconditional_status():
    # Black's corner chain has the eyes A1 and C1; the White stone at B9 is in nobody's sure territory.
    script = "gogui-setup b A2 b B2 b C2 b D2 b D1 b B1 w B9\n" + "".join(
        f"unconditional_status {vertex}\n" for vertex in ("A2", "A1", "B9", "E5", "pass")
    )
    assert answers(script)[1:] == ["= alive", "= black_territory", "= undecided", "= undecided", "? syntax error"]


def test_restricted_genmove():
    engine = FakeEngine()
    assert answers("restricted_genmove b E5 D4\nrestricted_genmove b\nmove_history\n", engine) == [
        "= D4",
        "? syntax error",
        "=",
    ]


def test_a_failed_savesgf_leaves_the_old_record(tmp_path, monkeypatch):
    file = tmp_path / "game.sgf"
    file.write_text("old")

    def full(*_):
        raise OSError("disk full")
    monkeypatch.setattr("os.replace", full)
    assert answers(f"savesgf {file}\nsavesgf {tmp_path}\n") == [
        f"? cannot save {file}: disk full", f"? cannot save {tmp_path}: it is not a regular file"]
    assert file.read_text() == "old" and list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("command", ["kata-set-rules", "kata-set-params"])
def test_deep_json_is_refused_like_any_other(command):
    engine = FakeEngine()
    before = state(engine)
    for text in ('{"a":' * 10_000, '{"ko":' + "[" * 20_000 + "]" * 20_000 + "}", '{"lag":NaN}', '{"lag":1e999}'):
        answer, = answers(f"{command} {text}\n", engine)
        assert answer.startswith("?") and "internal" not in answer and len(answer) < 200
    assert state(engine) == before


def test_a_komi_beyond_the_bound_never_enters(tmp_path):
    file = tmp_path / "game.sgf"
    engine = FakeEngine()
    for komi, kept in (("1e155", 7.5), ("-1001", 7.5), ("nan", 7.5), ("-999.5", -999.5)):
        file.write_text(f"(;GM[1]FF[4]AP[gopy:1.0]SZ[9]KM[{komi}])")     # of other programs' records, no komi over the points is taken
        assert answers(f"komi 7.5\nloadsgf {file}\nget_komi\n", engine)[2] == f"= {kept:g}"
