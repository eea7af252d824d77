"""A whole evaluation: from a position to policy, ownership and outcome in the work record. It allocates nothing and takes no lock."""
import numpy as np

import gopy.network.tiles_of_four
import gopy.network.tiles_of_three  # noqa: F401  (how the convolutions are made)
from gopy.compiled.jit import kernel
from gopy.game import legal_moves
from gopy.network.convolution import NO_FLOOR, convolve
from gopy.network.heads import exponential, judge
from gopy.network.pooling import clear_shift, multiply_pooled, pool, shift_image
from gopy.network.product import begin_products, end_products
from gopy.network.regions import find_regions, share_regions
from gopy.network.stem import read_position
from gopy.network.weights import width_of


@kernel(entry=False)
def run_trunk(weights, work):
    """The residual blocks, from the image that the first layer has written."""
    plan, parts = work.plan[0], weights.parts[0]
    zero = np.float32(0)
    regional = parts.regions != 0
    for number in range(parts.blocks):
        block = parts.block + number * parts.block_length
        pools = number % 2 == 1 or parts.blocks == 1        # as form.pools says
        floor = NO_FLOOR if pools or regional else zero
        convolve(weights, work, plan.trunk, block + parts.conv1, block + parts.bias1, plan.inner, False, floor)
        if pools:
            pool(weights, work, plan.inner)
            multiply_pooled(weights, work, block + parts.pool, width_of(weights), plan.shift)
        if regional:
            if not pools:
                clear_shift(weights, work)
            share_regions(weights, work, block + parts.region)
        elif pools:
            shift_image(weights, work, plan.inner)
        convolve(weights, work, plan.inner, block + parts.conv2, block + parts.bias2, plan.trunk, True, zero)


@kernel(entry=False)
def evaluate(position, weights, work):
    """Judge a position (any of gopy/go/bitboard) from the side to move; the answer is in `work`, see `work.Work`.

    The work must be made for the size of the board and the width of the network. Ladders are played out on the position, which is
    restored: one thread at a time.
    """
    read_position(position, weights, work)
    if weights.parts[0].regions != 0:
        find_regions(position, work)
    begin_products(work, weights)
    run_trunk(weights, work)
    end_products(work)
    judge(weights, work)


@kernel(entry=False)
def weigh_moves(work, moves, n, chances):
    """Write the probability of each of moves[:n] to chances[:n] (float32[]): a softmax of what `evaluate` has found."""
    largest = work.policy[moves[0]]
    for i in range(n):
        largest = max(largest, work.policy[moves[i]])
    total = 0.0
    for i in range(n):
        weight = exponential(work.policy[moves[i]] - largest)
        chances[i] = weight
        total += weight
    for i in range(n):
        chances[i] = chances[i] / total


@kernel
def evaluate_moves(position, weights, work, moves, chances):
    """`evaluate`, called from Python: writes the legal moves to `moves` (int16[num_moves]) and their probabilities to `chances`.

    Returns how many legal moves there are.
    """
    evaluate(position, weights, work)
    n = legal_moves(position, moves)
    weigh_moves(work, moves, n, chances)
    return n


@kernel
def evaluate_often(position, weights, work, times):
    """`evaluate` so many times, to measure it."""
    for _ in range(times):
        evaluate(position, weights, work)
