"""Policies for simultaneous moves that look at each player's own moves alone: DUCT and Exp3.

(M. Lanctot, V. Lisy, M. H. M. Winands (2013), Monte Carlo tree search in simultaneous move games with applications to
Goofspiel, sections 3.1 and 3.2.) A policy is a record of parameters; three verbs are chosen by its type:

    select_actions  the joint action of a simulation at a node whose matrix is full
    update_tables   what the node learns from the simulation's utility, also while its matrix is being filled
    write_strategy  the strategy of a player when the search is over

For each of a player's own actions a, with X the sum of utilities, n the visits and n_s = sum of n:

    DUCT  argmax X/n + C sqrt(ln n_s / n);  in the end the best X/n (max) or n / n_s (mix)
    Exp3  sigma = (1-g) exp(eta w) / sum + g/|A|, eta = g/|A|, w = x - max x; x += u / sigma(a), in the end n less its
          share of exploration, max(0, n - g/|A| n_s), normalised

While a matrix is being filled its cells are drawn uniformly, so sigma is 1/|A| then. Ties are broken at random.
"""
import math
from typing import NamedTuple

import numpy as np

from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below, next_double
from gopy.search.keys import natural_log
from gopy.search.simultaneous.matrix_tree import entries_of, is_filling
from gopy.search.simultaneous.methods import Duct, Exp3, UniformRandom

#: Most joint moves that a simulation follows in the tree; from there on it plays out.
MAX_DEPTH = 64


class Path(NamedTuple):
    """The path of one simulation. n stands for the largest number of moves of a player."""

    node: np.ndarray            #: int64[MAX_DEPTH], nodes from the root on
    cell: np.ndarray            #: int64[MAX_DEPTH], joint moves played there
    action: np.ndarray          #: int64[MAX_DEPTH, 2], the number of each player's move among that player's moves
    strategy: np.ndarray        #: float64[MAX_DEPTH, 2, n], strategies in force there
    chance: np.ndarray          #: float64[MAX_DEPTH, 2], probability with which each action was drawn
    reach: np.ndarray           #: float64[MAX_DEPTH + 1], probability of the exploring player's actions before each node
    tail: np.ndarray            #: float64[1], product of strategy / probability over its actions below (OOS)
    values: np.ndarray          #: float64[n], values of the exploring player's moves (OOS+)
    utility: np.ndarray         #: float64[2], what each player got
    count: np.ndarray           # type: ignore[assignment]  # hides tuple.count  #: int64[1], simulations so far


def new_path(n) -> Path:
    """An empty path for at most `n` moves of a player."""
    return Path(np.zeros(MAX_DEPTH, np.int64), np.zeros(MAX_DEPTH, np.int64), np.zeros((MAX_DEPTH, 2), np.int64),
                np.zeros((MAX_DEPTH, 2, n)), np.zeros((MAX_DEPTH, 2)), np.zeros(MAX_DEPTH + 1), np.zeros(1),
                np.zeros(n), np.zeros(2), np.zeros(1, np.int64))


@verb
def select_actions(policy, tree, node, path, depth, rng):
    """Draw path.action[depth] at `node`, whose matrix is full, and write to `path` what `update_tables` needs."""


@verb
def update_tables(policy, tree, node, path, depth):
    """Update the tables of `node` with path.utility; the visits of the node and of its cell are counted afterwards."""


@verb
def write_strategy(policy, tree, node, player, out):
    """Write the player's strategy at `node` to `out`, float64[its moves]; uniform if nothing is known."""


@kernel(entry=False)
def spread_evenly(out, n):
    """Write the uniform strategy over `n` moves to `out`."""
    for i in range(np.uint64(n)):
        out[i] = 1.0 / n


@kernel(entry=False)
def write_shares(weights, begin, n, out):
    """Write weights[begin:begin + n], none of them negative, to `out`, scaled to a sum of 1; uniform if all are 0."""
    total = 0.0
    for i in range(np.uint64(n)):
        total += weights[np.uint64(begin) + i]
    if total <= 0.0:
        spread_evenly(out, n)
        return
    for i in range(np.uint64(n)):
        out[i] = weights[np.uint64(begin) + i] / total


@kernel(entry=False)
def draw_action(strategy, n, share, rng):
    """Draw i of [0, n) with probability share / n + (1 - share) strategy[i]."""
    left = next_double(rng)
    even = share / n
    for i in range(n - 1):
        left -= even + (1.0 - share) * strategy[i]
        if left < 0.0:
            return i
    # rounding may let the loop run to its end; a move without probability must not be drawn even then
    last = n - 1
    while share == 0.0 and last > 0 and strategy[last] == 0.0:
        last -= 1
    return last


# ---- no search at all ---------------------------------------------------------------------------

@select_actions.register(UniformRandom)
@kernel(entry=False, inline=True)
def _select_any(policy, tree, node, path, depth, rng):
    for player in range(2):
        n = entries_of(tree, node, player)[1]
        path.action[depth, player] = np.int64(next_below(rng, np.uint64(n)))


@update_tables.register(UniformRandom)
@kernel(entry=False, inline=True)
def _learn_nothing(policy, tree, node, path, depth):
    pass


@write_strategy.register(UniformRandom)
@kernel
def _even_strategy(policy, tree, node, player, out):
    spread_evenly(out, entries_of(tree, node, player)[1])


# ---- decoupled UCT ------------------------------------------------------------------------------

# rows of `tables`
SUM = 0         #: sum of utilities (DUCT), or of utilities divided by probabilities (Exp3)
VISITS = 1


@kernel(entry=False, inline=True)
def _best_bound(tree, begin, n, exploration, keys, rng):
    total = 0.0
    for i in range(n):
        total += tree.tables[VISITS, begin + i]
    log = natural_log(np.int64(total))
    for i in range(n):
        visits = tree.tables[VISITS, begin + i]
        keys[i] = tree.tables[SUM, begin + i] / visits + exploration * math.sqrt(log / visits)
    best, ties = 0, 1
    for i in range(1, n):
        if keys[i] > keys[best]:
            best, ties = i, 1
        elif keys[i] == keys[best]:
            ties += 1
            if next_below(rng, np.uint64(ties)) == np.uint64(0):
                best = i
    return best


@select_actions.register(Duct)
@kernel(entry=False, inline=True)
def _select_by_bounds(policy, tree, node, path, depth, rng):
    for player in range(2):
        begin, n = entries_of(tree, node, player)
        keys = path.strategy[depth, player]
        path.action[depth, player] = _best_bound(tree, begin, n, policy.exploration, keys, rng)


@update_tables.register(Duct)
@kernel(entry=False, inline=True)
def _add_utility(policy, tree, node, path, depth):
    for player in range(2):
        entry = entries_of(tree, node, player)[0] + path.action[depth, player]
        tree.tables[SUM, entry] += path.utility[player]
        tree.tables[VISITS, entry] += 1.0


@write_strategy.register(Duct)
@kernel
def _duct_strategy(policy, tree, node, player, out):
    begin, n = entries_of(tree, node, player)
    if policy.mixed:
        write_shares(tree.tables[VISITS], begin, n, out)
        return
    best = -math.inf
    for i in range(n):
        visits = tree.tables[VISITS, begin + i]
        out[i] = tree.tables[SUM, begin + i] / visits if visits > 0.0 else -math.inf
        best = max(best, out[i])
    for i in range(n):
        out[i] = 1.0 if out[i] == best else 0.0
    write_shares(out, 0, n, out)


# ---- Exp3 ---------------------------------------------------------------------------------------

_LOG2_E = 1.4426950408889634
_LN_2 = 0.6931471805599453
_LEAST_EXPONENT = -700.0
_POWERS_OF_HALF = 0.5 ** np.arange(1012)
_2, _3, _4, _5, _6, _7, _8 = (1.0 / math.factorial(n) for n in range(2, 9))


@kernel
def exponential(x):
    """exp(x) for -700 <= x <= 0 with a relative error of 1e-12, and 0 below. It is the same on every machine, because it
    calls no library."""
    if x < _LEAST_EXPONENT:
        return 0.0
    # exp(x) = 2^-k exp(r)^4 with |4 r| <= ln 2 / 2
    k = np.int64(0.5 - x * _LOG2_E)
    r = (x + k * _LN_2) * 0.25
    series = 1.0 + r * (1.0 + r * (_2 + r * (_3 + r * (_4 + r * (_5 + r * (_6 + r * (_7 + r * _8)))))))
    square = series * series
    return square * square * _POWERS_OF_HALF[np.uint64(k)]


@kernel(entry=False, inline=True)
def _exp3_strategy(tree, begin, n, gamma, out):
    """sigma without its uniform part: exp(eta w) / sum."""
    most = tree.tables[SUM, begin]
    for i in range(1, n):
        most = max(most, tree.tables[SUM, begin + i])
    eta = gamma / n
    for i in range(n):
        out[i] = exponential(eta * (tree.tables[SUM, begin + i] - most))
    write_shares(out, 0, n, out)


@select_actions.register(Exp3)
@kernel(entry=False, inline=True)
def _select_by_weights(policy, tree, node, path, depth, rng):
    for player in range(2):
        begin, n = entries_of(tree, node, player)
        strategy = path.strategy[depth, player]
        _exp3_strategy(tree, begin, n, policy.gamma, strategy)
        action = draw_action(strategy, n, policy.gamma, rng)
        path.action[depth, player] = action
        path.chance[depth, player] = policy.gamma / n + (1.0 - policy.gamma) * strategy[action]


@update_tables.register(Exp3)
@kernel(entry=False, inline=True)
def _add_weighted_utility(policy, tree, node, path, depth):
    for player in range(2):
        begin, n = entries_of(tree, node, player)
        chance = 1.0 / n if is_filling(tree, node) else path.chance[depth, player]
        entry = begin + path.action[depth, player]
        tree.tables[SUM, entry] += path.utility[player] / chance
        tree.tables[VISITS, entry] += 1.0


@write_strategy.register(Exp3)
@kernel
def _visits_without_exploration(policy, tree, node, player, out):
    begin, n = entries_of(tree, node, player)
    total = 0.0
    for i in range(n):
        total += tree.tables[VISITS, begin + i]
    for i in range(n):
        out[i] = max(0.0, tree.tables[VISITS, begin + i] - policy.gamma / n * total)
    write_shares(out, 0, n, out)
