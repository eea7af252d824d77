"""Recorded lines that are damaged, or no games of their match: refused with file and line, never counted."""
import json

import pytest
from refusals import no_whole_number, too_large
from study_lines import record

from gopy.__main__ import main as gopy
from gopy.go.geometry import parse_vertex, pass_move
from gopy.lab.match.any_game_settings import AnyGameSettings
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.moves import digest, moves_text, parse_moves
from gopy.lab.match.results.record import replayed
from gopy.lab.match.results.recorded import recorded
from gopy.lab.match.settings import Settings

NAMES = ("one", "two")
MATCH = Settings("gnugo", "gnugo:level=1", games=6, size=9, names=NAMES)

STUDY = """
question = "Which is better?"
rule = "By points."
[players]
one = "gnugo"
two = "gnugo:level=1"
[[match]]
name = "first"
a = "one"
b = "two"
games = 6
size = 9
"""

PLAYED = "eegc--cceg"
MOVES = parse_moves(PLAYED, 9)


def line(game_id, /, **changes):
    return record(game_id, "one", NAMES, **{"played": PLAYED, "moves": 5, "digest": digest(MOVES), **changes})


def without(key):
    return {name: value for name, value in line(1).items() if name != key}


NESTED = b'{"id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"

#: What stands in the third line, after games 0 and 1, and what the sentence says.
DAMAGE = [
    (line(1), "already in line 2"),
    (line(6), "no game 6 in a match of 6"),
    (line(3, black="one", white="two"), "two against one"),
    (line(2, black="other"), "other"),
    (line(2, id=-2), "id: -2"),
    (line(2, id=2.0), "id wants a whole number, not 2.0"),
    (line(2, id="2"), "id wants a whole number, not '2'"),
    (line(2, id=True), "id wants a whole number, not true"),
    (line(2, id=10**30), too_large("id")),
    (line(2, id=None), no_whole_number("id", None)),
    (line(2, match=5), "match wants a name that a file can have"),
    (line(2, match="../../evil"), "match wants a name that a file can have"),
    (line(2, moves="five"), no_whole_number("moves", "five")),
    (line(2, disputed=0), "disputed wants true or false, not 0"),
    (line(2, chosen=[5, 5]), "chosen wants a table, not a list"),
    (line(2, chosen={"one": 5}), "chosen"),
    (line(2, chosen={"one": 5, "two": "x"}), "chosen: " + no_whole_number("two", "x")),
    (line(2, cpu={"one": 1.0, "three": 1.0}), "cpu"),
    (line(2, simulations={"three": 1}), "simulations"),
    (line(2, words={"black": 3}), "words: black wants text, not 3"),
    (line(2, culprit="three", detail="x"), "culprit 'three'"),
    (line(2, winner="two"), "'two' and result 'B+1'"),
    (line(2, winner="three"), "'three' and result"),
    (line(2, result="X+1"), "'X+1'"),
    (line(2, detail="\ud800"), "detail wants text, not '\\ud800'"),
    (line(2, opening=["D4", 4]), "opening 2 wants text, not 4"),
    (line(2, played="eegc--ccge"), "do not agree with their digest"),
    (line(2, played="eegc--cc"), "4 moves, not 5"),
    (line(2, played="eegc--cczz"), "'zz' is no move"),
    (line(2, played="eegc--cceg" + "e", moves=6), "'e' is no move"),
    (line(2, setup="00000000"), "other conditions"),
    (line(2, surprise=1), "unknown key 'surprise'"),
    (without("digest"), "no 'digest'"),
    (without("id"), "no 'id'"),
    (without("match"), "no 'match'"),
    ([1, 2], "a list instead of a JSON object"),
    (None, "null instead of a JSON object"),
    (b"", "not JSON"),
    (b'{"id": 2', "not JSON"),
    (b"oops", "not JSON"),
    (b"\xff\xfe{}", "not UTF-8"),
    (b'{"id": NaN}', "not finite"),
    (b'{"id": 1' + b"0" * 5000 + b"}", "too many digits"),
    (b"\0" * 40, "not JSON"),
    (NESTED, "nested too deeply"),
]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "study.toml").write_text(STUDY)
    return tmp_path


def write(folder, *lines):
    lines = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in lines]
    (folder / "results.jsonl").write_bytes(b"".join(one + b"\n" for one in lines))


def sentence(capsys, *words):
    """What a command says that refuses: one line."""
    assert gopy([*map(str, words)]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("gopy: ") and told.err.count("\n") == 1 and len(told.err) < 1000
    return told.err


@pytest.mark.parametrize("damage, words", DAMAGE, ids=[words for _, words in DAMAGE])
def test_a_damaged_line_is_named(folder, damage, words, capsys):
    write(folder, line(0), line(1), damage, line(4))
    before = (folder / "results.jsonl").read_bytes()
    for action in ("report", "run", "export", "sgf"):
        told = sentence(capsys, "study", action, folder)
        assert f"{folder / 'results.jsonl'}, line 3: " in told and words in told
    assert (folder / "results.jsonl").read_bytes() == before and not (folder / "report.md").exists()


def test_sound_lines_are_counted_with_and_without_moves(folder, capsys):
    old = {key: value for key, value in line(1).items() if key != "played"}
    write(folder, line(0), old)
    assert gopy(["study", "report", str(folder)]) == 0
    assert "| first | 2 of 6 | 2 |" in (folder / "report.md").read_text()


def test_more_games_than_planned_are_in_range_if_they_were_asked_for(folder):
    write(folder, line(0), line(7, asked=8))
    assert gopy(["study", "report", str(folder)]) == 0


def test_games_of_a_match_that_is_gone_are_named_not_counted(folder):
    write(folder, line(0), line(1), line(0, match="old"), line(1, match="old"))
    assert gopy(["study", "report", str(folder)]) == 0
    text = (folder / "report.md").read_text()
    assert "Recorded games of matches that the study does not have, not counted: old (2)." in text
    assert "| first | 2 of 6 | 2 |" in text


def test_a_match_refuses_the_games_of_a_study(tmp_path):
    results = ResultsFile(tmp_path / "games.jsonl")
    results.append({key: value for key, value in line(0).items() if key != "match"})
    assert len(recorded(results, MATCH)) == 1
    results.append(line(1))
    with pytest.raises(ValueError, match=r"games\.jsonl, line 2: a game of match 'first', which is not played here"):
        recorded(results, MATCH)


def test_the_number_of_moves_of_another_game_is_checked(tmp_path):
    match = AnyGameSettings("gopy:", "gopy:policy=random", games=2, game="tictactoe", names=NAMES)
    results = ResultsFile(tmp_path / "games.jsonl")
    results.append({key: value for key, value in line(0, played="a1 b2 c3 a2 b1").items() if key != "match"})
    assert len(recorded(results, match)) == 1
    results.append({key: value for key, value in line(1, played="a1 b2").items() if key != "match"})
    with pytest.raises(ValueError, match="line 2: game 1 has not the 5 moves"):
        recorded(results, match)


@pytest.mark.parametrize("size", [2, 9, 19, 25])
def test_moves_are_read_as_they_were_written(size):
    moves = [(turn % 2, move) for turn, move in enumerate(
        [*(row * (size + 1) + column for row in range(size) for column in range(size)), pass_move(size)])]
    text = moves_text(moves, size)
    assert parse_moves(text, size) == moves and len(text) == 2 * len(moves)
    assert text[-2:] == "--" and text[:2] == "a" + "abcdefghijklmnopqrstuvwxy"[size - 1]


def test_moves_are_those_of_sgf():
    assert MOVES == [(turn % 2, parse_vertex(vertex, 9)) for turn, vertex in enumerate(("E5", "G7", "pass", "C7", "E3"))]
    game = replayed(line(0), MATCH)
    assert game.moves == MOVES and (game.size, game.komi) == (9, 7.5)
    assert replayed({"id": 0}, MATCH) is None


def test_a_line_is_cut_off_only_at_the_end(folder, capsys):
    write(folder, line(0), line(1))
    with open(folder / "results.jsonl", "ab") as file:
        file.write(b'{"id": 2, "bla')
    assert gopy(["study", "report", str(folder)]) == 0
    assert "| first | 2 of 6 |" in (folder / "report.md").read_text()


def test_results_that_are_no_file(folder, capsys):
    (folder / "results.jsonl").mkdir()
    assert "results.jsonl" in sentence(capsys, "study", "report", folder)
