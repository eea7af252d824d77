"""The search for simultaneous moves against a slow oracle written from the paper's formulas."""
import math
import time

import numpy as np
import pytest
from oracles import naive_simultaneous
from oracles.naive_goofspiel import Rules

from gopy import game
from gopy.compiled.jit import JIT_DISABLED
from gopy.compiled.rng import new_rng
from gopy.games import catalogue
from gopy.games.goofspiel import new_goofspiel
from gopy.games.tictactoe import new_tictactoe
from gopy.search.simultaneous import matrix_tree
from gopy.search.simultaneous.joint_policies import exponential
from gopy.search.simultaneous.matrix_tree import NONE, ROOT_CELL
from gopy.search.simultaneous.methods import METHODS, TUNED_FOR_POINTS, new_method
from gopy.search.simultaneous.search import SimultaneousSearch

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")

LEARNING = [name for name in METHODS if name != "random"]


def simultaneous_games():
    """{text: state} of every variant of every registered game in which players move at the same time."""
    found = {}
    for name in catalogue.GAMES:
        registered = catalogue.game_kind(name).registered
        for options in registered.variants:
            state = registered.new_state(**options)
            if game.is_simultaneous(state):
                found[f"{name} {options}"] = state
    return found


GAMES = simultaneous_games()


def listed(write, state, *args):
    out = np.zeros(game.num_moves(state), np.int16)
    return [int(move) for move in out[:write(state, *args, out)]]


def random_game(state, rng):
    """Play `state` to its end at random, yielding before every step."""
    while not game.is_over(state):
        yield
        if game.is_chance(state):
            game.play_chance(state, int(rng.choice(listed(game.chance_outcomes, state))))
        else:
            game.play_joint(state, *(int(rng.choice(listed(game.moves_of, state, player))) for player in (0, 1)))


# ---- the contract -------------------------------------------------------------------------------

def test_goofspiel_is_one_of_the_games():
    assert any(text.startswith("goofspiel") for text in GAMES)


@pytest.mark.parametrize("text", GAMES)
def test_games_keep_the_contract(text):
    rng, values = np.random.default_rng(1), set()
    for _ in range(30):
        state = game.clone_state(GAMES[text])
        for _ in random_game(state, rng):
            if game.is_chance(state):
                moves = listed(game.chance_outcomes, state)
                assert len(moves) > 1
            else:
                for player in (0, 1):
                    moves = listed(game.moves_of, state, player)
                    for move in moves:
                        assert game.parse_move(state, game.move_text(state, move), player) == move
            assert moves == sorted(set(moves)) and 0 <= moves[0] and moves[-1] < game.num_moves(state)
            copy, other = game.clone_state(GAMES[text]), game.clone_state(state)
            game.copy_state(copy, state)
            before = [array.copy() for array in state]
            game.run_playout(copy, new_rng(1), None, game.new_trace(1))
            game.run_playout(other, new_rng(1), None, game.new_trace(1))
            assert game.is_over(copy) and game.utility(copy) == game.utility(other)
            assert all((a == b).all() for a, b in zip(before, state))
        assert game.draw(state)
        assert 0.0 <= game.value(state) <= 1.0
        assert (game.value(state) > 0.5) == (2 * game.utility(state) > game.utility_sum(state))
        values.add(game.value(state))
    assert len(values) > 1


# ---- the methods, step by step ------------------------------------------------------------------

def compare(search, node, naive_search, naive, checked):
    """The tables and cells below a node are the oracle's."""
    tree = search.tree
    checked.append(node)
    rows, columns = len(naive.moves[0]), len(naive.moves[1])
    assert (tree.rows[node], tree.columns[node], tree.node_visits[node]) == (rows, columns, naive.played)
    entry = int(tree.first_entry[node])
    for table in (0, 1):
        expected = naive.tables[table][0] + naive.tables[table][1]
        assert tree.tables[table, entry:entry + rows + columns] == pytest.approx(expected, rel=1e-7, abs=1e-7)
    for i in range(rows):
        for j in range(columns):
            cell, other = int(tree.first_cell[node]) + i * columns + j, naive.cells[i][j]
            assert tree.visits[cell] == other.visits
            if other.visits:
                assert tree.mean[cell] == pytest.approx(other.mean, abs=1e-9)
            compare_below(search, cell, naive_search, other, checked)


def compare_below(search, cell, naive_search, naive, checked):
    tree = search.tree
    if naive.child:
        compare(search, int(tree.child[cell]), naive_search, naive.child, checked)
    elif naive.outcomes:
        found = [int(node) for node in tree.outcome[tree.child[cell]:tree.child[cell] + 16] if node != NONE]
        assert len(set(found)) >= len(naive.outcomes)
        begin = int(tree.child[cell])
        deck = naive.deck
        for upcard, node in naive.outcomes.items():
            compare(search, int(tree.outcome[begin + deck.index(upcard)]), naive_search, node, checked)
    else:
        assert tree.child[cell] == NONE


def note_decks(cell, deck, rules):
    """Tell every cell of the oracle's tree which point cards are left."""
    cell.deck = deck
    for upcard, node in [*cell.outcomes.items(), *([(rules.upcards(deck)[0], cell.child)] if cell.child else [])]:
        rest = tuple(card for card in deck if card != upcard)
        for row in node.cells:
            for below in row:
                note_decks(below, rest, rules)


@pytest.mark.parametrize("method", LEARNING)
@pytest.mark.parametrize("cards, order, payoff", [(3, "shuffled", "winloss"), (4, "descending", "points"),
                                                  (4, "ascending", "winloss"), (5, "shuffled", "points")])
def test_every_table_of_the_tree_is_the_oracles(method, cards, order, payoff):
    simulations = 150 if JIT_DISABLED else 1500
    rules, policy = Rules(cards, order, payoff), new_method(method, payoff == "points")
    state = new_goofspiel(cards, order, payoff)
    search = SimultaneousSearch(state, policy, memory_bytes=4 << 20, seed=3)
    naive = naive_simultaneous.Search(rules, method, policy[0], new_rng(3))
    search.run(simulations=simulations)
    utilities = [naive.simulate() for _ in range(simulations)]
    assert search.report().value == pytest.approx(np.mean(utilities), abs=1e-9)
    note_decks(naive.root, rules.all_cards, rules)
    checked = []
    compare_below(search, ROOT_CELL, naive, naive.root, checked)
    assert len(checked) == search.report().nodes > 10


@pytest.mark.parametrize("method", LEARNING)
@pytest.mark.parametrize("payoff", ["winloss", "points"])
def test_final_strategies_are_the_papers(method, payoff):
    policy = new_method(method, payoff == "points")
    state = new_goofspiel(4, "shuffled", payoff)
    game.play_chance(state, 2)
    search = SimultaneousSearch(state, policy, memory_bytes=4 << 20, seed=5)
    naive = naive_simultaneous.Search(Rules(4, "shuffled", payoff), method, policy[0], new_rng(5), upcard=3)
    for simulations in (1, 9, 400):
        report = search.run(simulations=simulations)
        for _ in range(simulations):
            naive.simulate()
        for player in (0, 1):
            expected = naive.strategy(naive.root.child, player)
            assert list(report.strategies[player]) == [0, 1, 2, 3]
            assert list(report.strategies[player].values()) == pytest.approx(expected, abs=1e-7)


def test_the_exponential_is_one():
    points = np.concatenate([-np.logspace(-12, math.log10(700), 500), [0.0, -math.log(2) / 2, -math.log(2)]])
    assert [exponential(x) for x in points] == pytest.approx(np.exp(points), rel=1e-12)
    assert exponential(-701.0) == 0.0


# ---- chance, memory, seeds ----------------------------------------------------------------------

def test_chance_turns_every_card_up_as_often():
    search = SimultaneousSearch(new_goofspiel(5), new_method("rm"), memory_bytes=8 << 20)
    n = 500 if JIT_DISABLED else 50_000
    search.run(simulations=n)
    tree = search.tree
    first = int(tree.child[ROOT_CELL])
    visits = [int(tree.node_visits[node]) for node in tree.outcome[first:first + 5]]
    assert sum(visits) == n
    assert sum((k - n / 5) ** 2 / (n / 5) for k in visits) < 23.5     # chi-square, 4 degrees, 1 in 10 000


def test_every_joint_move_is_played_once_before_the_method_chooses():
    state = new_goofspiel(6, "descending")
    search = SimultaneousSearch(state, new_method("exp3"), memory_bytes=1 << 20)
    tree, root = search.tree, int(search.tree.child[ROOT_CELL])
    begin = int(tree.first_cell[root])
    for n in range(1, 37):
        search.run(simulations=1)
        assert sorted(tree.visits[begin:begin + 36]) == [0] * (36 - n) + [1] * n


def test_the_order_of_filling_is_uniform():
    state, firsts = new_goofspiel(3, "descending"), np.zeros(9)
    search = SimultaneousSearch(state, new_method("oos"), memory_bytes=1 << 16)
    for seed in range(100 if JIT_DISABLED else 3000):
        search.reseed(seed)
        search.set_root(state)
        search.run(simulations=2)
        firsts += search.tree.visits[1:10]
    expected = firsts.sum() / 9
    assert ((firsts - expected) ** 2 / expected).sum() < 31.8         # chi-square, 8 degrees, 1 in 10 000


@pytest.mark.parametrize("method", LEARNING)
def test_a_full_tree_goes_on_simulating(method):
    state = new_goofspiel(8, payoff="points")
    search = SimultaneousSearch(state, new_method(method, True), memory_bytes=1 << 16)
    n = 300 if JIT_DISABLED else 20_000
    report = search.run(simulations=n)
    assert report.simulations == n
    if not JIT_DISABLED:
        assert report.full
    assert report.nodes < len(search.tree.rows)
    assert (search.tree.used <= [len(search.tree.rows), len(search.tree.visits), search.tree.tables.shape[1],
                                 len(search.tree.outcome)]).all()


def test_a_seed_repeats_a_search_and_another_does_not():
    state = new_goofspiel(6, "ascending")
    search = SimultaneousSearch(state, new_method("oos"), memory_bytes=1 << 20, seed=1)
    first = search.run(simulations=400).strategies
    search.reseed(1)
    search.set_root(state)
    assert search.run(simulations=150).simulations == 150
    assert search.run(simulations=250).strategies == first
    search.reseed(2)
    search.set_root(state)
    assert search.run(simulations=400).strategies != first


def test_a_search_keeps_to_its_seconds():
    search = SimultaneousSearch(new_goofspiel(13, "ascending"), new_method("rm"), memory_bytes=16 << 20, now=time.process_time)
    search.run(simulations=10)
    start = time.process_time()
    report = search.run(seconds=0.2)
    assert report.simulations > 10 and 0.15 < report.seconds <= time.process_time() - start < 1.0


def test_bids_are_drawn_from_the_strategy():
    state = new_goofspiel(4, "descending")
    search = SimultaneousSearch(state, new_method("duct_mix"), memory_bytes=1 << 20)
    strategy = search.run(simulations=300).strategies[1]
    rng = np.random.default_rng(1)
    drawn = [search.choose(1, rng) for _ in range(2000)]
    for move, share in strategy.items():
        assert drawn.count(move) / 2000 == pytest.approx(share, abs=0.06)


def test_random_needs_no_simulations():
    search = SimultaneousSearch(new_goofspiel(4, "descending"), new_method("random"), memory_bytes=1 << 16)
    report = search.run(simulations=100)
    assert report.simulations == 0
    assert report.strategies[0] == {0: 0.25, 1: 0.25, 2: 0.25, 3: 0.25}


def test_where_chance_moves_or_all_is_over_there_is_no_strategy():
    state = new_goofspiel(3)
    search = SimultaneousSearch(state, new_method("rm"), memory_bytes=1 << 16)
    assert search.run(simulations=10).strategies == ({}, {})
    with pytest.raises(ValueError, match="no player has a move"):
        search.choose(0, np.random.default_rng(1))
    for _ in random_game(state, np.random.default_rng(1)):
        pass
    search.set_root(state)
    assert search.run(simulations=10).simulations == 0


def test_what_a_search_refuses():
    state = new_goofspiel(4)
    with pytest.raises(ValueError, match="move in turn"):
        SimultaneousSearch(new_tictactoe(), new_method("rm"))
    with pytest.raises(ValueError, match="64 KiB"):
        SimultaneousSearch(state, new_method("rm"), memory_bytes=1000)
    with pytest.raises(ValueError, match="number of simulations or of seconds"):
        SimultaneousSearch(state, new_method("rm"), memory_bytes=1 << 16).run()


def test_methods_by_name():
    assert new_method("duct_max").exploration == 1.5 and new_method("duct_mix", True).exploration == 150.0
    assert new_method("exp3").gamma == 0.2 and new_method("exp3", True).gamma == 0.01
    assert new_method("oos_plus").gamma == 0.55 and new_method("oos_plus", True, gamma=0.3).gamma == 0.3
    assert set(TUNED_FOR_POINTS) < set(METHODS)
    for wrong, message in ((("best",), "unknown method 'best'; there are random"), (("rm", False, 0.0), "takes")):
        with pytest.raises((ValueError, TypeError), match=message):
            new_method(*wrong)
    with pytest.raises(ValueError, match="unknown parameter 'exploration'; there are gamma"):
        new_method("exp3", exploration=1.0)
    with pytest.raises(ValueError, match="gamma: 1.5"):
        new_method("oos", gamma=1.5)
    with pytest.raises(ValueError, match="exploration: -1"):
        new_method("duct_max", exploration=-1.0)


def test_more_memory_than_numbers_of_cells_is_not_used():
    for megabytes in (1 << 20, 1 << 60):
        assert matrix_tree.cells_for(megabytes << 20) == matrix_tree.MAX_CELLS
    assert matrix_tree.MAX_CELLS % 4 == 0 and matrix_tree.MAX_CELLS <= np.iinfo(np.int32).max
