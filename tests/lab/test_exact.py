"""Matrix games, backward induction and best responses of Goofspiel against slow independent versions."""
import numpy as np
import pytest
from oracles.naive_goofspiel import ORDERS, PAYOFFS, Rules, best_response, linear_program, matrix_value, solver, without, won

from gopy import game
from gopy.compiled.jit import JIT_DISABLED
from gopy.games.goofspiel import new_goofspiel
from gopy.lab.exact.goofspiel_responses import exploitability, response_values
from gopy.lab.exact.goofspiel_values import equilibrium, solve_goofspiel, value_before_upcard
from gopy.lab.exact.matrix_game import MAX_SIZE, solve_matrix
from gopy.search.simultaneous.matrix_tree import NONE, ROOT_CELL
from gopy.search.simultaneous.methods import new_method
from gopy.search.simultaneous.regret_policies import STRATEGY_SUM
from gopy.search.simultaneous.search import SimultaneousSearch

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")

GAMES = [(cards, order, payoff) for cards in (3, 4) for order in ORDERS for payoff in PAYOFFS]
SHUFFLED = [("shuffled", payoff) for payoff in PAYOFFS]


def mask(cards):
    return sum(1 << card - 1 for card in cards)


# ---- matrix games -------------------------------------------------------------------------------

def random_matrices(rng):
    """Matrices of every shape: of reals, of few integers with many ties, of one value."""
    for number in range(40 if JIT_DISABLED else 400):
        shape = tuple(rng.integers(1, 6 if JIT_DISABLED else MAX_SIZE + 1, 2))
        yield (rng.normal(0.0, 20.0, shape), rng.integers(-1, 2, shape), rng.integers(0, 3, shape) / 2.0,
               np.full(shape, -66.0))[number % 4]


def test_matrix_games_are_solved():
    for payoffs in random_matrices(np.random.default_rng(1)):
        value, first, second = solve_matrix(payoffs)
        for strategy in (first, second):
            assert strategy.min() >= -1e-9 and strategy.sum() == pytest.approx(1.0)
        # each strategy assures its player of the value, so the value it is
        assert (first @ payoffs).min() == pytest.approx(value, abs=1e-7)
        assert (payoffs @ second).max() == pytest.approx(value, abs=1e-7)


def test_linear_programming_finds_the_same_values():
    pytest.importorskip("scipy")
    rng = np.random.default_rng(2)
    for _ in range(40):
        payoffs = rng.integers(-5, 6, tuple(rng.integers(1, 9, 2)))
        assert solve_matrix(payoffs)[0] == pytest.approx(linear_program(payoffs), abs=1e-7)


@pytest.mark.parametrize("payoffs, value", [([[1, -1], [-1, 1]], 0.0), ([[3, 0], [1, 2]], 1.5), ([[5, 1], [4, 2]], 2.0),
                                            ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0.0), ([[7]], 7.0)])
def test_known_matrix_games(payoffs, value):
    assert solve_matrix(payoffs)[0] == pytest.approx(value)


def test_matrices_that_are_none():
    for shape in ((0, 3), (17, 2)):
        with pytest.raises(ValueError, match="1 to 16"):
            solve_matrix(np.zeros(shape))


# ---- backward induction -------------------------------------------------------------------------

@pytest.mark.parametrize("cards, order, payoff", GAMES)
def test_every_state_has_the_value_of_linear_programming(cards, order, payoff):
    pytest.importorskip("scipy")
    if JIT_DISABLED and cards > 3:
        pytest.skip("too slow without the compiler")
    rules = Rules(cards, order, payoff)
    values, naive = solve_goofspiel(new_goofspiel(cards, order, payoff)), solver(rules)
    rng, state, checked = np.random.default_rng(cards), (rules.all_cards, rules.all_cards, rules.all_cards, 0), 0
    for _ in range(60):
        first, second, deck, lead = state
        expected = naive(first, second, deck, lead)
        assert value_before_upcard(values, mask(first), mask(second), mask(deck), lead) == pytest.approx(expected, abs=1e-8)
        mirrored = value_before_upcard(values, mask(second), mask(first), mask(deck), -lead)
        assert mirrored == pytest.approx({"points": 0.0, "winloss": 1.0}[payoff] - expected, abs=1e-8)
        checked += len(first) < cards
        state = rules.all_cards, rules.all_cards, rules.all_cards, 0
        if first:
            a, b, card = rng.choice(first), rng.choice(second), rng.choice(rules.upcards(deck))
            state = without(first, a), without(second, b), without(deck, card), int(lead + won(a, b, card))
    assert checked > 30


def all_states(rules):
    """Every pair of hands with every deck of that size."""
    from itertools import combinations
    for left in range(rules.cards + 1):
        hands = list(combinations(rules.all_cards, left))
        for first in hands:
            for second in hands:
                for deck in hands:
                    yield first, second, deck


def test_by_points_all_pairs_of_hands_and_decks_of_four_cards():
    pytest.importorskip("scipy")
    rules = Rules(3 if JIT_DISABLED else 4, "shuffled", "points")
    values, naive = solve_goofspiel(new_goofspiel(rules.cards, payoff="points")), solver(rules)
    for first, second, deck in all_states(rules):
        found = value_before_upcard(values, mask(first), mask(second), mask(deck), 5)
        assert found == pytest.approx(naive(first, second, deck, 0) + 5, abs=1e-8)


@pytest.mark.parametrize("payoff, even", [("points", 0.0), ("winloss", 0.5)])
def test_goofspiel_of_seven_cards_is_even_and_its_optimal_bids_cannot_be_beaten(payoff, even):
    cards = 4 if JIT_DISABLED else 7
    values = solve_goofspiel(new_goofspiel(cards, payoff=payoff))
    full = (1 << cards) - 1
    assert value_before_upcard(values, full, full, full, 0) == pytest.approx(even, abs=1e-9)
    for upcard in range(1, cards + 1):
        state = new_goofspiel(cards, payoff=payoff)
        game.play_chance(state, upcard - 1)
        value, first, second = equilibrium(values, state)
        assert value == pytest.approx(even, abs=1e-9)
        # against every bid of the other the value is kept: one round by hand, backward induction below
        for b in range(1, cards + 1):
            kept = sum(share * value_before_upcard(values, full ^ 1 << a, full ^ 1 << b - 1, full ^ 1 << upcard - 1,
                                                   won(a + 1, b, upcard)) for a, share in first.items())
            assert kept >= even - 1e-9


def test_open_spiel_solves_it_alike():
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("scipy")
    theirs = pyspiel.load_game("goofspiel", {"num_cards": 3, "points_order": "random", "imp_info": False,
                                             "returns_type": "point_difference"})

    def value(state):
        if state.is_terminal():
            return state.returns()[0]
        if state.is_chance_node():
            return sum(chance * value(state.child(action)) for action, chance in state.chance_outcomes())
        rows = [[0.0] * len(state.legal_actions(1)) for _ in state.legal_actions(0)]
        for i, a in enumerate(state.legal_actions(0)):
            for j, b in enumerate(state.legal_actions(1)):
                after = state.clone()
                after.apply_actions([a, b])
                rows[i][j] = value(after)
        return matrix_value(rows)
    values = solve_goofspiel(new_goofspiel(3, payoff="points"))
    for card in range(3):
        for a in range(3):
            for b in range(3):
                state = theirs.new_initial_state()
                state.apply_action(card)
                state.apply_actions([a, b])
                mine = value_before_upcard(values, 7 ^ 1 << a, 7 ^ 1 << b, 7 ^ 1 << card, won(a, b, card + 1))
                assert mine == pytest.approx(2 * value(state), abs=1e-8)      # theirs: from the mean


def test_too_many_cards():
    with pytest.raises(ValueError, match="at most 12 cards"):
        solve_goofspiel(new_goofspiel(13))
    with pytest.raises(ValueError, match="no point card"):
        equilibrium(solve_goofspiel(new_goofspiel(3)), new_goofspiel(3))


# ---- best responses -----------------------------------------------------------------------------

def whole_tree(cards, order, payoff, simulations):
    """A search whose strategies may be written to: regret matching plays its tree's STRATEGY_SUM."""
    state = new_goofspiel(cards, order, payoff)
    search = SimultaneousSearch(state, new_method("rm", gamma=1.0), memory_bytes=8 << 20, seed=1)
    search.run(simulations=simulations)
    return state, search


def walk(search, rules):
    """{history up to an upcard: (node, hands, deck, lead)} of every node of the tree of a whole game."""
    tree, found = search.tree, {}

    def cell(index, hands, deck, lead, history):
        if tree.child[index] == NONE:
            return
        upcards = rules.upcards(deck)
        for number, upcard in enumerate(upcards):
            node = int(tree.outcome[tree.child[index] + number]) if len(upcards) > 1 else int(tree.child[index])
            if node == NONE:
                continue
            found[(*history, upcard)] = node, hands, without(deck, upcard), lead
            for i, a in enumerate(hands[0]):
                for j, b in enumerate(hands[1]):
                    cell(int(tree.first_cell[node]) + i * len(hands[1]) + j, (without(hands[0], a), without(hands[1], b)),
                         without(deck, upcard), lead + won(a, b, upcard), (*history, (upcard, a, b)))
    cell(ROOT_CELL, (rules.all_cards, rules.all_cards), rules.all_cards, 0, ())
    return found


def set_strategies(search, nodes, choose):
    """Write choose(history, player, hands, deck, lead), a list of shares, for every node; returns them by history."""
    tree, written = search.tree, ({}, {})
    for history, (node, hands, deck, lead) in nodes.items():
        begin = int(tree.first_entry[node])
        for player, hand in enumerate(hands):
            shares = choose(history, player, hands, deck, lead)
            tree.tables[STRATEGY_SUM, begin:begin + len(hand)] = shares
            begin += len(hand)
            written[player][history] = dict(zip(hand, np.array(shares) / np.sum(shares)))
    return written


def left_after(history, player, rules):
    hand = rules.all_cards
    for round_ in history[:-1]:
        hand = without(hand, round_[1 + player])
    return hand


def lookup(written, player, rules):
    """A strategy for `best_response`: uniform where the tree has no node."""
    def strategy(history):
        hand = left_after(history, player, rules)
        return written[player].get(history, {card: 1 / len(hand) for card in hand})
    return strategy


@pytest.mark.parametrize("cards, order, payoff", GAMES)
def test_full_best_responses_to_any_strategy(cards, order, payoff):
    if JIT_DISABLED and (cards, order) == (4, "shuffled"):
        pytest.skip("too slow without the compiler")
    rules, rng = Rules(cards, order, payoff), np.random.default_rng(4)
    # a tree with and one without gaps
    for simulations in (60, 200 if JIT_DISABLED else 60_000):
        state, search = whole_tree(cards, order, payoff, simulations)
        nodes = walk(search, rules)

        def choose(history, player, hands, deck, lead):
            return rng.random(len(hands[player])) * (rng.random(len(hands[player])) < 0.7) + 1e-9
        written = set_strategies(search, nodes, choose)
        expected = [best_response(rules, player, lookup(written, player, rules)) for player in (1, 0)]
        assert response_values(search, state) == pytest.approx(tuple(expected), abs=1e-9)
        assert exploitability(search, state) == pytest.approx((expected[0] - expected[1]) / 2, abs=1e-9)


@pytest.mark.parametrize("cards, order, payoff", GAMES)
def test_an_equilibrium_cannot_be_exploited(cards, order, payoff):
    if JIT_DISABLED and cards == 4:
        pytest.skip("too slow without the compiler")
    rules = Rules(cards, order, payoff)
    state, search = whole_tree(cards, order, payoff, 2000 if JIT_DISABLED else 60_000)
    values = solve_goofspiel(state)
    nodes = walk(search, rules)
    expected_nodes = {3: {"shuffled": 3 + 3 * 9 * 2}, 4: {"shuffled": 4 + 4 * 16 * 3 + 192 * 9 * 2}}
    if order == "shuffled":
        assert len(nodes) == expected_nodes[cards][order]

    def choose(history, player, hands, deck, lead):
        there = game.clone_state(state)
        there.data[0], there.data[1], there.data[2], there.data[3] = (*map(mask, hands), mask(deck), history[-1])
        there.data[4], there.data[5] = max(lead, 0), max(-lead, 0)
        return [max(share, 0.0) for share in equilibrium(values, there)[1 + player].values()]
    set_strategies(search, nodes, choose)
    assert exploitability(search, state) == pytest.approx(0.0, abs=1e-8)


@pytest.mark.parametrize("order, payoff", [(order, payoff) for order in ORDERS for payoff in PAYOFFS])
def test_uniform_play(order, payoff):
    rules = Rules(3 if JIT_DISABLED else 4, order, payoff)
    state = new_goofspiel(rules.cards, order, payoff)
    search = SimultaneousSearch(state, new_method("random"), memory_bytes=1 << 16)
    uniform = lookup(({}, {}), 0, rules)
    worst = best_response(rules, 0, uniform)
    half = {"points": 0.0, "winloss": 0.5}[payoff]
    assert exploitability(search, state) == pytest.approx(half - worst, abs=1e-9)


@pytest.mark.parametrize("order, payoff", SHUFFLED)
@pytest.mark.parametrize("rounds", [1, 2])
def test_depth_limited_best_responses(order, payoff, rounds):
    cards, upcard = 4, 3
    rules, rng = Rules(cards, order, payoff), np.random.default_rng(9)
    state = new_goofspiel(cards, order, payoff)
    game.play_chance(state, upcard - 1)
    search = SimultaneousSearch(state, new_method("rm", gamma=1.0), memory_bytes=8 << 20, seed=1)
    search.run(simulations=200 if JIT_DISABLED else 3000)
    values, naive = solve_goofspiel(state), solver(rules)
    # the tree of the game after its first upcard: walk it by hand from the root's node
    nodes = {}
    root = int(search.tree.child[ROOT_CELL])
    nodes[(upcard,)] = root, (rules.all_cards, rules.all_cards), without(rules.all_cards, upcard), 0
    for i, a in enumerate(rules.all_cards):
        for j, b in enumerate(rules.all_cards):
            cell = int(search.tree.first_cell[root]) + i * cards + j
            deck = without(rules.all_cards, upcard)
            for number, card in enumerate(deck):
                node = int(search.tree.outcome[search.tree.child[cell] + number]) if search.tree.child[cell] else NONE
                if node != NONE:
                    hands = without(rules.all_cards, a), without(rules.all_cards, b)
                    nodes[((upcard, a, b), card)] = node, hands, without(deck, card), won(a, b, upcard)
    written = set_strategies(search, nodes, lambda history, player, hands, deck, lead: rng.random(len(hands[player])))
    expected = [best_response(rules, player, lookup(written, player, rules), naive, rounds, upcard) for player in (1, 0)]
    assert response_values(search, state, values, rounds) == pytest.approx(tuple(expected), abs=1e-8)


def test_what_a_best_response_needs():
    state, search = whole_tree(4, "descending", "winloss", 10)
    with pytest.raises(ValueError, match="needs the game's values"):
        exploitability(search, state, rounds=1)
    while not game.is_over(state):
        game.play_joint(state, *(int(move).bit_length() - 1 for move in state.data[:2]))
    with pytest.raises(ValueError, match="over"):
        exploitability(search, state)


@pytest.mark.slow
@pytest.mark.skipif(JIT_DISABLED, reason="too slow without the compiler")
def test_the_methods_converge_in_fixed_order():
    """By win and loss, the mean exploitability of 20 runs after 100 000 simulations; the study has 100."""
    state = new_goofspiel(4, "descending")
    for method, most in (("exp3", 0.1), ("rm", 0.1), ("oos", 0.1), ("oos_plus", 0.1)):
        search = SimultaneousSearch(state, new_method(method), memory_bytes=4 << 20)
        found = []
        for seed in range(20):
            search.reseed(seed)
            search.set_root(state)
            search.run(simulations=100_000)
            found.append(exploitability(search, state))
        assert np.mean(found) < most, method
