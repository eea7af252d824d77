"""The lower bound of a mean, and the order of moves by it."""
import math

import numpy as np
import pytest

from gopy.game import WIN_UNIT
from gopy.games.tictactoe import new_tictactoe
from gopy.search.lower_bound import lower_bound
from gopy.search.params import new_search_params
from gopy.search.policy import best_first
from gopy.search.policy_params import new_uct_rave
from gopy.search.report import principal_variation
from gopy.search.threads import Search
from gopy.search.tree import ROOT


@pytest.mark.parametrize("z", [0.5, 1.96, 3.0])
@pytest.mark.parametrize("mean, n", [(0.0, 10), (0.3, 7), (0.5, 1), (0.5, 10_000), (0.97, 400), (1.0, 3)])
def test_the_bound_solves_wilsons_equation(mean, n, z):
    low = lower_bound(mean, n, z)
    # the bound is the smallest p from which the mean is z standard deviations away
    assert 0.0 <= low <= mean + 1e-12
    assert abs(mean - low) == pytest.approx(z * math.sqrt(low * (1 - low) / n), abs=1e-7)


def test_the_bound_without_trials_is_zero():
    assert lower_bound(0.5, 0, 2.0) == 0.0


def drawn_search(seed, **policy):
    """A search of tic-tac-toe whose moves have visits and wins that were drawn at random, some of them none."""
    search = Search(new_tictactoe(), new_uct_rave(**policy), new_search_params(even_prior=8), None, memory_bytes=1 << 20)
    search.run(simulations=1)
    tree, begin = search._tree, int(search._tree.child[ROOT])
    rng = np.random.default_rng(seed)
    for child in range(begin, begin + int(tree.num_children[ROOT])):
        visits = int(rng.integers(0, 40)) * int(rng.integers(0, 2))
        tree.visits[child] = tree.prior_visits[child] + visits
        tree.wins[child] = tree.prior_wins[child] + rng.integers(0, visits * WIN_UNIT + 1)
    return search


def bounds_of(tree, block, z):
    """The lower bounds of the children, by arithmetic on plain numbers: the root of (p - mean)^2 = z^2 p (1 - p) / n."""
    found = []
    for child in range(block.start, block.stop):
        n = int(tree.visits[child]) - int(tree.prior_visits[child])
        if n == 0:
            found.append(0.0)
            continue
        mean = (int(tree.wins[child]) - int(tree.prior_wins[child])) / (WIN_UNIT * n)
        # p^2 (1 + z^2/n) - p (2 mean + z^2/n) + mean^2 = 0
        found.append(float(min(np.roots([1 + z * z / n, -(2 * mean + z * z / n), mean * mean]).real)))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_moves_are_in_the_order_of_their_bounds(seed):
    z = 2.0
    search = drawn_search(seed, choice_bound=z)
    tree, begin = search._tree, int(search._tree.child[ROOT])
    block = slice(begin, begin + int(tree.num_children[ROOT]))
    bounds = bounds_of(tree, block, z)
    order = [int(node) - begin for node in best_first(search.policy, tree, block)]
    assert sorted(order) == list(range(len(bounds)))
    ranked = [bounds[each] for each in order]
    assert all(one >= two - 1e-9 for one, two in zip(ranked, ranked[1:]))
    # the line of play goes on with the best answer
    expected = principal_variation(search.policy, tree, ROOT, 2)[0][1]
    assert expected == tree.move[begin + order[0]]
    assert search.report().best.move == tree.move[begin + order[0]]


@pytest.mark.parametrize("seed", range(4))
def test_without_a_bound_moves_are_in_the_order_of_their_visits(seed):
    search = drawn_search(seed)
    visits = [child.visits for child in search.report().children]
    assert visits == sorted(visits, reverse=True)


def test_the_two_orders_differ():
    # otherwise the tests above would compare a thing with itself
    pairs = [(drawn_search(seed), drawn_search(seed, choice_bound=2.0)) for seed in range(8)]
    assert any(one.report().best.move != two.report().best.move for one, two in pairs)
