"""Where compiled code is kept: a folder of the user, named after everything that decides the machine code.

Numba checks a cached kernel against the file that holds it alone, so after an edit in another file whose kernels
it calls, numba would still load the stale code. Here the folder is named by a digest of every source file that
kernels are made from, the versions of Python and the compiler, and every NUMBA_* variable (bounds checks change
the code, yet numba's own cache does not take them into account).
"""
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent

#: Variables that say where the cache lies, how many threads run or what the compiler prints: they do not change the code.
_NEUTRAL_VARIABLES = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DEBUG_CACHE"}

#: How many folders of other digests are kept. Those used within the last day are kept as well.
KEPT_FOLDERS = 6
_DAY = 24 * 3600


def kernel_sources(package) -> list[Path]:
    """Paths of the files of `package` that hold kernels, and of all files that these import, directly or indirectly."""
    names = {}
    for path in package.rglob("*.py"):
        parts = [package.name, *path.relative_to(package).with_suffix("").parts]
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    texts = {name: path.read_text(encoding="utf-8") for name, path in names.items()}
    found, todo = set(), [name for name, text in texts.items() if "@kernel" in text]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += [other for other in _imports(texts[name]) if other in names]
    return sorted(names[name] for name in found)


def _imports(text):
    """Names of all modules that a source text may import, at its top or inside functions."""
    for module, what in re.findall(r"^\s*(?:from|import)\s+([\w.]+)(?:\s+import\s+(\([^)]*\)|[^\n]*))?", text, re.M):
        yield module
        yield from (f"{module}.{name}" for name in re.findall(r"\w+", what))


def source_digest(package, compiler_version, environ) -> str:
    """16 hex digits: a digest of everything that decides the machine code made from the folder `package`."""
    digest = hashlib.sha256()
    for path in kernel_sources(package):
        digest.update(os.fsencode(path.relative_to(package)))
        digest.update(path.read_bytes())
    settings = sorted((name, value) for name, value in environ.items()
                      if name.startswith("NUMBA_") and name not in _NEUTRAL_VARIABLES)
    digest.update(repr((compiler_version, sys.version_info[:3], settings)).encode())
    return digest.hexdigest()[:16]


def _homes(environ):
    """Yield the folders in which caches may be kept, the best first."""
    if environ.get("GOPY_CACHE_DIR"):
        yield Path(environ["GOPY_CACHE_DIR"])
    elif sys.platform == "win32":
        yield Path(environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "gopy"
    else:
        caches = environ.get("XDG_CACHE_HOME", "")
        if os.path.isabs(caches):           # a relative path is to be ignored, says the XDG Base Directory Specification
            yield Path(caches) / "gopy"
        home = os.path.expanduser("~")
        if os.path.isabs(home):
            yield Path(home) / ".cache" / "gopy"
    # Code is loaded from here. Everyone can write to the temporary folder, so the folder inside it must belong to us alone.
    user = str(os.getuid()) if hasattr(os, "getuid") else "user"
    private = Path(tempfile.gettempdir()) / f"gopy-{user}"
    with suppress(OSError):
        private.mkdir(mode=0o700, exist_ok=True)
        if not hasattr(os, "getuid") or private.stat().st_uid == os.getuid():
            yield private


def find_cache_dir(compiler_version, environ=os.environ) -> Path | None:
    """The folder for this code, created and found writable; None if no folder is writable, so that nothing can be kept."""
    digest = source_digest(PACKAGE, compiler_version, environ)
    for home in _homes(environ):
        folder = home / digest
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            os.utime(folder)                    # its last use, for delete_stale
            return folder
    return None


def delete_stale(current, now=None) -> None:
    """Delete the digest folders beside `current`, except the KEPT_FOLDERS newest and those used within the last day."""
    now = time.time() if now is None else now
    others = []
    for folder in current.parent.iterdir():
        if re.fullmatch("[0-9a-f]{16}", folder.name) and folder.name != current.name:
            with suppress(OSError):             # another process deletes too
                others.append((folder.stat().st_mtime, folder))
    for last_use, folder in sorted(others, reverse=True)[KEPT_FOLDERS:]:
        if now - last_use > _DAY:
            shutil.rmtree(folder, ignore_errors=True)
