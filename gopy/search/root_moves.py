"""What the simulations that began with each of the root's moves came to: their scores and, if wanted, who owned the points.

The lead is the median of the final scores. Their mean is no number that a player of Go would know: where a group lives in some playouts
and dies in the others, it lies between two results that never occur, and it can be on the side that wins less often.

From the owners follows the criticality of each point: the covariance of owning it and of winning.

Threads count these in their scratch, by move, since the root was set. A tree keeps no scores: those of simulations before
that are not known.
"""
import numpy as np

from gopy.game import WIN_UNIT
from gopy.search.mcts import Scratch
from gopy.search.report import score_statistics


def clear_moves(scratches) -> None:
    """Forget the counts."""
    for scratch in scratches:
        scratch.move_scores.fill(0.0)
        scratch.move_margins.fill(0)
        scratch.move_owners.fill(0)
        scratch.owner_wins.fill(0)


def with_owners(scratch, wanted) -> Scratch:
    """The Scratch of a thread with, or without, a table of who owned the points after each move; without it takes no time."""
    n = scratch.move_scores.shape[0] if wanted else 0
    return scratch if scratch.move_owners.shape[0] == n else scratch._replace(move_owners=np.zeros((n, n), np.int32))


def describe_moves(report, scratches) -> None:
    """Give a Report and its children their scores and leads and, where they are recorded, the children's ownership."""
    margins = sum(scratch.move_margins for scratch in scratches)
    report.lead = middle(margins.sum(axis=0), report.score_mean)
    for child in report.children:
        rows = [scratch.move_scores[child.move] for scratch in scratches]
        child.scored = sum(int(row[0]) for row in rows)
        child.score_mean, child.score_stdev, child.lead = report.score_mean, report.score_stdev, report.lead
        if child.scored:
            child.score_mean, child.score_stdev = score_statistics(rows)
            child.lead = middle(margins[child.move], child.score_mean) if len(margins) else child.score_mean
        if report.ownership is not None and scratches[0].move_owners.shape[0]:
            child.ownership = report.ownership
            if child.scored:
                owned = sum(scratch.move_owners[child.move].astype(np.int64) for scratch in scratches)
                child.ownership = (owned[:len(report.ownership)] / child.scored).astype(np.float32)
    if report.ownership is not None and scratches[0].move_owners.shape[0]:
        report.criticality = criticality(scratches)[:len(report.ownership)]


def middle(counts: np.ndarray, mean: float) -> float:
    """The median of margins, of which so many are in each bin (gopy.search.mcts), and of which the mean is known.

    Within a point it lies where the shares on both sides say. What margins have beyond whole points, as komi decides, the mean tells.
    Without counts, or with some in a bin at an end, where margins of any size are, it is the mean.
    """
    filled = np.flatnonzero(counts)
    if len(filled) == 0 or filled[0] == 0 or filled[-1] == len(counts) - 1:
        return mean
    held = counts[filled]
    whole = filled - len(counts) // 2
    up_to = np.cumsum(held)
    at = int(np.searchsorted(up_to, up_to[-1] / 2))
    within = (up_to[-1] / 2 - up_to[at]) / held[at] + 0.5       # from -1/2 to 1/2
    return float(whole[at] + within + mean - (whole * held).sum() / up_to[-1])


def criticality(scratches) -> np.ndarray:
    """float32[n]: cov(h, w) of each point, where h is who held it, from -1 to 1, and w the result, both for player 0.

    It lies between -1/2 and 1/2 and is the same for both players. R. Coulom (2009, Criticality: a Monte-Carlo heuristic for Go
    programs) writes it, with B and W for "Black, White holds the point",

        P(the winner holds) - P(B) P(Black wins) - P(W) P(White wins).

    It is shown to people; in the AMAF statistics of the search it did not help (scripts/studies/parameters/criticality).
    """
    count = max(1.0, sum(float(scratch.move_scores[:, 0].sum()) for scratch in scratches))
    held = sum(scratch.move_owners.sum(axis=0, dtype=np.int64) for scratch in scratches) / count
    wins = sum(scratch.owner_wins for scratch in scratches) / (count * WIN_UNIT)
    return (wins[:-1] - held * wins[-1]).astype(np.float32)
