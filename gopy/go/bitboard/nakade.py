"""Small regions and their key points: a play there kills the chains around such a region (nakade)."""
import numpy as np

from gopy.compiled.bits import INDEX_SHIFT, ONE, WORD_BITS, ZERO, load_bits, lowest_bit, popcount
from gopy.compiled.jit import kernel
from gopy.go.bitboard.layout import NO_POINT, TWO, size_of, word_count
from gopy.go.bitboard.position import window, window_point

LARGEST_NAKADE = np.uint64(6)

#: How far to both sides of a point `_empty_near` sees: as far as one load of bits, and a row and a point more on any board.
_NEAR = np.uint64(28)
_NEAR_MASK = np.uint64((1 << 57) - 1)


@kernel(entry=False)
def vital_point(position, count):
    """The key point of the shape of the points frontier[0:count]; NO_POINT if the shape has none.

    Chains whose only eye has the inside of such a shape die when the opponent plays the key point. The shapes are
    three in a row or bent, the pyramid and the square of four, the cross and the bulky five, the rabbity six.
    """
    data = position.data[0]
    if count < np.uint64(3) or count > LARGEST_NAKADE:
        return NO_POINT
    best = NO_POINT
    largest = 0
    edges = 0
    stride = size_of(position) + ONE
    for i in range(count):
        degree = 0
        a = np.uint64(data.frontier[i])
        for j in range(count):
            b = np.uint64(data.frontier[j])
            if a + ONE == b or b + ONE == a or a + stride == b or b + stride == a:
                degree += 1
        edges += degree
        if degree > largest:
            largest = degree
            best = a
    edges //= 2
    if count == np.uint64(3):
        return best
    if count == np.uint64(4):
        return best if largest == 3 or edges == 4 else NO_POINT
    if count == np.uint64(5):
        return best if largest == 4 or (edges == 5 and largest == 3) else NO_POINT
    return best if largest == 4 and edges >= 6 else NO_POINT


@kernel(entry=False)
def _free_around(position, point):
    """The empty points among `point` and its eight neighbours, in the bits that `window` uses."""
    tables = position.tables[0]
    middle = ONE << (size_of(position) + TWO)
    nine = tables.orthogonals[point] | tables.diagonals[point] | middle
    return nine & ~(window(position, ZERO, point) | window(position, ONE, point))


@kernel(entry=False)
def _empty_near(position, point):
    """The empty points from _NEAR places before `point` to _NEAR places after it, as 57 bits; bit _NEAR is `point` itself."""
    stones = position.data[0].stones
    start = WORD_BITS + point - _NEAR       # the board begins after a guard word
    white = start + ((word_count(position) + TWO) << INDEX_SHIFT)
    board = load_bits(position.tables[0].board, start) & _NEAR_MASK
    return board & ~(load_bits(stones, start) | load_bits(stones, white))


@kernel(entry=False)
def may_be_nakade(position, start):
    """Whether the empty region of `start` may have a key point, as far as this can be told at a glance.

    The region is followed three steps far, in the rows next to `start`. That shows most regions to be too large, or too small.
    """
    stride = size_of(position) + ONE
    empty = _empty_near(position, start)
    row = np.uint64(7) << (_NEAR - ONE)
    if popcount(empty & (row | (row << stride) | (row >> stride))) > LARGEST_NAKADE:
        return False
    region = ONE << _NEAR
    for _ in range(3):
        region |= ((region << ONE) | (region >> ONE) | (region << stride) | (region >> stride)) & empty
    count = popcount(region)
    if count > TWO:
        return count <= LARGEST_NAKADE
    # Nothing is empty next to a region of one point or two, unless that lies beyond what we see.
    return region >> (_NEAR + _NEAR + ONE - stride) != ZERO or region & ((ONE << stride) - ONE) != ZERO


@kernel(entry=False)
def _list_region(position, start):
    """Put the points of the empty region of `start` into frontier, `start` first; returns how many (uint64) there are.

    Returns 0 for a large region: one of more than LARGEST_NAKADE points, or one with a point that has more than so many empty
    points in its 3x3 neighbourhood.
    """
    tables = position.tables[0]
    frontier = position.data[0].frontier
    frontier[ZERO] = start
    count = ONE
    listed = ZERO
    while listed < count:
        point = np.uint64(frontier[listed])
        listed += ONE
        free = _free_around(position, point)
        if popcount(free) > LARGEST_NAKADE:
            return ZERO
        free &= tables.orthogonals[point]
        while free != ZERO:
            neighbour = window_point(position, point, lowest_bit(free))
            free &= free - ONE
            seen = False
            for i in range(count):
                seen |= np.uint64(frontier[i]) == neighbour
            if not seen:
                if count == LARGEST_NAKADE:
                    return ZERO
                frontier[count] = neighbour
                count += ONE
    return count


@kernel(entry=False, inline=True)
def nakade_move(position, last):
    """The key point of a small empty region next to the last move; NO_POINT if there is none."""
    free = _free_around(position, last) & position.tables[0].orthogonals[last]
    while free != ZERO:
        start = window_point(position, last, lowest_bit(free))
        free &= free - ONE
        if may_be_nakade(position, start):
            vital = vital_point(position, _list_region(position, start))
            if vital != NO_POINT:
                return vital
    return NO_POINT
