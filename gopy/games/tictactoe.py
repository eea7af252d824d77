"""Tic-tac-toe: three in a row on 3x3. Cell = row*3 + column; the smallest game: the verbs that every game defines, and those for people."""
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.bits import ONE
from gopy.compiled.jit import kernel
from gopy.games.catalogue import register_game

CELLS = 9

#: The eight lines as bitsets of cells: rows, columns, diagonals.
LINES = np.array([0b000000111, 0b000111000, 0b111000000,
                  0b001001001, 0b010010010, 0b100100100,
                  0b100010001, 0b001010100], np.uint64)


class TicTacToe(NamedTuple):
    """A position; player 0 moves first."""

    stones: np.ndarray  #: uint64[2], cells of player 0 and of player 1
    ply: np.ndarray     #: int64[1], moves played


def new_tictactoe() -> TicTacToe:
    """The empty board."""
    return TicTacToe(np.zeros(2, np.uint64), np.zeros(1, np.int64))


register_game("tictactoe", new_tictactoe)


#: bool[512], by the set of cells as a number: whether the set contains a line.
_HOLDS_LINE = np.array([any(cells & int(line) == int(line) for line in LINES) for cells in range(1 << CELLS)])


@kernel(entry=False)
def _has_line(stones):
    return _HOLDS_LINE[stones]


@game.num_moves.register(TicTacToe)
@kernel
def num_moves(state):
    return CELLS


@game.to_play.register(TicTacToe)
@kernel
def to_play(state):
    return state.ply[0] & 1


@game.copy_state.register(TicTacToe)
@kernel
def copy_state(dst, src):
    dst.stones[0] = src.stones[0]
    dst.stones[1] = src.stones[1]
    dst.ply[0] = src.ply[0]


@game.legal_moves.register(TicTacToe)
@kernel
def legal_moves(state, out):
    # without a branch, which the processor could not predict
    taken = state.stones[0] | state.stones[1]
    n = np.uint64(0)
    for cell in range(CELLS):
        out[n] = cell
        n += ONE - ((taken >> np.uint64(cell)) & ONE)
    return np.int64(n)


@game.play.register(TicTacToe)
@kernel
def play(state, move):
    state.stones[state.ply[0] & 1] |= ONE << np.uint64(move)
    state.ply[0] += 1


@game.is_over.register(TicTacToe)
@kernel
def is_over(state):
    # only the player who has just moved can have made a line
    return state.ply[0] == CELLS or _has_line(state.stones[1 - (state.ply[0] & 1)])


@game.observation_form.register(TicTacToe)
def observation_form(state) -> game.ObservationForm:
    return game.ObservationForm((3, 3, 3), 1)


@game.observe.register(TicTacToe)
@kernel
def observe(state, player, out):
    # own stones, the other's, whether the first player looks
    for cell in range(CELLS):
        out[3 * cell] = (state.stones[player] >> np.uint64(cell)) & ONE
        out[3 * cell + 1] = (state.stones[1 - player] >> np.uint64(cell)) & ONE
        out[3 * cell + 2] = 1 - player


@game.move_text.register(TicTacToe)
def move_text(state, move) -> str:
    return "abc"[move % 3] + str(3 - move // 3)


@game.draw.register(TicTacToe)
def draw(state) -> str:
    signs = ["X" if state.stones[0] >> cell & 1 else "O" if state.stones[1] >> cell & 1 else "."
             for cell in np.arange(CELLS, dtype=np.uint64)]
    rows = [f"{3 - row} " + " ".join(signs[3 * row:3 * row + 3]) for row in range(3)]
    return "\n".join([*rows, "  a b c"])


@game.value.register(TicTacToe)
@kernel
def value(state):
    if _has_line(state.stones[0]):
        return 1.0
    if _has_line(state.stones[1]):
        return 0.0
    return 0.5
