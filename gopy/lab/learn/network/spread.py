"""The gradient of what the products of a 3x3 layer make, for each tile: BACK' . dy . BACK (gopy/network/winograd.py), as sums."""
import numpy as np

from gopy.compiled.bfloat16 import store_rounded
from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.compiled.vectors import broadcast, lanes_of, load, multiply_add
from gopy.network.weights import width_of
from gopy.network.winograd import FOUR, THREE
from gopy.network.work import WorkPairs, WorkPairsFour

_THREE, _FOUR = THREE.size, FOUR.size


@verb
def spread_tiles(work, weights):
    """Write this for all tiles of the gradient dy in the trunk to where `see_tiles` writes; rounded, in pairs."""


@kernel(entry=False, inline=True)
def _spread_three(two, four, a, b, c):
    """The transpose of BACK of three vectors."""
    even = a + c
    return a, even + b, even - b, multiply_add(four, c, multiply_add(two, b, a)), c


@spread_tiles.register(WorkPairs)
@kernel(entry=False)
def _spread_tiles_of_three(work, weights):
    plan = work.plan[0]
    c = width_of(weights)
    row, tiles, piece, target = plan.stride * c, plan.tiles, plan.piece, plan.seen
    two, four = broadcast(work, np.float32(2)), broadcast(work, np.float32(4))
    for i in range(tiles):
        for j in range(tiles):
            source = plan.trunk + plan.first + _THREE * (i * row + j * c)
            for k in range(0, c, lanes_of(work)):
                at = source + k
                v0 = _spread_column_three(work, two, four, at, row)
                v1 = _spread_column_three(work, two, four, at + c, row)
                v2 = _spread_column_three(work, two, four, at + 2 * c, row)
                to = target + k // 2
                _keep_three(work, two, four, to, piece, v0[0], v1[0], v2[0])
                _keep_three(work, two, four, to + 5 * piece, piece, v0[1], v1[1], v2[1])
                _keep_three(work, two, four, to + 10 * piece, piece, v0[2], v1[2], v2[2])
                _keep_three(work, two, four, to + 15 * piece, piece, v0[3], v1[3], v2[3])
                _keep_three(work, two, four, to + 20 * piece, piece, v0[4], v1[4], v2[4])
            target += c // 2


@kernel(entry=False, inline=True)
def _spread_column_three(work, two, four, at, row):
    """`_spread_three` of a column of three points that begins at memory[at]; the points are `row` numbers apart."""
    memory = work.memory
    return _spread_three(two, four, load(work, memory, at), load(work, memory, at + row), load(work, memory, at + 2 * row))


@kernel(entry=False, inline=True)
def _keep_three(work, two, four, at, piece, a, b, c):
    """`_spread_three` of a row of three vectors, rounded and written to five pieces from memory[at] on."""
    v = _spread_three(two, four, a, b, c)
    store_rounded(work, v[0], work.memory, at)
    store_rounded(work, v[1], work.memory, at + piece)
    store_rounded(work, v[2], work.memory, at + 2 * piece)
    store_rounded(work, v[3], work.memory, at + 3 * piece)
    store_rounded(work, v[4], work.memory, at + 4 * piece)


@kernel(entry=False, inline=True)
def _spread_four(work, a, b, c, d):
    """The transpose of BACK of four vectors."""
    even, odd = a + c, b + d
    twice = multiply_add(broadcast(work, np.float32(4)), c, a)
    half = multiply_add(broadcast(work, np.float32(0.25)), c, a)
    return (a, even + odd, even - odd,
            multiply_add(broadcast(work, np.float32(8)), d, multiply_add(broadcast(work, np.float32(2)), b, twice)),
            multiply_add(broadcast(work, np.float32(-0.125)), d, multiply_add(broadcast(work, np.float32(-0.5)), b, half)), d)


@spread_tiles.register(WorkPairsFour)
@kernel(entry=False)
def _spread_tiles_of_four(work, weights):
    plan = work.plan[0]
    c = width_of(weights)
    row, tiles, piece, target = plan.stride * c, plan.tiles, plan.piece, plan.seen
    for i in range(tiles):
        for j in range(tiles):
            source = plan.trunk + plan.first + _FOUR * (i * row + j * c)
            for k in range(0, c, lanes_of(work)):
                at = source + k
                v0 = _spread_column_four(work, at, row)
                v1 = _spread_column_four(work, at + c, row)
                v2 = _spread_column_four(work, at + 2 * c, row)
                v3 = _spread_column_four(work, at + 3 * c, row)
                to = target + k // 2
                _keep_four(work, to, piece, v0[0], v1[0], v2[0], v3[0])
                _keep_four(work, to + 6 * piece, piece, v0[1], v1[1], v2[1], v3[1])
                _keep_four(work, to + 12 * piece, piece, v0[2], v1[2], v2[2], v3[2])
                _keep_four(work, to + 18 * piece, piece, v0[3], v1[3], v2[3], v3[3])
                _keep_four(work, to + 24 * piece, piece, v0[4], v1[4], v2[4], v3[4])
                _keep_four(work, to + 30 * piece, piece, v0[5], v1[5], v2[5], v3[5])
            target += c // 2


@kernel(entry=False, inline=True)
def _spread_column_four(work, at, row):
    """`_spread_four` of a column of four points that begins at memory[at]; the points are `row` numbers apart."""
    memory = work.memory
    return _spread_four(work, load(work, memory, at), load(work, memory, at + row), load(work, memory, at + 2 * row),
                        load(work, memory, at + 3 * row))


@kernel(entry=False, inline=True)
def _keep_four(work, at, piece, a, b, c, d):
    """`_spread_four` of a row of four vectors, rounded and written to six pieces from memory[at] on."""
    v = _spread_four(work, a, b, c, d)
    store_rounded(work, v[0], work.memory, at)
    store_rounded(work, v[1], work.memory, at + piece)
    store_rounded(work, v[2], work.memory, at + 2 * piece)
    store_rounded(work, v[3], work.memory, at + 3 * piece)
    store_rounded(work, v[4], work.memory, at + 4 * piece)
    store_rounded(work, v[5], work.memory, at + 5 * piece)
