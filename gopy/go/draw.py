"""The board as text, for `showboard` and the terminal."""
from gopy.go.geometry import BLACK, COLUMN_LETTERS, EMPTY, WHITE, point_at, vertex_text
from gopy.go.handicap import fixed_handicap, max_fixed_handicap

STONES = {BLACK: "X", WHITE: "O", EMPTY: "."}
STAR = "+"


def star_points(size) -> list[int]:
    """The star points (hoshi) of a board of this size."""
    marked = max_fixed_handicap(size)
    if marked == 9 and size < 13:
        marked = 5      # no room for marks on the sides
    return fixed_handicap(size, marked) if marked else []


def board_lines(board, last=None) -> list[str]:
    """List of lines: the board from its top row down, coordinates on all sides, the move `last` in brackets."""
    size = board.size
    stars = set(star_points(size))
    letters = "  " + "".join(f" {COLUMN_LETTERS[column]}" for column in range(size))
    lines = [letters]
    for row in reversed(range(size)):
        text = ""
        for column in range(size):
            point = point_at(row, column, size)
            colour = board.colours[point]
            # The blank before a stone gives way to the bracket.
            before = "(" if point == last else ")" if column and point - 1 == last else " "
            text += before + (STAR if colour == EMPTY and point in stars else STONES[colour])
        text += ")" if last == point_at(row, size - 1, size) else " "
        lines.append(f"{row + 1:>2}{text}{row + 1:<2}".rstrip())
    return lines + [letters]


def game_text(game) -> str:
    """The board with the last move marked, then one line each for the last move, whose turn it is, prisoners and komi."""
    board = game.board
    lines = board_lines(board, game.moves[-1][1] if game.moves else None)
    if game.moves:
        colour, move = game.moves[-1]
        lines.append(f"Move {len(game.moves)}: {_name(colour)} {vertex_text(move, game.size)}")
    lines.append(f"{_name(game.to_play)} to play")
    lines.append(f"Prisoners: Black has taken {board.captures[BLACK]}, White {board.captures[WHITE]}")
    lines.append(f"Komi {game.komi:g}" + (f", handicap {game.handicap}" if game.handicap else ""))
    return "\n".join(lines)


def _name(colour):
    return f"{'Black' if colour == BLACK else 'White'} ({STONES[colour]})"
