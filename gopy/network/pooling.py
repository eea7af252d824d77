"""Global pooling: the mean and the largest number of each channel over the board, and what follows from them for every point."""
import numpy as np

from gopy.compiled.jit import kernel
from gopy.compiled.vectors import broadcast, lanes_of, load, maximum, multiply_add, store
from gopy.network.weights import width_of


@kernel(entry=False)
def pool(weights, work, image):
    """Write mean and largest of max(0, image) over the board, [2 C], for each channel of the image at memory[image]."""
    plan, memory = work.plan[0], work.memory
    c = width_of(weights)
    size, row = plan.board_size, plan.stride * c
    share = broadcast(work, np.float32(1) / np.float32(size * size))
    zero = broadcast(work, np.float32(0))
    for k in range(0, c, lanes_of(work)):
        total, largest = zero, zero
        begin = image + plan.first + k
        for _ in range(size):
            at = begin
            for _ in range(size):
                value = maximum(load(work, memory, at), zero)
                total = total + value
                largest = maximum(largest, value)
                at += c
            begin += row
        store(total * share, memory, plan.pooled + k)
        store(largest, memory, plan.pooled + c + k)


@kernel(entry=False)
def multiply_pooled(weights, work, matrix, columns, target):
    """Multiply the pooled numbers, [2 C], with the matrix [2 C][columns] at numbers[matrix]; the product goes to memory[target]."""
    plan, memory = work.plan[0], work.memory
    rows = 2 * width_of(weights)
    for k in range(0, columns, lanes_of(work)):
        # four sums side by side: one would wait for itself at each step
        a = broadcast(work, np.float32(0))
        b, c, d = a, a, a
        at = matrix + k
        for i in range(plan.pooled, plan.pooled + rows, 4):
            a = multiply_add(broadcast(work, memory[i]), load(work, weights.numbers, at), a)
            b = multiply_add(broadcast(work, memory[i + 1]), load(work, weights.numbers, at + columns), b)
            c = multiply_add(broadcast(work, memory[i + 2]), load(work, weights.numbers, at + 2 * columns), c)
            d = multiply_add(broadcast(work, memory[i + 3]), load(work, weights.numbers, at + 3 * columns), d)
            at += 4 * columns
        store((a + b) + (c + d), memory, target + k)


@kernel(entry=False)
def clear_shift(weights, work):
    """Make `shift` zero, for a block that does not pool."""
    zero = broadcast(work, np.float32(0))
    for k in range(0, width_of(weights), lanes_of(work)):
        store(zero, work.memory, work.plan[0].shift + k)


@kernel(entry=False)
def shift_image(weights, work, image):
    """Add `shift`, [C], to every point of the image at memory[image], and make what is negative zero."""
    plan, memory = work.plan[0], work.memory
    c = width_of(weights)
    size, row = plan.board_size, plan.stride * c
    zero = broadcast(work, np.float32(0))
    for k in range(0, c, lanes_of(work)):
        shift = load(work, memory, plan.shift + k)
        begin = image + plan.first + k
        for _ in range(size):
            at = begin
            for _ in range(size):
                store(maximum(load(work, memory, at) + shift, zero), memory, at)
                at += c
            begin += row
