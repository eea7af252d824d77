"""Compressed results: every command reads the same lines, more games unpack them, and damage is one sentence."""
import json
import lzma
import sys

import pytest
import study_lines

from gopy.__main__ import main as gopy
from gopy.base.filelock import locked
from gopy.base.packed import packed, unpacked
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.study import load_study

STUDY = """
question = "Which is better?"
rule = "By points."
[players]
one = "gopy:policy=random"
two = "gopy:policy=random"
[[match]]
name = "first"
a = "one"
b = "two"
game = "tictactoe"
games = 4
"""


def line(game_id):
    return {**study_lines.record(game_id, "one" if game_id % 2 else "two", ("one", "two")), "played": " ".join("0" * 50)}


@pytest.fixture
def folder(tmp_path):
    """A study whose first three games of four are recorded."""
    folder = tmp_path / "some"
    folder.mkdir()
    (folder / "study.toml").write_text(STUDY)
    for game_id in range(3):
        ResultsFile(folder / "results.jsonl").append(line(game_id))
    return folder


def sentence(capsys, *words):
    """The one line on stderr that a refused command writes."""
    assert gopy([*map(str, words)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("gopy: ") and told.count("\n") == 1
    return told


def test_equal_bytes_are_packed_equally():
    data = b"line\n" * 1000
    assert packed(data) == packed(data) and len(packed(data)) < 200 and unpacked(packed(data), len(data)) == data
    assert lzma.decompress(packed(data)) == data


@pytest.mark.parametrize("data, message", [
    (b"", "cut off"), (b"some text", "cut off"), (b"a longer text", "damaged"), (packed(b"line\n" * 99)[:-9], "cut off"), (packed(b"line\n") + b"more", "follows"),
    (packed(b"0" * 101), "more than 100 bytes")])
def test_what_is_no_packed_file_of_the_right_length(data, message):
    with pytest.raises(ValueError, match=message):
        unpacked(data, 100 if message.startswith("more") else 10**6)


def test_packed_lines_are_read_by_every_command(folder, tmp_path, capsys):
    assert gopy(["study", "report", str(folder)]) == 0
    report, lines = (folder / "report.md").read_text(), (folder / "results.jsonl").read_bytes()
    assert gopy(["study", "export", str(folder), "--out", str(tmp_path / "before.csv")]) == 0
    capsys.readouterr()
    for _ in range(2):                      # packing what is packed changes nothing
        assert gopy(["study", "pack", str(folder)]) == 0
        assert capsys.readouterr().out.strip() == str(folder / "results.jsonl.xz")
        assert not (folder / "results.jsonl").exists()
        assert (folder / "results.jsonl.xz").read_bytes() == packed(lines)
    assert gopy(["study", "report", str(folder)]) == 0 and (folder / "report.md").read_text() == report
    assert gopy(["study", "export", str(folder), "--out", str(tmp_path / "after.csv")]) == 0
    assert (tmp_path / "after.csv").read_bytes() == (tmp_path / "before.csv").read_bytes()
    capsys.readouterr()
    assert gopy(["study", "list", str(tmp_path)]) == 0 and capsys.readouterr().out.startswith("some  3/4")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "study.toml").write_text(
        'question = "x"\nrule = "x"\n[[match]]\nname = "theirs"\nstudy = "some"\nmatch = "first"\n')
    assert len(load_study(tmp_path / "other").records()["theirs"]) == 3


def test_a_run_unpacks_and_goes_on(folder, capsys):
    before = ResultsFile(folder / "results.jsonl").read()
    assert gopy(["study", "pack", str(folder)]) == 0
    assert gopy(["study", "run", str(folder)]) == 0
    after = ResultsFile(folder / "results.jsonl").read()
    assert after[:3] == before and len(after) == 4
    assert (folder / "results.jsonl").exists() and not (folder / "results.jsonl.xz").exists()
    assert gopy(["study", "pack", str(folder)]) == 0
    assert gopy(["study", "run", str(folder)]) == 0         # nothing left to play
    assert not (folder / "results.jsonl").exists()


def test_a_runner_killed_while_it_unpacks_loses_nothing(folder):
    results = ResultsFile(folder / "results.jsonl")
    packed_file = results.pack()
    lines = lzma.decompress(packed_file.read_bytes())
    (folder / "results.jsonl").write_bytes(lines)           # the plain file is written whole before the other goes
    results.append(line(3))
    assert [each["id"] for each in results.read()] == [0, 1, 2, 3] and not packed_file.exists()


def test_lines_that_come_while_they_are_packed_are_not_lost(folder, monkeypatch):
    """A script that measures takes no lock."""
    results = ResultsFile(folder / "results.jsonl")

    def slowly(data):
        results.append(line(3))
        return packed(data)
    monkeypatch.setattr("gopy.lab.match.results.file.packed", slowly)
    with pytest.raises(ValueError, match="is being written"):
        results.pack()
    assert [each["id"] for each in results.read()] == [0, 1, 2, 3]


def test_a_torn_line_is_not_packed(folder):
    lines = (folder / "results.jsonl").read_bytes()
    (folder / "results.jsonl").write_bytes(lines + b'{"id": 3, "bla')
    assert ResultsFile(folder / "results.jsonl").pack().read_bytes() == packed(lines)


def test_what_was_packed_otherwise_is_packed_anew(folder):
    lines = (folder / "results.jsonl").read_bytes()
    (folder / "results.jsonl.xz").write_bytes(lzma.compress(lines, preset=0))
    (folder / "results.jsonl").unlink()
    assert gopy(["study", "pack", str(folder)]) == 0
    assert (folder / "results.jsonl.xz").read_bytes() == packed(lines)


def test_without_moves_the_report_is_the_same_and_a_run_goes_on(folder, capsys):
    assert gopy(["study", "report", str(folder)]) == 0
    report, before = (folder / "report.md").read_text(), ResultsFile(folder / "results.jsonl").read()
    for _ in range(2):
        assert gopy(["study", "pack", "--without-moves", str(folder)]) == 0
    after = ResultsFile(folder / "results.jsonl").read()
    assert after == [{key: value for key, value in each.items() if key != "played"} for each in before]
    assert [list(each) for each in after] == [[key for key in each if key != "played"] for each in before]
    assert gopy(["study", "report", str(folder)]) == 0 and (folder / "report.md").read_text() == report
    assert gopy(["study", "run", str(folder)]) == 0
    assert ["played" in each for each in ResultsFile(folder / "results.jsonl").read()] == [False] * 3 + [True]


def test_only_games_have_moves_to_leave_out(tmp_path, capsys):
    (tmp_path / "study.toml").write_text('question = "How long?"\nrule = "None."\nscript = "measure.py"\n')
    ResultsFile(tmp_path / "results.jsonl").append({"played": [1, 2]})
    assert "plays no matches" in sentence(capsys, "study", "pack", "--without-moves", tmp_path)
    assert gopy(["study", "pack", str(tmp_path)]) == 0
    assert ResultsFile(tmp_path / "results.jsonl").read() == [{"played": [1, 2]}]


def test_other_lines_in_the_folder_are_packed_too(folder, capsys):
    trials = ResultsFile(folder / "tune" / "trials.jsonl")
    trials.append({"trial": 0})
    with locked(folder / "tune" / "lock"):
        assert "another process" in sentence(capsys, "study", "pack", folder)
    assert gopy(["study", "pack", str(folder)]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{folder}/results.jsonl.xz", f"{folder}/tune/trials.jsonl.xz"]
    assert trials.read() == [{"trial": 0}] and not trials.path.exists()


def test_damaged_and_missing_files_are_one_sentence(folder, tmp_path, capsys):
    results = folder / "results.jsonl"
    text = results.read_text()
    results.unlink()
    assert f"{results}" in sentence(capsys, "study", "pack", folder)
    assert str(tmp_path / "nosuch") in sentence(capsys, "study", "pack", tmp_path / "nosuch")
    assert not (tmp_path / "nosuch").exists()
    for data, message in ((b"no xz", "damaged"), (packed(text.encode())[:-5], "cut off")):
        (folder / "results.jsonl.xz").write_bytes(data)
        for action in ("run", "report", "export"):
            assert f"{results}.xz: " in (told := sentence(capsys, "study", action, folder)) and message in told
        assert (folder / "results.jsonl.xz").read_bytes() == data and not results.exists()
    (folder / "results.jsonl.xz").write_bytes(packed(text.encode() + b"{\n"))
    assert f"{results}.xz, line 4: " in sentence(capsys, "study", "report", folder)
    (folder / "results.jsonl.xz").write_bytes(packed(text.encode() + (json.dumps(line(2)) + "\n").encode()))
    assert f"{results}.xz, line 4: game 2 is already" in sentence(capsys, "study", "report", folder)


def test_nobody_packs_what_is_being_played(folder, capsys):
    with locked(folder / "lock"):
        assert "another process" in sentence(capsys, "study", "pack", folder)
    assert (folder / "results.jsonl").exists()


def test_a_python_without_the_library_says_so(folder, capsys, monkeypatch):
    ResultsFile(folder / "results.jsonl").pack()
    monkeypatch.setitem(sys.modules, "lzma", None)
    assert "built without lzma" in sentence(capsys, "study", "report", folder)


def test_lines_are_replaced_as_a_whole(tmp_path):
    results = ResultsFile(tmp_path / "results.jsonl")
    results.replace([{"a": 1}])
    results.pack()
    results.replace({"a": number} for number in range(3))
    assert [each["a"] for each in results.read()] == [0, 1, 2] and not (tmp_path / "results.jsonl.xz").exists()

    def failing():
        yield {"a": 5}
        raise RuntimeError
    with pytest.raises(RuntimeError):
        results.replace(failing())
    assert len(results.read()) == 3
