"""Proof numbers: what a search has proven, and how far the rest is from a proof.

A claim is a statement that is true or false of every finished game: that the prover, who is the player to move at the root,
wins (layer 1), or that the prover does not lose (layer 2). The proof number pn of a node is the least number of leaves that
have to be proven to prove the claim at this node; the disproof number dpn is the same for a disproof. With the prover to
move (an OR node)

    pn = min over children pn,   dpn = sum over children dpn;     with the opponent (AND):  pn = sum pn,  dpn = min dpn.

A leaf has (pn, dpn) = (1, 1), or (0, INFINITY) or (INFINITY, 0) if the game is over. Sources: L. V. Allis, M. van der Meulen
and H. J. van den Herik (1994), Proof-number search, Artificial Intelligence 66; layers as in J. Kowalski, E. Doe,
M. H. M. Winands, D. Gorski and D. J. N. J. Soemers (2024), Proof number based Monte-Carlo tree search, sections III
and VIII.

Numbers are kept from the view of the player to move at the node (A. Nagai's df-pn, 2002): phi belongs to what that player
wants to prove, delta to what the opponent wants. So phi = pn and delta = dpn at OR nodes, it is the other way round at AND
nodes, and everywhere

    phi = min over children delta,   delta = sum over children phi,   0 <= both <= INFINITY.

* When the other player is to move at the root, the numbers stay valid as long as no game was drawn: what one player wants is
  what the other does not want. With draws, layer 1 at the new root is what layer 2 was at the old one, and the other way
  round, so two layers change places (`turn`). One layer alone does not have these numbers, and the tree is dropped.
* A solved node (0 and INFINITY) stays solved, even if its children are dropped for lack of room, because a proof stays
  valid. Only the root is always computed anew: its moves may be restricted for a time, and the move to play has to be known.
* Where moves were pruned, refuting all children does not refute the node: it then has INFINITY twice and proves nothing.
* Nodes are not shared between paths (there are no transpositions), so a move that superko forbids along one path misleads
  no other path.
* With one thread the numbers are exact. Several threads compute a node's numbers from its children's without a lock. The
  numbers may then be out of date, but they are never wrong as proofs, because a solved node stays solved: both numbers of a
  layer are one word, which a thread replaces only if it still is what it was before the children were read. Ranks only guide
  the search, and may be wrong where updates of two threads were lost.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.atomic import compare_and_swap, load_acquire
from gopy.compiled.jit import kernel
from gopy.game import WIN_UNIT, judge_moves, to_play
from gopy.search.params import ENDING, FINAL
from gopy.search.tree import ROOT, Tree, clear_node, end_simulation, examine_children, register_layout, settle_root, turn

#: The number where no number of leaves is enough.
INFINITY = 1 << 30

#: Larger sums are cut to this, the largest finite number.
MOST = INFINITY - 1

# Bits of `kind`.
AND = 1         #: the prover's opponent is to move
PRUNED = 2      #: a legal move has no child

ProofTree = NamedTuple("ProofTree", [
    *Tree.__annotations__.items(),      # type: ignore[misc]    # all fields of a Tree, and two more
    ("numbers", np.ndarray),    # int64, layer 1: phi in the low 32 bits, delta in the high ones
    ("numbers2", np.ndarray),   # int64, layer 2
    ("rank", np.ndarray),       # int16, 1 + siblings of smaller delta, ties broken by delta2 with two layers
    ("kind", np.ndarray),       # uint8, AND and PRUNED, of a node with children
    ("drawn", np.ndarray),      # uint8, 1: a drawn game ends below
])
ProofTree.__doc__ = "A tree with proof numbers: 20 bytes more a node."

register_layout(ProofTree, np.int64, np.int64, np.int16, np.uint8, np.uint8)

#: Both numbers of a node in one layer, as they lie in the tree.
_PAIR = np.dtype([("phi", "<i4"), ("delta", "<i4")])

#: For Python: one of the numbers for all nodes, a view, int32[capacity].
for _name, _look in {"phi": lambda tree: tree.numbers.view(_PAIR)["phi"],
                     "delta": lambda tree: tree.numbers.view(_PAIR)["delta"],
                     "phi2": lambda tree: tree.numbers2.view(_PAIR)["phi"],
                     "delta2": lambda tree: tree.numbers2.view(_PAIR)["delta"]}.items():
    setattr(ProofTree, _name, property(_look))


@kernel(entry=False, inline=True)
def pair(phi, delta):
    """Both numbers of a node in one int64."""
    return np.int64(delta) << 32 | np.int64(phi)


@kernel(entry=False, inline=True)
def phi_of(numbers):
    """phi of the two numbers that `pair` put into one int64."""
    return np.int32(numbers & 0xFFFFFFFF)


@kernel(entry=False, inline=True)
def delta_of(numbers):
    """delta of the two numbers that `pair` put into one int64."""
    return np.int32(numbers >> 32)


@clear_node.register(ProofTree)
@kernel
def _clear_node(tree, node):
    tree.numbers[node] = pair(1, 1)
    tree.numbers2[node] = pair(1, 1)
    tree.rank[node] = 1
    tree.kind[node] = 0
    tree.drawn[node] = 0


# ---- ranks --------------------------------------------------------------------------------------

@kernel(entry=False, inline=True)
def _key(tree, node, layers):
    """The number by which a node is ranked among its siblings."""
    key = np.int64(delta_of(tree.numbers[node])) << 32
    return key | np.int64(delta_of(tree.numbers2[node])) if layers == 2 else key


@kernel(entry=False)
def _rank_block(tree, begin, end, layers):
    """Rank the siblings begin..end, uint64, anew."""
    for c in range(begin, end):
        mine = _key(tree, c, layers)
        ahead = 0
        for other in range(begin, end):
            ahead += _key(tree, other, layers) < mine
        tree.rank[c] = 1 + ahead


@kernel(entry=False, inline=True)
def _rank_moved(tree, begin, end, child, old, layers):
    """Correct the ranks of begin..end, uint64, after the key of `child` has changed from `old`."""
    new = _key(tree, child, layers)
    ahead = 0
    for c in range(begin, end):
        key = _key(tree, c, layers)
        tree.rank[c] += np.int16(new < key) - np.int16(old < key)
        ahead += key < new
    tree.rank[child] = 1 + ahead


# ---- numbers ------------------------------------------------------------------------------------

@kernel(entry=False, inline=True)
def _compute(numbers, node, begin, end, pruned):
    """Compute the numbers of a node in one layer from its children begin..end; returns whether they changed.

    They are replaced only if they still are what they were before the children were read, because what another thread wrote
    meanwhile may be newer. Both are replaced at once, because one half of a proof beside an older half would last."""
    while True:
        before = load_acquire(numbers, node)
        phi = np.int32(INFINITY)
        total = np.int64(0)
        most = np.int32(0)
        for c in range(begin, end):
            phi = min(phi, delta_of(numbers[c]))
            child_phi = phi_of(numbers[c])
            total += child_phi
            most = max(most, child_phi)
        delta = np.int32(INFINITY) if most == INFINITY else np.int32(min(total, MOST))
        if pruned and delta == 0:
            delta = np.int32(INFINITY)
        now = pair(phi, delta)
        if now == before:
            return False
        if compare_and_swap(numbers, node, before, now) == before:
            return True


@kernel(entry=False, inline=True)
def _is_solved(numbers, node):
    return phi_of(numbers[node]) == 0 or delta_of(numbers[node]) == 0


@kernel(entry=False, inline=True)
def _update(tree, node, layers):
    """Compute the numbers of `node`, which has children, where they are not final; returns whether they changed."""
    begin = np.uint64(tree.child[node])
    end = begin + np.uint64(tree.num_children[node])
    pruned = tree.kind[node] & PRUNED != 0
    changed = False
    if node == ROOT or not _is_solved(tree.numbers, node):
        changed = _compute(tree.numbers, node, begin, end, pruned)
    if layers == 2 and (node == ROOT or not _is_solved(tree.numbers2, node)):
        changed |= _compute(tree.numbers2, node, begin, end, pruned)
    return changed


# ---- leaves -------------------------------------------------------------------------------------

@kernel(entry=False)
def _set_leaf(numbers, node, holds):
    """Set a leaf where the game is over. holds: whether what the player to move there wants to prove is true."""
    numbers[node] = pair(0, INFINITY) if holds else pair(INFINITY, 0)


@examine_children.register(ProofTree)
@kernel(entry=False)
def _examine_children(tree, node, begin, depth, pruned, scratch, search_params):
    """Note which of the children end the game, and how."""
    n = tree.num_children[node]
    odd = depth & 1
    tree.kind[node] = odd * AND + (pruned > 0) * PRUNED
    results = scratch.keys
    judge_moves(scratch.state, scratch.moves, n, results, scratch.after)
    prover = to_play(scratch.state) ^ odd
    over = 0
    for i in range(n):
        if results[i] < 0:
            continue
        over += 1
        wins = results[i] if prover == 0 else WIN_UNIT - results[i]
        # the prover is to move below an AND node
        _set_leaf(tree.numbers, begin + i, (wins == WIN_UNIT) == (odd == 1))
        _set_leaf(tree.numbers2, begin + i, (wins > 0) == (odd == 1))
        if 0 < wins < WIN_UNIT:
            for d in range(depth + 1):
                tree.drawn[scratch.path[d]] = 1
    if over > 0:
        _rank_block(tree, np.uint64(begin), np.uint64(begin + n), search_params.layers)


# ---- up the path --------------------------------------------------------------------------------

@end_simulation.register(ProofTree)
@kernel(entry=False, inline=True)
def _end_simulation(tree, depth, scratch, search_params):
    """Carry new numbers up the path, past solved nodes, until a node stays as it was. Returns whether the root is proven to
    be won and that ends the search (F or E)."""
    layers = search_params.layers
    # a leaf that has children got them from this simulation, or from one of another thread
    begin = depth if load_acquire(tree.child, scratch.path[depth]) > 0 else depth - 1
    for d in range(begin, -1, -1):
        node = scratch.path[d]
        old = _key(tree, node, layers)
        solved = _is_solved(tree.numbers, node) and (layers == 1 or _is_solved(tree.numbers2, node))
        if not _update(tree, node, layers):
            if solved:
                continue    # another thread may have stopped before it updated the nodes above
            break
        if d > 0 and _key(tree, node, layers) != old:
            parent = scratch.path[d - 1]
            begin = np.uint64(tree.child[parent])
            _rank_moved(tree, begin, begin + np.uint64(tree.num_children[parent]), node, old, layers)
    return search_params.proofs & (FINAL | ENDING) != 0 and phi_of(tree.numbers[ROOT]) == 0


# ---- the root -----------------------------------------------------------------------------------

@settle_root.register(ProofTree)
@kernel
def _settle_root(tree, search_params):
    """Compute the root's numbers anew; returns what `_end_simulation` returns."""
    if tree.child[ROOT] > 0:
        _update(tree, np.int64(ROOT), search_params.layers)
    return search_params.proofs & (FINAL | ENDING) != 0 and phi_of(tree.numbers[ROOT]) == 0


@kernel
def _rank_all(tree, layers):
    for node in range(tree.used[0]):
        if tree.child[node] > 0:
            begin = np.uint64(tree.child[node])
            _rank_block(tree, begin, begin + np.uint64(tree.num_children[node]), layers)


@turn.register(ProofTree)
def _turn(tree, node, search_params):
    """Make the other player the prover, at `node`; returns False if the numbers are of no use to that player."""
    if search_params.layers == 1 and tree.drawn[node]:
        return False
    used = int(tree.used[0])
    tree.kind[:used] ^= AND
    if search_params.layers == 2:
        one, other = tree.numbers, tree.numbers2
        one[:used], other[:used] = other[:used].copy(), one[:used].copy()
        _rank_all(tree, 2)
    return True
