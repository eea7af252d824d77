"""Gradients of the softmax playout: of the log-probability of its moves, and of the mean result of its playouts.

The gradient of the log-probability of a move, by log-weight, is the move's features less those that a move has in the mean
under the playout's probabilities. `game_params.softmax_table` must hold the weights at which it is asked; `features` is
playout_weights.shape_features().
"""
import math

import numpy as np

from gopy.compiled.bits import ZERO
from gopy.compiled.jit import kernel
from gopy.game import copy_state, play, run_playout, value
from gopy.go.bitboard.layout import TWO, point_count, size_of
from gopy.go.bitboard.position import pass_turn
from gopy.go.knowledge.patterns import neighbourhood
from gopy.papers.playout_weights import MOVE_FEATURES
from gopy.papers.softmax_playout import draw, fill_weights, mark_illegal_and_self_atari, mark_moves, play_weighted, put_back, total_weight


@kernel(entry=False)
def _add_features(position, work, point, features, share, gradient):
    """Add `share` to the gradient's entries of the features that the marked move at `point` has."""
    index = neighbourhood(position, point, position.data[0].to_play)
    gradient[np.uint64(features[index])] += share
    marks = work.marks[point]
    for feature in range(len(MOVE_FEATURES)):
        if marks >> feature & 1:
            gradient[feature] += share


@kernel(entry=False)
def _mark_all(position, game_params):
    return mark_illegal_and_self_atari(position, mark_moves(position, game_params), game_params)


@kernel(entry=False)
def _subtract_mean(position, work, features, gradient):
    """Take off the features that a move has in the mean. All moves are marked, and one has a weight."""
    data = position.data[0]
    first = data.to_play * point_count(position)
    per_unit = 1.0 / np.float64(total_weight(position, work))
    for i in range(data.empty_count):
        point = np.uint64(data.empties[i])
        weight = work.weight[first + point]
        if weight != ZERO:
            _add_features(position, work, point, features, -np.float64(weight) * per_unit, gradient)


@kernel
def probabilities(position, game_params, shares):
    """Write the probability of each move to `shares`, float64[P + 1], the pass last."""
    data, work = position.data[0], game_params.softmax_work[0]
    fill_weights(position, game_params)
    count = _mark_all(position, game_params)
    total = total_weight(position, work)
    shares[:] = 0.0
    if total == ZERO:
        shares[point_count(position)] = 1.0
    for i in range(data.empty_count):
        point = np.uint64(data.empties[i])
        if total != ZERO:
            shares[point] = np.float64(work.weight[data.to_play * point_count(position) + point]) / np.float64(total)
    put_back(position, work, count)


@kernel
def choice_gradient(position, move, game_params, features, gradient):
    """Add the gradient of the log-probability of `move` to `gradient`, float64[features].

    Returns the log-probability; 1 if the playout never chooses between moves here, or never this one.
    """
    work = game_params.softmax_work[0]
    fill_weights(position, game_params)
    count = _mark_all(position, game_params)
    point = np.uint64(move)
    result = 1.0
    if point < point_count(position):
        weight = work.weight[position.data[0].to_play * point_count(position) + point]
        if weight != ZERO:
            result = math.log(np.float64(weight) / np.float64(total_weight(position, work)))
            _subtract_mean(position, work, features, gradient)
            _add_features(position, work, point, features, 1.0, gradient)
    put_back(position, work, count)
    return result


@kernel(entry=False)
def _play_and_add(position, rng, game_params, features, gradient):
    """Play to the end and add the gradients of the log-probabilities of all moves drawn."""
    data, work = position.data[0], game_params.softmax_work[0]
    n = size_of(position)
    left = np.int64(game_params.length * np.float64(n * n))
    fill_weights(position, game_params)
    while data.passes < TWO and left > 0:
        left -= 1
        count = _mark_all(position, game_params)
        move, count = draw(position, count, game_params, rng)
        if move == point_count(position):
            put_back(position, work, count)
            pass_turn(position)
            continue
        _subtract_mean(position, work, features, gradient)
        _add_features(position, work, move, features, 1.0, gradient)
        put_back(position, work, count)
        play_weighted(position, move, game_params)


@kernel
def play_moves(position, empty, moves):
    """Make `position` the one after `moves`, int64[], from the position `empty`."""
    copy_state(position, empty)
    for i in range(len(moves)):
        play(position, moves[i])


@kernel
def mean_result(start, work, rng, game_params, trace, playouts):
    """Mean result, for Black, of so many playouts from `start`; `work` is a position to play on."""
    total = 0.0
    for _ in range(playouts):
        copy_state(work, start)
        trace.count[0] = 0
        run_playout(work, rng, game_params, trace)
        total += value(work)
    return total / playouts


@kernel
def result_gradient(start, work, rng, game_params, features, playouts, baseline, one, gradient):
    """Add to `gradient` an unbiased estimate, from so many playouts, of the gradient of the mean result for Black.

    baseline   is taken off each result. Any number that these playouts do not depend on leaves the mean of the estimate as it
               is; one near the mean result makes it less noisy
    one        float64[features], a work area
    """
    for _ in range(playouts):
        copy_state(work, start)
        one[:] = 0.0
        _play_and_add(work, rng, game_params, features, one)
        better = (value(work) - baseline) / playouts
        for i in range(len(gradient)):
            gradient[i] += better * one[i]
