"""3x3 convolutions of an image in the work record: the transforms of winograd.py as sums, and the products between them.

An image is [stride][stride][C] numbers: channels innermost, the board inside a border of zeros. A tile reads 5x5 points, of which it
shares two rows and two columns with its neighbours, and writes 3x3.
"""
import numpy as np

from gopy.compiled.jit import kernel
from gopy.compiled.vectors import broadcast, lanes_of, load, maximum, multiply_add, store
from gopy.network.product import PANEL, multiplier
from gopy.network.weights import width_of
from gopy.network.winograd import PRODUCTS, TILE
from gopy.network.work import columns_of, most_rows_of

#: The smallest number that a convolution lets pass which cuts off nothing.
NO_FLOOR = np.float32(-3e38)

multiply = multiplier(lambda work, weights: work.columns(weights.channels))


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
    """SEEN of a row of five vectors, written to five pieces from memory[at] on."""
    v = _seen(two, minus_two, a, b, c, d, e)
    store(v[0], work.memory, at)
    store(v[1], work.memory, at + piece)
    store(v[2], work.memory, at + 2 * piece)
    store(v[3], work.memory, at + 3 * piece)
    store(v[4], work.memory, at + 4 * piece)


@kernel(entry=False)
def see_tiles(weights, work, image):
    """Write what the products are made from, for all tiles of the image at memory[image]."""
    plan = work.plan[0]
    c = width_of(weights)
    row, tiles, piece, target = plan.stride * c, plan.tiles, plan.piece, plan.seen
    two, minus_two = broadcast(work, np.float32(2)), broadcast(work, np.float32(-2))
    for i in range(tiles):
        for j in range(tiles):
            source = image + TILE * (i * row + j * c)
            for k in range(0, c, lanes_of(work)):
                at = source + k
                v0 = _look(work, two, minus_two, at, row)
                v1 = _look(work, two, minus_two, at + c, row)
                v2 = _look(work, two, minus_two, at + 2 * c, row)
                v3 = _look(work, two, minus_two, at + 3 * c, row)
                v4 = _look(work, two, minus_two, at + 4 * c, row)
                to = target + k
                _keep(work, two, minus_two, to, piece, v0[0], v1[0], v2[0], v3[0], v4[0])
                _keep(work, two, minus_two, to + 5 * piece, piece, v0[1], v1[1], v2[1], v3[1], v4[1])
                _keep(work, two, minus_two, to + 10 * piece, piece, v0[2], v1[2], v2[2], v3[2], v4[2])
                _keep(work, two, minus_two, to + 15 * piece, piece, v0[3], v1[3], v2[3], v3[3], v4[3])
                _keep(work, two, minus_two, to + 20 * piece, piece, v0[4], v1[4], v2[4], v3[4], v4[4])
            target += c


@kernel(entry=False)
def multiply_tiles(weights, work, matrices):
    """Multiply each of the 25 matrices of all tiles with its matrix of weights; these begin at numbers[matrices]."""
    plan = work.plan[0]
    c = width_of(weights)
    columns, most = columns_of(work, weights), most_rows_of(work)
    rows = plan.tiles * plan.tiles
    blocks = (rows + most - 1) // most
    fewest = rows // blocks
    larger = rows - blocks * fewest
    for number in range(PRODUCTS):
        source, target = plan.seen + number * plan.piece, plan.products + number * plan.piece
        matrix = matrices + number * c * c
        for column in range(0, c, columns):
            panel = matrix + column // PANEL * PANEL * c + column % PANEL
            at = 0
            for block in range(blocks):
                count = fewest + 1 if block < larger else fewest
                multiply(work, weights, count, source + at, c, panel, c, target + at + column, c)
                at += count * c


@kernel(entry=False, inline=True)
def _look_back(work, two, four, at, piece):
    """BACK of a column of five products."""
    memory = work.memory
    return _back(two, four, load(work, memory, at), load(work, memory, at + piece), load(work, memory, at + 2 * piece),
                 load(work, memory, at + 3 * piece), load(work, memory, at + 4 * piece))


@kernel(entry=False)
def write_tiles(weights, work, bias, image, skip, floor):
    """Write the result of a convolution to the image at memory[image].

    bias    where the biases, [C], begin in the numbers
    skip    whether what is in the image is added
    floor   the smallest number: 0, or NO_FLOOR
    """
    plan = work.plan[0]
    c = width_of(weights)
    row, tiles, piece, source = plan.stride * c, plan.tiles, plan.piece, plan.products
    two, four, least = broadcast(work, np.float32(2)), broadcast(work, np.float32(4)), broadcast(work, floor)
    for i in range(tiles):
        for j in range(tiles):
            target = image + plan.first + TILE * (i * row + j * c)
            for k in range(0, c, lanes_of(work)):
                at = source + k
                v0 = _look_back(work, two, four, at, 5 * piece)
                v1 = _look_back(work, two, four, at + piece, 5 * piece)
                v2 = _look_back(work, two, four, at + 2 * piece, 5 * piece)
                v3 = _look_back(work, two, four, at + 3 * piece, 5 * piece)
                v4 = _look_back(work, two, four, at + 4 * piece, 5 * piece)
                more = load(work, weights.numbers, bias + k)
                _finish(work, target + k, c, skip, least, more, _back(two, four, v0[0], v1[0], v2[0], v3[0], v4[0]))
                _finish(work, target + k + row, c, skip, least, more, _back(two, four, v0[1], v1[1], v2[1], v3[1], v4[1]))
                _finish(work, target + k + 2 * row, c, skip, least, more, _back(two, four, v0[2], v1[2], v2[2], v3[2], v4[2]))
            source += c
    _clear_margin(weights, work, image)


@kernel(entry=False, inline=True)
def _finish(work, at, step, skip, least, more, found):
    """Add the bias and, if `skip`, what is there to three points, cut off what is below the floor, and write them."""
    memory = work.memory
    a, b, c = found[0] + more, found[1] + more, found[2] + more
    if skip:
        a = a + load(work, memory, at)
        b = b + load(work, memory, at + step)
        c = c + load(work, memory, at + 2 * step)
    store(maximum(a, least), memory, at)
    store(maximum(b, least), memory, at + step)
    store(maximum(c, least), memory, at + 2 * step)


@kernel(entry=False)
def _clear_margin(weights, work, image):
    """Make the points zero again that the last tiles have written to beyond the board."""
    plan = work.plan[0]
    c = width_of(weights)
    size, stride = plan.board_size, plan.stride
    across = TILE * plan.tiles
    if across == size:
        return
    for row in range(across):
        first = size if row < size else 0
        begin = image + plan.first + (row * stride + first) * c
        for i in range(begin, begin + (across - first) * c):
            work.memory[i] = np.float32(0)


@kernel(entry=False)
def convolve(weights, work, source, matrices, bias, target, skip, floor):
    """A convolution of the image at memory[source], written to that at memory[target]; see `write_tiles`."""
    see_tiles(weights, work, source)
    multiply_tiles(weights, work, matrices)
    write_tiles(weights, work, bias, target, skip, floor)
