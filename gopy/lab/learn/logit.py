"""Fit strengths online: multinomial logit by stochastic gradient with steps after Adagrad (kernels).

At each decision the logarithm w of every strength moves by rate * g / sqrt(sum of its g^2 so far), where g is the gradient of the
logarithm of the played move's probability: the number of times the feature is in the played move less the expected number.
(Duchi, Hazan and Singer 2011.)
"""
import math

import numpy as np

from gopy.compiled.bits import ONE, ZERO
from gopy.compiled.jit import kernel
from gopy.game import play
from gopy.go.knowledge.features import MOST_FEATURES
from gopy.lab.learn.decisions import list_candidates, place_of, weigh

_MOST = np.uint64(MOST_FEATURES)

#: Candidates with a smaller probability do not move their strengths; this saves most of the time.
_LEAST_CHANCE = 1e-4
#: The sum of squares that a strength begins with.
FIRST_SQUARE = 10.0

#: Columns of the figures of one decision.
FIGURES = ("move number", "logarithm of its probability", "rank", "candidates")


@kernel(entry=False)
def _step(candidates, i, gradient, weights, squares, fixed, rate):
    for k in range(np.uint64(i) * _MOST, np.uint64(i) * _MOST + candidates.counts[np.uint64(i)]):
        feature = np.uint64(candidates.features[k])
        if fixed[feature] == 0:
            squares[feature] += np.float32(gradient * gradient)
            weights[feature] += np.float32(rate * gradient / math.sqrt(squares[feature]))


@kernel(entry=False)
def _count(candidates, n, chosen, counts):
    for i in range(n):
        for k in range(i * _MOST, i * _MOST + candidates.counts[i]):
            counts[ONE, np.uint64(candidates.features[k])] += 1
            if i == chosen:
                counts[ZERO, np.uint64(candidates.features[k])] += 1


@kernel
def learn_game(position, model, candidates, moves, weights, squares, fixed, rate, figures, counts):
    """Replay a game; learn from each of its decisions if the rate is above 0. Returns the number of decisions.

    position     as the game begins; modified in place
    moves        int64[n]
    weights      float32[features]: logarithms of strengths, modified in place
    squares      float32[features]: sums of squared gradients, modified in place
    fixed        uint8[features]: 1 for strengths that stay as they are
    figures      float32[n, 4]: filled with FIGURES for each decision, before it was learnt from; rank 1 is the likeliest
    counts       int64[2, features]: how often each feature was played, and seen among the candidates, increased in place; without
                 columns nothing is counted
    """
    found = 0
    for number in range(len(moves)):
        n = list_candidates(position, model, candidates)
        chosen = place_of(candidates, n, moves[number])
        if chosen >= 0:
            weigh(candidates, n, weights)
            chance = candidates.chance[chosen]
            rank = 1
            for i in range(n):
                rank += candidates.chance[i] > chance or (candidates.chance[i] == chance and np.int64(i) < chosen)
            figures[found, 0] = number
            figures[found, 1] = math.log(max(chance, 1e-30))
            figures[found, 2] = rank
            figures[found, 3] = n
            found += 1
            if rate > 0.0:
                for i in range(n):
                    if i == chosen:
                        _step(candidates, i, 1.0 - candidates.chance[i], weights, squares, fixed, rate)
                    elif candidates.chance[i] > _LEAST_CHANCE:
                        _step(candidates, i, -candidates.chance[i], weights, squares, fixed, rate)
            if counts.shape[1] > 0:
                _count(candidates, n, chosen, counts)
        play(position, moves[number])
    return found
