"""Gomoku on 5x5 to 25x25: exactly five in a row wins, six or more do not count. Cell = row*N + column.

A line of the board in any of the four directions is one word, so whether a stone makes a five is a few shifts
for each of the four lines through it. A list of the empty cells gives random moves in constant time. 8x8 and 15x15
have types of their own, in which the side is a constant to the compiler.
"""
from typing import Any, NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.bits import ONE, ZERO, popcount
from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below
from gopy.game import WIN_UNIT, append_move
from gopy.games.catalogue import register_game

# slots of `info`
PLY = 0
WINNER = 1      #: 0 while nobody has won, else 1 + the player
SIDE = 2

_2 = np.uint64(2)
_3 = np.uint64(3)
_4 = np.uint64(4)
_5 = np.uint64(5)


class Gomoku8(NamedTuple):
    """A position on 8x8; player 0 moves first. N = 8 here."""

    lines: np.ndarray   #: uint64[2*(6N-2)], stones of player 0, then of player 1: rows, columns, two kinds of diagonals
    empty: np.ndarray   #: int16[N*N], the empty cells first
    place: np.ndarray   #: int16[N*N], the index of each cell in `empty`
    info: np.ndarray    #: int64[3], the slots PLY, WINNER and SIDE


class Gomoku15(NamedTuple):
    """A position on 15x15, with the fields of Gomoku8."""

    lines: np.ndarray
    empty: np.ndarray
    place: np.ndarray
    info: np.ndarray


class Gomoku(NamedTuple):
    """A position on a board of another size, with the fields of Gomoku8."""

    lines: np.ndarray
    empty: np.ndarray
    place: np.ndarray
    info: np.ndarray


def new_gomoku(size=15) -> Gomoku8 | Gomoku15 | Gomoku:
    """The empty board of a size from 5 to 25. ValueError for another size."""
    if not 5 <= size <= 25:
        raise ValueError(f"gomoku is played on 5x5 to 25x25, not on {size}x{size}")
    cells = np.arange(size * size, dtype=np.int16)
    made: Any = {8: Gomoku8, 15: Gomoku15}.get(size, Gomoku)
    return made(
        np.zeros(2 * (6 * size - 2), np.uint64), cells, cells.copy(), np.array([0, 0, size], np.int64))


register_game("gomoku", new_gomoku, variants=({"size": 8}, {"size": 15}, {"size": 6}))


@verb
def side(state):
    """Length of the board's side, int64."""


@side.register(Gomoku8)
@kernel
def _side_8(state):
    return 8


@side.register(Gomoku15)
@kernel
def _side_15(state):
    return 15


@side.register(Gomoku)
@kernel
def _side(state):
    return state.info[SIDE]


@kernel(entry=False)
def _add_to_line(lines, line, place):
    """Set bit `place` of a line; returns whether the line now has a five.

    The line had no five before, so any run of exactly five contains the new stone."""
    word = lines[line] | (ONE << place)
    lines[line] = word
    starts = word & (word >> ONE) & (word >> _2) & (word >> _3) & (word >> _4)
    return starts & ~(word << ONE) & ~(word >> _5) != ZERO


@kernel(entry=False)
def _add_stone(state, cell, player):
    """Set the stone in the four lines through its cell; returns whether it makes a five."""
    n = np.uint64(side(state))
    row = cell // n
    column = cell % n
    first = np.uint64(player) * (n * np.uint64(6) - _2)
    five = _add_to_line(state.lines, first + row, column)
    five |= _add_to_line(state.lines, first + n + column, row)
    five |= _add_to_line(state.lines, first + n + n + row + column, column)
    five |= _add_to_line(state.lines, first + n * _5 - _2 + row - column, column)
    return five


@game.num_moves.register(Gomoku8, Gomoku15, Gomoku)
@kernel
def num_moves(state):
    return side(state) * side(state)


@game.to_play.register(Gomoku8, Gomoku15, Gomoku)
@kernel
def to_play(state):
    return state.info[PLY] & 1


@game.copy_state.register(Gomoku8, Gomoku15, Gomoku)
@kernel
def copy_state(dst, src):
    n = side(src)
    for i in range(2 * (6 * n - 2)):
        dst.lines[i] = src.lines[i]
    for i in range(n * n):
        dst.empty[i] = src.empty[i]
        dst.place[i] = src.place[i]
    dst.info[PLY] = src.info[PLY]
    dst.info[WINNER] = src.info[WINNER]
    dst.info[SIDE] = n


@game.legal_moves.register(Gomoku8, Gomoku15, Gomoku)
@kernel
def legal_moves(state, out):
    n = num_moves(state) - state.info[PLY]
    for i in range(n):
        out[i] = state.empty[i]
    return n


@game.play.register(Gomoku8, Gomoku15, Gomoku)
@kernel
def play(state, move):
    ply = state.info[PLY]
    player = ply & 1
    cell = np.uint64(move)
    # the last empty cell takes the place of the one that is no longer empty
    hole = np.uint64(state.place[cell])
    last = np.uint64(state.empty[np.uint64(num_moves(state) - 1 - ply)])
    state.empty[hole] = last
    state.place[last] = hole
    state.info[PLY] = ply + 1
    if _add_stone(state, cell, player):
        state.info[WINNER] = 1 + player


@game.is_over.register(Gomoku8, Gomoku15, Gomoku)
@kernel
def is_over(state):
    return state.info[WINNER] != 0 or state.info[PLY] == num_moves(state)


@game.value.register(Gomoku8, Gomoku15, Gomoku)
@kernel
def value(state):
    if state.info[WINNER] == 0:
        return 0.5
    return 1.0 if state.info[WINNER] == 1 else 0.0


# ---- which moves end the game -------------------------------------------------------------------

@kernel(entry=False)
def _completing(word):
    """The places of a line where one more stone makes an exact five of the stones `word`. Places beyond the ends of the
    line may be among them."""
    if popcount(word) < _4:
        return ZERO
    places = ZERO
    beside = ~(word << ONE) & ~(word >> _5)
    for missing in range(_5):
        starts = beside & ~(word >> missing)
        for stone in range(_5):
            if stone != missing:
                starts &= word >> stone
        places |= starts << missing
    return places


@game.judge_moves.register(Gomoku8, Gomoku15, Gomoku)
@kernel
def judge_moves(state, moves, n, results, after):
    ply = state.info[PLY]
    player = ply & 1
    # 1. the places where a line of this player lacks one stone for a five
    size = np.uint64(side(state))
    count = size * np.uint64(6) - _2
    first = np.uint64(player) * count
    any_place = ZERO
    if ply >= 8:
        for line in range(count):
            places = _completing(state.lines[first + line])
            after.lines[line] = places
            any_place |= places
    # 2. the game goes on after all other moves, unless they fill the last cell
    last = ply + 1 == num_moves(state)
    for i in range(n):
        results[i] = WIN_UNIT // 2 if last else -1
    if any_place == ZERO:
        return
    # 3. the moves that fill such a place
    for i in range(n):
        cell = np.uint64(moves[i])
        row = cell // size
        column = cell % size
        five = (after.lines[row] >> column | after.lines[size + column] >> row
                | after.lines[size + size + row + column] >> column
                | after.lines[size * _5 - _2 + row - column] >> column)
        if five & ONE != ZERO:
            results[i] = WIN_UNIT * (1 - player)


# ---- as text ------------------------------------------------------------------------------------

@game.observation_form.register(Gomoku8, Gomoku15, Gomoku)
def observation_form(state) -> game.ObservationForm:
    n = side(state)
    return game.ObservationForm((n, n, 3), 1)


@game.observe.register(Gomoku8, Gomoku15, Gomoku)
@kernel
def observe(state, player, out):
    # own stones, the other's, whether the first player looks
    n = np.uint64(side(state))
    apart = n * np.uint64(6) - _2
    own = np.uint64(player) * apart
    other = np.uint64(1 - player) * apart
    at = np.uint64(0)
    for row in range(n):
        for column in range(n):
            out[at] = (state.lines[own + row] >> column) & ONE
            out[at + ONE] = (state.lines[other + row] >> column) & ONE
            out[at + _2] = 1 - player
            at += _3


@game.move_text.register(Gomoku8, Gomoku15, Gomoku)
def move_text(state, move) -> str:
    n = side(state)
    return chr(ord("a") + move % n) + str(n - move // n)


@game.draw.register(Gomoku8, Gomoku15, Gomoku)
def draw(state) -> str:
    n = side(state)
    rows = state.lines.reshape(2, -1)[:, :n]
    lines = []
    for row in range(n):
        signs = ["X" if int(rows[0, row]) >> column & 1 else "O" if int(rows[1, row]) >> column & 1 else "."
                 for column in range(n)]
        lines.append(f"{n - row:>2} " + " ".join(signs))
    return "\n".join([*lines, "   " + " ".join(chr(ord("a") + column) for column in range(n))])


@game.run_playout.register(Gomoku8, Gomoku15, Gomoku)
@kernel
def run_playout(state, rng, game_params, trace):
    while not is_over(state):
        left = np.uint64(num_moves(state) - state.info[PLY])
        move = np.int64(state.empty[next_below(rng, left)])
        append_move(trace, move)
        play(state, move)
