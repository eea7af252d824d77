"""Playing levels: 1 to 12, each a number of simulations a move; the lower ones also draw their moves at random.

In Go a level is meant to be worth about 150 Elo on every board size. STUDY: scripts/studies/strength/levels_9x9, and
levels_13x13 and levels_19x19 beside it.
"""
from typing import NamedTuple

#: Simulations a move by level, in other games than Go.
LEVELS = {level: 25 << (level - 1) for level in range(1, 13)}


class Level(NamedTuple):
    """What a level means on one board size of Go."""

    simulations: int        #: of a move
    temperature: float      #: of gopy.engine.weaker_play


#: (simulations, temperature) of levels 1 to 12 on the sizes that were measured.
_BY_SIZE = {
    9: [(100, 3.1), (100, 2.2), (100, 1.78), (100, 1.5), (100, 1.27), (100, 1.08), (100, 0.93), (100, 0.75), (100, 0.55),
        (150, 0.0), (300, 0.0), (600, 0.0)],
    13: [(100, 1.24), (100, 1.13), (100, 1.02), (100, 0.94), (100, 0.88), (100, 0.81), (100, 0.65), (55, 0.0), (85, 0.0),
         (130, 0.0), (195, 0.0), (300, 0.0)],
    19: [(100, 0.99), (100, 0.935), (100, 0.88), (100, 0.82), (100, 0.765), (100, 0.705), (100, 0.65), (55, 0.0), (78, 0.0),
         (110, 0.0), (157, 0.0), (250, 0.0)],
}


def level_of(level: int, size: int) -> Level:
    """The Level of this number on boards of `size`: that of the nearest size that was measured."""
    nearest = min(_BY_SIZE, key=lambda measured: (abs(measured - size), measured))
    return Level(*_BY_SIZE[nearest][level - 1])
