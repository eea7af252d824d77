"""The power fails after any call that changes the disk: nothing that was kept is lost, and the next run ends with the same files."""
import json
import shutil
import sys

import pytest
from faults.commands import COMMANDS, stand_in
from faults.disk import Call, Disk
from faults.power import PoweredDisk, build, contents

from gopy.__main__ import main
from gopy.base.files import append_line, make_folder, whole_lines, write_whole
from gopy.lab.match.results.file import ResultsFile

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="pathlib has references of its own to the system's functions")

#: Commands whose work goes on, with the file of lines in which it is kept.
LINES = {"match": "match/games.jsonl", "study run": "results.jsonl", "tune": "tune/games.jsonl", "review": "game.review.jsonl"}

#: Those that keep their state in a file that is replaced.
CHECKPOINTS = {"learn moves": "moves.npz.checkpoint", "learn local-shape": "shapes.npz.checkpoint"}


# The model ---------------------------------------------------------------------------------------------------

def after(*calls, before=()):
    """All states after calls, as sets of (path, bytes)."""
    disk = PoweredDisk(before)
    for call in calls:
        disk.follow(Call(*call))
    return [{path: data for path, data in state.items()} for state in disk.states()]


def test_what_was_not_asked_for_may_be_missing_cut_off_or_zeros():
    before = {"a": b"old"}
    wrote = ("write", "a", (3, b"1234"))
    assert sorted(state["a"] for state in after(wrote, before=before)) == [b"old", b"old12", b"old1234", b"old\0\0\0\0"][:1] + [
        b"old\0\0\0\0", b"old12", b"old1234"]
    assert after(wrote, ("fsync", "a"), before=before) == [{"a": b"old1234"}]


def test_a_name_is_certain_once_its_folder_is():
    make = [("open", "new", False), ("write", "new", (0, b"12")), ("fsync", "new"), ("replace", "new", "a")]
    states = after(*make, before={"a": b"old"})
    assert {"a": b"old"} in states and {"a": b"12"} in states and {"a": b"old", "new": b"12"} in states
    assert after(*make, ("fsync", "."), before={"a": b"old"}) == [{"a": b"12"}]
    assert {} in after(("mkdir", "f"), ("open", "f/x", False), ("fsync", "f/x"), ("fsync", "f"))


def test_a_name_may_come_before_what_the_file_holds():
    make = [("open", "new", False), ("write", "new", (0, b"12")), ("replace", "new", "a")]
    assert {"a": b""} in after(*make, before={"a": b"old"})


# What writes files -------------------------------------------------------------------------------------------

def states_of(folder, work):
    """(calls so far, state) for every moment of a piece of work and everything that the disk may then hold."""
    powered = PoweredDisk(contents(folder))
    with Disk(folder) as disk:
        work()
    yield from ((0, state) for state in powered.states())
    for number, call in enumerate(disk.calls, start=1):
        powered.follow(call)
        yield from ((number, state) for state in powered.states())


def test_a_file_is_old_or_new_and_new_once_it_was_said_so(tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    states = list(states_of(tmp_path, lambda: write_whole(tmp_path / "file", b"new")))
    assert {state["file"] for _, state in states} == {b"old", b"new"}
    last = max(number for number, _ in states)
    assert [state for number, state in states if number == last] == [{"file": b"new"}]


def test_lines_that_were_appended_stay(tmp_path):
    lines = [b"one\n", b"two\n", b"three\n"]

    def work():
        make_folder(tmp_path / "deep" / "er")
        for line in lines:
            append_line(tmp_path / "deep" / "er" / "lines", line)
    found = [whole_lines(state.get("deep/er/lines", b"")) for _, state in states_of(tmp_path, work)]
    assert set(found) == {b"", b"one\n", b"one\ntwo\n", b"one\ntwo\nthree\n"} and found[-1] == b"".join(lines)


@pytest.mark.parametrize("torn", [b"", b"th", b"\0" * 6, b"th\0\0\0\n"])
def test_a_torn_line_is_removed_by_the_next(torn, tmp_path):
    (tmp_path / "lines").write_bytes(b"one\ntwo\n" + torn)
    assert whole_lines(b"one\ntwo\n" + torn) == b"one\ntwo\n"
    append_line(tmp_path / "lines", b"three\n")
    assert (tmp_path / "lines").read_bytes() == b"one\ntwo\nthree\n"


def test_a_long_line_is_kept(tmp_path):
    line = b"x" * 200_000 + b"\n"
    for _ in range(2):
        append_line(tmp_path / "lines", line)
    (tmp_path / "lines").write_bytes(2 * line + line[:-1])
    append_line(tmp_path / "lines", b"end\n")
    assert (tmp_path / "lines").read_bytes() == 2 * line + b"end\n"


def lines_in(folder, state):
    """The ids of the lines of results.jsonl, packed or not, on a state of the disk."""
    shutil.rmtree(folder)
    folder.mkdir()
    build(state, folder)
    return [record["id"] for record in ResultsFile(folder / "results.jsonl").read()]


@pytest.mark.parametrize("torn", [b"", b'{"id": 3'])
def test_packing_loses_no_line_and_doubles_none(torn, tmp_path):
    folder = tmp_path / "some"
    results = ResultsFile(folder / "results.jsonl")
    for number in range(3):
        results.append({"id": number})
    results.path.write_bytes(results.path.read_bytes() + torn)
    states = list(states_of(folder, results.pack))
    assert len(states) > 5 and {"results.jsonl.xz"} == states[-1][1].keys()
    for _, state in states:
        assert lines_in(folder, state) == [0, 1, 2], sorted(state)
        results.append({"id": 3})                       # and it goes on from there
        results.pack()
        assert [record["id"] for record in results.read()] == [0, 1, 2, 3]


def test_a_line_that_is_added_to_packed_lines_stays_and_so_do_they(tmp_path):
    folder = tmp_path / "some"
    results = ResultsFile(folder / "results.jsonl")
    results.append({"id": 0})
    results.pack()
    kept = []

    powered, found = PoweredDisk(contents(folder)), set()
    with Disk(folder) as disk:
        for number in (1, 2):
            results.append({"id": number})
            kept.append(len(disk.calls))
    for number, call in enumerate(disk.calls, start=1):
        powered.follow(call)
        for state in powered.states():
            ids = lines_in(folder, state)
            assert ids == list(range(len(ids))) and len(ids) > sum(number >= since for since in kept)
            found.add(len(ids))
    assert found == {1, 2, 3}


# The commands ------------------------------------------------------------------------------------------------

@pytest.fixture
def asked(monkeypatch):
    """The ids of the games that were asked for, in the order in which they were."""
    ids = []
    stand_in(monkeypatch, ids)
    return ids


def run(command, folder):
    assert main(command.words(folder)) == 0


def files_in(folder):
    return {path: data for path, data in contents(folder).items()
            if data is not None and not path.endswith(("lock", ".part"))}


def resumed(command, folder, state):
    """The files after the command was run once more on a state of the disk; the folder is emptied before."""
    shutil.rmtree(folder)
    folder.mkdir()
    build(state, folder)
    run(command, folder)
    return files_in(folder)


@pytest.mark.parametrize("name", [*LINES, *CHECKPOINTS])
def test_a_run_goes_on_from_whatever_the_power_left(name, tmp_path, asked, capsys):
    command, folder = COMMANDS[name], tmp_path / "whole"
    folder.mkdir()
    command.before(folder)
    states = list(states_of(folder, lambda: run(command, folder)))
    whole, seen = files_in(folder), set()
    for number, state in states:
        key = tuple(sorted(state.items()))
        if key not in seen:
            seen.add(key)
            assert resumed(command, folder, state) == whole, (number, sorted(state))
    assert len(seen) > 10


@pytest.mark.parametrize("name", ["match", "study run", "tune"])
def test_no_game_that_was_kept_is_played_again(name, tmp_path, asked, monkeypatch):
    command, folder = COMMANDS[name], tmp_path / "whole"
    folder.mkdir()
    command.before(folder)
    powered, kept = PoweredDisk(contents(folder)), []
    append = ResultsFile.append
    with Disk(folder) as disk:
        def noting(self, line):
            append(self, line)
            kept.append((len(disk.calls), self.path.name, json.dumps(line)))
        monkeypatch.setattr(ResultsFile, "append", noting)
        run(command, folder)
    for number, call in enumerate(disk.calls, start=1):
        powered.follow(call)
        for state in powered.states():
            for since, file, line in kept:
                if since <= number:
                    assert any(path.endswith(file) and line.encode() + b"\n" in data for path, data in state.items() if data), line
    assert len(kept) >= 4
