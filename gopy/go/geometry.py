"""Points, colours and vertex text of a square board. It is plain Python, since all other modules about Go import it.

A board of N x N lies in rows of N + 1: point = row * (N + 1) + column, row 0 is GTP's row 1 (the bottom),
column 0 is A, and column N is a gap that belongs to no point, so that a step sideways off the board never
lands on another row. A move is a point or the pass, which is numbered after the last row.
"""
from enum import IntEnum
from functools import lru_cache
from typing import Any


class Colour(IntEnum):
    """A player, for programs that use gopy. Lists and kernels hold the plain numbers BLACK and WHITE, which are equal to these."""
    BLACK = 0
    WHITE = 1


BLACK, WHITE, EMPTY = 0, 1, 2

#: {name of a colour, in lower case: the colour}
COLOUR_NAMES = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}

#: Colour of the gap column in Python boards (kernels have no such points).
OFF_BOARD = 3

MIN_SIZE, MAX_SIZE = 2, 25

#: Columns as GTP writes them: there is no I.
COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def opponent(colour: int) -> int:
    """The other player's colour."""
    return 1 - colour


def num_points(size: int) -> int:
    """Length of an array indexed by point, gaps included."""
    return size * (size + 1)


def pass_move(size: int) -> int:
    """The number of the pass; moves are 0 .. pass_move(size)."""
    return size * (size + 1)


def point_at(row: int, column: int, size: int) -> int:
    """The point in `row` and `column`, both counted from 0 at A1."""
    return row * (size + 1) + column


def row_and_column(point: int, size: int) -> tuple[int, int]:
    """(row, column) of a point, both counted from 0 at A1."""
    return divmod(point, size + 1)


@lru_cache(maxsize=None)
def _points(size: int) -> tuple[int, ...]:
    return tuple(point_at(row, column, size) for row in range(size) for column in range(size))


def points(size: int) -> list[int]:
    """List of the points on the board, from A1 along the rows."""
    return list(_points(size))


def is_point(point: int, size: int) -> bool:
    """Whether a number is that of a point on the board, and of no gap."""
    return 0 <= point < num_points(size) and point % (size + 1) != size


def points_from_the_top(size: int) -> list[int]:
    """List of the points on the board by rows from the top left, as people read a board."""
    return [point_at(row, column, size) for row in reversed(range(size)) for column in range(size)]


@lru_cache(maxsize=None)
def neighbour_table(size: int) -> tuple[tuple[int, ...], ...]:
    """Tuple, indexed by point, of tuples of the neighbours on the board; empty for gaps."""
    on_board = frozenset(_points(size))
    steps = (-size - 1, -1, 1, size + 1)
    return tuple(tuple(point + step for step in steps if point + step in on_board)
                 if point in on_board else () for point in range(num_points(size)))


def neighbours(point: int, size: int) -> list[int]:
    """List of the two to four points next to `point`."""
    return list(neighbour_table(size)[point])


def vertex_text(move: int, size: int) -> str:
    """GTP's name of a move: "D4", or "pass"."""
    if move == pass_move(size):
        return "pass"
    row, column = row_and_column(move, size)
    return f"{COLUMN_LETTERS[column]}{row + 1}"


def parse_vertex(text: str, size: int) -> int:
    """The move that `text` names, in upper or lower case; ValueError if it is no vertex of this board."""
    text = text.upper()
    if text == "PASS":
        return pass_move(size)
    column = COLUMN_LETTERS.find(text[:1]) if text else -1
    digits = text[1:]
    if column < 0 or not (digits.isascii() and digits.isdigit() and len(digits) <= 2):
        raise ValueError(f"not a vertex: {text!r}")
    row = int(digits) - 1
    if not (0 <= row < size and column < size):
        raise ValueError(f"not on a {size}x{size} board: {text!r}")
    return point_at(row, column, size)


def gridcular_distance(rows: int, columns: int) -> int:
    """Distance of two points that lie so many rows and columns apart: rows + columns + the larger of the two.

    Points at one distance form rings that are between squares and circles (Stern, Herbrich and Graepel 2006).
    """
    rows, columns = abs(rows), abs(columns)
    return rows + columns + max(rows, columns)


#: The largest gridcular distance of a point that belongs to a shape, and how many rows or columns that reaches.
SHAPE_DISTANCE, SHAPE_REACH = 10, 5

#: (rows, columns) from a point to every other point of the largest shape around it, by distance, then by row and column.
SHAPE_OFFSETS = sorted(((row, column) for row in range(-SHAPE_REACH, SHAPE_REACH + 1)
                        for column in range(-SHAPE_REACH, SHAPE_REACH + 1)
                        if 0 < gridcular_distance(row, column) <= SHAPE_DISTANCE),
                       key=lambda offset: (gridcular_distance(*offset), offset))


def turned_place(turn: int, row: Any, column: Any, last: int) -> tuple[Any, Any]:
    """Where (row, column) comes by one of the eight turns and mirrors (0 is none) of a square of rows and columns 0 to `last`.

    With last = 0 the square turns about (0, 0). Rows and columns may be arrays.
    """
    row, column = last - row if turn & 1 else row, last - column if turn & 2 else column
    return (column, row) if turn & 4 else (row, column)


def symmetries() -> list[list[int]]:
    """The eight turns and mirrors: lists that say for each place of a shape to which place it moves."""
    number = {offset: i for i, offset in enumerate(SHAPE_OFFSETS)}
    return [[number[turned_place(turn, row, column, 0)] for row, column in SHAPE_OFFSETS] for turn in range(8)]


def turned_steps(width: int) -> list[list[int]]:
    """For each of the `symmetries`, the steps from a point to the points that it moves to each place of the shape around it.

    width   how many points a row of the array has in which the steps are taken
    """
    steps = [row * width + column for row, column in SHAPE_OFFSETS]
    return [[steps[moved.index(place)] for place in range(len(steps))] for moved in symmetries()]
