"""Searches and games in one compiled call against the same by Search and by a slow one; the tournaments' arithmetic."""
import json
import random

import numpy as np
import pytest
from oracles.naive_ranking import SlowSearch, ucb_choices

from gopy import game
from gopy.games.tictactoe import new_tictactoe
from gopy.lab.study import tournaments
from gopy.search.sampling.params import new_aoap, new_ocba, new_ttts, new_uct_max, new_uniform, search_params_for
from gopy.search.sampling.trials import count_choices, new_trials, play_games
from gopy.search.threads import Search

POLICIES = [new_aoap(n0=3), new_ocba(n0=3, opponent="random"), new_ttts(n0=3, opponent="uct"),
            new_uct_max(n0=3, maximum=False)]


def corner():
    state = new_tictactoe()
    game.play(state, 0)
    return state


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_choices_are_those_of_searches(policy):
    budgets, repetitions = np.array([50, 200]), 20
    trials = new_trials(corner(), policy, 200, 7)
    counts = np.zeros((2, 9), np.int64)
    count_choices(trials, policy, search_params_for(policy), None, repetitions, budgets, counts)
    search, expected = Search(corner(), policy, search_params_for(policy), None, seed=7), np.zeros((2, 9), np.int64)
    for _ in range(repetitions):
        search.set_root(corner())
        for i, more in enumerate((50, 150)):
            expected[i, search.run(simulations=more).best.move] += 1
    assert counts.tolist() == expected.tolist()


#: O is to move at 2, 4, 6 or 7; X has two threats, at 4 and 6.
BOARD, BEFORE = "XO.X.X..O", (0, 1, 5, 8, 3)


def first_of_ucb(lists):
    return min(ucb_choices(1.0, lists))


@pytest.mark.parametrize("new_policy, settings, slow", [
    (new_uniform, {"opponent": "random", "n0": 1}, {"uniform": True, "n0": 1}),
    (new_uniform, {"opponent": "random", "n0": 3, "maximum": False}, {"uniform": True, "n0": 3, "maximum": False}),
    (new_uct_max, {"opponent": "random", "n0": 3, "salt": 5}, {"n0": 3, "salt": 5}),
    (new_uct_max, {"opponent": "random", "n0": 3, "salt": 5, "answers_at_once": True}, {"n0": 3, "salt": 5, "at_once": True}),
    (new_uct_max, {"opponent": "uct", "n0": 3, "answers_at_once": True}, {"n0": 3, "uct": True, "at_once": True}),
    (new_uct_max, {"opponent": "uct", "n0": 2, "opponent_n0": 2}, {"n0": 2, "uct": True, "opponent_n0": 2}),
], ids=["uniform", "uniform_mean", "order", "order_at_once", "uct_at_once", "uct_opponent_n0"])
def test_choices_are_as_frequent_as_those_of_a_slow_search(new_policy, settings, slow):
    policy, simulations, state = new_policy(**settings), 24, new_tictactoe()
    for move in BEFORE:
        game.play(state, move)
    counts = np.zeros((1, 9), np.int64)
    count_choices(new_trials(state, policy, simulations, 7), policy, search_params_for(policy), None, 4000, np.array([simulations]), counts)
    rng = random.Random(2)
    expected = np.bincount([SlowSearch(BOARD, "O", rng, first_of_ucb, **slow).best(simulations) for _ in range(400)], minlength=9)
    share = expected / 400
    assert np.all(np.abs(counts[0] / 4000 - share) <= 3.5 * np.sqrt(share * (1 - share) / 400 + 1e-4))


def test_a_strong_player_beats_a_random_one_in_either_seat():
    policy = new_aoap(n0=3)
    results = {}
    for seats in ((300, 0), (0, 300), (0, 0)):
        values = np.full(200, -1.0)
        trials = new_trials(new_tictactoe(), policy, 300, 3)
        play_games(trials, new_tictactoe(), policy, policy, np.array(seats), search_params_for(policy), None, values)
        assert set(values) <= {0.0, 0.5, 1.0}
        results[seats] = values.mean()
    assert results[300, 0] > 0.9 and results[0, 300] < 0.2
    # random play from the empty board: 737/1260 of the games are won, 121/420 lost, 8/63 drawn
    assert abs(results[0, 0] - (737 / 1260 + 4 / 63)) < 0.1


def test_games_go_on_with_the_most_visited_move_where_that_is_asked():
    # whose samples are drawn at random visits good moves no more often than bad ones, and knows which are good
    values = []
    for by_visits in (False, True):
        trials = new_trials(new_tictactoe(), new_uniform(), 300, 3, by_visits)
        values.append(np.zeros(200))
        play_games(trials, new_tictactoe(), new_uniform(), new_uniform(), np.array([300, 0]), search_params_for(new_uniform()), None, values[-1])
    assert values[0].mean() > 0.85 and values[1].mean() < 0.8


@pytest.mark.parametrize("seats", [(0, 40), (40, 0)])
def test_each_seat_has_its_own_policy(seats):
    # a policy that cannot explore and one that can differ in what they play; whoever is random is never asked
    values = {}
    for other in (new_aoap(n0=2), new_ttts(n0=2)):
        policies = (other, new_aoap(n0=2)) if seats[0] == 0 else (new_aoap(n0=2), other)
        trials = new_trials(new_tictactoe(), policies[0], 40, 3)
        values[other] = np.zeros(30)
        play_games(trials, new_tictactoe(), *policies, np.array(seats), search_params_for(policies[0]), None,
                   values[other])
    assert len({tuple(v) for v in values.values()}) == 1


# ---- tournaments --------------------------------------------------------------------------------

def test_a_studys_settings_are_the_policys():
    settings = {"n0": 4, "prior_mean": 1.0, "prior_variance": 36.0, "epsilon": 0.5, "games": 7}
    aoap, ocba = (tournaments.new_policy(name, "uct", settings) for name in ("aoap", "ocba"))
    assert (aoap.n0, aoap.prior_mean, aoap.prior_variance, aoap.epsilon) == (4, 1.0, 36.0, 0.5)
    assert (ocba.n0, ocba.prior_mean, ocba.prior_variance, ocba.epsilon) == (4, 0.0, 0.0, 0.5)
    assert aoap.opponent == ocba.opponent == 2


def test_net_wins_by_hand():
    counts = np.array([[[5, 0, 5], [8, 1, 1]], [[2, 2, 6], [10, 0, 0]]])
    net, half = tournaments.net_wins(counts, 100)
    # 8 - 1 as the first player, 6 - 2 as the second, of ten each
    assert net.tolist() == pytest.approx([110.0, -110.0])
    variance = (0.9 - 0.7 ** 2) / 10 + (0.8 - 0.4 ** 2) / 10
    assert half.tolist() == pytest.approx([100 * 1.96 * variance ** 0.5] * 2)


def test_kendall_tau_by_hand():
    assert tournaments.kendall_tau([1, 2, 3], [10, 20, 30]) == 1.0
    assert tournaments.kendall_tau([1, 2, 3], [30, 20, 10]) == -1.0
    assert tournaments.kendall_tau([1, 2, 3], [10, 30, 20]) == pytest.approx(1 / 3)
    assert tournaments.kendall_tau([1, 2, 2], [1, 2, 3]) == pytest.approx(2 / 6 ** 0.5)


STUDY = """
question = "Who wins?"
rule = "None."
script = "measure.py"
[measurement]
game = "tictactoe"
simulations = 30
players = ["random", "aoap"]
opponents = ["random", "uct"]
games = 8
chunk = 4
n0 = 2
seed = 1
[published.random]
random = [[5, 0, 5], [1, 0, 9]]
aoap = [[9, 1, 0], [5, 0, 5]]
printed_net = {random = -17, aoap = 17}
[published.uct]
random = [[5, 0, 5], [1, 0, 9]]
aoap = [[9, 1, 0], [5, 0, 5]]
printed_net = {random = -16, aoap = 17}
"""


def test_a_tournament_goes_on_and_is_reported(tmp_path):
    (tmp_path / "study.toml").write_text(STUDY)
    tournaments.main(tmp_path, ["--games", "4"])
    lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text().splitlines()]
    assert len(lines) == 8 and all(line["won"] + line["drawn"] + line["lost"] == 4 for line in lines)
    tournaments.main(tmp_path, [])
    again = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text().splitlines()]
    assert again[:8] == lines and len(again) == 16
    report = (tmp_path / "report.md").read_text()
    assert report.count("8 to 8 of 8 games a cell") == 2
    assert "| -17 | -17 |" in report and "| -16 | -17 |" in report
    # what is played is decided by the line's name alone
    settings = tournaments.read_document(tmp_path)["measurement"]
    for line in lines[:2]:
        key = tuple(line[name] for name in tournaments.KEYS)
        repeated = tournaments.measure(settings, key)
        assert {**repeated, "cpu_seconds": 0} == {**line, "cpu_seconds": 0}
