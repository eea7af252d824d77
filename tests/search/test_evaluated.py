"""The search with an evaluator: against a slow one, alone and in batches; what it asks; what it refuses."""
import math
import threading

import numpy as np
import pytest
from oracles import naive_evaluated as naive
from places import ROOT

from gopy import game
from gopy.games.catalogue import game_kind
from gopy.games.goofspiel import new_goofspiel
from gopy.games.tictactoe import new_tictactoe
from gopy.search.evaluated.params import new_evaluated_params
from gopy.search.evaluated.search import EvaluatedSearch, search_many
from gopy.search.evaluated.selection import halving_targets

_WEIGHTS = np.random.default_rng(5).normal(size=(27, 10)).astype(np.float32)


def opinion(observations, masks):
    """Any opinion that differs from position to position, much the same for logits as for values."""
    told = np.sin(observations.reshape(len(observations), -1) @ _WEIGHTS)
    return told[:, :9] * 2, told[:, 9]


def nothing(observations, masks):
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


def after(*moves):
    state = new_tictactoe()
    for move in moves:
        game.play(state, move)
    return state


def shares(search):
    return search.judged()[0].visits.tolist()


POSITIONS = [(), (4,), (4, 0), (4, 0, 8), (4, 0, 1, 7, 3), (0, 4, 8, 2, 6)]


@pytest.mark.parametrize("moves", POSITIONS)
@pytest.mark.parametrize("changes", [{}, {"exploration": 0.6, "first_play_reduction": -1.0, "exploration_base": 20.0}])
def test_puct_visits_as_a_slow_search_does(moves, changes):
    params = new_evaluated_params(**changes)
    search = EvaluatedSearch([after(*moves)], opinion, params, batch=1)
    assert search.run(simulations=150) == 150
    slow = naive.search(after(*moves), opinion, params, 150)
    expected = np.zeros(9, int)
    for child in slow.children:
        expected[child.move] = child.n
    assert shares(search) == expected.tolist()
    found = search.judged()[0]
    assert found.value == pytest.approx(-slow.q, abs=1e-6) and found.policy.sum() == pytest.approx(1)
    assert found.move == max(slow.children, key=lambda child: (child.n, child.q if child.n else -9)).move


@pytest.mark.parametrize("moves", POSITIONS[:5])
@pytest.mark.parametrize("changes", [{}, {"considered": 4, "visit_offset": 10.0, "value_scale": 0.3}])
def test_gumbel_visits_as_a_slow_search_does(moves, changes):
    params = new_evaluated_params(rule="gumbel", **changes)
    search = EvaluatedSearch([after(*moves)], opinion, params, batch=1, seed=3)
    search.run(simulations=60)
    gumbel = np.random.default_rng(3).gumbel(size=(1, 9)).astype(np.float32)[0]
    slow = naive.search(after(*moves), opinion, params, 60, gumbel)
    expected, policy = np.zeros(9, int), np.zeros(9)
    for child, chance in zip(slow.children, naive.improved(params, slow)):
        expected[child.move], policy[child.move] = child.n, chance
    found = search.judged()[0]
    assert found.visits.tolist() == expected.tolist()
    assert found.policy == pytest.approx(policy, abs=1e-5)
    assert found.move == naive.at_root(params, slow, gumbel, expected.max()).move


@pytest.mark.parametrize("considered, simulations", [(1, 7), (2, 9), (4, 32), (5, 33), (16, 8), (16, 200), (9, 1000)])
def test_halving_is_that_of_the_paper(considered, simulations):
    found = halving_targets(considered, simulations)
    assert found == naive.halving(considered, simulations) and len(found) == simulations


def test_many_roots_are_searched_as_each_alone():
    states = [after(*moves) for moves in POSITIONS]
    together = search_many(states, opinion, 50, rule="puct")
    for state, found in zip(states, together):
        alone, = search_many([state], opinion, 50, rule="puct")
        assert found.visits.tolist() == alone.visits.tolist() and found.move == alone.move and found.value == pytest.approx(alone.value)
    sizes = []
    search_many(states, lambda seen, masks: sizes.append(len(seen)) or opinion(seen, masks), 20)
    assert max(sizes) == len(states) and sizes[0] == len(states)


def test_a_batch_is_asked_about_leaves_that_differ_and_leaves_no_virtual_loss():
    asked = []

    def evaluate(observations, masks):
        assert observations.dtype == np.float32 and observations.shape[1:] == (3, 3, 3) and masks.shape == (len(observations), 9)
        assert (masks == (observations[..., :2].sum(-1).reshape(-1, 9) == 0)).all()
        asked.append(len(observations))
        assert len(np.unique(observations.reshape(len(observations), -1), axis=0)) > len(observations) // 3
        return opinion(observations, masks)
    search = EvaluatedSearch([after()], evaluate, batch=32)
    assert search.run(simulations=1000) == 1000
    tree, visits = search._tree, search._tree.visits
    assert max(asked) > 20 and len(asked) < 150
    assert visits[0] == 1001 and (visits[:tree.used[0]] >= 0).all()
    for node in range(tree.used[0]):
        if tree.child[node] > 0:
            block = slice(tree.child[node], tree.child[node] + tree.num_children[node])
            assert visits[block].sum() == visits[node] - 1 and tree.prior[block].sum() == pytest.approx(1, abs=1e-5)
            total = -tree.sums[block].sum() - tree.value[node]      # its own results, for the player who moved there
            assert tree.sums[node] == pytest.approx(total, abs=1e-3)
        assert abs(tree.sums[node]) <= visits[node] + 1e-6 and tree.child[node] >= 0


def test_it_finds_what_wins_without_a_word_from_the_evaluator():
    for rule in ("puct", "gumbel"):
        for moves, best in (((4, 0, 1, 7, 3), 5), ((0, 4, 8, 2), 6), ((4, 1, 8, 0), 2)):
            assert search_many([after(*moves)], nothing, 300, rule=rule, considered=9)[0].move == best
    search = EvaluatedSearch([after(4, 0)], nothing)
    search.run(simulations=2000)
    report = search.report(max_moves=3)
    assert len(report.children) == 3 and report.visits == 2000 and report.to_play == 0 and report.children[0].pv[0] == report.best.move
    outline = search.outline(20)
    assert [node.move for node in outline][0] == report.best.move and sum(node.visits for node in outline) <= 2000
    assert all(node.visits >= 20 for node in outline) and outline[0].children


def test_noise_is_drawn_by_the_seed_and_makes_searches_differ():
    def prior(**given):
        search = EvaluatedSearch([after()], opinion, new_evaluated_params(**given), seed=given.pop("seed", 0) or 1)
        search.run(simulations=1)
        return search._tree.prior[1:10].tolist()
    plain, noisy = prior(), prior(noise=0.5)
    assert prior(noise=0.5) == noisy != plain and sum(noisy) == pytest.approx(1, abs=1e-5)
    concentrated = prior(noise=1.0, noise_concentration=1000.0)
    assert concentrated == pytest.approx([1 / 9] * 9, abs=0.02)
    search = EvaluatedSearch([after()], opinion, new_evaluated_params(rule="gumbel"), seed=1)
    moves = set()
    for _ in range(12):
        search.run(simulations=4)
        moves.add(search.judged()[0].move)
    assert len(moves) >= 2
    search.reseed(5)
    search.run(simulations=4)
    again = search.judged()[0]
    search.reseed(5)
    search.run(simulations=4)
    assert search.judged()[0].visits.tolist() == again.visits.tolist()


def test_runs_add_up_stop_and_keep_to_their_time():
    search = EvaluatedSearch([after()], opinion, batch=8)
    assert search.run(simulations=100) == 100 and search.run(simulations=50) == 50 and sum(shares(search)) == 150
    assert search.run(deadline=0.0) == 0
    assert 0 < search.run(ended=lambda: True) <= 8
    threading.Timer(0.05, search.stop).start()
    assert search.run() > 0
    search.set_roots([after(0, 3, 1, 4, 2)])
    assert search.run(simulations=10) == 0 and search.judged()[0].move == -1 and search.report().best is None


def test_a_full_tree_is_judged_on_without_growing():
    search = EvaluatedSearch([after()], opinion, memory_bytes=32 * 40, batch=4)
    assert search.run(simulations=200) == 200 and search._tree.used[0] <= 40 and sum(shares(search)) == 200


def test_a_batch_of_fixed_length_changes_nothing_else():
    lengths = set()

    def evaluate(observations, masks):
        lengths.add(len(observations))
        return opinion(observations, masks)
    visits = []
    for fixed in (False, True):
        lengths.clear()
        search = EvaluatedSearch([after()], evaluate, batch=16, fixed=fixed)
        search.run(simulations=100)
        visits.append(shares(search))
    assert visits[0] == visits[1] and lengths == {16}


@pytest.mark.parametrize("answer, message", [
    (lambda n: (np.zeros((n, 8)), np.zeros(n)), r"arrays of the shapes \(1, 8\) and \(1,\), not \(1, 9\) and \(1,\)"),
    (lambda n: (np.zeros((n, 9)), np.zeros(n + 1)), "arrays of the shapes"),
    (lambda n: (np.full((n, 9), np.nan), np.zeros(n)), "not finite"),
    (lambda n: (np.full((n, 9), np.inf), np.zeros(n)), "not finite"),
    (lambda n: (np.zeros((n, 9)), np.full(n, -np.inf)), "not finite")])
def test_an_evaluator_that_answers_nonsense_is_told(answer, message):
    search = EvaluatedSearch([after()], lambda seen, masks: answer(len(seen)))
    with pytest.raises(ValueError, match=message):
        search.run(simulations=10)


def test_lists_and_columns_are_arrays_too():
    search = EvaluatedSearch([after()], lambda seen, masks: ([[0.0] * 9] * len(seen), [[0.5]] * len(seen)), batch=4)
    assert search.run(simulations=9) == 9


@pytest.mark.parametrize("make, message", [
    (lambda: EvaluatedSearch([], nothing), "needs a position"),
    (lambda: EvaluatedSearch([new_goofspiel(cards=3)], nothing), "move at the same time"),
    (lambda: EvaluatedSearch([after()], nothing, memory_bytes=100), "at least 320 bytes"),
    (lambda: EvaluatedSearch([after()], nothing).set_roots([after(), after()]), "has 1 roots, not 2"),
    (lambda: EvaluatedSearch([after()], nothing, new_evaluated_params(rule="gumbel")).run(), "divides a number"),
    (lambda: new_evaluated_params(rule="best"), "unknown rule 'best'"),
    (lambda: search_many([after()], nothing, 5, exploration=-1), "exploration")])
def test_what_cannot_be_searched_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_pytorch_is_an_evaluator():
    torch = pytest.importorskip("torch")
    network = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(27, 10))

    def evaluate(observations, masks):
        with torch.no_grad():
            told = network(torch.from_numpy(observations))
        return told[:, :9], torch.tanh(told[:, 9])
    assert search_many([after()] * 3, evaluate, 16)[2].visits.sum() == 16


def test_a_position_that_may_not_come_back_is_not_asked_about():
    """Go on 2x2, where nearly every game comes to a position that superko forbids."""
    state = game_kind("go:size=2,komi=0.5").new_state()
    masks_seen = []

    def evaluate(observations, masks):
        assert observations.shape[1:] == (2, 2, 5)
        masks_seen.append(masks.copy())
        return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)
    search = EvaluatedSearch([state], evaluate, batch=8)
    search.run(simulations=300)
    assert search.report().depth < 40
    game.play(state, 0)
    once = game.position_hash(state)
    allowed = []
    for history in ((), (int(game.hash_after(state, 4)),)):
        masks_seen.clear()
        search.set_roots([state], [[int(once), *history]])
        search.run(simulations=1)
        allowed.append(np.flatnonzero(masks_seen[0][0]).tolist())
    assert allowed == [[1, 3, 4, 6], [1, 3, 6]]


def test_every_game_of_the_examples_is_seen():
    state = game_kind(str(ROOT / "docs" / "examples" / "connect_four.py")).new_state()
    for move in (3, 3, 2):
        game.play(state, move)
    seen = np.zeros(math.prod(game.observation_form(state).shape), np.float32)
    game.observe(state, 1, seen)
    rows = seen.reshape(6, 7, 3)
    assert rows[0, :, 1].tolist() == [0, 0, 1, 1, 0, 0, 0] and rows[1, :, 0].tolist() == [0, 0, 0, 1, 0, 0, 0] and not rows[..., 2].any()
