"""Tree policies from ranking and selection: AOAP, OCBA and TTTS beside UCT, with the maximum backed up.

G. Zhang, Y. Peng and Y. Xu, An Efficient Dynamic Sampling Policy for Monte Carlo Tree Search. Every node is a problem of
selecting the best of its moves by samples; a move has n samples of mean x and variance s^2 (at least epsilon). With the
prior N(Q0, s0^2) of a move's value its posterior is N(m, v),

    v = 1 / (1 / s0^2 + n / s^2)        m = v (Q0 / s0^2 + n x / s^2)

and v+ is v for n + 1. Let * be the move of largest m (OCBA, UCT: of largest x) and d_a its lead over a.

    AOAP    the largest of  V_* = min over b of d_b^2 / (v_*+ + v_b)
                            V_a = min(d_a^2 / (v_* + v_a+), min over b other than a of d_b^2 / (v_* + v_b))
    OCBA    the largest N_a - n_a, where the N_a sum up to one more than the n_a,
            N_a proportional to (s_a / d_a)^2, N_* = s_* sqrt(sum over a of N_a^2 / s_a^2)
    TTTS    draw a value of each move from its posterior; a = the largest; draw again until b, the largest, is another,
            10 times at most, else b = the second of the first draw; a or b at random
    UCB     the largest x + C sqrt(2 ln(sum of n) / n)

A move without samples comes first, then, at random, one with fewer than n0. Ties: the largest v / n, then the first.

Backed up is the value of a node, the largest x of its moves that have any; of a leaf, the result (sections 2 and 3,
equations 6 to 12). Equation 10 as printed backs up the result itself: `maximum=False`.

The model of the opponent says how the side that is not to move at the root plays in the tree. SAME: as we do, each
maximising its own value. RANDOM and UCT: at random, and by UCB with C and each move once first; its nodes pass on the
value of the move it made.
"""
import math
from typing import NamedTuple

import numpy as np

from gopy.bits import ZERO
from gopy.game import WIN_UNIT, implements
from gopy.jit import kernel
from gopy.rng import next_below, next_normals
from gopy.search.moments import MomentTree, add_sample, sample_mean, sample_variance
from gopy.search.params import new_search_params
from gopy.search.policies import backup, layout_of, natural_log, select_child
from gopy.search.report import best_first
from gopy.search.tree import real_visits

# rules
AOAP = 0
OCBA = 1
TTTS = 2
UCB = 3

# models of the opponent
OPPONENTS = ("same", "random", "uct")
SAME = 0
RANDOM = 1
UCT = 2

#: How often TTTS draws for a second move.
REDRAWS = 10


class Ranking(NamedTuple):
    """A rule and its parameters; one type, for all rules work on the same statistics."""

    rule: int
    n0: int                 #: samples of each move before the rule decides
    prior_mean: float       #: Q0
    prior_variance: float   #: s0^2; 0: no prior
    epsilon: float          #: least variance of samples
    exploration: float      #: C, of UCB and of the opponent UCT
    opponent: int
    maximum: int            #: 1: the maximum is backed up; 0: the result


def _new(rule, n0, prior_mean, prior_variance, epsilon, exploration, opponent, maximum):
    if n0 < 2 and rule != UCB or n0 < 1:
        raise ValueError("n0 must be at least 2: a variance needs two samples")
    if prior_variance < 0.0 or epsilon <= 0.0 or exploration < 0.0:
        raise ValueError("prior_variance and exploration must not be negative, epsilon must be positive")
    if opponent not in OPPONENTS:
        raise ValueError(f"opponent must be one of {', '.join(OPPONENTS)}")
    return Ranking(int(rule), int(n0), float(prior_mean), float(prior_variance), float(epsilon), float(exploration),
                   OPPONENTS.index(opponent), int(maximum))


def new_aoap(n0=10, prior_mean=0.0, prior_variance=100.0, epsilon=1e-5, exploration=1.0, opponent="same", maximum=True):
    """Asymptotically optimal allocation; defaults of the paper's experiment 1.1."""
    return _new(AOAP, n0, prior_mean, prior_variance, epsilon, exploration, opponent, maximum)


def new_ocba(n0=10, epsilon=1e-5, exploration=1.0, opponent="same", maximum=True):
    """Optimal computing budget allocation, the most starving move first (Li, Fu and Xu 2021)."""
    return _new(OCBA, n0, 0.0, 0.0, epsilon, exploration, opponent, maximum)


def new_ttts(n0=10, prior_mean=0.0, prior_variance=100.0, epsilon=1e-5, exploration=1.0, opponent="same", maximum=True):
    """Top-two Thompson sampling (Russo 2020)."""
    return _new(TTTS, n0, prior_mean, prior_variance, epsilon, exploration, opponent, maximum)


def new_uct_max(n0=10, epsilon=1e-5, exploration=1.0, opponent="same", maximum=True):
    """UCT as these policies are compared with: n0 samples of each move first, and the maximum backed up."""
    return _new(UCB, n0, 0.0, 0.0, epsilon, exploration, opponent, maximum)


def search_params_for(policy):
    """The search's parameters under a Ranking: a leaf gets children after n0 samples (section 3), no virtual experience.

    So no move of a node is looked into before all of its moves have n0 samples.
    """
    return new_search_params(expansion_threshold=policy.n0, even_prior=0)


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
def _aoap(policy, tree, begin, end):
    # With t_b = d_b^2 / (v_* + v_b) and c of the least, V_a is t_c for all a but c: t_a+ >= t_a >= t_c. So V_* and V_c
    # decide, and the others only share a tie; all of it takes one pass over the moves, not one for each.
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
    """The child of largest v / n: of the leader and one other, or of all if that is -1."""
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
    """(s / d)^2 of an edge; a lead of nothing counts as epsilon."""
    lead = max(most - sample_mean(tree, node), policy.epsilon)
    return sample_variance(tree, node, policy.epsilon) / (lead * lead)


@kernel(entry=False)
def _ocba(policy, tree, begin, end):
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
    # 2. the most starving child
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
    """Draw a value of each child from its posterior; (child of the largest, of the second)."""
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
def _ttts(policy, tree, begin, end, rng):
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
def _ucb(policy, tree, begin, end):
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


# ---- selection ----------------------------------------------------------------------------------

@kernel(entry=False)
def _untried(tree, begin, end, n0, rng):
    """The first child without samples, else a random one of those with fewer than n0, else -1."""
    few = 0
    for c in range(begin, end):
        n = real_visits(tree, c)
        if n <= 0:
            return c
        few += n < n0
    if few == 0:
        return -1
    skip = np.int64(next_below(rng, np.uint64(few)))
    c = begin - 1
    while skip >= 0:
        c += 1
        skip -= real_visits(tree, c) < n0
    return c


@kernel(entry=False)
def _choose(policy, rule, n0, tree, begin, end, rng):
    untried = _untried(tree, begin, end, n0, rng)
    if untried >= 0:
        return untried
    if end - begin == 1:
        return begin
    if rule == AOAP:
        return _aoap(policy, tree, begin, end)
    if rule == OCBA:
        return _ocba(policy, tree, begin, end)
    if rule == TTTS:
        return _ttts(policy, tree, begin, end, rng)
    return _ucb(policy, tree, begin, end)


@implements(select_child, Ranking)
@kernel(entry=False)
def _select_ranking(policy, tree, node, state, scratch, params):
    begin = np.int64(tree.child[node])
    end = begin + np.int64(tree.num_children[node])
    # an odd number of moves from the root it is the opponent's turn
    if policy.opponent == SAME or scratch.trace.count[0] & 1 == 0:
        return _choose(policy, policy.rule, policy.n0, tree, begin, end, scratch.rng)
    if policy.opponent == RANDOM:
        return begin + np.int64(next_below(scratch.rng, np.uint64(end - begin)))
    return _choose(policy, UCB, 1, tree, begin, end, scratch.rng)


# ---- backup -------------------------------------------------------------------------------------

@kernel(entry=False)
def _largest_value(tree, node):
    """The largest mean of the children that have samples: the value of `node` for the player to move."""
    begin = np.int64(tree.child[node])
    most = 0.0
    for c in range(begin, begin + tree.num_children[node]):
        if real_visits(tree, c) > 0:
            most = max(most, sample_mean(tree, c))
    return most


@implements(backup, Ranking)
@kernel(entry=False)
def _add_maximum(policy, tree, depth, units, first_player, search_params, scratch):
    """The edges' samples are backed-up values; wins stay those of the results, for reports."""
    value = np.float64(units) / WIN_UNIT        # of player 0, as seen from the node below
    for d in range(depth, -1, -1):
        # 1. as plain search does
        node = scratch.path[d]
        mover_won = units if (first_player + d) & 1 == 1 else WIN_UNIT - units
        tree.wins[node] += mover_won
        tree.visits[node] += 1 if d == 0 else 1 - search_params.virtual_loss
        # 2. the sample of the edge, and the value of the node it comes from
        if d > 0:
            by_first = (first_player + d) & 1 == 1
            add_sample(tree, node, value if by_first else 1.0 - value)
            ours = policy.opponent == SAME or d & 1 == 1
            if policy.maximum and ours:
                most = _largest_value(tree, scratch.path[d - 1])
                value = most if by_first else 1.0 - most


# ---- what the search asks of a policy -----------------------------------------------------------

@implements(layout_of, Ranking)
def _moments(policy):
    return MomentTree


@implements(best_first, Ranking)
def _by_posterior_mean(policy, tree, block):
    """Children with samples first, the largest posterior mean before the others, then by order."""
    nodes = range(block.start, block.stop)
    means = [posterior(policy, tree, node)[0] if tree.visits[node] > tree.prior_visits[node] else -np.inf for node in nodes]
    return block.start + np.argsort(-np.array(means), kind="stable")
