"""The sequential test against an optimiser's maximum likelihood, the normal approximation, and simulated matches."""
import math
import random

import numpy as np
import pytest

from gopy.lab.match.results.pairs import PAIR_SHARES
from gopy.lab.match.results.sprt import Hypotheses, SequentialTest, _tilt, counted, llr, llr_bounds, log_likelihood, parse_sprt
from gopy.lab.match.results.statistics import elo_share
from gopy.lab.match.settings import Settings

SHARES = np.array(PAIR_SHARES)
COUNTS = [(3, 1, 10, 2, 5), (0, 0, 7, 0, 0), (0, 0, 0, 0, 4), (6, 0, 0, 0, 0), (2, 0, 9, 0, 0), (0, 0, 9, 0, 2),
          (0, 3, 0, 5, 0), (40, 3, 120, 2, 61)]


def optimised(counts, mean):
    """The same likelihood by scipy's general optimiser, over the five probabilities."""
    optimize = pytest.importorskip("scipy.optimize")
    counts = np.array(counts, dtype=float)
    seen = counts > 0

    def cost(p):
        return -np.sum(counts[seen] * np.log(np.maximum(p[seen], 1e-12)))

    found = optimize.minimize(
        cost, _start(mean), method="SLSQP", bounds=[(0, 1)] * 5, options={"maxiter": 1000, "ftol": 1e-13},
        constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": lambda p: p @ SHARES - mean}])
    assert found.x.sum() == pytest.approx(1, abs=1e-8) and found.x @ SHARES == pytest.approx(mean, abs=1e-8)
    best = np.sum(counts[seen] * np.log(counts[seen] / counts.sum()))
    return -found.fun - best


def _start(mean):
    outer = np.array([1 - mean, 0, 0, 0, mean])
    middle = np.full(5, 0.2) + (mean - 0.5) / 0.5 * np.array([-0.2, -0.1, 0, 0.1, 0.2])
    return 0.5 * outer + 0.5 * middle


@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.parametrize("mean", [0.4, 0.5, 0.529, 0.7])
def test_likelihood_is_the_greatest(counts, mean):
    assert log_likelihood(counts, mean) == pytest.approx(optimised(counts, mean), abs=2e-4)


@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.parametrize("mean", [0.05, 0.5, 0.9])
def test_the_likeliest_distribution_has_the_mean(counts, mean):
    """The docstring's probabilities; what they leave is of the unseen 0 or 1."""
    tilt, total = _tilt(counts, mean), sum(counts)
    found = np.array([count / total / (1 + tilt * (share - mean)) if count else 0.0
                      for count, share in zip(counts, PAIR_SHARES)])
    rest = 1.0 - found.sum()
    if abs(rest) > 1e-9:
        assert rest > 0 and counts[0 if tilt > 0 else -1] == 0
        found[0 if tilt > 0 else -1] = rest
    assert found.sum() == pytest.approx(1.0) and found @ SHARES == pytest.approx(mean)
    assert log_likelihood(counts, mean) <= 0.0


def test_likelihood_of_the_observed_mean_is_the_greatest_of_all():
    assert log_likelihood((3, 1, 10, 2, 4), SHARES @ (3, 1, 10, 2, 4) / 20) == pytest.approx(0.0, abs=1e-12)


def test_many_pairs_agree_with_the_normal_approximation():
    counts, test = np.array([400, 30, 1200, 20, 450]), Hypotheses(0, 10)
    total = counts.sum()
    mean = counts @ SHARES / total
    variance = counts @ (SHARES - mean) ** 2 / total
    s0, s1 = elo_share(0), elo_share(10)
    assert llr(counts, test) == pytest.approx(total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance), rel=0.02)


def test_swapping_the_players_swaps_the_hypotheses():
    assert llr((3, 1, 10, 2, 5), Hypotheses(-5, 30)) == pytest.approx(-llr((5, 2, 10, 1, 3), Hypotheses(-30, 5)))


def test_bounds_are_walds():
    assert llr_bounds() == pytest.approx((-math.log(19), math.log(19)))
    low, high = llr_bounds(alpha=0.01, beta=0.1)
    assert math.exp(low) == pytest.approx(0.1 / 0.99) and math.exp(high) == pytest.approx(0.9 / 0.01)


@pytest.mark.parametrize("text", ["", "20", "20,0", "0,0", "a,b", "0,20,40", "nan,1", "0,1e9"])
def test_bad_bounds(text):
    with pytest.raises(ValueError, match="as in 0,20"):
        parse_sprt(text)


def records(pair, shares):
    """Records of a pair's two games in which the player has `shares` ("w", "l", "=" or "v" for void)."""
    winners = {"w": "one", "l": "two", "=": "jigo", "v": None}
    return [{"id": 2 * pair + game, "winner": winners[letter]} for game, letter in enumerate(shares)]


def simulated(test, probabilities, rng):
    """Feed pairs drawn with `probabilities` until the test decides; returns the decision and the number of pairs."""
    for pair in range(5000):
        for record in records(pair, ("ll", "=l", "wl", "w=", "ww")[rng.choices(range(5), probabilities)[0]]):
            test.add(record)
        if test.decision:
            return test.decision, pair + 1
    raise AssertionError("no decision")


@pytest.mark.parametrize("base, elo1", [((0.22, 0.01, 0.54, 0.01, 0.22), 80), ((0.1, 0.1, 0.6, 0.1, 0.1), 50)])
def test_error_rates_on_simulated_matches(base, elo1):
    """Of matches in which a hypothesis is true to the point, about one in twenty is decided for the other."""
    rng, test, runs = random.Random(7), Hypotheses(0, elo1), 250
    for true, wrong in ((test.elo0, "H1"), (test.elo1, "H0")):
        shift = elo_share(true) - 0.5
        probabilities = (base[0] - shift, base[1], base[2], base[3], base[4] + shift)
        assert np.dot(probabilities, SHARES) == pytest.approx(elo_share(true)) and min(probabilities) >= 0
        found = [simulated(SequentialTest(test, "one"), probabilities, rng) for _ in range(runs)]
        errors = sum(decision == wrong for decision, _ in found) / runs
        assert errors <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)
        assert errors > 0
        # A match of fixed length needs (2 * 1.645)^2 variances by the squared difference for these errors.
        fixed = 3.29 ** 2 * np.dot(base, (SHARES - 0.5) ** 2) / (elo_share(elo1) - 0.5) ** 2
        assert 0.3 * fixed < sum(pairs for _, pairs in found) / runs < 0.75 * fixed


def test_the_order_in_which_games_end_does_not_matter():
    rng = random.Random(3)
    games = [record for pair in range(40) for record in records(pair, rng.choice(["ww", "wl", "w=", "vw"]))]
    in_order = SequentialTest(Hypotheses(0, 150), "one")
    for record in games:
        in_order.add(record)
    assert in_order.decision == "H1" and in_order.looked_at < 40
    for _ in range(5):
        rng.shuffle(games)
        test = SequentialTest(Hypotheses(0, 150), "one")
        for record in games:
            test.add(record)
        assert (test.decision, test.looked_at, test.counts) == (in_order.decision, in_order.looked_at,
                                                                in_order.counts)
        assert sum(test.counts_for(record) for record in games) == 2 * test.looked_at


def test_an_early_pair_waits_for_those_before():
    test = SequentialTest(Hypotheses(0, 20), "one")
    for record in records(1, "ww") + records(0, "w"):
        test.add(record)
    assert test.looked_at == 0 and test.llr == 0.0
    test.add(records(0, "wl")[1])
    assert test.looked_at == 2 and test.counts == [0, 0, 1, 0, 1]


def test_void_pairs_are_passed_over():
    test = SequentialTest(Hypotheses(0, 20), "one")
    for record in records(0, "wv") + records(1, "=l"):
        test.add(record)
    assert test.looked_at == 2 and test.counts == [0, 1, 0, 0, 0]
    assert test.summary() == f"LLR {test.llr:.2f} (-2.94, 2.94)"


def test_games_after_the_decision_do_not_count():
    games = [record for pair in range(6) for record in records(pair, "ll")]
    settings = Settings("x", "y", 12, 9, names=("one", "two"), sprt="0,400")
    test, used = counted(games, settings)
    # Each lost pair multiplies the ratio by 0.0909 / 0.5.
    assert test.llr == pytest.approx(2 * math.log((1 - elo_share(400)) / 0.5))
    assert test.decision == "H0" and test.looked_at == 2 and [record["id"] for record in used] == [0, 1, 2, 3]
    assert test.summary().endswith("H0 accepted: +0 Elo")
    assert counted(games, Settings("x", "y", 12, 9, names=("one", "two")))[1] == games
