"""The tree policies against their formulas in plain float64, and the AMAF update against its definition."""
import math
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit
from oracles.naive_amaf import credited_ply

from gopy.game import AMAF_UNIT, WIN_UNIT
from gopy.games.tictactoe import new_tictactoe
from gopy.search.keys import natural_log
from gopy.search.mcts import new_scratch
from gopy.search.params import new_search_params
from gopy.search.policy import credit_amaf, select_child
from gopy.search.policy_params import HAND_SELECTED, MINIMUM_MSE, RAVE_ONLY, UCT, FirstRave, new_first_rave, new_uct, new_uct_rave
from gopy.search.tree import LANES, ROOT, new_tree

PARAMS = new_search_params()
BEGIN = 3


class Area(NamedTuple):
    """The part of a thread's scratch that policies use, for nodes of any size."""

    keys: np.ndarray
    first_ply: np.ndarray


def new_area(n):
    """An Area for `n` moves."""
    return Area(np.zeros(n + LANES, np.int32), np.full(2 * n, -1, np.int32))


@njit
def select(policy, tree, state, area, params):
    return select_child(policy, tree, 0, state, area, params)


@njit
def credit(policy, tree, depth, length, units, area, params):
    credit_amaf(policy, tree, 0, depth, length, units, area, params)


def node_with_children(rng, n, most_visits=2000, unvisited=0.2):
    """A root with `n` children of random statistics; some have no visits, some no AMAF visits."""
    tree = new_tree(1024)
    block = slice(BEGIN, BEGIN + n)
    tree.child[ROOT], tree.num_children[ROOT], tree.visits[ROOT] = BEGIN, n, rng.integers(20, most_visits * n)
    tree.prior_visits[ROOT] = 20
    tree.visits[block] = rng.integers(1, most_visits, n) * (rng.random(n) > unvisited)
    tree.wins[block] = rng.random(n) * (tree.visits[block] * WIN_UNIT)
    tree.amaf_visits[block] = rng.integers(1, most_visits * AMAF_UNIT, n) * (rng.random(n) > unvisited)
    tree.amaf_wins[block] = rng.random(n) * tree.amaf_visits[block]
    tree.move[block] = rng.permutation(n)
    # somebody else's children, better than any
    behind = slice(BEGIN + n, BEGIN + n + LANES)
    tree.visits[behind], tree.wins[behind] = 1, WIN_UNIT
    tree.amaf_visits[behind], tree.amaf_wins[behind] = AMAF_UNIT, AMAF_UNIT
    return tree


def values(policy, tree):
    """The value of each child by the definitions of the paper."""
    if isinstance(policy, FirstRave):
        return first_values(policy, tree)
    result = []
    nodes = range(BEGIN, BEGIN + int(tree.num_children[ROOT]))
    simulations = int(tree.visits[ROOT]) - int(tree.prior_visits[ROOT])
    total = simulations if isinstance(policy, UCT) else sum(int(tree.visits[c]) for c in nodes)
    for c in nodes:
        visits, rave = int(tree.visits[c]), int(tree.amaf_visits[c]) / AMAF_UNIT
        mean = tree.wins[c] / WIN_UNIT / visits if visits else 0.0
        amaf_mean = tree.amaf_wins[c] / AMAF_UNIT / rave if rave else 0.0
        if isinstance(policy, UCT):
            beta, known = 0.0, visits > 0
        elif policy.schedule == RAVE_ONLY:
            beta, known = float(rave > 0), rave > 0 or visits > 0
        else:
            known = visits > 0 or rave > 0
            if policy.schedule == MINIMUM_MSE:
                bias = math.sqrt(1 / (4 * policy.equivalence))
                beta = rave / (visits + rave + 4 * visits * rave * bias ** 2) if known else 0.0
            else:
                beta = math.sqrt(policy.equivalence / (3 * simulations + policy.equivalence))
                beta = 0.0 if rave == 0 else 1.0 if visits == 0 else beta
        value = (1 - beta) * mean + beta * amaf_mean if known else policy.first_play_urgency
        if visits:
            value += policy.exploration * math.sqrt(math.log(total) / visits)
        result.append(value)
    return np.array(result)


def first_values(policy, tree):
    """The value of each child by the formula of UCT-RAVE as first published."""
    nodes = range(BEGIN, BEGIN + int(tree.num_children[ROOT]))
    simulations = int(tree.visits[ROOT]) - int(tree.prior_visits[ROOT])
    total = sum(int(tree.visits[c]) for c in nodes)
    amaf_total = sum(int(tree.amaf_visits[c]) for c in nodes) / AMAF_UNIT
    result = []
    for c in nodes:
        visits, rave = int(tree.visits[c]), int(tree.amaf_visits[c]) / AMAF_UNIT
        beta = math.sqrt(policy.equivalence / (3 * simulations + policy.equivalence))
        by_visits = tree.wins[c] / WIN_UNIT / visits + policy.exploration * math.sqrt(math.log(total) / visits) if visits else None
        by_amaf = None
        if rave:
            by_amaf = tree.amaf_wins[c] / AMAF_UNIT / rave + policy.exploration * math.sqrt(math.log(max(amaf_total, 1)) / rave)
        if by_visits is None or by_amaf is None:
            known = by_visits if by_amaf is None else by_amaf
            result.append(policy.first_play_urgency if known is None else known)
        else:
            result.append((1 - beta) * by_visits + beta * by_amaf)
    return np.array(result)


POLICIES = [new_uct(), new_uct(exploration=0.0), new_uct(exploration=1.4, first_play_urgency=0.9),
            new_uct_rave(RAVE_ONLY), new_uct_rave(HAND_SELECTED, 1000.0), new_uct_rave(HAND_SELECTED, 30, 0.3),
            new_uct_rave(MINIMUM_MSE, 3000), new_uct_rave(MINIMUM_MSE, 50, 0.2, 0.4), new_uct_rave(first_play_urgency=0),
            new_first_rave(), new_first_rave(equivalence=30, exploration=0.7, first_play_urgency=0.6), new_first_rave(exploration=0)]


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_the_child_of_largest_value_is_chosen(policy):
    rng = np.random.default_rng(1)
    state = new_tictactoe()
    for n in (1, 2, 9, 82, 362):
        area = new_area(n)
        for unvisited in (0.0, 0.2, 1.0):
            for _ in range(20):
                tree = node_with_children(rng, n, unvisited=unvisited)
                chosen = select(policy, tree, state, area, PARAMS) - BEGIN
                expected = values(policy, tree)
                assert 0 <= chosen < n
                # float32, and a logarithm good to one in a thousand
                assert expected[chosen] > expected.max() - 1e-6 - 1e-3 * policy.exploration


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_the_first_of_equals_is_chosen(policy):
    tree = new_tree(64)
    tree.child[ROOT], tree.num_children[ROOT] = BEGIN, 9
    area = new_area(9)
    assert select(policy, tree, new_tictactoe(), area, PARAMS) == BEGIN
    tree.visits[BEGIN:BEGIN + 9] = 10
    tree.wins[BEGIN:BEGIN + 9] = 20
    tree.amaf_visits[BEGIN:BEGIN + 9] = 160
    tree.amaf_wins[BEGIN:BEGIN + 9] = 80
    assert select(policy, tree, new_tictactoe(), area, PARAMS) == BEGIN


def test_values_hold_at_the_largest_counts():
    tree = new_tree(64)
    tree.child[ROOT], tree.num_children[ROOT] = BEGIN, 2
    tree.visits[ROOT] = 1_000_000_000
    tree.visits[BEGIN:BEGIN + 2] = 500_000_000
    tree.wins[BEGIN:BEGIN + 2] = [1_000_000_000, 1_001_000_000]
    tree.amaf_visits[BEGIN:BEGIN + 2] = 1 << 30
    tree.amaf_wins[BEGIN:BEGIN + 2] = 1 << 29
    area = new_area(2)
    for policy in (new_uct(), new_uct_rave(), new_uct_rave(HAND_SELECTED)):
        assert select(policy, tree, new_tictactoe(), area, PARAMS) == BEGIN + 1


def test_logarithm():
    for n in [*range(1, 5000), 10**6, 2**31]:
        assert abs(natural_log(n) - math.log(n)) <= 1e-3
    assert all(natural_log(n) <= natural_log(n + 1) for n in range(1, 20000))


@pytest.mark.parametrize("own_first", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("units", [0, 1, 2, 4])
def test_amaf_credits_first_plays_of_the_player_to_move(own_first, weighted, units):
    rng = np.random.default_rng(units)
    params = new_search_params(amaf_weighted=weighted, amaf_own_first=own_first)
    policy = new_uct_rave()
    for _ in range(30):
        n = int(rng.integers(1, 100))
        depth = int(rng.integers(0, 10))
        moves = rng.integers(0, n, depth + int(rng.integers(0, 150)))    # of the whole simulation, with repetitions
        tree = node_with_children(rng, n)
        area = new_area(n)
        for ply in range(len(moves) - 1, depth - 1, -1):
            area.first_ply[moves[ply] + n * (own_first and ply % 2)] = ply
        before = tree.amaf_visits.copy(), tree.amaf_wins.copy()
        credit(policy, tree, depth, len(moves), units, area, params)
        for c in range(BEGIN, BEGIN + n):
            ply = credited_ply(list(moves), depth, tree.move[c], own_first)
            weight = 0.0
            if ply is not None:
                weight = 2 - (ply - depth) / (len(moves) - depth) if weighted else 1.0
            got = int(tree.amaf_visits[c] - before[0][c])
            assert abs(got / AMAF_UNIT - weight) <= 1 / AMAF_UNIT
            assert (got == 0) == (weight == 0.0)
            assert tree.amaf_wins[c] - before[1][c] == got * units // WIN_UNIT


def test_plain_uct_keeps_no_amaf():
    tree = node_with_children(np.random.default_rng(1), 9)
    before = tree.amaf_visits.copy()
    area = new_area(9)._replace(first_ply=np.zeros(18, np.int32))
    credit(new_uct(), tree, 0, 9, 4, area, PARAMS)
    assert (tree.amaf_visits == before).all()


def test_constructors_coerce_and_refuse():
    assert [type(v) for v in new_uct(1, 2)] == [float, float]
    assert [type(v) for v in new_uct_rave(2, 3000, 0, 1, 2)] == [int, float, float, float, float]
    assert {type(v) for v in new_search_params(pn_exploration=1, contempt=1)} == {int, float}
    assert new_search_params(priors_in_amaf=True).priors_in_amaf == 1
    for wrong in (dict(schedule=3), dict(equivalence=0), dict(first_play_urgency=1e6)):
        with pytest.raises(ValueError):
            new_uct_rave(**wrong)
    for wrong in (dict(expansion_threshold=-1), dict(even_prior=-1), dict(virtual_loss=-1)):
        with pytest.raises(ValueError):
            new_search_params(**wrong)


def test_the_scratch_has_what_policies_use():
    scratch = new_scratch(new_tictactoe(), 1, 0)
    assert len(scratch.keys) == 9 + LANES and len(scratch.first_ply) == 18 and (scratch.first_ply == -1).all()
