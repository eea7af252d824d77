"""The eight symmetries of the board: positions that turns and mirrors make of one another are the same to the players."""
from functools import lru_cache

from gopy.go.board import NO_POINT, Position
from gopy.go.geometry import pass_move, point_at, points, row_and_column, turned_place
from gopy.go.history import Game


@lru_cache(maxsize=None)
def board_symmetries(size: int) -> tuple[tuple[int, ...], ...]:
    """For each turn and mirror, beginning with none, the move that each move (a point or the pass) becomes; gaps stay."""
    found = []
    for number in range(8):
        moved = list(range(pass_move(size) + 1))
        for point in points(size):
            row, column = row_and_column(point, size)
            moved[point] = point_at(*turned_place(number, row, column, size - 1), size)
        found.append(tuple(moved))
    return tuple(found)


def symmetries_of(board: Position) -> list[tuple[int, ...]]:
    """The symmetries, as in `board_symmetries`, that leave the stones of a board as they are; a ko has none but the first."""
    colours, everywhere = board.colours, points(board.size)
    first, *others = board_symmetries(board.size)
    if board.ko != NO_POINT:
        return [first]
    return [first, *(moved for moved in others if all(colours[moved[point]] == colours[point] for point in everywhere))]


def distinct_moves(game: Game, colour: int) -> frozenset[int]:
    """The legal moves of `colour`, but of those that a symmetry of the position makes of one another only the first."""
    same, legal = symmetries_of(game.board), set(game.legal_moves(colour))
    # Superko may forbid one of two moves that are the same by a symmetry, because the game so far had none.
    return frozenset(move for move in legal if all(moved[move] >= move or moved[move] not in legal for moved in same))
