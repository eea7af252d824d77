"""The transforms of winograd.py for tiles of 3x3 points, as sums.

A tile reads 5x5 points, of which it shares two rows and two columns with its neighbours.
"""
import numpy as np

from gopy.compiled.bfloat16 import store_rounded
from gopy.compiled.jit import kernel
from gopy.compiled.vectors import broadcast, lanes_of, load, multiply_add
from gopy.network.convolution import finish, see_tiles, write_tiles
from gopy.network.weights import width_of
from gopy.network.winograd import THREE
from gopy.network.work import WORK_OF_THREE, paired_of

_TILE = THREE.size


@kernel(entry=False, inline=True)
def _seen(two, minus_two, a, b, c, d, e):
    """SEEN of five vectors."""
    ends = d - b
    middle = d - c
    return (multiply_add(two, a - c, ends), multiply_add(minus_two, b, middle), multiply_add(two, b - c, middle), ends,
            multiply_add(minus_two, ends, e - c))


@kernel(entry=False, inline=True)
def _back(two, four, a, b, c, d, e):
    """BACK of five vectors."""
    even = b + c
    return a + even + d, multiply_add(two, d, b - c), multiply_add(four, d, even) + e


@kernel(entry=False, inline=True)
def _look(work, two, minus_two, at, row):
    """SEEN of a column of five points that begins at memory[at]; the points are `row` numbers apart."""
    memory = work.memory
    return _seen(two, minus_two, load(work, memory, at), load(work, memory, at + row), load(work, memory, at + 2 * row),
                 load(work, memory, at + 3 * row), load(work, memory, at + 4 * row))


@kernel(entry=False, inline=True)
def _keep(work, two, minus_two, at, piece, a, b, c, d, e):
    """SEEN of a row of five vectors, rounded and written to five pieces from memory[at] on."""
    v = _seen(two, minus_two, a, b, c, d, e)
    store_rounded(work, v[0], work.memory, at)
    store_rounded(work, v[1], work.memory, at + piece)
    store_rounded(work, v[2], work.memory, at + 2 * piece)
    store_rounded(work, v[3], work.memory, at + 3 * piece)
    store_rounded(work, v[4], work.memory, at + 4 * piece)


@see_tiles.register(*WORK_OF_THREE)
@kernel(entry=False)
def _see_tiles(work, weights, image):
    plan = work.plan[0]
    c = width_of(weights)
    row, tiles, piece, target = plan.stride * c, plan.tiles, plan.piece, plan.seen
    two, minus_two = broadcast(work, np.float32(2)), broadcast(work, np.float32(-2))
    share = 1 + paired_of(work)
    for i in range(tiles):
        for j in range(tiles):
            source = image + _TILE * (i * row + j * c)
            for k in range(0, c, lanes_of(work)):
                at = source + k
                v0 = _look(work, two, minus_two, at, row)
                v1 = _look(work, two, minus_two, at + c, row)
                v2 = _look(work, two, minus_two, at + 2 * c, row)
                v3 = _look(work, two, minus_two, at + 3 * c, row)
                v4 = _look(work, two, minus_two, at + 4 * c, row)
                to = target + k // share
                _keep(work, two, minus_two, to, piece, v0[0], v1[0], v2[0], v3[0], v4[0])
                _keep(work, two, minus_two, to + 5 * piece, piece, v0[1], v1[1], v2[1], v3[1], v4[1])
                _keep(work, two, minus_two, to + 10 * piece, piece, v0[2], v1[2], v2[2], v3[2], v4[2])
                _keep(work, two, minus_two, to + 15 * piece, piece, v0[3], v1[3], v2[3], v3[3], v4[3])
                _keep(work, two, minus_two, to + 20 * piece, piece, v0[4], v1[4], v2[4], v3[4], v4[4])
            target += c // share


@kernel(entry=False, inline=True)
def _look_back(work, two, four, at, piece):
    """BACK of a column of five products."""
    memory = work.memory
    return _back(two, four, load(work, memory, at), load(work, memory, at + piece), load(work, memory, at + 2 * piece),
                 load(work, memory, at + 3 * piece), load(work, memory, at + 4 * piece))


@kernel(entry=False, inline=True)
def _finish_row(work, two, four, least, more, at, c, skip, v0, v1, v2, v3, v4):
    """BACK of a row of five vectors, written to the image from memory[at] on."""
    found = _back(two, four, v0, v1, v2, v3, v4)
    finish(work, at, skip, least, more, found[0])
    finish(work, at + c, skip, least, more, found[1])
    finish(work, at + 2 * c, skip, least, more, found[2])


@write_tiles.register(*WORK_OF_THREE)
@kernel(entry=False)
def _write_tiles(work, weights, bias, image, skip, floor):
    plan = work.plan[0]
    c = width_of(weights)
    row, tiles, piece, source = plan.stride * c, plan.tiles, plan.piece, plan.products
    two, four, least = broadcast(work, np.float32(2)), broadcast(work, np.float32(4)), broadcast(work, floor)
    for i in range(tiles):
        for j in range(tiles):
            target = image + plan.first + _TILE * (i * row + j * c)
            for k in range(0, c, lanes_of(work)):
                at = source + k
                v0 = _look_back(work, two, four, at, 5 * piece)
                v1 = _look_back(work, two, four, at + piece, 5 * piece)
                v2 = _look_back(work, two, four, at + 2 * piece, 5 * piece)
                v3 = _look_back(work, two, four, at + 3 * piece, 5 * piece)
                v4 = _look_back(work, two, four, at + 4 * piece, 5 * piece)
                more = load(work, weights.numbers, bias + k)
                to = target + k
                _finish_row(work, two, four, least, more, to, c, skip, v0[0], v1[0], v2[0], v3[0], v4[0])
                _finish_row(work, two, four, least, more, to + row, c, skip, v0[1], v1[1], v2[1], v3[1], v4[1])
                _finish_row(work, two, four, least, more, to + 2 * row, c, skip, v0[2], v1[2], v2[2], v3[2], v4[2])
            source += c
