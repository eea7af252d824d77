"""Intervals against scipy's and textbook values."""
import math

import pytest

from gopy.study.statistics import elo, elo_interval, wilson


@pytest.mark.parametrize("wins, games", [(0, 10), (1, 20), (10, 10), (50, 100), (160, 200), (577, 600)])
def test_wilson_agrees_with_scipy(wins, games):
    scipy_stats = pytest.importorskip("scipy.stats")
    expected = scipy_stats.binomtest(wins, games).proportion_ci(method="wilson")
    assert wilson(wins, games) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_wilson_of_published_example():
    # 8 of 10, z = 1.96: 0.490 to 0.943 (Newcombe's worked figures for the score method).
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=2e-4)


def test_wilson_knows_nothing_without_games():
    assert wilson(0, 0) == (0.0, 1.0)


def test_wilson_stays_in_range():
    for games in range(1, 40):
        for wins in range(games + 1):
            low, high = wilson(wins, games)
            assert 0.0 <= low <= wins / games <= high <= 1.0


def test_elo():
    assert elo(0.5) == 0.0
    assert elo(10 / 11) == pytest.approx(400.0)
    assert elo(0.24) == pytest.approx(-elo(0.76))
    assert elo(0.0) == -math.inf and elo(1.0) == math.inf


def test_elo_interval_of_an_even_match():
    # Half-widths at 50 %: 68 Elo of 100 games, 34 of 400 (normal approximation, so to 1 or 2).
    assert elo_interval(50, 100) == pytest.approx((-67, 67), abs=1.5)
    assert elo_interval(200, 400) == pytest.approx((-34, 34), abs=1.0)
