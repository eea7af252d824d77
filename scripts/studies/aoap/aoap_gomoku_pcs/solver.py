"""The value of late Gomoku positions by exhaustive search: alpha-beta over bitboards, forced answers first.

Boards are uint64 sets of the 64 cells, row * 8 + column; exactly five in a row wins.
"""
import numpy as np
from numba import njit

SIDE = 8
ONE, ZERO = np.uint64(1), np.uint64(0)

#: Positions after which a board is given up.
STEPS = 20_000_000


def _lines():
    """For each cell the fives through it, and the cells beside their ends, not to be its player's: uint64[64, 20]."""
    fives, ends, count = np.zeros((64, 20), np.uint64), np.zeros((64, 20), np.uint64), np.zeros(64, np.int64)
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for r in range(SIDE):
            for c in range(SIDE):
                cells = [(r + i * dr, c + i * dc) for i in range(-1, 6)]
                on_board = [0 <= a < SIDE and 0 <= b < SIDE for a, b in cells]
                if all(on_board[1:6]):
                    five = sum(1 << (a * SIDE + b) for a, b in cells[1:6])
                    end = sum(1 << (cells[i][0] * SIDE + cells[i][1]) for i in (0, 6) if on_board[i])
                    for a, b in cells[1:6]:
                        cell = a * SIDE + b
                        fives[cell, count[cell]], ends[cell, count[cell]] = five, end
                        count[cell] += 1
    return fives, ends, count


FIVES, ENDS, COUNT = _lines()


@njit
def wins(stones, cell):
    """Whether a stone on `cell` makes a five of `stones`, a set without it."""
    after = stones | (ONE << np.uint64(cell))
    for i in range(COUNT[cell]):
        if after & FIVES[cell, i] == FIVES[cell, i] and after & ENDS[cell, i] == ZERO:
            return True
    return False


@njit
def solve(own, other, alpha, beta, steps):
    """1, 0 or -1: win, draw or loss of the player to move within (alpha, beta); steps: int64[1], counted down."""
    steps[0] -= 1
    if steps[0] < 0:
        return 0
    empty = ~(own | other)
    if empty == ZERO:
        return 0
    answer, threats = -1, 0
    for cell in range(64):
        if (empty >> np.uint64(cell)) & ONE != ZERO:
            if wins(own, cell):
                return 1
            if wins(other, cell):
                answer = cell
                threats += 1
    if threats > 1:
        return -1
    best = -1
    for cell in range(64):
        if (empty >> np.uint64(cell)) & ONE != ZERO and (threats == 0 or cell == answer):
            value = -solve(other, own | (ONE << np.uint64(cell)), -beta, -alpha, steps)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta or best == 1:
                break
    return best


def move_values(own, other):
    """{cell: value of playing there, for the player to move}, or None if it takes more than STEPS positions."""
    own, other, steps, values = np.uint64(own), np.uint64(other), np.array([STEPS]), {}
    for cell in range(64):
        if (int(own) | int(other)) >> cell & 1 == 0:
            if wins(own, cell):
                values[cell] = 1
            else:
                values[cell] = -solve(other, own | (ONE << np.uint64(cell)), -1, 1, steps)
    return values if steps[0] >= 0 else None
