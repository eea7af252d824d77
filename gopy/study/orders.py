"""The order of several matches beside the published one: Kendall's tau, with an interval from resampled games."""
import numpy as np

from gopy.study.statistics import kendall_tau

#: Matches of one label from which on their order is looked at.
FEWEST = 3

RESAMPLINGS = 1000
_SEED = 1


def order_lines(rows):
    """A line of Markdown for each label with FEWEST matches or more; rows of (match, Tally, Published)."""
    labels = {}
    for _, total, entry in rows:
        labels.setdefault((entry.label, entry.source), []).append((total, entry.points[0][1]))
    return [_line(label, *zip(*found)) for (label, _), found in labels.items() if len(found) >= FEWEST]


def _line(label, tallies, published):
    tau = kendall_tau([total.share for total in tallies], published)
    low, high = tau_interval([(total.wins, total.jigo, total.games) for total in tallies], published)
    return f"* {label}: {tau:+.2f} (95 % {low:+.2f} to {high:+.2f}) of {len(published)} matches"


def tau_interval(results, published):
    """(low, high): the middle 95 % of Kendall's tau when each match's games are drawn again, with replacement.

    results     (wins, draws, games) of each match
    """
    rng = np.random.default_rng(_SEED)
    shares = np.array([_resampled(rng, *result) for result in results])
    taus = [kendall_tau(sample, published) for sample in shares.T.tolist()]
    return tuple(np.percentile(taus, [2.5, 97.5]))


def _resampled(rng, wins, draws, games):
    """Shares of the points in RESAMPLINGS matches of as many games."""
    if games == 0:
        return np.full(RESAMPLINGS, 0.5)
    counts = rng.multinomial(games, [wins / games, draws / games, (games - wins - draws) / games], RESAMPLINGS)
    return (counts[:, 0] + 0.5 * counts[:, 1]) / games
