"""The games there are, by name; a game is loaded when it is first asked for.

A game is written `lines_of_action` or, with options, `lines_of_action:size=7`. A user's own game is written as the name
of the Python file that registers it: `my_game.py`, `my_game.py:size=7`.
"""
import importlib
import inspect
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from gopy.base.own_file import is_own_file, load_own_file
from gopy.base.parameters import Parameter, name_values, unknown_name


class Registered(NamedTuple):
    """What is known of a game."""

    new_state: Callable[..., Any]       #: function of options by keyword, all with defaults, that returns the first position
    params_draft: Callable[..., Any]    #: function of the same options: the Draft of the parameters of playouts and priors, or None
    variants: tuple[dict[str, Any], ...]    #: dicts of options that differ in what is compiled or in rules, for tests

    def new_params(self, **options: Any) -> Any:
        """The parameters of playouts and priors with their defaults; None for a game that has no parameters."""
        draft = self.params_draft(**options)
        return None if draft is None else draft.make()


_REGISTERED: dict[str, Registered] = {}


def register_game(name: str, new_state: Callable[..., Any], params_draft: Callable[..., Any] = lambda **options: None,
                  variants: Iterable[dict[str, Any]] = ({},)) -> None:
    """Make a game known by its name; the arguments are the fields of Registered."""
    _REGISTERED[name] = Registered(new_state, params_draft, tuple(variants))


class Entry(NamedTuple):
    """A game that can be played."""

    module: str     #: the module that registers the game under its name when it is imported
    summary: str    #: what it is, in a few words
    sides: tuple[str, str] | None = None    #: what the first player moves, and what the second, as the board in text has it


#: The stones of the two players in text.
_SIGNS = "X", "O"

GAMES = {
    "go": Entry("gopy.games.go", "surround more of the board than the opponent; size=9, komi=7.5, rules=cgos"),
    "capture_go": Entry("gopy.games.capture_go", "capture stones first, on boards of Go; size=7, stones=1", _SIGNS),
    "tictactoe": Entry("gopy.games.tictactoe", "three in a row on 3x3", _SIGNS),
    "gomoku": Entry("gopy.games.gomoku", "exactly five in a row; size=15", _SIGNS),
    "lines_of_action": Entry("gopy.games.lines_of_action", "connect all your stones; size=8", _SIGNS),
    "minishogi": Entry("gopy.games.minishogi", "Japanese chess on 5x5, with drops", ("the capitals", "the small letters")),
    "knightthrough": Entry("gopy.games.knightthrough", "the first knight to cross the board wins", _SIGNS),
    "awari": Entry("gopy.games.awari", "sow seeds round 2x6 pits and capture twos and threes",
                   ("the lower pits, A to F", "the upper pits, a to f")),
    "goofspiel": Entry("gopy.games.goofspiel", "both bid a card at once for a point card; cards=13, order=shuffled, "
                       "payoff=winloss"),
}


def known_game(name: str) -> Entry:
    """The Entry of a game's name. If there is no such game, ValueError with the name that was probably meant."""
    if name not in GAMES:
        raise unknown_name("game", name, GAMES)
    return GAMES[name]


def sides_of(text: str) -> tuple[str, str] | None:
    """What the two players of a game move, as it is written; None where their numbers say it, and for a user's own game."""
    entry = GAMES.get(_split(text)[0])
    return entry.sides if entry else None


def check_game(text: str) -> None:
    """Raise a ValueError if there is no game of that name, or no such file. The game is not loaded."""
    name, _ = _split(text)
    if not is_own_file(name):
        known_game(name)
    elif not Path(name).is_file():
        raise ValueError(f"there is no file {name}")


def game_file(text: str) -> str | None:
    """The file of a game that is written as the name of a Python file; None for a game of the catalogue."""
    name, _ = _split(text)
    return name if is_own_file(name) else None


class GameKind(NamedTuple):
    """A game and its options: what is needed to begin a game of this kind, and to make players for it."""

    text: str               #: as it is written
    registered: Registered
    options: dict[str, Any]

    def new_state(self) -> Any:
        """The first position."""
        return self.registered.new_state(**self.options)

    def params_draft(self) -> Any:
        """The Draft of the parameters of playouts and priors; None for a game that has none."""
        return self.registered.params_draft(**self.options)

    def new_params(self) -> Any:
        """These parameters with their defaults, or None."""
        return self.registered.new_params(**self.options)


def game_kind(text: str) -> GameKind:
    """The GameKind of a game as it is written, which is loaded. ValueError for a game or an option that does not exist."""
    check_game(text)
    name, rest = _split(text)
    if is_own_file(name):
        name = _registered_by(name)
    else:
        importlib.import_module(known_game(name).module)
    registered = _REGISTERED[name]
    return GameKind(text, registered, _options(registered.new_state, name, rest))


def _split(text: str) -> tuple[str, str]:
    """(name or file, options) of a game as it is written."""
    found = re.fullmatch(r"(.+\.py)(?::(.*))?", text)     # a file's name may hold colons
    if found:
        return found[1], found[2] or ""
    name, _, rest = text.partition(":")
    return name, rest


def _registered_by(path: str) -> str:
    """The name of the game that a Python file registers; the first call loads the file. ValueError if it is not one game."""
    module = load_own_file(path).__name__
    new = [name for name, registered in _REGISTERED.items() if registered.new_state.__module__ == module]
    if len(new) != 1:
        raise ValueError(f"{path} registers {len(new) or 'no'} games; one is needed (gopy.games.catalogue.register_game)")
    return new[0]


def _options(new_state: Callable[..., Any], name: str, text: str) -> dict[str, Any]:
    defaults = {key: parameter.default for key, parameter in inspect.signature(new_state).parameters.items()}
    options = {}
    for key, value in name_values(text).items():
        if not defaults:
            raise ValueError(f"{name} has no options")
        if key not in defaults:
            raise unknown_name(f"option of {name}", key, defaults)
        options[key] = Parameter(type(defaults[key]), defaults[key], "").value(key, value)
    return options
