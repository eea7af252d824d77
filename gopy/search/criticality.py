"""UCT-RAVE with criticality: AMAF is biased towards points whose holder wins the game.

The criticality of a move is the covariance of two events, holding its point at the end of a simulation and winning, over
the simulations through the move's own node. With B and W for "Black, White holds the point", R. Coulom (2009, Criticality: a
Monte-Carlo heuristic for Go programs) writes

    P(the winner holds) - P(B) P(Black wins) - P(W) P(White wins) = cov(h, w),

where h is 1 if the player who made the move holds the point, -1 if the opponent does and 0 if neither does, and w is the
result for the player who made the move, from 0 to 1. It lies between -1/2 and 1/2, and is the same for both players.

Pachi (in its policy ucb1amaf) adds virtual AMAF simulations, all of them won, to those of a node that has more than a
certain number of visits: weight * criticality for each AMAF simulation. So with the criticality c, and with r and R, mean
and number of the AMAF simulations,

    R -> R (1 + weight c),    r -> (r + weight c) / (1 + weight c).

Where c is negative, wins are taken away instead, but no more than there are.
"""
from typing import NamedTuple

import numpy as np

from gopy.dispatch import implements
from gopy.game import AMAF_UNIT, WIN_UNIT, holder
from gopy.compiled.jit import kernel
from gopy.inputs.parameters import Constructor, number, whole
from gopy.search.policy import add_result
from gopy.search.keys import add_exploration, child_of_largest_key, key_of
from gopy.search.policy import backup, counts_amaf, credit_amaf, layout_of, select_child
from gopy.search.rave import credit_first_plays, has_amaf, minimum_mse, new_uct_rave
from gopy.search.tree import Tree, adjust_keys, real_visits, register_layout


class CriticalRave(NamedTuple):
    """UCT-RAVE by minimum mean squared error whose AMAF statistics include criticality."""

    equivalence: float          #: E, in simulations
    exploration: float          #: c
    first_play_urgency: float   #: value of a child with neither visits nor AMAF visits
    criticality_weight: float   #: times criticality: virtual AMAF wins for each AMAF simulation
    criticality_visits: int     #: criticality counts for children with more visits than this


#: Weight and visits are Pachi's. The weight is below 2: criticality is at least -1/2, so that AMAF simulations are never
#: taken away altogether.
new_critical_rave = Constructor(
    CriticalRave, "UCT-RAVE by minimum mean squared error whose AMAF statistics take criticality in.",
    **{name: new_uct_rave.parameters[name] for name in ("equivalence", "exploration", "first_play_urgency")},
    criticality_weight=number(1.1, 0.0, 1.99, "virtual AMAF wins to each AMAF simulation, times criticality"),
    criticality_visits=whole(2000, 1, 10**9, "visits that a child needs more than"))


CriticalTree = NamedTuple("CriticalTree", [
    *Tree.__annotations__.items(),
    ("held", np.ndarray),       # int32[capacity], sum of h over the simulations through the node
    ("held_wins", np.ndarray),  # int32[capacity], sum of h w, in WIN_UNITs
])
CriticalTree.__doc__ = "A tree that keeps who held the point of a node's move: 8 bytes more a node."

register_layout(CriticalTree, np.int32, np.int32)


@implements(layout_of, CriticalRave)
def _critical_tree(policy):
    return CriticalTree


@kernel(entry=False)
def criticality(tree, node):
    """The criticality of the move of `node`, which must have real visits."""
    n = np.float64(real_visits(tree, node))
    wins = np.float64(tree.wins[node]) - np.float64(tree.prior_wins[node])
    return (tree.held_wins[node] / n - tree.held[node] / n * (wins / n)) / WIN_UNIT


@implements(select_child, CriticalRave)
@kernel(entry=False, inline=True)
def _select_critical(policy, tree, node, state, scratch, params):
    begin = np.uint64(tree.child[node])
    end = begin + np.uint64(tree.num_children[node])
    minimum_mse(tree, begin, end, policy.equivalence, np.float32(policy.first_play_urgency), scratch.keys)
    if real_visits(tree, node) > policy.criticality_visits:
        for c in range(begin, end):
            if real_visits(tree, c) > policy.criticality_visits:
                scratch.keys[c - begin] = key_of(np.float32(_value(policy, tree, c)))
    if policy.exploration > 0.0:
        add_exploration(tree, begin, end, policy.exploration, scratch.keys)
    adjust_keys(tree, node, scratch.keys, params)
    return child_of_largest_key(begin, end, scratch.keys)


@kernel(entry=False)
def _value(policy, tree, node):
    """The value that `minimum_mse` gives a visited node when its AMAF statistics include the virtual simulations."""
    rave = np.float64(tree.amaf_visits[node]) / AMAF_UNIT
    virtual = policy.criticality_weight * criticality(tree, node) * rave
    rave_wins = max(np.float64(tree.amaf_wins[node]) / AMAF_UNIT + virtual, 0.0)
    rave = max(rave + virtual, 0.0)
    visits = np.float64(tree.visits[node])
    blend = policy.equivalence + rave
    wins = np.float64(tree.wins[node]) / WIN_UNIT * blend + rave_wins * policy.equivalence
    return wins / (visits * blend + rave * policy.equivalence)


@implements(backup, CriticalRave)
@kernel(entry=False, inline=True)
def _add_result_and_holders(policy, tree, depth, units, first_player, search_params, scratch):
    """Back up as UCT-RAVE does, and count who holds the points of the moves of the path."""
    add_result(policy, tree, depth, units, first_player, search_params, scratch)
    for d in range(1, depth + 1):
        node = np.uint64(scratch.path[d])
        held = holder(scratch.state, np.int64(tree.move[node]))
        wins = units
        if (first_player + d - 1) & 1 == 1:
            held, wins = -held, WIN_UNIT - units
        tree.held[node] += held
        tree.held_wins[node] += held * wins


implements(counts_amaf, CriticalRave)(has_amaf)
implements(credit_amaf, CriticalRave)(credit_first_plays)
