"""Disks that are full, bad or closed to us: whichever call fails, files stay whole, one sentence says so, and the next run goes on."""
import errno
import os
import subprocess
import sys

import pytest
from faults import disk as disks
from faults.commands import COMMANDS, GAME, stand_in
from faults.disk import BAD, DENIED, FULL, SHORT, Disk
from places import ROOT

from gopy.__main__ import main
from gopy.base.files import whole_lines
from gopy.compiled.cachedir import find_cache_dir
from gopy.desk.terminal import kept
from gopy.protocols.gtp.commands.record import save
from gopy.protocols.gtp.protocol import GtpError

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="pathlib has references of its own to the system's functions")

#: How files are called that grow by lines. Every other file is replaced as a whole.
_GROWING = ".jsonl"


@pytest.fixture(autouse=True)
def stubs(monkeypatch):
    stand_in(monkeypatch)


def files_in(folder):
    """{relative path: bytes} of all files but locks."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.endswith("lock")}


def folder_for(command, folder):
    folder.mkdir()
    command.before(folder)
    return folder


def run(command, folder, fault=None, at=0):
    """Run a command on a Disk; returns (exit status, the Disk)."""
    with Disk(folder, fault, at) as disk:
        return main(command.words(folder)), disk


def check_files(found, before, whole, *disks):
    """Each file holds what it held before, or what was written whole before it got its name."""
    for name, data in found.items():
        if name.endswith(_GROWING):
            assert data == before.get(name) or whole[name].startswith(whole_lines(data)), name
        else:
            assert data in [before.get(name), *(version for disk in disks for version in disk.versions.get(name, ()))], name
    assert before.keys() & whole.keys() <= found.keys()


def _is_harmless(call):
    """Whether a command may be done although this call failed: a lock that stays is taken, and removed, by the next."""
    return call.kind == "unlink" and call.path.endswith("lock")


def check_sentence(err, folder):
    told = [line for line in err.splitlines() if line.startswith("gopy: ")]
    assert len(told) == 1 and "Traceback" not in err and err.endswith(told[0] + "\n"), err
    assert str(folder) in told[0] and ".part" not in told[0] and "Errno" not in told[0], told
    assert any(os.strerror(fault.error) in told[0] for fault in (FULL, BAD, DENIED)), told


@pytest.mark.parametrize("fault", [FULL, BAD, DENIED], ids=["full", "bad", "denied"])
@pytest.mark.parametrize("name", COMMANDS)
def test_whichever_call_fails(name, fault, tmp_path, capsys):
    command = COMMANDS[name]
    whole_folder = folder_for(command, tmp_path / "whole")
    status, clean = run(command, whole_folder)
    whole = files_in(whole_folder)
    assert status == 0 and clean.calls
    at, failed = 1, True
    while failed:
        outside = tmp_path / f"{at}"
        outside.mkdir()
        folder = folder_for(command, outside / "whole")
        before = files_in(folder)
        capsys.readouterr()
        status, disk = run(command, folder, fault, at)
        failed, err = disk.failed, capsys.readouterr().err
        if failed and _is_harmless(failed):
            assert status == 0 and "gopy: " not in err and files_in(folder) == whole, (at, err)
        elif failed:
            assert status != 0, (at, err)
            check_sentence(err, folder)
            check_files(files_in(folder), before, whole, clean, disk)
            if command.resumes and files_in(folder) != whole:
                assert run(command, folder)[0] == 0, (at, capsys.readouterr().err)
        assert not command.resumes or files_in(folder) == whole, at
        at += 1
    assert status == 0 and at > 3


@pytest.mark.parametrize("name", ["match", "study pack", "review"])
def test_a_write_that_takes_a_part_is_gone_on_with(name, tmp_path, capsys):
    command = COMMANDS[name]
    whole = folder_for(command, tmp_path / "whole")
    assert run(command, whole)[0] == 0
    at, failed = 1, True
    while failed:
        outside = tmp_path / f"{at}"
        outside.mkdir()
        folder = folder_for(command, outside / "whole")
        status, disk = run(command, folder, SHORT, at)
        failed = disk.failed
        assert status == 0 and files_in(folder) == files_in(whole)
        at += 1
    assert at > 2


# What goes on after an error --------------------------------------------------------------------------------

@pytest.mark.parametrize("words, sent, answer", [
    (["gtp", "--size", "5"], "1 protocol_version\n2 quit\n", "=1 2\n\n=2"),
    (["analysis"], '{"id": "one", "action": "query_version"}\n', '"action":"query_version"')])
@pytest.mark.parametrize("fault", ["FULL", "BAD"])
def test_a_log_that_cannot_be_written_stops_nothing(words, sent, answer, fault, tmp_path):
    for at in (0, 1, 2):
        log = tmp_path / f"{at}" / "log"
        log.parent.mkdir()
        done = subprocess.run([sys.executable, "-m", "faults.child", str(log.parent), fault, str(at), *words, "--log", str(log)],
                              input=sent, text=True, capture_output=True, timeout=300,
                              env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "tests")))})
        assert done.returncode == 0 and answer in done.stdout and "Traceback" not in done.stderr, done
        told = [line for line in done.stderr.splitlines() if line.startswith("gopy: ")]
        writes = words != ["analysis"]              # a query for the version is nothing for the log
        if at == 1 or at == 2 and writes:           # it cannot even be opened, or be written to
            error = os.strerror(getattr(disks, fault).error)
            assert told == [f"gopy: the log {log} cannot be written: {error}"]
        else:
            assert told == [] and bool(log.stat().st_size) == writes


@pytest.mark.parametrize("fault", [FULL, BAD, DENIED], ids=["full", "bad", "denied"])
def test_a_game_that_cannot_be_saved_is_told_and_the_old_file_stays(fault, tmp_path):
    at, failed = 1, True
    while failed:
        folder = tmp_path / f"{at}"
        folder.mkdir()
        path = folder / "game.sgf"
        path.write_text("old")
        with Disk(folder, fault, at) as disk:
            try:
                kept.save(str(path), GAME, replace=True)
            except kept.CannotSave as error:
                assert disk.failed and str(error) == f"cannot save {path}: {os.strerror(fault.error)}"
                assert path.read_text() in ("old", GAME)
        failed = disk.failed
        with Disk(folder, fault, at):
            try:
                save(str(path), GAME)           # of GTP
            except GtpError as error:
                assert str(error) == f"cannot save {path}: {os.strerror(fault.error)}"
        assert os.listdir(folder) == ["game.sgf"]
        at += 1


@pytest.mark.parametrize("fault", [FULL, BAD, DENIED], ids=["full", "bad", "denied"])
def test_a_game_that_cannot_be_kept_leaves_no_empty_file(fault, tmp_path):
    at, failed = 1, True
    while failed:
        state = tmp_path / f"{at}"
        state.mkdir()
        with Disk(state, fault, at) as disk:
            try:
                path = kept.keep(GAME, ".sgf", folder=state / "gopy")
            except OSError as error:
                assert error.filename.startswith(str(state)) and ".part" not in error.filename
        failed = disk.failed
        left = [file for file in state.rglob("*") if file.is_file()]
        assert [file.read_text() for file in left] in ([], [GAME])
        at += 1
    assert left == [path]


@pytest.mark.parametrize("fault", [FULL, BAD, DENIED], ids=["full", "bad", "denied"])
def test_a_cache_that_cannot_be_written_is_done_without(fault, tmp_path):
    """Whatever fails, a folder is found that can be written, or none, and nothing is raised."""
    at, failed = 1, True
    while failed:
        home = tmp_path / f"{at}"
        home.mkdir(mode=0o700)
        with Disk(home, fault, at) as disk:
            found = find_cache_dir("1", {"GOPY_CACHE_DIR": str(home / "cache"), "HOME": str(home)})
        failed = disk.failed
        assert found is None or found.is_dir()
        at += 1
    assert found.parent == home / "cache"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("words", [["games"], ["--help"], ["parameters"]])
def test_an_output_that_is_full_is_one_sentence(words):
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "gopy", *words], stdout=full, stderr=subprocess.PIPE, text=True,
                              env={**clean, "PYTHONPATH": str(ROOT)})
    assert (done.returncode, done.stderr) == (2, f"gopy: the output: {os.strerror(errno.ENOSPC)}\n")
