"""Simulations in two halves, between which Python calls the evaluator.

    gather   descend to leaves, as many as a batch has room for, and write what the players see there
    judge    give the leaves children with the priors that the evaluator returned, and back its values up

Between the halves a simulation counts as a visit with a virtual loss at every node of its path, so that the next one goes elsewhere. One
that comes to a leaf which waits already is a collision: it keeps its virtual losses until the batch is judged, then it is undone.
"""
import math
from typing import Any, NamedTuple

import numpy as np

from gopy.compiled.jit import kernel
from gopy.game import clone_state, copy_state, is_over, num_moves, observation_form, observe, play, position_hash, to_play, value
from gopy.search.evaluated.roots import parts_of, to_root
from gopy.search.evaluated.selection import select
from gopy.search.evaluated.tree import LEAF, WAITING
from gopy.search.mcts import moves_without_repetition

#: Length of the longest path of a simulation; what is longer counts as a draw.
MAX_DEPTH = 512

#: `slot` of a simulation that is undone.
COLLISION = -1


class Descent(NamedTuple):
    """The work area of a descent. n stands for the number of moves of the game."""

    start: Any              #: the position of the root
    parts: Any              #: its memory, tuple of uint8 arrays, see gopy.search.evaluated.roots.parts_of
    state: Any              #: the position of the simulation
    moves: np.ndarray       #: int16[n], the legal moves there
    hashes: np.ndarray      #: uint64[MAX_DEPTH + 1], hashes of the positions of its path
    chances: np.ndarray     #: float64[n]


class Batch(NamedTuple):
    """Simulations that wait for the evaluator: what it is asked about their leaves, at most B, and their paths, at most 2 B."""

    observations: np.ndarray    #: float32[B, the product of the observation's shape]
    masks: np.ndarray           #: bool[B, n], the legal moves
    moves: np.ndarray           #: int16[B, n], the same as a list
    counts: np.ndarray          #: int64[B], the length of this list
    paths: np.ndarray           #: int32[2 B, MAX_DEPTH + 1], nodes from the root to the leaf
    depths: np.ndarray          #: int64[2 B], the depth of the leaf
    slots: np.ndarray           #: int64[2 B], its place among the leaves, or COLLISION
    filled: np.ndarray          #: int64[2], how many leaves and how many paths there are


def new_descent(state: Any) -> Descent:
    """The work area for games like `state`."""
    n, start = num_moves(state), clone_state(state)
    return Descent(start, parts_of([start])[0], clone_state(state), np.zeros(n, np.int16), np.zeros(MAX_DEPTH + 1, np.uint64), np.zeros(n))


def new_batch(state: Any, leaves: int) -> Batch:
    """A batch of so many leaves of games like `state`."""
    n, seen = num_moves(state), math.prod(observation_form(state).shape)
    return Batch(np.zeros((leaves, seen), np.float32), np.ones((leaves, n), np.bool_), np.zeros((leaves, n), np.int16),
                 np.zeros(leaves, np.int64), np.zeros((2 * leaves, MAX_DEPTH + 1), np.int32), np.zeros(2 * leaves, np.int64),
                 np.zeros(2 * leaves, np.int64), np.zeros(2, np.int64))


@kernel(entry=False, inline=True)
def _descend(tree, root, params, halving, descent, path):
    """Follow the rule to a leaf, and count a visit with a virtual loss on the way; returns its depth."""
    state = descent.state
    copy_state(state, descent.start)
    node = root
    depth = np.int64(0)
    path[0] = root
    descent.hashes[0] = position_hash(state)
    tree.visits[root] += 1
    tree.sums[root] -= params.virtual_loss
    while tree.child[node] > LEAF and depth < MAX_DEPTH:
        node = select(params, tree, node, root, halving, descent.chances)
        tree.visits[node] += 1
        tree.sums[node] -= params.virtual_loss
        play(state, np.int64(tree.move[node]))
        depth += 1
        path[depth] = node
        descent.hashes[depth] = position_hash(state)
    return depth


@kernel(entry=False, inline=True)
def _settle(tree, path, depth, mover_wins, virtual_loss, visits):
    """Take the virtual losses back along a path. Add the result, for the player who moved to its end, or with `visits` -1 take the
    visits back too."""
    for d in range(depth, -1, -1):
        node = path[d]
        tree.sums[node] += virtual_loss
        if visits < 0:
            tree.visits[node] -= 1
        else:
            tree.sums[node] += mover_wins
        mover_wins = -mover_wins


@kernel(entry=False, inline=True)
def _ask(tree, node, history, descent, depth, batch, slot):
    """Write what the evaluator is asked about the leaf `node`, whose position is descent.state, to a place of the batch."""
    n = moves_without_repetition(history, descent, depth)
    batch.counts[slot] = n
    for move in range(batch.masks.shape[1]):
        batch.masks[slot, move] = False
    for i in range(n):
        move = np.int64(descent.moves[i])
        batch.moves[slot, i] = move
        batch.masks[slot, move] = True
    observe(descent.state, to_play(descent.state), batch.observations[slot])
    tree.child[node] = WAITING


@kernel
def gather(tree, roots, goals, leaves, params, halving, descent, batch):
    """Begin up to `leaves` simulations from each root that has fewer visits than its goal, int64[R]; returns how many."""
    begun = 0
    for root in range(goals.shape[0]):
        most = min(goals[root] - tree.visits[root], leaves)
        if most > 0:
            to_root(roots, root, descent.parts)
            history = roots.histories[roots.begins[root]:roots.begins[root + 1]]
            begun += _gather_from(tree, np.int64(root), history, params, halving, descent, batch, most)
    return begun


@kernel(entry=False, inline=True)
def _gather_from(tree, root, history, params, halving, descent, batch, most):
    """Begin up to `most` simulations from the node `root`, and return how many. Those that come to an end of the game are backed up at
    once; the others wait in the batch. Ends early after `most` collisions."""
    state = descent.state
    left = most
    collisions = 0
    while left > 0 and collisions < most:
        at = batch.filled[1]
        path = batch.paths[at]
        depth = _descend(tree, root, params, halving, descent, path)
        node = np.int64(path[depth])
        if is_over(state) or depth >= MAX_DEPTH:
            result = 2.0 * value(state) - 1.0 if is_over(state) else 0.0
            # the player to move at the end is not the one who moved there
            _settle(tree, path, depth, -result if to_play(state) == 0 else result, params.virtual_loss, 1)
            left -= 1
            continue
        batch.depths[at] = depth
        batch.filled[1] = at + 1
        if tree.child[node] == WAITING:
            batch.slots[at] = COLLISION
            collisions += 1
            continue
        slot = batch.filled[0]
        batch.slots[at] = slot
        batch.filled[0] = slot + 1
        _ask(tree, node, history, descent, depth, batch, slot)
        left -= 1
    return most - left


@kernel(entry=False, inline=True)
def _expand(tree, node, batch, slot, logits):
    """Give `node` its children, if there is room. Returns whether the logits of the legal moves are finite numbers."""
    n = batch.counts[slot]
    largest = np.float32(-np.inf)
    for i in range(n):
        largest = max(largest, logits[slot, batch.moves[slot, i]])
    total = 0.0
    for i in range(n):
        total += math.exp(logits[slot, batch.moves[slot, i]] - largest)
    begin = tree.used[0]
    tree.child[node] = LEAF
    if not total < np.inf:
        return False
    if n == 0 or begin + n > tree.visits.shape[0]:
        return True
    log_total = math.log(total)
    for i in range(n):
        move = batch.moves[slot, i]
        logit = logits[slot, move] - largest - log_total
        c = begin + i
        tree.visits[c] = 0
        tree.sums[c] = 0.0
        tree.move[c] = move
        tree.child[c] = LEAF
        tree.logit[c] = logit
        tree.prior[c] = math.exp(logit)
    tree.used[0] = begin + n
    tree.num_children[node] = n
    tree.child[node] = begin
    return True


@kernel
def judge(tree, params, batch, logits, values):
    """End the simulations that wait, with the evaluator's logits, float32[B, n], and values, float32[B], -1 to 1 for the player to move.

    Returns whether all numbers of legal moves were finite; what was not finite counts as a draw."""
    finite = True
    for at in range(batch.filled[1]):
        path, depth, slot = batch.paths[at], batch.depths[at], batch.slots[at]
        if slot == COLLISION:
            _settle(tree, path, depth, 0.0, params.virtual_loss, -1)
            continue
        node = np.int64(path[depth])
        result = np.float64(values[slot])
        if not abs(result) < np.inf:
            finite = False
            result = 0.0
        finite &= _expand(tree, node, batch, slot, logits)
        tree.value[node] = result
        _settle(tree, path, depth, -result, params.virtual_loss, 1)
    batch.filled[0] = 0
    batch.filled[1] = 0
    return finite
