"""The value of a position by its local shapes: every configuration of every 1x1, 2x2 and 3x3 window of the board has a weight.

The value for Black is the logistic function of the sum of the weights of all windows, and of two more: one for the komi, and
one that counts for the player who has just moved. These are the features of RLGO (Silver, Sutton and Mueller, "Reinforcement
learning of local shape in the game of Go", IJCAI 2007), which gave MC-RAVE its fourth heuristic (Gelly and Silver 2011,
section 5.1). gopy/lab/learn learns the weights; shape_weights.py says which windows share theirs.

A window is named by its lower left point. Windows are numbered by size and then in rows; a window's code has one digit to the
base 3 for each point, the lower left first: 0 empty, 1 Black, 2 White. A window's code is a place in the array of all weights:
the places of the window's own codes follow those of the window before it. The codes of a position stand in an array beside the
weights: `fill_shapes` writes them, and `change_of_stone` changes the windows around a point alone.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.bits import ONE, ZERO, lowest_bit
from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.game import WIN_UNIT
from gopy.go.bitboard.layout import point_count, size_of
from gopy.go.bitboard.position import chain_of, has_stone, is_placeable, next_chain, window, window_point

#: The windows are those of 1x1 up to so many points across.
LARGEST_WINDOW = 3

#: Powers of 3: what a point of a window adds to its code, and how many codes a window of k x k points has (at k * k).
_POWERS = np.array([3**i for i in range(LARGEST_WINDOW**2 + 1)], np.int64)

_LN_2 = 0.6931471805599453
#: Number of terms of the exponential series, which with them is exact to 1e-16 below ln 2.
_TERMS = 17


class PlacedWeights(NamedTuple):
    """The weights of one board size as play uses them."""
    weights: np.ndarray     #: float32[places + 2]: by place, then that of komi and that of the player who has just moved
    codes: np.ndarray       #: int16[windows]: of the position that is being looked at, see `new_codes`


def new_codes(size) -> np.ndarray:
    """Room for the codes of all windows of a board size, int16[windows]. Each thread needs its own."""
    return np.zeros(sum((size - k + 1)**2 for k in range(1, LARGEST_WINDOW + 1)), np.int16)


@verb
def weight_at(weights, place):
    """The weight of a place (int64), as float64, for the record of weights that is the first argument."""


@weight_at.register(PlacedWeights)
@kernel(entry=False)
def _weight_of_place(placed, place):
    return np.float64(placed.weights[np.uint64(place)])


@verb
def weights_beside(weights):
    """The weights that belong to no window: (that of komi, that of the player who has just moved)."""


@weights_beside.register(PlacedWeights)
@kernel(entry=False)
def _weights_beside_placed(placed):
    return np.float64(placed.weights[-2]), np.float64(placed.weights[-1])


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
def fill_shapes(position, codes):
    """Write the code of every window to `codes`, int16[windows]."""
    n = np.int64(size_of(position))
    for row in range(n):
        for column in range(n):
            point = np.uint64(row * (n + 1) + column)
            codes[row * n + column] = 1 if has_stone(position, ZERO, point) else 2 if has_stone(position, ONE, point) else 0
    number = n * n
    for k in range(2, LARGEST_WINDOW + 1):
        for row in range(n - k + 1):
            for column in range(n - k + 1):
                code = 0
                for i in range(k * k):
                    code += _POWERS[i] * codes[(row + i // k) * n + column + i % k]
                codes[number] = code
                number += 1


@kernel(entry=False)
def sum_of_weights(position, weights):
    """Sum of the weights of all windows, by their codes."""
    n = np.int64(size_of(position))
    total = 0.0
    number = first_place = 0
    for k in range(1, min(LARGEST_WINDOW, n) + 1):
        count = _POWERS[k * k]
        for _ in range((n - k + 1) * (n - k + 1)):
            total += weight_at(weights, first_place + np.int64(weights.codes[number]))
            first_place += count
            number += 1
    return total


@kernel(entry=False)
def _change_of_point(position, weights, point, by, keep):
    """Change of the sum of weights when the digit of a point changes by `by`; with `keep` the codes change too."""
    n = np.int64(size_of(position))
    row, column = np.int64(point) // (n + 1), np.int64(point) % (n + 1)
    total = 0.0
    first = first_place = 0
    for k in range(1, min(LARGEST_WINDOW, n) + 1):
        across = n - k + 1
        count = _POWERS[k * k]
        for i in range(max(0, row - k + 1), min(row, n - k) + 1):
            for j in range(max(0, column - k + 1), min(column, n - k) + 1):
                number = np.uint64(first + i * across + j)
                code = np.int64(weights.codes[number])
                changed = code + by * _POWERS[(row - i) * k + column - j]
                place = first_place + (i * across + j) * count
                total += weight_at(weights, place + changed) - weight_at(weights, place + code)
                if keep:
                    weights.codes[number] = changed
        first += across * across
        first_place += across * across * count
    return total


@kernel(entry=False)
def _change_of_chains(position, weights, point, side, by):
    """The change, which is kept in the codes, when each stone of the chains of `side` that have their only liberty at
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

    It costs what changes: 14 windows, and as many for each stone that leaves the board. The codes must be filled; with
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


@kernel(entry=False)
def add_local_shape(game_params, position, moves, n, visits, wins):
    """Add simulations to moves[:n] with the share of wins that the local shapes after each move promise, the pass included.

    game_params  has prior_local_shape, and shape_weights and shape_codes, which make a PlacedWeights
    """
    colour = position.data[0].to_play
    weights = PlacedWeights(game_params.shape_weights, game_params.shape_codes)
    fill_shapes(position, weights.codes)
    total = sum_of_weights(position, weights)
    size = np.int32(game_params.prior_local_shape)
    for i in range(n):
        change = 0.0
        if moves[i] != np.int64(point_count(position)):
            change = change_of_stone(position, weights, np.uint64(moves[i]), colour, False)
        black = value_of_sum(total + change, weights, colour ^ ONE)
        value = black if colour == ZERO else 1.0 - black
        visits[i] += size
        wins[i] += np.int32(size * value * WIN_UNIT + 0.5)
