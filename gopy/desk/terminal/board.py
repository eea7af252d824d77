"""Draws the board for a terminal. Stones, marks and territory differ in shape, so that no colours are needed."""
from typing import NamedTuple

from gopy.go.draw import star_points
from gopy.go.geometry import BLACK, COLUMN_LETTERS, EMPTY, WHITE, point_at

_WOOD = "\x1b[48;5;179m"
_LINE = "\x1b[38;5;94m"
_SIDE = {BLACK: "\x1b[38;5;16m", WHITE: "\x1b[38;5;231m"}
_MARK = "\x1b[38;5;124m"
_PLAIN = "\x1b[0m"


class Shapes(NamedTuple):
    """The characters that a board is drawn with. Where a text has two, they are for Black and White."""

    stones: str
    dead: str
    territory: str
    star: str
    line: str       #: between two points
    rows: tuple     #: crossings in the top row, the rows between, the bottom row; each a text of left, middle, right


_UNICODE = Shapes("●○", "▲△", "▪▫", "╋", "─", ("┌┬┐", "├┼┤", "└┴┘"))
_ASCII = Shapes("XO", "xo", "bw", "+", " ", ("...", "...", "..."))


def shapes(look) -> Shapes:
    """The Shapes for a gopy.desk.terminal.look.Look."""
    return _UNICODE if look.unicode else _ASCII


def draw(board, look, last=None, dead=(), owners=None) -> str:
    """The board as one text, with the top row first.

    last      the last move, whose stone is put in brackets
    dead      points of stones that are drawn as dead
    owners    dict from a point to the colour whose territory it is
    """
    size, stars, shape = board.size, set(star_points(board.size)), shapes(look)
    owners = owners or {}

    def paint(colour, text):
        return colour + text if look.coloured else text

    letters = "   " + " ".join(COLUMN_LETTERS[:size])
    lines = [letters]
    for row in reversed(range(size)):
        text = f"{row + 1:>2}" + paint(_WOOD, "")
        for column in range(size):
            point = point_at(row, column, size)
            side = board.colours[point]
            # A bracket replaces the line before a stone; at the left edge there is no line.
            between = shape.line if column else " "
            before = "(" if point == last else ")" if column and point - 1 == last else between
            text += paint(_LINE if before == between else _MARK, before)
            if side != EMPTY:
                text += paint(_SIDE[side], (shape.dead if point in dead else shape.stones)[side])
            elif point in owners:
                text += paint(_SIDE[owners[point]], shape.territory[owners[point]])
            else:
                text += paint(_LINE, shape.star if point in stars else _crossing(row, column, size, shape.rows))
        text += paint(_MARK, ")") if last == point_at(row, size - 1, size) else " "
        lines.append(text + paint(_PLAIN, "") + str(row + 1))
    return "\n".join(lines + [letters])


def _crossing(row, column, size, rows):
    """The character for an empty point at a row and column."""
    ends = rows[0 if row == size - 1 else 2 if row == 0 else 1]
    return ends[0 if column == 0 else 2 if column == size - 1 else 1]
