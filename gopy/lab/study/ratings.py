"""Bradley-Terry ratings: the Elo of all players that are connected by games, by maximum likelihood.

    P(a beats b) = 1 / (1 + 10^((E_b - E_a) / 400)),    L = sum over matches of  S ln P + (n - S) ln(1 - P)

S is the number of points that a got in n games, where a draw counts a half. Intervals come from the curvature of L at its
maximum (1.96 times the square root of the inverse Hessian's diagonal); they are intervals of the difference to the
player that the ladder is tied to. Sources: R. A. Bradley and M. E. Terry (1952), Biometrika 39, 324-345; for the
condition under which a maximum exists, L. R. Ford (1957), Amer. Math. Monthly 64(8), 28-33.
"""
import math
from dataclasses import dataclass

import numpy as np

from gopy.lab.match.results.statistics import Z95

_PER_LOGIT = 400.0 / math.log(10.0)
_STEPS = 100
#: A coefficient in logits beyond which (some 8000 Elo) we say that there is no finite maximum.
_FAR = 50.0


def fit(design, points, games) -> tuple[np.ndarray, np.ndarray] | None:
    """The maximum-likelihood coefficients (in Elo) and their covariance.

    design          float[matches, coefficients]: the Elo difference of match m is design[m] @ coefficients
    points, games   float[matches]: the points of the first player, and the number of games

    None if there is no unique finite maximum.
    """
    design, points, games = (np.asarray(values, float) for values in (design, points, games))
    found = np.zeros(design.shape[1])
    value = _log_likelihood(design @ found, points, games)
    for _ in range(_STEPS):
        share = 1.0 / (1.0 + np.exp(-design @ found))
        gradient = design.T @ (points - games * share)
        hessian = design.T @ ((games * share * (1.0 - share))[:, None] * design)
        if np.linalg.matrix_rank(hessian) < len(found):
            return None
        step = np.linalg.solve(hessian, gradient)
        if np.abs(step).max() < 1e-9:
            return found * _PER_LOGIT, np.linalg.inv(hessian) * _PER_LOGIT ** 2
        # Newton's step may be too long where nearly all games are won. L is concave, so a shorter step increases it.
        while (higher := _log_likelihood(design @ (found + step), points, games)) < value - 1e-12 * abs(value):
            step /= 2.0
        found, value = found + step, higher
        if np.abs(found).max() > _FAR:
            return None
    return None


def _log_likelihood(difference, points, games):
    """The log-likelihood L for rating differences in logits."""
    return float(np.sum(points * difference - games * np.logaddexp(0.0, difference)))


@dataclass(frozen=True)
class Rating:
    """A player's Elo with the ends of its 95 % interval, and the player's games and points in the ladder."""
    player: str
    elo: float
    low: float
    high: float
    games: int
    points: float


@dataclass(frozen=True)
class Ladder:
    """Ratings, the best first, relative to the player `reference`, whose own Elo is fixed. `anchored` says whether the study
    has set that Elo."""
    reference: str
    anchored: bool
    ratings: tuple

    def of(self, player) -> Rating | None:
        """The Rating of a player; None if the player is not in this ladder."""
        return next((rating for rating in self.ratings if rating.player == player), None)


def make_ladders(results, order, anchor=None) -> tuple[list[Ladder], list[str]]:
    """(ladders, unrated): a Ladder for each set of players with finite ratings, and the names of players without a rating.

    results     iterable of (a, b, points of a, games)
    order       names of players; in a ladder without the anchor the first of them has the Elo 0
    anchor      (name, Elo) or None

    Players belong to one ladder if a chain of players who got points from each other leads from each of them to each other
    (Ford's condition). Players whose ratings are too far apart to be found have none.
    """
    results = [entry for entry in results if entry[3] > 0]
    played = [name for name in order if any(name in entry[:2] for entry in results)]
    ladders, unrated = [], []
    for group in _linked(results, played):
        ladder = _ladder(results, group, anchor) if len(group) > 1 else None
        if ladder is not None:
            ladders.append(ladder)
        else:
            unrated += group
    return ladders, unrated


def _linked(results, players):
    """Lists of players in which a chain of points leads from each player to each other; in the order of `players`."""
    index = {name: i for i, name in enumerate(players)}
    reach = np.eye(len(players), dtype=bool)
    for a, b, points, games in results:
        reach[index[a], index[b]] |= points > 0
        reach[index[b], index[a]] |= points < games
    for i in range(len(players)):       # Warshall's closure
        reach |= reach[:, i:i + 1] & reach[i:i + 1, :]
    both = reach & reach.T
    groups = {}
    for i, name in enumerate(players):
        groups.setdefault(both[i].tobytes(), []).append(name)
    return list(groups.values())


def _ladder(results, group, anchor):
    """The Ladder of a group; None if its ratings are too far apart to be found."""
    anchored = anchor is not None and anchor[0] in group
    reference, level = anchor if anchored else (group[0], 0.0)
    inside = [entry for entry in results if entry[0] in group and entry[1] in group]
    free = [name for name in group if name != reference]
    column = {name: i for i, name in enumerate(free)}
    design = np.zeros((len(inside), len(free)))
    for row, (a, b, _, _) in enumerate(inside):
        if a != reference:
            design[row, column[a]] += 1.0
        if b != reference:
            design[row, column[b]] -= 1.0
    fitted = fit(design, [entry[2] for entry in inside], [entry[3] for entry in inside])
    if fitted is None:
        return None
    found, covariance = fitted
    ratings = []
    for name in group:
        value, half = 0.0, 0.0
        if name != reference:
            value, half = found[column[name]], Z95 * math.sqrt(covariance[column[name], column[name]])
        ratings.append(Rating(name, level + value, level + value - half, level + value + half, *_score(inside, name)))
    return Ladder(reference, anchored, tuple(sorted(ratings, key=lambda rating: -rating.elo)))


def _score(results, name):
    games = sum(n for a, b, _, n in results if name in (a, b))
    return games, sum(points if a == name else n - points for a, b, points, n in results if name in (a, b))


def elo_per_doubling(results, values) -> tuple[float, float, float] | None:
    """(Elo, low, high): what a doubling of the value is worth, with a 95 % interval, if every doubling is worth the same.

    results     like those of make_ladders
    values      {player: value}; a player that is not in it has a rating of its own

    None if there are fewer than two matches, or if they are too one-sided for an estimate.
    """
    told = [entry for entry in results if entry[3] > 0 and (entry[0] in values or entry[1] in values)]
    others = sorted({name for entry in told for name in entry[:2]} - values.keys())
    if len(told) < 2:
        return None
    design = np.zeros((len(told), 1 + len(others)))
    for row, (a, b, _, _) in enumerate(told):
        for name, sign in ((a, 1.0), (b, -1.0)):
            if name in values:
                design[row, 0] += sign * math.log2(values[name])
            else:
                design[row, 1 + others.index(name)] += sign
    found = fit(design, [entry[2] for entry in told], [entry[3] for entry in told])
    if found is None:
        return None
    half = Z95 * math.sqrt(found[1][0, 0])
    return found[0][0], found[0][0] - half, found[0][0] + half
