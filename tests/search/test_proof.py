"""Proof numbers and PN-MCTS against the slow oracle of naive_proof.py, minimax, and positions with known results."""
import itertools
import math
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest
from numba import config, njit
from oracles.naive_proof import TICTACTOE, Lines, minimax, read_tree, uct_pn

from gopy import game
from gopy.compiled.jit import JIT_DISABLED
from gopy.game import WIN_UNIT
from gopy.games.gomoku import new_gomoku
from gopy.games.tictactoe import new_tictactoe
from gopy.search.keys import KEY_BITS
from gopy.search.params import RANKED, SOLVER, new_search_params, proof_bits
from gopy.search.policy_params import new_uct, new_uct_rave
from gopy.search.proofs.numbers import INFINITY, PRUNED, ProofTree
from gopy.search.proofs.pn_mcts import layout_for
from gopy.search.threads import Search
from gopy.search.tree import ROOT, Tree, adjust_keys, new_tree

EXPLORATION = math.sqrt(2) / 2
VARIANTS = ["".join(letters) for letters in itertools.product("Fx", "Sx", "Ux")]


def after(state, moves):
    for move in moves:
        game.play(state, int(move))
    return state


def board(rules, moves):
    position = rules.start
    for move in moves:
        position = rules.after(position, int(move))
    return position


def pn_search(state, proofs="xxx", policy=new_uct(EXPLORATION), seed=1, threads=1, memory_bytes=1 << 22, **changes):
    params = new_search_params(**{"expansion_threshold": 1, "even_prior": 0, "proofs": proofs, **changes})
    return Search(state, policy, params, None, threads=threads, memory_bytes=memory_bytes, seed=seed)


def classical(tree, node, layer):
    """(pn, dpn) as the tree has them."""
    phi, delta = (tree.phi, tree.delta) if layer == 1 else (tree.phi2, tree.delta2)
    numbers = (math.inf if n == INFINITY else int(n) for n in (phi[node.index], delta[node.index]))
    return tuple(numbers) if node.is_or else tuple(numbers)[::-1]


def check_numbers(search, root, ranks=True):
    tree, layers = search._tree, search.search_params.layers
    for node in root.all():
        for layer in range(1, layers + 1):
            assert classical(tree, node, layer) == node.numbers(layer)
        if node.children and ranks:
            assert [int(tree.rank[child.index]) for child in node.children] == node.ranks(layers)


def check_sound(search, rules, position, prover):
    """No proof in the tree contradicts minimax; returns how many nodes are solved."""
    solve, solved = minimax(rules), 0
    for node in read_tree(search._tree, rules, position, prover).all():
        value = solve(node.position) if prover == 0 else 1.0 - solve(node.position)
        for layer, holds in ((1, value == 1.0), (2, value > 0.0))[:search.search_params.layers]:
            pn, dpn = classical(search._tree, node, layer)
            assert (pn != 0 or holds) and (dpn != 0 or not holds)
            solved += pn == 0 or dpn == 0
    return solved


# ---- every simulation ---------------------------------------------------------------------------

def check_choices(search, root, before, moves):
    """Each step of the last simulation, in the tree as it was `before`, is the best by the formula and the rules."""
    params, node = search.search_params, root
    ranked = params.proofs & RANKED and params.pn_exploration > 0
    for move in moves:
        if not node.children:
            break
        visits, wins = before.visits, before.wins
        chosen = next(child for child in node.children if child.move == move)
        open_to = [True] * len(node.children)
        if params.proofs & SOLVER:
            open_to = [not out for out in node.skipped(params.layers, params.solver_threshold, visits,
                                                              params.solve_draws)]
        ranks = node.ranks(params.layers)
        largest = len(ranks) if params.pn_by_count else max(ranks)
        # its own visit is counted already, but for the root
        parent_visits = int(visits[node.index]) + (node is not root)
        values = {}
        for child, rank, allowed in zip(node.children, ranks, open_to):
            n = int(visits[child.index])
            values[child.move] = -1.0 if not allowed else 1000.0 if n == 0 else uct_pn(
                int(wins[child.index]) / WIN_UNIT / n, n, parent_visits, EXPLORATION,
                params.pn_exploration if ranked else 0.0, rank, largest)
        if ranked and params.pn_exploration > 100.0:
            # so large that the value only breaks ties
            assert values[move] >= max(values.values()) - 1.0
        else:
            assert values[move] >= max(values.values()) - 2e-3
        node = chosen


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("proofs", VARIANTS)
def test_every_simulation_does_what_it_should(proofs, layers):
    rng = np.random.default_rng(layers)
    for by_count, pn_exploration, threshold, draws in ((False, 0.5, 5, 0), (True, 1.0, 1, 1), (False, 1e6, 0, 1)):
        opening = [int(m) for m in rng.permutation(9)[:rng.integers(0, 4)]]
        if TICTACTOE.value(board(TICTACTOE, opening)) is not None:
            opening = []
        state, position = after(new_tictactoe(), opening), board(TICTACTOE, opening)
        search = pn_search(state, proofs, layers=layers, pn_by_count=by_count, pn_exploration=pn_exploration,
                           solver_threshold=threshold, solve_draws=draws, seed=int(rng.integers(1000)))
        tree, prover = search._tree, len(opening) % 2
        root = read_tree(tree, TICTACTOE, position, prover)
        for _ in range(10 if JIT_DISABLED else 20):
            before = SimpleNamespace(visits=tree.visits.copy(), wins=tree.wins.copy())
            report = search.run(simulations=1)
            if report.simulations == 0:
                break
            trace = search._scratch[0].trace
            check_choices(search, root, before, trace.moves[:trace.count[0]].tolist())
            root = read_tree(tree, TICTACTOE, position, prover)
            check_numbers(search, root)


@pytest.mark.skipif(config.BOUNDSCHECK, reason="the search is compiled anew for this game; the tests above have its bounds checked")
@pytest.mark.parametrize("expansion_threshold", [0, 1])
def test_numbers_on_a_wide_board(expansion_threshold):
    # four in a row short of a five, of both colours: leaves that end the game early
    rules = Lines(8, 8, 5)
    moves = [0, 8, 1, 9, 2, 10, 3, 11]
    search = pn_search(after(new_gomoku(8), moves), "xSU", layers=2, expansion_threshold=expansion_threshold)
    for simulations in (1, 1, 3, 50):
        search.run(simulations=simulations)
        check_numbers(search, read_tree(search._tree, rules, board(rules, moves), 0))


# ---- proofs -------------------------------------------------------------------------------------

@pytest.mark.parametrize("proofs", ["FSU", "xxx", "xSx", "FxU"])
@pytest.mark.parametrize("layers", [1, 2])
def test_what_is_proven_of_tictactoe_is_true(proofs, layers):
    rng, solved = np.random.default_rng(5), 0
    for _ in range(2 if JIT_DISABLED else 25):
        opening = [int(m) for m in rng.permutation(9)[:rng.integers(1, 6)]]
        position = board(TICTACTOE, opening)
        if TICTACTOE.value(position) is None:
            search = pn_search(after(new_tictactoe(), opening), proofs, layers=layers)
            report = search.run(simulations=300)
            solved += check_sound(search, TICTACTOE, position, len(opening) % 2)
            value = minimax(TICTACTOE)(position)
            value = value if len(opening) % 2 == 0 else 1.0 - value
            known = {"win": [1.0], "loss": [0.0], "draw": [0.5], "no win": [0.0, 0.5], "no loss": [0.5, 1.0],
                     "": [0.0, 0.5, 1.0]}[report.proven]
            assert value in known
    assert solved > (10 if JIT_DISABLED else 1000)


def test_what_is_proven_of_gomoku_is_true():
    # the board is full but for seven cells
    rules = Lines(8, 8, 5)
    rng = np.random.default_rng(2)
    solved = games = 0
    while games < 4:
        cells = [int(c) for c in rng.permutation(64)[:57]]
        position, state = rules.start, new_gomoku(8)
        for cell in cells:
            if rules.value(position) is not None:
                break
            position = rules.after(position, cell)
            game.play(state, cell)
        if rules.value(position) is None:
            games += 1
            search = pn_search(state, "xSU", layers=2)
            search.run(simulations=60)
            solved += check_sound(search, rules, position, rules.mover(position))
    assert solved > 30


def test_tictactoe_is_a_draw():
    state = after(new_tictactoe(), [4])
    report = pn_search(state, "xSU", layers=2, solve_draws=True).run(simulations=50_000)
    assert report.proven == "draw" and report.value == 0.5
    # an answer in a corner keeps the draw, one at a side loses
    assert all(child.proven in ("draw", "no win", "no loss") if child.move in (0, 2, 6, 8) else
               child.proven in ("loss", "no win") for child in report.children)
    # one layer can only say that it is no win
    assert pn_search(state, "xSU").run(simulations=50_000).proven == "no win"


def test_a_proven_win_is_played_and_ends_the_search():
    state = after(new_tictactoe(), [0, 3, 1, 4])
    report = pn_search(state, "Fxx").run(simulations=10_000)
    assert report.simulations < 50 and report.value == 1.0 and report.proven == "win"
    assert report.best.move == 2 and report.best.proven == "win"
    assert pn_search(state, "xSU").run(simulations=500).simulations == 500
    # a search that is asked again has nothing to do
    search = pn_search(state, "FSU")
    search.run(simulations=100)
    assert search.run(simulations=100).simulations == 0


def test_the_final_move_is_the_proven_one_whatever_its_visits():
    state = after(new_tictactoe(), [0, 3, 1, 4])
    search = pn_search(state, "Fxx")
    search.run(simulations=3)
    tree = search._tree
    block = slice(int(tree.child[ROOT]), int(tree.child[ROOT]) + 5)
    tree.visits[block] = np.where(tree.move[block] == 2, 1, 100)
    assert search.report().best.move == 2 and search.report(max_moves=1).best.move == 2
    search.search_params = search.search_params._replace(proofs=proof_bits("xSU"))
    assert search.report().best.move != 2


def test_a_search_may_end_at_a_proof_and_play_the_most_visited_move():
    """E without F: the authors' first program."""
    state = after(new_tictactoe(), [0, 3, 1, 4])
    search = pn_search(state, "xxUE")
    report = search.run(simulations=500)
    assert report.simulations < 50 and report.proven == "win"
    tree = search._tree
    block = slice(int(tree.child[ROOT]), int(tree.child[ROOT]) + 5)
    tree.visits[block] = np.where(tree.move[block] == 2, 1, 100)
    assert search.report().best.move != 2


@pytest.mark.parametrize("contempt, drawn_first", [(-2.0, False), (-0.2, False), (0.3, True), (0.6, True)])
def test_contempt_decides_between_a_proven_draw_and_the_most_visited(contempt, drawn_first):
    # X takes 4 or 6 or loses nothing otherwise: a position where a draw is proven soon and no win
    opening = [0, 4, 8, 1, 7, 6, 2]
    search = pn_search(after(new_tictactoe(), opening), "Fxx", layers=2, contempt=contempt)
    search.run(simulations=50)
    tree = search._tree
    begin, n = int(tree.child[ROOT]), int(tree.num_children[ROOT])
    drawn = [c for c in range(begin, begin + n) if tree.delta2[c] == 0]
    assert drawn and (tree.delta[begin:begin + n] > 0).all()
    others = [c for c in range(begin, begin + n) if c not in drawn]
    assert others
    tree.visits[begin:begin + n] = 10
    tree.visits[others[0]] = 50
    tree.visits[ROOT], tree.wins[ROOT] = 100, int(100 * WIN_UNIT * 0.45)    # a score of 2 * 0.55 - 1 = 0.1
    expected = drawn if drawn_first else others
    assert search.report().best.move in [int(tree.move[c]) for c in expected]
    assert search.report().best.proven == ("draw" if drawn_first else "loss")


# ---- the pieces ---------------------------------------------------------------------------------

@njit
def adjusted(tree, keys, params):
    adjust_keys(tree, 0, keys, params)


def node_with_children(phi, delta, visits, own=(1, 1)):
    tree = new_tree(64, ProofTree)
    n = len(delta)
    tree.child[ROOT], tree.num_children[ROOT] = 1, n
    tree.phi[ROOT], tree.delta[ROOT] = own
    tree.phi[1:n + 1], tree.delta[1:n + 1], tree.visits[1:n + 1] = phi, delta, visits
    tree.rank[1:n + 1] = [1 + sum(other < mine for other in delta) for mine in delta]
    return tree


@pytest.mark.parametrize("by_count, largest", [(False, 5), (True, 6)])
def test_the_bonus_of_ranks_with_ties(by_count, largest):
    delta = [3, 1, 1, 7, 3, 7]
    tree = node_with_children([1] * 6, delta, [4, 1, 2, 3, 1, 0])
    keys = np.zeros(6, np.int32)
    adjusted(tree, keys, new_search_params(proofs="U", pn_exploration=0.5, pn_by_count=by_count))
    ranks = [3, 1, 1, 5, 3, 0]      # the last has no visits and goes before all ranks
    assert keys / 2 ** KEY_BITS == pytest.approx([0.5 * (1 - rank / largest) for rank in ranks], abs=1e-6)


@pytest.mark.parametrize("pn_exploration", [0.1, 20.0, 40.0, 1000.0, 1e6])
def test_no_bonus_overflows(pn_exploration):
    tree = node_with_children([1] * 3, [1, 2, 3], [5, 5, 0])
    keys = np.array([1 << KEY_BITS, 1 << KEY_BITS, 10 << KEY_BITS], np.int32)
    adjusted(tree, keys, new_search_params(proofs="U", pn_exploration=pn_exploration))
    assert (keys > 0).all() and keys[2] > keys[0] > keys[1]
    scale = keys[2] / (10 + pn_exploration)
    assert keys[0] / scale == pytest.approx(1 + pn_exploration * 2 / 3, rel=1e-3)


def test_the_solver_skips_visited_solved_children_of_an_unsolved_node():
    infinity = INFINITY
    keys = [7, 7, 7, 7]
    phi, delta, visits = [0, 1, 0, 4], [infinity, 1, infinity, 2], [6, 50, 5, 9]

    def skipped(own=(1, 5), **changes):
        mine = np.array(keys, np.int32)
        adjusted(node_with_children(phi, delta, visits, own), mine, new_search_params(proofs="S", **changes))
        return [i for i, key in enumerate(mine) if key < 0]
    assert skipped() == [0]
    assert skipped(solver_threshold=4) == [0, 2]
    assert skipped(solver_threshold=6) == []
    assert skipped(own=(0, infinity)) == [] and skipped(own=(infinity, 0)) == []


def test_parameters_and_their_text():
    assert proof_bits("") == 0 and proof_bits("xxx") == proof_bits("x") == 1
    assert len({proof_bits(variant) for variant in VARIANTS}) == 8
    for wrong in ("FF", "fsu", "FSUZ"):
        with pytest.raises(ValueError, match=f"proofs: {wrong!r}"):
            proof_bits(wrong)
    for wrong in (dict(layers=3), dict(pn_exploration=-1.0), dict(solver_threshold=-1)):
        with pytest.raises(ValueError):
            new_search_params(**wrong)
    assert layout_for(new_uct(), new_search_params()) is Tree
    assert layout_for(new_uct(), new_search_params(proofs="xxx")) is ProofTree


# ---- the tree over time -------------------------------------------------------------------------

@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("plies", [1, 2])
def test_numbers_stay_right_when_the_root_moves(layers, plies):
    rng = np.random.default_rng(plies)
    kept = dropped = 0
    for number in range(3 if JIT_DISABLED else 12):
        state, moves = new_tictactoe(), []
        search = pn_search(state, "xxU", layers=layers, seed=number)
        while not game.is_over(state):
            search.run(simulations=120)
            position, prover = board(TICTACTOE, moves), len(moves) % 2
            check_numbers(search, read_tree(search._tree, TICTACTOE, position, prover))
            played = []
            for _ in range(plies):
                if not game.is_over(state):
                    played.append(int(rng.choice(TICTACTOE.moves(board(TICTACTOE, moves + played)))))
                    game.play(state, played[-1])
            moves += played
            node = search._find(played)
            visits, drawn = int(search._tree.visits[node]), search._tree.drawn[node]
            search.set_root(state, played=played)
            # with one layer, a tree in which a draw was seen is of no use to the other player
            useless = layers == 1 and len(played) == 1 and drawn
            assert search._tree.visits[ROOT] == (0 if useless else visits)
            kept, dropped = kept + (visits > 0 and not useless), dropped + useless
            position, prover = board(TICTACTOE, moves), len(moves) % 2
            root = read_tree(search._tree, TICTACTOE, position, prover)
            if root.children:
                check_numbers(search, root)
    assert kept > 0 and (dropped > 0) == (layers == 1 and plies == 1)


@pytest.mark.parametrize("layers", [1, 2])
def test_a_collected_tree_keeps_its_proofs_and_makes_no_false_ones(layers):
    opening = [0]
    position = board(TICTACTOE, opening)
    search = pn_search(after(new_tictactoe(), opening), "xxU", layers=layers, memory_bytes=20_000)
    for _ in range(20):
        search.run(simulations=1500)
        assert check_sound(search, TICTACTOE, position, 1) > 0
    assert search._control[24] > 1      # the threshold rose: there was something to collect


@pytest.mark.parametrize("layers", [1, 2])
def test_two_threads_prove_nothing_false(layers):
    for seed in range(2):
        search = pn_search(new_tictactoe(), "xSU", layers=layers, threads=2, seed=seed, solve_draws=True)
        for _ in range(5):
            search.run(simulations=300)
            check_sound(search, TICTACTOE, TICTACTOE.start, 0)
        assert search.run(simulations=50_000).proven == ("draw" if layers == 2 else "no win")


def test_moves_left_out_at_the_root_come_back():
    state = after(new_tictactoe(), [0, 3, 1, 4])
    search = pn_search(state, "FSU", layers=2)
    search.avoid = frozenset([2])
    report = search.run(simulations=400)
    assert report.proven != "win" and report.best.move != 2
    search.set_root(state, played=[])
    search.avoid = frozenset()
    report = search.run(simulations=400)
    assert (report.proven, report.best.move) == ("win", 2)


def test_rave_and_priors_with_proofs():
    search = pn_search(after(new_tictactoe(), [0, 3, 1]), "FSU", policy=new_uct_rave(), even_prior=10)
    report = search.run(simulations=2000)
    assert report.best.move == 2
    check_sound(search, TICTACTOE, board(TICTACTOE, [0, 3, 1]), 1)


# ---- pruning ------------------------------------------------------------------------------------

class Cut(NamedTuple):
    """Two plies: player 0 picks 0, 1 or 2, then player 1 does. Player 0 wins if both picked 2 or one picked 0."""

    picked: np.ndarray      # int64[3]: first, second pick, ply


@game.num_moves.register(Cut)
@njit
def cut_num_moves(state):
    return 3


@game.to_play.register(Cut)
@njit
def cut_to_play(state):
    return state.picked[2] & 1


@game.copy_state.register(Cut)
@njit
def cut_copy(dst, src):
    dst.picked[:] = src.picked


@game.legal_moves.register(Cut)
@njit
def cut_legal(state, out):
    for i in range(3):
        out[i] = i
    return 3


@game.prune_moves.register(Cut)
@njit
def cut_prune(state, moves, n, params):
    kept = 0
    for i in range(n):
        if moves[i] != params:
            moves[kept] = moves[i]
            kept += 1
    return kept


@game.play.register(Cut)
@njit
def cut_play(state, move):
    state.picked[state.picked[2]] = move
    state.picked[2] += 1


@game.is_over.register(Cut)
@njit
def cut_over(state):
    return state.picked[2] == 2


@game.value.register(Cut)
@njit
def cut_value(state):
    first, second = state.picked[0], state.picked[1]
    return 1.0 if first == 0 or second == 0 or first == second == 2 else 0.0


@pytest.mark.skipif(config.BOUNDSCHECK, reason="the search is compiled anew for this game; the tests above have its bounds checked")
@pytest.mark.parametrize("pruned, proven, refuted", [(3, "win", {1: "loss", 2: "loss"}),
                                                     (0, "", {1: "loss", 2: "loss"}), (1, "", {})])
def test_what_was_pruned_is_not_refuted(pruned, proven, refuted):
    # picking 0 wins at once; with 0 pruned all the moves left lose, and yet the game is not lost;
    # with 1 pruned, nobody knows whether 0 wins or 2 loses, as the answer 1 was not looked at
    params = new_search_params(expansion_threshold=1, even_prior=0, proofs="xxU", layers=2)
    search = Search(Cut(np.zeros(3, np.int64)), new_uct(EXPLORATION), params, pruned, memory_bytes=1 << 20)
    report = search.run(simulations=100)
    if pruned < 3:
        assert search._tree.kind[ROOT] & PRUNED
    assert report.proven == proven
    for child in report.children:
        if child.move in refuted:
            assert child.proven == refuted[child.move]
        elif pruned < 3:
            assert child.proven == ""
