"""Words of 64 bits: count, find, walk. All arguments and results are uint64."""
import numpy as np
from numba import types
from numba.extending import intrinsic

from gopy.jit import JIT_DISABLED, kernel

ZERO = np.uint64(0)
ONE = np.uint64(1)
WORD_BITS = np.uint64(64)
INDEX_SHIFT = np.uint64(6)
INDEX_MASK = np.uint64(63)

if JIT_DISABLED:
    def popcount(word):
        """Number of set bits."""
        return np.uint64(int(word).bit_count())

    def lowest_bit(word):
        """Index of the lowest set bit; 64 for an empty word."""
        word = int(word)
        return np.uint64((word & -word).bit_length() - 1 if word else 64)
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


@kernel(entry=False)
def bit(index):
    """The word with the bit `index` mod 64 set."""
    return ONE << (index & INDEX_MASK)


@kernel(entry=False)
def test_bit(words, index):
    """Whether bit `index` of the bitset `words` (uint64[:]) is set."""
    return (words[index >> INDEX_SHIFT] >> (index & INDEX_MASK)) & ONE != ZERO
