"""Numbers rounded to bfloat16: the exponent of a float32 and its first eight bits, half as long.

Some processors multiply pairs of them and add both products in one step (AVX512_BF16), twice as many products as of float32. That
step adds the product of the second numbers first, then that of the first, and rounds after each. Where it is written as two steps of
multiply and add, in this order, the sums are the same to the last bit. Only numbers below 1e-38 may differ, which that step takes as 0.

So kernels have the same result on every processor if what they multiply is rounded. A record has an attribute `paired` in its type, which
says whether rounded numbers lie in pairs, each in the place of one float32, or each in a float32 of its own.
"""
from typing import TYPE_CHECKING

import numpy as np

from gopy.compiled.compiler import cgutils, intrinsic, types
from gopy.compiled.jit import JIT_DISABLED
from gopy.compiled.lowering import ir
from gopy.compiled.vectors import emit_pointer, vector_type

if TYPE_CHECKING:
    from typing import Any

#: LLVM's name of the step, and of rounding.
_STEP, _ROUND = "llvm.x86.avx512bf16.dpbf16ps.512", "llvm.x86.avx512bf16.cvtneps2bf16.512"

#: The numbers that these take at once.
_LANES = 16


def rounded(array) -> np.ndarray:
    """float32 of the same shape: each number rounded to bfloat16, a tie to the even one."""
    bits = np.ascontiguousarray(array, np.float32).view(np.uint32)
    return (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1)) & np.uint32(0xFFFF0000)).view(np.float32)


def in_pairs(array, axis=-1) -> np.ndarray:
    """Each two rounded numbers along an axis in the place of one float32, the second in its upper half."""
    bits = np.moveaxis(rounded(array).view(np.uint32), axis, -1)
    return np.ascontiguousarray(np.moveaxis(bits[..., 1::2] | bits[..., ::2] >> np.uint32(16), -1, axis)).view(np.float32)


def from_pairs(array) -> np.ndarray:
    """The numbers of an array [..., n] of pairs, as float32[..., 2 n]."""
    bits = np.ascontiguousarray(array).view(np.uint32)
    return np.stack([bits << np.uint32(16), bits & np.uint32(0xFFFF0000)], -1).reshape(*bits.shape[:-1], -1).view(np.float32)


class _BFloat(ir.Type):
    """LLVM's type of these numbers, which llvmlite has not."""

    def _to_string(self) -> str:
        return "bfloat"

    def __eq__(self, other) -> bool:
        return isinstance(other, _BFloat)

    def __hash__(self) -> int:
        return hash(_BFloat)


def emit_pairs_multiply_add(builder, a, b, total) -> "ir.Value":
    """Emit the sum of `total` and the products of all pairs of two vectors, whose numbers are pairs."""
    pairs, sums = ir.VectorType(_BFloat(), 2 * _LANES), vector_type(_LANES)
    function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(sums, [sums, pairs, pairs]), _STEP)
    return builder.call(function, [total, builder.bitcast(a, pairs), builder.bitcast(b, pairs)])


def _emit_rounded(builder, vector):
    """Emit what `rounded` makes of a vector."""
    words = ir.VectorType(ir.IntType(32), vector.type.count)

    def each(word):
        return ir.Constant(words, [word] * words.count)
    bits = builder.bitcast(vector, words)
    odd = builder.and_(builder.lshr(bits, each(16)), each(1))
    return builder.bitcast(builder.and_(builder.add(builder.add(bits, each(0x7FFF)), odd), each(0xFFFF0000)), vector.type)


if JIT_DISABLED:
    def store_rounded(like, vector, array, at) -> "Any":
        """Round a vector and write it to array[at] and on (float32[]); in pairs, it takes half of the room."""
        numbers = in_pairs(vector) if like.paired else rounded(vector)
        array[at:at + len(numbers)] = numbers
else:
    @intrinsic
    def store_rounded(typingctx, like, vector, array, at):
        """Round a vector and write it to array[at] and on (float32[]); in pairs, it takes half of the room."""
        def codegen(context, builder, signature, args):
            found, lanes = args[1], vector.lanes
            if like.instance_class.paired:
                halves = ir.VectorType(_BFloat(), lanes)
                function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(halves, [found.type]), _ROUND)
                found = builder.bitcast(builder.call(function, [found]), vector_type(lanes // 2))
            else:
                found = _emit_rounded(builder, found)
            builder.store(found, emit_pointer(context, builder, array, args[2], args[3], found.type.count), align=4)
            return context.get_dummy_value()
        return types.void(like, vector, array, types.intp), codegen
