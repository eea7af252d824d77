"""UCT-RAVE: upper confidence bounds on the mean blended with AMAF ("all moves as first"), the mean over the simulations in
which the same player made the move at any later time.

    (1 - beta) Q + beta Q~ + c sqrt(ln S / N), beta by schedule (Gelly and Silver 2011, section 4)
        rave_only      beta = 1
        hand_selected  beta = sqrt(k / (3 N(s) + k))
        minimum_mse    beta = N~ / (N + N~ + N N~ / E), E = 1 / (4 b^2) for a RAVE bias b

Q and N are the mean and visits of a child, prior experience included, Q~ and N~ its AMAF mean and count; N(s) is the number
of simulations through its parent, S the sum of N over all children of the parent.
"""
import math

import numpy as np

from gopy.compiled.jit import kernel
from gopy.game import AMAF_UNIT, WIN_UNIT
from gopy.search.keys import add_exploration, child_of_largest_key, key_of
from gopy.search.lower_bound import child_of_largest_bound, fill_bounds
from gopy.search.policy import (
    best_first,
    counts_amaf,
    credit_amaf,
    expected_child,
    first_play_slot,
    most_visited_child,
    most_visited_first,
    select_child,
)
from gopy.search.policy_params import HAND_SELECTED, MINIMUM_MSE, UCTRave
from gopy.search.tree import adjust_keys, real_visits

_ZERO = np.float32(0.0)
_ONE = np.float32(1.0)
_PER_WIN_UNIT = np.float32(1.0 / WIN_UNIT)


# ---- selection ----------------------------------------------------------------------------------

@kernel(entry=False)
def minimum_mse(tree, begin, end, equivalence, urgency, keys):
    """Fill in the keys of the children begin..end by the minimum mean squared error schedule."""
    # With N, W the visits and wins and R, V the AMAF ones,
    #     beta = R / (R + N + N R / E)  =>  (1 - beta) W / N + beta V / R = (W (E + R) + V E) / (N (E + R) + R E),
    # which is one division for each child. R and V stay in AMAF_UNITs, so E is in AMAF_UNITs too.
    scaled = np.float32(equivalence * AMAF_UNIT)
    weight = np.float32(equivalence)
    for c in range(begin, end):
        rave = np.float32(tree.amaf_visits[c])
        blend = scaled + rave
        wins = np.float32(tree.wins[c]) * _PER_WIN_UNIT * blend + np.float32(tree.amaf_wins[c]) * weight
        visits = np.float32(tree.visits[c]) * blend + rave * weight
        keys[c - begin] = key_of(wins / visits if visits > _ZERO else urgency)


@kernel(entry=False)
def _fixed_beta(tree, begin, end, beta, urgency, keys):
    # a child without visits has beta 1, one without AMAF visits beta 0
    for c in range(begin, end):
        visits = np.float32(tree.visits[c])
        rave = np.float32(tree.amaf_visits[c])
        mean = np.float32(tree.wins[c]) * _PER_WIN_UNIT / max(visits, _ONE)
        amaf_mean = np.float32(tree.amaf_wins[c]) / max(rave, _ONE)
        if rave == _ZERO:
            value = mean if visits > _ZERO else urgency
        elif visits == _ZERO:
            value = amaf_mean
        else:
            value = mean + beta * (amaf_mean - mean)
        keys[c - begin] = key_of(value)


@kernel(entry=False)
def _rave_only(tree, begin, end, urgency, keys):
    # The mean has no share, not even its priors, except at moves without AMAF counts: the pass, which AMAF never credits,
    # would otherwise keep its urgency for ever.
    for c in range(begin, end):
        visits = np.float32(tree.visits[c])
        rave = np.float32(tree.amaf_visits[c])
        if rave > _ZERO:
            value = np.float32(tree.amaf_wins[c]) / rave
        else:
            value = np.float32(tree.wins[c]) * _PER_WIN_UNIT / visits if visits > _ZERO else urgency
        keys[c - begin] = key_of(value)


@select_child.register(UCTRave)
@kernel(entry=False, inline=True)
def _select_uct_rave(policy, tree, node, state, scratch, search_params):
    begin = np.uint64(tree.child[node])
    end = begin + np.uint64(tree.num_children[node])
    urgency = np.float32(policy.first_play_urgency)
    if policy.schedule == MINIMUM_MSE:
        minimum_mse(tree, begin, end, policy.equivalence, urgency, scratch.keys)
    elif policy.schedule == HAND_SELECTED:
        # N(s) counts simulations alone: if it included the priors of all children, the schedule would begin near its end.
        beta = math.sqrt(policy.equivalence / (3.0 * real_visits(tree, node) + policy.equivalence))
        _fixed_beta(tree, begin, end, np.float32(beta), urgency, scratch.keys)
    else:
        _rave_only(tree, begin, end, urgency, scratch.keys)
    if policy.exploration > 0.0:
        add_exploration(tree, begin, end, policy.exploration, scratch.keys)
    adjust_keys(tree, node, scratch.keys, search_params)
    return child_of_largest_key(begin, end, scratch.keys)


# ---- AMAF update --------------------------------------------------------------------------------

@counts_amaf.register(UCTRave)
@kernel(entry=False)
def has_amaf(policy):
    """UCT-RAVE has AMAF counts."""
    return True


_FRACTION_BITS = np.int32(16)
_WIN_UNIT_BITS = np.int32(WIN_UNIT.bit_length() - 1)


@credit_amaf.register(UCTRave)
@kernel(entry=False, inline=True)
def credit_first_plays(policy, tree, node, depth, length, units, scratch, search_params):
    """Credit the children as `credit_amaf` says, with more weight for a move that was played sooner."""
    begin = np.uint64(tree.child[node])
    end = begin + np.uint64(tree.num_children[node])
    first_ply = scratch.first_ply
    # weight 2 - (later plies) / (plies left), in AMAF_UNITs; without weights the slope is 0 and it stays 1
    start = np.int32(AMAF_UNIT)
    slope = np.int32(0)
    if search_params.amaf_weighted:
        start = np.int32(2 * AMAF_UNIT)
        slope = np.int32((AMAF_UNIT << _FRACTION_BITS) // max(length - depth, 1))
    ply_of_node = np.int32(depth)
    units = np.int32(units)
    slots = first_play_slot(first_ply, depth, 0, search_params.amaf_own_first)
    # Two loops without a branch, since whether a move was played later is hard to foresee. The second becomes vector code.
    laters = scratch.keys
    for c in range(begin, end):
        laters[c - begin] = first_ply[slots + np.uint64(tree.move[c])] - ply_of_node
    for c in range(begin, end):
        later = laters[c - begin]
        # played at all from here on, and by the player to move here: then all bits are set, else none
        counts = np.int32(-np.int32((later >= 0) & (later & 1 == 0)))
        weight = np.int32(start - np.int32(np.int32(later * slope) >> _FRACTION_BITS)) & counts
        tree.amaf_visits[c] += weight
        tree.amaf_wins[c] += np.int32(weight * units) >> _WIN_UNIT_BITS


# ---- what is reported and played ----------------------------------------------------------------

@best_first.register(UCTRave)
def _by_lower_bound(policy, tree, block):
    """Children in falling order of their lower bounds, or of visits; those without visits are last, as they stand by visits."""
    by_visits = most_visited_first(policy, tree, block)
    if policy.choice_bound == 0.0:
        return by_visits
    bounds = np.zeros(block.stop - block.start)
    fill_bounds(tree, block.start, policy.choice_bound, bounds)
    return by_visits[np.argsort(-bounds[by_visits - block.start], kind="stable")]


@expected_child.register(UCTRave)
@kernel(entry=False)
def _of_largest_bound(policy, tree, node):
    if policy.choice_bound > 0.0:
        return child_of_largest_bound(tree, node, policy.choice_bound)
    return most_visited_child(policy, tree, node)
