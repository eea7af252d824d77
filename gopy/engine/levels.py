"""Playing levels: 1 to 12. In Go each is named by a rank, plays what people of that rank play, and reads a little more than the one below.

STUDY: scripts/studies/strength/levels_people.
"""
from typing import NamedTuple

#: Simulations a move by level, in other games than Go.
LEVELS = {level: 25 << (level - 1) for level in range(1, 13)}

#: The rank by level, in Go: whose moves it plays.
RANKS = dict(zip(LEVELS, ("28k", "25k", "22k", "19k", "16k", "13k", "10k", "7k", "4k", "1k", "2d", "4d")))


class Level(NamedTuple):
    """What a level means on one board size of Go; gopy.engine.weaker_play uses the last two."""

    simulations: int            #: of a move
    temperature: float = 0.0    #: above 1 for players who choose worse among people's moves; 0: the search chooses
    reading: float = 0.0        #: what a win rate of 1 is worth beside people's moves


#: Levels 1 to 12 on three sizes. Those of 13x13 and 19x19 are guessed from 9x9 and from the strength of searches there.
_BY_SIZE = {
    9: [Level(50, 2.0), Level(50, 1.5), Level(50, 1.0), Level(100, 1.0, 8.0), Level(100, 1.0, 15.0), Level(100, 1.0, 30.0),
        Level(150, 1.0, 40.0), Level(300, 1.0, 50.0), Level(600, 1.0, 60.0), Level(1000, 1.0, 80.0), Level(1600), Level(3000)],
    13: [Level(50, 2.0), Level(50, 1.5), Level(50, 1.0), Level(100, 1.0, 8.0), Level(100, 1.0, 15.0), Level(100, 1.0, 30.0),
         Level(100, 1.0, 40.0), Level(130, 1.0, 60.0), Level(195, 1.0, 80.0), Level(300), Level(450), Level(700)],
    19: [Level(50, 2.0), Level(50, 1.5), Level(50, 1.0), Level(100, 1.0, 8.0), Level(100, 1.0, 15.0), Level(100, 1.0, 30.0),
         Level(100, 1.0, 40.0), Level(120, 1.0, 60.0), Level(170, 1.0, 80.0), Level(250), Level(370), Level(550)],
}


def level_of(level: int, size: int) -> Level:
    """The Level of this number on boards of `size`: that of the nearest size that was measured."""
    nearest = min(_BY_SIZE, key=lambda measured: (abs(measured - size), measured))
    return _BY_SIZE[nearest][level - 1]


def level_text(level: int) -> str:
    """The name of a level of Go for a person: level 3 (about 22k)."""
    return f"level {level} (about {RANKS[level]})"
