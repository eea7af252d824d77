"""The parts of numba that gopy is built on. The private ones, which any version may move, are imported in this file alone.

njit, literal_unroll, types, intrinsic and what registers a type of our own are numba's public interface. The rest is not: the cache of
compiled code, the template that types a call, the builders of machine code, the target. pyproject.toml therefore bounds numba above as
well as below.
"""
from functools import lru_cache

import numba
from llvmlite import ir
from numba import literal_unroll, njit, types
from numba.extending import intrinsic

from gopy.errors import UserError

#: The oldest and the newest numba that the tests have passed with.
TESTED = ("0.61", "0.68")

try:
    from numba.core import cgutils, config
    from numba.core.caching import FunctionCache, IndexDataCacheFile
    from numba.core.errors import TypingError
    from numba.core.registry import cpu_target
    from numba.core.typing.templates import AbstractTemplate, infer_global, signature
    from numba.extending import lower_builtin, models, register_model
    from numba.np.arrayobj import make_array
except (ImportError, AttributeError) as error:
    raise UserError(f"numba {numba.__version__} lacks a part that gopy is built on ({error}); gopy takes numba {TESTED[0]} "
                    f"to {TESTED[1]}: pip install numba~={TESTED[1]}.0") from None

VERSION = numba.__version__

__all__ = ["AbstractTemplate", "FunctionCache", "IndexDataCacheFile", "TESTED", "TypingError", "VERSION", "cgutils", "config",
           "infer_global", "intrinsic", "ir", "literal_unroll", "lower_builtin", "make_array", "models", "njit", "processor_features",
           "register_model", "signature", "types"]


@lru_cache(maxsize=None)
def processor_features() -> frozenset[str]:
    """LLVM's names of the processor's family and of what it can do, "x86_64" and "avx2" for two, as far as code is compiled for it."""
    triple, _, features = cpu_target.target_context.codegen().magic_tuple()
    return frozenset([triple.partition("-")[0], *(feature[1:] for feature in features.split(",") if feature.startswith("+"))])
