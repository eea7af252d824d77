"""Operations on words of 64 bits. All arguments and results are uint64 where nothing else is said."""
import numpy as np
from llvmlite import ir

from gopy.compiled.compiler import cgutils, intrinsic, types
from gopy.compiled.jit import JIT_DISABLED, kernel

ZERO = np.uint64(0)
ONE = np.uint64(1)
WORD_BITS = np.uint64(64)
INDEX_SHIFT = np.uint64(6)
INDEX_MASK = np.uint64(63)

if JIT_DISABLED:
    def popcount(word) -> np.uint64:
        """Number of set bits."""
        return np.uint64(int(word).bit_count())

    def lowest_bit(word) -> np.uint64:
        """Index of the lowest set bit; 64 for an empty word."""
        word = int(word)
        return np.uint64((word & -word).bit_length() - 1 if word else 64)

    def store_word(array, at, word) -> None:
        """Write the eight bytes of `word`, the lowest first, to array[at : at + 8] (uint8[], not necessarily aligned)."""
        array[int(at):int(at) + 8] = np.frombuffer(int(word).to_bytes(8, "little"), np.uint8)

    def around_middle(square, stride) -> np.uint64:
        """The eight bits around the middle of a 3x3 square of bits, whose rows are `stride` apart, as the lowest eight, row by row."""
        square, stride = int(square), int(stride)
        return np.uint64((square & 7) | (square >> stride & 1) << 3 | (square >> stride + 2 & 1) << 4 | (square >> 2 * stride & 7) << 5)

    def load_bits(words, start) -> np.uint64:
        """The bits of the bitset `words` (uint64[:]) from bit `start` on, the lowest 57 of them; those above are undefined."""
        first = int(start) >> 6
        return np.uint64(sum(int(words[i]) << 64 * (i - first) for i in range(first, min(first + 2, len(words))))
                         >> (int(start) & 63) & 2**57 - 1)
else:
    @intrinsic
    def popcount(typingctx, word):
        """Number of set bits."""
        def codegen(context, builder, signature, args):
            return builder.ctpop(args[0])
        return types.uint64(types.uint64), codegen

    @intrinsic
    def lowest_bit(typingctx, word):
        """Index of the lowest set bit; 64 for an empty word."""
        def codegen(context, builder, signature, args):
            return builder.cttz(args[0], context.get_constant(types.boolean, False))
        return types.uint64(types.uint64), codegen

    @intrinsic
    def store_word(typingctx, array, at, word):
        """Write the eight bytes of `word`, the lowest first, to array[at : at + 8] (uint8[], not necessarily aligned)."""
        def codegen(context, builder, signature, args):
            data = cgutils.create_struct_proxy(signature.args[0])(context, builder, args[0]).data
            place = builder.bitcast(builder.gep(data, [args[1]]), args[2].type.as_pointer())
            builder.store(args[2], place, align=1)
            return context.get_dummy_value()
        return types.void(array, types.uint64, types.uint64), codegen

    def _extracts_fast(context):
        """Whether the processor picks bits of a word by a mask in one step: with BMI2, but for those of AMD that take many steps for it."""
        _, name, features = context.codegen().magic_tuple()
        return "+bmi2" in features.split(",") and name not in ("bdver4", "znver1", "znver2")

    @intrinsic
    def around_middle(typingctx, square, stride):
        """The eight bits around the middle of a 3x3 square of bits, whose rows are `stride` apart, as the lowest eight, row by row."""
        def codegen(context, builder, signature, args):
            square, stride = args
            word = square.type

            def row(bits, number):
                return builder.shl(word(bits), builder.mul(stride, word(number)))
            if _extracts_fast(context):
                form = ir.FunctionType(word, [word, word])
                extract = cgutils.get_or_insert_function(builder.module, form, "llvm.x86.bmi.pext.64")
                return builder.call(extract, [square, builder.or_(builder.or_(row(7, 0), row(5, 1)), row(7, 2))])
            second, third = builder.lshr(square, stride), builder.lshr(square, builder.add(stride, stride))
            bits = [builder.and_(square, word(7)), builder.shl(builder.and_(second, word(1)), word(3)),
                    builder.shl(builder.and_(second, word(4)), word(2)), builder.shl(builder.and_(third, word(7)), word(5))]
            return builder.or_(builder.or_(bits[0], bits[1]), builder.or_(bits[2], bits[3]))
        return types.uint64(types.uint64, types.uint64), codegen

    @intrinsic
    def load_bits(typingctx, words, start):
        """The bits of the bitset `words` (uint64[:]) from bit `start` on, the lowest 57 of them; those above are undefined."""
        def codegen(context, builder, signature, args):
            # Eight bytes from any byte on: one load, where two words would take two loads and three shifts. This reads a
            # bitset as the processors that we run on store it, the lowest byte first.
            data = cgutils.create_struct_proxy(signature.args[0])(context, builder, args[0]).data
            word = args[1].type
            first = builder.gep(builder.bitcast(data, cgutils.voidptr_t), [builder.lshr(args[1], word(3))])
            return builder.lshr(builder.load(builder.bitcast(first, word.as_pointer()), align=1),
                                builder.and_(args[1], word(7)))
        return types.uint64(words, types.uint64), codegen


_SEVEN_COPIES = np.uint64(0x0002040810204081)
_LOWEST_BITS = np.uint64(0x0101010101010101)
_SEVEN_BITS = np.uint64(127)


@kernel(entry=False)
def bits_to_bytes(bits):
    """The word whose byte k is bit k of the eight bits `bits`."""
    # Seven copies, seven bits apart, put bit k of copy k at 8k; the eighth bit would run into the next copy.
    return (((bits & _SEVEN_BITS) * _SEVEN_COPIES) & _LOWEST_BITS) | ((bits >> np.uint64(7)) << np.uint64(56))


@kernel(entry=False)
def bit(index):
    """The word with the bit `index` mod 64 set."""
    return ONE << (index & INDEX_MASK)


@kernel(entry=False)
def test_bit(words, index):
    """Whether bit `index` of the bitset `words` (uint64[:]) is set."""
    return (words[index >> INDEX_SHIFT] >> (index & INDEX_MASK)) & ONE != ZERO
