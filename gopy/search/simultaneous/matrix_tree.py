"""The tree of a game whose players move at the same time: a node holds a matrix of joint moves.

    node     a state in which both players move; `rows` moves of player 0 by `columns` moves of player 1
    cell     a joint move: how often it was played, the mean utility it brought, what it leads to
    entry    one player's own move: two numbers that the policy gives a meaning; a node's rows come before its columns
    outcome  what chance may bring after a joint move: the node it leads to

A cell leads to a node or, where chance moves next, to a block of outcomes; cell 0 leads to the root. Index 0 of
nodes and outcomes stands for "not there".
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below

ROOT_CELL = 0
NONE = 0

# slots of `used`
NODES = 0
CELLS = 1
ENTRIES = 2
OUTCOMES = 3


class MatrixTree(NamedTuple):
    """Arrays over nodes, over cells, over entries and over outcomes; made by `new_matrix_tree`."""

    first_cell: np.ndarray      #: int32[nodes], cell of both players' first moves; a node's cells lie row by row
    first_entry: np.ndarray     #: int32[nodes], entry of player 0's first move
    rows: np.ndarray            #: int16[nodes]
    columns: np.ndarray         #: int16[nodes]
    node_visits: np.ndarray     #: int32[nodes], joint moves played here; while fewer than rows * columns, it is being filled
    visits: np.ndarray          #: int32[cells], how often the joint move was played
    mean: np.ndarray            #: float64[cells], mean utility of player 0
    child: np.ndarray           #: int32[cells], the node or the first outcome that the cell leads to
    order: np.ndarray           #: int32[cells], random order in which the node's cells are played first
    tables: np.ndarray          #: float64[2, entries], the policy's numbers
    outcome: np.ndarray         #: int32[outcomes], the node that the outcome leads to
    used: np.ndarray            #: int64[4], how many of each are taken


#: Bytes a cell takes: three int32 and a float64, half an entry, half an outcome and a quarter of a node.
BYTES_PER_CELL = 3 * 4 + 8 + 16 / 2 + 4 / 2 + (3 * 4 + 2 * 2) / 4


#: Largest number of cells, as an int32 numbers them; memory beyond what they take is not used.
MAX_CELLS = (1 << 31) - 4

#: The least bytes of a tree.
LEAST_BYTES = 1 << 16


def cells_for(memory_bytes) -> int:
    """How many cells fit in `memory_bytes`, MAX_CELLS at most; a multiple of 4."""
    return min(int(memory_bytes / BYTES_PER_CELL) // 4 * 4, MAX_CELLS)


def new_matrix_tree(memory_bytes) -> MatrixTree:
    """An empty tree of at most `memory_bytes` and at most MAX_CELLS cells. Raises ValueError for less than 64 KiB."""
    if memory_bytes < LEAST_BYTES:
        raise ValueError("the tree needs at least 64 KiB")
    cells = cells_for(memory_bytes)
    nodes = cells // 4
    tree = MatrixTree(np.zeros(nodes, np.int32), np.zeros(nodes, np.int32), np.zeros(nodes, np.int16),
                      np.zeros(nodes, np.int16), np.zeros(nodes, np.int32), np.zeros(cells, np.int32),
                      np.zeros(cells), np.zeros(cells, np.int32), np.zeros(cells, np.int32),
                      np.zeros((2, cells // 2)), np.zeros(cells // 2, np.int32), np.zeros(4, np.int64))
    clear(tree)
    return tree


def clear(tree) -> None:
    """Forget everything. Nodes, cells and outcomes are wiped when they are taken into use again."""
    tree.visits[ROOT_CELL] = 0
    tree.mean[ROOT_CELL] = 0.0
    tree.child[ROOT_CELL] = NONE
    tree.used[:] = 1, 1, 0, 1


@kernel
def has_room(tree, rows, columns):
    """Whether the tree can take another node of that size."""
    return (tree.used[NODES] < tree.rows.shape[0] and tree.used[CELLS] + rows * columns <= tree.visits.shape[0]
            and tree.used[ENTRIES] + rows + columns <= tree.tables.shape[1])


@kernel(entry=False, inline=True)
def add_node(tree, rows, columns):
    """A fresh node with an empty matrix; NONE if there is no room."""
    if not has_room(tree, rows, columns):
        return NONE
    node, cell, entry = tree.used[NODES], tree.used[CELLS], tree.used[ENTRIES]
    cells = rows * columns
    tree.used[NODES] = node + 1
    tree.used[CELLS] = cell + cells
    tree.used[ENTRIES] = entry + rows + columns
    tree.first_cell[node] = cell
    tree.first_entry[node] = entry
    tree.rows[node] = rows
    tree.columns[node] = columns
    tree.node_visits[node] = 0
    for i in range(np.uint64(cells)):
        c = np.uint64(cell) + i
        tree.visits[c] = 0
        tree.mean[c] = 0.0
        tree.child[c] = NONE
        tree.order[c] = i
    for i in range(np.uint64(entry), np.uint64(entry + rows + columns)):
        tree.tables[0, i] = 0.0
        tree.tables[1, i] = 0.0
    return node


@kernel(entry=False, inline=True)
def add_outcomes(tree, n):
    """Index of a fresh block of `n` outcomes; NONE if there is no room."""
    begin = tree.used[OUTCOMES]
    if begin + n > tree.outcome.shape[0]:
        return NONE
    tree.used[OUTCOMES] = begin + n
    for i in range(begin, begin + n):
        tree.outcome[i] = NONE
    return begin


@kernel(entry=False, inline=True)
def is_filling(tree, node):
    """Whether a joint move of `node` has not been played yet."""
    return tree.node_visits[node] < np.int64(tree.rows[node]) * np.int64(tree.columns[node])


@kernel(entry=False, inline=True)
def next_unplayed(tree, node, rng):
    """A random joint move of `node` that has not been played, as row * columns + column. It counts as played from now on."""
    first = np.int64(tree.first_cell[node])
    played = np.int64(tree.node_visits[node])
    left = np.int64(tree.rows[node]) * np.int64(tree.columns[node]) - played
    # one step of a shuffle: the cells up to `played` are those played so far
    here = first + played
    other = here + np.int64(next_below(rng, np.uint64(left)))
    chosen = np.int64(tree.order[other])
    tree.order[other] = tree.order[here]
    tree.order[here] = chosen
    return chosen


@kernel(entry=False, inline=True)
def entries_of(tree, node, player):
    """(first entry, number of entries) of a player's moves."""
    first, rows = np.int64(tree.first_entry[node]), np.int64(tree.rows[node])
    if player == 0:
        return first, rows
    return first + rows, np.int64(tree.columns[node])


def node_count(tree) -> int:
    """Number of nodes in use."""
    return int(tree.used[NODES]) - 1
