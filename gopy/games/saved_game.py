"""A game of any kind as it is saved, in JSON, with the game as written for `--game` and the moves as people write them.

    {"game": "lines_of_action:size=7", "seed": 5, "person": 0, "moves": ["b1-b3", "a2-c2"]}

`seed` is the seed of chance and `person` the person's number, 0 or 1. Where both players move at once, a move is like "3/2". The page
adds `two`, true if two persons play, and `resigned`, the number of the player who has given up.
"""
from typing import NamedTuple

from gopy.base.documents import parse_json
from gopy.base.shape import FLAG, TEXT, Several, Table, whole

_SHAPE = Table({"game": TEXT, "seed": whole(0), "person": whole(0, 1), "moves": Several(TEXT), "two": FLAG, "resigned": whole(0, 1)},
               needed=("game", "seed", "person", "moves"))


class SavedValues(NamedTuple):
    """What the file of a game holds."""

    game: str
    seed: int
    person: int
    moves: list[str]
    two: bool = False
    resigned: int | None = None


def saved_values(text) -> SavedValues:
    """What the text of such a file holds. ValueError if it is no saved game; whether there are such moves is not looked at."""
    values = parse_json(text)
    _SHAPE.check(values, "a saved game")
    return SavedValues(**values)
