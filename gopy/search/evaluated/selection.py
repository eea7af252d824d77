"""Which child a simulation follows: by PUCT, or by the rules of Gumbel AlphaZero.

    PUCT    Q + c(N) P sqrt(N) / (1 + n),  c(N) = c1 + ln((N + c2 + 1) / c2)

Q and n are the mean and visits of a child, P its prior, N the visits of its parent. A child without visits has its parent's mean
less `first_play_reduction`.

    Gumbel  at the root the child of the largest g + l + s(q) among those with as many visits as sequential halving asks for, elsewhere
            the child of the largest p' - n / (1 + sum n), where p' = softmax(l + s(q)) is the improved policy

l are logits, g Gumbel noise, q means with the unvisited children completed by `mixed_value`, and s(q) = (c_visit + largest n)
c_scale (q + 1) / 2. Sequential halving divides the simulations evenly among phases; each phase visits the better half of the moves of
the phase before. (I. Danihelka, A. Guez, J. Schrittwieser, D. Silver (2022), Policy improvement by planning with Gumbel.)
"""
import math
from typing import NamedTuple

import numpy as np

from gopy.compiled.jit import kernel
from gopy.search.evaluated.params import GUMBEL
from gopy.search.evaluated.tree import LEAF, mean_of_child


class Halving(NamedTuple):
    """What the rule for the roots of Gumbel AlphaZero needs, a row for each root."""

    gumbel: np.ndarray      #: float32[roots, num_moves], noise of the root's children as they stand
    targets: np.ndarray     #: int32[roots, simulations], visits of the child that each simulation goes to


#: Smaller priors have lost digits as float32; and no larger prior needs a larger power beside the largest improved logit.
_LEAST_PRIOR, _LARGEST_POWER = np.float32(1e-30), 70.0


def halving_targets(considered: int, simulations: int) -> list[int]:
    """For each simulation the visits that the child it goes to has, if `considered` children share `simulations` by halving."""
    if considered <= 1:
        return list(range(simulations))
    phases = math.ceil(math.log2(considered))
    targets: list[int] = []
    left, visits = considered, 0
    while len(targets) < simulations:
        for _ in range(max(1, simulations // (phases * left))):
            targets += [visits] * left
            visits += 1
        left = max(2, left // 2)
    return targets[:simulations]


# ---- PUCT ---------------------------------------------------------------------------------------

@kernel(entry=False, inline=True)
def _select_puct(params, tree, node):
    # without the simulation that asks, which is counted already
    visits = np.float64(tree.visits[node] - 1)
    scale = (params.exploration + math.log((visits + params.exploration_base + 1.0) / params.exploration_base)) * math.sqrt(visits)
    unvisited = -(tree.sums[node] + params.virtual_loss) / visits - params.first_play_reduction
    begin = np.int64(tree.child[node])
    best, most = begin, -1e30
    for c in range(begin, begin + tree.num_children[node]):
        n = tree.visits[c]
        value = (mean_of_child(tree, c) if n > 0 else unvisited) + scale * tree.prior[c] / (1.0 + n)
        if value > most:
            best, most = np.int64(c), value
    return best


# ---- Gumbel -------------------------------------------------------------------------------------

@kernel(entry=False, inline=True)
def mixed_value(tree, node):
    """The value of `node` for its player to move: the evaluator's, mixed with the means of the visited children by their priors."""
    begin = np.int64(tree.child[node])
    total, share, weighted = 0, 0.0, 0.0
    for c in range(begin, begin + tree.num_children[node]):
        if tree.visits[c] > 0:
            prior = np.float64(tree.prior[c])       # e to its logit: this rule puts no noise into priors
            total += tree.visits[c]
            share += prior
            weighted += prior * mean_of_child(tree, c)
    if total == 0:
        return np.float64(tree.value[node])
    return (tree.value[node] + total * weighted / max(share, 1e-30)) / (1.0 + total)


@kernel(entry=False, inline=True)
def _most_visits(tree, node):
    begin = np.int64(tree.child[node])
    most = 0
    for c in range(begin, begin + tree.num_children[node]):
        most = max(most, tree.visits[c])
    return most


@kernel(entry=False, inline=True)
def _improved(params, q, most):
    """s(q), what a value adds to a logit."""
    return (params.visit_offset + most) * params.value_scale * 0.5 * (q + 1.0)


@kernel(entry=False, inline=True)
def _improved_logit(params, tree, child, mixed, most):
    q = mean_of_child(tree, child) if tree.visits[child] > 0 else mixed
    return tree.logit[child] + _improved(params, q, most)


@kernel(inline=True)
def improved_policy(params, tree, node, out):
    """Write the improved policy of the expanded `node` to out[:num_children], float64."""
    begin, n = np.int64(tree.child[node]), np.int64(tree.num_children[node])
    mixed, most = mixed_value(tree, node), _most_visits(tree, node)
    largest = -1e30
    for i in range(n):
        out[i] = _improved_logit(params, tree, begin + i, mixed, most)
        largest = max(largest, out[i])
    # Moves without visits have the same value, so that one power serves for all: theirs are their priors times it.
    unvisited = math.exp(min(_improved(params, mixed, most) - largest, _LARGEST_POWER))
    total = 0.0
    for i in range(n):
        if tree.visits[begin + i] == 0 and tree.prior[begin + i] > _LEAST_PRIOR:
            out[i] = tree.prior[begin + i] * unvisited
        else:
            out[i] = math.exp(out[i] - largest)
        total += out[i]
    for i in range(n):
        out[i] /= total


@kernel(entry=False, inline=True)
def _select_inside(params, tree, node, chances):
    improved_policy(params, tree, node, chances)
    begin, n = np.int64(tree.child[node]), np.int64(tree.num_children[node])
    total = 0
    for c in range(begin, begin + n):
        total += tree.visits[c]
    best, most = begin, -1e30
    for i in range(n):
        value = chances[i] - tree.visits[begin + i] / (1.0 + total)
        if value > most:
            best, most = begin + i, value
    return best


@kernel(inline=True)
def best_with_visits(params, tree, root, halving, target):
    """The child of `root` with the largest g + l + s(q) among those with `target` visits, or with fewer if there is none."""
    begin = np.int64(tree.child[root])
    mixed, most = mixed_value(tree, root), _most_visits(tree, root)
    best, best_visits, best_value = begin, -1, -1e30
    for i in range(np.int64(tree.num_children[root])):
        n = np.int64(tree.visits[begin + i])
        value = halving.gumbel[root, i] + _improved_logit(params, tree, begin + i, mixed, most)
        if n <= target and (n > best_visits or n == best_visits and value > best_value):
            best, best_visits, best_value = begin + i, n, value
    return best


@kernel(entry=False, inline=True)
def select(params, tree, node, root, halving, chances):
    """The child of the expanded `node`, in the tree of `root`, to visit next. chances: float64[num_moves], a work area."""
    if params.rule != GUMBEL:
        return _select_puct(params, tree, node)
    if node != root:
        return _select_inside(params, tree, node, chances)
    begin = np.int64(tree.child[root])
    done = 0
    for c in range(begin, begin + tree.num_children[root]):
        done += tree.visits[c]
    target = halving.targets[root, min(done, halving.targets.shape[1] - 1)]
    return best_with_visits(params, tree, root, halving, np.int64(target))


# ---- what the trees say in the end --------------------------------------------------------------

@kernel(entry=False, inline=True)
def _most_visited(tree, node):
    """The child with the most visits; of equal ones that of the best mean, then the first."""
    begin = np.int64(tree.child[node])
    best, mean = begin, -np.inf
    for c in range(begin, begin + tree.num_children[node]):
        its_mean = tree.sums[c] / max(tree.visits[c], 1)
        if tree.visits[c] > tree.visits[best] or tree.visits[c] == tree.visits[best] and its_mean > mean:
            best, mean = np.int64(c), its_mean
    return best


@kernel(inline=True)
def best_child(params, tree, root, halving):
    """The child of the node `root` to play; -1 if it has none."""
    if tree.child[root] <= LEAF:
        return np.int64(-1)
    if params.rule == GUMBEL:
        return best_with_visits(params, tree, root, halving, np.int64(_most_visits(tree, root)))
    return _most_visited(tree, root)


@kernel
def read_roots(params, tree, halving, moves, values, policies, visits, chances):
    """Write what gopy.search.evaluated.report.Judged has of each root: moves int64[R], values float64[R], policies float32[R, n] and
    visits int32[R, n], which are zeros before. chances: float64[n], a work area."""
    for root in range(moves.shape[0]):
        # the root's own statistics are those of the player who moved there
        values[root] = -tree.sums[root] / max(tree.visits[root], 1)
        best = best_child(params, tree, root, halving)
        moves[root] = tree.move[best] if best >= 0 else -1
        if best < 0:
            continue
        begin, n = np.int64(tree.child[root]), np.int64(tree.num_children[root])
        total = 0
        for c in range(begin, begin + n):
            total += tree.visits[c]
        if params.rule == GUMBEL:
            improved_policy(params, tree, root, chances)
        else:
            for i in range(n):
                chances[i] = tree.visits[begin + i] / max(total, 1)
        for i in range(n):
            move = tree.move[begin + i]
            policies[root, move] = chances[i]
            visits[root, move] = tree.visits[begin + i]
