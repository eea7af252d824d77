"""What the search knows: a table of nodes, found by a key, with the statistics of the mover's moves.

A node is a position as the player to move sees it: its key is `gopy.game.information`, or where all is seen a hash of the moves and chance
events that led there from the root. Since a node belongs to one player, only this player's results are kept at its moves.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.jit import kernel

NONE = -1


class NodeTable(NamedTuple):
    """Nodes, found by open addressing, and their edges, which lie side by side."""

    keys: np.ndarray        #: uint64[slots, a power of two], 0 where a slot is free
    nodes: np.ndarray       #: int32[slots], the node of each key
    first: np.ndarray       #: int32[nodes], its first edge
    width: np.ndarray       #: int16[nodes], how many edges it has
    total: np.ndarray       #: int32[nodes], simulations through it
    move: np.ndarray        #: int16[edges]
    visits: np.ndarray      #: int32[edges]
    sums: np.ndarray        #: float64[edges], results of the mover
    used: np.ndarray        #: int64[2], nodes and edges in use


#: Edges that there is room for with each node, on average.
_EDGES = 8

#: Bytes of a node: two slots of the table, its own fields and its edges.
BYTES_PER_NODE = 2 * 12 + 10 + _EDGES * 14


def new_table(memory_bytes: int, most_moves: int) -> NodeTable:
    """An empty table of at most so many bytes. ValueError if that has no room for a node with `most_moves` moves."""
    least = -(-(most_moves + 1) // _EDGES)
    nodes = 1
    while 2 * nodes * BYTES_PER_NODE <= memory_bytes:
        nodes *= 2
    if nodes < least or memory_bytes < BYTES_PER_NODE:
        raise ValueError(f"memory: this search needs at least {2 * least * BYTES_PER_NODE} bytes")
    edges = _EDGES * nodes
    return NodeTable(np.zeros(2 * nodes, np.uint64), np.zeros(2 * nodes, np.int32), np.zeros(nodes, np.int32), np.zeros(nodes, np.int16),
                     np.zeros(nodes, np.int32), np.zeros(edges, np.int16), np.zeros(edges, np.int32), np.zeros(edges),
                     np.zeros(2, np.int64))


def clear_table(table: NodeTable) -> None:
    """Forget everything."""
    table.keys[:] = 0
    table.used[:] = 0


@kernel(entry=False)
def mixed(key, number):
    """A key for what follows a key by a move or an outcome; never 0."""
    # the finalizer of SplitMix64
    x = key + np.uint64(0x9E3779B97F4A7C15) * (np.uint64(number) + np.uint64(2))
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return x | np.uint64(1)


@kernel(entry=False)
def _slot_of(table, key):
    mask = np.uint64(table.keys.shape[0] - 1)
    slot = (key ^ (key >> np.uint64(32))) & mask
    while table.keys[slot] != key and table.keys[slot] != np.uint64(0):
        slot = (slot + np.uint64(1)) & mask
    return slot


@kernel
def find_node(table, key):
    """The node of a key, or NONE."""
    slot = _slot_of(table, key)
    return np.int64(table.nodes[slot]) if table.keys[slot] == key else np.int64(NONE)


@kernel
def add_node(table, key, moves, n):
    """Add a node for a key that has none, with moves[:n]; returns it, or NONE if there is no room."""
    node, first = table.used[0], table.used[1]
    if node >= table.first.shape[0] or first + n > table.move.shape[0]:
        return np.int64(NONE)
    slot = _slot_of(table, key)
    table.keys[slot] = key
    table.nodes[slot] = node
    table.first[node] = first
    table.width[node] = n
    table.total[node] = 0
    for i in range(n):
        table.move[first + i] = moves[i]
        table.visits[first + i] = 0
        table.sums[first + i] = 0.0
    table.used[0] = node + 1
    table.used[1] = first + n
    return node
