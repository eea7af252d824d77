"""A person's game of any kind in a file, in the form of gopy.games.saved_game."""
import json
from typing import NamedTuple

from gopy.base.files import read_bounded
from gopy.games.catalogue import GAMES, game_kind
from gopy.games.players.any_game import AnyGame
from gopy.games.saved_game import saved_values

#: The largest file that is read, in bytes; no game comes near it.
_MOST_BYTES = 10**7


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
    kind = values.game
    if asked_for is not None and asked_for != kind:
        raise ValueError(f"{path} is a game of {kind}, not of {asked_for}")
    if asked_for is None and kind.partition(":")[0] not in GAMES:
        raise ValueError(f"{path} is a game of {kind}; to run that file, say --game {kind} as well")
    game = AnyGame(game_kind(kind), values.seed)
    for number, text in enumerate(values.moves):
        try:
            game.replay(text, number)
        except ValueError as error:
            raise ValueError(f"{path}: move {number + 1}: {error}") from None
    return SavedGame(game, values.person)


def _read_values(path):
    """The gopy.games.saved_game.SavedValues of a file."""
    try:
        return saved_values(read_bounded(path, _MOST_BYTES))
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError:
        raise ValueError(f"{path} is not a game that gopy saved") from None
