"""Positions drawn as text, top row first:

    X O .
    . a X
    O . .

X is Black, O White, a dot an empty point, and a small letter an empty point that the test wants to name.
"""
from gopy.go.geometry import BLACK, WHITE, point_at
from gopy.go.history import Game

_COLOURS = {"X": BLACK, "O": WHITE}

#: White's stone at D3 is dead; nothing else is open.
DEAD_STONE = """
    . O X . .
    . O X . .
    . O X O .
    . O X . .
    . O X . .
"""

#: A seki in the upper right, beside two settled sides.
SEKI = """
    X O . O a X . X O
    X O O O O X X X O
    X X X X X O O O O
    X . X X X O O . O
    X X X X X O O O O
    X X . X X O . O O
    X X X X X O O O O
    X X X X X O O O O
    X X X X X O O O O
"""


def rows_of(text):
    """List of lists of symbols, the bottom row first."""
    return [line.split() for line in reversed(text.strip().splitlines())]


def marks(text):
    """Dict from the small letters of a diagram to their points."""
    rows = rows_of(text)
    return {symbol: point_at(row, column, len(rows))
            for row, symbols in enumerate(rows) for column, symbol in enumerate(symbols) if symbol.islower()}


def game(text, to_play=BLACK, **options):
    """A `Game` set up as drawn; options are those of `Game` but the size."""
    rows = rows_of(text)
    size = len(rows)
    assert all(len(symbols) == size for symbols in rows), "a diagram is square"
    stones = {BLACK: [], WHITE: []}
    for row, symbols in enumerate(rows):
        for column, symbol in enumerate(symbols):
            if symbol in _COLOURS:
                stones[_COLOURS[symbol]].append(point_at(row, column, size))
            else:
                assert symbol == "." or symbol.islower(), symbol
    drawn = Game(size, **options)
    drawn.setup(stones[BLACK], stones[WHITE], to_play)
    return drawn


def board(text, to_play=BLACK):
    """The `Position` of a diagram."""
    return game(text, to_play).board


def position(text, to_play=BLACK, ko_point=-1, passes=0):
    """The kernels' position of a diagram."""
    import numpy as np

    from gopy.go.bitboard.construct import new_position, setup
    drawn = board(text, to_play)
    made = new_position(drawn.size)
    setup(made, np.array(drawn.colours, np.int8), to_play, ko_point, passes)
    return made
