"""Tallies and reports from recorded lines alone."""
import ast
import importlib
import re

import pytest
import study_lines
from places import ROOT

from gopy.__main__ import main as gopy
from gopy.lab.match.any_game_settings import AnyGameSettings
from gopy.lab.match.programs.inprocess import PREFIX
from gopy.lab.match.programs.players import check_player
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.tally import tally
from gopy.lab.study.document import read_document
from gopy.lab.study.report import report_text
from gopy.lab.study.study import load_study

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


def record(game_id, winner, end="score", names=NAMES, **changes):
    return study_lines.record(game_id, winner, names, end, **changes)


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
    assert "| first | 4 of 4 | 4 | 100.0 % | 51.0-100.0 |  | +inf (+7 to +inf) |  | 2/2 | 2/2 | 50 %: met |" in text
    assert "* first 3: W+1, score; disputed; black B+1, referee W+9" in text
    assert "| first | 50.0 | one | 0.052 | 0.100 | 1000 |  | none | 0 | 1 | 0 |" in text
    assert "## Ratings" not in text             # nobody beat both


def test_intervals_by_pairs_stand_beside_the_others(folder):
    (folder / "study.toml").write_text(STUDY.replace("games = 4", "games = 80"))
    study = load_study(folder)
    # Every other pair is won, the others are shared.
    for game_id in range(76):
        study.results.append(record(game_id, "one" if game_id % 4 < 3 else "two"))
    text = report_text(study)
    # Mean 0.75, standard deviation 0.25 of 38 pairs (38 / 37), times 1.96: 0.0806 to either side.
    assert "| first | 76 of 80 | 57 | 75.0 % | 64.2-83.4 | 66.9-83.1 | +191 (+102 to +280) | +123 to +276 |" in text
    (folder / "results.jsonl").unlink()
    for game_id in range(38):
        study.results.append(record(game_id, "one" if game_id % 4 < 3 else "two"))
    assert "| first | 38 of 80 | 29 | 76.3 % | 60.8-87.0 |  | +203 (+76 to +330) |  |" in report_text(study)


def test_a_match_that_its_test_ended_is_finished(folder):
    (folder / "study.toml").write_text(STUDY.replace("games = 4", 'games = 400\nsprt = "0,200"'))
    study = load_study(folder)
    study.results.append(record(0, "one"))
    study.results.append(record(1, "one"))
    undecided = report_text(study)
    assert "50 %: not finished |" in undecided and "| first | +0 Elo | +200 Elo | 1 | " in undecided
    assert "| none yet | 0 |" in undecided and "accepted" not in undecided
    for game_id in range(2, 40):
        study.results.append(record(game_id, "one"))
    text = report_text(study)
    pairs = next(number for number in range(1, 20) if f"| first | {2 * number} of 400 |" in text)
    # The pairs after the deciding one are recorded and count nowhere.
    assert "50 %: met |" in text and f"| +200 Elo | {pairs} | " in text and f"| H1 accepted | {40 - 2 * pairs} |" in text
    assert "| first | 50.0 | one |" in text and 0 < pairs < 20


def test_notes_stand_behind_the_rule(folder):
    (folder / "notes.md").write_text("Both are *weak*.\n")
    assert "Decided by: By points.\n\nBoth are *weak*.\n\nPoints" in report_text(load_study(folder))


def test_a_match_without_games_is_named_and_has_no_row(folder):
    text = report_text(load_study(folder))
    assert "Not played yet: first." in text and "| first |" not in text


def test_games_at_another_size_than_planned_are_named(folder):
    study = load_study(folder)
    for game_id in (0, 1):
        study.results.append(record(game_id, "one", asked=2))
    text = report_text(study)
    assert "Games asked for, where not as planned: first 2 instead of 4." in text and "| first | 2 of 4 |" in text
    study.results.append(record(2, "one"))
    assert "instead of" not in report_text(study)


LADDER = """
[[match]]
name = "second"
a = "two"
b = "three"
games = 20
size = 9
[anchor]
two = 1800
[[published]]
match = "second"
label = "They"
source = "a paper"
y = 60
"""


@pytest.fixture
def ladder_folder(tmp_path):
    (tmp_path / "study.toml").write_text(STUDY.replace('[[match]]', 'three = "gnugo:level=3"\n[[match]]', 1) + LADDER)
    results = ResultsFile(tmp_path / "results.jsonl")
    for game_id in range(4):
        results.append(record(game_id, "one" if game_id else "two"))
    for game_id in range(20):
        spent = dict.fromkeys(("two", "three"), 24)
        results.append(record(game_id, "two" if game_id < 15 else "three", names=("two", "three"), match="second",
                              chosen=spent, seconds=spent, cpu=spent, simulations={"two": 12}))
    return tmp_path


def test_ratings_and_published_numbers(ladder_folder):
    text = report_text(load_study(ladder_folder))
    # 3 of 4 and 15 of 20 are both 191 Elo; half-widths 1.96 * 173.7 / sqrt(n p (1 - p))
    assert "| one | 1991 | 1598 to 2384 | 3 of 4 |\n| two | 1800 | fixed | 16 of 24 |\n" in text
    assert "| three | 1609 | 1433 to 1785 | 5 of 20 |" in text
    assert "| second | 20 | 75.0 % | 53.1-88.8 | 60 % | They | a paper |" in text
    assert "| two | 1.043 | 1.000 | 0 |" in text


def test_the_report_of_the_folder_alone(folder, capsys):
    ResultsFile(folder / "results.jsonl").append(record(0, "two"))
    assert gopy(["study", "report", str(folder)]) == 0
    assert "Which is better?" in (folder / "report.md").read_text()
    assert capsys.readouterr().out.strip() == str(folder / "report.md")


@pytest.mark.parametrize("old, new, message", [
    ('games = 4', 'gmaes = 4', "gmaes"), ('a = "one"', 'a = "three"', "three"), ('question', 'query', "query"),
    ('rule =', '#', "rule"), ('size = 9\n', '', "size"),
    ("games = 4", 'games = 4\ntime = "soon"', "time system"), ("[[match]]", "[[match]", "line"),
    ("games = 4", 'games = "four"', "first"),
])
def test_mistakes_in_a_study_are_named(folder, old, new, message, capsys):
    (folder / "study.toml").write_text(STUDY.replace(old, new))
    with pytest.raises(ValueError, match=message):
        load_study(folder)
    assert gopy(["study", "run", str(folder)]) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1 and not (folder / "results.jsonl").exists()


def studies():
    found = sorted((ROOT / "scripts" / "studies").glob("*/*/study.toml"))
    assert found
    return [path.parent for path in found]


@pytest.mark.parametrize("folder", studies(), ids=lambda folder: folder.name)
def test_every_study_of_the_project_is_sound(folder):
    if "script" in read_document(folder):       # measures something that is no match
        assert (folder / "measure.py").exists()
        return
    study = load_study(folder)
    assert study.matches
    for match in study.matches if not study.closed else ():
        if isinstance(match.settings, AnyGameSettings):
            match.settings.check()
            continue
        for player in match.settings.players():
            if player.startswith(PREFIX):
                check_player(player, match.settings.sims, match.settings.size)
    text = report_text(study)
    assert all(match.name in text for match in study.matches)
    report = folder / "report.md"
    if report.exists():                         # it is what its lines make, but for the plots
        paragraphs = report.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
        plain = [one for one in paragraphs if not re.fullmatch(r"!\[.*\]\(.*\.svg\)", one)]
        assert "\n\n".join(plain) + "\n" == text, f"gopy study report {folder}"


def test_the_list_of_studies_names_each_of_them():
    root = studies()[0].parent.parent
    text = (root / "README.md").read_text(encoding="utf-8")
    missing = [name for name in (f"{folder.parent.name}/{folder.name}" for folder in studies()) if f"({name})" not in text]
    assert not missing


def test_the_projects_studies_have_different_names():
    names = [folder.name for folder in studies()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("script", [path for folder in studies() for path in sorted(folder.glob("*.py"))],
                         ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_a_script_imports_of_gopy_is_there(script):
    """Scripts of studies need programs that are not installed here, so they are read and not run."""
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "gopy":
            module = importlib.import_module(node.module)
            for alias in node.names:
                if not hasattr(module, alias.name):
                    importlib.import_module(f"{node.module}.{alias.name}")
