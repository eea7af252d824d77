"""Corners, a small game for three players of the kind of Blokus: lay pieces so that they touch your own at corners alone.

Each player has one piece of each form of one to three squares: a single square, two in a row, three in a row, and an angle. They may
be turned. The first piece of a player covers the player's corner of the board: the upper left, the upper right, the lower right. Every
other one touches a square of the player's own at a corner, and none along an edge; what others have laid may lie beside it. A piece is
never taken up again. A player who can lay no piece is left out, and the game ends when nobody can.

A player's result is the share of the player's nine squares that lie on the board: what is good for one need not be bad for the others.
"""
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.bits import ONE, ZERO
from gopy.compiled.jit import kernel
from gopy.games.catalogue import register_game

PLAYERS = 3
SQUARES = 9         # of a player's pieces

#: The ways a piece can lie: its piece, and its squares as (row, column) from the upper left square of its frame.
FORMS = (
    (0, ((0, 0),)),
    (1, ((0, 0), (0, 1))), (1, ((0, 0), (1, 0))),
    (2, ((0, 0), (0, 1), (0, 2))), (2, ((0, 0), (1, 0), (2, 0))),
    (3, ((0, 0), (0, 1), (1, 0))), (3, ((0, 0), (0, 1), (1, 1))), (3, ((0, 0), (1, 0), (1, 1))), (3, ((0, 1), (1, 0), (1, 1))))

#: int64[9], the piece of each form, and how many squares it has.
PIECE = np.array([piece for piece, _ in FORMS], np.int64)
COUNT = np.array([len(squares) for _, squares in FORMS], np.int64)

# slots of `data`
PLAYER = 0          #: who is to play
LEFT = 1            #: pieces in hand as a set of bits, of each of three players
LAID = 4            #: squares on the board, of each of three players
SIDE = 7
OVER = 8


class Corners(NamedTuple):
    """A position."""

    taken: np.ndarray   #: uint64[3], squares of each player; square = side * row + column
    covers: np.ndarray  #: uint64[9 * squares, 3], of each move: squares covered, along its edges, at its corners; 0 off the board
    data: np.ndarray    #: int64[9], the slots above


def new_corners(side=5):
    """The empty board with a side of 3 to 8. ValueError for another side."""
    if not 3 <= side <= 8:
        raise ValueError(f"side must be between 3 and 8, not {side}")
    return Corners(np.zeros(PLAYERS, np.uint64), _covers(side), np.array([0, 15, 15, 15, 0, 0, 0, side, 0], np.int64))


def _covers(side):
    """The field `covers` of a board."""
    found = np.zeros((len(FORMS) * side * side, 3), np.uint64)
    for move in range(len(found)):
        square, form = divmod(move, len(FORMS))
        cells = {(square // side + row, square % side + column) for row, column in FORMS[form][1]}
        if all(row < side and column < side for row, column in cells):
            edges = {(row + r, column + c) for row, column in cells for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))} - cells
            corners = {(row + r, column + c) for row, column in cells for r in (-1, 1) for c in (-1, 1)} - cells - edges
            found[move] = [sum(1 << (side * row + column) for row, column in group if 0 <= row < side and 0 <= column < side)
                           for group in (cells, edges, corners)]
    return found


register_game("corners", new_corners, variants=({}, {"side": 4}))


@game.alternates.register(Corners)
@kernel
def alternates(state):
    return False


@game.players.register(Corners)
@kernel
def players(state):
    return PLAYERS


@game.num_moves.register(Corners)
@kernel
def num_moves(state):
    # a move: 9 * the upper left square of its frame + the form
    return state.covers.shape[0]


@game.to_play.register(Corners)
@kernel
def to_play(state):
    return state.data[PLAYER]


@game.copy_state.register(Corners)
@kernel
def copy_state(dst, src):
    # what moves cover is the same throughout a game, and another only on a board of another side
    for player in range(PLAYERS):
        dst.taken[player] = src.taken[player]
    for i in range(dst.data.shape[0]):
        dst.data[i] = src.data[i]


@kernel(entry=False)
def _own_corner(side, player):
    """The square that a player's first piece covers."""
    return side - 1 if player == 1 else side * side - 1 if player == 2 else 0


@kernel(entry=False)
def _may_lay(state, move, player, all_taken, corner):
    covered = state.covers[move, 0]
    if covered == ZERO or covered & all_taken != ZERO or state.data[LEFT + player] >> PIECE[move % PIECE.shape[0]] & 1 == 0:
        return False
    own = state.taken[player]
    if own == ZERO:
        return covered & corner != ZERO
    return state.covers[move, 1] & own == ZERO and state.covers[move, 2] & own != ZERO


@game.legal_moves.register(Corners)
@kernel
def legal_moves(state, out):
    player = state.data[PLAYER]
    all_taken = state.taken[0] | state.taken[1] | state.taken[2]
    corner = ONE << np.uint64(_own_corner(state.data[SIDE], player))
    n = 0
    for move in range(state.covers.shape[0]):
        if _may_lay(state, move, player, all_taken, corner):
            out[n] = move
            n += 1
    return n


@kernel(entry=False)
def _can_lay(state, player):
    all_taken = state.taken[0] | state.taken[1] | state.taken[2]
    corner = ONE << np.uint64(_own_corner(state.data[SIDE], player))
    for move in range(state.covers.shape[0]):
        if _may_lay(state, move, player, all_taken, corner):
            return True
    return False


@game.play.register(Corners)
@kernel
def play(state, move):
    data, player, form = state.data, state.data[PLAYER], move % PIECE.shape[0]
    state.taken[player] |= state.covers[move, 0]
    data[LEFT + player] &= ~(1 << PIECE[form])
    data[LAID + player] += COUNT[form]
    for step in range(1, PLAYERS + 1):
        follower = (player + step) % PLAYERS
        if _can_lay(state, follower):
            data[PLAYER] = follower
            return
    data[OVER] = 1


@game.is_over.register(Corners)
@kernel
def is_over(state):
    return state.data[OVER] == 1


@game.results.register(Corners)
@kernel
def results(state, out):
    for player in range(PLAYERS):
        out[player] = state.data[LAID + player] / SQUARES


@game.value.register(Corners)
@kernel
def value(state):
    return state.data[LAID] / SQUARES


@game.observation_form.register(Corners)
def observation_form(state):
    side = int(state.data[SIDE])
    return game.ObservationForm((side, side, PLAYERS + 12), 1)


@game.observe.register(Corners)
@kernel
def observe(state, player, out):
    # the own squares, those of the players who follow in turn, then in the same order the pieces in hand, each a plane of ones
    at = 0
    for square in range(state.data[SIDE] * state.data[SIDE]):
        for after in range(PLAYERS):
            other = (player + after) % PLAYERS
            out[at + after] = (state.taken[other] >> np.uint64(square)) & ONE
            for piece in range(4):
                out[at + PLAYERS + 4 * after + piece] = state.data[LEFT + other] >> piece & 1
        at += PLAYERS + 12


@game.move_text.register(Corners)
def move_text(state, move):
    square, form = divmod(int(move), len(FORMS))
    side = int(state.data[SIDE])
    places = ("abcdefgh"[square % side + column] + str(side - square // side - row) for row, column in FORMS[form][1])
    return "+".join(places)


@game.draw.register(Corners)
def draw(state):
    side = int(state.data[SIDE])

    def sign(square):
        return next(("XOZ"[player] for player in range(PLAYERS) if int(state.taken[player]) >> square & 1), ".")
    rows = [f"{side - row} " + " ".join(sign(side * row + column) for column in range(side)) for row in range(side)]
    squares = ", ".join(f"{'XOZ'[player]} {state.data[LAID + player]}" for player in range(PLAYERS))
    return "\n".join([*rows, "  " + " ".join("abcdefgh"[:side]), f"squares: {squares}"])
