"""What a move looks like: the features whose learnt strengths give each move its probability.

A stone has one feature of each kind: the shape of its 3x3 neighbourhood, its chain distance to the last move,
what it does tactically, and its line (in an empty area or not); a pass has a single one. The strength of a move is
the product of its features' strengths (Coulom 2007, generalised Bradley-Terry); gopy/learn fits them to recorded
games.
"""
import numpy as np

from gopy.compiled.bits import ONE, ZERO, lowest_bit, test_bit
from gopy.go.bitboard.ladder import attack_captures, run_fails
from gopy.go.knowledge.patterns import neighbourhood
from gopy.go.bitboard.position import chain_of, last_liberty, other_liberty, window, window_point
from gopy.go.bitboard.tactics import escapes_after, has_liberties_after, is_bad_self_atari
from gopy.compiled.jit import kernel

THREE = np.uint64(3)

#: Tactical features; of those that are true of a move, it has the last one in this list.
TACTICS = ("none", "atari", "lost run", "self-atari", "ladder", "defence", "capture in two", "save one", "take one",
           "save more", "take more")
(NONE, GIVES_ATARI, LOST_RUN, SELF_ATARI, LADDER, DEFENCE, CAPTURE_IN_TWO, SAVE_ONE, TAKE_ONE, SAVE_MORE,
 TAKE_MORE) = range(len(TACTICS))

DISTANCES = ("far", "near 1", "near 2", "near 3")
LINES = tuple(f"line {line}{area}" for area in ("", ", empty area") for line in range(1, 6))
#: The one feature of a pass.
PASSES = ("pass", "pass after a pass")

#: The index at which each kind begins in the array of the strengths of all features but shapes.
FIRST_DISTANCE = 0
FIRST_TACTIC = FIRST_DISTANCE + len(DISTANCES)
FIRST_LINE = FIRST_TACTIC + len(TACTICS)
FIRST_PASS = FIRST_LINE + len(LINES)
NUM_PLAIN = FIRST_PASS + len(PASSES)
PLAIN_NAMES = DISTANCES + TACTICS + LINES + PASSES


@kernel(entry=False)
def shape_index(position, point, colour):
    """Index of the 3x3 neighbourhood of `point` with the mover's stones in the low byte."""
    index = neighbourhood(position, point)
    if colour == ONE:
        index = (index >> np.uint64(8)) | ((index & np.uint64(255)) << np.uint64(8))
    return index


@kernel(entry=False)
def distance_feature(position, point):
    """Feature of the chain distance to the last move; `fill_distances` must have been called."""
    distance = position.data[0].distance[point]
    return np.int64(distance - 1) if 2 <= distance <= 4 else 0


@kernel(entry=False)
def line_feature(position, point):
    """Feature of the point's line and of whether its area is empty; `fill_near_stones` must have been called."""
    line = min(np.int64(position.tables[0].line[point]), 5) - 1
    return line if test_bit(position.data[0].work[1:], point) else line + 5


@kernel(entry=False)
def _attack(position, point, chain, defender):
    data = position.data[0]
    if data.liberty_count[chain] == 1:
        return TAKE_MORE if data.stone_count[chain] > 1 else TAKE_ONE
    if data.liberty_count[chain] == 2:
        if not escapes_after(position, chain, point, defender):
            return CAPTURE_IN_TWO
        return LADDER if attack_captures(position, chain, point, defender) else GIVES_ATARI
    return NONE


@kernel(entry=False)
def _defence(position, point, chain, colour):
    data = position.data[0]
    if data.liberty_count[chain] == 1:
        if run_fails(position, chain, colour):
            return LOST_RUN
        return SAVE_MORE if data.stone_count[chain] > 1 else SAVE_ONE
    if data.liberty_count[chain] == 2 and has_liberties_after(position, point, colour, THREE):
        first = last_liberty(position, chain)
        if (not escapes_after(position, chain, first, colour)
                or not escapes_after(position, chain, other_liberty(position, chain, first), colour)):
            return DEFENCE
    return NONE


@kernel(entry=False)
def tactic_feature(position, point, colour):
    """The most urgent tactical feature of the move of `colour` at `point`."""
    orthogonal = position.tables[0].orthogonals[point]
    bad = is_bad_self_atari(position, point, colour)
    found = SELF_ATARI if bad else NONE
    for side in (colour, colour ^ ONE):
        around = window(position, side, point) & orthogonal
        while around != ZERO:
            chain = chain_of(position, window_point(position, point, lowest_bit(around)))
            around &= around - ONE
            if side == colour:
                found = max(found, _defence(position, point, chain, colour))
            elif not bad or position.data[0].liberty_count[chain] == 1:
                found = max(found, _attack(position, point, chain, side))
    return found


@kernel(entry=False)
def pass_feature(position):
    """Feature of a pass by the side to move: 1 if it follows a pass, else 0."""
    return np.int64(position.data[0].passes != ZERO)
