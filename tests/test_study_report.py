"""Tallies and reports from recorded lines alone."""
from pathlib import Path

import pytest

from gopy.study.report import main, report_text
from gopy.study.results import ResultsFile
from gopy.study.run import main as run
from gopy.study.study import load_study, read_document
from gopy.study.tally import tally

NAMES = ("one", "two")

STUDY = """
question = "Which is better?"
rule = "By points."
[players]
one = "gnugo:level=1"
two = "gnugo:level=2"
[[match]]
name = "first"
a = "one"
b = "two"
games = 4
size = 9
bar = 0.5
"""


def record(game_id, winner, end="score", **changes):
    black, white = NAMES if game_id % 2 == 0 else NAMES[::-1]
    return {"id": game_id, "match": "first", "black": black, "white": white, "winner": winner, "end": end,
            "result": "B+1", "moves": 50, "disputed": False, "chosen": dict.fromkeys(NAMES, 24),
            "seconds": dict.fromkeys(NAMES, 2.4), "cpu": {"one": 1.2, "two": None}, "digest": str(game_id), **changes}


def test_points_and_colours():
    total = tally([record(0, "one"), record(1, "one"), record(2, "two"), record(3, "jigo")], NAMES, 4)
    assert (total.games, total.wins, total.jigo, total.points, total.share) == (4, 2, 1, 2.5, 0.625)
    assert dict(total.games_as) == {"black": 2, "white": 2}
    assert (total.wins_as["black"], total.wins_as["white"]) == (1, 1)


def test_only_complete_pairs_count():
    total = tally([record(0, "one"), record(1, "two"), record(3, "one")], NAMES, 4)
    assert (total.games, total.wins) == (2, 1)
    assert tally([record(0, "one")], NAMES, 1).games == 1           # a pair of one game is complete


def test_void_games_are_listed_and_not_counted():
    total = tally([record(0, None, "move limit"), record(1, "two")], NAMES, 2)
    assert (total.games, total.wins, total.void) == (1, 0, [0])


def test_failures_belong_to_the_culprit():
    total = tally([record(0, "two", "time", culprit="one"), record(1, None, "crash", culprit="two")], NAMES, 2)
    assert dict(total.failures) == {("one", "time"): 1, ("two", "crash"): 1}
    assert (total.games, total.points, total.void) == (1, 0, [1])


def test_repeated_games_are_counted():
    total = tally([record(0, "one"), record(1, "one", digest="0"), record(2, "one", digest="0")], NAMES, 4)
    assert total.duplicates == 2


def test_unknown_cpu_time_is_left_out():
    total = tally([record(0, "one"), record(1, "one")], NAMES, 2)
    assert total.cpu["one"] == pytest.approx(2.4) and total.cpu_moves["one"] == 46
    assert total.cpu_moves["two"] == 0


def test_least_time_left_over_all_games():
    records = [record(0, "one", least_left={"one": 3.5}), record(1, "two", "time", least_left={"one": -0.25})]
    total = tally(records, NAMES, 2)
    assert total.least_left == {"one": -0.25}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "study.toml").write_text(STUDY)
    return tmp_path


def test_report_says_whether_a_bar_is_met(folder):
    study = load_study(folder)
    study.results.append(record(0, "one"))
    assert "50 %: not finished" in report_text(study)
    for game_id in (1, 2, 3):
        study.results.append(record(game_id, "one", disputed=game_id == 3, words={"black": "B+1", "referee": "W+9"}))
    text = report_text(study)
    # 4 of 4 has a lower end of 51 %.
    assert "| first | 4 of 4 | 4 | 100.0 % | 51.0-100.0 | +inf (+7 to +inf) | 2/2 | 2/2 | 50 %: met |" in text
    assert "* first 3: B+1, score; disputed; black B+1, referee W+9" in text
    assert "| first | 50.0 | one | 0.052 | 0.100 |  | none | 0 | 1 | 0 |" in text


def test_a_match_without_games_is_named_and_has_no_row(folder):
    text = report_text(load_study(folder))
    assert "Not played yet: first." in text and "| first |" not in text


def test_report_is_remade_from_the_folder_alone(folder, capsys):
    ResultsFile(folder / "results.jsonl").append(record(0, "two"))
    assert main([str(folder)]) == 0
    assert "Which is better?" in (folder / "report.md").read_text()
    assert main([]) == 2


@pytest.mark.parametrize("old, new, message", [
    ('games = 4', 'gmaes = 4', "gmaes"), ('a = "one"', 'a = "three"', "three"), ('question', 'query', "question"),
    ('size = 9\n', '', "size"), ("games = 4", 'games = 4\ntime = "soon"', "time control"),
])
def test_mistakes_in_a_study_are_named(folder, old, new, message, capsys):
    (folder / "study.toml").write_text(STUDY.replace(old, new))
    with pytest.raises(ValueError, match=message):
        load_study(folder)
    assert run([str(folder)]) == 1
    assert message in capsys.readouterr().err


def test_every_study_of_the_project_is_sound():
    studies = sorted((Path(__file__).parents[1] / "scripts" / "studies").glob("*/study.toml"))
    assert studies
    for path in studies:
        if "script" in read_document(path.parent):       # measures something that is no match
            assert (path.parent / "measure.py").exists()
        else:
            assert load_study(path.parent).matches
