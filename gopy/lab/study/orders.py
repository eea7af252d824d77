"""Compares the order of several matches by result with a published order: Kendall's tau, with a bootstrap interval.

Games with the same number share their seeds in all matches of a study, so that they may be the same game except for the
end; and players without randomness repeat games within a match. Such games are not independent samples, so they form a
cluster, which the bootstrap draws as a whole.
"""
import math

import numpy as np

#: The order of matches with one label is compared if there are at least so many.
FEWEST = 3

RESAMPLINGS = 1000
_SEED = 1


def order_lines(rows) -> list[str]:
    """A line of Markdown for each label with FEWEST matches or more, and for the cells of several such labels together.

    rows: tuples (match, Tally, Published)
    """
    labels = {}
    for _, total, entry in rows:
        if total.outcomes:
            labels.setdefault((entry.label, entry.source), {})[entry.match] = total, entry.points[0][1]
    compared = [(label, cells) for (label, _), cells in labels.items() if len(cells) >= FEWEST]
    lines = [_line(label, *zip(*cells.values())) for label, cells in compared]
    for names, cells in _pools(compared):
        if len(names) > 1:
            lines.append(_line(f"{names[0]} to {names[-1]}, all cells together", *zip(*cells.values())))
    return lines


def _pools(compared):
    """[(labels, cells)] in which no match counts twice: labels that read the same matches in another way make a pool of their own."""
    pools = []
    for label, cells in compared:
        names, pool = next(((names, pool) for names, pool in pools if not pool.keys() & cells.keys()), ([], {}))
        if not names:
            pools.append((names, pool))
        names.append(label)
        pool.update(cells)
    return pools


def _line(label, tallies, published):
    tau = kendall_tau([total.share for total in tallies], published)
    low, high = tau_interval([total.outcomes for total in tallies], published)
    return f"* {label}: {tau:+.2f} (95 % {low:+.2f} to {high:+.2f}) of {len(published)} matches"


def kendall_tau(ours, theirs) -> float:
    """Kendall's tau-b of two lists; 0 if all values of a list are equal.

    It is the number of pairs that both lists have in the same order minus those in opposite order, divided by the square
    root of the product of the numbers of untied pairs of each list.

    Source: M. G. Kendall (1945), The treatment of ties in ranking problems, Biometrika 33, 239-251.
    """
    signs = [np.sign(np.subtract.outer(values, values)) for values in (ours, theirs)]       # each pair twice
    untied = math.prod(int(np.count_nonzero(sign)) for sign in signs)
    return float(np.sum(signs[0] * signs[1])) / math.sqrt(untied) if untied else 0.0


def tau_interval(outcomes, published) -> tuple[float, float]:
    """(low, high): the middle 95 % of Kendall's tau when the clusters of games are drawn again with replacement.

    outcomes    for each match {game id: (digest of its moves, points of the first player)}
    """
    found = clusters(outcomes)
    places = {game_id: place for place, cluster in enumerate(found) for game_id in cluster}
    games, points = np.zeros((2, len(found), len(outcomes)))
    for match, of_match in enumerate(outcomes):
        for game_id, (_, share) in of_match.items():
            games[places[game_id], match] += 1.0
            points[places[game_id], match] += share
    rng = np.random.default_rng(_SEED)
    drawn = rng.multinomial(len(found), np.full(len(found), 1.0 / max(1, len(found))), RESAMPLINGS)
    taus = [kendall_tau(shares, published) for shares in _shares(drawn @ points, drawn @ games).tolist()]
    return tuple(np.percentile(taus, [2.5, 97.5]))


def _shares(points, games):
    """Points divided by games; a half where there are no games."""
    return np.where(games > 0, points / np.maximum(games, 1.0), 0.5)


def clusters(outcomes) -> list[list[int]]:
    """The clusters as lists of game ids. Ids belong together if their games have the same moves in some match."""
    same = {game_id: [game_id] for of_match in outcomes for game_id in of_match}
    for of_match in outcomes:
        first = {}
        for game_id, (digest, _) in of_match.items():
            one, other = same[first.setdefault(digest, game_id)], same[game_id]
            if one is not other:
                one += other
                same.update(dict.fromkeys(other, one))
    return list({id(cluster): cluster for cluster in same.values()}.values())
