"""Confidence intervals for shares of points and for Elo differences."""
import math
from statistics import NormalDist, fmean, stdev

from gopy.lab.match.results.pairs import PAIR_SHARES

#: The standard normal quantile of a two-sided interval of 95 %.
Z95 = NormalDist().inv_cdf(0.975)


def wilson(points, games, z=Z95) -> tuple[float, float]:
    """(low, high) of Wilson's score interval, 95 % by default, for `points` (a draw is a half) out of `games`.

    Source: E. B. Wilson (1927), J. Amer. Stat. Assoc. 22, 209-212. With draws it is slightly wider than necessary.
    """
    if games == 0:
        return 0.0, 1.0
    share = points / games
    shrink = 1.0 + z * z / games
    centre = (share + z * z / (2 * games)) / shrink
    half = z / shrink * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    # With no points or all points the outer bound is exactly 0 or 1, which rounding must not exceed.
    return (0.0 if points == 0 else max(0.0, centre - half),
            1.0 if points == games else min(1.0, centre + half))


def elo(share) -> float:
    """The Elo difference at which `share` of the points is expected; infinite at 0 and 1."""
    if share <= 0.0:
        return -math.inf
    if share >= 1.0:
        return math.inf
    return 400.0 * math.log10(share / (1.0 - share))


def elo_share(difference) -> float:
    """The share of the points that is expected at an Elo difference: the inverse of `elo`."""
    return 1.0 / (1.0 + 10.0 ** (-difference / 400.0))


def elo_interval(points, games) -> tuple[float, float]:
    """(low, high) of the 95 % interval of the Elo difference, from Wilson's interval."""
    low, high = wilson(points, games)
    return elo(low), elo(high)


def pair_interval(counts, z=Z95) -> tuple[float, float] | None:
    """(low, high) of an interval of the share of the points from the standard error of pairs, 95 % by default, or None.

    counts   numbers of pairs with each of PAIR_SHARES

    The interval is the mean of the pairs' shares plus and minus z times the square root of their sample variance divided by
    their number. Pairs are used because the two games of a pair share an opening and need not be independent. None if there
    are fewer than two pairs or all are equal. With few pairs (say, below 20) the interval is too narrow.
    """
    pairs = sum(counts)
    if pairs < 2:
        return None
    mean = sum(count * share for count, share in zip(counts, PAIR_SHARES)) / pairs
    squares = sum(count * (share - mean) ** 2 for count, share in zip(counts, PAIR_SHARES))
    if squares == 0.0:
        return None
    half = z * math.sqrt(squares / (pairs - 1) / pairs)
    return max(0.0, mean - half), min(1.0, mean + half)


def mean_interval(values, z=Z95) -> tuple[float, float, float] | None:
    """(mean, low, high) of independent values; the interval is z standard errors to either side, 95 % by default.

    The interval of a single value is infinite. None if there are no values.
    """
    if not values:
        return None
    mean = fmean(values)
    half = z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return mean, mean - half, mean + half
