"""What a disk may hold after the power has failed, if nothing is certain that was not asked for with fsync.

The contents of a file are certain up to its last fsync; what was written since may be there, be missing, be cut off anywhere, or
be zeros. A name is certain once its folder was fsynced after it was given, replaced or removed; until then each change of names
may have happened or not, whatever happened to those before it. To fsync a file does not make its name certain.
"""
import os
from pathlib import Path, PurePath

#: What may have become of bytes that were not fsynced.
_FATES = ("lost", "cut", "zeros", "there")

_FOLDER = object()


class _Contents:
    """The bytes of a file: those written, and those that are certain."""

    def __init__(self) -> None:
        self.written, self.certain = bytearray(), b""

    def after(self, fate):
        """The bytes after the power has failed."""
        data, sure = bytes(self.written), self.certain
        if fate == "there" or data == sure:
            return data
        if fate == "lost":
            return sure
        if not data.startswith(sure):       # it was cut or written over
            return sure if fate == "cut" else data
        new = len(data) - len(sure)
        return data[:len(sure) + new // 2] if fate == "cut" else sure + bytes(new)


class PoweredDisk:
    """Follows the calls of a gopy tests' Disk, and tells what may be left of them.

    before   {relative path: bytes, or None for a folder} of what is certain at the beginning
    """

    def __init__(self, before=()) -> None:
        self._now, self._pending = {}, []
        self._certain = {}
        for path, data in dict(before).items():
            if data is None:
                node = _FOLDER
            else:
                node = _Contents()
                node.written, node.certain = bytearray(data), data
            self._now[path] = self._certain[path] = node

    def follow(self, call) -> None:
        """Take in one more Call."""
        getattr(self, f"_{call.kind}")(call.path, call.value)

    def states(self) -> list[dict]:
        """All different {relative path: bytes, or None for a folder} that this model knows."""
        found = {}
        changes = range(len(self._pending))
        kept = [set(), set(changes), *({one} for one in changes), *(set(changes) - {one} for one in changes)]
        for happened in kept:
            names = dict(self._certain)
            for number, change in enumerate(self._pending):
                if number in happened:
                    _apply(change, names)
            for fate in _FATES:
                state = {path: None if node is _FOLDER else node.after(fate) for path, node in names.items()
                         if all(str(parent) == "." or names.get(str(parent)) is _FOLDER for parent in PurePath(path).parents)}
                found[tuple(sorted((path, data) for path, data in state.items()))] = state
        return list(found.values())

    def _change(self, changes):
        self._pending.append(changes)
        _apply(changes, self._now)

    def _open(self, path, emptied):
        if path not in self._now:
            self._change({path: _Contents()})
        elif emptied:
            self._now[path].written.clear()

    def _write(self, path, value):
        offset, data = value
        self._now[path].written[offset:offset + len(data)] = data

    def _truncate(self, path, size):
        del self._now[path].written[size:]

    def _fsync(self, path, _):
        if path != "." and self._now[path] is not _FOLDER:
            self._now[path].certain = bytes(self._now[path].written)
            return
        left = []
        for change in self._pending:
            if any(os.path.dirname(name) in (path, "" if path == "." else path) for name in change):
                _apply(change, self._certain)
            else:
                left.append(change)
        self._pending = left

    def _replace(self, path, target):
        self._change({target: self._now[path], path: None})

    def _link(self, path, target):
        self._change({target: self._now[path]})

    def _mkdir(self, path, _):
        self._change({path: _FOLDER})

    def _unlink(self, path, _):
        self._change({path: None})

    _rmdir = _unlink

    def _chmod(self, path, _):
        pass


def _apply(change, names):
    for name, node in change.items():
        if node is None:
            names.pop(name, None)
        else:
            names[name] = node


def build(state, folder) -> None:
    """Make a state in an empty folder."""
    for path, data in sorted(state.items()):
        if data is None:
            (Path(folder) / path).mkdir(parents=True, exist_ok=True)
        else:
            (Path(folder) / path).write_bytes(data)


def contents(folder) -> dict:
    """{relative path: bytes, or None for a folder} of what a folder holds."""
    folder = Path(folder)
    return {path.relative_to(folder).as_posix(): None if path.is_dir() else path.read_bytes() for path in sorted(folder.rglob("*"))}
