"""Where the 3x3 patterns of playouts match on a board, in plain Python, for people to look at."""
from functools import singledispatch

from gopy.go.geometry import BLACK, EMPTY, WHITE, point_at, row_and_column


@singledispatch
def follows_rules(game_params) -> bool:
    """Whether playouts follow the rules of playout.py, by the type of their parameters; GoParams say whether they are heavy."""
    return bool(game_params.heavy)


def matching_points(game, colour, game_params) -> list[int]:
    """The legal moves of `colour` that a playout may answer with by a pattern if the last move is beside them, from A1 along the rows.

    game_params: the playouts' parameters (gopy.go.knowledge.params.GoParams). The list is empty if they leave the rule of patterns out.
    """
    if not follows_rules(game_params) or not game_params.pattern:
        return []
    matches = _matches_learnt if game_params.pattern_power else _matches_diagram
    found = []
    for move in game.legal_moves(colour)[:-1]:
        index, stones = _neighbourhood(game.board, move, colour)
        if stones and matches(game_params, index):
            found.append(move)
    return found


def _matches_learnt(game_params, index):
    """Whether a learnt pattern has a weight beside the last move, or diagonally from it."""
    return any(game_params.pattern_weights[kind + index] for kind in (0, game_params.pattern_weights.size // 2))


def _matches_diagram(game_params, index):
    """Whether a diagram matches. The index is from the mover's side, so the mover counts as Black, whose bits go first."""
    return int(game_params.table[index // 64]) >> index % 64 & 1


def _neighbourhood(board, point, colour):
    """(index, stones) of the 3x3 neighbourhood of a point: see gopy.go.knowledge.patterns; the mover's stones are in the low byte."""
    row, column = row_and_column(point, board.size)
    around = [(row + up, column + right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right]
    index = stones = 0
    for bit, place in enumerate(around):
        if all(0 <= each < board.size for each in place):
            stone = board.colours[point_at(*place, board.size)]
            sides = () if stone == EMPTY else (stone,)
            stones += len(sides)
        else:
            sides = (BLACK, WHITE)
        for side in sides:
            index |= 1 << bit + 8 * (side != colour)
    return index, stones
