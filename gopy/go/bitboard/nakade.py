"""Small regions and their key points: a play there kills the group around such a region (nakade)."""
import numpy as np

from gopy.compiled.bits import INDEX_SHIFT, ONE, ZERO, bit, lowest_bit, popcount
from gopy.go.bitboard.area import dilated_word
from gopy.go.bitboard.layout import NO_POINT, TWO, size_of, word_count
from gopy.go.bitboard.position import window, window_point
from gopy.compiled.jit import kernel

LARGEST_NAKADE = np.uint64(6)


@kernel(entry=False)
def vital_point(position, count):
    """The key point of the shape of the points frontier[0:count]; NO_POINT if the shape has none.

    A group whose only eye has the inside of such a shape dies when the opponent plays the key point. The shapes are
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
def _is_crowded(position, point):
    """Whether at most LARGEST_NAKADE of `point` and its eight neighbours are empty, as in a small region."""
    return popcount(_free_around(position, point)) <= LARGEST_NAKADE


@kernel(entry=False)
def _fill_region(position, start):
    """Leave the empty region of `start` in work[1 .. W], or a part of it if it is larger than LARGEST_NAKADE.

    Returns the number of points (uint64) found: more than LARGEST_NAKADE if the region is larger.
    """
    data = position.data[0]
    tables = position.tables[0]
    n = size_of(position)
    w_count = word_count(position)
    for i in range(w_count + TWO):
        data.work[i] = ZERO
    data.work[ONE + (start >> INDEX_SHIFT)] = bit(start)
    points = ONE
    while True:
        grown = ZERO
        for i in range(ONE, w_count + ONE):
            empty = tables.board[i - ONE] & ~(data.stones[i] | data.stones[w_count + TWO + i])
            word = dilated_word(data.work, i, n) & empty
            data.work[i] = word
            grown += popcount(word)
        if grown == points or grown > LARGEST_NAKADE:
            return grown
        points = grown


@kernel(entry=False)
def _list_region(position, start):
    """Put the points of the region in work[1 .. W] into frontier, `start` first; returns whether all are crowded."""
    data = position.data[0]
    data.frontier[ZERO] = start
    count = ONE
    data.work[ONE + (start >> INDEX_SHIFT)] &= ~bit(start)
    for i in range(word_count(position)):
        word = data.work[ONE + i]
        while word != ZERO:
            point = (i << INDEX_SHIFT) + lowest_bit(word)
            word &= word - ONE
            if not _is_crowded(position, point):
                return False
            data.frontier[count] = point
            count += ONE
    return True


@kernel(entry=False, inline=True)
def nakade_move(position, last):
    """The key point of a small empty region next to the last move; NO_POINT if there is none.

    A point with more than LARGEST_NAKADE empty points in its 3x3 neighbourhood is taken for part of a large region.
    """
    tables = position.tables[0]
    free = _free_around(position, last) & tables.orthogonals[last]
    while free != ZERO:
        start = window_point(position, last, lowest_bit(free))
        free &= free - ONE
        if not _is_crowded(position, start):
            continue
        count = _fill_region(position, start)
        if count <= LARGEST_NAKADE and count > TWO and _list_region(position, start):
            vital = vital_point(position, count)
            if vital != NO_POINT:
                return vital
    return NO_POINT
