"""Capture Go on 5x5 to 9x9: whoever first captures so many stones wins. Children learn Go by it.

Stones are played and taken as in Go; suicide is forbidden, and so is to take back a ko at once. Both may pass. After two passes in a row
whoever has captured more wins, and as many on both sides are a draw. Each capture brings the end nearer, so no game goes on for ever.

The board is a position of Go (gopy.go.bitboard). Moves are its points, and the pass. All sizes share one record, and so one search.
"""
from typing import NamedTuple

import numpy as np

import gopy.games.go  # noqa: F401 (draws the board)
from gopy import game
from gopy.compiled.bits import INDEX_MASK, INDEX_SHIFT, ONE, ZERO, lowest_bit
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below
from gopy.game import append_move
from gopy.games.catalogue import register_game
from gopy.go.bitboard.construct import new_position, setup_game
from gopy.go.bitboard.layout import NO_POINT, TWO, PositionAny, point_count, size_of, word_count
from gopy.go.bitboard.position import is_eye, is_legal, is_placeable, last_liberty, next_chain, pass_turn, play_stone, window
from gopy.go.bitboard.tactics import has_liberties_after
from gopy.go.geometry import BLACK, WHITE, vertex_text
from gopy.go.history import Game

#: The sizes of boards, and the most stones that can be asked for.
SMALLEST, LARGEST, MOST_STONES = 5, 9, 20

#: Slots of `info`: the stones that player 0 and player 1 have captured, and how many win.
CAPTURED, GOAL = 0, 2

_PLANES = 7


class CaptureGo(NamedTuple):
    """A position; player 0 has the black stones and moves first, but after a handicap."""

    position: PositionAny   #: the stones and whose turn it is, in a record made for 9x9
    info: np.ndarray        #: int64[3], the slots CAPTURED (two) and GOAL


def new_capture_go(size=7, stones=1) -> CaptureGo:
    """The empty board of a size from 5 to 9; who has captured `stones` stones wins, 1 to 20. ValueError for other numbers."""
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"capture_go is played on {SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST}, not on {size}x{size}")
    if not 1 <= stones <= MOST_STONES:
        raise ValueError(f"stones: 1 to {MOST_STONES} captured stones win, not {stones}")
    return CaptureGo(PositionAny(*new_position(size, room=LARGEST)), np.array([0, 0, stones], np.int64))


def from_game(played: Game, stones: int) -> CaptureGo:
    """The position of a game of Go that is played as capture Go, as it stands. ValueError for a size that is not played."""
    state = new_capture_go(played.size, stones)
    setup_game(state.position, played, played.to_play, played.passes)
    for player in (BLACK, WHITE):
        state.info[CAPTURED + player] = played.board.captures[player]
    return state


register_game("capture_go", new_capture_go, variants=({"size": 5, "stones": 1}, {"size": 7, "stones": 3}))


@game.clone_state.register(CaptureGo)
def clone_state(state) -> CaptureGo:
    copy = new_capture_go(int(state.position.tables[0].board_size), int(state.info[GOAL]))
    copy.position.block[:] = state.position.block
    copy.info[:] = state.info
    return copy


@game.copy_state.register(CaptureGo)
@kernel
def copy_state(dst, src):
    for i in range(np.uint64(len(src.position.block))):
        dst.position.block[i] = src.position.block[i]
    for i in range(3):
        dst.info[i] = src.info[i]


@game.num_moves.register(CaptureGo)
@kernel
def num_moves(state):
    return np.int64(point_count(state.position)) + 1


@game.pass_move.register(CaptureGo)
@kernel
def pass_move(state):
    return np.int64(point_count(state.position))


@game.to_play.register(CaptureGo)
@kernel
def to_play(state):
    return np.int64(state.position.data[0].to_play)


@game.legal_moves.register(CaptureGo)
@kernel
def legal_moves(state, out):
    position = state.position
    data = position.data[0]
    n = 0
    for i in range(data.empty_count):
        point = np.uint64(data.empties[i])
        if is_legal(position, point, data.to_play):
            out[n] = point
            n += 1
    out[n] = point_count(position)
    return n + 1


@kernel(entry=False)
def _play(state, point):
    """Play a stone, and count what it captures: the points that it frees."""
    data = state.position.data[0]
    player = np.int64(data.to_play)
    before = np.int64(data.empty_count)
    play_stone(state.position, point, data.to_play)
    state.info[CAPTURED + player] += np.int64(data.empty_count) - before + 1


@game.play.register(CaptureGo)
@kernel
def play(state, move):
    if np.uint64(move) == point_count(state.position):
        pass_turn(state.position)
    else:
        _play(state, np.uint64(move))


@game.is_over.register(CaptureGo)
@kernel
def is_over(state):
    # only the player who has just moved can have captured
    return state.position.data[0].passes >= TWO or state.info[CAPTURED + 1 - np.int64(state.position.data[0].to_play)] >= state.info[GOAL]


@game.value.register(CaptureGo)
@kernel
def value(state):
    first = state.info[CAPTURED]
    second = state.info[CAPTURED + 1]
    return 1.0 if first > second else (0.0 if first < second else 0.5)


# ---- playouts -----------------------------------------------------------------------------------

@kernel(entry=False)
def _capture(position, colour):
    """A legal point where `colour` captures, NO_POINT if there is none."""
    data = position.data[0]
    w_count = word_count(position)
    for i in range(w_count):
        chains = data.atari[(colour ^ ONE) * w_count + i]
        while chains != ZERO:
            point = last_liberty(position, (i << INDEX_SHIFT) + lowest_bit(chains))
            chains &= chains - ONE
            if point != data.ko_point:
                return point
    return NO_POINT


@kernel(entry=False)
def _escape(position, colour):
    """A point where a chain of `colour` in atari gets two liberties, NO_POINT if there is none."""
    data = position.data[0]
    w_count = word_count(position)
    for i in range(w_count):
        chains = data.atari[colour * w_count + i]
        while chains != ZERO:
            point = last_liberty(position, (i << INDEX_SHIFT) + lowest_bit(chains))
            chains &= chains - ONE
            if has_liberties_after(position, point, colour, TWO):
                return point
    return NO_POINT


@kernel(entry=False)
def _quiet(position, colour, rng):
    """A random point that is no eye of `colour` and leaves the stone there two liberties; NO_POINT if there is none."""
    data = position.data[0]
    left = data.empty_count
    start = next_below(rng, left)
    for i in range(left):
        at = start + np.uint64(i)
        point = np.uint64(data.empties[at if at < left else at - left])
        if (is_placeable(position, point, colour) and not is_eye(position, point, colour)
                and has_liberties_after(position, point, colour, TWO)):
            return point
    return NO_POINT


@game.run_playout.register(CaptureGo)
@kernel(inline=True)
def run_playout(state, rng, game_params, trace):
    """Each captures where it can, else saves stones from atari, else plays at random, but into no atari; else it passes."""
    position = state.position
    data = position.data[0]
    while not is_over(state):
        colour = data.to_play
        point = _capture(position, colour)
        if point == NO_POINT:
            point = _escape(position, colour)
        if point == NO_POINT and data.empty_count != ZERO:
            point = _quiet(position, colour, rng)
        if point == NO_POINT:
            append_move(trace, np.int64(point_count(position)))
            pass_turn(position)
        else:
            append_move(trace, np.int64(point))
            _play(state, point)


# ---- what is known of good moves -----------------------------------------------------------------

@kernel(entry=False)
def _taken(position, point, colour):
    """How many stones `colour` captures by playing at the empty `point`."""
    data = position.data[0]
    around = window(position, colour ^ ONE, point) & position.tables[0].orthogonals[point]
    stones = 0
    while around != ZERO:
        chain, around = next_chain(position, point, around)
        if data.liberty_count[chain] == 1:
            stones += np.int64(data.stone_count[chain])
    return stones


@kernel(entry=False)
def _threat(position, colour, missing):
    """A chain of `colour` in atari with at least so many stones; NO_POINT if there is none."""
    data = position.data[0]
    w_count = word_count(position)
    for i in range(w_count):
        chains = data.atari[colour * w_count + i]
        while chains != ZERO:
            chain = (i << INDEX_SHIFT) + lowest_bit(chains)
            chains &= chains - ONE
            if np.int64(data.stone_count[chain]) >= missing:
                return chain
    return NO_POINT


@game.prune_moves.register(CaptureGo)
@kernel(inline=True)
def prune_moves(state, moves, n, game_params):
    """A capture that wins is the only move. Where the opponent threatens one, only moves that save the chain or capture something may be
    better than others."""
    position = state.position
    data = position.data[0]
    colour = data.to_play
    player = np.int64(colour)
    missing = state.info[GOAL] - state.info[CAPTURED + player]
    for i in range(n):
        if np.uint64(moves[i]) != point_count(position) and _taken(position, np.uint64(moves[i]), colour) >= missing:
            moves[0] = moves[i]
            return 1
    chain = _threat(position, colour, state.info[GOAL] - state.info[CAPTURED + 1 - player])
    if chain == NO_POINT:
        return n
    liberty = last_liberty(position, chain)
    kept = 0
    for i in range(n):
        point = np.uint64(moves[i])
        if point != point_count(position) and (point == liberty or _taken(position, point, colour) > 0):
            moves[kept] = moves[i]
            kept += 1
    return kept if kept > 0 else n


# ---- as text, and as an array -------------------------------------------------------------------

@game.move_text.register(CaptureGo)
def move_text(state, move) -> str:
    return vertex_text(int(move), int(state.position.tables[0].board_size))


@game.draw.register(CaptureGo)
def draw(state) -> str:
    first, second, goal = (int(number) for number in state.info)
    return f"{game.draw(state.position)}\ncaptured: X {first}, O {second} of {goal}"


@game.observation_form.register(CaptureGo)
def observation_form(state) -> game.ObservationForm:
    n = int(state.position.tables[0].board_size)
    return game.ObservationForm((n, n, _PLANES), MOST_STONES)


@game.observe.register(CaptureGo)
@kernel
def observe(state, player, out):
    # own stones, the other's, the ko, whether the last move was a pass, what each still has to capture, whether the first player looks
    position = state.position
    data = position.data[0]
    n = size_of(position)
    apart = word_count(position) + TWO
    at = 0
    for row in range(n):
        for column in range(n):
            point = row * (n + ONE) + column
            word = ONE + (point >> INDEX_SHIFT)
            out[at] = (data.stones[np.uint64(player) * apart + word] >> (point & INDEX_MASK)) & ONE
            out[at + 1] = (data.stones[np.uint64(1 - player) * apart + word] >> (point & INDEX_MASK)) & ONE
            out[at + 2] = np.int64(data.ko_point == point)
            out[at + 3] = np.int64(data.passes != ZERO)
            out[at + 4] = max(0, state.info[GOAL] - state.info[CAPTURED + player])
            out[at + 5] = max(0, state.info[GOAL] - state.info[CAPTURED + 1 - player])
            out[at + 6] = 1 - player
            at += _PLANES
