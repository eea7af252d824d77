"""Analysis output, read back by parsers written after what each client accepts."""

import json
import re

import pytest
from clients.gtp_client import answers
from clients.sabaki_lines import variations
from fakes.gtp_fake_engine import Child, FakeEngine, FakeReport

from gopy.engine.decision import Restriction
from gopy.go.geometry import BLACK, WHITE, parse_vertex, pass_move
from gopy.go.history import Game
from gopy.protocols.gtp.analysis_request import SHORTEST_INTERVAL, parse_analysis
from gopy.protocols.gtp.analysis_text import (
    CANDIDATE_SHARE,
    PRIOR_VISITS,
    candidates,
    cgos_json,
    cgos_ownership,
    kata_info,
    lz_info,
    ogs_lines,
    shown_winrate,
    summary_lines,
)
from gopy.protocols.gtp.gogui_live import LIVE_MODES, live_text
from gopy.protocols.gtp.gogui_text import best_moves_gfx, pairs_text, policy_text, statistics_text, territory_dboard, variation_text, visits
from gopy.protocols.gtp.protocol import GtpError


def point(text):
    return parse_vertex(text, 9)


@pytest.fixture
def report():
    ownership = [0.0] * 90
    ownership[point("A9")], ownership[point("J1")] = 1.0, -0.5
    return FakeReport(
        BLACK,
        [
            Child(
                point("D4"),
                836,
                0.46564,
                0.0839,
                0.464,
                0.47,
                [point("D4"), point("F6"), pass_move(9), point("C3")],
            ),
            Child(point("F6"), 9, 0.4, 0.05, -0.3, 0.41, [point("F6")]),
            Child(pass_move(9), 1, 0.0, 0.0, float("nan"), 0.0, [pass_move(9)]),
            Child(point("A1"), 0, 0.5, 0.01, 0.0, 0.5, [point("A1")]),
        ],
        ownership,
        value=0.46564,
        lead=-2.5,
    )


def lizzie(line):
    """List of dicts as Lizzie reads an lz line: key, value, ... and pv to the end; every number an integer."""
    moves = []
    for block in line.removeprefix("info ").split(" info "):
        pairs, _, pv = block.partition(" pv ")
        words = pairs.split(" ")
        entry = dict(zip(words[::2], words[1::2]))
        moves.append(
            {"move": entry.pop("move"), "pv": pv.split(" "), **{key: int(value) for key, value in entry.items()}}
        )
    return moves


def test_lz_info_in_sabaki_and_lizzie(report):
    line = lz_info(report, 9)
    assert line.startswith(
        "info move D4 visits 836 winrate 4656 prior 839 lcb 4321 order 0 pv D4 F6 pass C3 info move F6"
    )
    assert variations(line, 10_000) == {
        "D4": {"winrate": 0.4656, "visits": 836, "pv": ["D4", "F6"]},
        "F6": {"winrate": round(shown_winrate(9, 0.4, 0.46564), 4), "visits": 9, "pv": ["F6"]},
    }
    moves = lizzie(line)
    assert [move["move"] for move in moves] == ["D4", "F6", "pass"]
    assert [move["order"] for move in moves] == [0, 1, 2]
    assert all(0 <= move["lcb"] <= move["winrate"] for move in moves) and moves[0]["pv"] == ["D4", "F6", "pass", "C3"]


def test_kata_info_in_sabaki_and_q5go(report):
    line = kata_info(report, 9)
    assert variations(line, 1)["D4"]["winrate"] == pytest.approx(0.46564)
    first = line.split(" info ")[0]
    for pattern in (
        r"^info move D4 visits 836 ",
        r" winrate 0\.\d+ ",
        r" scoreMean -?\d+\.\d+ ",
        r" scoreStdev \d+\.\d+ ",
        r" scoreLead -2\.500 ",
        r" prior 0\.08",
        r" order 0 ",
        r" pv D4 F6 pass C3$",
    ):
        assert re.search(pattern, first), pattern


def test_kata_ownership_is_by_rows_from_the_top_for_the_side_to_move(report):
    line = kata_info(report, 9, ownership=True)
    values = [float(word) for word in line.partition(" ownership ")[2].split()]
    assert len(values) == 81 and values[0] == 1.0 and values[80] == -0.5
    report.to_play = WHITE
    values = [float(word) for word in kata_info(report, 9, ownership=True).partition(" ownership ")[2].split()]
    assert values[0] == -1.0 and values[80] == 0.5


def test_few_visits_are_shown_near_the_value_of_the_position():
    assert shown_winrate(PRIOR_VISITS, 0.8, 0.4) == pytest.approx(0.6)
    assert shown_winrate(0, 0.9, 0.4) == 0.4
    for visits_, winrate, value in ((2, 1.0, 0.06), (10, 0.9, 0.5), (500, 0.55, 0.5)):
        expected = (visits_ * winrate + PRIOR_VISITS * value) / (visits_ + PRIOR_VISITS)
        assert shown_winrate(visits_, winrate, value) == pytest.approx(expected)
    assert shown_winrate(10**6, 0.7, 0.5) == pytest.approx(0.7, abs=1e-4)


def test_a_move_that_the_search_is_turning_to_does_not_stand_out():
    """The graph of Sabaki shows the largest win rate: of long searches too it is that of the position within a few points."""
    assert shown_winrate(1300, 0.56, 0.50, 40_000) == pytest.approx(0.50 + 0.06 * 1300 / 21_300)
    assert shown_winrate(1300, 0.44, 0.50, 40_000) == pytest.approx(0.50 - 0.06 * 1300 / 1500), "a worse one is shown as it is"
    assert shown_winrate(100, 0.56, 0.50, 400) == shown_winrate(100, 0.56, 0.50)
    assert candidates(report_of((36_000, 0.5), (1300, 0.56), visits_=40_000))[1].winrate == shown_winrate(1300, 0.56, 0.5, 40_000)


def report_of(*children, visits_=1000, value=0.5):
    """A report of children (visits, win rate) at A1, B1 and so on, best first."""
    return FakeReport(BLACK, [Child(move, count, winrate, 0.01, 0.0, 0.5, [move])
                              for move, (count, winrate) in enumerate(children)], [0.0] * 90, visits=visits_, value=value)


def test_candidates_have_a_hundredth_of_the_visits():
    report = report_of((940, 0.5), (40, 0.9), (10, 0.95), (9, 1.0), (1, 1.0), (0, 0.5))
    assert CANDIDATE_SHARE == 0.01
    assert [child.visits for child in candidates(report)] == [940, 40, 10]
    assert [child.visits for child in candidates(report, min_moves=5)] == [940, 40, 10, 9, 1]
    assert [child.visits for child in candidates(report, min_moves=5, max_moves=2)] == [940, 40]
    assert [child.move for child in candidates(report_of((3, 0.5), (2, 0.5)))] == [0]       # the best of a long search
    assert [child.move for child in candidates(report_of((0, 0.5), (0, 0.5), visits_=0))] == [0]
    assert candidates(report_of()) == []


def test_every_form_shows_the_same_candidates_and_win_rates(capsys):
    report = report_of((900, 0.5), (60, 0.9), (40, 0.2), (9, 1.0))
    expected = [(child.visits, child.winrate) for child in candidates(report)]
    assert max(winrate for _, winrate in expected) < 0.9
    kata, lz, cgos = kata_info(report, 9), lz_info(report, 9), json.loads(cgos_json(report, 9))["moves"]
    summary = re.findall(r"-> +(\d+) \(V: +([\d.]+)%", "\n".join(summary_lines(report, 9)))
    gogui = dict(zip(*[iter(pairs_text(report, 9, visits).split())] * 2))
    for scale, tolerance, found in (
            (1, 1e-6, re.findall(r"visits (\d+) winrate ([\d.]+)", kata)),
            (10_000, 1e-4, re.findall(r"visits (\d+) winrate (\d+)", lz)),
            (1, 1e-4, [(move["visits"], move["winrate"]) for move in cgos]), (100, 1e-4, summary)):
        shown = [(int(count), float(rate) / scale) for count, rate in found]
        assert shown == [(count, pytest.approx(rate, abs=tolerance)) for count, rate in expected]
    assert [int(count) for count in gogui.values()] == [count for count, _ in expected]
    for entry in re.findall(r"winrate ([\d.]+) .*? lcb ([\d.]+) utility (-?[\d.]+)", kata):
        winrate, lcb, utility = map(float, entry)
        assert lcb <= winrate and utility == pytest.approx(2 * winrate - 1, abs=1e-5)


def test_what_is_proven_is_shown_as_it_is():
    report = report_of((3, 1.0), (900, 0.2), (90, 0.0))
    report.children[0].proven, report.children[2].proven = "win", "loss"
    first, second, third = candidates(report)
    assert (first.winrate, third.winrate) == (1.0, 0.0) and 0.2 < second.winrate < 0.5


def test_scores_are_for_the_side_to_move(report):
    assert " scoreMean -2.500 scoreStdev 9.000 scoreLead -2.500 " in kata_info(report, 9)
    report.to_play, report.lead = WHITE, 2.5
    assert " scoreMean -2.500 scoreStdev 9.000 scoreLead -2.500 " in kata_info(report, 9)
    assert json.loads(cgos_json(report, 9))["score"] == -2.5


def test_a_lead_is_never_on_the_side_that_is_less_likely_to_win(report):
    report.lead, report.children[0].scored, report.children[0].lead = 2.5, 836, 9.0
    assert all(child.winrate < 0.5 and child.lead == 0.0 for child in candidates(report))
    report.value, report.children[0].winrate = 0.6, 0.7
    assert all(child.winrate > 0.5 and child.lead > 0.0 for child in candidates(report)[:1])
    report.to_play = WHITE
    assert candidates(report)[0].lead == 0.0


def test_kata_root_info_and_limits(report):
    line = kata_info(report, 9, max_moves=1, root_info=True)
    assert line.count("info move") == 1 and " rootInfo visits 100 winrate 0.465640 scoreMean" in line
    assert lz_info(report, 9, min_moves=4).count("info move") == 4
    report.children = []
    assert kata_info(report, 9, root_info=True) == "" and lz_info(report, 9) == ""


def test_cgos_json(report):
    data = json.loads(cgos_json(report, 9))
    assert data["winrate"] == 0.4656 and data["visits"] == 100 and data["score"] == -2.5
    assert data["moves"][0] == {
        "move": "D4",
        "winrate": 0.4656,
        "score": -2.5,
        "prior": 0.0839,
        "visits": 836,
        "pv": "F6 pass C3",
    }
    assert len(data["ownership"]) == 81 and data["ownership"][0] == "+" and data["ownership"][1] == "f"


@pytest.mark.parametrize("value, digit", [(-1, "A"), (0, "f"), (1, "+"), (-1.01, "A"), (1.5, "+"), (0.999, "+")])
def test_cgos_ownership_digits(value, digit):
    assert cgos_ownership([value]) == digit


def test_summary_lines_match_what_gtp2ogs_looks_for(report):
    move = re.compile(
        r"([A-Z]\d+|pass) -> +(\d+) \(V: +(\d+\.\d\d)%\) (\(LCB: +(\d+\.\d\d)%\) )?\(N: +(\d+\.\d\d)%\) "
        r"PV:(( ([A-Z][0-9]+|pass)+)+)"
    )
    total = re.compile(r"(\d+) visits, (\d+) nodes, (\d+) playouts, (\d+) n/s")
    *moves, last = summary_lines(report, 9)
    assert [move.search(line)[1] for line in moves] == ["D4", "F6", "pass"]
    found = move.search(moves[0])
    assert found[3] == "46.56" and found[5] == "43.21" and found[6] == "8.39" and found[7] == " D4 F6 pass C3"
    assert total.fullmatch(last).groups() == ("100", "321", "100", "400")


def test_gogui_texts(report):
    assert pairs_text(report, 9, visits) == "D4 836 F6 9"
    assert variation_text(report, 9) == "b D4 w F6 b pass w C3"
    rows = [[float(word) for word in row.split()] for row in territory_dboard(report, 9).split("\n")]
    assert [len(row) for row in rows] == [9] * 9 and rows[0][0] == 1.0 and rows[8][8] == -0.5
    lines = best_moves_gfx(report, 9).split("\n")
    assert {line.split()[0] for line in lines} <= {"COLOR", "LABEL", "TEXT"} and f"LABEL D4 47 F6 {100 * shown_winrate(9, 0.4, 0.46564):.0f}" in lines
    assert statistics_text(report, 9).split("\n")[0] == "simulations: 100"


def test_a_pass_that_is_best_is_told_in_words():
    report = report_of((900, 0.9), (90, 0.2), value=0.8)
    report.children[0].move, report.children[0].pv = pass_move(9), [pass_move(9)]
    for text in (best_moves_gfx(report, 9), live_text("variation", report, 9)):
        (told,) = [line for line in text.split("\n") if line.startswith("TEXT")]
        assert told == "TEXT 1000 visits, 80.0 % for the side to move, best is to pass: 86 %"
    # No other move is drawn as if it were the best one.
    assert best_moves_gfx(report, 9).startswith("COLOR #b0e0b0 B1\nLABEL B1 ")
    del report.children[1:]
    assert best_moves_gfx(report, 9).startswith("TEXT ")


def test_live_labels_stand_where_no_stone_of_the_line_is_drawn(report):
    lines = live_text("variation", report, 9).split("\n")
    assert lines[:2] == ["gogui-gfx:", "VAR b D4 w F6 b pass w C3"] and lines[2].startswith("TEXT ")
    report.children.append(Child(point("E5"), 30, 0.4, 0.05, 0.3, 0.41, [point("E5")]))
    drawn = set(variation_text(report, 9).split())
    (label,) = [line for line in live_text("variation", report, 9).split("\n") if line.startswith("LABEL")]
    assert label == "LABEL E5 30" and not drawn & set(label.split()[1::2])
    report.children = []
    assert "LABEL" not in live_text("variation", report, 9)


def parsed(text, to_play=BLACK):
    return parse_analysis(text.split(), to_play, 9)


def test_requests_in_every_order_that_clients_use():
    assert parsed("").colour == BLACK and parsed("", WHITE).colour == WHITE
    assert parsed("w 50").colour == WHITE and parsed("W 50").interval == 0.5
    assert parsed("50").interval == 0.5 and parsed("50 w").colour == WHITE
    assert parsed("interval 12.5").interval == 0.125
    assert parsed("b 0").interval == SHORTEST_INTERVAL
    assert parsed("b 100000").interval == 1000
    request = parsed("b 10 ownership true rootInfo true minmoves 3 maxmoves 7 pvVisits true")
    assert (request.ownership, request.root_info, request.min_moves, request.max_moves) == (True, True, 3, 7)


def test_requests_with_moves_to_avoid_and_to_allow():
    request = parsed("b 50 avoid b D4,F6 8 avoid w C3 8 avoid b pass 1")
    assert request.restrict == Restriction({point("D4"), point("F6"), pass_move(9)}, None)
    assert parsed("b allow b D4,Q6 1 allow w C3 1".replace("Q6", "E6")).restrict == Restriction(
        set(), {point("D4"), point("E6")}
    )
    assert parsed("w avoid b D4 8").restrict is None
    assert parsed("b avoid b D4 0").restrict is None


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "b 50 frob 1",
        "b 50 ownership",
        "b 50 ownership maybe",
        "b avoid b Z1 5",
        "b -5",
        "b maxmoves -1",
        "b avoid b D4",
        "b avoid x D4 1",
        "b nan",
        "b interval inf",
        "b maxmoves 1.5",
    ],
)
def test_bad_requests_are_syntax_errors(text):
    with pytest.raises(GtpError, match="^syntax error$"):
        parsed(text)


def test_ownership_and_visits_of_every_move_are_reported_where_they_are_asked_for(report):
    assert parsed("b movesOwnership true pvVisits 1 pvEdgeVisits on").moves_ownership
    for child in report.children:
        child.ownership, child.pv_visits = [0.25] * 90, [child.visits] * len(child.pv)
    report.to_play = WHITE
    line = kata_info(report, 9, moves_ownership=True, pv_visits=True, pv_edge_visits=True, ownership=True)
    first = line.split(" info ")[0]
    played, _, maps = first.partition(" pv ")[2].partition(" movesOwnership ")
    assert played == "D4 F6 pass C3 pvVisits 836 836 836 836 pvEdgeVisits 836 836 836 836"
    assert maps.split() == ["-0.250"] * 81, "of the side to move"
    assert "movesOwnership" not in kata_info(report, 9) and "pvVisits" not in kata_info(report, 9)
    assert answers("kata-analyze b 1 movesOwnershipStdev true\n") == ["? movesOwnershipStdev is not supported"]


def test_the_score_of_a_move_is_its_own_with_some_of_the_positions(report):
    report.children[0].scored, report.children[0].lead, report.children[0].score_stdev = 836, -12.5, 8.0
    first, second, *_ = kata_info(report, 9, root_info=True).split(" info ")
    shown = (836 * -12.5 + PRIOR_VISITS * -2.5) / (836 + PRIOR_VISITS)
    stdev = ((836 * 8.0 ** 2 + PRIOR_VISITS * 9.0 ** 2) / (836 + PRIOR_VISITS)) ** 0.5
    assert f" scoreMean {shown:.3f} scoreStdev {stdev:.3f} scoreLead {shown:.3f} " in first
    assert " scoreLead -2.500 " in second, "of a move without scores it is the position's"
    assert "rootInfo visits 100 " in kata_info(report, 9, root_info=True)
    assert [move["score"] for move in json.loads(cgos_json(report, 9))["moves"]] == [round(shown, 2), -2.5, -2.5]


def test_the_line_for_gtp2ogs_has_katagos_form(report):
    report.to_play, report.lead = WHITE, 2.5
    line, = ogs_lines(report, 9)
    # the expression of gtp2ogs, in PvOutputParser.ts
    found = re.fullmatch(r"(CHAT|MALKOVICH):Visits (\d*) Winrate (\d+\.\d\d)% ScoreLead (-?\d+\.\d) ScoreStdev (-?\d+\.\d) "
                         r"(\(PDA (-?\d+.\d\d)\) )?PV (.*)", line)
    assert found.group(2, 3, 4, 5, 8) == ("100", "46.56", "-2.5", "9.0", "D4 F6 pass C3")


def test_gtp2ogs_gets_no_line_without_a_move_to_show(report):
    report.children = []
    assert ogs_lines(report, 9) == []


@pytest.mark.parametrize("mode", LIVE_MODES)
def test_every_live_mode_is_lines_of_gfx(report, mode):
    first, *lines, empty = live_text(mode, report, 9).split("\n")
    assert first == "gogui-gfx:" and empty == "" and lines[-1].startswith("TEXT 100 visits")
    assert {line.split()[0] for line in lines} <= {"VAR", "LABEL", "COLOR", "INFLUENCE", "TEXT"}
    assert len(lines) >= 2


def test_territory_is_drawn_live_where_it_is_owned(report):
    assert live_text("territory", report, 9).split("\n")[1] == "INFLUENCE J1 -0.50 A9 1.00"


def test_policy_has_the_form_of_katas():
    """Legal moves that the search leaves out have 0; NAN is for points where no stone may be played."""
    game = Game(9)
    game.play(BLACK, point("B9"))
    lines = policy_text(game, {point("A9"): 0.25, point("J1"): 0.5, pass_move(9): 0.25}).split("\n")
    assert lines[0] == "policy" and lines[-1] == "policyPass 0.250000" and len(lines) == 11
    assert lines[1].split() == ["0.250000", "NAN"] + ["0.000000"] * 7 and lines[9].split() == ["0.000000"] * 8 + ["0.500000"]


def test_restrictions_reach_the_engine():
    engine = FakeEngine()
    answers("lz-genmove_analyze b 100 avoid b A1,B1 1\n", engine)
    assert engine.game.moves == [(BLACK, point("C1"))]


@pytest.mark.parametrize(
    "line",
    [
        "lz-analyze b 1 allow b E5 1",
        "kata-genmove_analyze b 1 allow b E5 1",
        "restricted_genmove b E5",
        "kata-analyze b 1 allow b A1 1 avoid b A1 1",
    ],
)
def test_restrictions_must_leave_a_legal_move(line):
    engine = FakeEngine()
    assert answers(f"play w E5\n{line}\n", engine)[1] == "? no legal move is left" and engine.calls == []


def test_genmove_analyze_for_the_side_that_moved_last():
    engine = FakeEngine()
    got = answers("play b E5\nkata-genmove_analyze b 100\ncgos-genmove_analyze b\n", engine)
    assert re.fullmatch(r"=\ninfo move A1 visits .*\nplay A1", got[1])
    data, play = got[2].removeprefix("= ").split("\n")
    assert json.loads(data)["moves"][0]["move"] == "B1" and play == "play B1"
    assert [colour for colour, _ in engine.game.moves] == [BLACK] * 3


def test_kata_search_does_not_play():
    engine = FakeEngine()
    assert answers("kata-search_analyze w 100\n", engine)[0].endswith("\nplay A1")
    assert engine.game.moves == [] and engine.calls[0][3] is False


def test_summary_goes_to_stderr_with_the_log(capsys):
    engine = FakeEngine()
    engine.options = engine.options.changed(log="-")
    answers("genmove b\n", engine)
    lines = capsys.readouterr().err.split("\n")
    assert "KataGo" in lines[0] and lines[1].strip().startswith("A1 ->") and lines[-2].startswith("MALKOVICH:Visits 100 ")
    answers("genmove w\n")
    assert capsys.readouterr().err == ""


def test_live_graphics_for_gogui(capsys):
    engine = FakeEngine(thinking_seconds=1.2)
    assert answers("gopy-param live_graphics variation\ngenmove b\n", engine) == ["=", "= A1"]
    *drawings, end = capsys.readouterr().err.split("\n\n")
    assert len(drawings) >= 1 and end == "gogui-gfx: CLEAR\n"
    assert drawings[0].split("\n")[:3] == ["gogui-gfx:", "VAR b A1", "LABEL B1 30 C1 20"]
    refused, = answers("gopy-param live_graphics maybe\n", engine)
    assert refused.startswith("? live_graphics: 'maybe' is not one of off, variation, best_moves, ")
    assert answers("gopy-param live_graphics off\ngenmove b\n", engine)[0] == "=" and capsys.readouterr().err == ""


def test_a_closed_stderr_does_not_spoil_a_move(monkeypatch):
    class Closed:
        def write(self, text):
            raise BrokenPipeError

        flush = write

    engine = FakeEngine()
    engine.options = engine.options.changed(log="-")
    monkeypatch.setattr("sys.stderr", Closed())
    assert answers("genmove b\necho_err hello\n", engine) == ["= A1", "= hello"]


def test_all_gogui_analyze_commands_exist_and_answer():
    entries = [line.split("/") for line in answers("gogui-analyze_commands\n")[0].removeprefix("= ").split("\n")]
    assert all(len(entry) == 3 for entry in entries)
    types = {"gfx", "pspairs", "dboard", "var", "varc", "hstring", "string", "plist", "param", "none"}
    assert {entry[0] for entry in entries} <= types
    setup = "play b E5\nplay w C3\n"
    for kind, _, line in entries:
        text = line.replace("%c", "b").replace("%p", "E5").replace("%s", "5")
        if "%" in text:
            continue
        answer = answers(setup + text + "\n")[-1]
        assert answer.startswith("="), (line, answer)
        if kind == "pspairs":
            assert len(answer.removeprefix("= ").split()) % 2 == 0
