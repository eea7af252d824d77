"""A person's game of any kind in a JSON file, with the game as written for `--game` and the moves as people write them.

    {"game": "lines_of_action:size=7", "seed": 5, "person": 0, "moves": ["b1-b3", "a2-c2"]}

`seed` is the seed of chance and `person` the person's number, 0 or 1. Where both players move at once, a move is like "3/2".
"""
import json
from typing import Any, NamedTuple

from gopy.games.catalogue import GAMES, load_game
from gopy.players.course import Course, Joint
from gopy.inputs.documents import parse_json
from gopy.inputs.files import read_bounded

#: The largest file that is read, in bytes; no game comes near it.
_MOST_BYTES = 10**7

_KINDS = {"game": str, "seed": int, "person": int, "moves": list}


class SavedGame(NamedTuple):
    """A game between a person and gopy, as it is saved and loaded.

    game                  the text as written for `--game`
    registered, options   what gopy.games.catalogue.load_game returns for it
    seed                  the seed of chance
    course                the gopy.players.course.Course
    person                the person's number, 0 or 1
    """

    game: str
    registered: Any
    options: dict
    seed: int
    course: Any
    person: int


def new_saved_game(game, seed, person) -> SavedGame:
    """The SavedGame of a game that has just begun. ValueError if there is no such game."""
    registered, options = load_game(game)
    return SavedGame(game, registered, options, seed, Course(registered.new_state(**options), seed), person)


def game_text(saved) -> str:
    """The text of the file that holds a SavedGame."""
    return json.dumps({"game": saved.game, "seed": saved.seed, "person": saved.person, "moves": saved.course.texts},
                      indent=1) + "\n"


def read_game(path, asked_for=None) -> SavedGame:
    """The SavedGame in a file. ValueError if the file holds none, or another game than `--game` asks for.

    A game that is a Python file is a program, so it is loaded only if `--game` names it, not because a record does.
    """
    values = _read_values(path)
    game = values["game"]
    if asked_for is not None and asked_for != game:
        raise ValueError(f"{path} is a game of {game}, not of {asked_for}")
    if asked_for is None and game.partition(":")[0] not in GAMES:
        raise ValueError(f"{path} is a game of {game}; to run that file, say --game {game} as well")
    saved = new_saved_game(game, values["seed"], values["person"])
    for number, text in enumerate(values["moves"]):
        try:
            replay(saved.course, text, number)
        except ValueError as error:
            raise ValueError(f"{path}: move {number + 1}: {error}") from None
    return saved


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


def replay(course, text, number) -> None:
    """Play a move of a record, or compare it with what chance has brought. ValueError if it is impossible."""
    if number < len(course.texts):
        if course.texts[number] != text:
            raise ValueError(f"chance brings {course.texts[number]}, not {text!r}")
    elif course.is_over:
        raise ValueError("the game is over before it")
    elif course.simultaneous:
        first, _, second = text.partition("/")
        course.play(Joint(course.parse_move(0, first), course.parse_move(1, second)))
    else:
        course.play(course.parse_move(course.to_play, text))
