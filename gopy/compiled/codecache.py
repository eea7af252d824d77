"""Numba's cache of compiled functions, made robust: whatever the state of the disk, at worst a function is compiled again.

Numba's own cache raises an exception at the call when a file is truncated or the disk is full, falls back
silently to `__pycache__` (where it goes stale) when its folder is not writable, and lets two processes
that compile one function for different types store one's code under the other's name.

Numba checks the code of a kernel against the file that holds it alone, so that after an edit in another file whose kernels it
calls, numba would load the stale code. Here it lies in a folder named by all files that it is made of, see sources.py.
"""
import os
import pickle
import uuid
import zlib
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from gopy.base.filelock import locked
from gopy.compiled.cachedir import KEPT_BUILDS, builds_beside, delete_stale
from gopy.compiled.compiler import FunctionCache, IndexDataCacheFile
from gopy.compiled.dispatch import resolved
from gopy.compiled.libraries import LateImplementation
from gopy.compiled.sources import build_name, closure, made_of, record_types
from gopy.compiled.usercache import distrust, distrust_entry, make_private

_CHECKSUM_BYTES = 4

#: Seconds to wait for another process that is writing its code. After that, the code of this process is not kept.
SAVE_SECONDS = 10.0


#: How many times a kernel's code could not be kept.
_not_kept = 0


def kernels_not_kept() -> int:
    """How many times so far a kernel's code could not be kept, for example because the disk is full."""
    return _not_kept


#: The files that all code that this process has looked for is made of.
_sources: set[Path] = set()


def sources_so_far() -> frozenset[Path]:
    """The files that all code is made of that this process has looked for so far."""
    return frozenset(_sources)


@lru_cache(maxsize=None)
def _may_load_from(folder):
    """Whether code may be loaded from a folder. Once it is so, nobody else can change that."""
    return distrust(folder) is None


class _Locator:
    """Says where the cached code of one function lies. It has only what numba asks of such an object."""
    directory = None            # set once by jit.py

    def __init__(self, function, source_file) -> None:
        self._py_file = source_file     # numba names it where it warns that code cannot be cached
        self._line = function.__code__.co_firstlineno
        self.source = resolved(source_file)
        closure(self.source)        # as it is now: what is compiled later was loaded now

    @classmethod
    def from_function(cls, function, source_file) -> "_Locator":
        return cls(function, source_file)

    def get_cache_path(self) -> str:
        return str(self.directory)          # KernelCache turns to the folder in it for the types of a call

    def ensure_cache_path(self) -> None:
        """Nothing: KernelCache makes the folder."""

    def get_source_stamp(self) -> str:
        return ""               # the folder's name is the stamp

    def get_disambiguator(self) -> str:
        return str(self._line)


class _CheckedFile(IndexDataCacheFile):
    """Index and code of one function. Code is stored with a checksum, since damaged machine code would crash the process.

    Both are pickles, which run what they hold: they are loaded only if nobody else can have written them.
    """

    def __init__(self, cache_path, filename_base) -> None:
        super().__init__(cache_path, filename_base, "")
        self._files_begin = filename_base + "."

    def _load_index(self):
        try:
            self._check_owner(self._index_path)
            return super()._load_index()
        except Exception:       # a damaged file can make pickle raise anything
            return {}

    def save(self, key, data) -> None:
        # The index is read, changed and written back: of two processes that do so at once, one would lose its entry.
        with locked(Path(self._cache_path) / "saving", timeout=SAVE_SECONDS):
            super().save(key, data)
            self._delete_unnamed()

    def _delete_unnamed(self):
        """Delete what the index does not name any more, and what killed processes have left."""
        named = {self._index_name, *self._load_index().values()}
        for name in os.listdir(self._cache_path):
            if name.startswith(self._files_begin) and name not in named:
                with suppress(OSError):
                    os.unlink(self._data_path(name))

    def _data_name(self, number):
        # numba numbers its files: two processes that store code for different types at once would take the same number
        return self._data_name_pattern.format(number=uuid.uuid4().int >> 64)

    def _save_data(self, name, data):
        code = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(zlib.crc32(code).to_bytes(_CHECKSUM_BYTES, "little") + code)

    def _load_data(self, name):
        path = Path(self._data_path(name))
        self._check_owner(path)
        raw = path.read_bytes()
        code = memoryview(raw)[_CHECKSUM_BYTES:]        # no copy: a search has four million bytes of code
        if zlib.crc32(code).to_bytes(_CHECKSUM_BYTES, "little") != raw[:_CHECKSUM_BYTES]:
            raise ValueError(f"{name} is damaged")
        with suppress(OSError):
            os.utime(path)      # its last use: if there is too much code, what was used longest ago is deleted
        return pickle.loads(code)

    @contextmanager
    def _open_for_write(self, filepath):
        """Write a file that takes its place when it is whole. numba's own would be one that others can write to, if they may
        write to all new files of this user."""
        unfinished = f"{filepath}.tmp.{uuid.uuid4().hex[:16]}"
        try:
            with open(unfinished, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                yield file
            os.replace(unfinished, filepath)
        except BaseException:
            with suppress(OSError):
                os.unlink(unfinished)
            raise

    def _check_owner(self, path):
        if not _may_load_from(Path(self._cache_path)) or distrust_entry(path) is not None:
            raise PermissionError(f"{path} may have been written by somebody else")


class _Implementation(LateImplementation):
    _locator_classes = [_Locator]


class KernelCache(FunctionCache):
    """The cache of one kernel. A kernel that is compiled in two ways has a `form` for the second, whose files bear its name."""
    _impl_class = _Implementation

    def __init__(self, function, form="") -> None:
        super().__init__(function)
        self._form = form and f"-{form}"
        self._cache_file = self._file_in(Path(self._cache_path))

    def _file_in(self, folder):
        return _CheckedFile(str(folder), self._impl.filename_base + self._form)

    def _turn_to(self, sig):
        """Switch to the folder for code that takes these types, and return it. The caller holds numba's compiler lock."""
        source = self._impl.locator.source
        files = made_of(source, record_types(sig))
        folder = self._impl.locator.directory / build_name(source, files)
        if not files <= _sources:
            _sources.update(files)
        self._cache_file = self._file_in(folder)
        return folder

    def _make(self, folder):
        """Create the folder for code. A new state of its sources may make an old one superfluous."""
        if not _may_load_from(folder):
            raise PermissionError(f"others can write to {folder}")
        if not folder.is_dir():
            make_private(folder)
            if len(builds_beside(folder)) > KEPT_BUILDS:
                delete_stale(folder.parent)

    def load_overload(self, sig, target_context) -> Any:
        self._turn_to(sig)
        try:
            # numba's own method would first import all that it can compile and register it: code that is there needs none of
            # this, which takes as long as the rest of a start. A kernel that has to be compiled has it registered by the compiler.
            return self._load_overload(sig, target_context)
        except Exception:
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig, data) -> None:
        global _not_kept
        try:
            self._make(self._turn_to(sig))
            super().save_overload(sig, data)
        except OSError:                 # a full disk, a folder turned read-only
            _not_kept += 1


def keep_code_in(directory) -> None:
    """Use `directory` for every `KernelCache` made from now on."""
    _Locator.directory = directory
