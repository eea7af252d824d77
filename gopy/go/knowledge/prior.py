"""Virtual experience of a new node's moves, and moves that get no node: what a player sees before any simulation.

Each reason to play a move (or not to) adds won (or lost) simulations; GoParams.prior_* say how many. Parameters of another
type may have reasons of their own: `add_go_priors` is a verb of them. Sources:
MC-RAVE section 5.3 (the idea), CACM 4.2 (virtual experience); the sizes were checked in scripts/studies.
"""
import math

import numpy as np

from gopy.compiled.bits import ONE, ZERO, lowest_bit, test_bit
from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.game import WIN_UNIT
from gopy.go.bitboard.area import dilated_word
from gopy.go.bitboard.ladder import is_lost_run
from gopy.go.bitboard.layout import TWO, point_count, size_of, word_count
from gopy.go.bitboard.position import is_eye, window, window_point
from gopy.go.geometry import MAX_SIZE, num_points
from gopy.go.knowledge.features import list_features, pass_feature, prefetch_shapes, read_situation
from gopy.go.knowledge.patterns import matches_pattern
from gopy.go.knowledge.shapes import fill_cells
from gopy.go.knowledge.urgency import (
    CAPTURE_IN_TWO,
    DEFENCE,
    LADDER,
    LOST_RUN,
    SAVE_MORE,
    SAVE_ONE,
    SELF_ATARI,
    TAKE_MORE,
    TAKE_ONE,
    read_urgency,
)

#: A point with no stone within this many steps lies in an empty area.
EMPTY_AREA = 3
#: The largest chain distance to the last move that counts.
NEAR = 3

_POINTS = num_points(MAX_SIZE)
#: Fields of the work record (work.py), with room for every board size: chain distances, 0 except while priors are added, and the
#: strengths of moves by their learnt features.
WORK_FIELDS = [("distance", np.uint8, (_POINTS,)), ("strength", np.float32, (_POINTS,))]


@kernel(entry=False)
def add_prior(visits, wins, i, size, won):
    """Add `size` simulations, all won or all lost, to the prior experience of move number i."""
    visits[i] += np.int32(size)
    if won:
        wins[i] += np.int32(size) * np.int32(WIN_UNIT)


@kernel(entry=False)
def _reach(position, work, point, distance, count):
    """Mark a point and its whole chain as `distance` away; returns the new length of the frontier."""
    data = position.data[0]
    work.distance[point] = distance
    data.frontier[count] = point
    count += ONE
    if (window(position, ZERO, point) | window(position, ONE, point)) >> (size_of(position) + TWO) & ONE:
        stone = np.uint64(data.next_stone[point])
        while stone != point:
            work.distance[stone] = distance
            data.frontier[count] = stone
            count += ONE
            stone = np.uint64(data.next_stone[stone])
    return count


@kernel(entry=False)
def fill_distances(position, work, last):
    """Fill work.distance, which must be all 0, with 1 + the chain distance to `last` for points up to NEAR away.

    The distance between stones of one chain is 0.
    """
    data = position.data[0]
    tables = position.tables[0]
    count = _reach(position, work, last, 1, ZERO)
    done = ZERO
    while done < count:
        point = np.uint64(data.frontier[done])
        done += ONE
        distance = work.distance[point]
        if distance > NEAR:
            break
        around = tables.orthogonals[point]
        while around != ZERO:
            neighbour = window_point(position, point, lowest_bit(around))
            around &= around - ONE
            if work.distance[neighbour] == 0:
                count = _reach(position, work, neighbour, distance + 1, count)


@kernel(entry=False)
def fill_near_stones(position):
    """Leave in work[1 .. W] the set of points that have a stone within EMPTY_AREA steps."""
    data = position.data[0]
    w_count = word_count(position)
    n = size_of(position)
    width = w_count + TWO
    for i in range(width):
        data.work[i] = data.stones[i] | data.stones[width + i]
        data.work[width + i] = ZERO
    for _ in range(EMPTY_AREA):
        for i in range(ONE, w_count + ONE):
            data.work[width + i] = dilated_word(data.work, i, n) & position.tables[0].board[i]
        for i in range(ONE, w_count + ONE):
            data.work[i] = data.work[width + i]


@kernel(entry=False)
def _add_place(position, work, point, i, visits, wins, game_params):
    """Add the priors of the distance to the last move and, in empty areas, of the line."""
    data = position.data[0]
    distance = work.distance[point]
    if distance == 2:
        add_prior(visits, wins, i, game_params.prior_near1, True)
    elif distance == 3:
        add_prior(visits, wins, i, game_params.prior_near2, True)
    elif distance == 4:
        add_prior(visits, wins, i, game_params.prior_near3, True)
    line = position.tables[0].line[point]
    if line <= 3 and not test_bit(data.work[1:], point):
        add_prior(visits, wins, i, game_params.prior_line, line == 3)


@kernel(entry=False)
def _add_shape(position, point, tactic, colour, i, visits, wins, game_params):
    """Add the priors of 3x3 patterns and of retaking a ko."""
    if game_params.prior_pattern > 0.0 and tactic != SELF_ATARI and matches_pattern(position, game_params.table, point, colour):
        add_prior(visits, wins, i, game_params.prior_pattern, True)
    if point == position.data[0].last_ko:
        add_prior(visits, wins, i, game_params.prior_ko, True)


@kernel(entry=False)
def _add_tactic(tactic, i, visits, wins, game_params):
    """Add the prior of a move's most urgent tactic alone (urgency.py has the order of tactics)."""
    if tactic == TAKE_MORE or tactic == SAVE_MORE:
        add_prior(visits, wins, i, game_params.prior_capture_more, True)
    elif tactic == TAKE_ONE or tactic == SAVE_ONE:
        add_prior(visits, wins, i, game_params.prior_capture, True)
    elif tactic == CAPTURE_IN_TWO or tactic == DEFENCE:
        add_prior(visits, wins, i, game_params.prior_two_liberties, True)
    elif tactic == LADDER or tactic == LOST_RUN:
        add_prior(visits, wins, i, game_params.prior_ladder, tactic == LADDER)
    elif tactic == SELF_ATARI:
        add_prior(visits, wins, i, game_params.prior_self_atari, False)


@kernel(entry=False, inline=True)
def _weigh_move(position, work, point, situation, seen, colour, game_params):
    """Write the strength of a move by its learnt features into work.strength.

    situation, seen    what `read_situation` returns for the colour, and `read_urgency` for the move
    """
    count = list_features(position, work, game_params, point, colour, situation, seen)
    strength = np.float32(1.0)
    for k in range(count):
        strength *= game_params.strength[np.uint64(work.features[k])]
    work.strength[point] = strength


@kernel(entry=False)
def _add_learnt(position, work, moves, n, visits, wins, game_params):
    """Add won simulations in proportion to the square root of each stone's share of all strengths (work.strength)."""
    passing = np.int64(point_count(position))
    # The pass takes its share but gets no wins, so that it is not tried before moves that are worth a little more.
    total = game_params.strength[pass_feature(position)]
    for i in range(n):
        if moves[i] != passing:
            total += work.strength[np.uint64(moves[i])]
    for i in range(n):
        if moves[i] != passing:
            share = work.strength[np.uint64(moves[i])] / total
            add_prior(visits, wins, i, game_params.prior_move * math.sqrt(share), True)


@verb
def add_go_priors(game_params, position, moves, n, visits, wins):
    """`game.add_priors` for Go, by the type of its parameters; by default `add_known_priors`."""


@add_go_priors.register()
@kernel(entry=False)
def add_known_priors(game_params, position, moves, n, visits, wins):
    """Add the priors of GoParams. The pass starts with lost simulations, as filling an own eye does."""
    data, work = position.data[0], game_params.work[0]
    colour = data.to_play
    passing = np.int64(point_count(position))
    if data.last < point_count(position):
        fill_distances(position, work, data.last)
    fill_near_stones(position)
    learnt = game_params.prior_move > 0.0
    if learnt:
        fill_cells(position, work, colour)
        situation = read_situation(position, work, game_params, colour)
        # The table of shapes is too large for the caches. Asked for all moves at once, the memory answers side by side.
        for i in range(n):
            if moves[i] != passing:
                prefetch_shapes(position, work, game_params, np.uint64(moves[i]), colour)
    for i in range(n):
        if moves[i] == passing:
            add_prior(visits, wins, i, game_params.prior_eye, False)
        else:
            point = np.uint64(moves[i])
            seen = read_urgency(position, work, point, colour)
            tactic = seen[0]
            _add_place(position, work, point, i, visits, wins, game_params)
            _add_shape(position, point, tactic, colour, i, visits, wins, game_params)
            _add_tactic(tactic, i, visits, wins, game_params)
            if is_eye(position, point, colour):
                add_prior(visits, wins, i, game_params.prior_eye, False)
                work.strength[point] = np.float32(0.0)      # nothing was learnt about such moves
            elif learnt:
                _weigh_move(position, work, point, situation, seen, colour, game_params)
    if learnt:
        _add_learnt(position, work, moves, n, visits, wins, game_params)
    # All points, not only those in data.frontier: the tactics above have overwritten it.
    for point in range(point_count(position)):
        work.distance[point] = 0


@kernel(entry=False)
def prune_go_moves(game_params, position, moves, n):
    """`game.prune_moves` for Go: drops runs in ladders that work. The pass always stays."""
    if game_params.prune_ladders == 0:
        return n
    passing = np.int64(point_count(position))
    kept = 0
    for i in range(n):
        if moves[i] == passing or not is_lost_run(position, np.uint64(moves[i]), position.data[0].to_play):
            moves[kept] = moves[i]
            kept += 1
    return kept
