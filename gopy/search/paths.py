"""Finding a node by the moves that lead to it, so that the counts of other processes can be added there."""
import numpy as np

from gopy.compiled.atomic import load_acquire
from gopy.compiled.jit import kernel
from gopy.game import copy_state, play, position_hash
from gopy.search.mcts import expand
from gopy.search.tree import ROOT


@kernel(entry=False)
def _child_of(tree, node, move):
    begin = np.int64(tree.child[node])
    for c in range(begin, begin + tree.num_children[node]):
        if tree.move[c] == move:
            return c
    return np.int64(-1)


@kernel
def reach(tree, root_state, history, moves, search_params, game_params, scratch, control):
    """The node that `moves`, int64[length], lead to from the root. Nodes on the way, and this one, get children if they have
    none.

    Returns -1 if the tree does not have one of the moves or has no room. Call it only while no thread is in the tree."""
    state = scratch.state
    copy_state(state, root_state)
    node = np.int64(ROOT)
    for depth in range(moves.shape[0] + 1):
        scratch.path[depth] = node
        scratch.hashes[depth] = position_hash(state)
        if load_acquire(tree.child, node) <= 0:
            if expand(tree, node, np.int64(depth), history, scratch, search_params, game_params, control) <= 0:
                return np.int64(-1)
        if depth == moves.shape[0]:
            break
        node = _child_of(tree, node, moves[depth])
        if node < 0:
            break
        play(state, moves[depth])
    return node
