"""Regions of the board, among whose points a network shares what it knows of each: chains of stones, and empty points that are connected.

A window of three points sees a chain of ten as several pieces. The mean over a chain lets each of its stones know at once what was found
at any of them, an eye or a liberty far away, and that over empty points who is around them.
"""
import numpy as np

from gopy.compiled.bfloat16 import store_rounded
from gopy.compiled.bits import ONE, ZERO
from gopy.compiled.jit import kernel
from gopy.compiled.vectors import broadcast, lanes_of, load, maximum, store
from gopy.go.bitboard.position import has_stone
from gopy.network.convolution import multiply
from gopy.network.product import PANEL
from gopy.network.weights import width_of
from gopy.network.work import columns_of, most_rows_of, paired_of, turned

#: What stands for the points of each colour before the regions are numbered.
_EMPTY, _BLACK, _WHITE = -1, -2, -3


@kernel(entry=False)
def number_regions(regions, size):
    """Number the regions of a board from 0 on, in the order of their first points; returns how many there are.

    regions   int32[3 N N]: at the beginning, a negative number for each point, the same for points of one colour. In the end, the region
              of each point and, from N N on, how many points each region has. The rest is room to work in
    """
    points = size * size
    count = 0
    for first in range(points):
        colour = regions[first]
        if colour >= 0:
            continue
        regions[first] = count
        regions[2 * points] = first
        found, seen = 1, 0
        while seen < found:
            point = np.int64(regions[2 * points + seen])
            seen += 1
            row, column = point // size, point % size
            for side in range(4):
                near = point + 1
                inside = column < size - 1
                if side == 1:
                    near, inside = point - 1, column > 0
                elif side == 2:
                    near, inside = point + size, row < size - 1
                elif side == 3:
                    near, inside = point - size, row > 0
                if inside and regions[near] == colour:
                    regions[near] = count
                    regions[2 * points + found] = near
                    found += 1
        regions[points + count] = found
        count += 1
    return count


@kernel(entry=False)
def find_regions(position, work):
    """Write the regions of a position to `work.regions`, for the board as it is turned, and their number to the plan."""
    plan = work.plan[0]
    size, point = plan.board_size, ZERO
    for row in range(size):
        for column in range(size):
            down, across = turned(plan.turn, row, column, size - 1)
            colour = _EMPTY
            if has_stone(position, ZERO, point):
                colour = _BLACK
            elif has_stone(position, ONE, point):
                colour = _WHITE
            work.regions[down * size + across] = colour
            point += ONE
        point += ONE        # the gap behind each row
    plan.regions = number_regions(work.regions, size)


@kernel(entry=False)
def share_regions(weights, work, matrix):
    """Let the points of each region share what `inner` holds, h.

    h becomes max(0, h + shift + mean of max(0, h) over the region . matrix), with the matrix [C][C], laid out as those of a
    convolution, at numbers[matrix]. Both factors of this product are rounded as there.
    """
    plan, memory = work.plan[0], work.memory
    c, most, share = width_of(weights), most_rows_of(work), 1 + paired_of(work)
    size, step, inputs = plan.board_size, plan.stride * c, c // share
    rows = (plan.regions + most - 1) // most * most
    zero = broadcast(work, np.float32(0))
    # 1. the means; what the convolutions make their products from is free now
    for at in range(plan.seen, plan.seen + rows * c, lanes_of(work)):
        store(zero, memory, at)
    begin, point = plan.inner + plan.first, 0
    for _ in range(size):
        for at in range(begin, begin + size * c, c):
            to = plan.seen + np.int64(work.regions[point]) * c
            for k in range(0, c, lanes_of(work)):
                store(load(work, memory, to + k) + maximum(load(work, memory, at + k), zero), memory, to + k)
            point += 1
        begin += step
    for region in range(plan.regions):
        part = broadcast(work, np.float32(1) / np.float32(work.regions[size * size + region]))
        for k in range(region * c, (region + 1) * c, lanes_of(work)):
            store_rounded(work, load(work, memory, plan.seen + k) * part, memory, plan.seen + k // share)
    # 2. their products
    for column in range(0, c, columns_of(work, weights)):
        panel = matrix + column // PANEL * PANEL * inputs + column % PANEL
        for row in range(0, rows, most):
            multiply(work, weights, most, plan.seen + row * inputs, inputs, panel, inputs, plan.products + row * c + column, c)
    # 3. what they add to each point
    begin, point = plan.inner + plan.first, 0
    for _ in range(size):
        for at in range(begin, begin + size * c, c):
            shift = plan.products + np.int64(work.regions[point]) * c
            for k in range(0, c, lanes_of(work)):
                value = load(work, memory, at + k) + load(work, memory, plan.shift + k) + load(work, memory, shift + k)
                store(maximum(value, zero), memory, at + k)
            point += 1
        begin += step
