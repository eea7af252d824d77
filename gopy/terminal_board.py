"""The board drawn for a terminal: in colour where there is one, otherwise as plain text."""
from gopy.go.draw import board_lines, star_points
from gopy.go.geometry import BLACK, COLUMN_LETTERS, EMPTY, point_at

_WOOD = "\x1b[48;5;179m"
_LINE = "\x1b[38;5;94m"
_STONE = {BLACK: "\x1b[38;5;16m", 1 - BLACK: "\x1b[38;5;231m"}
_PLAIN = "\x1b[0m"


def draw(board, last=None, coloured=False):
    """The board as one text, its top row first; the move `last` is marked."""
    if not coloured:
        return "\n".join(board_lines(board, last))
    size, stars = board.size, set(star_points(board.size))
    letters = "   " + " ".join(COLUMN_LETTERS[:size])
    lines = [letters]
    for row in reversed(range(size)):
        text = f"{row + 1:>2} {_WOOD}"
        for column in range(size):
            point = point_at(row, column, size)
            colour = board.colours[point]
            if colour == EMPTY:
                text += _LINE + ("╋" if point in stars else _crossing(row, column, size))
            else:
                text += _STONE[colour] + ("◉" if point == last else "●")
            text += _LINE + "─" if column < size - 1 else ""
        lines.append(f"{text}{_PLAIN} {row + 1}")
    return "\n".join(lines + [letters])


def _crossing(row, column, size):
    """The box-drawing character of an empty point."""
    left, right = column > 0, column < size - 1
    ends = "└┴┘" if row == 0 else "┌┬┐" if row == size - 1 else "├┼┤"
    return ends[1] if left and right else ends[2] if left else ends[0]
