"""The board as text, for `showboard` and the terminal."""
from collections.abc import Sequence

from gopy.go.geometry import BLACK, COLUMN_LETTERS, EMPTY, WHITE, point_at
from gopy.go.handicap import fixed_handicap, max_fixed_handicap

STONES = {BLACK: "X", WHITE: "O", EMPTY: "."}
STAR = "+"


def star_points(size: int) -> list[int]:
    """The star points (hoshi) of a board of this size."""
    marked = max_fixed_handicap(size)
    if marked == 9 and size < 13:
        marked = 5      # no room for marks on the sides
    return fixed_handicap(size, marked) if marked else []


def board_lines(colours: Sequence[int], size: int, last: int | None = None) -> list[str]:
    """List of lines: the board from its top row down, coordinates on all sides, the move `last` in brackets.

    colours   BLACK, WHITE or EMPTY by point, as in `gopy.go.board.Position.colours`
    """
    stars = set(star_points(size))
    letters = "  " + "".join(f" {COLUMN_LETTERS[column]}" for column in range(size))
    lines = [letters]
    for row in reversed(range(size)):
        text = ""
        for column in range(size):
            point = point_at(row, column, size)
            colour = colours[point]
            # The blank before a stone gives way to the bracket.
            before = "(" if point == last else ")" if column and point - 1 == last else " "
            text += before + (STAR if colour == EMPTY and point in stars else STONES[colour])
        text += ")" if last == point_at(row, size - 1, size) else " "
        lines.append(f"{row + 1:>2}{text}{row + 1:<2}".rstrip())
    return lines + [letters]


def player_text(colour: int) -> str:
    """The name of a colour and the letter of its stones: "Black (X)"."""
    return f"{'Black' if colour == BLACK else 'White'} ({STONES[colour]})"


def prisoners_text(captures: Sequence[int]) -> str:
    """A sentence of the stones that Black and White have taken off."""
    return f"Prisoners: Black has taken {captures[BLACK]}, White {captures[WHITE]}"
