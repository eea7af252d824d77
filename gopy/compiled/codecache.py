"""Numba's cache of compiled functions, made robust: whatever the state of the disk, at worst a function is compiled again.

Numba's own cache raises an exception at the call when a file is truncated or the disk is full, falls back
silently to `__pycache__` (where it goes stale) when its folder is not writable, and lets two processes
that compile one function for different types store one's code under the other's name.

The name of the cache folder covers the source of gopy alone. A kernel in another file (a user's own game) is kept with
that file's digest, and code that our kernels were compiled to for a record of that file lies in a folder of its own.
"""
import hashlib
import os
import pickle
import sys
import uuid
import zlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from gopy.compiled.compiler import FunctionCache, IndexDataCacheFile
from gopy.compiled.filelock import locked

_PACKAGE = Path(__file__).resolve().parent.parent

_CHECKSUM_BYTES = 4

#: Seconds to wait for another process that is writing its code. After that, the code of this process is not kept.
SAVE_SECONDS = 10.0


def _is_ours(path):
    return _PACKAGE in path.parents


def _digest(paths):
    """8 hex digits of the names and contents of files."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(os.fsencode(path) + b"\0")
        if path.is_file():      # code typed at a prompt has a file name like <stdin>
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def _foreign_sources(numba_types):
    """Sorted paths of the files outside this package whose record types occur in `numba_types`."""
    found = set()
    for each in numba_types:
        record = getattr(each, "instance_class", None)
        file = getattr(sys.modules.get(getattr(record, "__module__", None)), "__file__", None)
        if file and not _is_ours(Path(file).resolve()):
            found.add(Path(file).resolve())
        found.update(_foreign_sources(getattr(each, "types", ())))
    return sorted(found)


@lru_cache(maxsize=None)
def _folder_and_stamp(source_file):
    """The name of the folder that keeps the code of a source file, and the file's digest if it is not ours."""
    source = Path(source_file).resolve()
    # Two checkouts of the same source have the same digest but need folders of their own: debug information names files.
    key = hashlib.sha256(os.fsencode(source.parent)).hexdigest()[:8]
    return f"{source.parent.name}-{key}", "" if _is_ours(source) else _digest([source])


class _Locator:
    """Says where the cached code of one function lies. It has only the methods that numba calls on such an object."""
    directory = None            # set once by jit.py

    def __init__(self, function, source_file) -> None:
        self._line = function.__code__.co_firstlineno
        folder, self._stamp = _folder_and_stamp(source_file)
        self._path = str(self.directory / folder)

    @classmethod
    def from_function(cls, function, source_file) -> "_Locator":
        return cls(function, source_file)

    def get_cache_path(self) -> str:
        return self._path

    def ensure_cache_path(self) -> None:
        Path(self._path).mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        return self._stamp      # empty for our own files, whose stamp is the directory's name

    def get_disambiguator(self) -> str:
        return str(self._line)


class _CheckedFile(IndexDataCacheFile):
    """Index and code of one function. Code is stored with a checksum, since damaged machine code would crash the process."""

    def _load_index(self):
        try:
            return super()._load_index()
        except Exception:       # a damaged file can make pickle raise anything
            return {}

    def save(self, key, data) -> None:
        # The index is read, changed and written back: of two processes that do so at once, one would lose its entry.
        with locked(Path(self._cache_path) / "saving", timeout=SAVE_SECONDS):
            super().save(key, data)

    def _data_name(self, number):
        # numba numbers its files: two processes that store code for different types at once would take the same number
        return self._data_name_pattern.format(number=uuid.uuid4().int >> 64)

    def _save_data(self, name, data):
        code = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(zlib.crc32(code).to_bytes(_CHECKSUM_BYTES, "little") + code)

    def _load_data(self, name):
        raw = Path(self._data_path(name)).read_bytes()
        code = raw[_CHECKSUM_BYTES:]
        if zlib.crc32(code).to_bytes(_CHECKSUM_BYTES, "little") != raw[:_CHECKSUM_BYTES]:
            raise ValueError(f"{name} is damaged")
        return pickle.loads(code)


class _Implementation(FunctionCache._impl_class):
    _locator_classes = [_Locator]


class KernelCache(FunctionCache):
    """The cache of one kernel."""
    _impl_class = _Implementation

    def __init__(self, function) -> None:
        super().__init__(function)
        self._own_file = self._cache_file = self._file_in(self._cache_path)

    def _file_in(self, folder):
        return _CheckedFile(folder, self._impl.filename_base, self._impl.locator.get_source_stamp())

    def _turn_to(self, sig):
        """Switch to the folder for code that takes these types. The caller holds numba's compiler lock."""
        foreign = _foreign_sources(sig)
        self._cache_file = self._own_file
        if foreign:
            folder = f"{self._cache_path}-{_digest(foreign)}"
            with suppress(OSError):
                Path(folder).mkdir(parents=True, exist_ok=True)
            self._cache_file = self._file_in(folder)

    def load_overload(self, sig, target_context) -> Any:
        self._turn_to(sig)
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig, data) -> None:
        self._turn_to(sig)
        with suppress(OSError):                 # a full disk, a folder turned read-only
            super().save_overload(sig, data)


def keep_code_in(directory) -> None:
    """Use `directory` for every `KernelCache` made from now on."""
    _Locator.directory = directory
