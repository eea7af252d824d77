"""The parts of numba by which a type of our own is compiled, and its vectors become machine code.

To import them loads numba's registries, which takes longer than to load a whole search from the cache. So they stand apart from
compiler.py: only what is compiled with such types imports them.
"""
from functools import lru_cache

from gopy.compiled.compiler import lacking

try:
    from llvmlite import ir
    from numba.core.registry import cpu_target
    from numba.core.typing.templates import signature
    from numba.extending import lower_builtin, models, register_model
    from numba.np.arrayobj import make_array
except (ImportError, AttributeError) as error:
    raise lacking(error) from None

__all__ = ["ir", "lower_builtin", "make_array", "models", "processor_features", "processor_name", "register_model", "signature"]


@lru_cache(maxsize=None)
def processor_features() -> frozenset[str]:
    """LLVM's names of the processor's family and of what it can do, "x86_64" and "avx2" for two, as far as code is compiled for it."""
    triple, _, features = cpu_target.target_context.codegen().magic_tuple()
    return frozenset([triple.partition("-")[0], *(feature[1:] for feature in features.split(",") if feature.startswith("+"))])


def processor_name() -> str:
    """LLVM's name of the processor's generation for which code is compiled, "znver5" or "sapphirerapids" for two."""
    return str(cpu_target.target_context.codegen().magic_tuple()[1])
