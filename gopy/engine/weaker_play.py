"""The move of a weaker player: drawn at random among the moves that a short search and the learnt priors hold for playable.

It is weak as people are: it plays where a stone belongs by its shape, and misses what happens next. It does not pass early, because
the search does not hold that for playable, and gopy.engine.choosing leaves out moves that fill an eye.
"""
import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gopy.search.report import ChildReport

#: Worth of a win rate of 1, as the logarithm of a prior's probability, at temperature 1.
WINRATE_WEIGHT = 20.0

#: The win rate of a move with few visits is taken as if it had so many visits more, at a win rate that is lower than the
#: position's by a mistake of this size.
SMOOTHING_VISITS, MISTAKE = 5.0, 0.1

#: A prior's probability is at least this, so that a move that no record has is possible.
LEAST_PRIOR = 1e-4


def appeal(child: "ChildReport", value: float) -> float:
    """How much a move appeals: ln(prior) + WINRATE_WEIGHT * w, w being its smoothed win rate. value: the position's."""
    smoothed = ((child.visits * child.winrate + SMOOTHING_VISITS * (value - MISTAKE))
                / (child.visits + SMOOTHING_VISITS))
    return math.log(max(child.prior, LEAST_PRIOR)) + WINRATE_WEIGHT * smoothed


def drawn(children: "Sequence[ChildReport]", value: float, temperature: float, seed: str) -> "ChildReport":
    """One of the children, drawn with probability proportional to exp(appeal / temperature); the same for the same seed.

    temperature: above 0. Near 0 the most appealing move is drawn, far above 1 all are about as likely.
    """
    appeals = [appeal(child, value) / temperature for child in children]
    largest = max(appeals)
    weights = [math.exp(one - largest) for one in appeals]
    return random.Random(seed).choices(children, weights)[0]
