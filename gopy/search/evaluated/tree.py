"""The trees of a search with an evaluator: flat arrays, children side by side, as in gopy.search.tree, but with sums of real values.

Several trees share the arrays. Their roots are the first nodes.

A node's statistics are those of the move that leads to it. Values lie between -1 and 1 and are those of the player who made this
move, except for `value`, which is the evaluator's word about the node: for the player who is to move there.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.jit import kernel

#: `child` of a leaf, and of a leaf that waits for the evaluator.
LEAF, WAITING = 0, -1


class EvaluatedTree(NamedTuple):
    """Arrays over nodes, each of length `capacity` except for the last."""

    visits: np.ndarray          #: int32, simulations through the node, those that wait for the evaluator included
    sums: np.ndarray            #: float64, sum of their results, less the virtual losses of those that wait
    prior: np.ndarray           #: float32, probability of the move; of the root's children with noise
    logit: np.ndarray           #: float32, ln of the probability that the evaluator gave it
    value: np.ndarray           #: float32, the evaluator's value
    child: np.ndarray           #: int32, first child, LEAF or WAITING
    num_children: np.ndarray    #: int16
    move: np.ndarray            #: int16, the move that leads here
    used: np.ndarray            #: int64[1], nodes in use


#: Bytes that a node takes.
BYTES_PER_NODE = 4 + 8 + 3 * 4 + 4 + 2 * 2


def new_evaluated_tree(roots: int, capacity: int) -> EvaluatedTree:
    """Trees of one node each, the roots, with room for `capacity` nodes."""
    dtypes = (np.int32, np.float64, np.float32, np.float32, np.float32, np.int32, np.int16, np.int16)
    tree = EvaluatedTree._make([*(np.zeros(capacity, dtype) for dtype in dtypes), np.zeros(1, np.int64)])
    clear_evaluated(tree, roots)
    return tree


def clear_evaluated(tree: EvaluatedTree, roots: int) -> None:
    """Forget everything; what remains are roots without visits."""
    for array in tree[:-1]:
        array[:max(roots, int(tree.used[0]))] = 0
    tree.move[:roots] = -1
    tree.used[0] = roots


def children_of(tree: EvaluatedTree, node: int) -> slice:
    """Slice of the children of `node`; empty for a leaf."""
    begin = int(tree.child[node])
    return slice(begin, begin + int(tree.num_children[node])) if begin > 0 else slice(0, 0)


@kernel(entry=False)
def mean_of_child(tree, node):
    """The mean result of a node with visits, for the player who moved there."""
    return tree.sums[node] / tree.visits[node]
