"""Rules of ranking and selection: which of a node's moves to sample next, from the moments of their samples.

A move has n samples of mean x and variance s^2 (at least epsilon). With the prior N(Q0, s0^2) of a move's value its
posterior is N(m, v),

    v = 1 / (1 / s0^2 + n / s^2)        m = v (Q0 / s0^2 + n x / s^2)

and v+ is v for n + 1. Let * be the move of largest m (OCBA: of largest x) and d_a its lead over a.

    AOAP    the largest of  V_* = min over b of d_b^2 / (v_*+ + v_b)
                            V_a = min(d_a^2 / (v_* + v_a+), min over b other than a of d_b^2 / (v_* + v_b))
    OCBA    the largest N_a - n_a, where the N_a sum up to one more than the n_a,
            N_a proportional to (s_a / d_a)^2, N_* = s_* sqrt(sum over a of N_a^2 / s_a^2)
    TTTS    draw a value of each move from its posterior; a = the largest; draw again until b, the largest, is another,
            10 times at most, else b = the second of the first draw; a or b at random
    UCB     the largest x + C sqrt(2 ln(sum of n) / n)

Among equals the first is taken, except by AOAP, which takes the one of largest v / n. Every rule needs samples of every
move, and reads epsilon, Q0, s0^2 and C from the policy (gopy.search.sampling.params.Ranking). Source: G. Zhang, Y. Peng and
Y. Xu, An Efficient Dynamic Sampling Policy for Monte Carlo Tree Search, equations 1 to 5 and section 4.
"""
import math

import numpy as np

from gopy.compiled.bits import ZERO
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below, next_normals
from gopy.search.keys import natural_log
from gopy.search.sampling.moments import sample_mean, sample_variance
from gopy.search.tree import real_visits

#: How often TTTS draws again at most to find a second move.
REDRAWS = 10


# ---- posteriors ---------------------------------------------------------------------------------

@kernel(entry=False)
def _prior_precision(policy):
    return 1.0 / policy.prior_variance if policy.prior_variance > 0.0 else 0.0


@kernel(entry=False)
def _posterior(policy, precision, tree, node):
    """(m, v) of the edge, with at least one sample, that leads to `node`; precision: 1 / s0^2."""
    n = real_visits(tree, node)
    variance = sample_variance(tree, node, policy.epsilon)
    share = 1.0 / (precision * variance + n)
    return (precision * variance * policy.prior_mean + tree.sums[node]) * share, variance * share


@kernel
def posterior(policy, tree, node):
    """(m, v) of the edge, with at least one sample, that leads to `node`."""
    return _posterior(policy, _prior_precision(policy), tree, node)


@kernel(entry=False)
def best_child(policy, tree, node):
    """The child of an expanded node with the largest posterior mean, of those with samples if there are any."""
    begin = np.int64(tree.child[node])
    best = begin
    most = -np.inf
    precision = _prior_precision(policy)
    for c in range(begin, begin + tree.num_children[node]):
        if real_visits(tree, c) > 0:
            mean, _ = _posterior(policy, precision, tree, c)
            if mean > most:
                best, most = c, mean
    return best


# ---- AOAP ---------------------------------------------------------------------------------------

@kernel(entry=False)
def _leader(policy, precision, tree, begin, end):
    """The child of largest m; of equals, that of largest v / n."""
    best = begin
    most, openness = -np.inf, 0.0
    for c in range(begin, end):
        mean, variance = _posterior(policy, precision, tree, c)
        if mean >= most:
            open_here = variance / real_visits(tree, c)
            if mean > most or open_here > openness:
                best, most, openness = c, mean, open_here
    return best


@kernel(entry=False)
def _next_variance(policy, precision, tree, node):
    """v+ of an edge with samples."""
    variance = sample_variance(tree, node, policy.epsilon)
    return variance / (precision * variance + (real_visits(tree, node) + 1))


@kernel(entry=False)
def choose_aoap(policy, tree, begin, end):
    """The child, of begin..end, that AOAP samples next."""
    # With t_b = d_b^2 / (v_* + v_b) and c the move of the least t, V_a is t_c for all a but c: t_a+ >= t_a >= t_c. So V_*
    # and V_c decide, and the others matter only in a tie. All of it takes one pass over the moves instead of one for each.
    precision = _prior_precision(policy)
    leader = _leader(policy, precision, tree, begin, end)
    mean, variance = _posterior(policy, precision, tree, leader)
    sharper = _next_variance(policy, precision, tree, leader)
    closest = begin
    least, second, of_leader = np.inf, np.inf, np.inf
    for b in range(begin, end):
        if b != leader:
            other, spread = _posterior(policy, precision, tree, b)
            lead = (mean - other) * (mean - other)
            of_leader = min(of_leader, lead / (sharper + spread))
            term = lead / (variance + spread)
            if term < least:
                closest, least, second = b, term, least
            else:
                second = min(second, term)
    other, _ = _posterior(policy, precision, tree, closest)
    lead = (mean - other) * (mean - other)
    of_closest = min(lead / (variance + _next_variance(policy, precision, tree, closest)), second)
    if of_leader != of_closest:
        return leader if of_leader > of_closest else closest
    return _most_open(policy, precision, tree, begin, end, leader, closest if of_closest > least else -1)


@kernel(entry=False)
def _most_open(policy, precision, tree, begin, end, leader, other):
    """The child of largest v / n: among the leader and `other`, or among all children if `other` is -1."""
    best = leader
    openness = -np.inf
    for c in range(begin, end):
        if other < 0 or c == leader or c == other:
            _, variance = _posterior(policy, precision, tree, c)
            open_here = variance / real_visits(tree, c)
            if open_here > openness:
                best, openness = c, open_here
    return best


# ---- OCBA ---------------------------------------------------------------------------------------

@kernel(entry=False)
def _largest_mean(tree, begin, end):
    best = begin
    most = -np.inf
    for c in range(begin, end):
        mean = sample_mean(tree, c)
        if mean > most:
            best, most = c, mean
    return best


@kernel(entry=False)
def _ocba_weight(policy, tree, node, most):
    """(s / d)^2 of an edge; a lead d below epsilon counts as epsilon."""
    lead = max(most - sample_mean(tree, node), policy.epsilon)
    return sample_variance(tree, node, policy.epsilon) / (lead * lead)


@kernel(entry=False)
def choose_ocba(policy, tree, begin, end):
    """The child, of begin..end, that OCBA samples next."""
    # 1. the weights N_a up to a factor, and their sums
    leader = _largest_mean(tree, begin, end)
    most = sample_mean(tree, leader)
    samples, weights, squares = 0, 0.0, 0.0
    for c in range(begin, end):
        samples += real_visits(tree, c)
        if c != leader:
            weight = _ocba_weight(policy, tree, c, most)
            weights += weight
            squares += weight * weight / sample_variance(tree, c, policy.epsilon)
    of_leader = math.sqrt(sample_variance(tree, leader, policy.epsilon) * squares)
    factor = (samples + 1) / (weights + of_leader)
    # 2. the most starving child: the one that lacks most of its share
    best = begin
    largest = -np.inf
    for c in range(begin, end):
        weight = of_leader if c == leader else _ocba_weight(policy, tree, c, most)
        starving = factor * weight - real_visits(tree, c)
        if starving > largest:
            best, largest = c, starving
    return best


# ---- TTTS ---------------------------------------------------------------------------------------

@kernel(entry=False)
def _draw(policy, precision, tree, begin, end, rng):
    """Draw a value of each child from its posterior; returns (child of the largest value, child of the second largest)."""
    best = second = begin
    most = next_most = -np.inf
    spare = 0.0
    for c in range(begin, end):
        if (c - begin) & 1 == 0:
            deviate, spare = next_normals(rng)
        else:
            deviate = spare
        mean, variance = _posterior(policy, precision, tree, c)
        drawn = mean + math.sqrt(variance) * deviate
        if drawn > most:
            second, next_most = best, most
            best, most = c, drawn
        elif drawn > next_most:
            second, next_most = c, drawn
    return best, second


@kernel(entry=False)
def choose_ttts(policy, tree, begin, end, rng):
    """The child, of begin..end, that TTTS samples next."""
    precision = _prior_precision(policy)
    first, second = _draw(policy, precision, tree, begin, end, rng)
    for _ in range(REDRAWS):
        again, _ = _draw(policy, precision, tree, begin, end, rng)
        if again != first:
            second = again
            break
    return first if next_below(rng, np.uint64(2)) == ZERO else second


# ---- UCB ----------------------------------------------------------------------------------------

@kernel(entry=False)
def choose_ucb(policy, tree, begin, end):
    """The child, of begin..end, that UCB samples next."""
    samples = np.int64(0)
    for c in range(begin, end):
        samples += real_visits(tree, c)
    scale = policy.exploration * math.sqrt(2.0 * natural_log(samples))
    best = begin
    most = -np.inf
    for c in range(begin, end):
        bound = sample_mean(tree, c) + scale / math.sqrt(np.float64(real_visits(tree, c)))
        if bound > most:
            best, most = c, bound
    return best
