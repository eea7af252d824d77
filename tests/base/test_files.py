"""Reading files with a bound and writing them whole."""
import io
import os
import zipfile

import numpy as np
import pytest

from gopy.base.arrays import packed_arrays, read_arrays, stored_arrays
from gopy.base.files import read_bounded, remove_leftovers, write_whole

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")


def test_reading_up_to_the_bound(tmp_path):
    path = tmp_path / "record"
    path.write_bytes(b"1234\r\n")
    assert read_bounded(path, 6) == b"1234\r\n"
    with pytest.raises(OSError, match="more than 5 bytes") as caught:
        read_bounded(path, 5)
    assert caught.value.filename == str(path) and caught.value.strerror


@needs_pipes
def test_what_is_no_regular_file_is_not_waited_for(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, "/dev/zero"):
        with pytest.raises(OSError, match="not a regular file"):
            read_bounded(path, 100)
    with pytest.raises(IsADirectoryError):
        read_bounded(tmp_path, 100)
    with pytest.raises(FileNotFoundError):
        read_bounded(tmp_path / "missing", 100)


def test_a_file_is_replaced(tmp_path):
    path = tmp_path / "game.sgf"
    write_whole(path, "first\n")
    path.chmod(0o640)
    write_whole(path, "sécond\n")
    assert path.read_bytes() == "sécond\n".encode() and path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["game.sgf"]
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "folder" / "game.sgf", "")


def test_text_that_cannot_be_encoded_is_escaped(tmp_path):
    write_whole(tmp_path / "text", "a\ud800b\udcff")
    assert (tmp_path / "text").read_text(encoding="utf-8") == "a\\ud800b\\udcff"


@pytest.mark.parametrize("stage", ["write", "replace"])
def test_a_failure_leaves_the_old_file_alone(stage, tmp_path, monkeypatch):
    path = tmp_path / "game.sgf"
    path.write_text("old")
    if stage == "replace":
        def full(*_):
            raise OSError("disk full")
        monkeypatch.setattr(os, "replace", full)
        with pytest.raises(OSError, match="disk full"):
            write_whole(path, "new")
    else:
        class Text(str):
            def encode(self, *_):
                raise KeyboardInterrupt
        with pytest.raises(KeyboardInterrupt):
            write_whole(path, Text("new"))
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["game.sgf"]


@needs_pipes
def test_links_devices_and_pipes(tmp_path):
    target, link, pipe = tmp_path / "target", tmp_path / "link", tmp_path / "pipe"
    target.write_text("old")
    link.symlink_to(target)
    os.mkfifo(pipe)
    write_whole(link, "new")
    assert link.is_symlink() and target.read_text() == "new"
    for path in (pipe, tmp_path, "/dev/null"):
        with pytest.raises(OSError, match="not a regular file"):
            write_whole(path, "new")


def test_a_write_protected_file_stays(tmp_path, monkeypatch):
    path = tmp_path / "game.sgf"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda place, mode: False)    # a superuser may write to any
    with pytest.raises(PermissionError):
        write_whole(path, "new")
    assert path.read_text() == "old"


def test_what_killed_writers_left_is_removed(tmp_path):
    old, young, other = tmp_path / "sgf" / ".gopy-0.part", tmp_path / ".gopy-1.part", tmp_path / "results.part"
    old.parent.mkdir()
    for path in (old, young, other):
        path.write_text("half a li")
        os.utime(path, (0, 0))
    os.utime(young)                 # somebody writes to it now
    remove_leftovers(tmp_path)
    assert [path.exists() for path in (old, young, other)] == [False, True, True]
    remove_leftovers(tmp_path / "missing")


@pytest.mark.parametrize("as_bytes", [packed_arrays, stored_arrays])
def test_arrays_are_read_as_they_were_written(as_bytes, tmp_path):
    path, arrays = tmp_path / "arrays", {"one": np.arange(5, dtype=np.int16), "two": np.float64(0.5), "text": np.array("about")}
    path.write_bytes(as_bytes(**arrays))
    found = read_arrays(path, 1000)
    assert found.keys() == arrays.keys() and all(found[name].dtype == array.dtype for name, array in arrays.items())
    assert found["one"].tolist() == [0, 1, 2, 3, 4] and float(found["two"]) == 0.5 and str(found["text"]) == "about"
    assert as_bytes(**arrays) == path.read_bytes()


@needs_pipes
def test_arrays_come_from_regular_files_of_bounded_contents(tmp_path):
    path, pipe = tmp_path / "arrays", tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (pipe, "/dev/zero"):
        with pytest.raises(OSError, match="not a regular file"):
            read_arrays(place, 1000)
    with pytest.raises(FileNotFoundError):
        read_arrays(tmp_path / "missing", 1000)
    path.write_bytes(packed_arrays(zeros=np.zeros(10**6, np.uint8)))
    assert path.stat().st_size < 10_000 and len(read_arrays(path, 2 * 10**6)["zeros"]) == 10**6
    with pytest.raises(OSError, match="more than 999999 bytes"):
        read_arrays(path, 999_999)


def member(contents):
    """The bytes of a file of arrays whose single array has these bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as members:
        members.writestr("one.npy", contents)
    return file.getvalue()


@pytest.mark.parametrize("contents", [
    b"", b"nothing", b"PK\x03\x04 damaged", b"\x93NUMPY", packed_arrays(one=np.arange(9))[:-30], member(b"no array"),
    member(b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000000,), }"),
    packed_arrays(objects=np.array([{}], object))])
def test_what_holds_no_arrays_is_refused(contents, tmp_path):
    (tmp_path / "arrays").write_bytes(contents)
    with pytest.raises(ValueError, match="damaged, or no file of arrays"):
        read_arrays(tmp_path / "arrays", 1000)
