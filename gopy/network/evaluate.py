"""A whole evaluation: from a position to policy, ownership and outcome in the work record. It allocates nothing and takes no lock."""
import numpy as np

from gopy.compiled.jit import kernel
from gopy.network.convolution import NO_FLOOR, convolve
from gopy.network.heads import judge
from gopy.network.pooling import multiply_pooled, pool, shift_image
from gopy.network.stem import read_position
from gopy.network.weights import width_of


@kernel(entry=False)
def run_trunk(weights, work):
    """The residual blocks, from the image that the first layer has written."""
    plan, parts = work.plan[0], weights.parts[0]
    zero = np.float32(0)
    for number in range(parts.blocks):
        block = parts.block + number * parts.block_length
        if number % 2 == 1 or parts.blocks == 1:        # as form.pools says
            convolve(weights, work, plan.trunk, block + parts.conv1, block + parts.bias1, plan.inner, False, NO_FLOOR)
            pool(weights, work, plan.inner)
            multiply_pooled(weights, work, block + parts.pool, width_of(weights), plan.shift)
            shift_image(weights, work, plan.inner)
        else:
            convolve(weights, work, plan.trunk, block + parts.conv1, block + parts.bias1, plan.inner, False, zero)
        convolve(weights, work, plan.inner, block + parts.conv2, block + parts.bias2, plan.trunk, True, zero)


@kernel(entry=False)
def evaluate(position, weights, work):
    """Judge a position (any of gopy/go/bitboard) from the side to move; the answer is in `work`, see `work.Work`.

    The work must be made for the size of the board and the width of the network.
    """
    read_position(position, weights, work)
    run_trunk(weights, work)
    judge(weights, work)


@kernel
def evaluate_now(position, weights, work, times):
    """`evaluate`, called from Python, so many times: more than once to measure it."""
    for _ in range(times):
        evaluate(position, weights, work)
