"""A disk on which one call fails, and which notes every call that changes it.

While a `Disk` is entered, the calls by which this process changes the files in one folder go through it: opening for writing,
writes, truncation, fsync, names given, replaced and removed, folders made. Everything else is as ever.
"""
import builtins
import errno
import io
import os
from contextlib import ExitStack
from typing import NamedTuple
from unittest.mock import patch

_OPEN = io.open
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Call(NamedTuple):
    """A call that succeeded. `path` is relative to the folder, "." for the folder itself.

    kind    open, write, truncate, fsync, replace, link, mkdir, unlink, rmdir or chmod
    value   of write (offset, bytes); of truncate the length, of open whether the file was emptied; of replace and link the
            relative path of the new name
    """
    kind: str
    path: str
    value: object = None


class Fault(NamedTuple):
    """Which calls fail, how, and whether all calls after the first that fails do so too."""
    error: int
    kinds: frozenset
    lasts: bool = False


#: A full disk takes a half of the bytes that are written first, then nothing any more; names can still be changed.
FULL = Fault(errno.ENOSPC, frozenset({"open", "write", "mkdir", "link"}), lasts=True)

#: A disk with a bad spot, which any call may meet, also one after which the process tidies up.
BAD = Fault(errno.EIO, frozenset({"open", "write", "truncate", "fsync", "replace", "link", "mkdir", "unlink", "rmdir", "chmod"}))

#: A name that this process may not give, open or change.
DENIED = Fault(errno.EACCES, frozenset({"open", "replace", "link", "mkdir", "unlink", "rmdir", "chmod"}))

#: A single write that takes half of the bytes, which is no error at all.
SHORT = Fault(0, frozenset({"write"}))


class Disk:
    """The folder's disk. Of the calls that `fault` can meet, that with the number `at` is the first to fail (counted from 1; 0: none).

    calls      the calls that have succeeded
    failed     the Call that was the first to meet the fault, or None
    versions   {relative path: the contents that a file had when it got this name}
    """

    def __init__(self, folder, fault=None, at=0) -> None:
        self.folder = os.path.realpath(folder)
        self.calls, self.failed, self.versions = [], None, {}
        self._fault, self._left = fault if at else None, at
        self._paths = {}            # descriptor -> path, of what is open
        self._patches = ExitStack()

    def __enter__(self) -> "Disk":
        names = {"open": self._os_open, "close": self._os_close, "fsync": self._fsync}
        names.update({name: self._two_paths("replace", getattr(os, name)) for name in ("replace", "rename")})
        names["link"] = self._two_paths("link", os.link)
        names.update({name: self._one_path(kind, getattr(os, name)) for name, kind in (
            ("mkdir", "mkdir"), ("unlink", "unlink"), ("remove", "unlink"), ("rmdir", "rmdir"), ("chmod", "chmod"))})
        for name, function in names.items():
            self._patches.enter_context(patch.object(os, name, function))
        for module in (builtins, io):
            self._patches.enter_context(patch.object(module, "open", self._open))
        return self

    def __exit__(self, *exception) -> None:
        self._patches.close()

    def call(self, kind, path, do, value=None):
        """Make a call, unless it is to fail; returns its result."""
        if self._fails(kind, path):
            raise OSError(self._fault.error, os.strerror(self._fault.error), *([] if kind in ("write", "fsync") else [path]))
        result = do()
        self.calls.append(Call(kind, self._relative(path), value))
        return result

    def write(self, path, offset, data, do):
        """Write bytes, or if this is the call that fails, half of them; returns how many."""
        first = not self.failed
        if self._fails("write", path):
            if self._fault.error == errno.EIO or not first:
                raise OSError(self._fault.error, os.strerror(self._fault.error))
            data = data[:(len(data) + 1) // 2]
        count = do(data)
        self.calls.append(Call("write", self._relative(path), (offset, bytes(data[:count]))))
        return count

    def opened(self, path, descriptor) -> None:
        """Note which file a descriptor is of; None: it is closed."""
        if path is None:
            self._paths.pop(descriptor, None)
        else:
            self._paths[descriptor] = path

    def _fails(self, kind, path):
        if self._fault is None or kind not in self._fault.kinds:
            return False
        self._left -= 1
        if self._left == 0 or (self._left < 0 and self._fault.lasts):
            self.failed = self.failed or Call(kind, self._relative(path))
            return True
        return False

    def _inside(self, path):
        """The absolute path of what is in the folder, or None."""
        if isinstance(path, int):
            return None
        path = os.path.abspath(os.fsdecode(path))
        return path if path == self.folder or path.startswith(self.folder + os.sep) else None

    def _relative(self, path):
        return os.path.relpath(path, self.folder)

    # ---- what stands in the place of the system's functions

    def _open(self, file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
        path = self._inside(file) if set(mode) & set("wax+") else None
        if path is None:
            return _OPEN(file, mode, buffering, encoding, errors, newline, closefd, opener)
        raw = self.call("open", path, lambda: _Raw(self, path, mode.replace("b", "").replace("t", ""), opener), "w" in mode)
        if buffering == 0:
            return raw
        buffered = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding, errors, newline, buffering == 1)

    def _os_open(self, path, flags, mode=0o777, *, dir_fd=None):
        inside = self._inside(path) if dir_fd is None else None

        def do():
            return _OS_OPEN(path, flags, mode, dir_fd=dir_fd)
        if inside is None:
            return do()
        descriptor = self.call("open", inside, do, bool(flags & os.O_TRUNC)) if flags & _WRITING else do()
        self.opened(inside, descriptor)
        return descriptor

    def _os_close(self, descriptor):
        self.opened(None, descriptor)
        _OS_CLOSE(descriptor)

    def _fsync(self, descriptor):
        path = self._paths.get(descriptor)
        if path is None:
            return _OS_FSYNC(descriptor)
        # The files of a test need not outlast a power cut.
        return self.call("fsync", path, lambda: None)

    def _one_path(self, kind, function):
        def call(path, *arguments, **more):
            inside = self._inside(path) if more.get("dir_fd") is None else None
            if inside is None:
                return function(path, *arguments, **more)
            return self.call(kind, inside, lambda: function(path, *arguments, **more))
        return call

    def _two_paths(self, kind, function):
        def call(source, target, **more):
            inside = self._inside(source), self._inside(target)
            if None in inside:
                return function(source, target, **more)
            self.call(kind, inside[0], lambda: function(source, target, **more), self._relative(inside[1]))
            with _OPEN(target, "rb") as file:
                self.versions.setdefault(self._relative(inside[1]), []).append(file.read())
        return call


_OS_OPEN, _OS_CLOSE, _OS_FSYNC = os.open, os.close, os.fsync


class _Raw(io.FileIO):
    """An open file of a Disk."""

    def __init__(self, disk, path, mode, opener) -> None:
        self._disk, self._path, self._appends = disk, path, "a" in mode
        super().__init__(path, mode, opener=opener)
        disk.opened(path, self.fileno())

    def write(self, data):
        offset = os.fstat(self.fileno()).st_size if self._appends else self.tell()
        return self._disk.write(self._path, offset, bytes(data), super().write)

    def truncate(self, size=None):
        size = self.tell() if size is None else size
        return self._disk.call("truncate", self._path, lambda: super(_Raw, self).truncate(size), size)

    def close(self):
        if not self.closed:
            self._disk.opened(None, self.fileno())
        super().close()
