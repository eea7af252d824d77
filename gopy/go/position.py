"""A Go position on bitboards: stones, chains with exact liberties, legality, play.

Points are numbered row * (N + 1) + column, so the last column of each row of bits is an empty gap and a
shift by one never wraps onto the board. A bitset of points is W words of 64 bits (W = 2, 3, 6 for 9, 13,
19). The board size is part of the TYPE of the common sizes, a literal to the compiler.

All that a position is lies in one record, `position.data[0]` (P = N * (N + 1) points, PASS = P):
    stones        uint64[2 * (W + 2)]  words of Black, then of White, each between two guard words
    liberties     uint64[P * W]   bitset of liberties by chain id
    atari         uint64[2 * W]   per colour, the ids of chains with one liberty
    liberty_count int16[P]        by chain id
    stone_count   uint16[P]       by chain id
    chain         uint16[P]       chain id of a stone: one of the chain's points
    next_stone    uint16[P]       the chain's stones as a circular list
    empties       uint16[P]       the empty points, in no order, `empty_count` of them
    empty_at      uint16[P]       where an empty point stands in `empties`
    scalars       see _SCALARS
    work, queue   room for flood fills and candidate moves; they hold nothing between calls
    distance, frontier   chain distances and the points reached (prior.py), lists of a few points (tactics.py)
    strength      float32[P]      of moves, by the learnt features (prior.py)
    rules_fired   int64[8]        how often each rule of the playout gave the move (playout.py)
A record, because it reaches a kernel as one pointer where loose arrays would be seven words each; playouts
with rules are twice as fast for it. `position.block` is the part of the same memory that a copy takes, `position.spare` room to keep
it while a ladder is read.
"""
import itertools
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gopy.bits import INDEX_MASK, INDEX_SHIFT, ONE, ZERO, bit, lowest_bit, popcount
from gopy.game import implements, verb
from gopy.go import geometry as board
from gopy.go.geometry import BLACK, WHITE
from gopy.go.zobrist import side_key, zobrist_keys
from gopy.jit import kernel

TWO = np.uint64(2)
NO_POINT = np.uint64(0xFFFF)
QUEUE_LENGTH = 160

_SCALARS = [
    ("hash", np.uint64),          # xor of the Zobrist keys of the stones; kept by play, not by place
    ("empty_count", np.uint64),
    ("to_play", np.uint64),       # 0 Black, 1 White
    ("ko_point", np.uint64),      # the point simple ko forbids, NO_POINT if none
    ("passes", np.uint64),        # consecutive passes just made
    ("last", np.uint64),          # last move; P for a pass or none
    ("last2", np.uint64),         # the move before it
    ("move_number", np.uint64),
    ("ko_age", np.uint64),        # move_number when ko_point was last set
    ("last_ko", np.uint64),       # the latest ko_point, NO_POINT if there was none
    ("superko", np.uint64),       # 0 simple ko only, 1 positional, 2 situational
    ("suicide", np.uint64),       # whether several stones may be suicided
    ("komi", np.float64),
]


def _data_dtype(size):
    points = size * (size + 1)
    words = (points + 63) // 64
    return np.dtype(_SCALARS + [
        ("stones", np.uint64, (2 * (words + 2),)), ("liberties", np.uint64, (points * words,)),
        ("atari", np.uint64, (2 * words,)), ("liberty_count", np.int16, (points,)),
        ("stone_count", np.uint16, (points,)), ("chain", np.uint16, (points,)),
        ("next_stone", np.uint16, (points,)), ("empties", np.uint16, (points,)), ("empty_at", np.uint16, (points,)),
        ("work", np.uint64, (4 * (words + 2),)), ("queue", np.uint16, (QUEUE_LENGTH,)),
        ("distance", np.uint8, (points,)), ("frontier", np.uint16, (points,)), ("strength", np.float32, (points,)),
        ("rules_fired", np.int64, (8,))], align=True)


def _tables_dtype(size):
    """Tables of one board size. Windows are 3x3 neighbourhoods as `window` returns them."""
    points = size * (size + 1)
    words = (points + 63) // 64
    return np.dtype([
        ("board_size", np.uint64), ("side_key", np.uint64),
        ("board", np.uint64, (words,)),                     # the points on the board
        ("neighbour_mask", np.uint64, (points * words,)),
        ("orthogonals", np.uint64, (points,)),               # window mask of the neighbours on the board
        ("diagonals", np.uint64, (points,)),
        ("off_board", np.uint64, (points,)),                # window mask of the neighbours off the board
        ("eye_spare", np.uint64, (points,)),                # diagonals an eye may lose: 1, at the edge 0
        ("zobrist", np.uint64, (2 * points,)),
        ("line", np.uint8, (points,))], align=True)         # 1 on the first line


class Position9(NamedTuple):
    data: np.ndarray      # one record
    tables: np.ndarray    # one record, shared by all positions of the size
    block: np.ndarray     # uint64[]: the memory of `data` but for its work areas
    spare: np.ndarray     # uint64[]: as long as `block`


class Position13(NamedTuple):
    data: np.ndarray
    tables: np.ndarray
    block: np.ndarray
    spare: np.ndarray


class Position19(NamedTuple):
    data: np.ndarray
    tables: np.ndarray
    block: np.ndarray
    spare: np.ndarray


class PositionAny(NamedTuple):
    """Any size up to MAX_SIZE, in records made for the largest."""
    data: np.ndarray
    tables: np.ndarray
    block: np.ndarray
    spare: np.ndarray


POSITION_TYPES = (Position9, Position13, Position19, PositionAny)
_TYPE_OF_SIZE = {9: Position9, 13: Position13, 19: Position19}


@verb
def size_of(position):
    """Board size N; a literal for the sizes that have their own type."""


@implements(size_of, Position9)
@kernel(entry=False)
def _size_9(position):
    return np.uint64(9)


@implements(size_of, Position13)
@kernel(entry=False)
def _size_13(position):
    return np.uint64(13)


@implements(size_of, Position19)
@kernel(entry=False)
def _size_19(position):
    return np.uint64(19)


@implements(size_of, PositionAny)
@kernel(entry=False)
def _size_any(position):
    tables = position.tables[0]
    return tables.board_size


@kernel(entry=False)
def point_count(position):
    """P = N * (N + 1), also the number of the pass move."""
    n = size_of(position)
    return n * (n + ONE)


@kernel(entry=False)
def word_count(position):
    """W, the words of a bitset of points."""
    n = size_of(position)
    return (n * (n + ONE) + np.uint64(63)) >> INDEX_SHIFT


# ---------------------------------------------------------------- construction (plain Python)

@lru_cache(maxsize=None)
def _tables(n):
    stride, points = n + 1, n * (n + 1)
    words = (points + 63) // 64
    array = np.zeros(1, _tables_dtype(n if n in _TYPE_OF_SIZE else board.MAX_SIZE)).view(np.recarray)
    tables = array[0]
    tables.board_size = n
    tables.side_key = side_key()
    keys = zobrist_keys(n)
    tables.zobrist[:2 * points] = list(keys[BLACK]) + list(keys[WHITE])
    for p in board.points(n):
        row, column = divmod(p, stride)
        tables.board[p // 64] |= ONE << np.uint64(p % 64)
        tables.line[p] = 1 + min(row, column, n - 1 - row, n - 1 - column)
        for q in board.neighbours(p, n):
            tables.neighbour_mask[p * words + q // 64] |= ONE << np.uint64(q % 64)
        for down, across in itertools.product((-1, 0, 1), repeat=2):
            if (down, across) == (0, 0):
                continue
            mark = ONE << np.uint64((down + 1) * stride + across + 1)
            if not (0 <= row + down < n and 0 <= column + across < n):
                tables.off_board[p] |= mark
            elif down == 0 or across == 0:
                tables.orthogonals[p] |= mark
            else:
                tables.diagonals[p] |= mark
        tables.eye_spare[p] = 0 if tables.off_board[p] else 1
    return array


def new_position(size):
    """An empty board of `size` (2 to 25), Black to play, komi 0, simple ko, no suicide."""
    if not 2 <= size <= board.MAX_SIZE:
        raise ValueError("unacceptable size")
    dtype = _data_dtype(size if size in _TYPE_OF_SIZE else board.MAX_SIZE)
    memory = np.zeros(dtype.itemsize // 8, np.uint64)
    block = memory[:dtype.fields["work"][1] // 8]
    position = _TYPE_OF_SIZE.get(size, PositionAny)(
        data=memory.view(dtype).view(np.recarray), tables=_tables(size),
        block=block, spare=np.zeros_like(block))
    setup(position, [board.EMPTY] * board.num_points(size), BLACK)
    return position


def clone_position(position):
    """An independent copy of a position."""
    copy = new_position(int(position.tables[0].board_size))
    copy.block[:] = position.block
    return copy


def set_rules(position, komi, superko=0, suicide=0):
    """Set komi (White's points), superko (0 simple ko, 1 positional, 2 situational) and suicide (0 or 1)."""
    data = position.data[0]
    data.komi, data.superko, data.suicide = komi, superko, suicide


def setup(position, colours, to_play, ko_point=-1, passes=0, last=-1, last2=-1):
    """Put stones: `colours` holds BLACK, WHITE or anything else for each point (P ints).

    Every chain needs a liberty (ValueError otherwise). Rules and komi stay as they are.
    """
    data = position.data[0]
    n = int(position.tables[0].board_size)
    passing = board.pass_move(n)
    rules = data.komi, data.superko, data.suicide
    position.block[:] = 0
    data.komi, data.superko, data.suicide = rules
    on_board = board.points(n)
    data.empties[:len(on_board)] = on_board
    data.empty_at[on_board] = np.arange(len(on_board))
    data.empty_count = len(on_board)
    stones = [p for p in on_board if colours[p] in (BLACK, WHITE)]
    for p in stones:
        _add_stone(position, np.uint64(p), np.uint64(colours[p]))
    if (data.liberty_count[data.chain[stones]] == 0).any():
        raise ValueError("a chain without liberties cannot be set up")
    data.to_play = to_play
    data.ko_point = data.last_ko = NO_POINT if ko_point < 0 else ko_point
    data.passes = passes
    data.last = passing if last < 0 else last
    data.last2 = passing if last2 < 0 else last2


@kernel
def _add_stone(position, point, colour):
    """Add one stone of a set-up, capturing nothing."""
    data = position.data[0]
    tables = position.tables[0]
    _put(position, point, colour, False)
    data.hash ^= tables.zobrist[colour * point_count(position) + point]


# ---------------------------------------------------------------- looking

@kernel(entry=False)
def window(position, colour, point):
    """The 3x3 neighbourhood of `point` among the stones of `colour`.

    Bit r * (N + 1) + c stands for row r, column c of the neighbourhood, counted from its lower left.
    """
    data = position.data[0]
    n = size_of(position)
    start = point + np.uint64(62) - n
    first = colour * (word_count(position) + TWO) + (start >> INDEX_SHIFT)
    shift = start & INDEX_MASK
    return (data.stones[first] >> shift) | ((data.stones[first + ONE] << (INDEX_MASK - shift)) << ONE)


@kernel(entry=False)
def has_stone(position, colour, point):
    """Whether a stone of `colour` stands on `point`; False off the board."""
    data = position.data[0]
    at = colour * (word_count(position) + TWO) + ONE + (point >> INDEX_SHIFT)
    return (data.stones[at] >> (point & INDEX_MASK)) & ONE != ZERO


@kernel(entry=False)
def window_point(position, point, offset):
    """The point at bit `offset` of the window around `point`."""
    return point + offset - (size_of(position) + TWO)


@kernel(entry=False)
def chain_of(position, point):
    """Id of the chain of the stone on `point`."""
    data = position.data[0]
    return np.uint64(data.chain[point])


@kernel(entry=False)
def last_liberty(position, chain):
    """The lowest liberty of a chain that has one."""
    data = position.data[0]
    w_count = word_count(position)
    base = chain * w_count
    for i in range(w_count):
        word = data.liberties[base + i]
        if word != ZERO:
            return (i << INDEX_SHIFT) + lowest_bit(word)
    return NO_POINT


@kernel(entry=False)
def other_liberty(position, chain, point):
    """The lowest liberty of a chain except `point`; NO_POINT if there is none."""
    data = position.data[0]
    w_count = word_count(position)
    base = chain * w_count
    for i in range(w_count):
        word = data.liberties[base + i]
        if i == point >> INDEX_SHIFT:
            word &= ~bit(point)
        if word != ZERO:
            return (i << INDEX_SHIFT) + lowest_bit(word)
    return NO_POINT


@kernel(entry=False)
def is_eye(position, point, colour):
    """Whether the empty `point` is an eye of `colour`: own orthogonals, and no more enemies on the
    diagonals than one in the middle, none at the edge."""
    tables = position.tables[0]
    orthogonal = tables.orthogonals[point]
    if window(position, colour, point) & orthogonal != orthogonal:
        return False
    lost = popcount(window(position, colour ^ ONE, point) & tables.diagonals[point])
    return lost <= tables.eye_spare[point]


@kernel(entry=False)
def is_placeable(position, point, colour):
    """Whether a stone of `colour` on the empty `point` keeps a liberty or captures; ko is not looked at."""
    data = position.data[0]
    tables = position.tables[0]
    orthogonal = tables.orthogonals[point]
    own = window(position, colour, point) & orthogonal
    enemy = window(position, colour ^ ONE, point) & orthogonal
    if own | enemy != orthogonal:
        return True
    while own != ZERO:
        chain = chain_of(position, window_point(position, point, lowest_bit(own)))
        if data.liberty_count[chain] > 1:
            return True
        own &= own - ONE
    while enemy != ZERO:
        chain = chain_of(position, window_point(position, point, lowest_bit(enemy)))
        if data.liberty_count[chain] == 1:
            return True
        enemy &= enemy - ONE
    return False


@kernel(entry=False)
def is_legal(position, point, colour):
    """Whether `colour` may play on the empty `point` under simple ko and the position's suicide rule."""
    tables = position.tables[0]
    data = position.data[0]
    if point == data.ko_point and colour == data.to_play:
        return False
    if is_placeable(position, point, colour):
        return True
    return data.suicide != ZERO and (window(position, colour, point) & tables.orthogonals[point]) != ZERO


# ---------------------------------------------------------------- play

@kernel(entry=False)
def _set_atari(position, colour, chain, in_atari):
    data = position.data[0]
    at = colour * word_count(position) + (chain >> INDEX_SHIFT)
    if in_atari:
        data.atari[at] |= bit(chain)
    else:
        data.atari[at] &= ~bit(chain)


@kernel(entry=False)
def _absorb(position, keep, lose):
    """Make chain `lose` part of chain `keep`; liberties are united, not counted."""
    data = position.data[0]
    w_count = word_count(position)
    for i in range(w_count):
        data.liberties[keep * w_count + i] |= data.liberties[lose * w_count + i]
    stone = lose
    while True:
        data.chain[stone] = keep
        stone = np.uint64(data.next_stone[stone])
        if stone == lose:
            break
    after_keep = data.next_stone[keep]
    data.next_stone[keep] = data.next_stone[lose]
    data.next_stone[lose] = after_keep
    data.stone_count[keep] += data.stone_count[lose]


@kernel(entry=False)
def _remove_chain(position, chain, colour):
    """Take a chain off the board and give its neighbours their liberties; returns its number of stones."""
    data = position.data[0]
    tables = position.tables[0]
    w_count = word_count(position)
    enemy = colour ^ ONE
    words = colour * (w_count + TWO) + ONE
    _set_atari(position, colour, chain, False)
    stone = chain
    empty_count = data.empty_count
    while True:
        data.stones[words + (stone >> INDEX_SHIFT)] &= ~bit(stone)
        data.empties[empty_count] = stone
        data.empty_at[stone] = empty_count
        empty_count += ONE
        around = window(position, enemy, stone) & tables.orthogonals[stone]
        while around != ZERO:
            other = chain_of(position, window_point(position, stone, lowest_bit(around)))
            at = other * w_count + (stone >> INDEX_SHIFT)
            if data.liberties[at] & bit(stone) == ZERO:
                data.liberties[at] |= bit(stone)
                data.liberty_count[other] += 1
                if data.liberty_count[other] == 2:
                    _set_atari(position, enemy, other, False)
            around &= around - ONE
        stone = np.uint64(data.next_stone[stone])
        if stone == chain:
            break
    data.empty_count = empty_count
    return np.uint64(data.stone_count[chain])


@kernel(entry=False, inline=True)
def _put(position, point, colour, capturing):
    """Put a stone and join, weaken and (if `capturing`) capture chains.

    Returns (chain id of the stone, stones captured, a point among them).
    """
    data = position.data[0]
    tables = position.tables[0]
    w_count = word_count(position)
    enemy = colour ^ ONE
    mark = bit(point)
    at_word = point >> INDEX_SHIFT
    # 1. the point leaves the list of empties; the last of the list takes its place
    empty_count = data.empty_count - ONE
    data.empty_count = empty_count
    moved = np.uint64(data.empties[empty_count])
    hole = np.uint64(data.empty_at[point])
    data.empties[hole] = moved
    data.empty_at[moved] = hole
    # 2. the stone; joined to the largest own chain around it, or a chain of its own
    orthogonal = tables.orthogonals[point]
    own_around = window(position, colour, point) & orthogonal
    enemy_around = window(position, enemy, point) & orthogonal
    own_words = colour * (w_count + TWO) + ONE
    data.stones[own_words + at_word] |= mark
    chain = point
    if own_around == ZERO:
        data.next_stone[point] = point
        data.stone_count[point] = 1
        for i in range(w_count):
            data.liberties[point * w_count + i] = ZERO
    else:
        best = 0
        around = own_around
        while around != ZERO:
            other = chain_of(position, window_point(position, point, lowest_bit(around)))
            if data.stone_count[other] > best:
                best = data.stone_count[other]
                chain = other
            around &= around - ONE
        data.next_stone[point] = data.next_stone[chain]
        data.next_stone[chain] = point
        data.stone_count[chain] += 1
        around = own_around
        while around != ZERO:
            other = chain_of(position, window_point(position, point, lowest_bit(around)))
            if other != chain:
                _absorb(position, chain, other)
                _set_atari(position, colour, other, False)
            around &= around - ONE
    data.chain[point] = chain
    # 3. its liberties: the empty neighbours, less the point itself
    free = orthogonal & ~(own_around | enemy_around)
    while free != ZERO:
        q = window_point(position, point, lowest_bit(free))
        data.liberties[chain * w_count + (q >> INDEX_SHIFT)] |= bit(q)
        free &= free - ONE
    data.liberties[chain * w_count + at_word] &= ~mark
    count = ZERO
    for i in range(w_count):
        count += popcount(data.liberties[chain * w_count + i])
    data.liberty_count[chain] = count
    # 4. enemy chains lose the point; those without liberties leave the board
    captured = ZERO
    captured_point = NO_POINT
    while enemy_around != ZERO:
        q = window_point(position, point, lowest_bit(enemy_around))
        enemy_around &= enemy_around - ONE
        other = chain_of(position, q)
        at = other * w_count + at_word
        if data.liberties[at] & mark != ZERO:
            data.liberties[at] &= ~mark
            left = data.liberty_count[other] - 1
            data.liberty_count[other] = left
            if left == 1:
                _set_atari(position, enemy, other, True)
            elif left == 0 and capturing:
                captured += _remove_chain(position, other, enemy)
                captured_point = q
    _set_atari(position, colour, chain, data.liberty_count[chain] == 1)
    return chain, captured, captured_point


@kernel(entry=False, inline=True)
def place(position, point, colour):
    """Play a legal stone: captures, ko, turn. The hash is left alone (playouts need none)."""
    data = position.data[0]
    chain, captured, captured_point = _put(position, point, colour, True)
    data.ko_point = NO_POINT
    if data.liberty_count[chain] == 0:
        _remove_chain(position, chain, colour)     # suicide, where the rules allow it
    elif captured == ONE and data.stone_count[chain] == 1 and data.liberty_count[chain] == 1:
        data.ko_point = captured_point
        data.last_ko = captured_point
        data.ko_age = data.move_number
    _finish_move(position, point, colour)
    data.passes = ZERO


@kernel(entry=False)
def play_stone(position, point, colour):
    """`place` as one shared piece of code, for callers that are not the innermost loop."""
    place(position, point, colour)


@kernel(entry=False)
def pass_turn(position):
    """Pass."""
    data = position.data[0]
    data.ko_point = NO_POINT
    data.passes += ONE
    _finish_move(position, point_count(position), data.to_play)


@kernel(entry=False)
def _finish_move(position, move, colour):
    data = position.data[0]
    data.last2 = data.last
    data.last = move
    data.to_play = colour ^ ONE
    data.move_number += ONE
