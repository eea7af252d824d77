"""The tree's arrays: allocation, children, collection against an oracle of linked Python objects."""
import random
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit

from gopy.compiled.jit import kernel
from gopy.game import AMAF_UNIT, WIN_UNIT
from gopy.search import tree as tree_module
from gopy.search.tree import (
    BYTES_PER_NODE,
    LANES,
    MAX_NODES,
    MAX_PRIOR,
    ROOT,
    UNEXPANDED,
    Tree,
    allocate,
    bytes_per_node,
    capacity_for,
    clear,
    clear_node,
    collect,
    halve_amaf,
    new_tree,
    node_arrays,
    publish_children,
    register_layout,
    write_children,
)

STATISTICS = ("visits", "wins", "amaf_visits", "amaf_wins", "move", "prior_visits", "prior_wins")


@njit(nogil=True)
def allocate_in(tree, n):
    return allocate(tree, n)


@njit(nogil=True)
def write_in(tree, node, begin, moves, n, visits, wins, in_amaf, passing=-1):
    write_children(tree, node, begin, moves, n, visits, wins, in_amaf, passing)
    publish_children(tree, node, begin)


@njit(nogil=True)
def allocate_until_full(tree, sizes, begins):
    """Allocate blocks of sizes[i % len]; returns how many succeeded before eight failures."""
    done = 0
    failures = 0
    while failures < 8:
        begin = allocate(tree, sizes[done % sizes.shape[0]])
        if begin < 0:
            failures += 1
        else:
            begins[done] = begin
            done += 1
    return done


def random_tree(seed, capacity=1 << 12, expansions=150):
    """A tree whose every field is random and whose visits never grow towards the leaves."""
    rng = random.Random(seed)
    tree = new_tree(capacity)
    tree.visits[ROOT] = 1000
    leaves = [ROOT]
    for _ in range(expansions):
        node = leaves.pop(rng.randrange(len(leaves)))
        n = rng.randint(1, 20)
        begin = allocate_in(tree, n)
        if begin < 0:
            break
        for c in range(begin, begin + n):
            for name in STATISTICS:
                getattr(tree, name)[c] = rng.randint(0, 30000)
            tree.prior_visits[c] = rng.randint(0, 20)
            real = rng.randint(0, max(0, int(tree.visits[node]) - int(tree.prior_visits[node])))
            tree.visits[c] = real + tree.prior_visits[c]
            tree.child[c], tree.num_children[c] = UNEXPANDED, 0
        tree.child[node], tree.num_children[node] = begin, n
        leaves += range(begin, begin + n)
    return tree


def linked(tree, node, threshold=0, is_root=True):
    """The subtree as nested tuples (statistics, children); children of too few real visits cut off."""
    real = int(tree.visits[node]) - int(tree.prior_visits[node])
    children = ()
    if tree.child[node] > 0 and (is_root or real >= threshold):
        begin = int(tree.child[node])
        children = tuple(linked(tree, c, threshold, False) for c in range(begin, begin + int(tree.num_children[node])))
    return tuple(int(getattr(tree, name)[node]) for name in STATISTICS), children


def is_fresh(tree, begin):
    """Whether the nodes from `begin` on are as those that were never in use."""
    return not any(array[begin:].any() for array in node_arrays(tree))


def size(node):
    return 1 + sum(size(child) for child in node[1])


def test_memory_is_what_a_node_is_said_to_take():
    tree = new_tree(64 * 100)
    assert sum(array.nbytes for array in tree) == 6400 * BYTES_PER_NODE + tree.used.nbytes
    for memory in (1 << 20, (1 << 24) + 12345):
        assert capacity_for(memory) * BYTES_PER_NODE <= memory < (capacity_for(memory) + 64) * BYTES_PER_NODE
    assert BYTES_PER_NODE < 29


@pytest.mark.parametrize("capacity", [0, 63, 100])
def test_odd_capacities_are_refused(capacity):
    with pytest.raises(ValueError):
        new_tree(capacity)


def test_a_full_tree_refuses_and_stays_whole():
    # room for LANES more stays, for selection looks so far
    tree = new_tree(64)
    assert allocate_in(tree, 60 - LANES) == 1
    assert allocate_in(tree, 10) == -1
    assert allocate_in(tree, 3) == 61 - LANES
    assert allocate_in(tree, 1) == -1
    assert tree.used[0] == 64 - LANES


def test_two_threads_get_disjoint_blocks_without_gaps():
    tree = new_tree(64 * 4000)
    sizes = np.array([3, 17, 82, 1], np.int64)
    begins = [np.zeros(tree.visits.shape[0], np.int64) for _ in range(2)]
    allocate_until_full(new_tree(64), sizes, np.zeros(64, np.int64))
    with ThreadPoolExecutor(2) as threads:
        done = list(threads.map(lambda mine: allocate_until_full(tree, sizes, mine), begins))
    blocks = sorted((int(mine[i]), int(sizes[i % 4])) for mine, n in zip(begins, done) for i in range(n))
    end = 1
    for begin, n in blocks:
        assert begin == end
        end += n
    assert end == tree.used[0] <= tree.visits.shape[0]


def test_a_thread_that_finds_no_room_leaves_no_gap():
    """Threads that ask for much and for little, of a tree that is full again and again: no block lies above `used`."""
    sizes = [np.array([82, 70, 60], np.int64), np.array([1, 2], np.int64), np.array([40, 3], np.int64)]
    with ThreadPoolExecutor(3) as threads:
        for _ in range(200):
            tree = new_tree(64 * 8)
            begins = [np.zeros(tree.visits.shape[0], np.int64) for _ in sizes]
            done = list(threads.map(lambda pair: allocate_until_full(tree, *pair), zip(sizes, begins)))
            ends = [int(mine[i]) + int(of[i % len(of)]) for mine, n, of in zip(begins, done, sizes) for i in range(n)]
            assert max(ends) == tree.used[0]


def test_children_start_from_their_priors():
    tree = new_tree(64)
    moves = np.array([8, 3, 6, 0], np.int16)
    visits, wins = np.array([10, 0, 30000, 5], np.int32), np.array([25, 0, 90000, 50], np.int32)
    for in_amaf in (0, 1):
        clear(tree)
        begin = allocate_in(tree, 3)
        write_in(tree, ROOT, begin, moves, 3, visits, wins, in_amaf)
        block = slice(begin, begin + 3)
        assert (tree.child[ROOT], tree.num_children[ROOT]) == (begin, 3)
        assert tree.move[block].tolist() == [8, 3, 6]
        # 30000 do not fit and are cut to the most that does; wins never exceed what visits allow
        assert tree.visits[block].tolist() == tree.prior_visits[block].tolist() == [10, 0, MAX_PRIOR]
        assert tree.wins[block].tolist() == tree.prior_wins[block].tolist() == [25, 0, MAX_PRIOR * WIN_UNIT]
        expected = [10 * AMAF_UNIT * in_amaf, 0, MAX_PRIOR * AMAF_UNIT * in_amaf]
        assert tree.amaf_visits[block].tolist() == expected
        assert tree.amaf_wins[block].tolist() == [25 * AMAF_UNIT // WIN_UNIT * in_amaf, 0, expected[2]]
        assert not tree.child[block].any()


def test_the_pass_has_no_prior_in_the_amaf_pair():
    tree = new_tree(128)
    moves, visits, wins = np.array([8, 3, 6], np.int16), np.full(3, 10, np.int32), np.full(3, 20, np.int32)
    begin = allocate_in(tree, 3)
    write_in(tree, ROOT, begin, moves, 3, visits, wins, 1, passing=3)
    block = slice(begin, begin + 3)
    assert tree.visits[block].tolist() == [10] * 3 and tree.wins[block].tolist() == [20] * 3
    assert tree.amaf_visits[block].tolist() == [10 * AMAF_UNIT, 0, 10 * AMAF_UNIT]
    assert tree.amaf_wins[block].tolist() == [20 * AMAF_UNIT // WIN_UNIT, 0, 20 * AMAF_UNIT // WIN_UNIT]


@pytest.mark.parametrize("seed", range(8))
def test_collecting_keeps_a_subtree_and_nothing_else(seed):
    tree = random_tree(seed)
    rng = random.Random(100 + seed)
    for _ in range(4):
        inner = [i for i in range(int(tree.used[0])) if tree.child[i] > 0]
        root, threshold = rng.choice(inner[:40]), rng.choice([0, 1, 10, 100])
        expected = linked(tree, root, threshold)
        assert collect(tree, root, threshold, tree.visits.shape[0]) == threshold
        assert linked(tree, ROOT) == expected
        assert tree.used[0] == size(expected)
        assert is_fresh(tree, size(expected))
    clear(tree)
    assert linked(tree, ROOT) == (((0,) * 4 + (-1, 0, 0)), ())
    assert is_fresh(tree, 1)


@pytest.mark.parametrize("room", [1000, 300, 100, 25])
def test_the_threshold_rises_until_the_rest_fits(room):
    tree = random_tree(3)
    before = [linked(tree, ROOT, t) for t in (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)]
    threshold = collect(tree, ROOT, 1, room)
    assert tree.used[0] <= room
    assert linked(tree, ROOT) == before[threshold.bit_length()]
    assert threshold == 1 or size(before[threshold.bit_length() - 1]) > room


def test_the_root_keeps_its_children_whatever_the_room():
    tree = random_tree(4)
    children = int(tree.num_children[ROOT])
    collect(tree, ROOT, 1, 1)
    assert tree.used[0] == 1 + children == 1 + tree.num_children[ROOT]


def test_a_leaf_can_become_the_root():
    tree = random_tree(5)
    leaf = next(i for i in range(1, int(tree.used[0])) if tree.child[i] == UNEXPANDED)
    expected = linked(tree, leaf)
    collect(tree, leaf, 0, tree.visits.shape[0])
    assert tree.used[0] == 1 and linked(tree, ROOT) == expected


def test_halving_keeps_amaf_means():
    tree = random_tree(6)
    visits, wins = tree.amaf_visits.copy(), tree.amaf_wins.copy()
    halve_amaf(tree)
    used = int(tree.used[0])
    assert (tree.amaf_visits[:used] == visits[:used] // 2).all()
    assert (tree.amaf_wins[:used] == wins[:used] // 2).all()


def test_counters_cannot_overflow():
    most = np.iinfo(np.int32).max
    assert (tree_module.MAX_VISITS + MAX_PRIOR) * WIN_UNIT < most
    # between two looks at the root's AMAF counts no slice adds a quarter of what is left
    assert tree_module.MAX_AMAF + 2 * AMAF_UNIT * 8_000_000 < most


MarkedTree = NamedTuple("MarkedTree", [
    *Tree.__annotations__.items(),
    ("mark", np.ndarray),
    ("count", np.ndarray),
])
MarkedTree.__doc__ = "A layout that keeps two numbers more of every node."

register_layout(MarkedTree, np.float64, np.int32)


@clear_node.register(MarkedTree)
@kernel
def clear_mark(tree, node):
    tree.mark[node] = -1.0
    tree.count[node] = -2


CountedTree = NamedTuple("CountedTree", MarkedTree.__annotations__.items())
CountedTree.__doc__ = "The same fields, which are zeros in fresh leaves."

register_layout(CountedTree, np.float64, np.int32)


@pytest.mark.parametrize("layout, mark, count", [(MarkedTree, -1.0, -2), (CountedTree, 0.0, 0)])
def test_what_a_layout_adds_goes_with_its_nodes(layout, mark, count):
    assert bytes_per_node(layout) == BYTES_PER_NODE + 12
    tree = new_tree(128, layout)
    assert sum(array.nbytes for array in tree) == 128 * bytes_per_node(layout) + tree.used.nbytes
    tree.mark[1:], tree.count[1:] = 7.0, 8
    moves, zeros = np.arange(4, dtype=np.int16), np.zeros(4, np.int32)
    for node in (ROOT, 2):
        write_in(tree, node, allocate_in(tree, 4), moves, 4, zeros, zeros, 0)
    assert tree.mark[:9].tolist() == [mark] * 9 and tree.mark[9] == 7.0
    assert tree.count[:9].tolist() == [count] * 9 and tree.count[9] == 8
    tree.mark[:9], tree.count[:9] = np.arange(9), np.arange(10, 19)
    tree.visits[:] = 100
    collect(tree, 2, 1, 128)
    assert tree.used[0] == 5 and tree.mark[:5].tolist() == [2.0, 5.0, 6.0, 7.0, 8.0]
    assert tree.count[:5].tolist() == [12, 15, 16, 17, 18]
    clear(tree)
    assert tree.mark[ROOT] == mark and tree.count[ROOT] == count


def test_a_layout_has_to_have_the_fields_of_a_tree():
    with pytest.raises(TypeError, match="has to have Tree's fields"):
        register_layout(MarkedTree)


def test_more_memory_than_numbers_of_nodes_is_not_used():
    """Nodes are numbered by int32, and the collector's words have 64 of them."""
    for megabytes in (65536, 1 << 20, 1 << 60):
        assert capacity_for(megabytes << 20) == MAX_NODES
    assert MAX_NODES % 64 == 0 and MAX_NODES <= np.iinfo(np.int32).max < MAX_NODES + 64
    with pytest.raises(ValueError, match="2\\*\\*31"):
        new_tree(MAX_NODES + 64)
