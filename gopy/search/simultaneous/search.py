"""Monte Carlo tree search of games whose players move at the same time (SM-MCTS).

(M. Lanctot, V. Lisy, M. H. M. Winands (2013), algorithm 1.) One simulation:

    descend   from the root; at a node with a joint move that has not been played, play one of these at random and
              leave the tree, else the policy chooses; chance draws among its outcomes, and a node is added for
              each that is new
    playout   uniformly random to the end of the game
    back up   the utility into the cells' means and the policy's tables

When the tree is full, simulations play out from where they would have added to it; nothing is thrown away.
"""
from typing import NamedTuple

import numpy as np

from gopy.base.watch import WATCH, Watch
from gopy.compiled.jit import kernel
from gopy.compiled.rng import new_rng
from gopy.game import (
    Trace,
    chance_outcomes,
    clone_state,
    copy_state,
    draw_outcome,
    is_chance,
    is_over,
    is_simultaneous,
    moves_of,
    new_trace,
    num_moves,
    play_chance,
    play_joint,
    run_playout,
    utility,
    utility_sum,
)
from gopy.search.simultaneous.joint_policies import MAX_DEPTH, Path, new_path, select_actions, update_tables, write_strategy
from gopy.search.simultaneous.matrix_tree import (
    NONE,
    ROOT_CELL,
    add_node,
    add_outcomes,
    clear,
    has_room,
    is_filling,
    new_matrix_tree,
    next_unplayed,
    node_count,
)
from gopy.search.simultaneous.methods import UniformRandom
from gopy.search.slices import Slices

#: Simulations at which a search ends, so that visits stay within an int32.
MAX_SIMULATIONS = 2_000_000_000


class Scratch(NamedTuple):
    """The work area of a search."""

    state: NamedTuple       #: the state of the simulation
    path: Path              #: where it went
    moves: np.ndarray       #: int16[num_moves], a list of moves or outcomes
    chances: np.ndarray     #: float64[num_moves], probabilities of outcomes
    trace: Trace            #: for playouts
    rng: np.ndarray         #: uint64[2], state of the random numbers


def new_scratch(state, seed) -> Scratch:
    """Work area for games like `state`."""
    n = num_moves(state)
    return Scratch(clone_state(state), new_path(n), np.zeros(n, np.int16), np.zeros(n), new_trace(1), new_rng(seed))


@kernel(entry=False, inline=True)
def _node_behind(tree, cell, scratch):
    """The node that `cell` leads to, after a draw if it is chance's turn. A new node is added; NONE if there is no room."""
    state = scratch.state
    if not is_chance(state):
        if tree.child[cell] == NONE:
            tree.child[cell] = _node_for(tree, scratch)
        return np.int64(tree.child[cell])
    n = chance_outcomes(state, scratch.moves)
    if tree.child[cell] == NONE:
        tree.child[cell] = add_outcomes(tree, n)
        if tree.child[cell] == NONE:
            return np.int64(NONE)
    drawn = draw_outcome(state, n, scratch.chances, scratch.rng)
    place = tree.child[cell] + drawn
    play_chance(state, np.int64(scratch.moves[drawn]))
    if tree.outcome[place] == NONE:
        tree.outcome[place] = _node_for(tree, scratch)
    return np.int64(tree.outcome[place])


@kernel(entry=False, inline=True)
def _node_for(tree, scratch):
    rows = moves_of(scratch.state, np.int64(0), scratch.moves)
    columns = moves_of(scratch.state, np.int64(1), scratch.moves)
    return add_node(tree, rows, columns)


@kernel(entry=False, inline=True)
def _play_actions(scratch, row, column):
    """Play move number `row` of player 0's moves and move number `column` of player 1's."""
    moves_of(scratch.state, np.int64(0), scratch.moves)
    first = np.int64(scratch.moves[row])
    moves_of(scratch.state, np.int64(1), scratch.moves)
    play_joint(scratch.state, first, np.int64(scratch.moves[column]))


@kernel(entry=False, inline=True)
def descend(tree, root_state, policy, scratch):
    """Play on scratch.state along the tree until a joint move is new to it, the game is over or the tree is full; returns
    the number of joint moves played."""
    path = scratch.path
    copy_state(scratch.state, root_state)
    path.reach[0] = 1.0
    cell = np.int64(ROOT_CELL)
    depth = np.int64(0)
    while depth < MAX_DEPTH and not is_over(scratch.state):
        # 1. the first simulation through a joint move plays out from there
        if depth > 0 and tree.visits[cell] == 0:
            break
        node = _node_behind(tree, cell, scratch)
        if node == NONE:
            break
        # 2. fill the matrix first, then follow the policy
        columns = np.int64(tree.columns[node])
        if is_filling(tree, node):
            played = next_unplayed(tree, node, scratch.rng)
            path.action[depth, 0] = played // columns
            path.action[depth, 1] = played % columns
        else:
            select_actions(policy, tree, node, path, depth, scratch.rng)
            played = path.action[depth, 0] * columns + path.action[depth, 1]
        # 3. go there
        cell = np.int64(tree.first_cell[node]) + played
        path.node[depth] = node
        path.cell[depth] = cell
        _play_actions(scratch, path.action[depth, 0], path.action[depth, 1])
        depth += 1
    return depth


@kernel(entry=False, inline=True)
def _count(tree, cell, result):
    tree.visits[cell] += 1
    tree.mean[cell] += (result - tree.mean[cell]) / tree.visits[cell]


@kernel(entry=False, inline=True)
def back_up(tree, depth, policy, scratch):
    """Back up the utility of scratch.state, where the simulation ended, to every node of the path."""
    path = scratch.path
    result = utility(scratch.state)
    path.utility[0] = result
    path.utility[1] = utility_sum(scratch.state) - result
    path.tail[0] = 1.0
    for d in range(depth - 1, -1, -1):
        node = path.node[d]
        update_tables(policy, tree, node, path, d)
        _count(tree, path.cell[d], result)
        tree.node_visits[node] += 1
    _count(tree, np.int64(ROOT_CELL), result)
    path.count[0] += 1


@kernel
def run_simulations(tree, root_state, policy, scratch, simulations):
    """Simulate `simulations` times from `root_state`, which is not over."""
    for _ in range(simulations):
        depth = descend(tree, root_state, policy, scratch)
        if not is_over(scratch.state):
            run_playout(scratch.state, scratch.rng, None, scratch.trace)
        back_up(tree, depth, policy, scratch)


@kernel
def _add_root(tree, root_state, scratch):
    """Give the tree its root, unless chance moves there."""
    copy_state(scratch.state, root_state)
    if not is_chance(root_state) and not is_over(root_state) and tree.child[ROOT_CELL] == NONE:
        tree.child[ROOT_CELL] = _node_for(tree, scratch)


class SimultaneousReport(NamedTuple):
    """What a search has found so far."""

    simulations: int        #: all of them since the root was set
    seconds: float          #: of the last run
    value: float            #: mean utility of player 0 over all simulations
    strategies: tuple       #: {move: probability} of player 0 and of player 1; empty where chance moves or all is over
    nodes: int              #: of the tree
    full: bool              #: whether the tree has no room for a node with all moves of the game


class SimultaneousSearch:
    """A tree for games like `state` and one thread that grows it by a policy of gopy.search.simultaneous.joint_policies or
    gopy.search.simultaneous.regret_policies (see gopy.search.simultaneous.methods for their names and tuned parameters)."""

    def __init__(self, state, policy, *, memory_bytes=256 << 20, seed=0, now: Watch = WATCH) -> None:
        """Raises ValueError if the players of this game move in turn, or memory_bytes has no room for a root."""
        if not is_simultaneous(state):
            raise ValueError("the players of this game move in turn")
        self.policy = policy
        self.tree = new_matrix_tree(memory_bytes)
        self._scratch = new_scratch(state, seed)
        self._state = clone_state(state)
        self._now, self._slices = now, Slices(now)
        self.set_root(state)

    def reseed(self, seed) -> None:
        """Start the random numbers anew: the same runs follow from the same seed."""
        self._scratch.rng[:] = new_rng(seed)

    def set_root(self, state) -> None:
        """Search from `state` from now on, with an empty tree. Raises ValueError if it has no room for a root."""
        copy_state(self._state, state)
        clear(self.tree)
        self._scratch.path.count[0] = 0
        _add_root(self.tree, self._state, self._scratch)
        if self.tree.child[ROOT_CELL] == NONE and not (is_chance(state) or is_over(state)):
            raise ValueError("the tree has no room for a root")

    def run(self, simulations=None, seconds=None, should_stop=None) -> SimultaneousReport:
        """Search for that many more simulations or seconds, whichever ends first; returns a SimultaneousReport.

        should_stop(), called every few tens of milliseconds from this thread, ends the run when it returns true.
        Raises ValueError if neither number is given. A policy that does not learn and a game that is over need no
        simulation.
        """
        if simulations is None and seconds is None:
            raise ValueError("a search needs a number of simulations or of seconds")
        start = self._now()
        left = MAX_SIMULATIONS - int(self._scratch.path.count[0])
        left = left if simulations is None else min(left, simulations)
        if is_over(self._state) or isinstance(self.policy, UniformRandom):
            left = 0

        def work(quota):
            run_simulations(self.tree, self._state, self.policy, self._scratch, quota)
            return quota

        self._slices.run(work, left, None if seconds is None else start + seconds, should_stop)
        return self.report(self._now() - start)

    def report(self, seconds=0.0) -> SimultaneousReport:
        """The SimultaneousReport as of now."""
        n = num_moves(self._state)
        return SimultaneousReport(
            simulations=int(self._scratch.path.count[0]), seconds=seconds, value=float(self.tree.mean[ROOT_CELL]),
            strategies=(self.strategy(0), self.strategy(1)), nodes=node_count(self.tree),
            full=not has_room(self.tree, n, n))

    def strategy(self, player) -> dict[int, float]:
        """{move: probability} of `player` at the root, as the search has found it; empty where no player moves."""
        if is_chance(self._state) or is_over(self._state):
            return {}
        moves = self._scratch.moves
        n = int(moves_of(self._state, player, moves))
        shares = np.zeros(n)
        write_strategy(self.policy, self.tree, int(self.tree.child[ROOT_CELL]), player, shares)
        return {int(move): float(share) for move, share in zip(moves[:n], shares)}

    def choose(self, player, rng) -> int:
        """A move of `player` drawn from its strategy by a numpy Generator. Raises ValueError where no player moves."""
        strategy = self.strategy(player)
        if not strategy:
            raise ValueError("no player has a move here")
        return int(rng.choice(list(strategy), p=np.array(list(strategy.values()))))
