"""Policies for simultaneous moves that use the whole matrix: regret matching and online outcome sampling.

(M. Lanctot, V. Lisy, M. H. M. Winands (2013), sections 3.3 and 3.4; M. Lanctot (2013), chapter 4, for OOS.) Every
player's strategy at a node is sigma = r+ / sum of r+, uniform if no regret r is positive; r+ = max(r, 0). What is
played in the end is the average of sigma, s / sum of s. X(a, b) is the mean of a cell; (a1, a2) was played.

    RM    both draw from g/|A| + (1-g) sigma;  r[a] += X(a, a2) - u for a != a1;  s += sigma
    OOS   one player explores, by turns: it draws from p = g/|A| + (1-g) sigma, the other from its sigma. The exploring
          player's r[a] += v[a] - sum of sigma v, the other's s += sigma / pi, where pi is the product of the p of
          the exploring player's actions before the node, v[a1] = u x / (pi p[a1]), v[a] = 0 for a != a1, and x is the
          product of sigma / p of its actions after the node
    OOS+  v[a] = (sum over b of sigma(b) X(a, b)) / pi, with u for X(a1, a2)

A regret needs the whole matrix: while the matrix is being filled, only the cells' means are updated.
"""
import numpy as np

from gopy.compiled.jit import kernel
from gopy.search.simultaneous.joint_policies import draw_action, select_actions, spread_evenly, update_tables, write_shares, write_strategy
from gopy.search.simultaneous.matrix_tree import entries_of, is_filling
from gopy.search.simultaneous.methods import OutcomeSampling, OutcomeSamplingPlus, RegretMatching

# rows of `tables`
REGRET = 0
STRATEGY_SUM = 1


@kernel(entry=False, inline=True)
def match_regrets(regrets, begin, n, out):
    """Write sigma to `out`: the positive regrets, scaled to a sum of 1; uniform if there are none."""
    total = 0.0
    for i in range(np.uint64(n)):
        out[i] = max(regrets[np.uint64(begin) + i], 0.0)
        total += out[i]
    if total <= 0.0:
        spread_evenly(out, n)
        return
    scale = 1.0 / total
    for i in range(np.uint64(n)):
        out[i] *= scale


@kernel(entry=False, inline=True)
def _add_strategy(tree, begin, n, strategy, weight):
    sums = tree.tables[STRATEGY_SUM]
    for i in range(np.uint64(n)):
        sums[np.uint64(begin) + i] += weight * strategy[i]


@write_strategy.register(RegretMatching, OutcomeSampling, OutcomeSamplingPlus)
@kernel
def _average_strategy(policy, tree, node, player, out):
    begin, n = entries_of(tree, node, player)
    write_shares(tree.tables[STRATEGY_SUM], begin, n, out)


# ---- regret matching ----------------------------------------------------------------------------

@select_actions.register(RegretMatching)
@kernel(entry=False, inline=True)
def _select_by_regret(policy, tree, node, path, depth, rng):
    for player in range(2):
        begin, n = entries_of(tree, node, player)
        strategy = path.strategy[depth, player]
        match_regrets(tree.tables[REGRET], begin, n, strategy)
        path.action[depth, player] = draw_action(strategy, n, policy.gamma, rng)


@update_tables.register(RegretMatching)
@kernel(entry=False, inline=True)
def _add_regrets(policy, tree, node, path, depth):
    if is_filling(tree, node):
        return
    u = path.utility[0]
    rows, columns = np.int64(tree.rows[node]), np.int64(tree.columns[node])
    row, column = path.action[depth, 0], path.action[depth, 1]
    first, entry = np.int64(tree.first_cell[node]), np.int64(tree.first_entry[node])
    # 1. regrets: what player 0 would have gained by another row, and player 1 by another column
    for i in range(rows):
        if i != row:
            tree.tables[REGRET, entry + i] += tree.mean[first + i * columns + column] - u
    for j in range(columns):
        if j != column:
            tree.tables[REGRET, entry + rows + j] += u - tree.mean[first + row * columns + j]
    # 2. the sums of the strategies that were in force
    _add_strategy(tree, entry, rows, path.strategy[depth, 0], 1.0)
    _add_strategy(tree, entry + rows, columns, path.strategy[depth, 1], 1.0)


# ---- outcome sampling ---------------------------------------------------------------------------

@select_actions.register(OutcomeSampling, OutcomeSamplingPlus)
@kernel(entry=False, inline=True)
def _select_exploring(policy, tree, node, path, depth, rng):
    exploring = path.count[0] & 1
    for player in range(2):
        begin, n = entries_of(tree, node, player)
        strategy = path.strategy[depth, player]
        share = policy.gamma if player == exploring else 0.0
        match_regrets(tree.tables[REGRET], begin, n, strategy)
        action = draw_action(strategy, n, share, rng)
        path.action[depth, player] = action
        path.chance[depth, player] = share / n + (1.0 - share) * strategy[action]
    path.reach[depth + 1] = path.reach[depth] * path.chance[depth, exploring]


@update_tables.register(OutcomeSampling)
@kernel(entry=False, inline=True)
def _add_sampled_regrets(policy, tree, node, path, depth):
    if is_filling(tree, node):
        return
    exploring = path.count[0] & 1
    begin, n = entries_of(tree, node, exploring)
    action, strategy = path.action[depth, exploring], path.strategy[depth, exploring]
    chance = path.chance[depth, exploring]
    sampled = path.utility[exploring] * path.tail[0] / (path.reach[depth] * chance)
    for i in range(n):
        tree.tables[REGRET, begin + i] -= strategy[action] * sampled
    tree.tables[REGRET, begin + action] += sampled
    path.tail[0] *= strategy[action] / chance
    begin, n = entries_of(tree, node, 1 - exploring)
    _add_strategy(tree, begin, n, path.strategy[depth, 1 - exploring], 1.0 / path.reach[depth])


@kernel(entry=False, inline=True)
def _write_values(tree, node, path, depth, exploring):
    """Write to path.values what each move of the exploring player is worth against the other's strategy."""
    first, columns = np.int64(tree.first_cell[node]), np.int64(tree.columns[node])
    values, other = path.values, path.strategy[depth, 1 - exploring]
    if exploring == 0:
        rows = np.uint64(tree.rows[node])
        for i in range(rows):
            values[i] = 0.0
        # Column by column: most columns have no weight, and the sums of the rows do not wait for each other.
        for j in range(np.uint64(columns)):
            weight = other[j]
            if weight > 0.0:
                for i in range(rows):
                    values[i] += weight * tree.mean[np.uint64(first) + i * np.uint64(columns) + j]
        return
    total = path.utility[0] + path.utility[1]
    for j in range(columns):
        values[j] = total
    for i in range(np.int64(tree.rows[node])):
        weight = other[i]
        if weight > 0.0:
            for j in range(columns):
                values[j] -= weight * tree.mean[first + i * columns + j]


@update_tables.register(OutcomeSamplingPlus)
@kernel(entry=False, inline=True)
def _add_estimated_regrets(policy, tree, node, path, depth):
    if is_filling(tree, node):
        return
    # 1. the values of the exploring player's moves, the utility itself for the joint move that was played
    exploring = path.count[0] & 1
    _write_values(tree, node, path, depth, exploring)
    action, strategy = path.action[depth, exploring], path.strategy[depth, exploring]
    other = path.strategy[depth, 1 - exploring]
    gain = path.utility[0] - tree.mean[path.cell[depth]]
    path.values[action] += other[path.action[depth, 1 - exploring]] * (gain if exploring == 0 else -gain)
    # 2. its regrets
    begin, n = entries_of(tree, node, exploring)
    expected = 0.0
    for i in range(n):
        expected += strategy[i] * path.values[i]
    weight = 1.0 / path.reach[depth]
    for i in range(n):
        tree.tables[REGRET, begin + i] += weight * (path.values[i] - expected)
    # 3. the other's average strategy
    begin, n = entries_of(tree, node, 1 - exploring)
    _add_strategy(tree, begin, n, other, weight)
