"""Candidate moves of the playout that fight for chains with few liberties: to save and to take them.

Each function puts its moves into the queue of the work record behind the `count` that are there, and returns how many there are
then.
"""
import numpy as np

from gopy.compiled.bits import ONE, ZERO, lowest_bit
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_double
from gopy.go.bitboard.layout import TWO, word_count
from gopy.go.bitboard.position import chain_of, has_stone, last_liberty, other_liberty, window, window_point
from gopy.go.bitboard.tactics import THREE, atari_captures, has_liberties_after

#: The most candidates of one rule; any more are left out.
MOST_CANDIDATES = np.uint64(60)

#: Fields of the work record (work.py): candidates, and from learnt_patterns.WEIGHTS on their weights.
WORK_FIELDS = [("queue", np.uint16, (160,))]


@kernel(entry=False)
def suggest(work, count, point):
    """Add a candidate move to the queue; returns the new count."""
    if count < MOST_CANDIDATES:
        work.queue[count] = point
        return count + ONE
    return count


@kernel(entry=False)
def counter_captures(position, work, chain, colour, count):
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
                count = suggest(work, count, last_liberty(position, other))
        stone = np.uint64(data.next_stone[stone])
        if stone == chain:
            break
    return count


@kernel(entry=False, inline=True)
def atari_moves(position, work, last, colour, game_params, rng):
    """Suggest to take the last move's chain, and to save own chains next to it, where these are in atari."""
    count = taking_moves(position, work, last, colour)
    return saving_moves(position, work, last, colour, count, game_params, rng)


@kernel(entry=False, inline=True)
def taking_moves(position, work, last, colour):
    """Suggest to take the last move's chain if it is in atari; returns the number of candidates in the queue."""
    if has_stone(position, colour ^ ONE, last):
        chain = chain_of(position, last)
        if position.data[0].liberty_count[chain] == 1:
            return suggest(work, ZERO, last_liberty(position, chain))
    return ZERO


@kernel(entry=False, inline=True)
def saving_moves(position, work, last, colour, count, game_params, rng):
    """Suggest to save own chains next to the last move that are in atari."""
    data = position.data[0]
    own = window(position, colour, last) & position.tables[0].orthogonals[last]
    while own != ZERO:
        chain = chain_of(position, window_point(position, last, lowest_bit(own)))
        own &= own - ONE
        if data.liberty_count[chain] != 1:
            continue
        liberty = last_liberty(position, chain)
        runs = has_liberties_after(position, liberty, colour, TWO)
        if runs:
            count = suggest(work, count, liberty)
        if not runs or next_double(rng) < game_params.counter_capture:
            count = counter_captures(position, work, chain, colour, count)
    return count


@kernel(entry=False)
def _certain_captures(position, work, chain, colour, count):
    """Suggest the ataris that capture the enemy `chain`, of two liberties, for certain."""
    first = last_liberty(position, chain)
    second = other_liberty(position, chain, first)
    if atari_captures(position, first, colour):
        count = suggest(work, count, first)
    if atari_captures(position, second, colour):
        count = suggest(work, count, second)
    return count


@kernel(entry=False, inline=True)
def two_liberty_moves(position, work, last, colour):
    """Suggest certain captures of the last move's chain, and defences of own chains that it left with two liberties."""
    data = position.data[0]
    tables = position.tables[0]
    orthogonal = tables.orthogonals[last]
    enemy = colour ^ ONE
    count = ZERO
    if has_stone(position, enemy, last):
        chain = chain_of(position, last)
        if data.liberty_count[chain] == 2:
            count = _certain_captures(position, work, chain, colour, count)
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
            count = suggest(work, count, first)
        if by_second:
            count = suggest(work, count, second)
        count = counter_captures(position, work, chain, colour, count)
    return count
