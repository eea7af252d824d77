"""New positions, copies, and positions set up from a diagram of stones (plain Python above one kernel)."""
from typing import TYPE_CHECKING

import numpy as np

from gopy.compiled.jit import kernel
from gopy.go.bitboard.layout import NO_POINT, blank_position, point_count
from gopy.go.bitboard.position import put_stone
from gopy.go.geometry import BLACK, EMPTY, WHITE, num_points, pass_move, points

if TYPE_CHECKING:
    from gopy.go.bitboard.layout import Position9, Position13, Position19, PositionAny


def new_position(size, room=None) -> "Position9 | Position13 | Position19 | PositionAny":
    """An empty board of `size` (2 to 25), Black to play, komi 0, simple ko, no suicide. ValueError for another size.

    room   see `blank_position`
    """
    position = blank_position(size, room)
    setup(position, [EMPTY] * num_points(size), BLACK)
    return position


def clone_position(position) -> "Position9 | Position13 | Position19 | PositionAny":
    """An independent copy of a position."""
    copy = new_position(int(position.tables[0].board_size))
    copy.block[:] = position.block
    return copy


def set_rules(position, komi, superko=0, suicide=0) -> None:
    """Set komi (White's points), superko (0 simple ko, 1 positional, 2 situational) and suicide (0 or 1)."""
    data = position.data[0]
    data.komi, data.superko, data.suicide = komi, superko, suicide


def setup(position, colours, to_play, ko_point=-1, passes=0, last=-1, last2=-1, last_ko=None) -> None:
    """Set up stones: `colours` (P ints) holds BLACK or WHITE for a point with a stone, anything else for the others.

    ko_point   the point that the ko rule forbids to the side to move
    passes     how many passes were played last
    last       the last move, and last2 the one before it
    last_ko    the point of the last ko that was taken; None: that of ko_point
    Where there is none, a point is -1.

    Every chain needs a liberty (ValueError otherwise). Rules and komi stay as they are.
    """
    data = position.data[0]
    n = int(position.tables[0].board_size)
    passing = pass_move(n)
    rules = data.komi, data.superko, data.suicide
    position.block[:] = 0
    data.komi, data.superko, data.suicide = rules
    on_board = points(n)
    data.empties[:len(on_board)] = on_board
    data.empty_at[on_board] = np.arange(len(on_board))
    data.empty_count = len(on_board)
    stones = np.array([p for p in on_board if colours[p] in (BLACK, WHITE)], np.int64)
    _add_stones(position, stones.astype(np.uint64), np.array(colours, np.int64)[stones].astype(np.uint64))
    if (data.liberty_count[data.chain[stones]] == 0).any():
        raise ValueError("a chain without liberties cannot be set up")
    data.to_play = to_play
    data.ko_point = NO_POINT if ko_point < 0 else ko_point
    last_ko = ko_point if last_ko is None else last_ko
    data.last_ko = NO_POINT if last_ko < 0 else last_ko
    data.passes = passes
    data.last = passing if last < 0 else last
    data.last2 = passing if last2 < 0 else last2


def setup_game(position, game, colour, passes) -> None:
    """Set up the position of a `history.Game` with `colour` to move, as if so many passes had been played last."""
    last, last2 = [*(move for _, move in game.moves[:-3:-1]), -1, -1][:2]
    setup(position, game.board.colours, colour, game.board.ko_for(colour), passes, last, last2, game.last_ko())


@kernel
def _add_stones(position, stones, colours):
    """Add the stones of a set-up, which capture nothing: their points and colours are uint64[number of stones]."""
    data = position.data[0]
    tables = position.tables[0]
    for number in range(stones.shape[0]):
        put_stone(position, stones[number], colours[number], False)
        data.hash ^= tables.zobrist[colours[number] * point_count(position) + stones[number]]
