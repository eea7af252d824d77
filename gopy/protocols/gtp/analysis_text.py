"""A search report in the formats of Leela Zero, KataGo, CGOS and gtp2ogs. Pure functions from Report to text.

Win rates, scores and ownership are for the side to move unless a format says otherwise.
"""
import math
from dataclasses import replace
from typing import TYPE_CHECKING

from gopy.base.documents import json_text
from gopy.engine.chance import agreeing
from gopy.go.geometry import BLACK, points_from_the_top, vertex_text
from gopy.search.proofs.proven import VALUES

if TYPE_CHECKING:
    from gopy.search.report import ChildReport

_CGOS_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


#: The root's value counts as so many simulations in the win rate that is shown of a move, see `shown_winrate`.
PRIOR_VISITS = 200

#: The same for a move that does better than the position, as a share of the position's visits, if that is more.
#: STUDY: scripts/studies/parameters/position_value
PRIOR_SHARE = 0.5

#: A move with less than this share of the root's visits is no candidate.
CANDIDATE_SHARE = 0.01


def shown_winrate(visits, winrate, root_value, root_visits=0) -> float:
    """The win rate shown of a move that won the share `winrate` of its `visits`: the mean with `prior` of `root_value`.

        (visits winrate + prior root_value) / (visits + prior)

    prior is PRIOR_VISITS, and at least PRIOR_SHARE of `root_visits` for a move that does better than the position.

    The largest of many win rates with few visits each lies far above the true value of any of these moves, and clients
    highlight the largest. Before a move is tried, the best guess of its value is that of the position. In 40 positions of
    9x9 searched with 1000 simulations, and 40 with 200, the largest win rate that is shown differs by 2.7 percentage points
    at most from the best move's or from the root's value. The win rates as the search has them differ by up to 16 and 31.

    Even the best move's win rate is not the best guess of itself: what a search 25 times as long gives it lies nearest to the
    middle between it and the position's value (study position_value). The best move has about half of the visits, and so
    PRIOR_SHARE of one half shows about that middle. It also keeps a move that the search is just turning to from standing out.
    """
    prior = max(PRIOR_VISITS, PRIOR_SHARE * root_visits) if winrate > root_value else PRIOR_VISITS
    return (visits * winrate + prior * root_value) / (visits + prior)


def shown_score(child, report) -> tuple[float, float]:
    """(lead, standard deviation) of the score shown of a move: its own with PRIOR_VISITS of the position's, for the same reason.

    The lead is Black's. The variances are averaged in the same way as the leads.
    """
    visits = child.scored + PRIOR_VISITS
    lead = (child.scored * child.lead + PRIOR_VISITS * report.lead) / visits
    variance = (child.scored * child.score_stdev ** 2 + PRIOR_VISITS * report.score_stdev ** 2) / visits
    return lead, math.sqrt(variance)


def candidates(report, min_moves=0, max_moves=None) -> list["ChildReport"]:
    """The children that are worth a line, best first, with the win rates, lower bounds and scores that clients are shown.

    The best one and at least `min_moves` are among them, of the others those with at least CANDIDATE_SHARE of the root's
    visits; `max_moves` bounds their number. Results that are proven are shown as they are.
    """
    least = max(1, CANDIDATE_SHARE * report.visits)
    children = [child for rank, child in enumerate(report.children)
                if child.visits >= least or rank < max(1, min_moves)]
    return [_shown(child, report) for child in children[:max_moves]]


def _shown(child, report):
    from gopy.search.report import wilson_lower  # already loaded: the search made the report

    lead, stdev = shown_score(child, report)
    winrate, lcb = child.winrate, child.lcb
    if child.proven not in VALUES:
        winrate = shown_winrate(child.visits, child.winrate, report.value, report.visits)
        lcb = wilson_lower(winrate, child.visits)
    return replace(child, winrate=winrate, lcb=lcb, lead=agreeing(lead, winrate, report.to_play), score_stdev=stdev)


def lz_info(report, size, min_moves=0, max_moves=None) -> str:
    """One line of lz-analyze: rates are integers in ten-thousandths."""
    return " ".join(
        f"info move {vertex_text(child.move, size)} visits {child.visits} winrate {_ten_thousandths(child.winrate)} "
        f"prior {_ten_thousandths(child.prior)} lcb {_ten_thousandths(child.lcb)} order {order} "
        f"pv {pv_text(child, size)}"
        for order, child in enumerate(candidates(report, min_moves, max_moves)))


def kata_info(report, size, min_moves=0, max_moves=None, ownership=False, root_info=False, moves_ownership=False,
              pv_visits=False, pv_edge_visits=False) -> str:
    """One line of kata-analyze: rates are floats in 0..1. A tree has no transpositions, so edges have the nodes' visits."""
    parts = []
    for order, child in enumerate(candidates(report, min_moves, max_moves)):
        parts.append(f"info move {vertex_text(child.move, size)} visits {child.visits} winrate {_rate(child.winrate):.6f} "
                     f"{_score_text(child, report)} prior {_rate(child.prior):.6f} lcb {_rate(child.lcb):.6f} "
                     f"utility {2 * _rate(child.winrate) - 1:.6f} order {order} pv {pv_text(child, size)}")
        visits = " ".join(map(str, child.pv_visits))
        parts += [f"{name} {visits}" for name, wanted in (("pvVisits", pv_visits), ("pvEdgeVisits", pv_edge_visits)) if wanted]
        if moves_ownership and child.ownership is not None:
            parts.append(f"movesOwnership {_ownership_text(child.ownership, report, size)}")
    if not parts:
        return ""
    if root_info:
        parts.append(f"rootInfo visits {report.visits} winrate {_rate(report.value):.6f} {_score_text(report, report)} "
                     f"utility {2 * _rate(report.value) - 1:.6f}")
    if ownership and report.ownership is not None:
        parts.append(f"ownership {_ownership_text(report.ownership, report, size)}")
    return " ".join(parts)


def _score_text(entry, report):
    """The score of a Report or a child of it, for the side to move."""
    lead = _for_mover(entry.lead, report)
    return f"scoreMean {lead:.3f} scoreStdev {entry.score_stdev:.3f} scoreLead {lead:.3f}"


def _ownership_text(ownership, report, size):
    return " ".join(f"{value:.3f}" for value in _ownership_rows(ownership, report, size))


def cgos_json(report, size) -> str:
    """The one-line JSON object that cgos-genmove_analyze answers with before "play"."""
    result = {
        "winrate": round(_rate(report.value), 4),
        "score": round(_for_mover(report.lead, report), 2),
        "visits": int(report.visits),
        "moves": [{
            "move": vertex_text(child.move, size),
            "winrate": round(_rate(child.winrate), 4),
            "score": round(_for_mover(child.lead, report), 2),
            "prior": round(_rate(child.prior), 4),
            "visits": int(child.visits),
            # CGOS wants the line of play without the move itself.
            "pv": " ".join(vertex_text(each, size) for each in list(child.pv)[1:]),
        } for child in candidates(report, max_moves=10)],
    }
    if report.ownership is not None:
        result["ownership"] = cgos_ownership(_ownership_rows(report.ownership, report, size))
    return json_text(result)


def cgos_ownership(values) -> str:
    """One base-64 digit for each value in -1..1: A stands for -1, f for 0, and + for +1."""
    return "".join(_CGOS_DIGITS[int((min(max(value, -1.0), 1.0) + 1) * 31 + 0.5)] for value in values)


def summary_lines(report, size, max_moves=10) -> list[str]:
    """The lines that Leela Zero prints after a move and that gtp2ogs and Lizzie read from stderr."""
    lines = [
        f"{vertex_text(child.move, size):>4} -> {child.visits:7d} (V: {100 * _rate(child.winrate):5.2f}%) "
        f"(LCB: {100 * _rate(child.lcb):5.2f}%) (N: {100 * _rate(child.prior):5.2f}%) PV: {pv_text(child, size)}"
        for child in candidates(report, max_moves=max_moves)]
    speed = report.simulations / report.seconds if report.seconds > 0 else 0
    lines.append(f"{report.visits} visits, {report.nodes} nodes, {report.simulations} playouts, {speed:.0f} n/s")
    return lines


#: gtp2ogs takes an engine for KataGo once a line has the name in it, and then reads lines like those of `ogs_lines`.
OGS_ANNOUNCEMENT = "gopy: a line in KataGo's form follows each move"


def ogs_lines(report, size) -> list[str]:
    """The line that KataGo prints after a move: gtp2ogs shows its win rate and score on the page of the game.

    There is no line if the search was stopped before it had a candidate: it knows no win rate then, and gtp2ogs ends with an
    error when no move follows "PV ".
    """
    return [f"MALKOVICH:Visits {report.visits} Winrate {100 * _rate(report.value):.2f}% "
            f"ScoreLead {_for_mover(report.lead, report):.1f} ScoreStdev {report.score_stdev:.1f} PV {pv_text(best, size)}"
            for best in candidates(report, max_moves=1)]


def pv_text(child, size) -> str:
    """The expected line of play, the child's own move first."""
    return " ".join(vertex_text(move, size) for move in child.pv)


def _ownership_rows(ownership, report, size):
    """Black's ownership as the side to move sees it, by rows from the top left."""
    return [_for_mover(ownership[point], report) for point in points_from_the_top(size)]


def _for_mover(value, report):
    """What counts for Black, as it counts for the side to move."""
    return float(value if report.to_play == BLACK else -value)


def _rate(value):
    """A share within 0..1 (bounds of few visits lie outside)."""
    value = float(value)
    return min(max(value, 0.0), 1.0) if value == value else 0.0


def _ten_thousandths(value):
    return round(10_000 * _rate(value))
