"""The observations of games other than Go: one array for each game, from the side of either player.

A board is an int8 array of the shape (rows, columns, planes). Rows and columns are as the game numbers its cells (row 0
first), whichever player looks. The last plane is 1 everywhere if player 0 looks, and 0 if player 1 does.
"""
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from gopy.compiled.bits import ONE


class View(NamedTuple):
    """The observations of one game."""

    space: spaces.Box
    look: Callable[[Any, int], np.ndarray]      #: a function of a state and a player (0 or 1) that returns a new array


def new_view(name: str, state: Any) -> View:
    """The View of a game of gopy.games.catalogue whose first position is `state`. ValueError if the game has no observations."""
    if name not in _LOOKS:
        raise ValueError(f"game {name!r} is no environment; there are {', '.join(sorted(_LOOKS))}")
    look, high = _LOOKS[name]
    first = look(state, 0)
    return View(spaces.Box(0, high, first.shape, first.dtype), look)


def _cells(word: Any, rows: int, columns: int, stride: int) -> np.ndarray:
    """int8[rows, columns]: the bits row * stride + column of a word."""
    at = np.arange(rows)[:, None] * stride + np.arange(columns)
    return (np.uint64(word) >> at.astype(np.uint64) & ONE).astype(np.int8)


def _planes(own: Sequence[np.ndarray], other: Sequence[np.ndarray], player: int) -> np.ndarray:
    """int8[rows, columns, planes] from two lists of planes and the plane that says which player looks."""
    return np.stack([*own, *other, np.full_like(own[0], player == 0)], axis=-1)


def _tictactoe(state: Any, player: int) -> np.ndarray:
    own, other = (_cells(state.stones[side], 3, 3, 3) for side in (player, 1 - player))
    return _planes([own], [other], player)


def _gomoku(state: Any, player: int) -> np.ndarray:
    rows = state.lines.reshape(2, -1)
    n = (rows.shape[1] + 2) // 6        # rows, columns and twice 2 N - 1 diagonals
    sides = (rows[:, :n, None] >> np.arange(n, dtype=np.uint64) & ONE).astype(np.int8)
    return _planes([sides[player]], [sides[1 - player]], player)


def _lines_of_action(state: Any, player: int) -> np.ndarray:
    n = int(state.bits[2]).bit_length() // 9 + 1        # the board's last cell is 9 (N - 1)
    own, other = (_cells(state.bits[side], n, n, 8) for side in (player, 1 - player))
    return _planes([own], [other], player)


def _knightthrough(state: Any, player: int) -> np.ndarray:
    # each player's knights lie as that player sees them
    sides = [_cells(state.knights[0], 8, 8, 8), _cells(state.knights[1], 8, 8, 8)[::-1]]
    return _planes([sides[player]], [sides[1 - player]], player)


def _minishogi(state: Any, player: int) -> np.ndarray:
    """Planes for ten kinds of own pieces and ten of the other's (pawn, silver, bishop, rook, gold, king, then promoted
    pawn, silver, bishop, rook), and planes with the number of each of the first five kinds that each player has in hand."""
    kinds = state.kinds.reshape(5, 5)
    sets = state.sets.reshape(2, -1)

    def pieces(side: int) -> list[np.ndarray]:
        squares = _cells(sets[side, 7], 5, 5, 5)
        return [(kinds == kind) * squares for kind in range(10)]

    def hand(side: int) -> list[np.ndarray]:
        return [np.full((5, 5), int(sets[side, 8]) >> 4 * kind & 15, np.int8) for kind in range(5)]

    other = 1 - player
    return _planes(pieces(player) + pieces(other), hand(player) + hand(other), player)


def _awari(state: Any, player: int) -> np.ndarray:
    """int16[14]: the seeds in the own six pits and in the other's six, in the direction of sowing; then both captures."""
    pits = state.rows[:, None] >> np.arange(0, 48, 8, dtype=np.uint64) & np.uint64(255)
    sides = (player, 1 - player)
    return np.concatenate([pits[sides[0]], pits[sides[1]], [state.info[2 + side] for side in sides]]).astype(np.int16)


def _goofspiel(state: Any, player: int) -> np.ndarray:
    """int16[4 N + 2]: N places, one for each card, for the own hand, for the other's, for the point cards still to come and
    for the point card to bid for; then both scores, the own first."""
    data = state.data
    n = int(data[9])
    places = np.arange(n)
    sides = (player, 1 - player)
    hands = [data[side] >> places & 1 for side in sides]
    return np.concatenate([*hands, data[2] >> places & 1, places == data[3] - 1,
                           [data[4 + side] for side in sides]]).astype(np.int16)


#: {game: (its function `look`, the highest value in the arrays)}.
_LOOKS = {
    "tictactoe": (_tictactoe, 1),
    "gomoku": (_gomoku, 1),
    "lines_of_action": (_lines_of_action, 1),
    "knightthrough": (_knightthrough, 1),
    "minishogi": (_minishogi, 2),
    "awari": (_awari, 48),
    "goofspiel": (_goofspiel, 136),     # all points of 16 cards
}
