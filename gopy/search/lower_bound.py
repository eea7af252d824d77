"""The lower bound of a move's mean, and the order of moves by it.

Visits follow the priors and the AMAF means, and so lag behind what the simulations of a move have shown. A mean of few simulations
is a guess. The lower bound weighs both: a move comes first whose mean is the best even if it was lucky.
STUDY: scripts/studies/parameters/choice_of_move.
"""
import math

import numpy as np

from gopy.compiled.jit import kernel
from gopy.game import WIN_UNIT
from gopy.search.tree import real_visits


@kernel
def lower_bound(mean, n, z):
    """Lower end of Wilson's interval for `n` trials of the given mean, z standard errors wide to each side; 0 for n = 0."""
    if n <= 0:
        return 0.0
    centre = mean + z * z / (2 * n)
    spread = z * math.sqrt(max(mean * (1 - mean), 0.0) / n + z * z / (4 * n * n))
    return max(0.0, (centre - spread) / (1 + z * z / n))


@kernel(entry=False)
def _bound_of(tree, node, z):
    """The lower bound of the mean of a node's real simulations, for the player who moved there."""
    visits = max(real_visits(tree, node), 0)
    wins = np.float64(tree.wins[node] - tree.prior_wins[node]) / WIN_UNIT
    return lower_bound(min(max(wins / max(visits, 1), 0.0), 1.0), visits, z)


@kernel
def fill_bounds(tree, begin, z, bounds):
    """Write to `bounds`, float64[n], the lower bounds of the nodes from `begin` on."""
    for i in range(bounds.shape[0]):
        bounds[i] = _bound_of(tree, begin + i, z)


@kernel(entry=False)
def child_of_largest_bound(tree, node, z):
    """The child of the expanded `node` with the largest lower bound; of equal ones the first."""
    best, largest = np.int64(tree.child[node]), -1.0
    for c in range(best, best + tree.num_children[node]):
        bound = _bound_of(tree, c, z)
        if bound > largest:
            best, largest = np.int64(c), bound
    return best
