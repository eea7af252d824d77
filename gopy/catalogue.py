"""The games there are, by name; a game is loaded when it is first asked for.

A game is written `lines_of_action` or, with options, `lines_of_action:size=7`.
"""
import importlib
import inspect
from difflib import get_close_matches
from typing import NamedTuple


class Entry(NamedTuple):
    """A game that can be played."""

    module: str     #: registers the game under its name when it is imported
    summary: str    #: what it is, in a few words


GAMES = {
    "go": Entry("gopy.go.as_game", "surround more of the board than the opponent; size=9, komi=7.5, rules=chinese"),
    "tictactoe": Entry("gopy.games.tictactoe", "three in a row on 3x3"),
    "gomoku": Entry("gopy.games.gomoku", "exactly five in a row; size=15"),
}


def known_game(name):
    """The Entry of a name. ValueError, with the name that was meant, if there is none."""
    if name not in GAMES:
        close = get_close_matches(name, GAMES, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(GAMES)}"
        raise ValueError(f"unknown game {name!r}; {hint}")
    return GAMES[name]


def load_game(text):
    """(gopy.game.Registered, options) of a game as it is written. ValueError for what there is not."""
    from gopy.game import registered_games

    name, _, rest = text.partition(":")
    importlib.import_module(known_game(name).module)
    registered = registered_games()[name]
    return registered, _options(registered.new_state, name, rest)


def start_state(text):
    """The first position of a game as it is written. ValueError for what there is not."""
    registered, options = load_game(text)
    return registered.new_state(**options)


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
            options[key] = kind(value)
        except ValueError:
            raise ValueError(f"{name}: {key} wants {'a number' if kind in (int, float) else 'a word'}, "
                             f"not {value!r}") from None
    return options
