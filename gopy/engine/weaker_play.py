"""The move of a weaker player: drawn at random among the moves that its kind of player plays, and that a short search holds for playable.

It is weak as people are: it plays what they play, answers the last move as they do, and overlooks what they overlook, since the search
beside it is short. It does not pass early, because gopy.engine.choosing decides about passes, and fills no eye.
"""
import math
import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gopy.search.report import ChildReport

#: Worth of a win rate of 1, as the logarithm of a probability, of a player who draws from the search's priors at temperature 1.
WINRATE_WEIGHT = 20.0

#: The win rate of a move with few visits is taken as if it had so many visits more, at a win rate that is lower than the
#: position's by a mistake of this size.
SMOOTHING_VISITS, MISTAKE = 5.0, 0.1

#: A probability is at least this, so that a move that no record has is possible for who draws at a high temperature.
LEAST_PRIOR = 1e-4

#: Who plays what people play leaves out moves that are less likely than this share of the likeliest one. Few people play them, and
#: what a small network says of them is not exact.
LEAST_SHARE = 0.01


class Weakness(NamedTuple):
    """How a weaker player draws its moves: in proportion to exp((ln p + reading * w) / temperature), w being a move's win rate.

    rank          the rank of the people whose probabilities p are; None: p are the priors of the search
    reading       0 for a player who reads nothing
    temperature   above 0. Near 0 the most appealing move is drawn, far above 1 all are about as likely
    """
    rank: str | None
    reading: float = WINRATE_WEIGHT
    temperature: float = 1.0


def appeal(child: "ChildReport", chance: float, value: float, reading: float) -> float:
    """How much a move appeals: ln(chance) + reading * w, w being its smoothed win rate. value: the position's win rate."""
    smoothed = ((child.visits * child.winrate + SMOOTHING_VISITS * (value - MISTAKE))
                / (child.visits + SMOOTHING_VISITS))
    return math.log(max(chance, LEAST_PRIOR)) + reading * smoothed


def weights_of(children: "Sequence[ChildReport]", chances: Mapping[int, float], value: float, weakness: Weakness) -> list[float]:
    """How often each of the children is drawn, in any unit. chances: {move: its probability}, of moves that may be missing here."""
    appeals = [appeal(child, chances.get(child.move, 0.0), value, weakness.reading) / weakness.temperature for child in children]
    if weakness.rank is not None:
        least = LEAST_SHARE * max(chances.get(child.move, 0.0) for child in children)
        appeals = [-math.inf if chances.get(child.move, 0.0) < least else one for child, one in zip(children, appeals)]
    largest = max(appeals)
    return [math.exp(one - largest) for one in appeals]


def drawn(children: "Sequence[ChildReport]", chances: Mapping[int, float], value: float, weakness: Weakness, seed: str) -> "ChildReport":
    """One of the children, drawn as the Weakness says; the same for the same seed. The arguments are those of `weights_of`."""
    return random.Random(seed).choices(children, weights_of(children, chances, value, weakness))[0]
