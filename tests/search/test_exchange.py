"""Statistics that trees tell each other: nothing lost, nothing counted twice."""
import numpy as np
import pytest

from gopy import game
from gopy.games.gomoku import new_gomoku
from gopy.games.tictactoe import new_tictactoe
from gopy.search import exchange
from gopy.search.exchange import AMAF_VISITS, DEPTH, OWN, SHARE, VISITS, WINS, Exchange, add_to, rebased
from gopy.search.params import new_search_params
from gopy.search.policy_params import new_uct_rave
from gopy.search.sampling.params import new_aoap, search_params_for
from gopy.search.threads import Search
from gopy.search.tree import MAX_AMAF, ROOT, halve_amaf

PARAMS = new_search_params(expansion_threshold=2, priors_in_amaf=True)


def new_pair(seed, depth=DEPTH, **options):
    search = Search(new_gomoku(8), new_uct_rave(), PARAMS, None, seed=seed, **{"memory_bytes": 8 << 20, **options})
    return search, Exchange(search, depth)


def statistics(search, node=ROOT):
    """{move: (visits, wins, amaf visits, amaf wins)} of a node's moves, read without the code under test."""
    tree, begin = search._tree, int(search._tree.child[node])
    rows = {}
    for c in range(begin, begin + int(tree.num_children[node])):
        prior = int(tree.prior_visits[c])
        rows[int(tree.move[c])] = (int(tree.visits[c]) - prior, int(tree.wins[c]) - int(tree.prior_wins[c]),
                                   int(tree.amaf_visits[c]) - game.AMAF_UNIT * prior, int(tree.amaf_wins[c]))
    return rows


def visits(search):
    return {move: row[0] for move, row in statistics(search).items()}


def path_of_best(search, length):
    """The `length` most visited moves from the root on, and the node they lead to."""
    path, node = [], ROOT
    for _ in range(length):
        begin = int(search._tree.child[node])
        block = range(begin, begin + int(search._tree.num_children[node]))
        node = max(block, key=lambda c: search._tree.visits[c])
        path.append(int(search._tree.move[node]))
    return tuple(path), node


def test_a_tree_tells_all_that_it_has_learnt_of_the_root():
    search, told = new_pair(1)
    search.run(simulations=500)
    learnt = told.take()
    assert learnt[OWN].tolist() == [[500, int(search._tree.wins[ROOT]), 0, 0]]
    assert {move: tuple(learnt[()][move])[:3] for move in statistics(search)} == {
        move: row[:3] for move, row in statistics(search).items()}
    assert learnt[()][:, VISITS].sum() == 500


def test_nodes_are_told_of_if_they_have_their_share_of_visits_and_are_not_deep():
    for depth in (1, DEPTH):
        search, told = new_pair(2, depth)
        search.run(simulations=3000)
        paths = set(told.take()) - {OWN}
        assert max(map(len, paths)) == depth - 1
        wanted = {()} | {(move,) for move, count in visits(search).items() if count >= SHARE * 3000 and depth > 1}
        assert {path for path in paths if len(path) < 2} == wanted


def test_two_trees_come_to_hold_the_sum_and_there_is_no_echo():
    (a, told_a), (b, told_b) = new_pair(3), new_pair(4)
    alone_a, alone_b = [], []
    for _ in range(4):
        for search, alone in ((a, alone_a), (b, alone_b)):
            before = visits(search) if search._tree.child[ROOT] > 0 else {}
            search.run(simulations=300)
            alone.append({move: count - before.get(move, 0) for move, count in visits(search).items()})
        for _ in range(2):      # what the others tell can make a node much visited that was not
            from_a, from_b = told_a.take(), told_b.take()
            told_a.add(from_b)
            told_b.add(from_a)
        assert () not in from_a and () not in from_b
        assert told_a.take() == told_b.take() == {}
    assert a.report().visits == b.report().visits == 2400
    total = {move: sum(part[move] for part in alone_a + alone_b) for move in alone_a[0]}
    assert visits(a) == visits(b) == total
    assert statistics(a) == statistics(b)
    path, node = path_of_best(a, 1)
    assert statistics(a, node) == statistics(b, b._find(path))


def test_trees_of_samples_tell_each_other_the_moments_too():
    """What all have sampled is the sum of what each has sampled by itself: visits, sums and squares of every move of the root."""
    def moments():
        tree, begin = search._tree, int(search._tree.child[ROOT])
        if begin <= 0:
            return np.zeros((9, 3))
        order = np.argsort(tree.move[begin:begin + 9])
        return np.stack([array[begin:begin + 9][order] for array in (tree.visits, tree.sums, tree.squares)], 1).astype(float)

    searches = [Search(new_tictactoe(), new_aoap(), search_params_for(new_aoap()), None, seed=seed, memory_bytes=1 << 22) for seed in (1, 2)]
    exchanges = [Exchange(search) for search in searches]
    alone = np.zeros((9, 3))
    for _ in range(3):
        for search in searches:
            before = moments()
            search.run(simulations=200)
            alone += moments() - before
        for _ in range(2):
            told = [exchange.take() for exchange in exchanges]
            exchanges[0].add(told[1])
            exchanges[1].add(told[0])
        assert exchanges[0].take() == exchanges[1].take() == {}
    assert alone[:, 0].sum() == 1200 and (alone[:, 1] > 0).all()
    for search in searches:
        assert search.report().visits == 1200 and np.allclose(moments(), alone)


def test_a_new_tree_can_be_given_all_that_was_told():
    (a, told_a), (b, told_b) = new_pair(5), new_pair(6)
    merged = {}
    for _ in range(3):
        a.run(simulations=400)
        learnt = told_a.take()
        add_to(merged, learnt)
    told_b.add(merged)
    assert statistics(b) == statistics(a)
    path, node = path_of_best(a, 2)
    assert path in merged
    same = b._find(path)
    assert statistics(b, same) == statistics(a, node)
    assert told_b.take() == {}
    # and it goes on from there
    b.run(simulations=100)
    assert told_b.take()[OWN][0, VISITS] == 100


def test_the_root_moves_on():
    (a, told_a), (b, told_b) = new_pair(7), new_pair(8)
    for search in (a, b):
        search.run(simulations=2000)
    from_a, from_b = told_a.take(), told_b.take()
    told_a.add(from_b)
    told_b.add(from_a)
    merged = {}
    add_to(merged, from_a)
    add_to(merged, from_b)
    played, node = path_of_best(a, 2)
    before = statistics(a, node)
    state = new_gomoku(8)
    for move in played:
        game.play(state, move)
    seen = rebased(merged, played)
    assert seen[OWN][0, VISITS] == a._tree.visits[node] - a._tree.prior_visits[node]
    for search, told in ((a, told_a), (b, told_b)):
        search.set_root(state, list(played))
        told.follow(list(played))
    assert statistics(a) == before
    more = told_a.take(), told_b.take()
    assert all(OWN not in learnt for learnt in more)    # it was told under another name
    a.run(simulations=50)
    assert told_a.take()[OWN][0, VISITS] == 50


def test_a_tree_that_starts_anew_knows_nothing():
    search, told = new_pair(9)
    search.run(simulations=100)
    told.take()
    search.set_root(new_gomoku(8))
    told.follow(None)
    search.run(simulations=100)
    assert told.take()[OWN][0, VISITS] == 100
    # the master may think that a tree was kept which the worker did not have
    search.set_root(new_gomoku(8))
    told.follow([3])
    search.run(simulations=10)
    assert told.take()[OWN][0, VISITS] == 10


def test_moves_to_avoid_keep_what_is_known_of_them():
    search, told = new_pair(10)
    search.run(simulations=500)
    told.take()
    best = search.report().best.move
    search.avoid = {best}
    search.run(simulations=200)
    assert told.take()[()][best].tolist() == [0, 0, 0, 0]
    search.avoid = frozenset()
    search.run(simulations=10)
    assert told.take()[()][:, VISITS].sum() == 10


def test_halved_counts_and_large_ones():
    search, told = new_pair(11)
    search.run(simulations=500)
    learnt = told.take()
    halve_amaf(search._tree)
    assert told.take() == {}
    large = {(): learnt[()].copy()}
    large[()][:, AMAF_VISITS:] *= MAX_AMAF // 1000
    told.add(large)
    begin, n = int(search._tree.child[ROOT]), int(search._tree.num_children[ROOT])
    counts, wins = search._tree.amaf_visits[begin:begin + n], search._tree.amaf_wins[begin:begin + n]
    assert (counts >= 0).all() and (wins >= 0).all() and (wins <= counts).all() and counts.max() <= 2 * MAX_AMAF - 1


def test_a_full_tree_takes_what_it_has_room_for():
    least = 64 + 4 * 65
    search, told = new_pair(12, memory_bytes=int(least * 29))
    other, told_other = new_pair(13)
    other.run(simulations=3000)
    learnt = told_other.take()
    assert len(learnt) > 6
    told.add(learnt)
    assert search.report().visits == 3000 == sum(visits(search).values())
    assert search.run(simulations=500).simulations == 500
    assert told.take()[OWN][0, VISITS] == 500


def test_sums_replace_and_do_not_write():
    one = {(): np.ones((2, 4), np.int64)}
    total = {}
    add_to(total, one)
    add_to(total, one)
    assert total[()].tolist() == [[2] * 4] * 2 and one[()].tolist() == [[1] * 4] * 2
    assert rebased(total, []) == total
    assert exchange.rebased({(): total[()], (1,): one[()], (1, 0): one[()]}, [1, 0]).keys() == {(), OWN}
    assert rebased({(): total[()]}, [1])[OWN].tolist() == [[2, 2, 0, 0]] and WINS == 1
    with pytest.raises(KeyError):
        rebased({(): total[()]}, [1])[()]
