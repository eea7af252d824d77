"""Thompson sampling: each move is as likely to be followed as it is to be the best, as far as its simulations tell.

For each move a value is drawn at random, and the largest is followed. The draw is normal, with the mean and variance of the Beta
distribution that the wins W of N simulations leave of an even one:

    m = (W + 1) / (N + 2),    v = m (1 - m) / (N + 3)

(W. R. Thompson (1933), On the likelihood that one unknown probability exceeds another in view of the evidence of two samples.)
"""
import math
from typing import Annotated, NamedTuple

import numpy as np

from gopy.base.parameters import Constructor, number
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_normals
from gopy.game import WIN_UNIT
from gopy.search.catalogue import TEXTBOOK, Policy
from gopy.search.policy import select_child


class Thompson(NamedTuple):
    """The policy's parameters."""

    spread: Annotated[float, number(1.0, 0.0, 100.0, "what the standard deviation is multiplied by")]


new_thompson = Constructor(Thompson, "Thompson sampling.")

POLICY = Policy(new_thompson, "Thompson sampling", TEXTBOOK)


@select_child.register(Thompson)
@kernel(entry=False)
def _select(policy, tree, node, state, scratch, search_params):
    begin = np.int64(tree.child[node])
    best, most = begin, -1e30
    for child in range(begin, begin + tree.num_children[node]):
        visits = float(max(tree.visits[child], 0))
        mean = (tree.wins[child] / WIN_UNIT + 1.0) / (visits + 2.0)
        variance = max(mean * (1.0 - mean), 0.0) / (visits + 3.0)
        value = mean + policy.spread * math.sqrt(variance) * next_normals(scratch.rng)[0]
        if value > most:
            best, most = np.int64(child), value
    return best
