"""The transforms of winograd.py for tiles of 4x4 points, as sums.

A tile reads 6x6 points, of which it shares two rows and two columns with its neighbours.
"""
import numpy as np

from gopy.compiled.bfloat16 import store_rounded
from gopy.compiled.jit import kernel
from gopy.compiled.vectors import broadcast, lanes_of, load, multiply_add
from gopy.network.convolution import finish, see_tiles, write_tiles
from gopy.network.weights import width_of
from gopy.network.winograd import FOUR
from gopy.network.work import WORK_OF_FOUR, paired_of

_TILE = FOUR.size


@kernel(entry=False, inline=True)
def _seen(work, a, b, c, d, e, f):
    """SEEN of six vectors."""
    half, three_halves = broadcast(work, np.float32(0.5)), broadcast(work, np.float32(1.5))
    minus_half, minus_three_halves = broadcast(work, np.float32(-0.5)), broadcast(work, np.float32(-1.5))
    even, odd = e - c, d - b
    return (multiply_add(minus_three_halves, odd, (a - c) + even),
            multiply_add(minus_three_halves, b + c, multiply_add(minus_half, odd, even)),
            multiply_add(three_halves, c - d, even - odd),
            multiply_add(half, odd, even),
            multiply_add(broadcast(work, np.float32(-2)), odd, even),
            multiply_add(minus_three_halves, even, (f - d) - odd))


@kernel(entry=False, inline=True)
def _back(work, a, b, c, d, e, f):
    """BACK of six vectors."""
    even, odd = b + c, b - c
    return ((a + even) + (d + e),
            multiply_add(broadcast(work, np.float32(2)), d, multiply_add(broadcast(work, np.float32(-0.5)), e, odd)),
            multiply_add(broadcast(work, np.float32(4)), d, multiply_add(broadcast(work, np.float32(0.25)), e, even)),
            multiply_add(broadcast(work, np.float32(8)), d, multiply_add(broadcast(work, np.float32(-0.125)), e, odd + f)))


@kernel(entry=False, inline=True)
def _look(work, at, row):
    """SEEN of a column of six points that begins at memory[at]; the points are `row` numbers apart."""
    memory = work.memory
    return _seen(work, load(work, memory, at), load(work, memory, at + row), load(work, memory, at + 2 * row),
                 load(work, memory, at + 3 * row), load(work, memory, at + 4 * row), load(work, memory, at + 5 * row))


@kernel(entry=False, inline=True)
def _keep(work, at, piece, a, b, c, d, e, f):
    """SEEN of a row of six vectors, rounded and written to six pieces from memory[at] on."""
    v = _seen(work, a, b, c, d, e, f)
    store_rounded(work, v[0], work.memory, at)
    store_rounded(work, v[1], work.memory, at + piece)
    store_rounded(work, v[2], work.memory, at + 2 * piece)
    store_rounded(work, v[3], work.memory, at + 3 * piece)
    store_rounded(work, v[4], work.memory, at + 4 * piece)
    store_rounded(work, v[5], work.memory, at + 5 * piece)


@see_tiles.register(*WORK_OF_FOUR)
@kernel(entry=False)
def _see_tiles(work, weights, image):
    plan = work.plan[0]
    c = width_of(weights)
    row, tiles, piece, target = plan.stride * c, plan.tiles, plan.piece, plan.seen
    share = 1 + paired_of(work)
    for i in range(tiles):
        for j in range(tiles):
            source = image + _TILE * (i * row + j * c)
            for k in range(0, c, lanes_of(work)):
                at = source + k
                v0 = _look(work, at, row)
                v1 = _look(work, at + c, row)
                v2 = _look(work, at + 2 * c, row)
                v3 = _look(work, at + 3 * c, row)
                v4 = _look(work, at + 4 * c, row)
                v5 = _look(work, at + 5 * c, row)
                to = target + k // share
                _keep(work, to, piece, v0[0], v1[0], v2[0], v3[0], v4[0], v5[0])
                _keep(work, to + 6 * piece, piece, v0[1], v1[1], v2[1], v3[1], v4[1], v5[1])
                _keep(work, to + 12 * piece, piece, v0[2], v1[2], v2[2], v3[2], v4[2], v5[2])
                _keep(work, to + 18 * piece, piece, v0[3], v1[3], v2[3], v3[3], v4[3], v5[3])
                _keep(work, to + 24 * piece, piece, v0[4], v1[4], v2[4], v3[4], v4[4], v5[4])
                _keep(work, to + 30 * piece, piece, v0[5], v1[5], v2[5], v3[5], v4[5], v5[5])
            target += c // share


@kernel(entry=False, inline=True)
def _look_back(work, at, piece):
    """BACK of a column of six products."""
    memory = work.memory
    return _back(work, load(work, memory, at), load(work, memory, at + piece), load(work, memory, at + 2 * piece),
                 load(work, memory, at + 3 * piece), load(work, memory, at + 4 * piece), load(work, memory, at + 5 * piece))


@kernel(entry=False, inline=True)
def _finish_row(work, least, more, at, c, skip, v0, v1, v2, v3, v4, v5):
    """BACK of a row of six vectors, written to the image from memory[at] on."""
    found = _back(work, v0, v1, v2, v3, v4, v5)
    finish(work, at, skip, least, more, found[0])
    finish(work, at + c, skip, least, more, found[1])
    finish(work, at + 2 * c, skip, least, more, found[2])
    finish(work, at + 3 * c, skip, least, more, found[3])


@write_tiles.register(*WORK_OF_FOUR)
@kernel(entry=False)
def _write_tiles(work, weights, bias, image, skip, floor):
    plan = work.plan[0]
    c = width_of(weights)
    row, tiles, piece, source = plan.stride * c, plan.tiles, plan.piece, plan.products
    least = broadcast(work, floor)
    for i in range(tiles):
        for j in range(tiles):
            target = image + plan.first + _TILE * (i * row + j * c)
            for k in range(0, c, lanes_of(work)):
                at = source + k
                v0 = _look_back(work, at, 6 * piece)
                v1 = _look_back(work, at + piece, 6 * piece)
                v2 = _look_back(work, at + 2 * piece, 6 * piece)
                v3 = _look_back(work, at + 3 * piece, 6 * piece)
                v4 = _look_back(work, at + 4 * piece, 6 * piece)
                v5 = _look_back(work, at + 5 * piece, 6 * piece)
                more = load(work, weights.numbers, bias + k)
                to = target + k
                _finish_row(work, least, more, to, c, skip, v0[0], v1[0], v2[0], v3[0], v4[0], v5[0])
                _finish_row(work, least, more, to + row, c, skip, v0[1], v1[1], v2[1], v3[1], v4[1], v5[1])
                _finish_row(work, least, more, to + 2 * row, c, skip, v0[2], v1[2], v2[2], v3[2], v4[2], v5[2])
                _finish_row(work, least, more, to + 3 * row, c, skip, v0[3], v1[3], v2[3], v3[3], v4[3], v5[3])
            source += c
