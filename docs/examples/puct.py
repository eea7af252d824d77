"""PUCT in the search with playouts: a game's prior knowledge of moves decides where the search looks.

    Q + c P sqrt(N(s)) / (1 + N)

Q, N are the mean and visits of a move in simulations, N(s) the visits of its node, P its prior probability: its share of what the game
knows of all moves in advance, each to a power. Go's priors are roots of probabilities, so that the power 2 gives these back. Where a
game knows nothing of moves, all have the same. A move without a visit has the mean of its node. (D. Silver and others (2017), Mastering the
game of Go without human knowledge; a sum over priors in the place of a network's policy.)
"""
import math
from typing import Annotated, NamedTuple

import numpy as np

from gopy.base.parameters import Constructor, number
from gopy.compiled.jit import kernel
from gopy.game import WIN_UNIT
from gopy.search.catalogue import Policy
from gopy.search.policy import select_child
from gopy.search.tree import real_visits


class PUCT(NamedTuple):
    """The policy's parameters."""

    exploration: Annotated[float, number(1.0, 0.0, 100.0, "c of the exploration bonus")]
    prior_power: Annotated[float, number(1.0, 0.0, 10.0, "the power of what is known of a move in advance; 2 for Go")]


new_puct = Constructor(PUCT, "Upper confidence bounds in proportion to priors.")

POLICY = Policy(new_puct, "upper confidence bounds in proportion to priors", {"expansion_threshold": 1}, priors=True)


@kernel(entry=False)
def _mean(tree, node):
    """The mean of a node's simulations, prior experience left out, for the player who moved there."""
    return (tree.wins[node] - tree.prior_wins[node]) / (WIN_UNIT * max(real_visits(tree, node), 1))


@select_child.register(PUCT)
@kernel(entry=False)
def _select(policy, tree, node, state, scratch, search_params):
    begin = np.int64(tree.child[node])
    end = begin + tree.num_children[node]
    all_priors = 0.0
    for child in range(begin, end):
        all_priors += float(tree.prior_wins[child]) ** policy.prior_power
    scale = policy.exploration * math.sqrt(max(real_visits(tree, node), 1)) / max(all_priors, 1.0)
    unvisited = 1.0 - _mean(tree, node)
    best, most = begin, -1.0
    for child in range(begin, end):
        visits = real_visits(tree, child)
        value = _mean(tree, child) if visits > 0 else unvisited
        value += scale * float(tree.prior_wins[child]) ** policy.prior_power / (1 + max(visits, 0))
        if value > most:
            best, most = np.int64(child), value
    return best
