"""What the simulations that began with each of the root's moves came to: their scores and, if wanted, who owned the points.

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
        scratch.move_owners.fill(0)
        scratch.owner_wins.fill(0)


def with_owners(scratch, wanted) -> Scratch:
    """The Scratch of a thread with, or without, a table of who owned the points after each move; without it takes no time."""
    n = scratch.move_scores.shape[0] if wanted else 0
    return scratch if scratch.move_owners.shape[0] == n else scratch._replace(move_owners=np.zeros((n, n), np.int32))


def describe_moves(report, scratches) -> None:
    """Give the children of a Report their scores and, where they are recorded, their ownership."""
    for child in report.children:
        rows = [scratch.move_scores[child.move] for scratch in scratches]
        child.scored = sum(int(row[0]) for row in rows)
        child.score_mean, child.score_stdev = report.score_mean, report.score_stdev
        if child.scored:
            child.score_mean, child.score_stdev = score_statistics(rows)
        if report.ownership is not None and scratches[0].move_owners.shape[0]:
            child.ownership = report.ownership
            if child.scored:
                owned = sum(scratch.move_owners[child.move].astype(np.int64) for scratch in scratches)
                child.ownership = (owned[:len(report.ownership)] / child.scored).astype(np.float32)
    if report.ownership is not None and scratches[0].move_owners.shape[0]:
        report.criticality = criticality(scratches)[:len(report.ownership)]


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
