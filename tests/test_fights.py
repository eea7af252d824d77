"""The playout's rules for chains with few liberties, beside the same rules over flood fills on random boards."""
import numpy as np
import pytest

from gopy.compiled.jit import kernel
from gopy.go.bitboard.construct import new_position, setup
from gopy.go.bitboard.layout import NO_POINT
from gopy.go.geometry import BLACK, EMPTY, WHITE, neighbours, points
from gopy.go.knowledge.fights import in_place_of, race_moves, refused_moves
from naive_softmax import chain_of
from test_tactics import random_positions, slow_chain_after


@kernel
def ask_race(position, last, colour):
    return race_moves(position, last, colour)


@kernel
def ask_refused(position, refused, colour):
    return refused_moves(position, refused, colour)


@kernel
def ask_in_place_of(position, point, colour):
    return in_place_of(position, point, colour)


def slow_has_liberties(colours, size, point, colour, enough):
    """Whether the chain of a stone at `point` has so many liberties; a captured stone counts as one."""
    _, liberties, captured = slow_chain_after(colours, size, point, colour)
    return len(liberties | captured) >= enough


def chains_beside(colours, size, point, colour):
    """Set of (stones, liberties) of the chains of `colour` next to `point`."""
    return {tuple(map(frozenset, chain_of(colours, size, q))) for q in neighbours(point, size) if colours[q] == colour}


def slow_certain_captures(colours, size, liberties, colour):
    """The ataris after which an enemy chain of these two liberties gets no more than one, however it runs."""
    def captures(point):
        enemy = 1 - colour
        return slow_has_liberties(colours, size, point, colour, 2) and any(
            len(theirs) == 2 and not slow_has_liberties(colours, size, *(theirs - {point}), enemy, 3)
            for _, theirs in chains_beside(colours, size, point, enemy))
    return {point for point in liberties if captures(point)}


def slow_race(colours, size, last, colour):
    """The liberties of the neighbours of own chains of three liberties next to `last`, of those that have no more."""
    found = set()
    for stones, liberties in chains_beside(colours, size, last, colour):
        if len(liberties) == 3:
            for stone in stones:
                for _, theirs in chains_beside(colours, size, stone, 1 - colour):
                    found |= theirs if len(theirs) <= 3 else set()
    return {point for point in found if slow_has_liberties(colours, size, point, colour, 2)}


def slow_refused(colours, size, refused, colour):
    """How to take the enemy chains next to `refused`."""
    found = set()
    for _, liberties in chains_beside(colours, size, refused, 1 - colour):
        if len(liberties) == 1:
            found |= liberties
        elif len(liberties) == 2:
            found |= slow_certain_captures(colours, size, liberties, colour)
    return found


def slow_is_eye(colours, size, point, colour):
    if any(colours[q] != colour for q in neighbours(point, size)):
        return False
    stride = size + 1
    row, column = divmod(point, stride)
    corners = [(row + i) * stride + column + j for i in (-1, 1) for j in (-1, 1)
               if 0 <= row + i < size and 0 <= column + j < size]
    lost = sum(colours[q] == 1 - colour for q in corners)
    return lost <= (1 if len(corners) == 4 else 0)


def slow_in_place_of(colours, size, point, colour):
    """The points that may be played in the place of `point`: those of the enemy's chains if there are any, else of own ones."""
    for owner in (1 - colour, colour):
        found = set()
        for _, liberties in chains_beside(colours, size, point, owner):
            if len(liberties) == 2:
                other, = liberties - {point}
                if slow_has_liberties(colours, size, other, colour, 2) and not slow_is_eye(colours, size, other, colour):
                    found.add(other)
        if found:
            return found
    return set()


def queue(position, count):
    return {int(point) for point in position.data[0].queue[:int(count)]}


@pytest.mark.parametrize("size, games", [(5, 12), (9, 5)])
def test_the_rules_agree_with_flood_fills(size, games):
    position = new_position(size)
    seen = {"race": 0, "refused": 0, "in place of": 0}
    for colours, _ in random_positions(size, games, 7, seed=size):
        setup(position, colours, BLACK)
        for point in points(size):
            at = np.uint64(point)
            for colour in (BLACK, WHITE):
                side = np.uint64(colour)
                if colours[point] == 1 - colour:
                    found = queue(position, ask_race(position, at, side))
                    assert found == slow_race(colours, size, point, colour)
                    seen["race"] += bool(found)
                if colours[point] == EMPTY:
                    found = queue(position, ask_refused(position, at, side))
                    assert found == slow_refused(colours, size, point, colour)
                    seen["refused"] += bool(found)
                    found, slow = ask_in_place_of(position, at, side), slow_in_place_of(colours, size, point, colour)
                    assert int(found) in slow if slow else found == NO_POINT
                    seen["in place of"] += bool(slow)
    assert min(seen.values()) > 50, seen


def test_a_point_that_was_filled_suggests_nothing():
    position = new_position(5)
    colours = [EMPTY] * 30
    colours[7], colours[8] = WHITE, BLACK
    setup(position, colours, BLACK)
    assert ask_refused(position, np.uint64(7), np.uint64(BLACK)) == 0
