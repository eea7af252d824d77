"""Lines of Action on 7x7 and 8x8: a stone moves as far as its line has stones; all own stones in one group win.

Rules, those of the game description in Kowalski and others 2024 (PN-MCTS) where that is definite:

* Player 0, Black (X), has the first and last rank, player 1, White (O), the first and last file, no corners: twelve
  stones a side on 8x8, ten on 7x7. Black moves first.
* A stone moves along a rank, file or diagonal exactly as many cells as there are stones of both colours on that
  whole line, itself included. It may jump own stones but no others, and captures what it lands on; it may not land
  on an own stone.
* A player wins whose stones make one group, connected in eight directions; a single stone is a group. That holds
  after either player's move: a capture may connect the stones of the other player.
* If one move connects both players' stones, the game is a draw. (The tournament rules say that the mover wins.)
* A player who has no move passes, and two passes in a row are a draw. (The tournament rules say that this player loses;
  the description says nothing, and its system passes.)
* Positions may repeat. (By the tournament rules, the second or third time is a draw; the description says nothing.)
* After 1000 plies the game is a draw. (The description's system stops after 1250 turns of each player.)

Cell = 8*row + column on both sizes, row 0 the first rank, so that one set of kernels serves both. A stone and a
direction name a move, as the position fixes how far it goes: move = 8*cell + direction.
"""
from math import isqrt
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.bits import ONE, ZERO, lowest_bit, popcount
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below
from gopy.game import append_move
from gopy.games.catalogue import register_game

#: The move of a player who has no other.
PASS = 8 * 64
NUM_MOVES = PASS + 1

#: Plies after which the game is a draw.
MAX_PLIES = 1000

# slots of `bits`: 0 and 1 are the stones of each player
BOARD = 2           #: the cells of the board

# slots of `info`
PLY = 0
RESULT = 1
PASSED = 2          #: ply number of the last pass

# values of the slot RESULT; 1 + player means that this player has won
GOING_ON = 0
DRAW = 3

#: Index in `places` at which the stones of player 1 begin, so that any number of stones has room.
PLACES = 64

#: Illegal moves that a playout draws before it lists the legal ones.
MAX_REJECTIONS = 64

_3 = np.uint64(3)
_4 = np.uint64(4)
_7 = np.uint64(7)
_8 = np.uint64(8)
_63 = np.uint64(63)
_NOT_FIRST_FILE = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_LAST_FILE = np.uint64(0x7F7F7F7F7F7F7F7F)

#: (rows, columns) of a step in each direction; direction d ^ 4 is the opposite of d.
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

#: uint64[8], what a step in each direction adds to a cell, modulo 2**64.
STEPS = np.array([(8 * rows + columns) % 2 ** 64 for rows, columns in DIRECTIONS], np.uint64)


def _cells(on_board):
    """The bitset of the cells (row, column) of 8x8 for which `on_board` holds."""
    return np.uint64(sum(1 << (8 * row + column) for row in range(8) for column in range(8) if on_board(row, column)))


def _ray(row, column, rows, columns):
    """The cells of 8x8 that lie ahead of a stone on (row, column) in the direction (rows, columns)."""
    ray = [(row + i * rows, column + i * columns) for i in range(1, 8)]
    return _cells(lambda r, c: (r, c) in ray)


#: uint64[512], by move (stone and direction): the cells of 8x8 ahead of the stone.
RAYS = np.array([_ray(cell // 8, cell % 8, *step) for cell in range(64) for step in DIRECTIONS], np.uint64)


class LinesOfAction(NamedTuple):
    """A position; player 0 moves first."""

    bits: np.ndarray    #: uint64[3], stones of player 0, of player 1, cells of the board
    info: np.ndarray    #: int64[3], the slots PLY, RESULT and PASSED
    places: np.ndarray  #: uint64[128], work area of a playout: the cells of each player's stones


def new_lines_of_action(size=8) -> LinesOfAction:
    """The first position on a board of size 7 or 8. ValueError for another size."""
    if size not in (7, 8):
        raise ValueError("Lines of Action is played on 7x7 or 8x8")
    last = size - 1
    black = _cells(lambda row, column: row in (0, last) and 0 < column < last)
    white = _cells(lambda row, column: column in (0, last) and 0 < row < last)
    board = _cells(lambda row, column: row < size and column < size)
    return LinesOfAction(np.array([black, white, board]), np.array([0, GOING_ON, -2]), np.zeros(2 * PLACES, np.uint64))


register_game("lines_of_action", new_lines_of_action, variants=({"size": 8}, {"size": 7}))


# ---- looking at a position ----------------------------------------------------------------------

@kernel(entry=False, inline=True)
def _landing(own, other, board, move):
    """The cell where a move (uint64, no pass) of an own stone ends, as a bit; ZERO when it is illegal."""
    ahead = RAYS[move]
    count = popcount((own | other) & (ahead | RAYS[move ^ _4])) + ONE
    # a step beyond the edge may give the number of a cell on the board, but never of one ahead
    to = ((move >> _3) + STEPS[move & _7] * count) & _63
    between = ahead & RAYS[(to << _3) | ((move & _7) ^ _4)]
    landing = (ONE << to) & ahead & board & ~own
    return landing if other & between == ZERO else ZERO


@kernel(entry=False, inline=True)
def _spread(stones):
    """`stones` and all their neighbours."""
    row = stones | ((stones & _NOT_LAST_FILE) << ONE) | ((stones & _NOT_FIRST_FILE) >> ONE)
    return row | (row << _8) | (row >> _8)


@kernel(entry=False, inline=True)
def _is_connected(stones):
    """Whether all `stones`, at least one, form one group."""
    group = stones & (~stones + ONE)
    while True:
        grown = _spread(group) & stones
        if grown == group:
            return group == stones
        group = grown


@kernel(entry=False, inline=True)
def _result_after(own, other, captured, player, plies):
    """The value of the slot RESULT after a move of `player`; `own` and `other` are the stones after the move."""
    mine = _is_connected(own)
    # the other player's stones were not connected before, and stay so unless one of them is taken
    others = captured and _is_connected(other)
    if mine:
        return DRAW if others else 1 + player
    if others:
        return 2 - player
    return DRAW if plies == MAX_PLIES else GOING_ON


@game.num_moves.register(LinesOfAction)
@kernel
def num_moves(state):
    return NUM_MOVES


@game.pass_move.register(LinesOfAction)
@kernel
def pass_move(state):
    return PASS


@game.to_play.register(LinesOfAction)
@kernel
def to_play(state):
    return state.info[PLY] & 1


@game.copy_state.register(LinesOfAction)
@kernel
def copy_state(dst, src):
    for i in range(3):
        dst.bits[i] = src.bits[i]
        dst.info[i] = src.info[i]


@game.legal_moves.register(LinesOfAction)
@kernel
def legal_moves(state, out):
    player = state.info[PLY] & 1
    own = state.bits[player]
    other = state.bits[1 - player]
    board = state.bits[BOARD]
    n = 0
    left = own
    while left != ZERO:
        first = lowest_bit(left) << _3
        left &= left - ONE
        for direction in range(8):
            move = first | np.uint64(direction)
            out[n] = move
            n += _landing(own, other, board, move) != ZERO
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@game.is_over.register(LinesOfAction)
@kernel
def is_over(state):
    return state.info[RESULT] != GOING_ON


@game.value.register(LinesOfAction)
@kernel
def value(state):
    if state.info[RESULT] == 1:
        return 1.0
    return 0.0 if state.info[RESULT] == 2 else 0.5


# ---- playing ------------------------------------------------------------------------------------

@game.play.register(LinesOfAction)
@kernel
def play(state, move):
    ply = state.info[PLY]
    player = ply & 1
    state.info[PLY] = ply + 1
    if move == PASS:
        if state.info[PASSED] == ply - 1 or ply + 1 == MAX_PLIES:
            state.info[RESULT] = DRAW
        state.info[PASSED] = ply
        return
    own = state.bits[player]
    other = state.bits[1 - player]
    landing = _landing(own, other, state.bits[BOARD], np.uint64(move))
    own ^= landing | (ONE << (np.uint64(move) >> _3))
    captured = other & landing
    other ^= captured
    state.bits[player] = own
    state.bits[1 - player] = other
    state.info[RESULT] = _result_after(own, other, captured != ZERO, player, ply + 1)


@kernel(entry=False)
def _list_stones(stones, places, begin):
    """Write the cells of `stones` to `places` from `begin` on; returns how many (uint64)."""
    end = begin
    while stones != ZERO:
        places[end] = lowest_bit(stones)
        stones &= stones - ONE
        end += ONE
    return end - begin


@kernel(entry=False)
def _remove_place(places, begin, n, cell):
    """Drop `cell` from places[begin:begin + n]; the last cell of these takes its place."""
    i = begin
    while places[i] != cell:
        i += ONE
    places[i] = places[begin + n - ONE]


@kernel(entry=False)
def _play_by_rejection(state, rng, trace):
    """Play uniformly random moves until the game is over or MAX_REJECTIONS draws have found no legal move.

    A stone and one of eight directions are drawn until they make a legal move, so all legal moves are equally likely."""
    # 1. the position in local variables, as the player to move sees it
    places = state.places
    board = state.bits[BOARD]
    ply = state.info[PLY]
    result = state.info[RESULT]
    player = ply & 1
    own = state.bits[player]
    other = state.bits[1 - player]
    begin = np.uint64(player * PLACES)
    n_own = _list_stones(own, places, begin)
    n_other = _list_stones(other, places, begin ^ np.uint64(PLACES))
    while result == GOING_ON:
        # 2. draw a legal move
        landing = ZERO
        place = ZERO
        move = ZERO
        for _ in range(MAX_REJECTIONS):
            drawn = next_below(rng, n_own << _3)
            place = begin + (drawn >> _3)
            move = (places[place] << _3) | (drawn & _7)
            landing = _landing(own, other, board, move)
            if landing != ZERO:
                break
        if landing == ZERO:
            break
        # 3. play it
        append_move(trace, np.int64(move))
        own ^= landing | (ONE << places[place])
        to = lowest_bit(landing)
        places[place] = to
        captured = other & landing != ZERO
        if captured:
            other ^= landing
            _remove_place(places, begin ^ np.uint64(PLACES), n_other, to)
            n_other -= ONE
        ply += 1
        result = _result_after(own, other, captured, player, ply)
        # 4. the other player's view
        own, other = other, own
        n_own, n_other = n_other, n_own
        player = 1 - player
        begin ^= np.uint64(PLACES)
    # 5. the position as it is now
    state.bits[player] = own
    state.bits[1 - player] = other
    state.info[PLY] = ply
    state.info[RESULT] = result


@kernel(entry=False)
def _draw_move(state, rng):
    """A uniformly random legal move, found by looking at all moves; PASS if there is none."""
    player = state.info[PLY] & 1
    left = state.bits[player]
    drawn = PASS
    n = ZERO
    while left != ZERO:
        first = lowest_bit(left) << _3
        left &= left - ONE
        for direction in range(8):
            move = first | np.uint64(direction)
            if _landing(state.bits[player], state.bits[1 - player], state.bits[BOARD], move) != ZERO:
                # the n-th legal move takes the place of the one kept so far with probability 1/n
                n += ONE
                if next_below(rng, n) == ZERO:
                    drawn = np.int64(move)
    return drawn


@game.run_playout.register(LinesOfAction)
@kernel
def run_playout(state, rng, game_params, trace):
    _play_by_rejection(state, rng, trace)
    while not is_over(state):
        move = _draw_move(state, rng)
        append_move(trace, move)
        play(state, move)
        _play_by_rejection(state, rng, trace)


# ---- as text ------------------------------------------------------------------------------------

def _name(cell):
    return "abcdefgh"[cell % 8] + str(cell // 8 + 1)


def _size(state):
    """7 or 8: the board's last cell is 9 (N - 1)."""
    return int(state.bits[BOARD]).bit_length() // 9 + 1


@game.observation_form.register(LinesOfAction)
def observation_form(state) -> game.ObservationForm:
    return game.ObservationForm((_size(state), _size(state), 3), 1)


@game.observe.register(LinesOfAction)
@kernel
def observe(state, player, out):
    # own stones, the other's, whether the first player looks
    at = 0
    for cell in range(np.uint64(64)):
        if (state.bits[BOARD] >> cell) & ONE != ZERO:
            out[at] = (state.bits[player] >> cell) & ONE
            out[at + 1] = (state.bits[1 - player] >> cell) & ONE
            out[at + 2] = 1 - player
            at += 3


@game.move_text.register(LinesOfAction)
def move_text(state, move) -> str:
    if move == PASS:
        return "pass"
    own, other = (int(state.bits[player]) for player in (to_play(state), 1 - to_play(state)))
    cell, (rows, columns) = move // 8, DIRECTIONS[move % 8]
    line = int(RAYS[move] | RAYS[move ^ 4]) | 1 << cell
    to = cell + ((own | other) & line).bit_count() * (8 * rows + columns)
    return _name(cell) + ("x" if other >> to & 1 else "-") + _name(to)


@game.draw.register(LinesOfAction)
def draw(state) -> str:
    black, white, board = (int(word) for word in state.bits)
    size = isqrt(board.bit_count())
    rows = [f"{row + 1} " + " ".join("X" if black >> cell & 1 else "O" if white >> cell & 1 else "."
                                     for cell in range(8 * row, 8 * row + size)) for row in reversed(range(size))]
    return "\n".join([*rows, "  " + " ".join("abcdefgh"[:size])])
