"""The value of a position by its local shapes: every configuration of every 1x1, 2x2 and 3x3 window of the board has a weight.

The value for Black is the logistic function of the sum of the weights of all windows, and of two more: one for the komi, and
one that counts for the player who has just moved. These are the features of RLGO (Silver, Sutton and Mueller, "Reinforcement
learning of local shape in the game of Go", IJCAI 2007), which gave MC-RAVE its fourth heuristic (Gelly and Silver 2011,
section 5.1). gopy/learn learns the weights; shape_weights.py says which windows share theirs.

A window is named by its lower left point. Windows are numbered by size and then in rows; a window's code has one digit to the
base 3 for each point, the lower left first: 0 empty, 1 Black, 2 White. A window's code is a place in the array of all weights:
the places of the window's own codes follow those of the window before it. The codes of a position stand in `data.shapes`:
`fill_shapes` writes them, and `change_of_stone` changes the windows around a point alone.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.bits import ONE, ZERO, lowest_bit
from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.go.bitboard.layout import LARGEST_WINDOW, size_of
from gopy.go.bitboard.position import chain_of, has_stone, is_placeable, next_chain, window, window_point

#: Powers of 3: what a point of a window adds to its code, and how many codes a window of k x k points has (at k * k).
_POWERS = np.array([3**i for i in range(LARGEST_WINDOW**2 + 1)], np.int64)

_LN_2 = 0.6931471805599453
#: Number of terms of the exponential series, which with them is exact to 1e-16 below ln 2.
_TERMS = 17


class ShapeTable(NamedTuple):
    """The weights of one board size as play uses them."""
    weights: np.ndarray     #: float32[places + 2]: by place, then that of komi and that of the player who has just moved


@verb
def weight_at(weights, place):
    """The weight of a place (int64), as float64, for the record of weights that is the first argument."""


@weight_at.register(ShapeTable)
@kernel(entry=False)
def _weight_in_table(table, place):
    return np.float64(table.weights[np.uint64(place)])


@verb
def weights_beside(weights):
    """The weights that belong to no window: (that of komi, that of the player who has just moved)."""


@weights_beside.register(ShapeTable)
@kernel(entry=False)
def _weights_beside_table(table):
    return np.float64(table.weights[-2]), np.float64(table.weights[-1])


@kernel(entry=False)
def logistic(x):
    """1 / (1 + exp(-x)), with the same result on every machine, whatever its C library."""
    rest = min(abs(x), 40.0)
    scale = 1.0
    while rest > _LN_2:
        rest -= _LN_2
        scale *= 0.5
    series = 1.0
    for i in range(_TERMS, 0, -1):
        series = 1.0 - series * rest / i        # exp(-rest)
    small = series * scale
    return 1.0 / (1.0 + small) if x >= 0.0 else small / (1.0 + small)


@kernel(entry=False)
def fill_shapes(position):
    """Write the code of every window to data.shapes."""
    data = position.data[0]
    n = np.int64(size_of(position))
    for row in range(n):
        for column in range(n):
            point = np.uint64(row * (n + 1) + column)
            data.shapes[row * n + column] = (1 if has_stone(position, ZERO, point) else
                                             2 if has_stone(position, ONE, point) else 0)
    number = n * n
    for k in range(2, LARGEST_WINDOW + 1):
        for row in range(n - k + 1):
            for column in range(n - k + 1):
                code = 0
                for i in range(k * k):
                    code += _POWERS[i] * data.shapes[(row + i // k) * n + column + i % k]
                data.shapes[number] = code
                number += 1


@kernel(entry=False)
def sum_of_weights(position, weights):
    """Sum of the weights of all windows, by their codes in data.shapes."""
    data = position.data[0]
    n = np.int64(size_of(position))
    total = 0.0
    number = first_place = 0
    for k in range(1, min(LARGEST_WINDOW, n) + 1):
        codes = _POWERS[k * k]
        for _ in range((n - k + 1) * (n - k + 1)):
            total += weight_at(weights, first_place + np.int64(data.shapes[number]))
            first_place += codes
            number += 1
    return total


@kernel(entry=False)
def _change_of_point(position, weights, point, by, keep):
    """Change of the sum of weights when the digit of a point changes by `by`; with `keep` data.shapes changes too."""
    data = position.data[0]
    n = np.int64(size_of(position))
    row, column = np.int64(point) // (n + 1), np.int64(point) % (n + 1)
    total = 0.0
    first = first_place = 0
    for k in range(1, min(LARGEST_WINDOW, n) + 1):
        across = n - k + 1
        codes = _POWERS[k * k]
        for i in range(max(0, row - k + 1), min(row, n - k) + 1):
            for j in range(max(0, column - k + 1), min(column, n - k) + 1):
                number = np.uint64(first + i * across + j)
                code = np.int64(data.shapes[number])
                changed = code + by * _POWERS[(row - i) * k + column - j]
                place = first_place + (i * across + j) * codes
                total += weight_at(weights, place + changed) - weight_at(weights, place + code)
                if keep:
                    data.shapes[number] = changed
        first += across * across
        first_place += across * across * codes
    return total


@kernel(entry=False)
def _change_of_chains(position, weights, point, side, by):
    """The change, which is kept in data.shapes, when each stone of the chains of `side` that have their only liberty at
    `point` changes its digit by `by`."""
    data = position.data[0]
    around = window(position, side, point) & position.tables[0].orthogonals[point]
    total = 0.0
    while around != ZERO:
        chain, around = next_chain(position, point, around)
        if data.liberty_count[chain] != 1:
            continue
        stone = chain
        while True:
            total += _change_of_point(position, weights, stone, by, True)
            stone = np.uint64(data.next_stone[stone])
            if stone == chain:
                break
    return total


@kernel(entry=False)
def _takes(position, point, enemy):
    """Whether a stone at `point` takes a chain of `enemy`."""
    data = position.data[0]
    around = window(position, enemy, point) & position.tables[0].orthogonals[point]
    while around != ZERO:
        if data.liberty_count[chain_of(position, window_point(position, point, lowest_bit(around)))] == 1:
            return True
        around &= around - ONE
    return False


@kernel(entry=False)
def change_of_stone(position, weights, point, colour, keep):
    """Change of the sum of weights by a legal stone of `colour` at `point`, with what it takes off the board.

    It costs what changes: 14 windows, and as many for each stone that leaves the board. data.shapes must be filled; with
    `keep` it is brought to the position after the stone, which itself is not played.
    """
    enemy = colour ^ ONE
    own_digit, enemy_digit = np.int64(colour) + 1, np.int64(enemy) + 1
    if _takes(position, point, enemy):
        total = _change_of_point(position, weights, point, own_digit, True)
        total += _change_of_chains(position, weights, point, enemy, -enemy_digit)
        if not keep:
            _change_of_point(position, weights, point, -own_digit, True)
            _change_of_chains(position, weights, point, enemy, enemy_digit)
        return total
    if position.data[0].suicide != ZERO and not is_placeable(position, point, colour):
        total = _change_of_chains(position, weights, point, colour, -own_digit)
        if not keep:
            _change_of_chains(position, weights, point, colour, own_digit)
        return total
    return _change_of_point(position, weights, point, own_digit, keep)


@kernel(entry=False)
def value_of_sum(total, weights, to_play):
    """Value for Black of a position by the sum of its weights and the player to move."""
    komi, moved = weights_beside(weights)
    return logistic(total + komi + (moved if to_play == ONE else -moved))
