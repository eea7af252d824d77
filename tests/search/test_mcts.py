"""The search, one simulation at a time, against the same bookkeeping done slowly on linked objects; and repetition."""
from functools import partial
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit
from oracles.naive_amaf import credited_ply
from test_policies import values

from gopy import game
from gopy.compiled.jit import JIT_DISABLED, kernel
from gopy.game import AMAF_UNIT, WIN_UNIT
from gopy.games.gomoku import new_gomoku
from gopy.games.tictactoe import new_tictactoe
from gopy.papers.grandfather import add_grandfather
from gopy.search.mcts import add_tree_priors, in_history, new_history
from gopy.search.params import new_search_params
from gopy.search.policy import best_first
from gopy.search.policy_params import HAND_SELECTED, RAVE_ONLY, new_uct, new_uct_rave
from gopy.search.report import principal_variation
from gopy.search.sampling.params import new_aoap, search_params_for
from gopy.search.threads import Search
from gopy.search.tree import ROOT

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")


def replay(state, moves):
    state = game.clone_state(state)
    for move in moves:
        game.play(state, int(move))
    return state


def legal(state):
    out = np.zeros(game.num_moves(state), np.int16)
    return {int(m) for m in out[:game.legal_moves(state, out)]}


class Grandfather(NamedTuple):
    """Parameters of a game that has the grandfather heuristic alone."""

    weight: int


@add_tree_priors.register(Grandfather)
@kernel(entry=False)
def add_grandfather_priors(params, tree, depth, n, scratch):
    add_grandfather(tree, depth, n, params.weight, scratch)


class Oracle:
    """Follows a one-thread search by what each simulation did, and checks each against the rules of the search."""

    def __init__(self, state, policy, params, grandfather=0):
        self.root, self.policy, self.params, self.grandfather = state, policy, params, grandfather
        self.search = Search(state, policy, params, Grandfather(grandfather) if grandfather else None, memory_bytes=1 << 19, seed=3)
        self.tree = self.search._tree
        self.nodes = {ROOT: self.new_node(0, 0)}
        self.playouts = set()       # how many plies those so far had

    def new_node(self, visits, wins):
        amaf = AMAF_UNIT * self.params.priors_in_amaf
        return SimpleNamespace(visits=visits, wins=wins, prior=visits, amaf_visits=visits * amaf,
                               amaf_wins=wins * amaf // WIN_UNIT, children=())

    def step(self):
        before = {name: getattr(self.tree, name).copy() for name in ("child", "num_children")}
        snapshot = SimpleNamespace(**{name: getattr(self.tree, name).copy() for name in self.tree._fields})
        self.search.run(simulations=1)
        scratch = self.search._scratch[0]
        moves = [int(m) for m in scratch.trace.moves[:scratch.trace.count[0]]]
        state, path = self.root, [ROOT]
        while True:
            node = path[-1]
            # 1. a leaf is expanded once enough simulations have been through it, and not before
            if not self.nodes[node].children:
                due = node == ROOT or self.nodes[node].visits - self.nodes[node].prior >= self.params.expansion_threshold
                if game.is_over(state) or not due:
                    assert before["child"][node] == self.tree.child[node] == 0
                    break
                self.expand(node, state, path)
                if node != ROOT and self.params.expansion_threshold == 0:
                    break
            # 2. the child visited has the largest value
            child = int(scratch.path[len(path)])
            assert child in self.nodes[node].children
            if before["child"][node] > 0:
                self.check_choice(snapshot, node, child)
            assert moves[len(path) - 1] == self.tree.move[child]
            state = replay(state, [moves[len(path) - 1]])
            path.append(child)
        # 3. the rest is a playout to the end, a draw if it has more plies than the limit
        final, plies, limit = replay(self.root, moves), len(moves) - (len(path) - 1), self.params.playout_limit
        assert game.is_over(final)
        self.playouts.add(plies)
        self.backup(path, moves, 0.5 if limit and plies > limit else game.value(final))

    def expand(self, node, state, path):
        begin, n = int(self.tree.child[node]), int(self.tree.num_children[node])
        assert begin > 0
        children = range(begin, begin + n)
        assert sorted(int(self.tree.move[c]) for c in children) == sorted(legal(state))
        for c in children:
            visits = wins = 0
            if self.grandfather and len(path) >= 3:
                for other in self.nodes[path[-3]].children:
                    uncle = self.nodes[other]
                    if self.tree.move[other] == self.tree.move[c] and uncle.visits > uncle.prior:
                        visits += self.grandfather
                        wins += int(uncle.wins / uncle.visits * self.grandfather + 0.5)
            if self.params.even_for_all or not visits:
                visits += self.params.even_prior
                wins += self.params.even_prior * WIN_UNIT // 2
            self.nodes[c] = self.new_node(visits, wins)
        self.nodes[node].children = children

    def check_choice(self, before, node, child):
        # `values` reads the children of node 0, so show it this node as that
        first = int(before.child[node])
        shift = first - 3
        view = SimpleNamespace(child=[3], num_children=[int(before.num_children[node])])
        for name in ("visits", "wins", "amaf_visits", "amaf_wins"):
            setattr(view, name, np.array(getattr(before, name)[shift:] if shift >= 0
                                         else np.concatenate([np.zeros(-shift, np.int32), getattr(before, name)])))
        # this simulation has counted its visit of the node, unless it is the root
        view.visits[ROOT] = before.visits[node] + (self.params.virtual_loss if node != ROOT else 0)
        view.prior_visits = [before.prior_visits[node]]
        expected = values(self.policy, view)
        assert expected[child - first] > expected.max() - 1e-6 - 1e-3 * self.policy.exploration

    def backup(self, path, moves, value):
        first = game.to_play(self.root)
        wins_of = [round(value * WIN_UNIT), round((1 - value) * WIN_UNIT)]
        passing = game.pass_move(self.root)
        for depth, index in enumerate(path):
            node, player = self.nodes[index], (first + depth) % 2
            node.visits += 1
            node.wins += wins_of[1 - player]
            for c in node.children:
                move = int(self.tree.move[c])
                # the playout from a leaf that got its children just now began with a visit of one of them
                if depth == len(path) - 1 and depth < len(moves) and move == moves[depth]:
                    self.nodes[c].visits += 1
                    self.nodes[c].wins += wins_of[player]
                ply = credited_ply(moves, depth, move, self.params.amaf_own_first)
                if move != passing and ply is not None and hasattr(self.policy, "schedule"):
                    length = len(moves) - depth
                    weight = AMAF_UNIT
                    if self.params.amaf_weighted:
                        slope = (AMAF_UNIT << 16) // length
                        weight = 2 * AMAF_UNIT - ((ply - depth) * slope >> 16)
                    self.nodes[c].amaf_visits += weight
                    self.nodes[c].amaf_wins += weight * wins_of[player] // WIN_UNIT

    def check(self):
        assert self.tree.used[0] == len(self.nodes)
        for index, node in self.nodes.items():
            for name in ("visits", "wins", "amaf_visits", "amaf_wins"):
                assert getattr(self.tree, name)[index] == getattr(node, name), (index, name)
            assert self.tree.prior_visits[index] == node.prior


CASES = [
    (new_uct(), new_search_params(even_prior=0, expansion_threshold=1), 0),
    (new_uct(exploration=0.1), new_search_params(virtual_loss=0), 0),
    (new_uct_rave(), new_search_params(), 0),
    (new_uct_rave(), new_search_params(expansion_threshold=2, virtual_loss=3, amaf_weighted=False), 0),
    (new_uct_rave(exploration=0.1), new_search_params(expansion_threshold=1, priors_in_amaf=True), 7),
    (new_uct_rave(HAND_SELECTED, 100), new_search_params(expansion_threshold=2, even_prior=3), 0),
    (new_uct_rave(HAND_SELECTED, 100), new_search_params(expansion_threshold=1, even_prior=6, even_for_all=False,
                                                         priors_in_amaf=True), 6),
    (new_uct_rave(HAND_SELECTED, 100, 0.1), new_search_params(expansion_threshold=0, even_prior=0, amaf_weighted=False,
                                                              amaf_own_first=True), 0),
    (new_uct_rave(), new_search_params(expansion_threshold=0), 4),
    (new_uct_rave(), new_search_params(expansion_threshold=1, amaf_own_first=True), 0),
    (new_uct(), new_search_params(even_prior=0, expansion_threshold=0, virtual_loss=2), 0),
    (new_uct_rave(RAVE_ONLY), new_search_params(expansion_threshold=2, even_prior=0, priors_in_amaf=True), 0),
    (new_uct_rave(), new_search_params(playout_limit=6), 5),
]


BOARDS = {"tictactoe": new_tictactoe, "gomoku": partial(new_gomoku, 8)}


# On the wide board with one policy, whose search other tests compile too.
@pytest.mark.parametrize("board, policy, params, grandfather", [
    *(("tictactoe", *case) for case in CASES),
    *(("gomoku", *case) for case in CASES if isinstance(case[0], type(new_uct_rave())) and not case[2])], ids=str)
def test_every_simulation_does_what_it_should(board, policy, params, grandfather):
    oracle = Oracle(BOARDS[board](), policy, params, grandfather)
    for _ in range(60 if JIT_DISABLED else 150):
        oracle.step()
    oracle.check()


@pytest.mark.parametrize("board, policy, limit", [
    ("tictactoe", new_uct(), 2), ("tictactoe", new_uct(), 4), ("tictactoe", new_uct(), 7), ("gomoku", new_uct_rave(), 40)], ids=str)
def test_a_playout_of_more_plies_than_the_limit_is_a_draw(board, policy, limit):
    oracle = Oracle(BOARDS[board](), policy, new_search_params(expansion_threshold=1, playout_limit=limit))
    for _ in range(60 if JIT_DISABLED else 300):
        oracle.step()
    oracle.check()
    # the longest that counts and the shortest that does not
    assert {limit, limit + 1} <= oracle.playouts or JIT_DISABLED


# ---- repetition ---------------------------------------------------------------------------------

POINTS, LAST_PLY = 7, 30


class Ring(NamedTuple):
    """A token on a ring of seven points goes left (0), right (1) or stays (2, a pass); no position may come back."""

    at: np.ndarray      # int64[2]: point, ply


@game.num_moves.register(Ring)
@njit
def ring_num_moves(state):
    return 3


@game.pass_move.register(Ring)
@njit
def ring_pass(state):
    return 2


@game.to_play.register(Ring)
@njit
def ring_to_play(state):
    return state.at[1] & 1


@game.copy_state.register(Ring)
@njit
def ring_copy(dst, src):
    dst.at[0] = src.at[0]
    dst.at[1] = src.at[1]


@game.legal_moves.register(Ring)
@njit
def ring_legal(state, out):
    for i in range(3):
        out[i] = i
    return 3


@game.play.register(Ring)
@njit
def ring_play(state, move):
    if move < 2:
        state.at[0] = (state.at[0] + 2 * move - 1) % POINTS
    state.at[1] += 1


@game.is_over.register(Ring)
@njit
def ring_over(state):
    return state.at[1] >= LAST_PLY


@game.value.register(Ring)
@njit
def ring_value(state):
    return 1.0 if state.at[0] < 3 else 0.0


@game.position_hash.register(Ring)
@njit
def ring_hash(state):
    return np.uint64(1000 + state.at[0])


@game.hash_after.register(Ring)
@njit
def ring_hash_after(state, move):
    # as a pass would under positional superko: the position stays, and yet a pass is never a repetition
    step = 2 * move - 1 if move < 2 else 0
    return np.uint64(1000 + (state.at[0] + step) % POINTS)


def paths(tree, node=ROOT, moves=()):
    """Every expanded node as (its moves from the root, its children's moves)."""
    if tree.child[node] > 0:
        children = range(int(tree.child[node]), int(tree.child[node]) + int(tree.num_children[node]))
        yield moves, [int(tree.move[c]) for c in children]
        for c in children:
            yield from paths(tree, c, (*moves, int(tree.move[c])))


def token(start, moves):
    for move in moves:
        start = (start + {0: -1, 1: 1, 2: 0}[move]) % POINTS
    return start


@pytest.mark.parametrize("history", [(), (3,), (3, 5), (1, 6)])
def test_no_position_comes_back_in_the_tree(history):
    state = Ring(np.zeros(2, np.int64))
    search = Search(state, new_uct(), new_search_params(expansion_threshold=1), None, memory_bytes=1 << 20)
    search.set_root(state, history=[1000 + point for point in history])
    search.run(simulations=1000 if JIT_DISABLED else 3000)
    deepest = 0
    for moves, children in paths(search._tree):
        seen = set(history) | {token(0, moves[:i]) for i in range(len(moves) + 1)}
        expected = {move for move in (0, 1) if token(0, (*moves, move)) not in seen} | {2}
        assert set(children) == expected
        deepest = max(deepest, len(moves))
    assert deepest >= 5


def test_a_kept_subtree_still_knows_the_path_it_hangs_from():
    state = Ring(np.zeros(2, np.int64))
    search = Search(state, new_uct(), new_search_params(expansion_threshold=1), None, memory_bytes=1 << 20)
    search.run(simulations=500)
    after = replay(state, [1, 1])
    search.set_root(after, played=[1, 1], history=[1000, 1001, 1002])
    report = search.run(simulations=2000)
    assert {child.move for child in report.children} == {1, 2}
    for moves, children in paths(search._tree):
        seen = {0, 1} | {token(2, moves[:i]) for i in range(len(moves) + 1)}
        assert set(children) == {move for move in (0, 1) if token(2, (*moves, move)) not in seen} | {2}


@njit
def contains(table, position):
    return in_history(table, position)


def test_the_history_table_holds_what_was_put_in():
    rng = np.random.default_rng(1)
    for n in (0, 1, 2, 3, 4, 7, 8, 100, 1000):
        hashes = [int(h) for h in rng.integers(1, 1 << 63, n)] + [5 << 40] * (n > 3)
        # crowded: the same low bits
        hashes += [(i << 50) + 7 for i in range(n // 2)]
        table = new_history([0, *hashes])
        assert all(contains(table, np.uint64(h)) for h in hashes)
        assert not any(contains(table, np.uint64(h)) for h in rng.integers(1, 1 << 63, 50))
        assert 2 * np.count_nonzero(table) <= len(table)


# ---- results ------------------------------------------------------------------------------------

def test_principal_variation_follows_visits_and_stops_at_unvisited_nodes():
    search = Search(new_tictactoe(), new_uct(), new_search_params(), None)
    report = search.run(simulations=3000)
    pv = report.best.pv
    assert pv[0] == report.best.move and len(set(pv)) == len(pv)
    node = ROOT
    for move in pv:
        begin, n = int(search._tree.child[node]), int(search._tree.num_children[node])
        real = (search._tree.visits - search._tree.prior_visits)[begin:begin + n]
        node = begin + int(np.flatnonzero(search._tree.move[begin:begin + n] == move)[0])
        assert real[node - begin] == real.max() > 0
    assert principal_variation(new_uct(), search._tree, int(search._tree.child[ROOT]), 2)[0][0] == search._tree.move[1]
    assert len(search.report(pv_length=2).best.pv) == 2


@pytest.mark.parametrize("policy, params", [
    (new_uct(), new_search_params(expansion_threshold=1)), (new_uct_rave(), new_search_params()),
    (new_aoap(n0=2), search_params_for(new_aoap()))], ids=["uct", "rave", "aoap"])
def test_principal_variations_go_along_the_first_of_the_best(policy, params):
    search = Search(new_tictactoe(), policy, params, None, memory_bytes=1 << 22)
    for simulations in (1, 10, 100, 1000):
        search.run(simulations=simulations)
        tree = search._tree
        for start in range(1, 10):
            node, expected, nodes = start, [int(tree.move[start])], [start]
            while tree.child[node] > 0:
                begin = int(tree.child[node])
                node = int(best_first(policy, tree, slice(begin, begin + int(tree.num_children[node])))[0])
                if tree.visits[node] <= tree.prior_visits[node]:
                    break
                expected.append(int(tree.move[node]))
                nodes.append(node)
            visits = [int(tree.visits[node] - tree.prior_visits[node]) for node in nodes]
            assert principal_variation(policy, tree, start, 32) == (expected, visits)
            assert principal_variation(policy, tree, start, 2) == (expected[:2], visits[:2])


def test_a_finished_game_has_a_value_and_no_moves():
    state = replay(new_tictactoe(), [0, 3, 1, 4, 2])
    report = Search(state, new_uct_rave(), new_search_params(), None).run(simulations=100)
    assert report.children == [] and report.best is None
    # the second player is to move and has lost
    assert (report.to_play, report.value, report.simulations) == (1, 0.0, 0)
