"""Intervals against scipy's and textbook values."""
import math
import statistics

import numpy as np
import pytest

from gopy.lab.match.results.pairs import PAIR_SHARES
from gopy.lab.match.results.statistics import elo, elo_interval, elo_share, mean_interval, pair_interval, wilson


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


def test_elo_share_is_the_inverse():
    for difference in (-700, -20, 0, 20, 400):
        assert elo(elo_share(difference)) == pytest.approx(difference)
    assert elo_share(400) == pytest.approx(10 / 11)


def test_pair_interval_is_that_of_a_sample_mean():
    sample = [0.0] * 3 + [0.25] * 2 + [0.5] * 20 + [0.75] + [1.0] * 9
    counts = [sample.count(share) for share in PAIR_SHARES]
    half = 1.959964 * statistics.stdev(sample) / math.sqrt(len(sample))
    mean = statistics.fmean(sample)
    assert pair_interval(counts) == pytest.approx((mean - half, mean + half), abs=1e-6)


def test_pairs_of_independent_games_have_the_binomial_error():
    # 400 games, all four outcomes of a pair equally often.
    assert pair_interval([50, 0, 100, 0, 50]) == pytest.approx(wilson(200, 400), abs=1e-3)
    # Openings that decide the game: the score hardly varies, which Wilson's interval cannot know.
    low, high = pair_interval([5, 0, 190, 0, 5])
    assert high - low < 0.35 * (wilson(200, 400)[1] - wilson(200, 400)[0])


def test_pair_interval_needs_pairs_that_differ():
    for counts in ([0] * 5, [0, 0, 1, 0, 0], [0, 0, 0, 0, 9]):
        assert pair_interval(counts) is None
    assert pair_interval([1, 0, 0, 0, 1]) == (0.0, 1.0)


def test_the_interval_of_a_mean():
    assert mean_interval([]) is None
    assert mean_interval([3.0]) == (3.0, -math.inf, math.inf)
    values = [1.0, 4.0, 2.0, 9.0]
    mean, low, high = mean_interval(values)
    error = np.std(values, ddof=1) / 2
    assert (mean, low, high) == pytest.approx((4.0, 4.0 - 1.959964 * error, 4.0 + 1.959964 * error), abs=1e-5)
    # of 2000 samples of ten, some 95 % have the true mean in their interval (a little fewer: no Student's t)
    rng = np.random.default_rng(1)
    inside = sum(low <= 0.0 <= high for _, low, high in (mean_interval(list(rng.normal(size=10))) for _ in range(2000)))
    assert 0.89 < inside / 2000 < 0.95
