"""Disks that are full, bad or closed to us: whichever call fails, files stay whole, one sentence says so, and the next run goes on."""
import os
import sys
from pathlib import Path

import pytest
from faults.commands import COMMANDS, stand_in
from faults.disk import BAD, DENIED, FULL, SHORT, Disk

from gopy.__main__ import main
from gopy.inputs.files import whole_lines

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="pathlib has references of its own to the system's functions")

#: Files that grow by lines. Every other file is replaced as a whole.
_GROWING = (".jsonl", "book.txt")


@pytest.fixture(autouse=True)
def stubs(monkeypatch):
    stand_in(monkeypatch)
    monkeypatch.setitem(sys.modules, "gopy.study.plots", None)     # as if matplotlib were missing


def files_in(folder):
    """{relative path: bytes} of all files but locks."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "lock"}


def folder_for(command, folder):
    folder.mkdir()
    command.before(folder)
    return folder


def run(command, folder, fault=None, at=0):
    """Run a command on a Disk; returns (exit status, the Disk)."""
    from gopy.book.book import read_book
    read_book.cache_clear()
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
        if failed:
            assert status != 0, (at, err)
            check_sentence(err, folder)
            check_files(files_in(folder), before, whole, clean, disk)
            if command.resumes and files_in(folder) != whole:
                assert run(command, folder)[0] == 0, (at, capsys.readouterr().err)
        assert not command.resumes or files_in(folder) == whole, at
        at += 1
    assert status == 0 and at > 3
