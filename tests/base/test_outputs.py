"""What a command writes: no other process writes to it meanwhile, and no new file takes the place of another."""
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

from gopy.__main__ import main
from gopy.base import outputs
from gopy.base.errors import UserError
from gopy.base.new_files import write_new
from gopy.base.outputs import sole_use_of
from gopy.lab.learn.long_run import go_on


@pytest.fixture
def hold(monkeypatch):
    """Hold files in a process of its own, until the test ends."""
    monkeypatch.setattr(outputs, "_DYING_SECONDS", 0.0)
    holders = []

    def start(*files):
        program = ("import sys; from gopy.base.outputs import sole_use_of\n"
                   "with sole_use_of(*sys.argv[1:]):\n  print('held', flush=True); sys.stdin.read()")
        holders.append(subprocess.Popen([sys.executable, "-c", program, *map(str, files)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}))
        assert holders[-1].stdout.readline() == b"held\n"
        return holders[-1]
    yield start
    for holder in holders:
        holder.communicate()


@pytest.mark.parametrize("written, words", [
    ("shapes.npz", ["learn", "local-shape", "--size", "5", "--out", "shapes.npz"]),
    ("game.review.jsonl", ["review", "game.sgf"]),
    ("new/game.review.jsonl", ["review", "other.sgf", "game.sgf", "--out", "new"]),
])
def test_a_second_process_is_refused_and_changes_nothing(hold, tmp_path, monkeypatch, capsys, written, words):
    """It is told so before anything is analysed."""
    monkeypatch.chdir(tmp_path)
    for name in ("game.sgf", "other.sgf"):
        Path(name).write_text("(;FF[4]GM[1]SZ[5];B[cc])")
    Path("new").mkdir()
    hold(written)
    before = sorted(tmp_path.rglob("*"))
    assert main(words) == 2
    assert capsys.readouterr() == ("", f"gopy: {tmp_path / written} is being written by another process\n")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("held", ["weights.npz", "weights.npz.checkpoint"])
def test_learners_keep_to_themselves_both_files_that_they_write(hold, tmp_path, held):
    hold(tmp_path / held)
    with pytest.raises(UserError, match=f"{held} is being written by another process"):
        go_on(None, 1, tmp_path / "weights.npz", tmp_path / "weights.npz.checkpoint")


def test_the_lock_ends_with_its_holder_and_leaves_nothing(hold, tmp_path):
    (tmp_path / "link").symlink_to("lines")
    holder = hold(tmp_path / "lines")
    with pytest.raises(UserError):
        with sole_use_of(tmp_path / "link"):
            pass
    holder.kill()
    holder.wait()
    with sole_use_of(tmp_path / "link", tmp_path / "lines"):
        assert (tmp_path / ".lines.lock").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["link"]


def test_where_no_lock_can_stand_nothing_is_written_and_the_command_says_what_is_wrong(tmp_path, capsys):
    (tmp_path / "file").write_text("text")
    (tmp_path / ".weights.npz.lock").symlink_to("elsewhere")        # what a link leads to is left alone
    before = sorted(tmp_path.iterdir())
    out, under = tmp_path / "weights.npz", tmp_path / "file" / "weights.npz"
    said = f"cannot write {out}: its lock {tmp_path}/.weights.npz.lock: {os.strerror(errno.ELOOP)}"
    for file, says in ((tmp_path / "missing" / "weights.npz", f"there is no folder {tmp_path / 'missing'}"), (out, said),
                       (under, f"cannot write {under}: its lock {tmp_path}/file/.weights.npz.lock: {os.strerror(errno.ENOTDIR)}")):
        with pytest.raises(UserError) as refused:
            with sole_use_of(file):
                pass
        assert str(refused.value) == says
    assert main(["learn", "local-shape", "--size", "5", "--out", str(out)]) == 2
    assert capsys.readouterr() == ("", f"gopy: {said}\n")
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("letter", ["a", "\u56f2"])
def test_a_file_of_the_longest_name_has_a_lock_of_its_own(hold, tmp_path, letter):
    count = 255 // len(letter.encode())
    held, free = tmp_path / (letter * count), tmp_path / (letter * (count - 1) + "b")
    held.touch()
    hold(held)
    with pytest.raises(UserError, match="is being written by another process"):
        with sole_use_of(held):
            pass
    with sole_use_of(free):
        pass


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_takes_the_first_name_that_is_free(tmp_path, monkeypatch, links):
    """Also on a drive on which no file has two names."""
    if not links:
        def no_links(*_):
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))
        monkeypatch.setattr(os, "link", no_links)
    (tmp_path / "a").symlink_to("nowhere")
    (tmp_path / "b").write_text("mine")
    names = [tmp_path / name for name in "abcd"]
    if links:
        assert write_new(names, "one") == names[2] and write_new(names, "two") == names[3]
        with pytest.raises(FileExistsError):
            write_new(names, "three")
        assert (names[2].read_text(), names[3].read_text()) == ("one", "two")
    else:
        assert write_new(names[2:], "one") == names[2] and names[2].read_text() == "one"
        assert write_new(names, "two") == names[3]
    assert names[1].read_text() == "mine" and not list(tmp_path.glob(".*"))


def test_a_new_file_that_cannot_be_written_is_named_and_leaves_nothing(tmp_path, monkeypatch):
    def no_space(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError) as caught:
        write_new([tmp_path / "0001.sgf"], "text")
    assert caught.value.filename == str(tmp_path / "0001.sgf") and list(tmp_path.iterdir()) == []
