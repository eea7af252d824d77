"""Small tactical questions about one move: liberties after it, self-atari, short captures."""
import numpy as np

from gopy.compiled.bits import INDEX_SHIFT, ONE, ZERO, bit, lowest_bit, popcount
from gopy.compiled.jit import kernel
from gopy.go.bitboard.layout import NO_POINT, TWO, word_count
from gopy.go.bitboard.nakade import LARGEST_NAKADE, vital_point
from gopy.go.bitboard.position import chain_of, other_liberty, window, window_point

THREE = np.uint64(3)


@kernel(entry=False)
def liberties_after(position, point, colour):
    """How many liberties (uint64) the chain would have that `colour` makes by playing at the empty `point`.

    Exact but for captures: each captured stone counts as one liberty, even if it does not touch the chain.
    """
    data = position.data[0]
    tables = position.tables[0]
    w_count = word_count(position)
    orthogonal = tables.orthogonals[point]
    own = window(position, colour, point) & orthogonal
    enemy = window(position, colour ^ ONE, point) & orthogonal
    free = orthogonal & ~(own | enemy)
    captured = ZERO
    while enemy != ZERO:
        chain = chain_of(position, window_point(position, point, lowest_bit(enemy)))
        if data.liberty_count[chain] == 1:
            captured += np.uint64(data.stone_count[chain])
        enemy &= enemy - ONE
    if own == ZERO:
        return popcount(free) + captured
    first = chain_of(position, window_point(position, point, lowest_bit(own)))
    second, third, fourth = first, first, first
    own &= own - ONE
    if own != ZERO:
        second = chain_of(position, window_point(position, point, lowest_bit(own)))
        own &= own - ONE
        if own != ZERO:
            third = chain_of(position, window_point(position, point, lowest_bit(own)))
            own &= own - ONE
            if own != ZERO:
                fourth = chain_of(position, window_point(position, point, lowest_bit(own)))
    if second == first and third == first and fourth == first:
        count = np.uint64(data.liberty_count[first])
    else:
        count = ZERO
        for i in range(w_count):
            count += popcount(data.liberties[first * w_count + i] | data.liberties[second * w_count + i]
                              | data.liberties[third * w_count + i] | data.liberties[fourth * w_count + i])
    while free != ZERO:
        gained = window_point(position, point, lowest_bit(free))
        free &= free - ONE
        at = gained >> INDEX_SHIFT
        had = (data.liberties[first * w_count + at] | data.liberties[second * w_count + at]
               | data.liberties[third * w_count + at] | data.liberties[fourth * w_count + at])
        if had & bit(gained) == ZERO:
            count += ONE
    return count - ONE + captured       # `point` was a liberty of each of these chains


@kernel(entry=False)
def has_liberties_after(position, point, colour, enough):
    """Whether `liberties_after` is at least `enough` (uint64, 1 to 4); for most points there is no need to count."""
    data = position.data[0]
    orthogonal = position.tables[0].orthogonals[point]
    own = window(position, colour, point) & orthogonal
    enemy = window(position, colour ^ ONE, point) & orthogonal
    if popcount(orthogonal & ~(own | enemy)) >= enough:
        return True
    while own != ZERO:
        chain = chain_of(position, window_point(position, point, lowest_bit(own)))
        own &= own - ONE
        if data.liberty_count[chain] > np.int64(enough):
            return True
    return liberties_after(position, point, colour) >= enough


@kernel(entry=False)
def joined_stones(position, point, colour):
    """Put the stones of the chain that `colour` makes by playing at `point` into frontier[0:n], the new stone first.

    Returns n; more than LARGEST_NAKADE means "large" and the list is not complete.
    """
    data = position.data[0]
    tables = position.tables[0]
    data.frontier[ZERO] = point
    count = ONE
    own = window(position, colour, point) & tables.orthogonals[point]
    while own != ZERO:
        chain = chain_of(position, window_point(position, point, lowest_bit(own)))
        own &= own - ONE
        seen = False
        for i in range(ONE, count):
            seen |= chain_of(position, np.uint64(data.frontier[i])) == chain
        if seen:
            continue
        if count + np.uint64(data.stone_count[chain]) > LARGEST_NAKADE:
            return LARGEST_NAKADE + ONE
        stone = chain
        while True:
            data.frontier[count] = stone
            count += ONE
            stone = np.uint64(data.next_stone[stone])
            if stone == chain:
                break
    return count


@kernel(entry=False)
def _only_liberty(position, point, colour):
    """The one liberty that `colour`'s chain has after a self-atari at `point`; NO_POINT for a suicide."""
    orthogonal = position.tables[0].orthogonals[point]
    own = window(position, colour, point) & orthogonal
    free = orthogonal & ~(own | window(position, colour ^ ONE, point))
    if free != ZERO:
        return window_point(position, point, lowest_bit(free))
    while own != ZERO:
        chain = chain_of(position, window_point(position, point, lowest_bit(own)))
        own &= own - ONE
        liberty = other_liberty(position, chain, point)
        if liberty != NO_POINT:
            return liberty
    return NO_POINT


@kernel(entry=False)
def _is_enclosed(position, liberty, colour, count):
    """Whether the enemy and the chain frontier[0:count] alone surround the last liberty of this chain."""
    frontier = position.data[0].frontier
    orthogonal = position.tables[0].orthogonals[liberty]
    around = orthogonal & ~window(position, colour ^ ONE, liberty)
    while around != ZERO:
        neighbour = window_point(position, liberty, lowest_bit(around))
        around &= around - ONE
        in_chain = False
        for i in range(count):
            in_chain |= np.uint64(frontier[i]) == neighbour
        if not in_chain:
            return False
    return True


@kernel(entry=False)
def is_bad_self_atari(position, point, colour):
    """Whether playing the empty `point` leaves `colour`'s chain with one liberty at most, and serves no purpose."""
    return not has_liberties_after(position, point, colour, TWO) and serves_no_purpose(position, point, colour)


@kernel(entry=False)
def serves_no_purpose(position, point, colour):
    """Whether a self-atari of `colour` at the empty `point` is a bad one.

    It is not bad if it captures something, if it throws in one stone that puts a chain in atari, or if it makes a
    shape of two to six stones inside an eye whose capture leaves a shape with a key point (nakade).
    """
    data = position.data[0]
    orthogonal = position.tables[0].orthogonals[point]
    enemy = window(position, colour ^ ONE, point) & orthogonal
    gives_atari = False
    while enemy != ZERO:
        count = data.liberty_count[chain_of(position, window_point(position, point, lowest_bit(enemy)))]
        enemy &= enemy - ONE
        if count == 1:
            return False
        gives_atari |= count == 2
    stones = joined_stones(position, point, colour)
    if stones == ONE:
        return not gives_atari
    if stones > LARGEST_NAKADE:
        return True
    liberty = _only_liberty(position, point, colour)
    if liberty == NO_POINT or not _is_enclosed(position, liberty, colour, stones):
        return True
    return stones > TWO and vital_point(position, stones) == NO_POINT


@kernel(entry=False)
def atari_captures(position, point, colour):
    """Whether `colour` captures a two-liberty enemy chain next to `point` for certain by playing there.

    The chain that runs to its other liberty must be in atari again or worse. Returns False when the atari at `point`
    would itself be a self-atari.
    """
    data = position.data[0]
    tables = position.tables[0]
    if not has_liberties_after(position, point, colour, TWO):
        return False
    enemy = window(position, colour ^ ONE, point) & tables.orthogonals[point]
    while enemy != ZERO:
        chain = chain_of(position, window_point(position, point, lowest_bit(enemy)))
        enemy &= enemy - ONE
        if data.liberty_count[chain] == 2 and not escapes_after(position, chain, point, colour ^ ONE):
            return True
    return False


@kernel(entry=False)
def escapes_after(position, chain, point, colour):
    """Whether `colour`'s two-liberty `chain`, attacked at `point`, gets at least two liberties by running.

    `point` is one of its liberties. Captures that would save it are not looked for, except those that the run makes.
    """
    run = other_liberty(position, chain, point)
    return has_liberties_after(position, run, colour, THREE)     # one of them is `point`, lost to the attacker
