"""Area counting inside kernels: stones, and empty regions that reach one colour only (Tromp-Taylor)."""
import numpy as np

from gopy.compiled.bits import INDEX_SHIFT, ONE, WORD_BITS, ZERO, popcount
from gopy.compiled.jit import kernel
from gopy.go.bitboard.layout import TWO, point_count, size_of, word_count


@kernel(entry=False, inline=True)
def beside_word(words, at, n):
    """Word `at` of the set of points next to those of the bitset `words`, which has a word of zeros on both sides."""
    stride = n + ONE
    here = words[at]
    below = words[at - ONE]
    above = words[at + ONE]
    return ((here << ONE) | (below >> np.uint64(63)) | (here >> ONE) | (above << np.uint64(63))
            | (here << stride) | (below >> (WORD_BITS - stride))
            | (here >> stride) | (above << (WORD_BITS - stride)))


@kernel(entry=False)
def dilated_word(words, at, n):
    """Word `at` of the bitset `words` together with the points next to it in the four directions."""
    return words[at] | beside_word(words, at, n)


@kernel(entry=False)
def reach(position, colour, out):
    """Leave the points that `colour` has stones on or reaches through empty points in the words work[out+1 .. out+W]."""
    data = position.data[0]
    tables = position.tables[0]
    w_count = word_count(position)
    n = size_of(position)
    own = colour * (w_count + TWO)
    enemy = (colour ^ ONE) * (w_count + TWO)
    work = position.data[0].work
    for i in range(w_count + TWO):
        work[out + i] = data.stones[own + i]
    changed = True
    while changed:
        changed = False
        for i in range(ONE, w_count + ONE):
            open_points = tables.board[i] & ~data.stones[enemy + i]
            grown = dilated_word(work, out + i, n) & open_points
            if grown != work[out + i]:
                work[out + i] = grown
                changed = True


@kernel(entry=False)
def fill_areas(position):
    """Leave Black's area in work[1 .. W] and White's in work[W+3 .. 2W+2]; returns Black's points less White's."""
    data = position.data[0]
    w_count = word_count(position)
    white = w_count + TWO
    reach(position, ZERO, ZERO)
    reach(position, ONE, white)
    margin = np.int64(0)
    for i in range(ONE, w_count + ONE):
        both = data.work[i] & data.work[white + i]
        data.work[i] &= ~both
        data.work[white + i] &= ~both
        margin += np.int64(popcount(data.work[i])) - np.int64(popcount(data.work[white + i]))
    return margin


@kernel
def area_margin(position):
    """Black's area less White's, komi left out."""
    return fill_areas(position)


@kernel
def area_owner(position, owner):
    """Fill owner (int8[P]) with +1 for Black's area, -1 for White's, 0 elsewhere; returns Black's area less White's."""
    data = position.data[0]
    margin = fill_areas(position)
    white = word_count(position) + TWO
    for p in range(point_count(position)):
        at = ONE + (p >> INDEX_SHIFT)
        shift = p & np.uint64(63)
        black_owns = (data.work[at] >> shift) & ONE
        white_owns = (data.work[white + at] >> shift) & ONE
        owner[p] = np.int8(black_owns) - np.int8(white_owns)
    return margin
