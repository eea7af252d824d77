"""The parts of numba that gopy is built on. The private ones, which any version may move, are imported here and in lowering.py alone.

njit, literal_unroll, types and intrinsic are numba's public interface. The rest is not: the cache of compiled code, the template that
types a call, and the builders of machine code. pyproject.toml therefore bounds numba above as well as below.
"""
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from gopy.base.errors import UserError


@contextmanager
def _hidden(*names: str) -> Iterator[None]:
    """Let imports of these modules fail, unless they are loaded already."""
    hidden = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))       # type: ignore[arg-type]   # None stands for a module that is not there
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]


# With yaml numba takes settings from a file in the current folder too, which would change code that the cache knows by the settings
# in the environment alone. Of scipy it only looks at the version here. Both take longer to load than much of gopy.
with _hidden("yaml", "scipy"):
    import numba
    from numba import literal_unroll, njit, types
    from numba.extending import intrinsic

#: The oldest and the newest numba that the tests have passed with.
TESTED = ("0.61", "0.68")


def lacking(error: Exception) -> UserError:
    """What is told where this numba has moved or lost a part."""
    return UserError(f"numba {numba.__version__} lacks a part that gopy is built on ({error}); gopy takes numba {TESTED[0]} "
                     f"to {TESTED[1]}: pip install numba~={TESTED[1]}.0")


try:
    from llvmlite.binding import parse_bitcode
    from numba.core import cgutils, config
    from numba.core.caching import FunctionCache, IndexDataCacheFile
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler
    from numba.core.errors import TypingError
    from numba.core.typing.templates import AbstractTemplate, infer_global
except (ImportError, AttributeError) as error:
    raise lacking(error) from None

VERSION = numba.__version__

__all__ = ["AbstractTemplate", "Compiler", "FunctionCache", "IndexDataCacheFile", "JITCodeLibrary", "TESTED", "TypingError", "VERSION",
           "cgutils", "config", "infer_global", "intrinsic", "lacking", "literal_unroll", "njit", "parse_bitcode", "types"]
