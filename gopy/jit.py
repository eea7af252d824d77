"""The `kernel` decorator and the cache of compiled code.

Numba names a cached kernel by the file that holds it alone, so an edit in a file that the kernel calls
would be served from a stale cache. The cache directory is therefore named by a digest of every source
file of the package, the compiler's version and every NUMBA_* variable (bounds checks change the code,
yet numba does not key on them).
"""
import hashlib
import os
import sys
import tempfile
from pathlib import Path

import numba
from numba import njit
from numba.core import config

PACKAGE = Path(__file__).resolve().parent

#: Variables that say where the cache lies or how the compiler talks, not what code it makes.
_NEUTRAL_VARIABLES = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS"}


def source_digest():
    """Hex digest of all that decides the machine code: sources, numba's version, NUMBA_* variables."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    settings = sorted((k, v) for k, v in os.environ.items()
                      if k.startswith("NUMBA_") and k not in _NEUTRAL_VARIABLES)
    digest.update(repr((numba.__version__, sys.version_info[:3], settings)).encode())
    return digest.hexdigest()[:16]


def _cache_home():
    if "GOPY_CACHE_DIR" in os.environ:
        return Path(os.environ["GOPY_CACHE_DIR"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "gopy"
    return Path(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache"))) / "gopy"


CACHE_DIR = _cache_home() / source_digest()
config.CACHE_DIR = str(CACHE_DIR)

JIT_DISABLED = bool(config.DISABLE_JIT)


def kernel(function=None, *, entry=True, inline=False):
    """Compile `function` without the GIL and cache the machine code.

    entry=False is for a kernel that only other kernels call: it leaves out the two wrappers that Python
    and C would need, a third of the compile time. inline=True makes it part of every caller: a call that
    is not inlined writes each array of a state to the stack, some 30 ns for a Go position.

    Kernels allocate nothing, so the runtime that counts references is off; with it on, looking up a field
    of a state costs an atomic increment and playouts take three times as long.
    """
    if function is None:
        return lambda f: kernel(f, entry=entry, inline=inline)
    return njit(nogil=True, cache=True, error_model="numpy", _nrt=False, forceinline=inline,
                no_cpython_wrapper=not entry, no_cfunc_wrapper=not entry)(function)
