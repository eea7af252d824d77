"""Makes one Report from those of several workers."""
import math
from dataclasses import replace

import numpy as np

from gopy.search.report import Report


def combined(progresses, chief, simulations, seconds) -> Report:
    """The Report of a search by several workers.

    progresses   the last gopy.engine.cluster.worker.Progress of each worker that has searched from the root
    chief        the one of them whose tree gives the values of the moves: it holds the statistics of the others too
    simulations, seconds   those of this run

    Score and ownership are means over all simulations since the root was set, and the lead is the mean of the workers' leads; nodes and
    bytes of the trees are added up.
    """
    counts = np.array([progress.since_root for progress in progresses], float)
    shares = counts / counts.sum() if counts.sum() > 0 else np.full(len(counts), 1 / len(counts))
    reports = [progress.report for progress in progresses]
    mean = sum(share * report.score_mean for share, report in zip(shares, reports))
    square = sum(share * (report.score_stdev ** 2 + report.score_mean ** 2) for share, report in zip(shares, reports))
    lead = sum(share * report.lead for share, report in zip(shares, reports))
    owned = None
    if chief.report.ownership is not None:
        owned = sum(share * report.ownership for share, report in zip(shares, reports)).astype(np.float32)
    return replace(chief.report, simulations=simulations, seconds=seconds, score_mean=float(mean), lead=float(lead),
                   score_stdev=math.sqrt(max(square - mean * mean, 0.0)), ownership=owned,
                   depth=max(report.depth for report in reports), nodes=sum(report.nodes for report in reports),
                   bytes=sum(report.bytes for report in reports))


def empty(size, colour) -> Report:
    """The Report of a search that has not begun."""
    return Report(to_play=colour, simulations=0, visits=0, value=0.5, score_mean=0.0, score_stdev=0.0,
                  ownership=np.zeros(size * (size + 1), np.float32), depth=0, nodes=0, bytes=0, seconds=0.0)
