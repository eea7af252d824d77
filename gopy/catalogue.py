"""The games there are, by name; a game is loaded when it is first asked for.

A game is written `lines_of_action` or, with options, `lines_of_action:size=7`. A game of one's own is written as the
Python file that registers it: `my_game.py`, `my_game.py:size=7`.
"""
import hashlib
import importlib
import importlib.util
import inspect
import os
import re
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from gopy.number_text import parse_integer, parse_number, shown


class Entry(NamedTuple):
    """A game that can be played."""

    module: str     #: registers the game under its name when it is imported
    summary: str    #: what it is, in a few words


GAMES = {
    "go": Entry("gopy.go.as_game", "surround more of the board than the opponent; size=9, komi=7.5, rules=cgos"),
    "tictactoe": Entry("gopy.games.tictactoe", "three in a row on 3x3"),
    "gomoku": Entry("gopy.games.gomoku", "exactly five in a row; size=15"),
    "lines_of_action": Entry("gopy.games.lines_of_action", "connect all your stones; size=8"),
    "minishogi": Entry("gopy.games.minishogi", "Japanese chess on 5x5, with drops"),
    "knightthrough": Entry("gopy.games.knightthrough", "the first knight to cross the board wins"),
    "awari": Entry("gopy.games.awari", "sow seeds round 2x6 pits and capture twos and threes"),
    "goofspiel": Entry("gopy.games.goofspiel", "both bid a card at once for a point card; cards=13, order=shuffled, "
                       "payoff=winloss"),
}


def known_game(name):
    """The Entry of a name. ValueError, with the name that was meant, if there is none."""
    if name not in GAMES:
        close = get_close_matches(name, GAMES, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(GAMES)}"
        raise ValueError(f"unknown game {name!r}; {hint}")
    return GAMES[name]


def check_game(text):
    """Raise a ValueError if there is no game of that name, or no such file; loads nothing."""
    name, _ = _split(text)
    if not name.endswith(".py"):
        known_game(name)
    elif not Path(name).is_file():
        raise ValueError(f"there is no file {name}")


def game_file(text):
    """The file of a game that is written as one; None for a game of the catalogue."""
    name, _ = _split(text)
    return name if name.endswith(".py") else None


def load_game(text):
    """(gopy.game.Registered, options) of a game as it is written. ValueError for what there is not."""
    from gopy.game import registered_games

    check_game(text)
    name, rest = _split(text)
    if name.endswith(".py"):
        name = _registered_by(Path(name).resolve())
    else:
        importlib.import_module(known_game(name).module)
    registered = registered_games()[name]
    return registered, _options(registered.new_state, name, rest)


def start_state(text):
    """The first position of a game as it is written. ValueError for what there is not."""
    registered, options = load_game(text)
    return registered.new_state(**options)


def _split(text):
    """(name or file, options) of a game as it is written."""
    found = re.fullmatch(r"(.+\.py)(?::(.*))?", text)     # a file's name may hold colons
    if found:
        return found[1], found[2] or ""
    name, _, rest = text.partition(":")
    return name, rest


#: Path of a loaded file -> name of the game that it registers.
_FILES = {}


def _registered_by(path):
    """The name of the game that a Python file registers, loaded at the first call. ValueError if it does not."""
    from gopy.game import registered_games

    if path not in _FILES:
        before = registered_games()
        # Compiled code refers to a record by its module's name, which is therefore the same in every process.
        name = f"{path.stem}_{hashlib.sha256(os.fsencode(path)).hexdigest()[:8]}"
        spec = importlib.util.spec_from_file_location(name, path)
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[name]
            raise ValueError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
        new = [game for game, registered in registered_games().items() if before.get(game) is not registered]
        if len(new) != 1:
            raise ValueError(f"{path} registers {len(new) or 'no'} games; one is needed (gopy.game.register_game)")
        _FILES[path] = new[0]
    return _FILES[path]


#: What makes a value of a text, for the kinds of options that are numbers.
_READERS = {int: parse_integer, float: parse_number}


def _options(new_state, name, text):
    defaults = {key: parameter.default for key, parameter in inspect.signature(new_state).parameters.items()}
    options = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals or key not in defaults:
            known = f"its options are {', '.join(defaults)}" if defaults else "it has no options"
            raise ValueError(f"{name} has no option {key!r}; {known}")
        kind = type(defaults[key])
        try:
            options[key] = _READERS.get(kind, kind)(value)
        except ValueError:
            raise ValueError(f"{name}: {key} wants {'a number' if kind in (int, float) else 'a word'}, "
                             f"not {shown(value)}") from None
    return options
