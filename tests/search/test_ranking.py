"""The ranking-and-selection policies against their equations written out, and their backup against lists of samples."""
import math
import statistics
from collections import defaultdict
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit
from oracles import naive_ranking as naive

from gopy import game
from gopy.compiled.jit import JIT_DISABLED
from gopy.compiled.rng import new_rng, next_below, next_normals
from gopy.games.gomoku import new_gomoku
from gopy.games.tictactoe import new_tictactoe
from gopy.search.params import new_search_params
from gopy.search.policy import best_first, select_child
from gopy.search.sampling.allocation import posterior
from gopy.search.sampling.moments import MomentTree
from gopy.search.sampling.params import AOAP, OCBA, OPPONENTS, TTTS, UCB, new_aoap, new_ocba, new_ttts, new_uct_max, search_params_for
from gopy.search.threads import Search
from gopy.search.tree import ROOT, new_tree

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")

BEGIN = 3
NEW = {AOAP: new_aoap, OCBA: new_ocba, TTTS: new_ttts, UCB: new_uct_max}


class Trace(NamedTuple):
    count: np.ndarray


class Area(NamedTuple):
    """The part of a thread's scratch that these policies use."""

    rng: np.ndarray
    trace: Trace


def new_area(seed=1, depth=0):
    return Area(new_rng(seed), Trace(np.array([depth])))


@njit
def select(policy, tree, state, area, params):
    return select_child(policy, tree, 0, state, area, params)


@njit
def below(rng, n):
    return next_below(rng, n)


def node_of(moves, prior_visits=0):
    """A root whose children have these samples, besides virtual experience that is to count for nothing."""
    tree = new_tree(1024, MomentTree)
    tree.child[ROOT], tree.num_children[ROOT] = BEGIN, len(moves)
    for c, samples in enumerate(moves, BEGIN):
        tree.visits[c], tree.prior_visits[c] = len(samples) + prior_visits, prior_visits
        tree.sums[c], tree.squares[c] = sum(samples), sum(x * x for x in samples)
        tree.move[c] = c - BEGIN
    return tree


def chosen(policy, moves, area=None, prior_visits=0):
    area = area or new_area()
    tree = node_of(moves, prior_visits)
    return select(policy, tree, new_tictactoe(), area, new_search_params()) - BEGIN


def random_moves(rng, n, fewest=2):
    """Samples of n moves: some of real numbers, some of wins, draws and losses, some all the same, some twice."""
    moves = []
    for _ in range(n):
        many, mean = int(rng.integers(fewest, 30)), rng.random()
        kind = rng.integers(4)
        if kind == 0:
            samples = np.clip(rng.normal(mean, 0.2, many), 0, 1)
        elif kind == 1:
            samples = rng.integers(0, 3, many) / 2
        elif kind == 2:
            samples = np.full(many, rng.integers(0, 3) / 2)
        else:
            samples = moves[-1] if moves else [0.0, 1.0]
        moves.append([float(x) for x in samples])
    return moves


def prior_of(policy):
    return naive.Prior(policy.prior_mean, policy.prior_variance, policy.epsilon)


PRIORS = [{}, {"prior_mean": 1.0, "prior_variance": 36.0}, {"prior_mean": 0.7, "prior_variance": 0.01},
          {"prior_variance": 0.0, "epsilon": 0.01}]


# ---- choices ------------------------------------------------------------------------------------

@pytest.mark.parametrize("changes", PRIORS, ids=str)
def test_posterior(changes):
    rng = np.random.default_rng(1)
    policy = new_aoap(**changes)
    for samples in random_moves(rng, 100, fewest=1):
        tree = node_of([samples], prior_visits=5)
        assert posterior(policy, tree, BEGIN) == pytest.approx(prior_of(policy).posterior(samples), rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("changes", PRIORS, ids=str)
def test_aoap_chooses_by_its_equations(changes):
    rng = np.random.default_rng(2)
    policy = new_aoap(n0=2, **changes)
    seen = set()
    for n in [1, 2, 3, 9] * 60 + [60] * 6:
        moves = random_moves(rng, n)
        choice = chosen(policy, moves, prior_visits=7)
        if n > 1:
            assert choice in naive.aoap_choices(prior_of(policy), moves)
            seen.add(choice in naive.leaders(prior_of(policy), moves))
    assert seen == {True, False}


def test_aoap_breaks_ties_by_the_largest_variance_over_visits():
    # all lead: every score is 0
    assert chosen(new_aoap(n0=2, prior_variance=0.0), [[0.0, 1.0] * 4, [0.0, 1.0] * 2, [0.0, 1.0] * 3]) == 1
    assert chosen(new_aoap(n0=2, prior_variance=0.0), [[0.0, 1.0] * 2, [0.0, 1.0] * 2]) == 0


def test_ocba_chooses_the_most_starving():
    rng = np.random.default_rng(3)
    seen = set()
    for n in [1, 2, 3, 9, 60] * 60:
        moves = random_moves(rng, n)
        choice = chosen(new_ocba(n0=2), moves, prior_visits=7)
        if n > 1:
            assert choice in naive.ocba_choices(naive.Prior(), moves)
            means = [statistics.fmean(samples) for samples in moves]
            seen.add(means[choice] == max(means))
    assert seen == {True, False}


@pytest.mark.parametrize("changes", PRIORS, ids=str)
def test_ttts_chooses_as_with_the_same_draws(changes):
    rng = np.random.default_rng(4)
    policy = new_ttts(n0=2, **changes)
    for trial, n in enumerate([2, 3, 8, 9, 60] * 20):
        moves = random_moves(rng, n)
        ours, theirs = new_area(trial), new_rng(trial)

        def deviates():
            # a draw takes two deviates at once and leaves an odd one
            while True:
                drawn = [x for _ in range((n + 1) // 2) for x in next_normals(theirs)]
                yield from drawn[:n]

        expected = naive.ttts_choices(prior_of(policy), moves, deviates(), lambda: below(theirs, np.uint64(2)))
        assert chosen(policy, moves, ours) in expected
        assert list(ours.rng) == list(theirs)


@pytest.mark.parametrize("exploration", [0.0, 0.3, 1.0])
def test_uct_chooses_the_largest_bound(exploration):
    rng = np.random.default_rng(5)
    for n in [1, 2, 3, 9, 60] * 20:
        moves = random_moves(rng, n, fewest=1)
        assert chosen(new_uct_max(n0=1, exploration=exploration), moves) in naive.ucb_choices(exploration, moves)


@pytest.mark.parametrize("rule", NEW)
def test_moves_are_first_tried_n0_times(rule):
    policy = NEW[rule](n0=4)
    moves = [[0.5] * 4, [0.0] * 3, [1.0] * 4, [0.0], [], []]
    assert chosen(policy, moves) == 4           # without samples: the first
    chosen_often = [chosen(policy, moves[:4], new_area(seed)) for seed in range(200)]
    assert set(chosen_often) == {1, 3} and 60 < chosen_often.count(1) < 140


@pytest.mark.parametrize("rule", NEW)
def test_models_of_the_opponent_hold_at_odd_depth_alone(rule):
    rng = np.random.default_rng(6)
    for _ in range(20):
        moves = random_moves(rng, 6)
        own = {opponent: chosen(NEW[rule](n0=2, opponent=opponent), moves, new_area(depth=2)) for opponent in OPPONENTS}
        assert len(set(own.values())) == 1
        same = chosen(NEW[rule](n0=2), moves, new_area(depth=1))
        assert same == own["same"]
        assert chosen(NEW[rule](n0=2, opponent="uct"), moves, new_area(depth=1)) in naive.ucb_choices(1.0, moves)
    policy = NEW[rule](n0=2, opponent="random")
    counts = np.bincount([chosen(policy, [[]] * 3 + [[1.0] * 90], new_area(seed, depth=1)) for seed in range(400)])
    assert len(counts) == 4 and counts.min() > 60


def test_deviates_are_normal():
    rng = new_rng(9)
    drawn = np.array([x for _ in range(20000) for x in next_normals(rng)])
    assert abs(drawn.mean()) < 0.02 and abs(drawn.var() - 1.0) < 0.03
    cells = [statistics.NormalDist().inv_cdf(i / 20) for i in range(1, 20)]
    counts = np.bincount(np.searchsorted(cells, drawn), minlength=20)
    assert ((counts - 2000) ** 2 / 2000).sum() < 50         # chi squared of 19 degrees: 43.8 one time in a thousand
    assert abs(np.mean(drawn[::2] * drawn[1::2])) < 0.03


def test_bad_parameters_are_told():
    for bad in ({"n0": 1}, {"epsilon": 0.0}, {"prior_variance": -1.0}, {"opponent": "nobody"}):
        with pytest.raises(ValueError):
            new_aoap(**bad)


# ---- backup -------------------------------------------------------------------------------------

class Oracle:
    """Follows a one-thread search by the path and result of each simulation, keeping every sample of every node."""

    def __init__(self, state, policy, search_params=None):
        self.state, self.policy = state, policy
        self.params = search_params or search_params_for(policy)
        self.search = Search(state, policy, self.params, None, memory_bytes=1 << 20, seed=5)
        self.samples = defaultdict(list)
        self.visits = defaultdict(int)

    def step(self):
        tree, scratch = self.search._tree, self.search._scratch[0]
        self.search.run(simulations=1)
        depth = next(d for d in range(100) if self.is_end(tree, scratch, d))
        path = [int(node) for node in scratch.path[:depth + 1]]
        final = game.clone_state(self.state)
        for move in scratch.trace.moves[:scratch.trace.count[0]]:
            game.play(final, int(move))
        value = game.value(final)
        first = game.to_play(self.state)
        for d in range(depth, 0, -1):
            mover = (first + d - 1) % 2         # who chose the edge
            self.samples[path[d]].append(value if mover == 0 else 1 - value)
            if self.policy.maximum and (self.policy.opponent == 0 or d % 2 == 1):
                begin, n = int(tree.child[path[d - 1]]), int(tree.num_children[path[d - 1]])
                best = max(statistics.fmean(self.samples[c]) for c in range(begin, begin + n) if self.samples[c])
                value = best if mover == 0 else 1 - best
        for node in path:
            self.visits[node] += 1

    def is_end(self, tree, scratch, d):
        """Whether the path ends at depth d: its node got its visit, and none of its children did."""
        node = int(scratch.path[d])
        begin, n = int(tree.child[node]), int(tree.num_children[node])
        return begin <= 0 or scratch.path[d + 1] not in range(begin, begin + n) or \
            sum(tree.visits[begin:begin + n]) == sum(self.visits[c] for c in range(begin, begin + n))

    def check(self):
        tree = self.search._tree
        for node in range(1, tree.used[0]):
            samples = self.samples[node]
            assert tree.visits[node] == len(samples) == self.visits[node]
            assert tree.sums[node] == pytest.approx(math.fsum(samples), abs=1e-9)
            assert tree.squares[node] == pytest.approx(math.fsum(x * x for x in samples), abs=1e-9)


@pytest.mark.parametrize("expansion_threshold", [None, 1])
@pytest.mark.parametrize("new_state", [new_tictactoe, lambda: new_gomoku(8)], ids=["tictactoe", "gomoku"])
@pytest.mark.parametrize("policy", [
    new_aoap(n0=2), new_aoap(n0=2, opponent="random"), new_aoap(n0=3, opponent="uct"), new_aoap(n0=2, maximum=False),
    new_ocba(n0=2), new_ttts(n0=2), new_uct_max(n0=1), new_uct_max(n0=1, opponent="uct")], ids=str)
def test_the_maximum_is_backed_up(new_state, policy, expansion_threshold):
    oracle = Oracle(new_state(), policy, search_params_for(policy, expansion_threshold))
    for _ in range(50 if JIT_DISABLED else 150):
        oracle.step()
    oracle.check()


@pytest.mark.parametrize("rule", list(NEW))
@pytest.mark.parametrize("expansion_threshold", [None, 1, 5])
def test_a_leaf_gets_children_after_as_many_samples_as_are_asked_for(rule, expansion_threshold):
    policy = NEW[rule](n0=3)
    search = Search(new_tictactoe(), policy, search_params_for(policy, expansion_threshold), None, memory_bytes=1 << 20,
                    seed=1)
    tree = search._tree
    samples = {}        # of nodes when they got their children
    for _ in range(300):
        search.run(simulations=1)
        for node in range(1, int(tree.used[0])):
            if tree.child[node] > 0:
                samples.setdefault(node, int(tree.visits[node]))
    # the simulation that brings the children is a sample, too
    assert set(samples.values()) == {(expansion_threshold or policy.n0) + 1}


# ---- reports ------------------------------------------------------------------------------------

def test_the_report_prefers_the_largest_posterior_mean():
    policy = new_aoap(n0=2)
    tree = node_of([[0.5] * 30, [0.75] * 3, [], [0.25, 0.5]])
    assert [c - BEGIN for c in best_first(policy, tree, slice(BEGIN, BEGIN + 4))] == [1, 0, 3, 2]
    search = Search(new_tictactoe(), policy, search_params_for(policy), None, seed=1, memory_bytes=1 << 20)
    report = search.run(simulations=150)
    means = [posterior(policy, search._tree, c)[0] for c in range(1, 10)]
    assert report.best.move == search._tree.move[1 + int(np.argmax(means))]
