"""Games that a value of local shapes plays against itself, and the temporal differences by which it learns from them.

TD(0) as in RLGO (Silver, Sutton and Mueller, IJCAI 2007): after each move the value of the position before it takes a step
towards the value after it, and at the end of the game towards the result. Both players are epsilon-greedy.
"""
from typing import NamedTuple

import numpy as np

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.compiled.bits import ONE
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below, next_double
from gopy.game import copy_state, is_over, play, value
from gopy.go.bitboard.layout import point_count, size_of
from gopy.go.bitboard.position import is_eye, is_legal
from gopy.papers.local_shape import LARGEST_WINDOW, change_of_stone, fill_shapes, sum_of_weights, value_of_sum, weight_at, weights_beside

#: Values closer than this are equal, so that chance decides between the moves that a symmetry makes of one another.
_TIE = 1e-6


class SharedWeights(NamedTuple):
    """Weights that are being learnt. Index 0 of both arrays of weights stands for "none" and stays 0."""
    dependent_of: np.ndarray    #: int32[places], see shape_weights.Sharing
    independent_of: np.ndarray  #: int32[1 + dependent weights], likewise
    dependent: np.ndarray       #: float32[1 + dependent weights]
    independent: np.ndarray     #: float32[1 + independent weights]
    beside: np.ndarray          #: float64[2]: the weight of komi and that of the player who has just moved
    codes: np.ndarray           #: int16[windows], see local_shape.new_codes


#: What a run of learning counts and is told, in one record.
RUN = np.dtype([("games", np.int64), ("moves", np.int64), ("black_wins", np.float64), ("error", np.float64),
                ("epsilon", np.float64), ("step", np.float64)], align=True)


@weight_at.register(SharedWeights)
@kernel(entry=False)
def _weight(weights, place):
    at = np.int64(weights.dependent_of[np.uint64(place)])
    i = np.uint64(abs(at))
    general = np.int64(weights.independent_of[i])
    shared = np.float64(weights.independent[np.uint64(abs(general))])
    total = np.float64(weights.dependent[i]) + (shared if general > 0 else -shared)
    return total if at > 0 else -total


@weights_beside.register(SharedWeights)
@kernel(entry=False)
def _beside(weights):
    return weights.beside[0], weights.beside[1]


@kernel(entry=False)
def choose_move(position, weights, epsilon, rng):
    """(the move, the change of the sum of weights by it): the best by value, with probability epsilon any legal one.

    Own eyes are not filled, and a pass is for who has no other move. The codes must be filled.
    """
    data = position.data[0]
    colour = data.to_play
    explore = next_double(rng) < epsilon
    best_move, best, equal = np.int64(point_count(position)), 0.0, np.uint64(0)
    best_change = 0.0
    for i in range(data.empty_count):
        point = np.uint64(data.empties[i])
        if not is_legal(position, point, colour) or is_eye(position, point, colour):
            continue
        change = 0.0 if explore else change_of_stone(position, weights, point, colour, False)
        score = -change if colour == ONE else change
        if equal == np.uint64(0) or score > best + _TIE:
            best, equal = score, np.uint64(0)
        if score >= best - _TIE:
            equal += ONE
            if next_below(rng, equal) == np.uint64(0):
                best_move, best_change = np.int64(point), change
    if explore and best_move != np.int64(point_count(position)):
        best_change = change_of_stone(position, weights, np.uint64(best_move), colour, False)
    return best_move, best_change


@kernel(entry=False)
def _learn(position, weights, step, to_play):
    """Add `step` to every weight that speaks for Black in the position whose codes are filled in."""
    n = np.int64(size_of(position))
    number = first_place = 0
    for k in range(1, min(LARGEST_WINDOW, n) + 1):
        count = np.int64(3)**(k * k)
        for _ in range((n - k + 1) * (n - k + 1)):
            at = np.int64(weights.dependent_of[np.uint64(first_place + np.int64(weights.codes[number]))])
            first_place += count
            number += 1
            if at == 0:
                continue
            i = np.uint64(abs(at))
            change = step if at > 0 else -step
            weights.dependent[i] += np.float32(change)
            general = np.int64(weights.independent_of[i])
            if general != 0:
                weights.independent[np.uint64(abs(general))] += np.float32(change if general > 0 else -change)
    weights.beside[0] += step
    weights.beside[1] += step if to_play == ONE else -step


@kernel(entry=False)
def _learn_game(position, weights, run, rng, longest):
    """Play one game from the position, learning from every move."""
    n = np.int64(size_of(position))
    step = run[0].step / (2 * (n * n + (n - 1) * (n - 1) + max(n - 2, 0) * max(n - 2, 0)) + 2)
    data = position.data[0]
    fill_shapes(position, weights.codes)
    for _ in range(longest):
        # 1. the value now, the move, and the value after it or the result
        colour = data.to_play
        total = sum_of_weights(position, weights)
        before = value_of_sum(total, weights, colour)
        move, change = choose_move(position, weights, run[0].epsilon, rng)
        passing = move == np.int64(point_count(position))
        after = value(position) if passing and data.passes == ONE else value_of_sum(total + change, weights, colour ^ ONE)
        # 2. learn, while the codes are those of the position before the move
        _learn(position, weights, step * (after - before), colour)
        run[0].error += (after - before) * (after - before)
        run[0].moves += 1
        # 3. play the move
        if not passing:
            change_of_stone(position, weights, np.uint64(move), colour, True)
        play(position, move)
        if is_over(position):
            break
    run[0].black_wins += value(position)
    run[0].games += 1


@kernel
def learn_games(position, start, weights, run, rng, count):
    """Play and learn from `count` games from the position `start`. `run` is a record of RUN; its counts go on."""
    longest = 3 * np.int64(size_of(position)) * np.int64(size_of(position))
    for _ in range(count):
        copy_state(position, start)
        _learn_game(position, weights, run, rng, longest)


@kernel
def greedy_move(position, weights, rng):
    """The best move by value; `weights` is any record that has `weight_at` and codes."""
    fill_shapes(position, weights.codes)
    move, _ = choose_move(position, weights, 0.0, rng)
    return move


@kernel
def play_random_opponent(position, start, weights, colour, rng, count):
    """Games that the greedy player of `colour` wins of `count` against uniformly random play that fills no own eye."""
    won = 0.0
    longest = 3 * np.int64(size_of(position)) * np.int64(size_of(position))
    for _ in range(count):
        copy_state(position, start)
        for _ in range(longest):
            fill_shapes(position, weights.codes)
            epsilon = 0.0 if position.data[0].to_play == np.uint64(colour) else 1.0
            move, _ = choose_move(position, weights, epsilon, rng)
            play(position, move)
            if is_over(position):
                break
        won += value(position) if colour == 0 else 1.0 - value(position)
    return won
