"""Whole numbers that the types of records decide: constants to the compiler, as the size of a board is."""
from typing import TYPE_CHECKING

from gopy.compiled.compiler import intrinsic, types
from gopy.compiled.jit import JIT_DISABLED

if TYPE_CHECKING:
    from collections.abc import Callable


def type_constant(of) -> "Callable":
    """A function of one record, for kernels, whose result is of(type of the record)."""
    if JIT_DISABLED:
        return lambda record: of(type(record))

    @intrinsic
    def constant(typingctx, record):
        def codegen(context, builder, signature, args):
            return context.get_constant(types.intp, of(record.instance_class))
        return types.intp(record), codegen
    return constant


def type_pair_constant(of) -> "Callable":
    """A function of two records, for kernels, whose result is of(type of the first, type of the second)."""
    if JIT_DISABLED:
        return lambda first, second: of(type(first), type(second))

    @intrinsic
    def constant(typingctx, first, second):
        def codegen(context, builder, signature, args):
            return context.get_constant(types.intp, of(first.instance_class, second.instance_class))
        return types.intp(first, second), codegen
    return constant
