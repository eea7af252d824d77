"""Candidate moves of the playout that fight for chains with few liberties: to save, take and race them.

Each function puts its moves into the position's queue behind the `count` that are there, and returns how many there are then.
"""
import numpy as np

from gopy.compiled.bits import INDEX_SHIFT, ONE, ZERO, lowest_bit
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_double
from gopy.go.bitboard.ladder import run_fails
from gopy.go.bitboard.layout import NO_POINT, TWO, word_count
from gopy.go.bitboard.position import (chain_of, has_stone, is_eye, is_placeable, last_liberty, next_chain, other_liberty,
                                       window, window_point)
from gopy.go.bitboard.tactics import THREE, atari_captures, has_liberties_after

#: The most candidates of one rule; any more are left out.
MOST_CANDIDATES = np.uint64(60)


@kernel(entry=False)
def suggest(position, count, point):
    """Add a candidate move to the queue; returns the new count."""
    data = position.data[0]
    if count < MOST_CANDIDATES:
        data.queue[count] = point
        return count + ONE
    return count


@kernel(entry=False)
def counter_captures(position, chain, colour, count):
    """Suggest capturing the enemy chains in atari next to `colour`'s `chain`."""
    data = position.data[0]
    tables = position.tables[0]
    enemy = colour ^ ONE
    any_atari = ZERO
    for i in range(word_count(position)):
        any_atari |= data.atari[enemy * word_count(position) + i]
    if any_atari == ZERO:
        return count
    stone = chain
    while True:
        around = window(position, enemy, stone) & tables.orthogonals[stone]
        while around != ZERO:
            other = chain_of(position, window_point(position, stone, lowest_bit(around)))
            around &= around - ONE
            if data.liberty_count[other] == 1:
                count = suggest(position, count, last_liberty(position, other))
        stone = np.uint64(data.next_stone[stone])
        if stone == chain:
            break
    return count


@kernel(entry=False)
def _loses_by_running(position, chain, colour, params, rng):
    """Whether the playout looks for a ladder that captures `colour`'s chain, which is in atari, when it runs, and finds one."""
    return (params.reject_lost_run != 0.0 and not has_liberties_after(position, last_liberty(position, chain), colour, THREE)
            and next_double(rng) < params.reject_lost_run and run_fails(position, chain, colour))


@kernel(entry=False, inline=True)
def atari_moves(position, last, colour, params, rng):
    """Suggest to take the last move's chain, and to save own chains next to it, where these are in atari."""
    data = position.data[0]
    tables = position.tables[0]
    orthogonal = tables.orthogonals[last]
    count = ZERO
    enemy = colour ^ ONE
    if has_stone(position, enemy, last):
        chain = chain_of(position, last)
        if data.liberty_count[chain] == 1:
            count = suggest(position, count, last_liberty(position, chain))
    own = window(position, colour, last) & orthogonal
    while own != ZERO:
        chain = chain_of(position, window_point(position, last, lowest_bit(own)))
        own &= own - ONE
        if data.liberty_count[chain] != 1:
            continue
        liberty = last_liberty(position, chain)
        runs = (has_liberties_after(position, liberty, colour, TWO)
                and not _loses_by_running(position, chain, colour, params, rng))
        if runs:
            count = suggest(position, count, liberty)
        if not runs or next_double(rng) < params.counter_capture:
            count = counter_captures(position, chain, colour, count)
    return count


@kernel(entry=False)
def _certain_captures(position, chain, colour, count):
    """Suggest the ataris that capture the enemy `chain`, of two liberties, for certain."""
    first = last_liberty(position, chain)
    second = other_liberty(position, chain, first)
    if atari_captures(position, first, colour):
        count = suggest(position, count, first)
    if atari_captures(position, second, colour):
        count = suggest(position, count, second)
    return count


@kernel(entry=False, inline=True)
def two_liberty_moves(position, last, colour):
    """Suggest certain captures of the last move's chain, and defences of own chains that it left with two liberties."""
    data = position.data[0]
    tables = position.tables[0]
    orthogonal = tables.orthogonals[last]
    enemy = colour ^ ONE
    count = ZERO
    if has_stone(position, enemy, last):
        chain = chain_of(position, last)
        if data.liberty_count[chain] == 2:
            count = _certain_captures(position, chain, colour, count)
    own = window(position, colour, last) & orthogonal
    while own != ZERO:
        chain = chain_of(position, window_point(position, last, lowest_bit(own)))
        own &= own - ONE
        if data.liberty_count[chain] != 2:
            continue
        first = last_liberty(position, chain)
        second = other_liberty(position, chain, first)
        # Running to one liberty also answers an enemy move on the other liberty.
        by_first = has_liberties_after(position, first, colour, THREE)
        by_second = has_liberties_after(position, second, colour, THREE)
        if not (not by_second and has_liberties_after(position, first, enemy, TWO)
                or not by_first and has_liberties_after(position, second, enemy, TWO)):
            continue
        if by_first:
            count = suggest(position, count, first)
        if by_second:
            count = suggest(position, count, second)
        count = counter_captures(position, chain, colour, count)
    return count


@kernel(entry=False)
def _race(position, chain, colour, count):
    """Suggest the liberties of the enemy chains next to `chain` that have no more than it, where the stone is not in atari."""
    data = position.data[0]
    tables = position.tables[0]
    w_count = word_count(position)
    for i in range(w_count):
        data.work[i] = ZERO
    stone = chain
    while True:
        around = window(position, colour ^ ONE, stone) & tables.orthogonals[stone]
        while around != ZERO:
            other = chain_of(position, window_point(position, stone, lowest_bit(around)))
            around &= around - ONE
            if data.liberty_count[other] <= data.liberty_count[chain]:
                for i in range(w_count):
                    data.work[i] |= data.liberties[other * w_count + i]
        stone = np.uint64(data.next_stone[stone])
        if stone == chain:
            break
    for i in range(w_count):
        liberties = data.work[i]
        while liberties != ZERO:
            point = (i << INDEX_SHIFT) + lowest_bit(liberties)
            liberties &= liberties - ONE
            if has_liberties_after(position, point, colour, TWO):
                count = suggest(position, count, point)
    return count


@kernel(entry=False)
def race_moves(position, last, colour):
    """Suggest how own chains next to the last move that have three liberties may win a race with their neighbours."""
    data = position.data[0]
    own = window(position, colour, last) & position.tables[0].orthogonals[last]
    count = ZERO
    while own != ZERO:
        chain, own = next_chain(position, last, own)
        if data.liberty_count[chain] == 3:
            count = _race(position, chain, colour, count)
    return count


@kernel(entry=False)
def refused_moves(position, refused, colour):
    """Suggest to capture the enemy chains next to `refused`, where the enemy would not play because it was a bad self-atari."""
    data = position.data[0]
    count = ZERO
    if has_stone(position, ZERO, refused) or has_stone(position, ONE, refused):
        return count
    enemies = window(position, colour ^ ONE, refused) & position.tables[0].orthogonals[refused]
    while enemies != ZERO:
        chain, enemies = next_chain(position, refused, enemies)
        if data.liberty_count[chain] == 1:
            count = suggest(position, count, last_liberty(position, chain))
        elif data.liberty_count[chain] == 2:
            count = _certain_captures(position, chain, colour, count)
    return count


@kernel(entry=False)
def _safe_liberty(position, chain, point, colour):
    """The other liberty of a chain of two liberties, one of which is `point`; NO_POINT if `colour` should not play there,
    because it is an own eye or the stone would be in atari."""
    if position.data[0].liberty_count[chain] != 2:
        return NO_POINT
    liberty = other_liberty(position, chain, point)
    if (liberty == position.data[0].ko_point or not is_placeable(position, liberty, colour)
            or is_eye(position, liberty, colour) or not has_liberties_after(position, liberty, colour, TWO)):
        return NO_POINT
    return liberty


@kernel(entry=False)
def in_place_of(position, point, colour):
    """What to play in the place of a bad self-atari at `point`: the other liberty of a chain that has two, of the enemy's chains
    first; NO_POINT if no chain next to `point` has one."""
    for side in range(2):
        owner = colour ^ ONE if side == 0 else colour
        around = window(position, owner, point) & position.tables[0].orthogonals[point]
        while around != ZERO:
            chain, around = next_chain(position, point, around)
            liberty = _safe_liberty(position, chain, point, colour)
            if liberty != NO_POINT:
                return liberty
    return NO_POINT
