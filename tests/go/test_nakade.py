"""Nakade: key points of shapes, and the move next to the last one against a slow search on random games."""
import itertools

import numpy as np
import pytest
from numba import config

import gopy.go.contract  # noqa: F401  (registers the verbs)
from gopy.compiled.jit import JIT_DISABLED, kernel
from gopy.compiled.rng import new_rng
from gopy.game import new_trace, run_playout
from gopy.go.bitboard.construct import new_position, setup
from gopy.go.bitboard.layout import NO_POINT
from gopy.go.bitboard.nakade import LARGEST_NAKADE, may_be_nakade, nakade_move, vital_point
from gopy.go.board import Position
from gopy.go.geometry import EMPTY, neighbours, num_points, pass_move, points
from gopy.go.knowledge.params import new_go_params


@kernel
def play_out(position, rng, params, trace):
    run_playout(position, rng, params, trace)


@kernel
def ask_vital(position, count):
    return vital_point(position, count)


@kernel
def ask_nakade(position, last):
    return nakade_move(position, last)


@kernel
def ask_at_a_glance(position, start):
    return may_be_nakade(position, start)


#: Shapes of empty points, whether one point kills, and that point's place in the list.
SHAPES = [
    ([(0, 0), (0, 1)], None), ([(0, 0), (0, 1), (0, 2)], 1), ([(0, 0), (1, 0), (1, 1)], 1),
    ([(0, 0), (0, 1), (0, 2), (1, 1)], 1), ([(0, 0), (0, 1), (0, 2), (0, 3)], None),
    ([(0, 0), (0, 1), (1, 1), (1, 2)], None),
    ([(1, 1), (0, 1), (2, 1), (1, 0), (1, 2)], 0), ([(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)], 3),
    ([(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)], None),
    ([(1, 1), (0, 1), (2, 1), (1, 0), (1, 2), (0, 0)], 0),
    ([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)], None),
]


@pytest.mark.parametrize("shape, key", SHAPES)
@pytest.mark.parametrize("size", [9, 19])
def test_vital_points_of_shapes(size, shape, key):
    position = new_position(size)
    listed = [(2 + row) * (size + 1) + 2 + column for row, column in shape]
    position.data[0].frontier[:len(listed)] = listed
    expected = int(NO_POINT) if key is None else listed[key]
    assert int(ask_vital(position, np.uint64(len(listed)))) == expected


def test_the_square_of_four_is_killed_by_any_point():
    position = new_position(9)
    listed = [20, 21, 30, 31]
    position.data[0].frontier[:4] = listed
    assert int(ask_vital(position, np.uint64(4))) in listed


def slow_region(empty, start, size):
    """The empty region of `start`, as a set of points."""
    region, todo = {start}, [start]
    while todo:
        for q in neighbours(todo.pop(), size):
            if q in empty and q not in region:
                region.add(q)
                todo.append(q)
    return region


#: The shapes in which one point kills, by how many neighbours each point has among the others.
KILLED = {3: [[2, 1, 1]], 4: [[3, 1, 1, 1], [2, 2, 2, 2]], 5: [[4, 1, 1, 1, 1], [3, 2, 2, 2, 1]],
          6: [[4, 2, 2, 2, 1, 1]]}


def slow_key_points(region, size):
    """The points of a region with the most neighbours in it, if it is one of KILLED."""
    beside = {p: len(set(neighbours(p, size)) & region) for p in region}
    counts = sorted(beside.values(), reverse=True)
    return {p for p in region if beside[p] == counts[0]} if counts in KILLED.get(len(region), []) else set()


def nine_around(point, size):
    row, column = divmod(point, size + 1)
    return {(row + down) * (size + 1) + column + across for down in (-1, 0, 1) for across in (-1, 0, 1)}


def slow_keys_of_small(region, empty, size):
    """The key points of a region of empty points; none if it is large, or is taken for a part of a large one."""
    roomy = any(len(nine_around(p, size) & empty) > LARGEST_NAKADE for p in region)
    return set() if roomy or len(region) > LARGEST_NAKADE else slow_key_points(region, size)


def slow_nakade(colours, last, size):
    """The moves that the nakade rule may give after `last`: those of the first small region with a key point."""
    empty = {p for p in points(size) if colours[p] == EMPTY}
    for start in sorted(set(neighbours(last, size)) & empty):
        found = slow_keys_of_small(slow_region(empty, start, size), empty, size)
        if found:
            return found
    return set()


def crowded_positions(size):
    """Yield (position, colours, last move) of random games without end, where at least half of the board has stones."""
    params, rng, trace = new_go_params(size, "uniform"), new_rng(5, size), new_trace(4 * num_points(size))
    while True:
        trace.count[0] = 0
        play_out(new_position(size), rng, params, trace)
        board = Position(size)
        for move in trace.moves[:trace.count[0]].tolist():
            board.play(board.to_play, move)
            if move == pass_move(size) or board.colours.count(EMPTY) > size * size // 2:
                continue
            position = new_position(size)
            setup(position, board.colours, board.to_play)
            yield position, board.colours, move


#: With bounds checks the record for any size serves them all: for the others the same source would be compiled again.
SIZES = [4, 9] if JIT_DISABLED else [4, 10, 15, 25] if config.BOUNDSCHECK else [4, 9, 13, 19, 25]


@pytest.mark.parametrize("size", [size for size in SIZES if size < 25])
def test_the_nakade_move_of_random_games(size):
    found = none = 0
    enough = 5 if JIT_DISABLED else 40
    for position, colours, move in crowded_positions(size):
        if found >= enough and none >= enough:
            break
        expected = slow_nakade(colours, move, size)
        given = int(ask_nakade(position, np.uint64(move)))
        assert given in expected if expected else given == NO_POINT, (colours, move)
        found += bool(expected)
        none += not expected


@pytest.mark.parametrize("size", SIZES)
def test_a_glance_drops_no_region_with_a_key_point(size):
    keyed = dropped = 0
    for position, colours, _ in itertools.islice(crowded_positions(size), 0, None, size):
        if keyed >= 20 and dropped >= 20:
            break
        empty = {p for p in points(size) if colours[p] == EMPTY}
        for start in empty:
            has_key = bool(slow_keys_of_small(slow_region(empty, start, size), empty, size))
            seen = bool(ask_at_a_glance(position, np.uint64(start)))
            assert seen or not has_key, (colours, start)
            keyed += has_key
            dropped += not seen
