"""Shapes: the stones around a point, ring by ring, as the player to move sees them.

A shape is what stands within a gridcular distance of a point. The smallest has distance 3, which is the 3x3 neighbourhood; each
further ring adds the points at the next distance, up to 10. A small shape with the liberties of its stones, at distance 4
(twelve points), is called a diamond. An answer is the diamond around the last move, with the place in it where the answer is
played. Shapes are folded: the player to move is always "own", and the eight turns and mirrors of a shape are one (Coulom 2007
and Stern, Herbrich and Graepel 2006 describe shapes like these).

A kernel knows a shape as a hash of 64 bits: the exclusive or of one key for each point and what stands there. To look a shape up
it is turned so that the 3x3 neighbourhood has its smallest index; where several turns do that, because the neighbourhood is
symmetric, the table of known shapes holds the hash of each. A file and the learner know a shape as codes, two bits for each
point of a ring.
"""
import random

import numpy as np

from gopy.compiled.bits import INDEX_SHIFT, ONE, ZERO, lowest_bit
from gopy.compiled.jit import kernel
from gopy.compiled.prefetch import prefetch
from gopy.go.bitboard.layout import TWO, size_of, word_count
from gopy.go.geometry import MAX_SIZE, SHAPE_DISTANCE, SHAPE_OFFSETS, SHAPE_REACH, gridcular_distance, symmetries

#: What `cells` says of a point. Stones have their chain's liberties, 3 for three or more.
EMPTY_CELL, OFF_CELL, OWN_CELL, ENEMY_CELL = 0, 1, 2, 5
#: How many values a cell can have, made a power of two.
CELL_VALUES = 8
#: The same without liberties, as two bits: empty, own, enemy, off the board.
CELL_CODES = np.array([0, 3, 1, 1, 1, 2, 2, 2], np.uint8)

#: RING_ENDS[k] is how many points a shape with k further rings has; the first is the 3x3 neighbourhood.
RING_ENDS = tuple(sum(gridcular_distance(*offset) <= distance for offset in SHAPE_OFFSETS)
                  for distance in range(3, SHAPE_DISTANCE + 1))
#: How many rings there are around the 3x3 neighbourhood.
RINGS = len(RING_ENDS) - 1
#: Points of a diamond.
DIAMOND_POINTS = RING_ENDS[1]


def _random_keys(count, seed):
    generator = random.Random(seed)
    return np.array([generator.getrandbits(64) for _ in range(count)], np.uint64)


def _shape_keys():
    """uint64[points * CELL_VALUES]; cells of one code share a key."""
    by_code = _random_keys(4 * len(SHAPE_OFFSETS), 2007).reshape(-1, 4)
    return np.ascontiguousarray(by_code[:, CELL_CODES]).reshape(-1)


#: Keys of the cells of a shape, at point * CELL_VALUES + cell, and of those of a diamond.
SHAPE_KEYS = _shape_keys()
DIAMOND_KEYS = _random_keys(DIAMOND_POINTS * CELL_VALUES, 2012)
#: What the hash of a diamond begins with, so that it is not 0.
DIAMOND_HASH = np.uint64(1)
#: Keys of the places of a diamond, for the place of an answer in the diamond around the last move.
ANSWER_KEYS = _random_keys(DIAMOND_POINTS, 2014)
#: The place of each point of a diamond, at (rows + 2) * 5 + columns + 2 from its centre.
PLACES = np.zeros(25, np.uint8)
PLACES[[(row + 2) * 5 + column + 2 for row, column in SHAPE_OFFSETS[:DIAMOND_POINTS]]] = range(DIAMOND_POINTS)

#: A 3x3 neighbourhood's hash is its feature times this.
SMALL_FACTOR = np.uint64(0x9E3779B97F4A7C15)

#: For each of the eight turns and mirrors and each place, the place to which it moves: uint64[8 * points].
MOVED = np.array(symmetries(), np.uint64).reshape(-1)

#: Fields of the work record (work.py): what stands on each point and around the board, with room for every board size.
WORK_FIELDS = [("cells", np.uint8, ((MAX_SIZE + 2 * SHAPE_REACH)**2,))]

_CHECK = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_VALUES = np.uint64(CELL_VALUES)
_POINTS = np.uint64(len(SHAPE_OFFSETS))
_STARTS = tuple(np.uint64(end) for end in RING_ENDS)


@kernel(entry=False)
def fill_cells(position, work, colour):
    """Write into work.cells what stands on every point as `colour` sees it."""
    data = position.data[0]
    tables = position.tables[0]
    n = size_of(position)
    width = n + np.uint64(2 * SHAPE_REACH)
    for i in range(width * width):
        work.cells[i] = OFF_CELL
    for i in range(data.empty_count):
        work.cells[np.uint64(tables.cell[np.uint64(data.empties[i])])] = EMPTY_CELL
    w_count = word_count(position)
    for side in range(TWO):
        first = np.uint64(OWN_CELL - 1) if side == colour else np.uint64(ENEMY_CELL - 1)
        for i in range(w_count):
            word = data.stones[side * (w_count + TWO) + ONE + i]
            while word != ZERO:
                point = (i << INDEX_SHIFT) + lowest_bit(word)
                word &= word - ONE
                liberties = min(np.int64(data.liberty_count[np.uint64(data.chain[point])]), 3)
                work.cells[np.uint64(tables.cell[point])] = first + np.uint64(liberties)


@kernel(entry=False)
def ring_hash(position, work, point, ring, turn):
    """The part of a turned shape's hash that its outermost ring adds; rings are numbered from 1. Needs `fill_cells`."""
    tables = position.tables[0]
    centre = np.uint64(tables.cell[point])
    found = ZERO
    i = _STARTS[ring - 1]
    while i < _STARTS[ring]:
        # All rings have a multiple of four points. A fixed number of turns is what the compiler unrolls.
        for k in range(i, i + np.uint64(4)):
            found ^= SHAPE_KEYS[k * _VALUES + np.uint64(work.cells[centre + tables.shape_step[turn * _POINTS + k]])]
        i += np.uint64(4)
    return found


@kernel(entry=False)
def diamond_hash(position, work, point, turn):
    """The hash of the turned diamond around a point. Needs `fill_cells`."""
    tables = position.tables[0]
    centre = np.uint64(tables.cell[point])
    found = DIAMOND_HASH
    for i in range(np.uint64(DIAMOND_POINTS)):
        found ^= DIAMOND_KEYS[i * _VALUES + np.uint64(work.cells[centre + tables.shape_step[turn * _POINTS + i]])]
    return found


@kernel(entry=False)
def diamond_place(position, point, centre):
    """The place of a point in the diamond around another one, in which it must lie."""
    stride = np.int64(size_of(position)) + 1
    p, q = np.int64(point), np.int64(centre)
    return np.uint64(PLACES[np.uint64((p // stride - q // stride + 2) * 5 + p % stride - q % stride + 2)])


@kernel(entry=False)
def answer_hash(diamond, turn, place):
    """The hash of an answer at a place of the turned diamond around the last move, which has the hash `diamond`."""
    return ~diamond ^ ANSWER_KEYS[MOVED[turn * _POINTS + place]]


@kernel(entry=False)
def small_hash(feature):
    """The hash of a turned 3x3 neighbourhood, of which the number of its feature tells all."""
    return feature * SMALL_FACTOR


@kernel(entry=False)
def find_shape(table, shape):
    """What `table` says of the shape with this hash: 2 * its feature + whether larger shapes around it are known; 0 if it is
    unknown."""
    mask = np.uint64(len(table) - 1)
    at = shape & mask
    check = shape >> _CHECK
    while table[at] != ZERO:
        if table[at] >> _CHECK == check:
            return table[at] & _LOW
        at = (at + ONE) & mask
    return ZERO


@kernel(entry=False)
def prefetch_shape(table, shape):
    """Ask the memory for the place where `find_shape` will begin to look."""
    prefetch(table, shape & np.uint64(len(table) - 1))


@kernel
def extend_hashes(hashes, parents, codes, moved, first, last, bits, keys, out):
    """Write into out[form * k + i] the hash of the i-th of k shapes in each of the eight forms: that of the smaller shape
    inside it, and the keys of the points that it adds. It is 0 in forms in which that of the smaller shape is 0.

    hashes, parents    uint64[8 * m]: hashes of m smaller shapes in eight forms; for each shape, which of them it extends
    codes              `bits` bits for each of the places first .. last - 1, the lowest first
    moved              for each form and place of a whole shape, the place to which it moves
    keys               uint64[places << bits]
    """
    count = np.uint64(len(codes))
    smaller = np.uint64(len(hashes)) >> np.uint64(3)
    places = np.uint64(len(moved)) >> np.uint64(3)
    mask = (ONE << bits) - ONE
    for form in range(np.uint64(8)):
        for i in range(count):
            found = hashes[form * smaller + np.uint64(parents[i])]
            if found != ZERO:
                code = np.uint64(codes[i])
                for place in range(first, last):
                    found ^= keys[(moved[form * places + place] << bits) | (code & mask)]
                    code >>= bits
            out[form * count + i] = found


@kernel
def add_shapes(table, shapes, values):
    """Enter the hashes of k shapes in eight forms (uint64[8 * k], 0 for a form that is not wanted) into a table, with what
    `find_shape` is to return for each shape (uint32[k], not 0). A hash that is in the table already stays as it is. The table
    (uint64[], a power of two, zeros at first) must have more room than hashes."""
    mask = np.uint64(len(table) - 1)
    count = np.uint64(len(values))
    for i in range(np.uint64(len(shapes))):
        if shapes[i] == ZERO:
            continue
        at = shapes[i] & mask
        check = shapes[i] >> _CHECK
        while table[at] != ZERO and table[at] >> _CHECK != check:
            at = (at + ONE) & mask
        if table[at] == ZERO:
            table[at] = (check << _CHECK) | np.uint64(values[i % count])
