"""Points that the search counts against a side that has won, so that it goes on to play for points.

A search that counts wins alone takes all moves for equal that win. So once a side has won, its next search gives the other side
almost the whole lead, and wins only by keeping it. STUDY: scripts/studies/strength/won_endgames.
"""
from statistics import NormalDist
from typing import TYPE_CHECKING

from gopy.go.geometry import BLACK

if TYPE_CHECKING:
    from gopy.search.report import Report

#: A side has won from this win rate on.
WON = 0.95
#: The win rate that the next search is to have with the points that it gives.
AIM = 0.8
#: A change by fewer points is not made: the tree of the search before is of use only under the same komi.
SMALLEST_CHANGE = 2.0

_AIMED_DEVIATIONS = NormalDist().inv_cdf(AIM)


class LeadKomi:
    """Remembers for each side the points that its next search gives to the other side."""

    def __init__(self) -> None:
        self._points = {}

    def restart(self) -> None:
        """Forget the points: a new game, or a position that was set up."""
        self._points.clear()

    def extra_komi(self, colour) -> float:
        """The points counted for White in addition, which are negative if White gives them, when `colour` searches."""
        points = self._points.get(colour, 0.0)
        return points if colour == BLACK else -points

    def learn(self, colour, report: "Report") -> None:
        """Take in the Report of a search of `colour`, its win rates being those under the game's own komi.

        With a lead of m points and a standard deviation s of the score it gives m - 0.84 s points: a normal score is then
        won with probability AIM.
        """
        before, points = self._points.get(colour, 0.0), 0.0
        if report.value >= WON:
            lead = report.score_mean if colour == BLACK else -report.score_mean
            points = max(0.0, float(round(lead - _AIMED_DEVIATIONS * report.score_stdev)))
        if points == 0.0 or abs(points - before) >= SMALLEST_CHANGE:
            self._points[colour] = points
