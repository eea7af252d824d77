"""Intervals for win rates and the Elo differences they stand for."""
import math
from statistics import NormalDist

_Z95 = NormalDist().inv_cdf(0.975)


def wilson(points, games, z=_Z95):
    """(low, high) of Wilson's score interval, 95 % by default, for `points` (a draw is a half) of `games`.

    Source: E. B. Wilson (1927), J. Amer. Stat. Assoc. 22, 209-212. Draws make it slightly wider than need be.
    """
    if games == 0:
        return 0.0, 1.0
    share = points / games
    shrink = 1.0 + z * z / games
    centre = (share + z * z / (2 * games)) / shrink
    half = z / shrink * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    # At 0 and at all points the bound is exact; rounding must not step over it.
    return (0.0 if points == 0 else max(0.0, centre - half),
            1.0 if points == games else min(1.0, centre + half))


def elo(share):
    """Elo difference at which `share` of the points is expected; infinite at 0 and 1."""
    if share <= 0.0:
        return -math.inf
    if share >= 1.0:
        return math.inf
    return 400.0 * math.log10(share / (1.0 - share))


def elo_interval(points, games):
    """(low, high) of the 95 % interval of the Elo difference, from Wilson's interval."""
    low, high = wilson(points, games)
    return elo(low), elo(high)
