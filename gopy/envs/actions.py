"""Actions of the Go environments as points of the engine and as text, and back.

    action   0 .. N * N - 1: row by row from the top, and N * N the pass; what environments take
    move     row * (N + 1) + column with row 0 that of A1, and N * (N + 1) the pass; what the engine, gopy.Game and gopy.Search take
    text     "D4", "pass"
"""
import numpy as np

from gopy.go.batch.boards import action_of_point, point_of_action
from gopy.go.geometry import parse_vertex, vertex_text


def action_to_move(action: int, size: int) -> int:
    """The move of an action. ValueError for a number that is no action."""
    if not 0 <= action <= size * size:
        raise ValueError(f"{action} is no action on {size}x{size}")
    return point_of_action(int(action), size)


def move_to_action(move: int, size: int) -> int:
    """The action of a move. ValueError for a number that is no point of the board and not the pass."""
    if not 0 <= move <= size * (size + 1) or move % (size + 1) == size and move < size * (size + 1):
        raise ValueError(f"{move} is no move on {size}x{size}")
    return action_of_point(int(move), size)


def action_text(action: int, size: int) -> str:
    """An action as people write it. ValueError for a number that is no action."""
    return vertex_text(action_to_move(action, size), size)


def parse_action(text: str, size: int) -> int:
    """The action of a text such as "D4" or "pass". ValueError for a text that is none."""
    return action_of_point(parse_vertex(text, size), size)


def moves_of_actions(size: int) -> np.ndarray:
    """int64[N * N + 1]: the move of each action. What a search says of moves, taken at these, is in the order of actions."""
    return np.array([point_of_action(action, size) for action in range(size * size + 1)], np.int64)
