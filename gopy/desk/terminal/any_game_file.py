"""A person's game of any kind in a JSON file, with the game as written for `--game` and the moves as people write them.

    {"game": "lines_of_action:size=7", "seed": 5, "person": 0, "moves": ["b1-b3", "a2-c2"]}

`seed` is the seed of chance and `person` the person's number, 0 or 1. Where both players move at once, a move is like "3/2".
"""
import json
from typing import NamedTuple

from gopy.base.documents import parse_json
from gopy.base.files import read_bounded
from gopy.games.catalogue import GAMES, game_kind
from gopy.games.players.any_game import AnyGame

#: The largest file that is read, in bytes; no game comes near it.
_MOST_BYTES = 10**7

_KINDS = {"game": str, "seed": int, "person": int, "moves": list}


class SavedGame(NamedTuple):
    """A game between a person and gopy, as it is saved and loaded."""

    game: AnyGame
    person: int         #: the person's number, 0 or 1


def game_text(saved) -> str:
    """The text of the file that holds a SavedGame."""
    game = saved.game
    return json.dumps({"game": game.kind.text, "seed": game.seed, "person": saved.person, "moves": game.texts}, indent=1) + "\n"


def read_game(path, asked_for=None) -> SavedGame:
    """The SavedGame in a file. ValueError if the file holds none, or another game than `--game` asks for.

    A game that is a Python file is a program, so it is loaded only if `--game` names it, not because a record does.
    """
    values = _read_values(path)
    kind = values["game"]
    if asked_for is not None and asked_for != kind:
        raise ValueError(f"{path} is a game of {kind}, not of {asked_for}")
    if asked_for is None and kind.partition(":")[0] not in GAMES:
        raise ValueError(f"{path} is a game of {kind}; to run that file, say --game {kind} as well")
    game = AnyGame(game_kind(kind), values["seed"])
    for number, text in enumerate(values["moves"]):
        try:
            game.replay(text, number)
        except ValueError as error:
            raise ValueError(f"{path}: move {number + 1}: {error}") from None
    return SavedGame(game, values["person"])


def _read_values(path):
    """The dict in a file, with the types of its values checked."""
    try:
        values = parse_json(read_bounded(path, _MOST_BYTES))
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError:
        raise ValueError(f"{path} is not a game that gopy saved") from None
    fits = isinstance(values, dict) and all(type(values.get(name)) is kind for name, kind in _KINDS.items())
    if not fits or values["person"] not in (0, 1) or not all(isinstance(text, str) for text in values["moves"]):
        raise ValueError(f"{path} is not a game that gopy saved")
    return values
