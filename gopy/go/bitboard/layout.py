"""How a Go position lies in memory: its record, the tables of its board size, its four types.

Points are numbered row * (N + 1) + column, so the last column of each row of bits is an empty gap and a
shift by one never wraps onto the board. A bitset of points is W words of 64 bits (W = 2, 3, 6 for 9, 13,
19). The common board sizes have a position TYPE of their own, so that the size is a constant to the compiler.

A position lies in one record, `position.data[0]` (P = N * (N + 1) points, PASS = P):
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
    work          uint64[4 * (W + 2)]  a work area for sets of points
    frontier      uint16[P]       a work area for lists of points
Work areas hold nothing between calls. What is known of good moves has its own, apart from the position (knowledge/work.py).
It is a record because that reaches a kernel as one pointer, while each separate array would be seven words;
this makes playouts with rules twice as fast. `position.block` is the part of the same memory that a copy of the
position needs, and `position.spare` is memory to keep that part while a ladder is read.
"""
import itertools
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from gopy.compiled.bits import INDEX_SHIFT, ONE
from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.go import geometry
from gopy.go.geometry import BLACK, WHITE
from gopy.go.zobrist import side_key, zobrist_keys

TWO = np.uint64(2)
NO_POINT = np.uint64(0xFFFF)

_SCALARS = [
    ("hash", np.uint64),          # xor of the Zobrist keys of the stones; kept up to date by game.play, not by place
    ("empty_count", np.uint64),
    ("to_play", np.uint64),       # 0 Black, 1 White
    ("ko_point", np.uint64),      # the point simple ko forbids, NO_POINT if none
    ("passes", np.uint64),        # how many of the last moves are passes in a row
    ("last", np.uint64),          # last move; P for a pass or none
    ("last2", np.uint64),         # the move before it
    ("last_ko", np.uint64),       # the latest ko_point, NO_POINT if there was none
    ("superko", np.uint64),       # 0 simple ko only, 1 positional, 2 situational
    ("suicide", np.uint64),       # whether a move may take off several own stones
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
        ("work", np.uint64, (4 * (words + 2),)), ("frontier", np.uint16, (points,))], align=True)


def _tables_dtype(size):
    """The dtype of the tables of a board size. A window mask is a 3x3 neighbourhood in the bits that `window` uses."""
    points = size * (size + 1)
    words = (points + 63) // 64
    return np.dtype([
        ("board_size", np.uint64), ("side_key", np.uint64),
        ("board", np.uint64, (words + 2,)),                 # the points on the board, between two guard words
        ("orthogonals", np.uint64, (points,)),               # window mask of the neighbours on the board
        ("diagonals", np.uint64, (points,)),
        ("off_board", np.uint64, (points,)),                # window mask of the neighbours off the board
        ("eye_spare", np.uint64, (points,)),                # how many diagonals of an eye may be lost: 1, at the edge 0
        ("zobrist", np.uint64, (2 * points,)),
        ("line", np.uint8, (points,)),                      # line of the point, 1 at the edge
        ("cell", np.uint16, (points,)),                     # where the point stands in `cells` (knowledge/shapes.py)
        # for each turn or mirror, the steps from a cell to those that come to the places of a shape
        ("shape_step", np.uint64, (8 * len(geometry.SHAPE_OFFSETS),))], align=True)


class Position9(NamedTuple):
    """A position on 9x9."""
    data: np.ndarray      # one record
    tables: np.ndarray    # one record, shared by all positions of the size
    block: np.ndarray     # uint64[]: the memory of `data` without its work areas
    spare: np.ndarray     # uint64[]: as long as `block`


class Position13(NamedTuple):
    """A position on 13x13, with the fields of Position9."""
    data: np.ndarray
    tables: np.ndarray
    block: np.ndarray
    spare: np.ndarray


class Position19(NamedTuple):
    """A position on 19x19, with the fields of Position9."""
    data: np.ndarray
    tables: np.ndarray
    block: np.ndarray
    spare: np.ndarray


class PositionAny(NamedTuple):
    """A position of any size up to MAX_SIZE in a record made for the largest, with the fields of Position9."""
    data: np.ndarray
    tables: np.ndarray
    block: np.ndarray
    spare: np.ndarray


POSITION_TYPES = (Position9, Position13, Position19, PositionAny)
_TYPE_OF_SIZE = {9: Position9, 13: Position13, 19: Position19}


@verb
def size_of(position):
    """Board size N; a constant to the compiler for the sizes that have their own type."""


@size_of.register(Position9)
@kernel(entry=False)
def _size_9(position):
    return np.uint64(9)


@size_of.register(Position13)
@kernel(entry=False)
def _size_13(position):
    return np.uint64(13)


@size_of.register(Position19)
@kernel(entry=False)
def _size_19(position):
    return np.uint64(19)


@size_of.register(PositionAny)
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
    """W, the number of words of a bitset of points."""
    n = size_of(position)
    return (n * (n + ONE) + np.uint64(63)) >> INDEX_SHIFT


# ---------------------------------------------------------------- memory of a position (plain Python)


@lru_cache(maxsize=None)
def _tables(n, room):
    stride, points = n + 1, n * (n + 1)
    array = np.zeros(1, _tables_dtype(room)).view(np.recarray)
    tables = array[0]
    tables.board_size = n
    tables.side_key = side_key()
    keys = zobrist_keys(n)
    tables.zobrist[:2 * points] = list(keys[BLACK]) + list(keys[WHITE])
    reach = geometry.SHAPE_REACH
    cells = n + 2 * reach               # in a row of `cells`
    tables.shape_step[:] = [step % 2 ** 64 for steps in geometry.turned_steps(cells) for step in steps]
    for p in geometry.points(n):
        row, column = divmod(p, stride)
        tables.cell[p] = (row + reach) * cells + column + reach
        tables.board[1 + p // 64] |= ONE << np.uint64(p % 64)
        tables.line[p] = 1 + min(row, column, n - 1 - row, n - 1 - column)
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


def blank_position(size, room=None) -> Position9 | Position13 | Position19 | PositionAny:
    """Zeroed memory for a position of `size`; construct.py makes it an empty board. ValueError unless 2 <= size <= 25.

    room   the size that its record is made for, by default that of its type; for the compiler each room is another type
    """
    if not 2 <= size <= geometry.MAX_SIZE:
        raise ValueError("unacceptable size")
    if room is None or size in _TYPE_OF_SIZE:
        room = size if size in _TYPE_OF_SIZE else geometry.MAX_SIZE
    dtype = _data_dtype(room)
    memory = np.zeros(dtype.itemsize // 8, np.uint64)
    block = memory[:dtype.fields["work"][1] // 8]
    made: Any = _TYPE_OF_SIZE.get(size, PositionAny)
    return made(
        data=memory.view(dtype).view(np.recarray), tables=_tables(size, room), block=block,
        spare=np.zeros_like(block))
