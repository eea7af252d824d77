"""Ladders, read to the end by playing on the position itself, which is restored afterwards."""
import numpy as np

from gopy.compiled.bits import ONE, ZERO, lowest_bit
from gopy.compiled.jit import kernel
from gopy.go.bitboard.layout import NO_POINT, TWO
from gopy.go.bitboard.position import chain_of, is_placeable, last_liberty, other_liberty, play_stone, window, window_point
from gopy.go.bitboard.tactics import liberties_after

#: A ladder across the largest board takes fewer attacks than this.
LONGEST = 120


@kernel(entry=False)
def _copy(dst, src):
    for i in range(np.uint64(len(src))):
        dst[i] = src[i]


@kernel(entry=False)
def has_neighbour_in_atari(position, chain, enemy):
    """Whether an enemy chain next to `chain` has one liberty, so that the ladder may break."""
    data = position.data[0]
    tables = position.tables[0]
    stone = chain
    while True:
        around = window(position, enemy, stone) & tables.orthogonals[stone]
        while around != ZERO:
            other = chain_of(position, window_point(position, stone, lowest_bit(around)))
            around &= around - ONE
            if data.liberty_count[other] == 1:
                return True
        stone = np.uint64(data.next_stone[stone])
        if stone == chain:
            return False


@kernel(entry=False)
def _best_attack(position, chain, defender):
    """The liberty of a two-liberty chain where an atari leaves the fewest liberties to the run that answers it.

    NO_POINT if the attacker would be in atari at both.
    """
    first = last_liberty(position, chain)
    second = other_liberty(position, chain, first)
    best, fewest = NO_POINT, np.uint64(4)
    for turn in range(2):
        attack, run = (first, second) if turn == 0 else (second, first)
        if liberties_after(position, attack, defender ^ ONE) < TWO:
            continue
        left = liberties_after(position, run, defender)
        if left < fewest:
            best, fewest = attack, left
    return best


@kernel(entry=False)
def _run_is_caught(position, stone, defender):
    """Play out a ladder in which `defender` is to run with the chain of `stone`, which is in atari.

    Returns whether the chain is caught.
    """
    data = position.data[0]
    for _ in range(LONGEST):
        chain = chain_of(position, stone)
        run = last_liberty(position, chain)
        if has_neighbour_in_atari(position, chain, defender ^ ONE):
            return False
        if not is_placeable(position, run, defender):
            return True
        play_stone(position, run, defender)
        chain = chain_of(position, stone)
        if data.liberty_count[chain] != 2:
            return data.liberty_count[chain] == 1
        attack = _best_attack(position, chain, defender)
        if attack == NO_POINT:
            return False
        play_stone(position, attack, defender ^ ONE)
    return False


@kernel(entry=False)
def attack_captures(position, chain, attack, defender):
    """Whether an atari at `attack` on `defender`'s two-liberty chain captures it in a ladder."""
    run = other_liberty(position, chain, attack)
    if (liberties_after(position, attack, defender ^ ONE) < TWO
            or liberties_after(position, run, defender) > np.uint64(3)):
        return False
    _copy(position.spare, position.block)
    play_stone(position, attack, defender ^ ONE)
    caught = _run_is_caught(position, chain, defender)
    _copy(position.block, position.spare)
    return caught


@kernel(entry=False)
def run_fails(position, chain, defender):
    """Whether `defender`'s chain, which is in atari, is captured even if it runs."""
    after = liberties_after(position, last_liberty(position, chain), defender)
    if after != TWO:
        return after < TWO
    _copy(position.spare, position.block)
    caught = _run_is_caught(position, chain, defender)
    _copy(position.block, position.spare)
    return caught


@kernel(entry=False)
def is_lost_run(position, point, colour):
    """Whether `point` does nothing but run with one chain of `colour` in a ladder that captures it."""
    own = window(position, colour, point) & position.tables[0].orthogonals[point]
    if own == ZERO:
        return False
    chain = chain_of(position, window_point(position, point, lowest_bit(own)))
    while own != ZERO:
        if chain_of(position, window_point(position, point, lowest_bit(own))) != chain:
            return False
        own &= own - ONE
    return (position.data[0].liberty_count[chain] == 1 and liberties_after(position, point, colour) == TWO
            and run_fails(position, chain, colour))
