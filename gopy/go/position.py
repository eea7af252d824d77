"""A Go position on bitboards: stones, chains with exact liberties, legality, play.

Points are numbered row * (N + 1) + column, so the last column of each row of bits is an empty gap and a
shift by one never wraps onto the board. A bitset of points is W words of 64 bits (W = 2, 3, 6 for 9, 13,
19). One position is one block of memory, seen through the typed arrays of a NamedTuple; copying it is
one memcpy. The board size is part of the TYPE of the common sizes, a literal to the compiler.

Fields (P = N * (N + 1) points, PASS = P):
    block       uint64[]     all the memory below
    stones      uint64[2 * (W + 2)]  words of Black, then of White, each between two guard words
    liberties   uint64[P * W]  bitset of liberties by chain id
    liberty_count int16[P]   by chain id
    chain       uint16[P]    chain id of a stone: one of the chain's points
    next_stone  uint16[P]    the chain's stones as a circular list
    stone_count uint16[P]    by chain id
    empties     uint16[P]    the empty points, in no order, info.empty_count of them
    empty_at    uint16[P]    where an empty point stands in `empties`
    atari       uint64[2 * W]  per colour, the ids of chains with one liberty
    info        one record   scalars (see INFO)
    geometry    Geometry     tables of the board size, shared by all its positions
    work        uint64[]     room for flood fills; holds nothing between calls
    queue       uint16[]     room for candidate moves; likewise
"""
from typing import NamedTuple

import numpy as np

from gopy.bits import INDEX_MASK, INDEX_SHIFT, ONE, ZERO, bit, lowest_bit, popcount
from gopy.game import implements, verb
from gopy.go import geometry as board
from gopy.go.zobrist import side_key, zobrist_keys
from gopy.jit import kernel

TWO = np.uint64(2)
NO_POINT = np.uint64(0xFFFF)
WORD = np.uint64(64)

INFO = np.dtype([
    ("hash", np.uint64),          # xor of the Zobrist keys of the stones; kept by play, not by place
    ("empty_count", np.uint64),
    ("to_play", np.uint64),       # 0 Black, 1 White
    ("ko_point", np.uint64),      # the point simple ko forbids, NO_POINT if none
    ("passes", np.uint64),        # consecutive passes just made
    ("last", np.uint64),          # last move, PASS or none: P
    ("last2", np.uint64),         # the move before it
    ("move_number", np.uint64),
    ("ko_age", np.uint64),        # move_number when ko_point was last set
    ("last_ko", np.uint64),       # the latest ko_point, NO_POINT if there was none
    ("superko", np.uint64),       # 0 simple ko only, 1 positional, 2 situational
    ("suicide", np.uint64),       # whether several stones may be suicided
    ("komi", np.float64),
], align=True)


class Geometry(NamedTuple):
    """Tables of one board size. Windows are 3x3 neighbourhoods as `window` returns them."""
    neighbours: np.ndarray     # uint16[P, 4]; P where off the board
    neighbour_mask: np.ndarray  # uint64[P * W]
    board: np.ndarray          # uint64[W]
    orthogonal: np.ndarray     # uint64[P]: window mask of the neighbours on the board
    diagonal: np.ndarray       # uint64[P]
    off_board: np.ndarray      # uint64[P]: window mask of the eight neighbours off the board
    eye_spare: np.ndarray      # uint64[P]: diagonals an eye may lose, 1 in the middle and 0 at the edge
    line: np.ndarray           # uint8[P]: 1 on the first line
    size: np.ndarray           # uint64[1]
    zobrist: np.ndarray        # uint64[2 * P]
    side_key: np.ndarray       # uint64[1]



class Position9(NamedTuple):
    block: np.ndarray
    stones: np.ndarray
    liberties: np.ndarray
    liberty_count: np.ndarray
    chain: np.ndarray
    next_stone: np.ndarray
    stone_count: np.ndarray
    empties: np.ndarray
    empty_at: np.ndarray
    atari: np.ndarray
    info: np.ndarray
    geometry: Geometry
    work: np.ndarray
    queue: np.ndarray


Position13 = NamedTuple("Position13", list(Position9.__annotations__.items()))
Position19 = NamedTuple("Position19", list(Position9.__annotations__.items()))
PositionAny = NamedTuple("PositionAny", list(Position9.__annotations__.items()))
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
    return position.geometry.size[ZERO]


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

_GEOMETRIES = {}


def _geometry(n):
    if n in _GEOMETRIES:
        return _GEOMETRIES[n]
    stride, p_count = n + 1, n * (n + 1)
    w_count = (p_count + 63) // 64
    neighbours = np.full((p_count, 4), p_count, np.uint16)
    neighbour_mask = np.zeros((p_count, w_count), np.uint64)
    board_words = np.zeros(w_count, np.uint64)
    orthogonal, diagonal, off_board, eye_spare = (np.zeros(p_count, np.uint64) for _ in range(4))
    line = np.zeros(p_count, np.uint8)
    on_board = set(board.points(n))
    for p in sorted(on_board):
        board_words[p // 64] |= ONE << np.uint64(p % 64)
        row, column = divmod(p, stride)
        line[p] = 1 + min(row, column, n - 1 - row, n - 1 - column)
        adjacent = board.neighbours(p, n)
        neighbours[p, :len(adjacent)] = adjacent
        for q in adjacent:
            neighbour_mask[p, q // 64] |= ONE << np.uint64(q % 64)
        for dr in (0, 1, 2):
            for dc in (0, 1, 2):
                r, c = row + dr - 1, column + dc - 1
                if (dr, dc) == (1, 1):
                    continue
                mark = ONE << np.uint64(dr * stride + dc)
                if not (0 <= r < n and 0 <= c < n):
                    off_board[p] |= mark
                elif dr == 1 or dc == 1:
                    orthogonal[p] |= mark
                else:
                    diagonal[p] |= mark
        eye_spare[p] = 0 if off_board[p] else 1
    keys = zobrist_keys(n)
    _GEOMETRIES[n] = Geometry(
        neighbours.reshape(-1), neighbour_mask.reshape(-1), board_words, orthogonal, diagonal, off_board,
        eye_spare, line, np.array([n], np.uint64),
        np.array(list(keys[0]) + list(keys[1]), np.uint64), np.array([side_key()], np.uint64))
    return _GEOMETRIES[n]


def new_position(size):
    """An empty board of `size` (2 to 25), Black to play, komi 0, simple ko, no suicide."""
    if not 2 <= size <= board.MAX_SIZE:
        raise ValueError("unacceptable size")
    p_count = size * (size + 1)
    w_count = (p_count + 63) // 64
    layout = [("stones", np.uint64, 2 * (w_count + 2)), ("liberties", np.uint64, p_count * w_count),
              ("atari", np.uint64, 2 * w_count), ("info", INFO, 1),
              ("liberty_count", np.int16, p_count), ("chain", np.uint16, p_count),
              ("next_stone", np.uint16, p_count), ("stone_count", np.uint16, p_count),
              ("empties", np.uint16, p_count), ("empty_at", np.uint16, p_count)]
    words = [-(-np.dtype(kind).itemsize * count // 8) for _, kind, count in layout]
    block = np.zeros(sum(words), np.uint64)
    fields, start = {}, 0
    for (name, kind, count), length in zip(layout, words):
        fields[name] = block[start:start + length].view(kind)[:count]
        start += length
    position = _TYPE_OF_SIZE.get(size, PositionAny)(
        block=block, geometry=_geometry(size), work=np.zeros(8 * (w_count + 2), np.uint64),
        queue=np.zeros(4 * p_count + 16, np.uint16), **fields)
    setup(position, np.full(p_count, board.EMPTY, np.int8), board.BLACK)
    return position


def set_rules(position, komi, superko=0, suicide=0):
    """Set komi (White's points), superko (0 simple ko, 1 positional, 2 situational) and suicide (0 or 1)."""
    info = position.info[0]
    info["komi"], info["superko"], info["suicide"] = komi, superko, suicide


def setup(position, colours, to_play, ko_point=-1, passes=0, last=-1, last2=-1):
    """Put stones: `colours` holds BLACK, WHITE or anything else for each point (int8[P]).

    Every chain needs a liberty (ValueError otherwise). Rules and komi stay as they are.
    """
    n, p_count = int(position.geometry.size[0]), len(position.chain)
    info = position.info[0]
    keep = info["komi"], info["superko"], info["suicide"]
    position.block[:] = 0
    info["komi"], info["superko"], info["suicide"] = keep
    on_board = board.points(n)
    position.empties[:len(on_board)] = on_board
    position.empty_at[on_board] = np.arange(len(on_board))
    info["empty_count"] = len(on_board)
    for p in on_board:
        if colours[p] in (board.BLACK, board.WHITE):
            _add_stone(position, np.uint64(p), np.uint64(colours[p]))
    for p in on_board:
        if colours[p] in (board.BLACK, board.WHITE) and position.liberty_count[position.chain[p]] == 0:
            raise ValueError("a chain without liberties cannot be set up")
    info["to_play"] = to_play
    info["ko_point"] = NO_POINT if ko_point < 0 else ko_point
    info["last_ko"] = info["ko_point"]
    info["passes"] = passes
    info["last"] = p_count if last < 0 else last
    info["last2"] = p_count if last2 < 0 else last2


@kernel
def _add_stone(position, point, colour):
    """Add one stone of a set-up, capturing nothing."""
    geometry = position.geometry
    _put(position, point, colour, False)
    position.info[0].hash ^= geometry.zobrist[colour * point_count(position) + point]


# ---------------------------------------------------------------- looking

@kernel(entry=False)
def window(position, colour, point):
    """The 3x3 neighbourhood of `point` among the stones of `colour`.

    Bit r * (N + 1) + c stands for row r, column c of the neighbourhood, counted from its lower left.
    """
    n = size_of(position)
    start = point + np.uint64(62) - n
    first = colour * (word_count(position) + TWO) + (start >> INDEX_SHIFT)
    shift = start & INDEX_MASK
    return (position.stones[first] >> shift) | ((position.stones[first + ONE] << (INDEX_MASK - shift)) << ONE)


@kernel(entry=False)
def has_stone(position, colour, point):
    """Whether a stone of `colour` stands on `point`; False off the board."""
    at = colour * (word_count(position) + TWO) + ONE + (point >> INDEX_SHIFT)
    return (position.stones[at] >> (point & INDEX_MASK)) & ONE != ZERO


@kernel(entry=False)
def window_point(position, point, offset):
    """The point at bit `offset` of the window around `point`."""
    return point + offset - (size_of(position) + TWO)


@kernel(entry=False)
def chain_of(position, point):
    """Id of the chain of the stone on `point`."""
    return np.uint64(position.chain[point])


@kernel(entry=False)
def last_liberty(position, chain):
    """The lowest liberty of a chain that has one."""
    w_count = word_count(position)
    base = chain * w_count
    for i in range(w_count):
        word = position.liberties[base + i]
        if word != ZERO:
            return (i << INDEX_SHIFT) + lowest_bit(word)
    return NO_POINT


@kernel(entry=False)
def other_liberty(position, chain, point):
    """The lowest liberty of a chain except `point`; NO_POINT if there is none."""
    w_count = word_count(position)
    base = chain * w_count
    for i in range(w_count):
        word = position.liberties[base + i]
        if i == point >> INDEX_SHIFT:
            word &= ~bit(point)
        if word != ZERO:
            return (i << INDEX_SHIFT) + lowest_bit(word)
    return NO_POINT


@kernel(entry=False)
def is_eye(position, point, colour):
    """Whether the empty `point` is an eye of `colour`: own orthogonals, and no more enemies on the
    diagonals than one in the middle, none at the edge."""
    geometry = position.geometry
    orthogonal = geometry.orthogonal[point]
    if window(position, colour, point) & orthogonal != orthogonal:
        return False
    lost = popcount(window(position, colour ^ ONE, point) & geometry.diagonal[point])
    return lost <= geometry.eye_spare[point]


@kernel(entry=False)
def is_placeable(position, point, colour):
    """Whether a stone of `colour` on the empty `point` keeps a liberty or captures; ko is not looked at."""
    orthogonal = position.geometry.orthogonal[point]
    own = window(position, colour, point) & orthogonal
    enemy = window(position, colour ^ ONE, point) & orthogonal
    if own | enemy != orthogonal:
        return True
    while own != ZERO:
        chain = chain_of(position, window_point(position, point, lowest_bit(own)))
        if position.liberty_count[chain] > 1:
            return True
        own &= own - ONE
    while enemy != ZERO:
        chain = chain_of(position, window_point(position, point, lowest_bit(enemy)))
        if position.liberty_count[chain] == 1:
            return True
        enemy &= enemy - ONE
    return False


@kernel(entry=False)
def is_legal(position, point, colour):
    """Whether `colour` may play on the empty `point` under simple ko and the position's suicide rule."""
    info = position.info[0]
    if point == info.ko_point and colour == info.to_play:
        return False
    if is_placeable(position, point, colour):
        return True
    return info.suicide != ZERO and (window(position, colour, point) & position.geometry.orthogonal[point]) != ZERO


# ---------------------------------------------------------------- play

@kernel(entry=False)
def _set_atari(position, colour, chain, in_atari):
    at = colour * word_count(position) + (chain >> INDEX_SHIFT)
    if in_atari:
        position.atari[at] |= bit(chain)
    else:
        position.atari[at] &= ~bit(chain)


@kernel(entry=False)
def _absorb(position, keep, lose):
    """Make chain `lose` part of chain `keep`; liberties are united, not counted."""
    w_count = word_count(position)
    for i in range(w_count):
        position.liberties[keep * w_count + i] |= position.liberties[lose * w_count + i]
    stone = lose
    while True:
        position.chain[stone] = keep
        stone = np.uint64(position.next_stone[stone])
        if stone == lose:
            break
    after_keep = position.next_stone[keep]
    position.next_stone[keep] = position.next_stone[lose]
    position.next_stone[lose] = after_keep
    position.stone_count[keep] += position.stone_count[lose]


@kernel(entry=False)
def _remove_chain(position, chain, colour):
    """Take a chain off the board and give its neighbours their liberties; returns its number of stones."""
    info = position.info[0]
    geometry = position.geometry
    w_count = word_count(position)
    enemy = colour ^ ONE
    words = colour * (w_count + TWO) + ONE
    _set_atari(position, colour, chain, False)
    stone = chain
    empty_count = info.empty_count
    while True:
        position.stones[words + (stone >> INDEX_SHIFT)] &= ~bit(stone)
        position.empties[empty_count] = stone
        position.empty_at[stone] = empty_count
        empty_count += ONE
        around = window(position, enemy, stone) & geometry.orthogonal[stone]
        while around != ZERO:
            other = chain_of(position, window_point(position, stone, lowest_bit(around)))
            at = other * w_count + (stone >> INDEX_SHIFT)
            if position.liberties[at] & bit(stone) == ZERO:
                position.liberties[at] |= bit(stone)
                position.liberty_count[other] += 1
                if position.liberty_count[other] == 2:
                    _set_atari(position, enemy, other, False)
            around &= around - ONE
        stone = np.uint64(position.next_stone[stone])
        if stone == chain:
            break
    info.empty_count = empty_count
    return np.uint64(position.stone_count[chain])


@kernel(entry=False, inline=True)
def _put(position, point, colour, capturing):
    """Put a stone and join, weaken and (if `capturing`) capture chains.

    Returns (chain id of the stone, stones captured, a point among them).
    """
    info = position.info[0]
    geometry = position.geometry
    w_count = word_count(position)
    enemy = colour ^ ONE
    mark = bit(point)
    at_word = point >> INDEX_SHIFT
    # 1. the point leaves the list of empties; the last of the list takes its place
    empty_count = info.empty_count - ONE
    info.empty_count = empty_count
    moved = np.uint64(position.empties[empty_count])
    hole = np.uint64(position.empty_at[point])
    position.empties[hole] = moved
    position.empty_at[moved] = hole
    # 2. the stone; joined to the largest own chain around it, or a chain of its own
    orthogonal = geometry.orthogonal[point]
    own_around = window(position, colour, point) & orthogonal
    enemy_around = window(position, enemy, point) & orthogonal
    own_words = colour * (w_count + TWO) + ONE
    position.stones[own_words + at_word] |= mark
    chain = point
    if own_around == ZERO:
        position.next_stone[point] = point
        position.stone_count[point] = 1
        for i in range(w_count):
            position.liberties[point * w_count + i] = ZERO
    else:
        best = 0
        around = own_around
        while around != ZERO:
            other = chain_of(position, window_point(position, point, lowest_bit(around)))
            if position.stone_count[other] > best:
                best = position.stone_count[other]
                chain = other
            around &= around - ONE
        position.next_stone[point] = position.next_stone[chain]
        position.next_stone[chain] = point
        position.stone_count[chain] += 1
        around = own_around
        while around != ZERO:
            other = chain_of(position, window_point(position, point, lowest_bit(around)))
            if other != chain:
                _absorb(position, chain, other)
                _set_atari(position, colour, other, False)
            around &= around - ONE
    position.chain[point] = chain
    # 3. its liberties: the empty neighbours, less the point itself
    free = orthogonal & ~(own_around | enemy_around)
    while free != ZERO:
        q = window_point(position, point, lowest_bit(free))
        position.liberties[chain * w_count + (q >> INDEX_SHIFT)] |= bit(q)
        free &= free - ONE
    position.liberties[chain * w_count + at_word] &= ~mark
    count = ZERO
    for i in range(w_count):
        count += popcount(position.liberties[chain * w_count + i])
    position.liberty_count[chain] = count
    # 4. enemy chains lose the point; those without liberties leave the board
    captured = ZERO
    captured_point = NO_POINT
    while enemy_around != ZERO:
        q = window_point(position, point, lowest_bit(enemy_around))
        enemy_around &= enemy_around - ONE
        other = chain_of(position, q)
        at = other * w_count + at_word
        if position.liberties[at] & mark != ZERO:
            position.liberties[at] &= ~mark
            left = position.liberty_count[other] - 1
            position.liberty_count[other] = left
            if left == 1:
                _set_atari(position, enemy, other, True)
            elif left == 0 and capturing:
                captured += _remove_chain(position, other, enemy)
                captured_point = q
    _set_atari(position, colour, chain, position.liberty_count[chain] == 1)
    return chain, captured, captured_point


@kernel(entry=False, inline=True)
def place(position, point, colour):
    """Play a legal stone: captures, ko, turn. The hash is left alone (playouts do not need it)."""
    info = position.info[0]
    chain, captured, captured_point = _put(position, point, colour, True)
    info.ko_point = NO_POINT
    if position.liberty_count[chain] == 0:
        _remove_chain(position, chain, colour)     # suicide, where the rules allow it
    elif captured == ONE and position.stone_count[chain] == 1 and position.liberty_count[chain] == 1:
        info.ko_point = captured_point
        info.last_ko = captured_point
        info.ko_age = info.move_number
    _finish_move(position, point, colour)
    info.passes = ZERO


@kernel(entry=False)
def pass_turn(position):
    """Pass."""
    info = position.info[0]
    info.ko_point = NO_POINT
    info.passes += ONE
    _finish_move(position, point_count(position), info.to_play)


@kernel(entry=False)
def _finish_move(position, move, colour):
    info = position.info[0]
    info.last2 = info.last
    info.last = move
    info.to_play = colour ^ ONE
    info.move_number += ONE
