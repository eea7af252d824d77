"""Tree policies from ranking and selection: AOAP, OCBA and TTTS beside UCT, with the maximum backed up.

G. Zhang, Y. Peng and Y. Xu, An Efficient Dynamic Sampling Policy for Monte Carlo Tree Search. Every node is a problem
of selecting the best of its moves by samples; the rules are in gopy.search.sampling.allocation. A move without samples is
sampled first, then a random one of those with fewer than n0 samples. With a salt, the moves get their n0 samples one after the other, in an
order that the salt fixes for all nodes. The rule UNIFORM, which the paper calls Random, draws every sample's move at random.

What is backed up is the value of each node: the largest mean of its moves that have samples, or the result at a leaf
(sections 2 and 3, equations 6 to 12). Equation 10 as printed backs up the result itself: `maximum=False`.

The model of the opponent says how the side that is not to move at the root plays in the tree. SAME: as we do, each side
maximising its own value. RANDOM: at random. UCT: by UCB, after each move was made `opponent_n0` times, once by default.
With RANDOM and UCT, the opponent's nodes pass on the value of the move that was made there. Such statistics serve the
search of one side only, so a subtree is kept only if the same side is to move.

A leaf gets its moves after n0 samples, so that no move is looked into before all moves beside it have theirs. With `answers_at_once` a
position after a move of the opponent gets its moves when it is reached first: what the opponent plays is then a part of the way and no
place to sample from. Both this and the fixed order are how a later program of two of the authors works (X. Liu, Y. Peng, G. Zhang and
R. Zhou, An Efficient Node Selection Policy for Monte Carlo Tree Search with Neural Networks, 2024).
"""
import numpy as np

from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below
from gopy.game import WIN_UNIT
from gopy.search.policy import backup, best_first, expected_child, layout_of, may_turn, opens_at, select_child
from gopy.search.sampling.allocation import best_child, choose_aoap, choose_ocba, choose_ttts, choose_ucb, posterior
from gopy.search.sampling.moments import MomentTree, add_sample, sample_mean
from gopy.search.sampling.params import AOAP, OCBA, RANDOM, SAME, TTTS, UCB, UNIFORM, Ranking
from gopy.search.tree import add_visits, add_wins, real_visits

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
    last = -1
    for c in range(begin, end):
        if real_visits(tree, c) < n0:
            last = c
            if skip == 0:
                break
            skip -= 1
    return last         # another thread may have sampled the chosen child meanwhile


@kernel(entry=False)
def _place(move, salt):
    """Where a move stands in the order that a salt decides."""
    mixed = (np.uint64(move) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(salt) * np.uint64(0xD6E8FEB86659FD93)
    return (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9) >> np.uint64(32)


@kernel(entry=False)
def _next_in_order(tree, begin, end, n0, salt):
    """Of the children with fewer than n0 samples the first in the salt's order; -1 if there is none."""
    found, place = -1, np.uint64(0)
    for c in range(begin, end):
        if real_visits(tree, c) < n0:
            at = _place(tree.move[c], salt)
            if found < 0 or at < place:
                found, place = c, at
    return found


@kernel(entry=False)
def _choose(policy, rule, n0, tree, begin, end, rng):
    if rule == UNIFORM:
        return begin + np.int64(next_below(rng, np.uint64(end - begin)))
    untried = _next_in_order(tree, begin, end, n0, policy.salt) if policy.salt > 0 else _untried(tree, begin, end, n0, rng)
    if untried >= 0:
        return untried
    if end - begin == 1:
        return begin
    if rule == AOAP:
        return choose_aoap(policy, tree, begin, end)
    if rule == OCBA:
        return choose_ocba(policy, tree, begin, end)
    if rule == TTTS:
        return choose_ttts(policy, tree, begin, end, rng)
    return choose_ucb(policy, tree, begin, end)


@select_child.register(Ranking)
@kernel(entry=False, inline=True)
def _select_ranking(policy, tree, node, state, scratch, search_params):
    begin = np.int64(tree.child[node])
    end = begin + np.int64(tree.num_children[node])
    # at an odd number of moves from the root it is the opponent's turn
    if policy.opponent == SAME or scratch.trace.count[0] & 1 == 0:
        return _choose(policy, policy.rule, policy.n0, tree, begin, end, scratch.rng)
    if policy.opponent == RANDOM:
        return begin + np.int64(next_below(scratch.rng, np.uint64(end - begin)))
    return _choose(policy, UCB, policy.opponent_n0, tree, begin, end, scratch.rng)


@opens_at.register(Ranking)
@kernel(entry=False, inline=True)
def _after_the_opponent_at_once(policy, depth, threshold):
    return np.int64(0) if policy.answers_at_once and policy.opponent != SAME and depth & 1 == 0 else threshold


# ---- backup -------------------------------------------------------------------------------------

@kernel(entry=False)
def _largest_value(tree, node):
    """The largest mean of the children that have samples: the value of `node` for the player to move, at most 1."""
    begin = np.int64(tree.child[node])
    most = 0.0
    for c in range(begin, begin + tree.num_children[node]):
        if real_visits(tree, c) > 0:
            most = max(most, sample_mean(tree, c))
    # a sample that another thread adds between the reads of a mean's visits and sum makes it too large
    return min(most, 1.0)


@backup.register(Ranking)
@kernel(entry=False, inline=True)
def _add_maximum(policy, tree, depth, units, first_player, search_params, scratch):
    """Add backed-up values to the edges as their samples; wins still count the results, for reports."""
    value = np.float64(units) / WIN_UNIT        # value for player 0, of the node below
    for d in range(depth, -1, -1):
        # 1. as plain search does
        node = scratch.path[d]
        mover_won = units if (first_player + d) & 1 == 1 else WIN_UNIT - units
        add_wins(tree, node, mover_won)
        add_visits(tree, node, 1 if d == 0 else 1 - search_params.virtual_loss)
        # 2. the sample of the edge, and the value of the node it comes from
        if d > 0:
            by_first = (first_player + d) & 1 == 1
            add_sample(tree, node, value if by_first else 1.0 - value)
            ours = policy.opponent == SAME or d & 1 == 1
            if policy.maximum and ours:
                most = _largest_value(tree, scratch.path[d - 1])
                value = most if by_first else 1.0 - most


# ---- what the search asks of a policy -----------------------------------------------------------

@layout_of.register(Ranking)
def _moments(policy):
    return MomentTree


@may_turn.register(Ranking)
def _serves_both_if_they_play_alike(policy):
    return policy.opponent == SAME


@best_first.register(Ranking)
def _by_posterior_mean(policy, tree, block):
    """Children with samples first, in falling order of posterior mean; equal ones and the others keep their order."""
    nodes = range(block.start, block.stop)
    means = [posterior(policy, tree, node)[0] if tree.visits[node] > tree.prior_visits[node] else -np.inf
             for node in nodes]
    return block.start + np.argsort(-np.array(means), kind="stable")


@expected_child.register(Ranking)
@kernel(entry=False)
def _of_largest_posterior_mean(policy, tree, node):
    return best_child(policy, tree, node)
