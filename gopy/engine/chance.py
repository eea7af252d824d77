"""Win rates as chances of winning.

The win rate of a search is a mean of its simulations. Playouts lose many a game that strong players win, and so these win rates lie nearer
to one half than the share of games that are won from there. In the log-odds log(w / (1 - w)) both are proportional, well enough: the
chance c of a win rate w is the one with

    log(c / (1 - c)) = s log(w / (1 - w))

where s is the sharpness of the search. Everything that the engine tells its callers is in chances; inside, where moves are chosen,
win rates stay what they are. The leads that it tells are on the side that is more likely to win. STUDY: scripts/studies/strength/chance.
"""
from copy import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gopy.search.report import Report

#: Sharpness of searches by playouts alone, and of those with a network, on the board sizes that were measured.
PLAYOUTS = {9: 1.9, 13: 2.5, 19: 2.25}
NETWORK = {9: 1.75, 13: 1.7}


def sharpness_of(size: int, network: bool) -> float:
    """The sharpness of searches on boards of `size`: that of the nearest size that was measured. network: whether one judges nodes."""
    found = NETWORK if network else PLAYOUTS
    return found[min(found, key=lambda measured: (abs(measured - size), measured))]


def chance(winrate: float, sharpness: float) -> float:
    """The chance of winning, from 0 to 1, of a win rate from 0 to 1."""
    won, lost = winrate ** sharpness, (1.0 - winrate) ** sharpness
    return won / (won + lost)


def agreeing(lead: float, value: float, to_play: int) -> float:
    """Player 0's lead, if the side that leads is the one more likely to win, and else 0: then the game is as good as even.

    value: the chance of the side to move, or anything else that is 1/2 where it is

    Of the same simulations the median of the scores and the share of wins would agree by themselves. But a search values a position by more
    than that: by simulations before the last move, and by a network.
    """
    ahead = value - 0.5 if to_play == 0 else 0.5 - value
    return max(lead, 0.0) if ahead > 0.0 else min(lead, 0.0) if ahead < 0.0 else 0.0


def as_chances(report: "Report") -> "Report":
    """The Report as callers are told it: chances of winning in the place of win rates (its value, win rate and lower bound of each move),
    and leads that agree with them."""
    s, told = report.sharpness, copy(report)
    told.sharpness, told.value, told.children = 1.0, chance(report.value, s), [copy(child) for child in report.children]
    told.lead = agreeing(report.lead, told.value, report.to_play)
    for child in told.children:
        child.winrate, child.lcb = chance(child.winrate, s), chance(child.lcb, s)
        child.lead = agreeing(child.lead, child.winrate, report.to_play)
    return told
