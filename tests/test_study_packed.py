"""Compressed results: every command reads the same lines, more games unpack them, and damage is one sentence."""
import json
import lzma
import sys

import pytest
import study_lines

from gopy.__main__ import main as gopy
from gopy.compiled.filelock import locked
from gopy.inputs.packed import packed, unpacked
from gopy.match.results.file import ResultsFile
from gopy.study.study import load_study

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
