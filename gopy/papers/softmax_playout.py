"""The softmax playout: each move is drawn with a probability in proportion to its learnt weight (playout_weights.py).

The weights of all empty points by their 3x3 neighbourhoods, for both colours, are kept up to date from move to move in a work
record, with their sums by rows. Before each draw the weights of the few moves with other features are multiplied, and put back
after it. Whether a move is legal, or a bad self-atari, is asked only when it is drawn: it may then be taken back.

`game_params` is any record with `softmax_table`, `softmax_work` (one record of SOFTMAX_WORK, of one thread), `table` and `length`.
"""
import numpy as np

from gopy.compiled.bits import INDEX_SHIFT, ONE, ZERO, lowest_bit
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_double
from gopy.game import append_move
from gopy.go.bitboard.layout import TWO, point_count, size_of, word_count
from gopy.go.bitboard.position import is_placeable, last_liberty, pass_turn, play_stone, window, window_point
from gopy.go.bitboard.tactics import has_liberties_after, is_bad_self_atari
from gopy.go.geometry import MAX_SIZE, num_points
from gopy.go.knowledge.patterns import matches_pattern, neighbourhood
from gopy.papers.playout_weights import SHAPES, UNIT

#: The places of MOVE_FEATURES, which are also the bits of `marks`.
NEXT, DIAGONAL, PATTERN, TAKE_ONE, TAKE_MORE, SAVE_ONE, SAVE_MORE, SELF_ATARI = range(8)

#: The largest weight of a move, in units: with it, products and sums stay within 64 bits.
MOST = np.uint64(1 << 38)
_UNIT_SHIFT = np.uint64(16)
_FEATURES = np.uint64(SHAPES)

_MOST_POINTS = num_points(MAX_SIZE)

#: The work record, with room for every board size: of a board with P points and N rows it uses the beginnings of the fields.
SOFTMAX_WORK = np.dtype([
    ("weight", np.uint64, (2 * _MOST_POINTS,)),     # [2 P]: of Black's moves, then of White's; 0 where a stone or an own eye is
    ("row_weight", np.uint64, (2 * MAX_SIZE,)),     # [2 N]: their sums
    ("marks", np.uint8, (_MOST_POINTS,)),           # [P]: bit i: the move has feature i of MOVE_FEATURES
    ("marked", np.uint16, (_MOST_POINTS,)),         # [P]: the points whose weights differ, and
    ("kept", np.uint64, (_MOST_POINTS,))], align=True)     # [P]: what their weights were


def new_softmax_work() -> np.ndarray:
    """An empty work record, in an array of one. Each thread needs its own."""
    return np.zeros(1, SOFTMAX_WORK).view(np.recarray)


@kernel(entry=False)
def _set_weight(position, work, colour, point, weight):
    n = size_of(position)
    at = colour * point_count(position) + point
    row = colour * n + point // (n + ONE)
    work.row_weight[row] = work.row_weight[row] - work.weight[at] + weight
    work.weight[at] = weight


@kernel(entry=False)
def _weigh_point(position, point, game_params):
    """Set the weights of the empty `point` for both colours by its neighbourhood."""
    for colour in (ZERO, ONE):
        index = neighbourhood(position, point, colour)
        _set_weight(position, game_params.softmax_work[0], colour, point, np.uint64(game_params.softmax_table[index]))


@kernel(entry=False)
def _weigh_around(position, point, game_params):
    """Set the weights of the empty points around `point` anew."""
    tables = position.tables[0]
    around = tables.orthogonals[point] | tables.diagonals[point]
    around &= ~(window(position, ZERO, point) | window(position, ONE, point))
    while around != ZERO:
        _weigh_point(position, window_point(position, point, lowest_bit(around)), game_params)
        around &= around - ONE


@kernel(entry=False)
def fill_weights(position, game_params):
    """Set the weights of all points."""
    data, work = position.data[0], game_params.softmax_work[0]
    for at in range(TWO * point_count(position)):
        work.weight[at] = ZERO
    for at in range(TWO * size_of(position)):
        work.row_weight[at] = ZERO
    for i in range(data.empty_count):
        _weigh_point(position, np.uint64(data.empties[i]), game_params)


@kernel(entry=False)
def play_weighted(position, point, game_params):
    """Play a legal stone and bring the weights up to date."""
    data = position.data[0]
    first_captured = data.empty_count - ONE     # captured points are added to the list of empties
    play_stone(position, point, data.to_play)
    _set_weight(position, game_params.softmax_work[0], ZERO, point, ZERO)
    _set_weight(position, game_params.softmax_work[0], ONE, point, ZERO)
    _weigh_around(position, point, game_params)
    for i in range(first_captured, data.empty_count):
        captured = np.uint64(data.empties[i])
        _weigh_point(position, captured, game_params)
        _weigh_around(position, captured, game_params)


# ---------------------------------------------------------------- the weights of one move

@kernel(entry=False)
def _reweigh(position, work, count, point, weight):
    """Change the weight of a move until `put_back`; returns the new count of marked points."""
    colour = position.data[0].to_play
    if work.marks[point] == 0:
        work.marked[count] = point
        work.kept[count] = work.weight[colour * point_count(position) + point]
        count += ONE
    _set_weight(position, work, colour, point, weight)
    return count


@kernel(entry=False)
def _mark(position, count, point, feature, game_params):
    """Multiply the weight of a move by that of a feature, unless it has it already; returns the new count."""
    work = game_params.softmax_work[0]
    mark = np.uint8(1 << feature)
    if work.marks[point] & mark != 0:
        return count
    weight = work.weight[position.data[0].to_play * point_count(position) + point]
    factor = np.uint64(game_params.softmax_table[_FEATURES + np.uint64(feature)])
    count = _reweigh(position, work, count, point, min((weight * factor) >> _UNIT_SHIFT, MOST))
    work.marks[point] |= mark
    return count


@kernel(entry=False)
def mark_moves(position, game_params):
    """Multiply the weights of the moves that have features, self-atari left out; returns the count of marked points."""
    data = position.data[0]
    tables = position.tables[0]
    colour = data.to_play
    w_count = word_count(position)
    count = ZERO
    last = data.last
    if last < point_count(position):
        orthogonal = tables.orthogonals[last]
        around = (orthogonal | tables.diagonals[last]) & ~(window(position, ZERO, last) | window(position, ONE, last))
        while around != ZERO:
            lowest = around & (~around + ONE)
            point = window_point(position, last, lowest_bit(around))
            around ^= lowest
            count = _mark(position, count, point, NEXT if lowest & orthogonal != ZERO else DIAGONAL, game_params)
            if matches_pattern(position, game_params.table, point, colour):
                count = _mark(position, count, point, PATTERN, game_params)
    for side in (ZERO, ONE):
        for i in range(w_count):
            chains = data.atari[side * w_count + i]
            while chains != ZERO:
                chain = (i << INDEX_SHIFT) + lowest_bit(chains)
                chains &= chains - ONE
                point = last_liberty(position, chain)
                more = data.stone_count[chain] > 1
                if side != colour:
                    count = _mark(position, count, point, TAKE_MORE if more else TAKE_ONE, game_params)
                elif has_liberties_after(position, point, colour, TWO):
                    count = _mark(position, count, point, SAVE_MORE if more else SAVE_ONE, game_params)
    return count


@kernel(entry=False)
def mark_illegal_and_self_atari(position, count, game_params):
    """Do for all moves what `draw` does for those that it draws; returns the new count. For learning, which needs every
    probability."""
    data, work = position.data[0], game_params.softmax_work[0]
    for i in range(data.empty_count):
        point = np.uint64(data.empties[i])
        if work.weight[data.to_play * point_count(position) + point] == ZERO:
            continue
        if point == data.ko_point or not is_placeable(position, point, data.to_play):
            count = _reweigh(position, work, count, point, ZERO)
        elif is_bad_self_atari(position, point, data.to_play):
            count = _mark(position, count, point, SELF_ATARI, game_params)
    return count


@kernel(entry=False)
def total_weight(position, work):
    """The sum of the weights of the moves of the player to move; `work` is a record of SOFTMAX_WORK."""
    colour, n = position.data[0].to_play, size_of(position)
    total = ZERO
    for row in range(colour * n, (colour + ONE) * n):
        total += work.row_weight[row]
    return total


@kernel(entry=False)
def _draw_any(position, work, total, rng):
    """A point, drawn by the weights as they are."""
    colour, n = position.data[0].to_play, size_of(position)
    left = np.uint64(next_double(rng) * np.float64(total))
    row = colour * n
    while left >= work.row_weight[row]:
        left -= work.row_weight[row]
        row += ONE
    first = colour * point_count(position)
    at = first + (row - colour * n) * (n + ONE)
    while left >= work.weight[at]:
        left -= work.weight[at]
        at += ONE
    return at - first


@kernel(entry=False)
def draw(position, count, game_params, rng):
    """A legal move, drawn by the weights, the pass if none has a weight; returns (move, the new count of marked points)."""
    data, work = position.data[0], game_params.softmax_work[0]
    colour = data.to_play
    while True:
        total = total_weight(position, work)
        if total == ZERO:
            return point_count(position), count
        point = _draw_any(position, work, total, rng)
        if work.marks[point] >> SELF_ATARI & 1 != 0:      # its weight is right already
            return point, count
        if point == data.ko_point or not is_placeable(position, point, colour):
            count = _reweigh(position, work, count, point, ZERO)
            continue
        if not is_bad_self_atari(position, point, colour):
            return point, count
        count = _mark(position, count, point, SELF_ATARI, game_params)
        if next_double(rng) * UNIT < game_params.softmax_table[_FEATURES + np.uint64(SELF_ATARI)]:
            return point, count


@kernel(entry=False)
def put_back(position, work, count):
    """Give the `count` marked points the weights that they had before; `work` is a record of SOFTMAX_WORK."""
    for i in range(count):
        point = np.uint64(work.marked[count - ONE - i])
        _set_weight(position, work, position.data[0].to_play, point, work.kept[count - ONE - i])
        work.marks[point] = 0


# ---------------------------------------------------------------- the playout

@kernel(entry=False)
def softmax_move(position, game_params, rng):
    """A move drawn by its probability. The weights must be up to date (`fill_weights`, `play_weighted`)."""
    count = mark_moves(position, game_params)
    move, count = draw(position, count, game_params, rng)
    put_back(position, game_params.softmax_work[0], count)
    return move


@kernel(entry=False)
def play_softmax(game_params, position, rng, trace):
    """Play to two passes or the greatest length and append the moves to `trace`."""
    data = position.data[0]
    n = size_of(position)
    left = np.int64(game_params.length * np.float64(n * n))
    fill_weights(position, game_params)
    while data.passes < TWO and left > 0:
        left -= 1
        move = softmax_move(position, game_params, rng)
        append_move(trace, move)
        if move == point_count(position):
            pass_turn(position)
        else:
            play_weighted(position, move, game_params)
