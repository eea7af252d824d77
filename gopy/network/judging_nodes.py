"""What the search of Go does with a network: the verbs that are chosen by the type of the parameters.

A simulation that reaches a new node judges its position once. The probabilities of the moves become virtual experience of the
node's children, and the value is blended with the result of the playout that follows, for the means and for AMAF alike.
"""
import math

import numpy as np

from gopy.compiled.bits import ONE
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_double, next_normals
from gopy.game import WIN_UNIT, for_thread, judges_nodes, plays_out, record_end, record_outcome, score, units_of_result
from gopy.go.bitboard.area import fill_areas
from gopy.go.bitboard.layout import point_count
from gopy.go.knowledge.prior import add_go_priors, add_known_priors, add_prior
from gopy.go.knowledge.rules_of import for_judging, rules_of
from gopy.network.evaluate import evaluate, weigh_moves
from gopy.network.heads import exponential
from gopy.network.params import NetworkParams
from gopy.network.work import new_work

#: A board is judged by one of its eight turns and mirrors, which its hash decides: the tree averages over what they say.
_TURNS = np.uint64(8) - ONE


@for_thread.register(NetworkParams)
def _own_work_areas(game_params):
    size = int(game_params.judging.plan[0].board_size)
    judging = new_work(size, game_params.weights.channels, type(game_params.judging))
    return game_params._replace(rules=for_thread(game_params.rules), judging=judging, chances=game_params.chances.copy())


@rules_of.register(NetworkParams)
@kernel(inline=True)
def _rules(game_params):
    return game_params.rules


@for_judging.register(NetworkParams)
def _of_playouts_alone(game_params):
    return game_params._replace(rules=for_judging(game_params.rules), prior_network=0.0, value_share=0.0)


@judges_nodes.register(NetworkParams)
@kernel(entry=False)
def _judges(game_params):
    return game_params.value_share > 0.0


@kernel(entry=False)
def _has_priors(rules):
    """Whether any prior of GoParams is on."""
    return (rules.prior_capture + rules.prior_capture_more + rules.prior_two_liberties + rules.prior_pattern
            + rules.prior_self_atari + rules.prior_ladder + rules.prior_eye + rules.prior_near1 + rules.prior_near2
            + rules.prior_near3 + rules.prior_line + rules.prior_ko + rules.prior_move) > 0.0


@add_go_priors.register(NetworkParams)
@kernel(entry=False)
def _add_priors(game_params, position, moves, n, visits, wins):
    work, chances = game_params.judging, game_params.chances
    if game_params.prior_network + game_params.value_share > 0.0:
        work.plan[0].turn = position.data[0].hash & _TURNS
        evaluate(position, game_params.weights, work)
        weigh_moves(work, moves, n, chances)
        for i in range(n):
            add_prior(visits, wins, i, game_params.prior_network * math.sqrt(chances[i]), True)
    if _has_priors(game_params.rules):
        add_known_priors(game_params.rules, position, moves, n, visits, wins)


@plays_out.register(NetworkParams)
@kernel(entry=False)
def _plays_out_as_often(game_params, judged, rng):
    return not judged or next_double(rng) < game_params.playout_share


@units_of_result.register(NetworkParams)
@kernel(entry=False, inline=True)
def _blended_units(game_params, result, judged, played, player, rng):
    if not judged:
        return np.int64(result * WIN_UNIT + 0.5)
    odds = game_params.value_slope * game_params.judging.outcome[0]
    winning = 1.0 / (1.0 + exponential(np.float32(-odds)))
    value = winning if player == 0 else 1.0 - winning
    share = game_params.value_share if played else 1.0
    blended = result + share * (value - result)
    # A part of a unit counts as a whole one as often as it is large.
    return np.int64(blended * WIN_UNIT + next_double(rng))


@record_end.register(NetworkParams)
@kernel(entry=False)
def _record_judgement(game_params, state, result, judged, played, player, outcome, rng):
    """The end is that of the playout, or one drawn from what the network says of score and owners, as often as its share is large:
    so their means over many simulations are blended as values are."""
    # The final areas are filled in any case: `game.holder` reads them.
    drawn = not played or judged and next_double(rng) < game_params.value_share
    if not drawn:
        record_outcome(state, result, outcome)
        return score(state)
    fill_areas(state)
    work, side = game_params.judging, 1.0 if player == 0 else -1.0
    limit = 2.0 * next_double(rng) - 1.0
    outcome.count[0] += 1
    for point in range(point_count(state)):
        if work.ownership[point] != 0:      # the gaps between rows belong to nobody
            if side * work.ownership[point] > limit:
                outcome.black_owned[point] += 1
            else:
                outcome.white_owned[point] += 1
    return side * (work.outcome[2] + work.outcome[3] * next_normals(rng)[0])
