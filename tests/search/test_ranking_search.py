"""Whole searches by the ranking-and-selection policies: right answers, repetition from a seed, threads."""
import numpy as np
import pytest

from gopy import game
from gopy.games.gomoku import new_gomoku
from gopy.games.tictactoe import new_tictactoe
from gopy.search.sampling.params import OPPONENTS, new_aoap, new_ocba, new_ttts, new_uct_max, new_uniform, search_params_for
from gopy.search.threads import Search

RULES = [new_aoap, new_ocba, new_ttts, new_uct_max]


def node_visits(policy, simulations, seed):
    """{move: visits} of the root of an empty tic-tac-toe board after so many simulations."""
    report = Search(new_tictactoe(), policy, search_params_for(policy), None, seed=seed).run(simulations=simulations)
    return {child.move: child.visits for child in report.children}


def test_random_samples_every_move_as_often_as_any_other():
    counts = node_visits(new_uniform(), 9000, 1)
    assert len(counts) == 9 and all(abs(count - 1000) < 150 for count in counts.values())
    # a fair draw: the sum of squares over the expected count is chi squared with 8 degrees of freedom, below 26 in 999 of 1000 draws
    assert sum((count - 1000) ** 2 for count in counts.values()) / 1000 < 26


def test_a_salt_fixes_the_order_of_untried_moves():
    def order(salt, seed, n0=2):
        """The moves in the order in which they get their first n0 samples; None where one waits for the second while another goes on."""
        policy, found = new_aoap(n0=n0, salt=salt), []
        for count in range(n0, 9 * n0 + 1, n0):
            visits = node_visits(policy, count, seed)
            full = {move for move, n in visits.items() if n == n0}
            if len(full) * n0 != count:
                return None
            found.append((full - set(found)).pop())
        return found
    assert order(7, 1) == order(7, 2) != order(8, 1) and sorted(order(8, 1)) == list(range(9))
    assert order(0, 1) is None or order(0, 2) is None


def corner():
    """Tic-tac-toe after a corner: the centre alone does not lose."""
    state = new_tictactoe()
    game.play(state, 0)
    return state


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("new_policy", RULES)
def test_the_right_answer_is_found_with_enough_simulations(new_policy, opponent):
    policy = new_policy(opponent=opponent, maximum=False)
    best = [Search(corner(), policy, search_params_for(policy), None, seed=seed).run(simulations=4000).best.move
            for seed in range(10)]
    assert best.count(4) >= 8


@pytest.mark.parametrize("new_policy", RULES)
def test_one_thread_and_a_seed_decide_everything(new_policy):
    policy = new_policy(n0=3)

    def statistics_of(seed):
        search = Search(new_gomoku(8), policy, search_params_for(policy), None, seed=seed, memory_bytes=1 << 20)
        search.run(simulations=2000)
        n = search._tree.used[0]
        return [array[:n].tolist() for array in (search._tree.visits, search._tree.sums, search._tree.squares)]

    assert statistics_of(1) == statistics_of(1) != statistics_of(2)


@pytest.mark.parametrize("new_policy", RULES)
def test_threads_do_no_harm(new_policy):
    policy = new_policy(n0=2)
    search = Search(new_gomoku(8), policy, search_params_for(policy), None, threads=4, memory_bytes=1 << 20, seed=1)
    report = search.run(simulations=20000)      # the tree is collected on the way
    tree = search._tree
    n = int(tree.used[0])
    visits = tree.visits[1:n]
    assert report.simulations == 20000 and report.best is not None
    # a lost update is one sample of 0 or one visit too few; it happens about once in a thousand
    means = tree.sums[1:n] / np.maximum(visits, 1)
    assert visits.min() >= 0 and means.min() >= 0.0 and np.mean(means > 1.0 + 1e-9) < 0.01
    assert np.all(np.isfinite(means)) and np.all(tree.squares[1:n] >= 0.0)


@pytest.mark.parametrize("opponent, kept", [("same", True), ("random", False), ("uct", False)])
def test_a_subtree_is_kept_for_either_side_only_if_both_play_alike(opponent, kept):
    policy = new_aoap(n0=2, opponent=opponent)
    search = Search(corner(), policy, search_params_for(policy), None, seed=1)
    first = search.run(simulations=2000).best.move
    after = corner()
    game.play(after, first)
    search.set_root(after, played=[first])
    assert (search.report().visits > 0) == kept
    # the same side is to move again
    search.set_root(corner())
    search.run(simulations=2000)
    search.set_root(corner(), played=[])
    assert search.report().visits == 2000


def test_a_kept_subtree_keeps_its_moments():
    policy = new_aoap(n0=2)
    search = Search(corner(), policy, search_params_for(policy), None, seed=1)
    move = search.run(simulations=2000).best.move

    def children(node):
        tree, begin = search._tree, int(search._tree.child[node])
        return {int(tree.move[c]): (c, int(tree.visits[c]), float(tree.sums[c]), float(tree.squares[c]))
                for c in range(begin, begin + int(tree.num_children[node]))}

    before = {m: moments for m, (_, *moments) in children(children(0)[move][0]).items()}
    after = corner()
    game.play(after, move)
    search.set_root(after, played=[move])
    assert {m: moments for m, (_, *moments) in children(0).items()} == before
    search.set_root(after)
    assert search._tree.sums[0] == search._tree.squares[0] == 0.0 and search.run(simulations=50).visits == 50
