"""The first layer: a 5x5 convolution of planes that are nearly all zero, as a sum of rows of a table.

A stone lies in one of eight planes, so it adds the 25 rows of the table for this plane to the points around it; the last moves and the
ko point likewise. Five rows of the table lie together as five points of the board do, so that a stone is five runs of 5 C numbers.
"""
import numpy as np

from gopy.compiled.bits import INDEX_SHIFT, ONE, ZERO, lowest_bit
from gopy.compiled.jit import kernel
from gopy.compiled.vectors import broadcast, lanes_of, load, maximum, multiply_add, store
from gopy.go.bitboard.layout import NO_POINT, TWO, point_count, size_of, word_count
from gopy.network.form import GLOBALS, STEM
from gopy.network.ladders import read_ladder
from gopy.network.weights import width_of
from gopy.network.work import turned

_KO, _LAST, _BEFORE, _CAUGHT, _ATTACK = 8, 9, 10, 11, 13        # planes
_REACH = STEM // 2
_MOST_LIBERTIES = 4
_GIVEN = len(GLOBALS)


@kernel(entry=False)
def read_position(position, weights, work):
    """Write the first layer of a position, seen from the side to move, to the trunk, and the global inputs to `work.given`."""
    plan = work.plan[0]
    data = position.data[0]
    c = width_of(weights)
    across = plan.board_size + 2 * _REACH
    for i in range(plan.stem, plan.stem + across * across * c):
        work.memory[i] = np.float32(0)
    # 1. the stones, by colour and liberties
    for colour in (ZERO, ONE):
        first_plane = np.int64(0) if colour == data.to_play else np.int64(_MOST_LIBERTIES)
        words = colour * (word_count(position) + TWO) + ONE
        for i in range(word_count(position)):
            left = data.stones[words + i]
            while left != ZERO:
                point = (i << INDEX_SHIFT) + lowest_bit(left)
                left &= left - ONE
                liberties = min(np.int64(data.liberty_count[data.chain[point]]), np.int64(_MOST_LIBERTIES))
                _add_point(position, weights, work, first_plane + liberties - 1, point)
    # 2. the ko point and the last two moves
    passing = point_count(position)
    if data.ko_point != NO_POINT:
        _add_point(position, weights, work, np.int64(_KO), data.ko_point)
    if data.last != passing:
        _add_point(position, weights, work, np.int64(_LAST), data.last)
    if data.last2 != passing:
        _add_point(position, weights, work, np.int64(_BEFORE), data.last2)
    # 3. ladders
    if weights.parts[0].ladders != 0:
        _add_ladders(position, weights, work)
    # 4. the global inputs, and what is the same for all points
    _fill_given(position, work)
    _finish(weights, work)


@kernel(entry=False)
def _add_point(position, weights, work, plane, point):
    """Add the table's rows for a point of a plane to the points around it."""
    plan = work.plan[0]
    c = width_of(weights)
    row = (plan.board_size + 2 * _REACH) * c
    stride = size_of(position) + ONE
    down, across = turned(plan.turn, np.int64(point // stride), np.int64(point % stride), plan.board_size - 1)
    target = plan.stem + down * row + across * c
    source = weights.parts[0].stem + plane * (STEM * STEM * c)
    for _ in range(STEM):
        for k in range(0, STEM * c, lanes_of(work)):
            at = target + k
            store(load(work, work.memory, at) + load(work, weights.numbers, source + k), work.memory, at)
        target += row
        source += STEM * c


@kernel(entry=False)
def _add_ladders(position, weights, work):
    """Add what ladders say of each chain."""
    data = position.data[0]
    for point in range(len(work.ownership)):
        work.ownership[point] = 0
    for colour in (ZERO, ONE):
        plane = np.int64(_CAUGHT) if colour == data.to_play else np.int64(_CAUGHT + 1)
        words = colour * (word_count(position) + TWO) + ONE
        for i in range(word_count(position)):
            left = data.stones[words + i]
            while left != ZERO:
                chain = (i << INDEX_SHIFT) + lowest_bit(left)
                left &= left - ONE
                if data.chain[chain] != chain:
                    continue
                caught, attack, other = read_ladder(position, chain, colour)
                if not caught:
                    continue
                stone = chain
                while True:
                    _add_point(position, weights, work, plane, stone)
                    stone = np.uint64(data.next_stone[stone])
                    if stone == chain:
                        break
                if colour != data.to_play:
                    _add_attack(position, weights, work, attack)
                    _add_attack(position, weights, work, other)


@kernel(entry=False)
def _add_attack(position, weights, work, point):
    """Add a point where an atari catches a chain, unless it catches another one as well and is there already."""
    if point != NO_POINT and work.ownership[point] == 0:
        work.ownership[point] = 1       # marks it; the heads write what belongs there
        _add_point(position, weights, work, np.int64(_ATTACK), point)


@kernel(entry=False)
def _fill_given(position, work):
    """Fill in the global inputs that a position decides; rules, parity and rank stay as the caller has set them."""
    data = position.data[0]
    black = data.to_play == ZERO
    komi = np.float32(data.komi * 0.1)
    work.given[0] = np.float32(1) if black else np.float32(0)
    work.given[1] = np.float32(1) if data.passes >= ONE else np.float32(0)
    work.given[2] = np.float32(1) if data.passes >= TWO else np.float32(0)
    work.given[3] = -komi if black else komi
    work.given[5] = (np.float32(work.plan[0].board_size) - np.float32(13)) / np.float32(6)


@kernel(entry=False)
def edge_class(place, size):
    """Where a row or column lies: 0 and 1 for the first two, 3 and 4 for the last two, 2 between."""
    return min(place, _REACH) + max(place - size + _REACH + 1, 0)


@kernel(entry=False)
def _finish(weights, work):
    """Add to each sum what its place on the board and the global inputs give, and write the trunk."""
    plan, parts = work.plan[0], weights.parts[0]
    c = width_of(weights)
    size, memory = plan.board_size, work.memory
    zero = broadcast(work, np.float32(0))
    for k in range(0, c, lanes_of(work)):
        total = zero
        for i in range(_GIVEN):
            total = multiply_add(broadcast(work, work.given[i]), load(work, weights.numbers, parts.stem_global + i * c + k), total)
        store(total, memory, plan.shift + k)
    for row in range(size):
        edge_row = parts.stem_edge + edge_class(row, size) * STEM * c
        source = plan.stem + ((row + _REACH) * (size + 2 * _REACH) + _REACH) * c
        target = plan.trunk + plan.first + row * plan.stride * c
        for column in range(size):
            edge = edge_row + edge_class(column, size) * c
            for k in range(0, c, lanes_of(work)):
                value = load(work, memory, source + k) + load(work, weights.numbers, edge + k) + load(work, memory, plan.shift + k)
                store(maximum(value, zero), memory, target + k)
            source += c
            target += c
