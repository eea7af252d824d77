"""The grandfather heuristic: a new move begins with the mean that it has as a move of the same player two plies up.

Source: Gelly and Silver 2011, section 5.1, where it is one of four heuristics of MC-RAVE.
"""
import numpy as np

from gopy.compiled.jit import kernel
from gopy.search.tree import real_visits


@kernel(entry=False)
def add_grandfather(tree, depth, n, weight, scratch):
    """Give scratch.moves[:n], moves of the node at the end of scratch.path[:depth + 1], prior experience of `weight` simulations
    with the mean that each has as a child of the node two plies up, where it has visits."""
    if depth < 2:
        return
    grandparent = scratch.path[depth - 2]
    begin = tree.child[grandparent]
    for c in range(begin, begin + tree.num_children[grandparent]):
        if real_visits(tree, c) > 0:
            mean = np.float64(tree.wins[c]) / np.float64(tree.visits[c])
            for i in range(n):
                if scratch.moves[i] == tree.move[c]:
                    scratch.prior_visits[i] += weight
                    scratch.prior_wins[i] += np.int64(mean * weight + 0.5)
