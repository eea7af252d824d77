"""Learnt 3x3 patterns of the playout: how likely each empty neighbour of the last move is to be played, and a move drawn at random.

A neighbour of the last move has the strength that the move model gives its 3x3 neighbourhood, as such and as that of such a
neighbour. Its weight is this strength to the power of `pattern_power`, or 0 if it is below `pattern_least`. A move drawn at random
has the strength of its 3x3 neighbourhood as such, s. It is played with probability s / `random_least`, and at least SELDOM.
Distances, larger shapes and tactics, which the model knows too, are left out, because a playout has no time to look at them.
STUDY: scripts/studies/playouts/learnt_patterns.
"""
import numpy as np

from gopy.compiled.bits import ONE, ZERO, lowest_bit
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below
from gopy.go.bitboard.position import window, window_point
from gopy.go.knowledge.patterns import neighbourhood

#: Weight of strength 1. The weights are whole numbers from 1 to the greatest.
UNIT, GREATEST = 16, 4096

#: Where the weights of the candidates begin in the queue of the work record.
WEIGHTS = np.uint64(64)

#: A move drawn at random is played with at least this probability, because strong players seldom need it, not never.
SELDOM = 0.1

#: Tables of a playout that has no learnt patterns.
NO_WEIGHTS, NO_SHARES = np.zeros(1, np.uint16), np.zeros(1, np.uint8)

#: A share of 1. The shares are whole numbers.
_ALWAYS = np.uint64(255)

_DIAGONAL = np.uint64(1 << 16)


def pattern_weights(model, power, least) -> np.ndarray:
    """The weights of a MoveModel, uint16[131072], by index of the 3x3 neighbourhood from the mover's side: first those of
    orthogonal neighbours of the last move, then those of diagonal ones. An unknown neighbourhood has weight 0."""
    small = model.first_shape >> np.uint32(4)
    strength = np.tile(model.strength[small], 2) * model.strength[model.near_shape]
    weights = np.rint(np.clip(UNIT * strength.astype(float)**power, 1, GREATEST))
    weights[(strength < least) | (np.tile(small, 2) == 0)] = 0
    return weights.astype(np.uint16)


def random_shares(model, least) -> np.ndarray:
    """How often a move drawn at random is played, in 255ths, uint8[65536], by index of its 3x3 neighbourhood from the mover's side.
    A neighbourhood that the model does not know has a strength of 1."""
    small = model.first_shape >> np.uint32(4)
    strength = np.where(small == 0, 1.0, model.strength[small])
    return np.rint(255 * np.clip(strength / least, SELDOM, 1)).astype(np.uint8)


@kernel(entry=False)
def is_accepted(position, point, colour, shares, rng):
    """Whether the move of `colour` at `point`, drawn at random, is played."""
    share = np.uint64(shares[neighbourhood(position, point, colour)])
    return share == _ALWAYS or next_below(rng, _ALWAYS) < share


@kernel(entry=False)
def weigh_patterns(position, work, centre, colour, weights):
    """Put the empty neighbours of `centre` that have a weight into the queue, and their weights into it from WEIGHTS on; returns
    how many there are."""
    count = ZERO
    tables = position.tables[0]
    empty = ~(window(position, ZERO, centre) | window(position, ONE, centre))
    for kind in (ZERO, ONE):
        around = empty & (tables.orthogonals[centre] if kind == ZERO else tables.diagonals[centre])
        while around != ZERO:
            point = window_point(position, centre, lowest_bit(around))
            around &= around - ONE
            weight = weights[kind * _DIAGONAL + neighbourhood(position, point, colour)]
            # No branch: whether there is a weight is hard to foresee, and a wrong guess would make the next lookup wait for this one.
            work.queue[count] = point
            work.queue[WEIGHTS + count] = weight
            count += np.uint64(weight != 0)
    return count
