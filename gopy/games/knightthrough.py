"""Knightthrough on 8x8: knights that move forward only; the first to reach the last rank wins.

Rules, those of the game description in Kowalski and others 2024 (PN-MCTS):

* Player 0, White (X), has a knight on every cell of ranks 1 and 2, player 1, Black (O), of ranks 7 and 8. White moves
  first.
* A knight moves as in chess, but only to the four cells ahead of it, and captures what it lands on; it may not land on
  a knight of its own.
* Whoever reaches the rank farthest from its own side wins.
* Whoever takes all knights of the other player wins, as the paper's text says. In its game description the other player
  passes until a knight gets through, which has the same result.

So a draw is impossible, and a pass is never needed: a player's foremost knight always has a move. Every move brings a
knight at least a rank forward, so a game ends after 161 plies at the latest.

Cell = 8*row + column, row 0 the first rank. Each player's knights are kept as that player sees them, row 0 nearest:
a cell's index there is cell ^ 56 for Black. So both players move up the board, and one kernel serves both.
"""
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.bits import ONE, ZERO, lowest_bit, popcount
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below
from gopy.game import append_move
from gopy.games.catalogue import register_game

#: A move is 4*cell + direction, the cell as White sees it.
NUM_MOVES = 4 * 64

# slots of `info`
PLY = 0
WINNER = 1          #: 0 while nobody has won, else 1 + the player

#: (rows, columns) of a knight's step in each direction.
DIRECTIONS = ((1, -2), (2, -1), (2, 1), (1, 2))

#: uint64[4], what a step in each direction adds to a cell.
STEPS = np.array([8 * rows + columns for rows, columns in DIRECTIONS], np.uint64)

#: uint64[4], the cells from which a step stays between the first and the last file.
INSIDE = np.array([sum(1 << cell for cell in range(64) if 0 <= cell % 8 + columns < 8) for _, columns in DIRECTIONS],
                  np.uint64)

#: The farthest rank.
GOAL = np.uint64(0xFF << 56)

#: cell ^ FLIP is the cell as the other player sees it.
FLIP = 56

_2 = np.uint64(2)
_3 = np.uint64(3)
_FLIP = np.uint64(FLIP)


class Knightthrough(NamedTuple):
    """A position; player 0 moves first."""

    knights: np.ndarray     #: uint64[2], cells of player 0 and of player 1, each as that player sees the board
    info: np.ndarray        #: int64[2], the slots PLY and WINNER


def new_knightthrough() -> Knightthrough:
    """The first position."""
    return Knightthrough(np.full(2, 0xFFFF, np.uint64), np.zeros(2, np.int64))


register_game("knightthrough", new_knightthrough)


@kernel(entry=False, inline=True)
def _targets(own, direction):
    """The cells that knights reach by a legal move in a direction (uint64), as their player sees them."""
    return ((own & INSIDE[direction]) << STEPS[direction]) & ~own


@game.num_moves.register(Knightthrough)
@kernel
def num_moves(state):
    return NUM_MOVES


@game.to_play.register(Knightthrough)
@kernel
def to_play(state):
    return state.info[PLY] & 1


@game.copy_state.register(Knightthrough)
@kernel
def copy_state(dst, src):
    for i in range(2):
        dst.knights[i] = src.knights[i]
        dst.info[i] = src.info[i]


@game.legal_moves.register(Knightthrough)
@kernel
def legal_moves(state, out):
    player = state.info[PLY] & 1
    own = state.knights[player]
    flip = np.uint64(player * FLIP)
    n = 0
    for d in range(4):
        direction = np.uint64(d)
        targets = _targets(own, direction)
        while targets != ZERO:
            out[n] = ((lowest_bit(targets) - STEPS[direction]) ^ flip) << _2 | direction
            n += 1
            targets &= targets - ONE
    return n


@game.play.register(Knightthrough)
@kernel
def play(state, move):
    player = state.info[PLY] & 1
    cell = (np.uint64(move) >> _2) ^ np.uint64(player * FLIP)
    to = cell + STEPS[np.uint64(move) & _3]
    own = state.knights[player] ^ (ONE << cell) ^ (ONE << to)
    other = state.knights[1 - player] & ~(ONE << (to ^ _FLIP))
    state.knights[player] = own
    state.knights[1 - player] = other
    state.info[PLY] += 1
    if own & GOAL != ZERO or other == ZERO:
        state.info[WINNER] = 1 + player


@game.is_over.register(Knightthrough)
@kernel
def is_over(state):
    return state.info[WINNER] != 0


@game.value.register(Knightthrough)
@kernel
def value(state):
    return 1.0 if state.info[WINNER] == 1 else 0.0


@kernel(entry=False, inline=True)
def _draw_move(own, rng):
    """(target as a bit, direction) of a random legal move, as its player sees it; all legal moves are equally likely."""
    far_left = _targets(own, ZERO)
    left = _targets(own, ONE)
    right = _targets(own, _2)
    far_right = _targets(own, _3)
    # the number of moves in each direction and all directions before it
    n0 = popcount(far_left)
    n1 = n0 + popcount(left)
    n2 = n1 + popcount(right)
    drawn = next_below(rng, n2 + popcount(far_right))
    if drawn < n1:
        if drawn < n0:
            targets = far_left
            direction = ZERO
        else:
            targets = left
            direction = ONE
            drawn -= n0
    elif drawn < n2:
        targets = right
        direction = _2
        drawn -= n1
    else:
        targets = far_right
        direction = _3
        drawn -= n2
    while drawn != ZERO:
        targets &= targets - ONE
        drawn -= ONE
    return targets & (~targets + ONE), direction


@game.run_playout.register(Knightthrough)
@kernel
def run_playout(state, rng, game_params, trace):
    # 1. the position in local variables, as the player to move sees it
    ply = state.info[PLY]
    winner = state.info[WINNER]
    player = ply & 1
    own = state.knights[player]
    other = state.knights[1 - player]
    while winner == 0:
        # 2. draw a move and play it
        target, direction = _draw_move(own, rng)
        to = lowest_bit(target)
        cell = to - STEPS[direction]
        append_move(trace, np.int64((cell ^ np.uint64(player * FLIP)) << _2 | direction))
        own ^= target | (ONE << cell)
        other &= ~(ONE << (to ^ _FLIP))
        ply += 1
        if target & GOAL != ZERO or other == ZERO:
            winner = 1 + player
        # 3. the other player's view
        own, other = other, own
        player = 1 - player
    # 4. the position as it is now
    state.knights[player] = own
    state.knights[1 - player] = other
    state.info[PLY] = ply
    state.info[WINNER] = winner


# ---- as text ------------------------------------------------------------------------------------

def _name(cell):
    return "abcdefgh"[cell % 8] + str(cell // 8 + 1)


@game.observation_form.register(Knightthrough)
def observation_form(state) -> game.ObservationForm:
    return game.ObservationForm((8, 8, 3), 1)


@game.observe.register(Knightthrough)
@kernel
def observe(state, player, out):
    # own knights, the other's, whether the first player looks; rows as player 0 sees them
    for cell in range(np.uint64(64)):
        first = (state.knights[0] >> cell) & ONE
        second = (state.knights[1] >> (cell ^ _FLIP)) & ONE
        at = np.int64(_3 * cell)
        out[at + player] = first
        out[at + 1 - player] = second
        out[at + 2] = 1 - player


@game.move_text.register(Knightthrough)
def move_text(state, move) -> str:
    player = to_play(state)
    rows, columns = DIRECTIONS[move % 4]
    cell = move // 4
    to = cell + (8 - 16 * player) * rows + columns
    taken = int(state.knights[1 - player]) >> (to ^ (FLIP - FLIP * player)) & 1
    return _name(cell) + ("x" if taken else "-") + _name(to)


@game.draw.register(Knightthrough)
def draw(state) -> str:
    white, black = (int(word) for word in state.knights)
    rows = [f"{row + 1} " + " ".join("X" if white >> cell & 1 else "O" if black >> (cell ^ FLIP) & 1 else "."
                                     for cell in range(8 * row, 8 * row + 8)) for row in reversed(range(8))]
    return "\n".join([*rows, "  a b c d e f g h"])
