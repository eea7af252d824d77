"""What a kernel is made of: the source files that decide its machine code.

These are the kernel's own file and all that it imports, directly or indirectly; and since a verb calls the kernel that is
registered for the type of a record, also the files of the kernels for the records that it takes. So an edit of one game
compiles nothing of another game again.
"""
import hashlib
import os
import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from gopy.compiled.dispatch import registered

PACKAGE = Path(__file__).resolve().parent.parent


@lru_cache(maxsize=None)        # as it is when it is first met: what is compiled later was loaded then
def _contents(path):
    """The bytes of a file; of a path that is no file, such as the <stdin> of code typed at a prompt, nothing."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def imported_files(text, package=PACKAGE) -> set[Path]:
    """The files of `package` that a source text may import, at its top or inside functions."""
    found = set()
    for module, what in re.findall(r"^\s*(?:from|import)\s+([\w.]+)(?:\s+import\s+(\([^)]*\)|[^\n]*))?", text, re.M):
        names = re.findall(r"\w+", what)
        inner = [_file_of_module(f"{module}.{name}", package) for name in names]
        found.update(inner)
        if None in inner or not names:      # a name in the module itself; not so `from gopy import game`
            found.add(_file_of_module(module, package))
    return found - {None}


@lru_cache(maxsize=None)
def _file_of_module(name, package):
    top, *rest = name.split(".")
    if top != package.name:
        return None
    path = package.joinpath(*rest)
    found = [file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()]
    return found[0] if found else None


@lru_cache(maxsize=None)        # as it was when it was first met, and once for all that import it
def _imports_of(path, package):
    return imported_files(_contents(path).decode("utf-8", "replace"), package)


@lru_cache(maxsize=None)
def closure(path, package=PACKAGE) -> frozenset[Path]:
    """A source file and all files of `package` that it imports, directly or indirectly."""
    found, todo = set(), [path]
    while todo:
        file = todo.pop()
        if file not in found:
            found.add(file)
            todo += _imports_of(file, package)
    return frozenset(found)


def record_types(numba_types) -> set[type]:
    """The types of the records among the types of a kernel's arguments, and of the records in these."""
    found = set()
    for each in numba_types:
        record = getattr(each, "instance_class", None)
        if record is not None:
            found.add(record)
        found |= record_types(getattr(each, "types", ()))
    return found


def made_of(source, records) -> frozenset[Path]:
    """The files that decide the machine code of a kernel in the file `source` that takes records of the types `records`."""
    files = sorted(path for path in map(_file_of_type, records) if path)
    kernels = sorted({pair for record in records for pair in registered(record)})
    return _made_of(source, tuple(files), tuple(kernels))


def _file_of_type(record):
    file = getattr(sys.modules.get(record.__module__), "__file__", None)
    return file and Path(file).resolve()


@lru_cache(maxsize=None)
def _made_of(source, files, kernels):
    found = closure(source).union(*map(closure, files))
    while True:
        reached = {kernel for verb, kernel in kernels if verb in found} - found
        if not reached:
            return found
        found = found.union(*map(closure, reached))


@lru_cache(maxsize=None)
def _digest(path):
    return hashlib.sha256(_contents(path)).digest()


@lru_cache(maxsize=None)
def build_name(source, files) -> str:
    """A name for the code of the kernels in `source` that is made of `files`: the name of the source, 16 hex digits of their
    paths (debug information tells them, so that each checkout has code of its own), 16 of their contents."""
    files = sorted(files)
    paths = hashlib.sha256(b"\0".join(map(os.fsencode, [source, *files])))
    return f"{source.stem}-{paths.hexdigest()[:16]}-{contents_digest(files)}"


def contents_digest(files: Iterable[Path]) -> str:
    """16 hex digits of the contents of files, in this order."""
    return hashlib.sha256(b"".join(map(_digest, files))).hexdigest()[:16]
