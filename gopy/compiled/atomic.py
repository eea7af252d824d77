"""Atomic reads and writes of one array element, for the tree that threads share without locks."""
from typing import TYPE_CHECKING

from gopy.compiled.compiler import TypingError, cgutils, intrinsic, types
from gopy.compiled.jit import JIT_DISABLED

if TYPE_CHECKING:
    import numpy as np


def _element_pointer(context, builder, array_type, array, index):
    data = cgutils.create_struct_proxy(array_type)(context, builder, array).data
    return builder.gep(data, [index])


def _check(array):
    if not isinstance(array, types.Array) or array.ndim != 1 or not isinstance(array.dtype, types.Integer):
        raise TypingError("atomics work on one-dimensional integer arrays")


if JIT_DISABLED:
    def atomic_add(array, index, value) -> "np.integer":
        """Add `value` to array[index] in one atomic step; returns the value before."""
        old = array[index]
        array[index] = old + value
        return old

    def compare_and_swap(array, index, expected, value) -> "np.integer":
        """Store `value` if array[index] == expected, in one atomic step; returns the value before."""
        old = array[index]
        if old == expected:
            array[index] = value
        return old

    def load_acquire(array, index) -> "np.integer":
        """Read array[index]; later reads see everything that was written before the `store_release` of this value."""
        return array[index]

    def store_release(array, index, value) -> None:
        """Write array[index]; a thread that reads the value by `load_acquire` sees every earlier write too."""
        array[index] = value
else:
    @intrinsic
    def atomic_add(typingctx, array, index, value):
        """Add `value` to array[index] in one atomic step; returns the value before."""
        _check(array)

        def codegen(context, builder, signature, args):
            pointer = _element_pointer(context, builder, signature.args[0], args[0], args[1])
            return builder.atomic_rmw("add", pointer, args[2], "monotonic")
        return array.dtype(array, types.intp, array.dtype), codegen

    @intrinsic
    def compare_and_swap(typingctx, array, index, expected, value):
        """Store `value` if array[index] == expected, in one atomic step; returns the value before."""
        _check(array)

        def codegen(context, builder, signature, args):
            pointer = _element_pointer(context, builder, signature.args[0], args[0], args[1])
            pair = builder.cmpxchg(pointer, args[2], args[3], "acq_rel", "acquire")
            return builder.extract_value(pair, 0)
        return array.dtype(array, types.intp, array.dtype, array.dtype), codegen

    @intrinsic
    def load_acquire(typingctx, array, index):
        """Read array[index]; later reads see everything that was written before the `store_release` of this value."""
        _check(array)

        def codegen(context, builder, signature, args):
            pointer = _element_pointer(context, builder, signature.args[0], args[0], args[1])
            return builder.load_atomic(pointer, "acquire", align=array.dtype.bitwidth // 8)
        return array.dtype(array, types.intp), codegen

    @intrinsic
    def store_release(typingctx, array, index, value):
        """Write array[index]; a thread that reads the value by `load_acquire` sees every earlier write too."""
        _check(array)

        def codegen(context, builder, signature, args):
            pointer = _element_pointer(context, builder, signature.args[0], args[0], args[1])
            builder.store_atomic(args[2], pointer, "release", align=array.dtype.bitwidth // 8)
            return context.get_dummy_value()
        return types.void(array, types.intp, array.dtype), codegen
