"""A Go engine: bitboards, pattern playouts and heuristic UCT-RAVE search, compiled by numba.

The names that programs use. Each is imported when it is first asked for, and the compiler not before an engine thinks:

    Game      a game as played, with rules, superko and undo
    Position  a position of it: stones, side to move, prisoners, ko
    Colour    BLACK and WHITE
    Engine    plays: genmove, analyze, final_score
    Options   settings of an engine
    Limit     how long to think about a move

>>> import gopy
>>> game = gopy.Game(5)
>>> game.play("black", "C3")
>>> game
   A B C D E
 5 . . . . . 5
 4 . . . . . 4
 3 . .(X). . 3
 2 . . . . . 2
 1 . . . . . 1
   A B C D E
Move 1: Black (X) C3
White (O) to play
Prisoners: Black has taken 0, White 0
Komi 7.5
>>> len(game.legal_moves())
25
"""
import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:       # so that checkers of types know the names; at run time __getattr__ imports them
    from gopy.engine.engine import Engine as Engine
    from gopy.engine.options import Options as Options
    from gopy.engine.timeman import Limit as Limit
    from gopy.go.board import Position as Position
    from gopy.go.geometry import Colour as Colour
    from gopy.go.history import Game as Game

__version__ = "0.1.0"

_HOMES = {"Game": "gopy.go.history", "Position": "gopy.go.board", "Colour": "gopy.go.geometry", "Engine": "gopy.engine.engine",
          "Options": "gopy.engine.options", "Limit": "gopy.engine.timeman"}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
