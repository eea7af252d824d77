"""Trio: three players place stones in turn on 4x4; the first with three in a row wins, and each of the others loses.

Rows, columns and diagonals count. If the board is full without three in a row, each player has a third.
"""
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.bits import ONE
from gopy.compiled.jit import kernel
from gopy.games.catalogue import register_game

SIDE, PLAYERS = 4, 3
CELLS = SIDE * SIDE

#: uint64[24], the lines of three as sets of cells. Cell = 4 * row + column.
LINES = np.array([sum(1 << (SIDE * (row + i * down) + column + i * across) for i in range(3))
                  for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)) for row in range(SIDE) for column in range(SIDE)
                  if row + 2 * down < SIDE and 0 <= column + 2 * across < SIDE], np.uint64)


class Trio(NamedTuple):
    """A position; player 0 moves first."""

    stones: np.ndarray  #: uint64[3], cells of each player
    info: np.ndarray    #: int64[2], stones placed, and 1 + the winner


def new_trio():
    """The empty board."""
    return Trio(np.zeros(PLAYERS, np.uint64), np.zeros(2, np.int64))


register_game("trio", new_trio)


@game.alternates.register(Trio)
@kernel
def alternates(state):
    return False


@game.players.register(Trio)
@kernel
def players(state):
    return PLAYERS


@game.num_moves.register(Trio)
@kernel
def num_moves(state):
    return CELLS


@game.to_play.register(Trio)
@kernel
def to_play(state):
    return state.info[0] % PLAYERS


@game.copy_state.register(Trio)
@kernel
def copy_state(dst, src):
    for player in range(PLAYERS):
        dst.stones[player] = src.stones[player]
    for i in range(2):
        dst.info[i] = src.info[i]


@game.legal_moves.register(Trio)
@kernel
def legal_moves(state, out):
    taken = state.stones[0] | state.stones[1] | state.stones[2]
    n = 0
    for cell in range(CELLS):
        if (taken >> np.uint64(cell)) & ONE == np.uint64(0):
            out[n] = cell
            n += 1
    return n


@game.play.register(Trio)
@kernel
def play(state, move):
    player = state.info[0] % PLAYERS
    stones = state.stones[player] | (ONE << np.uint64(move))
    state.stones[player] = stones
    state.info[0] += 1
    for line in LINES:
        if stones & line == line:
            state.info[1] = player + 1


@game.is_over.register(Trio)
@kernel
def is_over(state):
    return state.info[1] != 0 or state.info[0] == CELLS


@game.results.register(Trio)
@kernel
def results(state, out):
    for player in range(PLAYERS):
        won = 1.0 if state.info[1] == player + 1 else 0.0
        out[player] = 1.0 / PLAYERS if state.info[1] == 0 else won


@game.value.register(Trio)
@kernel
def value(state):
    # player 0's part of the results
    if state.info[1] == 0:
        return 1.0 / PLAYERS
    return 1.0 if state.info[1] == 1 else 0.0


@game.observation_form.register(Trio)
def observation_form(state):
    return game.ObservationForm((SIDE, SIDE, PLAYERS), 1)


@game.observe.register(Trio)
@kernel
def observe(state, player, out):
    # the own stones, then those of the players who follow in turn
    for cell in range(CELLS):
        for after in range(PLAYERS):
            out[PLAYERS * cell + after] = (state.stones[(player + after) % PLAYERS] >> np.uint64(cell)) & ONE


@game.move_text.register(Trio)
def move_text(state, move):
    return "abcd"[move % SIDE] + str(SIDE - move // SIDE)


@game.draw.register(Trio)
def draw(state):
    def sign(cell):
        return next(("XOZ"[player] for player in range(PLAYERS) if int(state.stones[player]) >> cell & 1), ".")
    rows = [f"{SIDE - row} " + " ".join(sign(SIDE * row + column) for column in range(SIDE)) for row in range(SIDE)]
    return "\n".join([*rows, "  a b c d"])
