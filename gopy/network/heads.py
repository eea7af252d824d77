"""The heads of the network: policy, ownership, value and score, from the trunk's last image."""
import numpy as np

from gopy.compiled.jit import kernel
from gopy.compiled.vectors import broadcast, lanes_of, load, multiply_add, rectified_dot, store
from gopy.network.form import GLOBALS
from gopy.network.pooling import multiply_pooled, pool
from gopy.network.product import PANEL, multiplier
from gopy.network.weights import hidden_of, width_of
from gopy.network.work import most_rows_of, turned

#: The logit of a move that is no point of the board.
NO_MOVE = np.float32(-1e30)

#: exp works on numbers between these bounds.
_LARGEST = 80.0

#: Points of score in the unit of the value head.
_POINTS = np.float32(10)
_GIVEN = len(GLOBALS)

multiply = multiplier(lambda work, weights: PANEL)


@kernel(entry=False, inline=True)
def exponential(x):
    """e^x as float64, from sums and products alone, so that it is the same number on every machine. |x| is cut off at 80."""
    y = min(max(np.float64(x), -_LARGEST), _LARGEST) / 256
    # e^y to the 256th power; |y| is at most 5/16, and what is left out is about y^11 / 11!
    z = 1 + y * (1 / 9 + y * (1 / 90))
    z = 1 + y * (1 + y * (1 / 2) * (1 + y * (1 / 3) * (1 + y * (1 / 4) * (1 + y * (1 / 5) * (
        1 + y * (1 / 6) * (1 + y * (1 / 7) * (1 + y * (1 / 8) * z)))))))
    z *= z
    z *= z
    z *= z
    z *= z
    z *= z
    z *= z
    z *= z
    return z * z


@kernel(entry=False)
def judge(weights, work):
    """Write policy, ownership and outcome, see `work.Work`, from the trunk."""
    plan, parts = work.plan[0], weights.parts[0]
    pool(weights, work, plan.trunk)
    multiply_pooled(weights, work, parts.pooled, 4 * hidden_of(weights), plan.heads)
    for k in range(0, 4 * hidden_of(weights), lanes_of(work)):
        at = plan.heads + k
        store(load(work, work.memory, at) + load(work, weights.numbers, parts.pooled_bias + k), work.memory, at)
    _judge_moves(weights, work)
    _judge_points(weights, work)
    _judge_outcome(weights, work)


@kernel(entry=False)
def _judge_moves(weights, work):
    """Write the logits of all moves."""
    plan, parts = work.plan[0], weights.parts[0]
    c, p, most = width_of(weights), hidden_of(weights), most_rows_of(work)
    size, stride = plan.board_size, plan.stride
    # 1. the product, of all points from the first to the last, those of the border between them included
    rows = (size - 1) * stride + size
    blocks = (rows + most - 1) // most
    fewest = rows // blocks
    larger = rows - blocks * fewest
    for column in range(0, p, PANEL):
        source, target = plan.trunk + plan.first, plan.policy + column
        for block in range(blocks):
            count = fewest + 1 if block < larger else fewest
            multiply(work, weights, count, source, c, parts.policy + column * c, c, target, p)
            source += count * c
            target += count * p
    # 2. the logits
    move = 0
    for row in range(size):
        for column in range(size):
            down, across = turned(plan.turn, row, column, size - 1)
            at = plan.policy + (down * stride + across) * p
            work.policy[move] = rectified_dot(work.memory, at, plan.heads, weights.numbers, parts.policy_out, p)
            move += 1
        work.policy[move] = NO_MOVE
        move += 1
    work.policy[move] = weights.numbers[parts.pass_out_bias] + rectified_dot(
        work.memory, plan.heads + p, plan.zeros, weights.numbers, parts.pass_out, p)


@kernel(entry=False)
def _judge_points(weights, work):
    """Write the ownership of all points."""
    plan, parts = work.plan[0], weights.parts[0]
    c, size = width_of(weights), plan.board_size
    bias = weights.numbers[parts.owner_bias]
    point = 0
    for row in range(size):
        for column in range(size):
            down, across = turned(plan.turn, row, column, size - 1)
            at = plan.trunk + plan.first + (down * plan.stride + across) * c
            work.ownership[point] = bias + rectified_dot(work.memory, at, plan.zeros, weights.numbers, parts.owner, c)
            point += 1
        work.ownership[point] = np.float32(0)
        point += 1
    for i in range(point):
        work.ownership[i] = np.float32(1 - 2 / (exponential(2 * work.ownership[i]) + 1))


@kernel(entry=False)
def _judge_outcome(weights, work):
    """Write the logit and the probability of winning, and the score and its deviation in points."""
    plan, parts = work.plan[0], weights.parts[0]
    p, size = hidden_of(weights), plan.board_size
    memory, numbers = work.memory, weights.numbers
    a, b, c, d = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
    points = size * (size + 1)
    for i in range(0, points - 3, 4):
        a += work.ownership[i]
        b += work.ownership[i + 1]
        c += work.ownership[i + 2]
        d += work.ownership[i + 3]
    for i in range(points - points % 4, points):
        a += work.ownership[i]
    owned = broadcast(work, ((a + b) + (c + d)) / np.float32(size))
    first = plan.heads + 2 * p
    for k in range(0, 2 * p, lanes_of(work)):
        total = multiply_add(owned, load(work, numbers, parts.value_owner + k), load(work, memory, first + k))
        for i in range(_GIVEN):
            row = parts.value_global + i * (2 * p)
            total = multiply_add(broadcast(work, work.given[i]), load(work, numbers, row + k), total)
        store(total, memory, first + k)
    logit = numbers[parts.value_out_bias] + rectified_dot(memory, first, plan.zeros, numbers, parts.value_out, 2 * p)
    score = numbers[parts.value_out_bias + 1] + rectified_dot(memory, first, plan.zeros, numbers, parts.value_out + 2 * p, 2 * p)
    spread = numbers[parts.value_out_bias + 2] + rectified_dot(memory, first, plan.zeros, numbers, parts.value_out + 4 * p, 2 * p)
    work.outcome[0] = logit
    work.outcome[1] = np.float32(1 / (1 + exponential(-logit)))
    work.outcome[2] = score * _POINTS
    work.outcome[3] = np.float32(exponential(spread)) * _POINTS
