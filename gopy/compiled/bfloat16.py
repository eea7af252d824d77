"""Numbers rounded to bfloat16: the exponent of a float32 and its first eight bits, half as long.

Some processors multiply pairs of them and add both products in one step (AVX512_BF16), twice as many products as of float32. That
step adds the product of the second numbers first, then that of the first, and rounds after each. Where it is written as two steps of
multiply and add, in this order, the sums are the same to the last bit. Only numbers below 1e-38 may differ, which that step takes as 0.

So kernels have the same result on every processor if what they multiply is rounded, but where matrix registers do it (amx.py). A record
has an attribute `paired` in its type, which says whether rounded numbers lie in pairs, each in the place of one float32, or each in a
float32 of its own.
"""
from typing import TYPE_CHECKING

import numpy as np

from gopy.compiled.compiler import cgutils, intrinsic, types
from gopy.compiled.jit import JIT_DISABLED
from gopy.compiled.lowering import ir, make_array
from gopy.compiled.vectors import Vector, emit_pointer, vector_type

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
    def load_bfloat16(like, array, at) -> "Any":
        """The vector whose numbers begin at array[at] (uint16[], the bits of bfloat16)."""
        return (array[at:at + like.lanes].astype(np.uint32) << np.uint32(16)).view(np.float32)

    def store_bfloat16(vector, array, at) -> None:
        """Round a vector and write it to array[at] and on (uint16[])."""
        array[at:at + len(vector)] = rounded(vector).view(np.uint32) >> np.uint32(16)

    def store_pairs(first, second, array, at) -> None:
        """Round two vectors and write pairs of their numbers to array[at] and on (float32[])."""
        array[at:at + len(first)] = in_pairs(np.stack([first, second], -1)).ravel()

    def store_rounded(like, vector, array, at) -> "Any":
        """Round a vector and write it to array[at] and on (float32[]); in pairs, it takes half of the room."""
        numbers = in_pairs(vector) if like.paired else rounded(vector)
        array[at:at + len(numbers)] = numbers
else:
    def _bits(context, builder, kind, array, at, lanes):
        """(the pointer to so many uint16 from array[at] on, LLVM's type of so many uint32)"""
        data = make_array(kind)(context, builder, array).data
        place = builder.bitcast(builder.gep(data, [at]), ir.VectorType(ir.IntType(16), lanes).as_pointer())
        return place, ir.VectorType(ir.IntType(32), lanes)

    def _sixteen(words):
        return ir.Constant(words, [16] * words.count)

    @intrinsic
    def load_bfloat16(typingctx, like, array, at):
        """The vector whose numbers begin at array[at] (uint16[], the bits of bfloat16)."""
        lanes = like.instance_class.lanes

        def codegen(context, builder, signature, args):
            place, words = _bits(context, builder, array, args[1], args[2], lanes)
            wide = builder.zext(builder.load(place, align=2), words)
            return builder.bitcast(builder.shl(wide, _sixteen(words)), vector_type(lanes))
        return Vector(lanes)(like, array, types.intp), codegen

    @intrinsic
    def store_bfloat16(typingctx, vector, array, at):
        """Round a vector and write it to array[at] and on (uint16[])."""
        def codegen(context, builder, signature, args):
            place, words = _bits(context, builder, array, args[1], args[2], vector.lanes)
            bits = builder.lshr(builder.bitcast(_emit_rounded(builder, args[0]), words), _sixteen(words))
            builder.store(builder.trunc(bits, place.type.pointee), place, align=2)
            return context.get_dummy_value()
        return types.void(vector, array, types.intp), codegen

    @intrinsic
    def store_pairs(typingctx, first, second, array, at):
        """Round two vectors and write pairs of their numbers to array[at] and on (float32[])."""
        def codegen(context, builder, signature, args):
            words = ir.VectorType(ir.IntType(32), first.lanes)
            low, high = (builder.bitcast(_emit_rounded(builder, vector), words) for vector in args[:2])
            pairs = builder.or_(high, builder.lshr(low, _sixteen(words)))
            builder.store(builder.bitcast(pairs, vector_type(first.lanes)),
                          emit_pointer(context, builder, array, args[2], args[3], first.lanes), align=4)
            return context.get_dummy_value()
        return types.void(first, second, array, types.intp), codegen

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
