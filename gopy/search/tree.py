"""The search tree: one record of flat arrays, shared by all threads without locks.

A node is an index; index 0 is the root. A node's statistics are those of the edge that leads to it: wins
count for the player who made the node's move. The children of a node are contiguous, and lie after it:

    node:      0          1 .. n          n+1 .. n+m
              root    root's children   children of one of these

Nodes not in use are zero in all of Tree's fields, which is what a fresh leaf without priors is.

Visits and wins are added to atomically (`add_visits`, `add_wins`), so none is lost however many threads there are; so
are the allocator (`used`) and the claim of a leaf (`child`: UNEXPANDED -> BUSY -> index of the first child). A thread
that finds a leaf BUSY simulates from it. AMAF counts, many more a simulation, and what a layout adds, which is mostly
no integer, are added to without synchronisation: two threads that add to one at once may lose one of the two.

A policy or a solver that keeps more of a node has a layout of its own: a NamedTuple with the fields of Tree and more
arrays over nodes behind them, made known by `register_layout`. What a layout adds is kept up by the verbs below, chosen by
the tree's type; they cost the plain tree nothing.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.atomic import atomic_add, store_release
from gopy.compiled.bits import ONE, ZERO, popcount
from gopy.dispatch import implements, verb
from gopy.game import AMAF_UNIT, WIN_UNIT
from gopy.compiled.jit import kernel
from gopy.inputs.parameters import MAX_PRIOR

#: Selection looks at children in vectors of this many, the last of them with whatever lies behind the last child.
LANES = 8

ROOT = 0
UNEXPANDED = 0      #: `child` of a leaf; the root is nobody's child, so 0 is free
BUSY = -1           #: `child` of a leaf whose children a thread is making

#: Visits of the root at which a search has to end, so that wins in quarters stay within an int32.
MAX_VISITS = np.iinfo(np.int32).max // WIN_UNIT - (1 << 20)

#: AMAF counts are halved once one passes this, so that they stay within an int32.
MAX_AMAF = 1 << 30


class Tree(NamedTuple):
    """Arrays over nodes, all of length `capacity`, but for the last three."""

    visits: np.ndarray          #: int32, simulations through the node, prior ones included
    wins: np.ndarray            #: int32, their wins in WIN_UNITs, prior ones included
    amaf_visits: np.ndarray     #: int32, in AMAF_UNITs
    amaf_wins: np.ndarray       #: int32, in AMAF_UNITs
    child: np.ndarray           #: int32, first child, UNEXPANDED or BUSY
    num_children: np.ndarray    #: int16
    move: np.ndarray            #: int16, the move that leads here
    prior_visits: np.ndarray    #: int16, simulations that `visits` started from
    prior_wins: np.ndarray      #: int16, WIN_UNITs that `wins` started from
    used: np.ndarray            #: int64[1], nodes allocated
    live: np.ndarray            #: uint64[capacity / 64], bitset for the collector
    live_before: np.ndarray     #: int32[capacity / 64], live nodes before each word, for the collector


#: Memory a node takes: five int32, four int16, its share of the collector's bitset (1/8) and count (1/16).
BYTES_PER_NODE = 5 * 4 + 4 * 2 + 3 / 16

#: How many of Tree's fields, the first ones, are arrays over nodes.
_NODE_FIELDS = 9

#: What each layout's arrays over nodes hold beyond Tree's.
_ADDED = {Tree: ()}


def register_layout(layout, *dtypes):
    """Make a layout known: its type, and the dtypes of the arrays over nodes behind Tree's fields."""
    if layout._fields[:len(Tree._fields)] != Tree._fields or len(layout._fields) != len(Tree._fields) + len(dtypes):
        raise TypeError(f"{layout.__name__} has to have Tree's fields and {len(dtypes)} more")
    _ADDED[layout] = tuple(np.dtype(dtype) for dtype in dtypes)


def bytes_per_node(layout=Tree):
    """Memory a node takes in a layout."""
    return BYTES_PER_NODE + sum(dtype.itemsize for dtype in _ADDED[layout])


#: Nodes are numbered by int32; more memory than these take, some 60 GiB, is not used.
MAX_NODES = (1 << 31) - 64


def capacity_for(memory_bytes, layout=Tree):
    """How many nodes fit in `memory_bytes`, MAX_NODES at most; a multiple of 64."""
    return min(int(memory_bytes / bytes_per_node(layout)) // 64 * 64, MAX_NODES)


def new_tree(capacity, layout=Tree):
    """A tree of one node, the root, with room for `capacity` nodes (a positive multiple of 64)."""
    if capacity < 64 or capacity % 64 or capacity > MAX_NODES:
        raise ValueError("capacity must be a multiple of 64 from 64 up, and below 2**31")
    words = capacity // 64
    tree = layout(*(np.zeros(capacity, np.int32) for _ in range(5)),
                  *(np.zeros(capacity, np.int16) for _ in range(4)),
                  np.zeros(1, np.int64), np.zeros(words, np.uint64), np.zeros(words, np.int32),
                  *(np.zeros(capacity, dtype) for dtype in _ADDED[layout]))
    clear(tree)
    return tree


def node_arrays(tree):
    """All arrays over nodes, those that a layout adds included."""
    return tree[:_NODE_FIELDS] + tree[len(Tree._fields):]


def clear(tree):
    """Forget everything: one root without visits."""
    for array in tree[:_NODE_FIELDS]:
        array[:tree.used[0]] = 0
    clear_node(tree, ROOT)
    tree.move[ROOT] = -1
    tree.used[0] = 1


# ---- what a layout does with what it adds; nothing by default -----------------------------------

@verb
def clear_node(tree, node):
    """Set what a layout adds to a fresh leaf; a kernel with an entry."""


@verb
def move_node(tree, to, node):
    """Copy what a layout adds from one node to another."""


@verb
def examine_children(tree, node, begin, depth, pruned, scratch, search_params):
    """Look at the fresh children of `node`, at `begin`, before any other thread sees them.

    Its position is scratch.state, its depth in the tree `depth`; pruned: how many legal moves got no child."""


@verb
def adjust_keys(tree, node, keys, search_params):
    """Change the selection keys (see gopy.search.keys) of the children of `node`: int32, in their order.

    Returns whether any may be another now."""


@verb
def end_simulation(tree, depth, scratch, search_params):
    """Called after the backup of a simulation whose leaf is scratch.path[depth]; returns whether there is nothing
    left to search for."""


@verb
def settle_root(tree, search_params):
    """The root, or which of its children take part, may be new; returns whether there is nothing left to search for.
    A kernel with an entry."""


@verb
def turn(tree, node, search_params):
    """`node` will be the root, where the other player than now is to move; returns whether its subtree can be kept.
    Plain Python."""


@verb
def proven_first(tree, nodes, search_params):
    """The root's children `nodes` (int64 array, best first) in the order in which to play them. Plain Python."""


@verb
def proven_result(tree, node, search_params):
    """What is proven of the root or a child of it, for the side to move at the root: "" if nothing. Plain Python."""


@implements(clear_node)
@kernel
def _nothing_to_clear(tree, node):
    pass


@implements(move_node)
@kernel(entry=False)
def _nothing_to_move(tree, to, node):
    pass


@implements(examine_children)
@kernel(entry=False)
def _nothing_to_examine(tree, node, begin, depth, pruned, scratch, search_params):
    pass


@implements(adjust_keys)
@kernel(entry=False)
def _nothing_to_adjust(tree, node, keys, search_params):
    return False


@implements(end_simulation)
@kernel(entry=False)
def _never_ends(tree, depth, scratch, search_params):
    return False


@implements(settle_root)
@kernel
def _nothing_to_settle(tree, search_params):
    return False


@implements(turn)
def _can_be_kept(tree, node, search_params):
    return True


@implements(proven_first)
def _as_visited(tree, nodes, search_params):
    return nodes


@implements(proven_result)
def _nothing_proven(tree, node, search_params):
    return ""


# ---- growing ------------------------------------------------------------------------------------

@kernel(entry=False, inline=True)
def allocate(tree, n):
    """Index of `n` fresh contiguous nodes, or -1 when they do not fit."""
    begin = atomic_add(tree.used, 0, n)
    if begin + n + LANES > tree.visits.shape[0]:
        # Whoever allocates before this is undone fails as well, so blocks stay without gaps.
        atomic_add(tree.used, 0, -n)
        return -1
    return begin


@kernel(entry=False)
def whole_vectors(n):
    """A number of children, uint64, made up to a multiple of LANES."""
    return (n + np.uint64(LANES - 1)) & ~np.uint64(LANES - 1)


@kernel(entry=False, inline=True)
def write_children(tree, node, begin, moves, n, prior_visits, prior_wins, priors_in_amaf, passing):
    """Fill the block `begin`, fresh nodes, with leaves for moves[:n], the children of `node` once `publish_children` is
    called.

    passing: the move that AMAF never credits: a prior there would stay as it is for ever, so it has none.
    """
    # Loops over few arrays each: before one over many, compiled code makes sure that no two of them overlap.
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
    """Simulations through `node`, prior experience left out (those under way of other threads are in)."""
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
    """Mark `root` and every block of children whose parent is live and has `threshold` real visits.

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
    """Give the nodes from `begin` on back, fresh again but for what a layout adds."""
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
    """Keep the subtree of `root`, in place, `root` becoming index 0; returns the threshold used.

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
