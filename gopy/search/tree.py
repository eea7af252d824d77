"""The search tree: one record of flat arrays, shared by all threads without locks.

A node is an index; index 0 is the root. A node's statistics are those of the edge that leads to it: wins
count for the player who made the node's move. The children of a node are contiguous, and lie after it:

    node:      0          1 .. n          n+1 .. n+m
              root    root's children   children of one of these

In nodes that are not in use all of Tree's fields are zero, as they are in a fresh leaf without priors.

Visits and wins are added to atomically (`add_visits`, `add_wins`), so none is lost however many threads there are. The
allocator (`used`) and the claim of a leaf (`child`: UNEXPANDED -> BUSY -> index of the first child) are atomic as well. A
thread that finds a leaf BUSY starts its playout there. Other sums are added to without synchronisation: the AMAF counts, of
which each simulation changes many more, and what a layout adds, which is mostly not an integer. When two threads add to one
of these at the same time, one of the two additions may be lost.

A policy or a solver that keeps more for each node has a layout of its own: a NamedTuple with the fields of Tree, followed by
more arrays over nodes, and registered by `register_layout`. What a layout adds is maintained by the verbs below, which are
chosen by the tree's type; they cost the plain tree nothing.
"""
from typing import Any, NamedTuple

import numpy as np

from gopy.base.parameters import MAX_PRIOR
from gopy.compiled.atomic import atomic_add, compare_and_swap, load_acquire, store_release
from gopy.compiled.bits import ONE, ZERO, popcount
from gopy.compiled.compiler import literal_unroll
from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.game import AMAF_UNIT, WIN_UNIT

#: Selection reads children in vectors of this many; the last vector may include what lies behind the last child.
LANES = 8

ROOT = 0
UNEXPANDED = 0      #: `child` of a leaf; the root is nobody's child, so 0 is free
BUSY = -1           #: `child` of a leaf whose children a thread is making

#: Visits of the root at which a search has to end, so that wins in quarters stay within an int32.
MAX_VISITS = np.iinfo(np.int32).max // WIN_UNIT - (1 << 20)

#: AMAF counts are halved once one passes this, so that they stay within an int32.
MAX_AMAF = 1 << 30


class Tree(NamedTuple):
    """Arrays over nodes, each of length `capacity` except for the last three."""

    visits: np.ndarray          #: int32, simulations through the node, prior ones included
    wins: np.ndarray            #: int32, their wins in WIN_UNITs, prior ones included
    amaf_visits: np.ndarray     #: int32, weight of the AMAF experience, in AMAF_UNITs
    amaf_wins: np.ndarray       #: int32, the part of that weight that was won, in AMAF_UNITs
    child: np.ndarray           #: int32, first child, UNEXPANDED or BUSY
    num_children: np.ndarray    #: int16
    move: np.ndarray            #: int16, the move that leads here
    prior_visits: np.ndarray    #: int16, simulations that `visits` started from
    prior_wins: np.ndarray      #: int16, WIN_UNITs that `wins` started from
    used: np.ndarray            #: int64[1], nodes allocated
    live: np.ndarray            #: uint64[capacity / 64], bitset for the collector
    live_before: np.ndarray     #: int32[capacity / 64], live nodes before each word, for the collector


#: Bytes a node takes: five int32, four int16, its share of the collector's bitset (1/8) and count (1/16).
BYTES_PER_NODE = 5 * 4 + 4 * 2 + 3 / 16

#: How many fields Tree has, and how many of them, the first ones, are arrays over nodes.
_FIELDS, _NODE_FIELDS = len(Tree._fields), 9

#: For each layout, the dtypes of the arrays over nodes that it adds to Tree's.
_ADDED = {Tree: ()}


def register_layout(layout, *dtypes) -> None:
    """Register a layout, a NamedTuple class, with the dtypes of the arrays over nodes that follow Tree's fields.

    Raises TypeError if the fields of the layout are others."""
    if layout._fields[:len(Tree._fields)] != Tree._fields or len(layout._fields) != len(Tree._fields) + len(dtypes):
        raise TypeError(f"{layout.__name__} has to have Tree's fields and {len(dtypes)} more")
    _ADDED[layout] = tuple(np.dtype(dtype) for dtype in dtypes)


def bytes_per_node(layout=Tree) -> float:
    """Bytes a node takes in a layout."""
    return BYTES_PER_NODE + sum(dtype.itemsize for dtype in _ADDED[layout])


#: Largest number of nodes, as an int32 numbers them; memory beyond what they take, some 60 GiB, is not used.
MAX_NODES = (1 << 31) - 64


def capacity_for(memory_bytes, layout=Tree) -> int:
    """How many nodes fit in `memory_bytes`, MAX_NODES at most; a multiple of 64."""
    return min(int(memory_bytes / bytes_per_node(layout)) // 64 * 64, MAX_NODES)


def new_tree(capacity, layout=Tree) -> Any:
    """A tree of one node, the root, with room for `capacity` nodes (a positive multiple of 64, else ValueError)."""
    if capacity < 64 or capacity % 64 or capacity > MAX_NODES:
        raise ValueError("capacity must be a multiple of 64 from 64 up, and below 2**31")
    words = capacity // 64
    tree = layout(*(np.zeros(capacity, np.int32) for _ in range(5)),
                  *(np.zeros(capacity, np.int16) for _ in range(4)),
                  np.zeros(1, np.int64), np.zeros(words, np.uint64), np.zeros(words, np.int32),
                  *(np.zeros(capacity, dtype) for dtype in _ADDED[layout]))
    clear(tree)
    return tree


def node_arrays(tree) -> tuple[np.ndarray, ...]:
    """All arrays over nodes, those that a layout adds included."""
    return tree[:_NODE_FIELDS] + tree[len(Tree._fields):]


def clear(tree) -> None:
    """Forget everything; what remains is a root without visits."""
    for array in tree[:_NODE_FIELDS]:
        array[:tree.used[0]] = 0
    clear_node(tree, ROOT)
    tree.move[ROOT] = -1
    tree.used[0] = 1


# ---- verbs of a layout --------------------------------------------------------------------------

@verb
def clear_node(tree, node):
    """Set what a layout adds at `node` to the values of a fresh leaf, which are zeros by default. A kernel with an entry."""


@verb
def move_node(tree, to, node):
    """Copy what a layout adds from `node` to the node `to`."""


@verb
def examine_children(tree, node, begin, depth, pruned, scratch, search_params):
    """Examine the fresh children of `node`, which begin at `begin`, before any other thread sees them.

    The position of `node` is scratch.state, its depth in the tree `depth`; pruned: how many legal moves got no child."""


@verb
def adjust_keys(tree, node, keys, search_params):
    """Change the selection keys (see gopy.search.keys) of the children of `node`: int32, in their order.

    Returns whether any of them may have changed."""


@verb
def end_simulation(tree, depth, scratch, search_params):
    """Called after the backup of a simulation whose leaf is scratch.path[depth]; returns whether there is nothing
    left to search for."""


@verb
def settle_root(tree, search_params):
    """Called when the root, or which of its children take part, may have changed; returns whether there is nothing left to
    search for. A kernel with an entry."""


@verb
def turn(tree, node, search_params):
    """Prepare for `node` to become the root, with the other player to move than at the present root; returns whether its
    subtree can be kept. Plain Python."""


@verb
def proven_first(tree, nodes, search_params):
    """The root's children `nodes` (int64 array, best first) in the order in which to play them. Plain Python."""


@verb
def proven_result(tree, node, search_params):
    """What is proven of the root or of a child of it, for the side to move at the root; "" if nothing is. Plain Python."""


@clear_node.register()
@kernel
def _clear_added(tree, node):
    for array in literal_unroll(tree[_FIELDS:]):
        array[node] = 0


@clear_node.register(Tree)
@kernel
def _nothing_to_clear(tree, node):
    pass


@move_node.register()
@kernel(entry=False)
def _move_added(tree, to, node):
    for array in literal_unroll(tree[_FIELDS:]):
        array[to] = array[node]


@move_node.register(Tree)
@kernel(entry=False)
def _nothing_to_move(tree, to, node):
    pass


@examine_children.register()
@kernel(entry=False)
def _nothing_to_examine(tree, node, begin, depth, pruned, scratch, search_params):
    pass


@adjust_keys.register()
@kernel(entry=False)
def _nothing_to_adjust(tree, node, keys, search_params):
    return False


@end_simulation.register()
@kernel(entry=False)
def _never_ends(tree, depth, scratch, search_params):
    return False


@settle_root.register()
@kernel
def _nothing_to_settle(tree, search_params):
    return False


@turn.register()
def _can_be_kept(tree, node, search_params):
    return True


@proven_first.register()
def _as_visited(tree, nodes, search_params):
    return nodes


@proven_result.register()
def _nothing_proven(tree, node, search_params):
    return ""


# ---- growing ------------------------------------------------------------------------------------

@kernel(entry=False, inline=True)
def allocate(tree, n):
    """Index of the first of `n` fresh contiguous nodes, or -1 when they do not fit."""
    # Nodes are never taken first and given back after: another thread's block in between would then stand above `used`.
    while True:
        begin = load_acquire(tree.used, 0)
        if begin + n + LANES > tree.visits.shape[0]:
            return np.int64(-1)
        if compare_and_swap(tree.used, 0, begin, begin + n) == begin:
            return begin


@kernel(entry=False)
def whole_vectors(n):
    """`n`, a number of children as uint64, rounded up to a multiple of LANES."""
    return (n + np.uint64(LANES - 1)) & ~np.uint64(LANES - 1)


@kernel(entry=False, inline=True)
def write_children(tree, node, begin, moves, n, prior_visits, prior_wins, priors_in_amaf, passing):
    """Write leaves for moves[:n] to the fresh nodes from `begin` on; they are the children of `node` once
    `publish_children` is called.

    passing: the pass. AMAF never credits it, so an AMAF prior would never change there; it gets none.
    """
    # Each loop is over few arrays: before a loop, compiled code checks that no two of its arrays overlap.
    most = 0
    for i in range(n):
        tree.move[np.uint64(begin + i)] = moves[i]
        most = max(most, prior_visits[i])
    if most > 0:
        _write_priors(tree, begin, moves, n, prior_visits, prior_wins, priors_in_amaf, passing)
    for i in range(n):
        clear_node(tree, begin + i)
    tree.num_children[node] = n


@kernel(entry=False)
def _write_priors(tree, begin, moves, n, prior_visits, prior_wins, priors_in_amaf, passing):
    for i in range(n):
        c = np.uint64(begin + i)
        visits = min(prior_visits[i], MAX_PRIOR)
        wins = min(prior_wins[i], visits * WIN_UNIT)
        tree.visits[c] = visits
        tree.wins[c] = wins
        in_amaf = 0 if moves[i] == passing else priors_in_amaf
        tree.amaf_visits[c] = visits * AMAF_UNIT * in_amaf
        tree.amaf_wins[c] = wins * (AMAF_UNIT // WIN_UNIT) * in_amaf
        tree.prior_visits[c] = visits
        tree.prior_wins[c] = wins


@kernel(entry=False, inline=True)
def publish_children(tree, node, begin):
    """Let all threads see the children of `node`, all of whose fields are written."""
    store_release(tree.child, node, begin)


@kernel(entry=False, inline=True)
def real_visits(tree, node):
    """Simulations through `node` without prior experience; those that other threads have under way are included."""
    return np.int64(tree.visits[node]) - np.int64(tree.prior_visits[node])


@kernel(entry=False, inline=True)
def add_visits(tree, node, visits):
    """Add to the visits of `node`."""
    atomic_add(tree.visits, node, visits)


@kernel(entry=False, inline=True)
def add_wins(tree, node, units):
    """Add WIN_UNITs to the wins of `node`."""
    atomic_add(tree.wins, node, units)


# ---- the collector: runs alone, with every thread parked ----------------------------------------

@kernel(entry=False)
def _mark(tree, root, threshold):
    """Mark `root`, its children, and the children of every other live node that has at least `threshold` real visits.

    Returns how many nodes are live. Parents lie before their children, so one ascending pass suffices.
    """
    live = tree.live
    live[:] = ZERO
    live[root >> 6] |= ONE << np.uint64(root & 63)
    count = 1
    for node in range(root, tree.used[0]):
        if (live[node >> 6] >> np.uint64(node & 63)) & ONE == ZERO or tree.child[node] <= 0:
            continue
        if node == root or real_visits(tree, node) >= threshold:
            n = tree.num_children[node]
            count += n
            for c in range(tree.child[node], tree.child[node] + n):
                live[c >> 6] |= ONE << np.uint64(c & 63)
    return count


@kernel(entry=False)
def _new_index(tree, node):
    """Where the live node `node` will be: the number of live nodes before it."""
    below = (ONE << np.uint64(node & 63)) - ONE
    return tree.live_before[node >> 6] + np.int64(popcount(tree.live[node >> 6] & below))


@kernel(entry=False)
def _slide(tree):
    """Move every live node to its new index and drop links to blocks that are not live."""
    count = 0
    for word in range(tree.live.shape[0]):
        tree.live_before[word] = count
        count += np.int64(popcount(tree.live[word]))
    to = 0
    for node in range(tree.used[0]):
        if (tree.live[node >> 6] >> np.uint64(node & 63)) & ONE == ZERO:
            continue
        child = tree.child[node]
        n = tree.num_children[node]
        if child <= 0 or (tree.live[child >> 6] >> np.uint64(child & 63)) & ONE == ZERO:
            child = UNEXPANDED
            n = 0
        else:
            child = _new_index(tree, child)
        tree.visits[to] = tree.visits[node]
        tree.wins[to] = tree.wins[node]
        tree.amaf_visits[to] = tree.amaf_visits[node]
        tree.amaf_wins[to] = tree.amaf_wins[node]
        tree.child[to] = child
        tree.num_children[to] = n
        tree.move[to] = tree.move[node]
        tree.prior_visits[to] = tree.prior_visits[node]
        tree.prior_wins[to] = tree.prior_wins[node]
        move_node(tree, to, node)
        to += 1
    erase(tree, to)


@kernel(entry=False)
def erase(tree, begin):
    """Free the nodes from `begin` on and make them fresh again, except for what a layout adds."""
    end = tree.used[0]
    tree.visits[begin:end] = 0
    tree.wins[begin:end] = 0
    tree.amaf_visits[begin:end] = 0
    tree.amaf_wins[begin:end] = 0
    tree.child[begin:end] = UNEXPANDED
    tree.num_children[begin:end] = 0
    tree.move[begin:end] = 0
    tree.prior_visits[begin:end] = 0
    tree.prior_wins[begin:end] = 0
    tree.used[0] = begin


@kernel
def collect(tree, root, threshold, room):
    """Keep only the subtree of `root` and close the gaps, so that `root` gets index 0; returns the threshold used.

    Nodes with fewer than `threshold` real visits lose their children; the threshold is doubled until at most
    `room` nodes remain or only the root has children.
    """
    count = _mark(tree, root, threshold)
    while count > room and threshold < MAX_VISITS:
        threshold = 2 * max(threshold, 1)
        count = _mark(tree, root, threshold)
    _slide(tree)
    return threshold


@kernel
def halve_amaf(tree):
    """Halve all AMAF counts; the means stay as they are."""
    for node in range(tree.used[0]):
        tree.amaf_visits[node] >>= 1
        tree.amaf_wins[node] >>= 1
