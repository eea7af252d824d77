"""A Go engine: bitboards, pattern playouts and heuristic UCT-RAVE search, compiled by numba.

The names that programs use. Each is imported when it is first asked for, and the compiler not before an engine thinks:

    Game          a game as played, with rules, superko and undo
    Position      a position of it: stones, side to move, prisoners, ko
    Colour        BLACK and WHITE
    Engine        plays: genmove, analyze, final_score
    Options       settings of an engine
    Limit         how long to think about a move
    Search        the search of any game: run, best, tree, or with an evaluator of your own
    search_many   the search from many positions at once, with an evaluator of your own

>>> import gopy
>>> game = gopy.Game(5)
>>> game.play("black", "C3")
>>> len(game.legal_moves())
25
"""
from typing import TYPE_CHECKING

from gopy.base.lazy import lazy_names

if TYPE_CHECKING:       # so that checkers of types know the names
    from gopy.engine.engine import Engine as Engine
    from gopy.engine.options import Options as Options
    from gopy.engine.timeman import Limit as Limit
    from gopy.games.searching.search import Search as Search
    from gopy.go.board import Position as Position
    from gopy.go.geometry import Colour as Colour
    from gopy.go.history import Game as Game
    from gopy.search.evaluated.search import search_many as search_many

__version__ = "0.1.0"

__getattr__, __dir__ = lazy_names(__name__, {
    "Game": "gopy.go.history", "Position": "gopy.go.board", "Colour": "gopy.go.geometry", "Engine": "gopy.engine.engine",
    "Options": "gopy.engine.options", "Limit": "gopy.engine.timeman",
    "Search": "gopy.games.searching.search", "search_many": "gopy.search.evaluated.search"})
