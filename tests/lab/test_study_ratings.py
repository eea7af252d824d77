"""Ratings against closed forms, a brute-force maximum, and simulated games of players of known strength."""
import math
import random

import numpy as np
import pytest

from gopy.lab.match.results.statistics import elo
from gopy.lab.study.ratings import elo_per_doubling, fit, make_ladders


def expected(difference):
    return 1 / (1 + 10 ** (-difference / 400))


def log_likelihood(results, ratings):
    """L of the module's docstring, term by term."""
    total = 0.0
    for a, b, points, games in results:
        share = 1 / (1 + 10 ** ((ratings[b] - ratings[a]) / 400))
        total += points * math.log(share) + (games - points) * math.log(1 - share)
    return total


def test_two_players_are_as_far_apart_as_their_score_says():
    ladder, = make_ladders([("a", "b", 30.5, 40)], ["a", "b"])[0]
    assert (ladder.reference, ladder.anchored, ladder.of("a").elo) == ("a", False, 0.0)
    assert ladder.of("b").elo == pytest.approx(-elo(30.5 / 40))
    # by hand: the variance of a logit is 1 / (n p (1 - p))
    half = 1.96 * 400 / math.log(10) / math.sqrt(40 * (30.5 / 40) * (9.5 / 40))
    assert ladder.of("b").high - ladder.of("b").low == pytest.approx(2 * half, rel=1e-4)
    assert (ladder.of("b").points, ladder.of("b").games) == (9.5, 40)
    assert ladder.of("a").low == ladder.of("a").high == 0.0


def test_an_anchor_moves_all_and_changes_no_difference():
    results = [("a", "b", 12, 20), ("b", "gnugo", 15, 20), ("a", "gnugo", 17, 20)]
    free, = make_ladders(results, ["gnugo", "a", "b"])[0]
    tied, = make_ladders(results, ["a", "b", "gnugo"], ("gnugo", 1800))[0]
    assert tied.anchored and tied.reference == "gnugo" and tied.of("gnugo").elo == 1800
    for name in ("a", "b"):
        assert tied.of(name).elo == pytest.approx(free.of(name).elo + 1800)
        assert tied.of(name).high == pytest.approx(free.of(name).high + 1800)
    assert [rating.player for rating in tied.ratings] == ["a", "b", "gnugo"]


def test_no_other_ratings_are_likelier():
    optimize = pytest.importorskip("scipy.optimize")
    results = [("a", "b", 11.5, 20), ("b", "c", 14, 30), ("c", "a", 3, 9), ("c", "d", 19, 20), ("a", "d", 4.5, 5)]
    names = ["a", "b", "c", "d"]
    ladder, = make_ladders(results, names)[0]

    def cost(values):
        return -log_likelihood(results, dict(zip(names, [0.0, *values])))

    best = optimize.minimize(cost, np.zeros(3), method="Nelder-Mead",
                             options=dict(xatol=1e-4, fatol=1e-11, maxiter=5000))
    for name, value in zip(names[1:], best.x):
        assert ladder.of(name).elo == pytest.approx(value, abs=0.05)
    # the interval from second differences of L
    found = np.array([ladder.of(name).elo for name in names[1:]])
    step = 1.0
    hessian = np.array([[(cost(found + step * (u + v)) - cost(found + step * (u - v)) - cost(found - step * (u - v))
                          + cost(found - step * (u + v))) / (4 * step * step) for u in np.eye(3)] for v in np.eye(3)])
    spread = np.sqrt(np.diag(np.linalg.inv(hessian)))
    for name, value in zip(names[1:], spread):
        assert (ladder.of(name).high - ladder.of(name).low) / 2 == pytest.approx(1.96 * value, rel=1e-3)


def simulated(strengths, games, generator):
    """Every pair plays `games` games, one in ten drawn whoever plays."""
    names = list(strengths)
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            points = 0.0
            for _ in range(games):
                share = expected(strengths[a] - strengths[b])
                draw = 0.2 * min(share, 1 - share)
                chance = generator.random()
                points += 1.0 if chance < share - draw / 2 else 0.5 if chance < share + draw / 2 else 0.0
            yield a, b, points, games


def test_known_strengths_are_found_as_often_as_the_interval_says():
    strengths = {"a": 0, "b": 80, "c": -150, "d": 300}
    generator = random.Random(5)
    inside = total = 0
    errors = []
    for _ in range(150):
        ladder, = make_ladders(list(simulated(strengths, 60, generator)), list(strengths))[0]
        for name in "bcd":
            rating = ladder.of(name)
            inside += rating.low <= strengths[name] <= rating.high
            total += 1
            errors.append(rating.elo - strengths[name])
    # draws narrow the spread a little, so the intervals cover 95 % or slightly more
    assert 0.93 <= inside / total <= 0.995
    assert abs(np.mean(errors)) < 6


def test_players_without_a_way_back_have_no_rating():
    results = [("a", "b", 5, 10), ("c", "a", 10, 10), ("d", "e", 3, 4), ("f", "f2", 0, 0)]
    ladders, unrated = make_ladders(results, list("abcdef"))
    assert [ladder.reference for ladder in ladders] == ["a", "d"] and unrated == ["c"]
    assert ladders[0].of("c") is None
    assert make_ladders([], ["a"]) == ([], [])


def test_players_who_are_too_far_apart_have_no_rating():
    names = [f"p{i}" for i in range(12)]
    results = [(a, b, 199.5, 200) for a, b in zip(names, names[1:])]
    assert make_ladders(results, names) == ([], names)


def test_a_one_sided_match_within_a_ladder_counts():
    results = [("a", "b", 10, 10), ("b", "c", 5, 10), ("c", "a", 5, 10)]
    ladder, = make_ladders(results, list("abc"))[0]
    assert ladder.of("b").elo < 0 and math.isfinite(ladder.of("b").low)


def test_a_chain_of_doublings_is_worth_its_mean_step():
    values = {"x1": 1, "x2": 2, "x4": 4, "x8": 8}
    same = [("x2", "x1", 64, 100), ("x4", "x2", 64, 100), ("x8", "x4", 64, 100)]
    slope, low, high = elo_per_doubling(same, values)
    assert slope == pytest.approx(elo(0.64))
    one = make_ladders(same[:1], ["x1", "x2"])[0][0].of("x2")
    assert high - low == pytest.approx((one.high - one.low) / math.sqrt(3))
    steps = [("x2", "x1", 70, 100), ("x4", "x2", 60, 100), ("x8", "x4", 55, 100)]
    assert elo_per_doubling(steps, values)[0] == pytest.approx(elo(185 / 300))     # the same logistic model


def test_doublings_against_a_fixed_opponent():
    values = {"x1": 1, "x2": 2, "x4": 4}
    results = [(name, "gnugo", 1000 * expected(-50 + 90 * math.log2(value)), 1000) for name, value in values.items()]
    assert elo_per_doubling(results, values)[0] == pytest.approx(90)
    assert elo_per_doubling(results[:1], values) is None
    assert elo_per_doubling([("x2", "x1", 10, 10), ("x4", "x2", 10, 10)], values) is None


def test_a_fit_without_a_maximum_is_none():
    assert fit([[1.0]], [10], [10]) is None
    assert fit([[1.0, 1.0]], [5], [10]) is None
    assert fit([[1.0], [1.0]], [199, 200], [200, 200])[0] == pytest.approx([elo(399 / 400)])
