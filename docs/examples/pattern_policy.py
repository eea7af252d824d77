"""A policy for Go that is a number for each 3x3 pattern and one for the pass: small enough to learn within a minute.

The chance of a legal move is proportional to exp(weight of the pattern around its point). Patterns are the eight
points around an empty one, each empty, own, the opponent's or off the board; rotations and reflections are one pattern,
and so is the same pattern on every board size.
"""
import numpy as np

#: Weights: one a pattern, then the pass.
PASS_WEIGHT = 4 ** 8
NUM_WEIGHTS = PASS_WEIGHT + 1

# (rows, columns) from a point to the eight around it, in a ring
_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
_OFF_BOARD = 3


def _smallest_images():
    """int64[4**8], by pattern the smallest of its eight images: pattern = sum of 4**i * what is on ring point i."""
    patterns = np.arange(4 ** 8)
    digits = [patterns >> 2 * i & 3 for i in range(8)]
    images = [sum(digits[(turn + way * i) % 8] << 2 * i for i in range(8)) for way in (1, -1) for turn in (0, 2, 4, 6)]
    return np.minimum.reduce(images)


_IMAGE = _smallest_images()


def weight_indices(own, other):
    """int64[boards, N * N + 1]: which weight each action has; `own` and `other` are bool[boards, N, N]."""
    boards, n = own.shape[:2]
    padded = np.full((boards, n + 2, n + 2), _OFF_BOARD)
    padded[:, 1:-1, 1:-1] = own + 2 * other
    patterns = sum(padded[:, 1 + row:1 + row + n, 1 + column:1 + column + n] << 2 * i
                   for i, (row, column) in enumerate(_RING))
    indices = np.full((boards, n * n + 1), PASS_WEIGHT)
    indices[:, :-1] = _IMAGE[patterns.reshape(boards, -1)]
    return indices


def probabilities(weights, indices, mask):
    """float64[boards, actions], zero where the mask (boards x actions) is."""
    logits = np.where(mask, weights[indices], -np.inf)
    likely = np.exp(logits - logits.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


def sample(chances, rng):
    """int64[boards]: an action of each board, drawn from chances[boards, actions]."""
    below = chances.cumsum(axis=1)
    drawn = rng.random((len(chances), 1)) * below[:, -1:]
    return (below > drawn).argmax(axis=1)
