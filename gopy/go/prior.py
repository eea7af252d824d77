"""Virtual experience of a new node's moves, and moves that get no node: what a player sees before any simulation.

Each reason to play (or not to) adds simulations won (or lost); their sizes are GoParams.prior_*. Sources:
MC-RAVE section 5.3 (the idea), CACM 4.2 (virtual experience); the sizes were checked in scripts/studies.
"""
import math

import numpy as np

from gopy.bits import ONE, ZERO, lowest_bit, test_bit
from gopy.game import WIN_UNIT
from gopy.go.area import dilated_word
from gopy.go.features import (FIRST_DISTANCE, FIRST_LINE, FIRST_TACTIC, distance_feature, line_feature, shape_index,
                              tactic_feature)
from gopy.go.ladder import attack_captures, is_lost_run, run_fails
from gopy.go.patterns import matches_pattern
from gopy.go.position import (NO_POINT, TWO, chain_of, is_eye, last_liberty, other_liberty, point_count, size_of,
                              window, window_point, word_count)
from gopy.go.tactics import escapes_after, is_bad_self_atari, liberties_after
from gopy.jit import kernel

#: A point with no stone within so many steps lies in an empty area.
EMPTY_AREA = 3
#: Chain distances to the last move that count.
NEAR = 3


@kernel(entry=False)
def _add(visits, wins, i, size, won):
    visits[i] += np.int32(size)
    if won:
        wins[i] += np.int32(size) * np.int32(WIN_UNIT)


@kernel(entry=False)
def _reach(position, point, distance, count):
    """Note a point, with its whole chain, as `distance` away; returns the new length of the frontier."""
    data = position.data[0]
    data.distance[point] = distance
    data.frontier[count] = point
    count += ONE
    if (window(position, ZERO, point) | window(position, ONE, point)) >> (size_of(position) + TWO) & ONE:
        stone = np.uint64(data.next_stone[point])
        while stone != point:
            data.distance[stone] = distance
            data.frontier[count] = stone
            count += ONE
            stone = np.uint64(data.next_stone[stone])
    return count


@kernel(entry=False)
def fill_distances(position, last):
    """Fill data.distance with 1 + the chain distance to `last` for points up to NEAR away; it was all 0.

    Stones of one chain are no distance apart.
    """
    data = position.data[0]
    tables = position.tables[0]
    count = _reach(position, last, 1, ZERO)
    done = ZERO
    while done < count:
        point = np.uint64(data.frontier[done])
        done += ONE
        distance = data.distance[point]
        if distance > NEAR:
            break
        around = tables.orthogonals[point]
        while around != ZERO:
            neighbour = window_point(position, point, lowest_bit(around))
            around &= around - ONE
            if data.distance[neighbour] == 0:
                count = _reach(position, neighbour, distance + 1, count)


@kernel(entry=False)
def fill_near_stones(position):
    """Leave in work[1 .. W] the points with a stone within EMPTY_AREA steps."""
    data = position.data[0]
    w_count = word_count(position)
    n = size_of(position)
    width = w_count + TWO
    for i in range(width):
        data.work[i] = data.stones[i] | data.stones[width + i]
        data.work[width + i] = ZERO
    for step in range(EMPTY_AREA):
        for i in range(ONE, w_count + ONE):
            data.work[width + i] = dilated_word(data.work, i, n) & position.tables[0].board[i - ONE]
        for i in range(ONE, w_count + ONE):
            data.work[i] = data.work[width + i]


@kernel(entry=False)
def _add_place(position, point, i, visits, wins, params):
    """Distance to the last move; lines in empty areas."""
    data = position.data[0]
    distance = data.distance[point]
    if distance == 2:
        _add(visits, wins, i, params.prior_near1, True)
    elif distance == 3:
        _add(visits, wins, i, params.prior_near2, True)
    elif distance == 4:
        _add(visits, wins, i, params.prior_near3, True)
    line = position.tables[0].line[point]
    if line <= 3 and not test_bit(data.work[1:], point):
        _add(visits, wins, i, params.prior_line, line == 3)


@kernel(entry=False)
def _add_shape(position, point, colour, i, visits, wins, params):
    """Eyes, self-atari, patterns, ko."""
    data = position.data[0]
    if is_eye(position, point, colour):
        _add(visits, wins, i, params.prior_eye, False)
    if is_bad_self_atari(position, point, colour):
        _add(visits, wins, i, params.prior_self_atari, False)
    elif matches_pattern(position, params.table, point, colour):
        _add(visits, wins, i, params.prior_pattern, True)
    if point == data.last_ko:
        _add(visits, wins, i, params.prior_ko, True)


@kernel(entry=False)
def _add_attack(position, point, chain, defender, i, visits, wins, params):
    """What playing `point`, a liberty of the enemy's `chain`, does to it."""
    data = position.data[0]
    count = data.liberty_count[chain]
    if count == 1:
        more = data.stone_count[chain] > 1
        _add(visits, wins, i, params.prior_capture_more if more else params.prior_capture, True)
    elif count == 2:
        if (not escapes_after(position, chain, point, defender)
                and liberties_after(position, point, defender ^ ONE) >= TWO):
            _add(visits, wins, i, params.prior_two_liberties, True)
        elif params.prior_ladder > 0.0 and attack_captures(position, chain, point, defender):
            _add(visits, wins, i, params.prior_ladder, True)


@kernel(entry=False)
def _add_defence(position, point, chain, colour, i, visits, wins, params):
    """What playing `point`, a liberty of the own `chain`, does for it."""
    data = position.data[0]
    count = data.liberty_count[chain]
    if count == 1:
        if not run_fails(position, chain, colour):
            more = data.stone_count[chain] > 1
            _add(visits, wins, i, params.prior_capture_more if more else params.prior_capture, True)
        else:
            _add(visits, wins, i, params.prior_ladder, False)
    elif count == 2 and liberties_after(position, point, colour) > TWO:
        first = last_liberty(position, chain)
        second = other_liberty(position, chain, first)
        if (not escapes_after(position, chain, first, colour)
                or not escapes_after(position, chain, second, colour)):
            _add(visits, wins, i, params.prior_two_liberties, True)


@kernel(entry=False)
def _add_tactics(position, point, colour, i, visits, wins, params):
    """Chains in atari, captures in two moves, ladders: once for each chain next to the point."""
    orthogonal = position.tables[0].orthogonals[point]
    for side in (colour, colour ^ ONE):
        around = window(position, side, point) & orthogonal
        before, one_before, two_before = NO_POINT, NO_POINT, NO_POINT
        while around != ZERO:
            chain = chain_of(position, window_point(position, point, lowest_bit(around)))
            around &= around - ONE
            if chain == before or chain == one_before or chain == two_before:
                continue
            before, one_before, two_before = chain, before, one_before
            if side == colour:
                _add_defence(position, point, chain, colour, i, visits, wins, params)
            else:
                _add_attack(position, point, chain, side, i, visits, wins, params)


@kernel(entry=False)
def _move_strength(position, point, colour, params):
    """Strength of a move by its learnt features; distances and near stones have been filled in."""
    shape = params.shape_strength[params.shape_class[shape_index(position, point, colour)]]
    distance = params.plain_strength[FIRST_DISTANCE + distance_feature(position, point)]
    tactic = params.plain_strength[FIRST_TACTIC + tactic_feature(position, point, colour)]
    line = params.plain_strength[FIRST_LINE + line_feature(position, point)]
    return shape * distance * tactic * line


@kernel(entry=False)
def _add_learnt(position, moves, n, visits, wins, params):
    """Won simulations in proportion to the root of each move's learnt probability."""
    data = position.data[0]
    passing = np.int64(point_count(position))
    total = np.float32(0.0)
    for i in range(n):
        if moves[i] != passing:
            point = np.uint64(moves[i])
            data.strength[point] = _move_strength(position, point, data.to_play, params)
            total += data.strength[point]
    for i in range(n):
        if moves[i] != passing:
            share = data.strength[np.uint64(moves[i])] / total
            _add(visits, wins, i, params.prior_move * math.sqrt(share), True)


@kernel(entry=False)
def add_go_priors(position, moves, n, visits, wins, params):
    """`game.add_priors` for Go. The pass starts with lost simulations, as filling an own eye does."""
    data = position.data[0]
    colour = data.to_play
    passing = np.int64(point_count(position))
    if data.last < point_count(position):
        fill_distances(position, data.last)
    fill_near_stones(position)
    for i in range(n):
        if moves[i] == passing:
            _add(visits, wins, i, params.prior_eye, False)
        else:
            point = np.uint64(moves[i])
            _add_place(position, point, i, visits, wins, params)
            _add_shape(position, point, colour, i, visits, wins, params)
            _add_tactics(position, point, colour, i, visits, wins, params)
    if params.prior_move > 0.0:
        _add_learnt(position, moves, n, visits, wins, params)
    # Not by data.frontier: the tactics above have used it since.
    for point in range(point_count(position)):
        data.distance[point] = 0


@kernel(entry=False)
def prune_go_moves(position, moves, n, params):
    """`game.prune_moves` for Go: no running in ladders that work. The pass, if no other move, stays."""
    if params.prune_ladders == 0:
        return n
    passing = np.int64(point_count(position))
    kept = 0
    for i in range(n):
        if moves[i] == passing or not is_lost_run(position, np.uint64(moves[i]), position.data[0].to_play):
            moves[kept] = moves[i]
            kept += 1
    return kept
