"""3x3 convolutions of an image in the work record: the transforms of winograd.py, and the products between them.

An image is [stride][stride][C] numbers: channels innermost, the board inside a border of zeros. Both factors of the products are rounded
to bfloat16, on every processor (gopy/compiled/bfloat16.py).
"""
import numpy as np

from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.compiled.vectors import broadcast, lanes_of, load, maximum, store
from gopy.network.product import PANEL, multiplier
from gopy.network.weights import width_of
from gopy.network.work import columns_of, most_rows_of, paired_of

#: The smallest number that a convolution lets pass which cuts off nothing.
NO_FLOOR = np.float32(-3e38)

multiply = multiplier(lambda work, weights: work.columns(weights.channels), rounded=True)


@verb
def see_tiles(work, weights, image):
    """Write what the products are made from, for all tiles of the image at memory[image]."""


@verb
def write_tiles(work, weights, bias, image, skip, floor):
    """Write the result of a convolution to the image at memory[image].

    bias    where the biases, [C], begin in the numbers
    skip    whether what is in the image is added
    floor   the smallest number: 0, or NO_FLOOR
    """


@kernel(entry=False)
def multiply_tiles(weights, work, matrices):
    """Multiply each of the matrices of all tiles with its matrix of weights; these begin at numbers[matrices]."""
    plan = work.plan[0]
    c = width_of(weights)
    columns, most = columns_of(work, weights), most_rows_of(work)
    rows = plan.tiles * plan.tiles
    blocks = (rows + most - 1) // most
    fewest = rows // blocks
    larger = rows - blocks * fewest
    inputs = c // (1 + paired_of(work))
    for number in range(plan.matrices):
        source, target = plan.seen + number * plan.piece, plan.products + number * plan.piece
        matrix = matrices + number * inputs * c
        for column in range(0, c, columns):
            panel = matrix + column // PANEL * PANEL * inputs + column % PANEL
            row = 0
            for block in range(blocks):
                count = fewest + 1 if block < larger else fewest
                multiply(work, weights, count, source + row * inputs, inputs, panel, inputs, target + row * c + column, c)
                row += count


@kernel(entry=False, inline=True)
def finish(work, at, skip, least, more, found):
    """Add the bias and, if `skip`, what is there to a vector, cut off what is below the floor, and write it to memory[at]."""
    found = found + more
    if skip:
        found = found + load(work, work.memory, at)
    store(maximum(found, least), work.memory, at)


@kernel(entry=False)
def _clear_margin(weights, work, image):
    """Make the points zero again that the last tiles have written to beyond the board."""
    plan = work.plan[0]
    c = width_of(weights)
    size, stride = plan.board_size, plan.stride
    across = stride - 2
    if across == size:
        return
    zero = broadcast(work, np.float32(0))
    for row in range(across):
        first = size if row < size else 0
        begin = image + plan.first + (row * stride + first) * c
        for i in range(begin, begin + (across - first) * c, lanes_of(work)):
            store(zero, work.memory, i)


@kernel(entry=False)
def convolve(weights, work, source, matrices, bias, target, skip, floor):
    """A convolution of the image at memory[source], written to that at memory[target]; see `write_tiles`."""
    see_tiles(work, weights, source)
    multiply_tiles(weights, work, matrices)
    write_tiles(work, weights, bias, target, skip, floor)
    _clear_margin(weights, work, target)
