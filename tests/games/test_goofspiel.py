"""Goofspiel against OpenSpiel, recorded games and enumeration."""
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from oracles.naive_goofspiel import ORDERS, PAYOFFS, won

from gopy import game
from gopy.compiled.jit import JIT_DISABLED
from gopy.compiled.rng import new_rng
from gopy.games.goofspiel import DECK, HAND, MAX_CARDS, SCORE, UPCARD, new_goofspiel

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")

def cards(mask):
    return [card + 1 for card in range(MAX_CARDS) if int(mask) >> card & 1]


def listed(write, state, *args):
    out = np.zeros(game.num_moves(state), np.int16)
    return [int(move) for move in out[:write(state, *args, out)]]


def points(state):
    return [int(score) for score in state.data[SCORE:SCORE + 2]]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("payoff", PAYOFFS)
@pytest.mark.parametrize("n", [2, 4, 7, 13])
def test_random_games_are_open_spiels(n, order, payoff):
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("goofspiel", {
        "num_cards": n, "points_order": "random" if order == "shuffled" else order, "imp_info": False,
        "returns_type": "win_loss" if payoff == "winloss" else "point_difference"})
    rng = np.random.default_rng(n)
    for _ in range(5 if JIT_DISABLED else 40):
        state, other = new_goofspiel(n, order, payoff), theirs.new_initial_state()
        while not game.is_over(state):
            assert not other.is_terminal()
            assert game.is_chance(state) == other.is_chance_node()
            if other.is_chance_node():
                outcomes = listed(game.chance_outcomes, state)
                assert other.chance_outcomes() == [(card, pytest.approx(1 / len(outcomes))) for card in outcomes]
                card = int(rng.choice(outcomes))
                game.play_chance(state, card)
                other.apply_action(card)
                continue
            bids = []
            for player in (0, 1):
                moves = listed(game.moves_of, state, player)
                assert moves == other.legal_actions(player) and cards(state.data[HAND + player]) == [m + 1 for m in moves]
                bids.append(int(rng.choice(moves)))
            game.play_joint(state, *bids)
            other.apply_actions(bids)
            assert f"Points: {' '.join(map(str, points(state)))}" in str(other)
        assert other.is_terminal()
        # theirs are -1, 0, 1, or the distance from the mean of both players' points
        for result, utility in zip(other.returns(), (game.utility(state), game.utility_sum(state) - game.utility(state))):
            assert utility == (2 * result if payoff == "points" else (result + 1) / 2)


@pytest.mark.parametrize("order, steps, expected", [
    # OpenSpiel's playthroughs goofspiel.txt and goofspiel_random_points_order.txt: bids of both, or the upcard
    ("descending", [(2, 3), (1, 0), (3, 1)], [(0, 4), (3, 4), (5, 5)]),
    ("shuffled", [3, (0, 0), 1, (2, 1), 0, (3, 2)], [None, (0, 0), None, (2, 0), None, (3, 3)]),
])
def test_recorded_games(order, steps, expected):
    state = new_goofspiel(4, order)
    for step, score in zip(steps, expected):
        if isinstance(step, int):
            game.play_chance(state, step)
        else:
            game.play_joint(state, *step)
            assert tuple(points(state)) == score
    assert game.is_over(state)


def enumerated(first, second, deck):
    """How often uniformly random play gives each lead of player 0."""
    found = Counter()
    for bids in permutations(first):
        for answers in permutations(second):
            found[sum(won(a, b, card) for a, b, card in zip(bids, answers, deck))] += 1
    return found


@pytest.mark.parametrize("order", ORDERS)
def test_playouts_are_uniform(order):
    start = new_goofspiel(5, order, "points")
    if game.is_chance(start):
        game.play_chance(start, 3)
    game.play_joint(start, 4, 1)
    left = cards(start.data[DECK]) + ([int(start.data[UPCARD])] if start.data[UPCARD] else [])
    lead = points(start)[0] - points(start)[1]
    expected = enumerated(cards(start.data[HAND]), cards(start.data[HAND + 1]), left)
    n, total = (600 if JIT_DISABLED else 12_000), sum(expected.values())
    rng, trace, found = new_rng(7), game.new_trace(1), Counter()
    for _ in range(n):
        state = game.clone_state(start)
        game.run_playout(state, rng, None, trace)
        assert game.is_over(state) and sum(points(state)) <= 15
        found[int(game.utility(state)) - lead] += 1
    assert set(found) <= set(expected)
    square = sum((found[lead] - n * k / total) ** 2 / (n * k / total) for lead, k in expected.items())
    freedom = len(expected) - 1
    assert square < freedom + 5 * np.sqrt(2 * freedom)


def test_the_last_round_is_played_with_the_one_before():
    state = new_goofspiel(2, "ascending", "points")
    game.play_joint(state, 1, 0)
    assert game.is_over(state) and points(state) == [1, 2] and game.utility(state) == -1.0


@pytest.mark.parametrize("payoff, values", [("winloss", (1.0, 0.5, 0.0)), ("points", (1.0, 0.0, -1.0))])
def test_payoffs(payoff, values):
    for bids, expected in (((0, 1), values[0]), ((0, 0), values[1]), ((1, 0), values[2])):
        state = new_goofspiel(2, "ascending", payoff)
        game.play_joint(state, *bids)
        assert game.utility(state) == expected
        assert game.value(state) == (1.0, 0.5, 0.0)[values.index(expected)]


def test_bids_show_when_both_are_made():
    state = new_goofspiel(4)
    assert "points to bid for: not turned up yet" in game.draw(state)
    game.play_chance(state, 2)
    assert "points to bid for: 3\npoint cards to come: 1 2 4" in game.draw(state)
    game.play_joint(state, 3, 0)
    assert game.draw(state) == ("last round: 3 points, bids 4 and 1\npoints to bid for: not turned up yet\n"
                                "point cards to come: 1 2 4\nplayer 1: 3 points, cards 1 2 3\nplayer 2: 0 points, "
                                "cards 2 3 4")
    game.play_chance(state, 3)
    game.play_joint(state, 0, 1)
    game.play_chance(state, 0)
    game.play_joint(state, 1, 2)
    assert game.draw(state) == ("last round: 1 points, bids 2 and 3\nplayer 1: 3 points, cards\n"
                                "player 2: 7 points, cards")


def test_options():
    for options in ({"cards": 1}, {"cards": 17}, {"order": "sorted"}, {"payoff": "money"}):
        with pytest.raises(ValueError, match=next(iter(options))):
            new_goofspiel(**options)
    assert game.num_moves(new_goofspiel(16)) == 16
