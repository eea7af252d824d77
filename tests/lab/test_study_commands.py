"""`gopy study`: run at any size and again, report, list, and what it refuses."""
import os

import pytest
from refusals import no_whole_number

from gopy.__main__ import main as gopy
from gopy.base.filelock import locked
from gopy.lab.match.results.file import ResultsFile

STUDY = """
question = "Do more simulations help?"
rule = "By points."
[defaults]
games = 4
size = 5
komi = 0.5
referee = "count"
[doublings]
name = "sims"
player = "gopy:sims={value},memory=16"
from = 4
to = 16
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "study.toml").write_text(STUDY)
    return tmp_path / "some"


def ids(folder, match):
    return sorted(record["id"] for record in ResultsFile(folder / "results.jsonl").read() if record["match"] == match)


def test_a_study_grows_from_two_games_to_all(folder, capsys):
    assert gopy(["study", "run", str(folder), "--games", "2", "--only", "*_8"]) == 0
    assert (ids(folder, "sims_8"), ids(folder, "sims_16")) == ([0, 1], [])
    report = (folder / "report.md").read_text()
    assert "sims_8 2 instead of 4" in report and "Not played yet: sims_16." in report
    record = ResultsFile(folder / "results.jsonl").read()[0]
    assert record["asked"] == 2 and record["simulations"]["sims_8"] > record["simulations"]["sims_4"] > 0
    assert gopy(["study", "run", str(folder), "--jobs", "2"]) == 0
    assert ids(folder, "sims_8") == ids(folder, "sims_16") == [0, 1, 2, 3]
    assert "asked" not in ResultsFile(folder / "results.jsonl").read()[-1]
    before = (folder / "results.jsonl").read_bytes()
    assert gopy(["study", "run", str(folder)]) == 0                    # nothing left to play
    assert (folder / "results.jsonl").read_bytes() == before
    assert gopy(["study", "run", str(folder), "--games", "6", "--only", "sims_8"]) == 0
    assert ids(folder, "sims_8") == list(range(6))
    report = (folder / "report.md").read_text()
    assert "| sims_8 | 6 of 4 |" in report and "sims_8 6 instead of 4" in report
    capsys.readouterr()
    assert gopy(["study", "list", str(folder.parent)]) == 0
    assert capsys.readouterr().out == "some  10/8  Do more simulations help?\n"


def test_games_of_another_study_count_here_and_are_played_there(folder, tmp_path, capsys):
    assert gopy(["study", "run", str(folder), "--games", "2", "--only", "sims_8"]) == 0
    other = tmp_path / "other"
    other.mkdir()
    (other / "study.toml").write_text(STUDY.replace("16", "8").replace('"sims"', '"mine"') + """
        [[match]]
        name = "theirs"
        study = "some"
        match = "sims_8"
        [[match]]
        name = "waiting"
        study = "some"
        match = "sims_16"
        """)
    assert gopy(["study", "run", str(other)]) == 0
    assert {record["match"] for record in ResultsFile(other / "results.jsonl").read()} == {"mine_8"}
    report = (other / "report.md").read_text()
    assert "theirs is sims_8 of some, waiting is sims_16 of some" in report and "| theirs | 2 of 4 |" in report
    assert "Not played yet: waiting." in report
    capsys.readouterr()
    assert gopy(["study", "list", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("other  4/4")
    assert gopy(["study", "run", str(other), "--only", "theirs"]) == 2
    assert "there are mine_8" in capsys.readouterr().err
    (folder / "results.jsonl").write_text("{\n")
    assert gopy(["study", "report", str(other)]) == 2
    assert "some/results.jsonl, line 1: it is not JSON" in capsys.readouterr().err


def test_games_played_otherwise_are_not_mixed(folder, capsys):
    assert gopy(["study", "run", str(folder), "--games", "2", "--only", "sims_8"]) == 0
    (folder / "study.toml").write_text(STUDY.replace("memory=16", "memory=17"))
    assert gopy(["study", "run", str(folder)]) == 2
    assert "not what it was" in capsys.readouterr().err
    assert ids(folder, "sims_8") == [0, 1]


def test_a_closed_study_keeps_its_games_and_is_played_no_more(folder, capsys):
    assert gopy(["study", "run", str(folder), "--games", "2", "--only", "sims_8"]) == 0
    (folder / "study.toml").write_text('closed = "a was taken out"\n' + STUDY)
    capsys.readouterr()
    assert gopy(["study", "run", str(folder)]) == 2
    assert capsys.readouterr().err == f"gopy: study {folder.name} is closed: a was taken out\n"
    assert gopy(["study", "report", str(folder)]) == 0
    assert ids(folder, "sims_8") == [0, 1] and "\n\nClosed: a was taken out\n\n" in (folder / "report.md").read_text()


def test_a_study_of_one_file(tmp_path):
    (tmp_path / "mine.toml").write_text(STUDY)
    assert gopy(["study", "run", str(tmp_path / "mine.toml"), "--games", "2", "--only", "sims_8"]) == 0
    assert ids(tmp_path / "mine", "sims_8") == [0, 1] and (tmp_path / "mine" / "report.md").exists()


@pytest.mark.parametrize("words, message", [
    (["--only", "nine"], "no match 'nine'"), (["--games", "3"], "even"), (["--games", "0"], "even"),
    (["--jobs", "0"], "jobs: 0 is not "), (["--games", "x"], no_whole_number("games", "x")),
])
def test_what_cannot_be_run_is_one_sentence(folder, words, message, capsys):
    assert gopy(["study", "run", str(folder), *words]) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1
    assert not (folder / "results.jsonl").exists()


def test_no_such_study(tmp_path, capsys):
    for words in (["run", str(tmp_path)], ["report", str(tmp_path / "x")], ["list", str(tmp_path)],
                  ["list", str(tmp_path / "x")], []):
        assert gopy(["study", *words]) == 2
        told = capsys.readouterr().err
        assert told.startswith("gopy: ") and told.count("\n") == 1


def test_a_damaged_file_of_results_is_named(folder, capsys):
    for damage in ("[1]\n", "{\n"):
        (folder / "results.jsonl").write_text(damage)
        for action in ("run", "report"):
            assert gopy(["study", action, str(folder)]) == 2
            assert "results.jsonl, line 1: " in capsys.readouterr().err
        assert (folder / "results.jsonl").read_text() == damage


def test_one_process_plays_a_study(folder, capsys):
    with locked(folder / "lock"):
        assert gopy(["study", "run", str(folder)]) == 2
    assert "another process" in capsys.readouterr().err


def test_a_study_that_is_no_match_names_its_script(folder, capsys):
    (folder / "study.toml").write_text('question = "How fast?"\nrule = "None."\nscript = "measure.py"\n')
    assert gopy(["study", "run", str(folder)]) == 2
    assert "measure.py" in capsys.readouterr().err
    assert gopy(["study", "list", str(folder.parent)]) == 0
    assert "0 lines" in capsys.readouterr().out


SPRT = """
question = "Is the one that moves at random weaker?"
rule = "By the sequential test."
[players]
searching = "gopy:sims=50"
random = "gopy:policy=random"
[[match]]
name = "test"
a = "searching"
b = "random"
game = "tictactoe"
games = 400
sprt = "0,200"
bar = 0.5
"""


def test_a_sequential_test_ends_a_match_of_a_study(tmp_path, capsys):
    folder = tmp_path / "some"
    folder.mkdir()
    (folder / "study.toml").write_text(SPRT)
    assert gopy(["study", "run", str(folder), "--games", "2"]) == 0
    assert "| test | +0 Elo | +200 Elo | 1 | " in (folder / "report.md").read_text()
    assert gopy(["study", "run", str(folder), "--jobs", "2"]) == 0
    before = (folder / "results.jsonl").read_bytes()
    played = before.count(b"\n")
    report = (folder / "report.md").read_text()
    assert 2 < played < 400 and "| H1 accepted | " in report and "50 %: met |" in report
    assert gopy(["study", "run", str(folder)]) == 0                    # nothing left to play
    assert (folder / "results.jsonl").read_bytes() == before
    # A game after the deciding pair is recorded and counts nowhere.
    line = ResultsFile(folder / "results.jsonl").read()[-1]
    late = {**line, "id": 398 + line["id"] % 2}
    ResultsFile(folder / "results.jsonl").append(late)
    assert gopy(["study", "report", str(folder)]) == 0
    assert [row for row in report.splitlines() if "| 50 %: met |" in row] == \
        [row for row in (folder / "report.md").read_text().splitlines() if "| 50 %: met |" in row]
    capsys.readouterr()
    assert gopy(["study", "list", str(tmp_path)]) == 0
    assert f"{played + 1}/{played + 1}" in capsys.readouterr().out


def test_unfinished_files_of_killed_runners_are_removed(folder):
    left = [folder / ".gopy-0.part", folder / "sgf" / "sims_8" / ".gopy-1.part"]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("half a game")
        os.utime(path, (0, 0))
    assert gopy(["study", "run", str(folder), "--games", "2", "--only", "sims_8"]) == 0
    assert not any(path.exists() for path in left)
