"""Connect Four: seven columns of six cells; a stone falls to its column's lowest free cell, four in a row win.

A column takes seven bits of a word, its lowest cell first and the seventh always empty, so that no line of four bits
runs from one column into the next:

     6 13 20 27 34 41 48        always empty
     5 12 19 26 33 40 47
     ...
     0  7 14 21 28 35 42        move: 0 for the first column .. 6
"""
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.bits import ONE, ZERO
from gopy.compiled.jit import kernel
from gopy.games.catalogue import register_game

COLUMNS, ROWS = 7, 6
STRIDE = ROWS + 1

#: From a cell to the next one upwards, to the right, and on the two diagonals.
STEPS = np.array([1, STRIDE, STRIDE - 1, STRIDE + 1], np.uint64)


class ConnectFour(NamedTuple):
    """A position; player 0 moves first."""

    stones: np.ndarray  #: uint64[2], cells of player 0 and of player 1
    height: np.ndarray  #: int64[COLUMNS], stones in each column
    ply: np.ndarray     #: int64[1], moves played


def new_connect_four():
    """The empty board."""
    return ConnectFour(np.zeros(2, np.uint64), np.zeros(COLUMNS, np.int64), np.zeros(1, np.int64))


register_game("connect_four", new_connect_four)


@kernel(entry=False)
def _has_four(stones):
    for step in STEPS:
        pairs = stones & (stones >> step)
        if pairs & (pairs >> (step + step)) != ZERO:
            return True
    return False


@game.num_moves.register(ConnectFour)
@kernel
def num_moves(state):
    return COLUMNS


@game.to_play.register(ConnectFour)
@kernel
def to_play(state):
    return state.ply[0] & 1


@game.copy_state.register(ConnectFour)
@kernel
def copy_state(dst, src):
    for player in range(2):
        dst.stones[player] = src.stones[player]
    for column in range(COLUMNS):
        dst.height[column] = src.height[column]
    dst.ply[0] = src.ply[0]


@game.legal_moves.register(ConnectFour)
@kernel
def legal_moves(state, out):
    n = 0
    for column in range(COLUMNS):
        if state.height[column] < ROWS:
            out[n] = column
            n += 1
    return n


@game.play.register(ConnectFour)
@kernel
def play(state, move):
    cell = np.uint64(move * STRIDE + state.height[move])
    state.stones[state.ply[0] & 1] |= ONE << cell
    state.height[move] += 1
    state.ply[0] += 1


@game.is_over.register(ConnectFour)
@kernel
def is_over(state):
    # only the player who has just moved can have made a four
    return state.ply[0] == COLUMNS * ROWS or _has_four(state.stones[1 - (state.ply[0] & 1)])


@game.value.register(ConnectFour)
@kernel
def value(state):
    if _has_four(state.stones[0]):
        return 1.0
    if _has_four(state.stones[1]):
        return 0.0
    return 0.5


@game.observation_form.register(ConnectFour)
def observation_form(state):
    return game.ObservationForm((ROWS, COLUMNS, 3), 1)


@game.observe.register(ConnectFour)
@kernel
def observe(state, player, out):
    # own stones, the other's, whether the first player looks
    at = 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            cell = np.uint64(column * STRIDE + row)
            out[at] = (state.stones[player] >> cell) & ONE
            out[at + 1] = (state.stones[1 - player] >> cell) & ONE
            out[at + 2] = 1 - player
            at += 3


@game.move_text.register(ConnectFour)
def move_text(state, move):
    return "abcdefg"[move]


@game.draw.register(ConnectFour)
def draw(state):
    def cell(row, column):
        bit = 1 << (column * STRIDE + row)
        return "X" if int(state.stones[0]) & bit else "O" if int(state.stones[1]) & bit else "."
    rows = [" ".join(cell(row, column) for column in range(COLUMNS)) for row in reversed(range(ROWS))]
    return "\n".join([*rows, "a b c d e f g"])
