"""Code is loaded only from where nobody else can have put it, and kept only where there is room for it."""
import errno
import os
import pickle
import subprocess
import zlib

import pytest

from gopy.compiled import cachedir
from gopy.compiled.usercache import distrust, make_private

OTHER = 65534
IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0
only_root = pytest.mark.skipif(not IS_ROOT, reason="only root can give a file to somebody else")


@pytest.fixture
def place(tmp_path):
    """a/b/c, of which every folder is the user's own."""
    made = tmp_path / "a" / "b" / "c"
    make_private(made)
    return made


def test_folders_are_made_for_the_user_alone(tmp_path):
    before = os.umask(0)
    try:
        make_private(tmp_path / "a" / "b")
    finally:
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in (tmp_path / "a", tmp_path / "a" / "b")] == [0o700] * 2
    with pytest.raises(OSError):
        (tmp_path / "file").write_text("")
        make_private(tmp_path / "file" / "folder")


@pytest.mark.parametrize("mode, trusted", [(0o700, True), (0o755, True), (0o500, True), (0o777, False), (0o702, False),
                                           (0o1777, False), (0o757, False)])
def test_the_folder_itself(place, mode, trusted):
    place.chmod(mode)
    assert distrust(place) == (None if trusted else f"others can write to {place}")


@pytest.mark.parametrize("mode, trusted", [(0o755, True), (0o777, False), (0o1777, True)])
@pytest.mark.parametrize("there", [True, False])
def test_a_folder_above_it(place, mode, trusted, there):
    """Whoever can write to it can put another folder in the place of ours, unless it has the sticky bit."""
    place.parent.chmod(mode)
    wanted = place if there else place.parent / "missing" / "deep"
    assert distrust(wanted) == (None if trusted else f"others can write to {place.parent}")


@only_root
def test_a_group_may_write_only_if_it_is_the_users_own(place, monkeypatch):
    import grp
    import pwd
    place.chmod(0o775)
    assert distrust(place), "root's group has administrators"
    for path in (place, *place.parents[:2]):
        os.chown(path, 1234, 4711)
    monkeypatch.setattr(os, "getuid", lambda: 1234)
    monkeypatch.setattr(pwd, "getpwuid", lambda uid: pwd.struct_passwd(("ann", "x", uid, 4711, "", "/", "/bin/sh")))
    for name, members, trusted in (("ann", [], True), ("ann", ["ann"], True), ("ann", ["bob"], False), ("staff", [], False)):
        monkeypatch.setattr(grp, "getgrgid", lambda gid: grp.struct_group((name, "x", gid, members)))
        assert (distrust(place) is None) == trusted, (name, members)


@only_root
@pytest.mark.parametrize("above", [0, 1, 2])
def test_what_belongs_to_somebody_else(place, above):
    theirs = [place, *place.parents][above]
    os.chown(theirs, OTHER, OTHER)
    assert distrust(place).startswith(f"{theirs} belongs to ")
    assert distrust(place / "missing").startswith(f"{theirs} belongs to ")


def test_root_alone_is_trusted_beside_the_user(place, monkeypatch):
    """What is root's is trusted by everyone; what is a user's by that user alone."""
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert (distrust(place) is None) == IS_ROOT
    assert distrust("/") is None


def test_links_are_followed_and_where_they_lie_counts_too(place, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(place.parent)
    assert distrust(link / "c") is None and distrust(link / ".." / "b") is None
    relative = tmp_path / "relative"
    relative.symlink_to("a/../a/b")
    assert distrust(relative / "c") is None
    place.parent.chmod(0o777)
    assert distrust(link / "c") == distrust(relative / "c") == f"others can write to {place.parent}"
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    (open_to_all / "link").symlink_to(tmp_path)
    assert distrust(open_to_all / "link") == f"others can write to {open_to_all}"
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    assert "leads in a circle" in distrust(tmp_path / "circle" / "x")


@only_root
def test_a_link_of_somebody_else(place, tmp_path):
    """It may lie in a folder like /tmp, and lead to a folder of ours today and to another tomorrow."""
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    (shared / "link").symlink_to(place)
    assert distrust(shared / "link") is None
    os.lchown(shared / "link", OTHER, OTHER)
    assert distrust(shared / "link").startswith(f"{shared}/link belongs to ")


def test_a_relative_path_is_meant_from_where_we_are(place, monkeypatch):
    monkeypatch.chdir(place.parent)
    assert distrust("c") is None
    place.chmod(0o777)
    assert distrust("c") == f"others can write to {place}"


# Which folder is found --------------------------------------------------------------------------------------------------

@pytest.fixture
def homes(tmp_path, monkeypatch):
    """XDG_CACHE_HOME, the home folder and the temporary folder."""
    paths = [tmp_path / name for name in ("xdg", "home", "temporary")]
    for path in paths:
        path.mkdir()
    monkeypatch.setenv("HOME", str(paths[1]))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(paths[2]))
    return paths


def found(homes, **environ):
    return cachedir.find_cache_dir("1", {"XDG_CACHE_HOME": str(homes[0]), **environ})


def test_the_next_folder_serves_where_one_cannot_be_trusted(homes, capsys):
    xdg, home, temporary = homes
    assert found(homes).parent == xdg / "gopy" and capsys.readouterr().err == ""
    (xdg / "gopy").chmod(0o777)
    assert found(homes).parent == home / ".cache" / "gopy"
    line = f"gopy: {xdg}/gopy is not used for compiled code: others can write to {xdg}/gopy\n"
    assert capsys.readouterr().err == line
    home.chmod(0o777)
    assert found(homes).parent == temporary / f"gopy-{os.getuid()}"
    assert capsys.readouterr().err == line + f"gopy: {home}/.cache/gopy is not used for compiled code: others can write to {home}\n"
    temporary.chmod(0o777)
    assert found(homes) is None


def test_the_folder_of_the_digest_is_looked_at_too(homes, capsys):
    folder = found(homes)
    folder.chmod(0o777)
    assert found(homes) not in (None, folder)
    assert f"others can write to {folder}" in capsys.readouterr().err


@pytest.mark.parametrize("owner", [pytest.param(OTHER, marks=only_root), None])
def test_a_named_folder_is_no_exception(homes, tmp_path, owner, capsys):
    named = tmp_path / "named"
    named.mkdir()
    if owner:
        os.chown(named, owner, owner)
    else:
        named.chmod(0o777)
    assert found(homes, GOPY_CACHE_DIR=str(named)).parent.parent == homes[2]
    assert str(named) in capsys.readouterr().err and list(named.iterdir()) == []


@pytest.fixture
def full_disk(tmp_path):
    """A folder on a disk on which nothing is left."""
    folder = tmp_path / "full"
    folder.mkdir()
    if not IS_ROOT or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "none", folder], capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        with pytest.raises(OSError), open(folder / "rubbish", "wb") as file:
            file.write(bytes(1 << 20))
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_full_disk_takes_nothing(full_disk, homes, capsys):
    (full_disk / "empty").touch()           # a name has room, but no contents
    assert found(homes, GOPY_CACHE_DIR=str(full_disk)).parent.parent == homes[2]
    assert capsys.readouterr().err == f"gopy: {full_disk} is not used for compiled code: No space left on device\n"
    (full_disk / "rubbish").unlink()
    with open(full_disk / "rubbish", "wb") as file:         # room for a few bytes, but not for the code of a kernel
        file.write(bytes(40 << 10))
    assert found(homes, GOPY_CACHE_DIR=str(full_disk)).parent.parent == homes[2]
    (full_disk / "rubbish").unlink()


def test_what_was_compiled_before_a_disk_was_full_is_still_read(homes, monkeypatch, capsys):
    """The shim stands for a disk that says so late. Where no other folder takes anything either, the first serves."""
    folder = found(homes)

    def no_space(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    monkeypatch.setattr("os.fsync", no_space)
    assert found(homes) == folder and capsys.readouterr().err.count("No space left on device\n") == 3


def test_what_is_not_there_afterwards_was_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr(cachedir, "_PROBE", type("Lost", (bytes,), {"__ne__": lambda *_: True})(b"x"))
    with pytest.raises(OSError):
        cachedir.write_probe(tmp_path)


# What is loaded ---------------------------------------------------------------------------------------------------------

class Planted:
    """Its pickle makes a file when it is loaded."""

    def __init__(self, path):
        self._path = str(path)

    def __reduce__(self):
        return os.mkdir, (self._path,)


@pytest.fixture
def kept(tmp_path):
    """The code of one kernel, saved under a key, and the folder that a planted pickle would make."""
    from gopy.compiled.codecache import _CheckedFile

    folder = tmp_path / "code"
    make_private(folder)
    file = _CheckedFile(str(folder), "kernel-7.py")
    file.save("key", "machine code")
    assert file.load("key") == "machine code"
    return file, folder, tmp_path / "planted"


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("how", ["everyone can write to it", pytest.param("somebody else's", marks=only_root)])
def test_what_others_may_have_written_is_not_unpickled(kept, suffix, how):
    file, folder, planted = kept
    path, = folder.glob(f"*.{suffix}")
    code = pickle.dumps(Planted(planted))
    path.write_bytes(code if suffix == "nbi" else zlib.crc32(code).to_bytes(4, "little") + code)
    if how == "somebody else's":
        os.chown(path, OTHER, OTHER)
    else:
        path.chmod(0o666)
    assert file.load("key") is None and not planted.exists()
    file.save("key", "compiled anew")
    assert file.load("key") == "compiled anew" and not planted.exists()
    path, = folder.glob(f"*.{suffix}")
    assert path.stat().st_mode & 0o22 == 0 and path.stat().st_uid == os.getuid()


def test_without_that_check_it_would_be(kept, monkeypatch):
    """The test above can fail: the planted file is a pickle that does its harm when it is loaded."""
    from gopy.compiled.codecache import _CheckedFile

    file, folder, planted = kept
    path, = folder.glob("*.nbi")
    path.write_bytes(pickle.dumps(Planted(planted)))
    path.chmod(0o666)
    monkeypatch.setattr(_CheckedFile, "_check_owner", lambda *_: None)
    file.load("key")
    assert planted.exists()


def test_a_folder_of_kernels_that_others_can_write_to_is_left_alone(tmp_path):
    from gopy.compiled.codecache import _CheckedFile

    folder = tmp_path / "code"
    make_private(folder)
    folder.chmod(0o777)
    file = _CheckedFile(str(folder), "kernel-7.py")
    file.save("key", "machine code")
    assert file.load("key") is None


def test_code_is_written_for_the_user_alone(kept):
    file, folder, _ = kept
    before = os.umask(0)
    try:
        file.save("other", "code")
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600} and file.load("other") == "code"


def test_what_the_index_does_not_name_is_deleted(kept):
    """Code whose index was lost, and what a killed process was writing."""
    file, folder, _ = kept
    for name in ("kernel-7.py.99.nbc", "kernel-7.py.nbi.tmp.00", "kernel-7.py.3.nbc.tmp.00", "kernel-70.py.99.nbc"):
        (folder / name).write_text("")
    file.save("other", "code")
    names = {path.name for path in folder.iterdir()}
    assert len(names) == 5 and {"kernel-70.py.99.nbc", "saving", "kernel-7.py.nbi"} < names
    assert (file.load("key"), file.load("other")) == ("machine code", "code")


def test_code_that_could_not_be_kept_is_not_warm(tmp_path, monkeypatch):
    """On a full disk the marker would still have room."""
    from gopy.compiled import codecache, jit

    monkeypatch.setattr(jit, "CACHE_DIR", tmp_path)

    def compile_in_vain():
        monkeypatch.setattr(codecache, "_not_kept", codecache._not_kept + 1)
    jit.warm("State-Lost", compile_in_vain)
    assert not jit.is_warm("State-Lost")
    jit.warm("State-Kept", lambda: None)
    assert jit.is_warm("State-Kept")
