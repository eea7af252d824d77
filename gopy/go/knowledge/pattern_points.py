"""Where the 3x3 patterns of playouts match on a board, in plain Python, for people to look at."""
from gopy.go.geometry import BLACK, EMPTY, WHITE, point_at, row_and_column


def matching_points(game, colour) -> list[int]:
    """The legal moves of `colour` at which a pattern of the playouts tells it to play, from A1 along the rows."""
    from gopy.go.knowledge.patterns import playout_patterns     # imports the compiler

    table, found = playout_patterns(), []
    for move in game.legal_moves(colour)[:-1]:
        index = _neighbourhood(game.board, move)
        if int(table[colour * 1024 + (index >> 6)]) >> (index & 63) & 1:
            found.append(move)
    return found


def _neighbourhood(board, point):
    """The pattern index of a point: see gopy.go.knowledge.patterns."""
    row, column = row_and_column(point, board.size)
    around = [(row + up, column + right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right]
    index = 0
    for bit, place in enumerate(around):
        if all(0 <= each < board.size for each in place):
            stone = board.colours[point_at(*place, board.size)]
            sides = () if stone == EMPTY else (stone,)
        else:
            sides = (BLACK, WHITE)
        for side in sides:
            index |= 1 << bit + 8 * side
    return index
