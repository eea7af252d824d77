"""One simulation of a game with several players, chance or hidden information.

    guess     what the player to move at the root cannot see is dealt anew, as it may be (a determinisation)
    descend   chance draws; each player follows the statistics of what this player sees, every move once first
    playout   uniformly random moves and draws to the end of the game
    back up   to each move of the path the result of the player who made it (max^n)

Rule ucb is information set Monte-Carlo tree search with a tree for each player (P. I. Cowling, E. J. Powley, D. Whitehouse (2012)): the
largest Q + c sqrt(ln N(s) / N). Rule smooth follows these bounds with the probability max(gamma, eta / (1 + d sqrt(N(s)))) and else
draws in proportion to visits (J. Heinrich, D. Silver (2015)): in games with hidden information the bounds alone go round in circles,
while the visits of this rule come close to an equilibrium in small ones.
"""
import math
from typing import Any, NamedTuple

import numpy as np

from gopy.compiled.jit import kernel
from gopy.compiled.rng import new_rng, next_below, next_double
from gopy.game import (
    chance_outcomes,
    clone_state,
    copy_state,
    determinise,
    draw_outcome,
    information,
    is_chance,
    is_over,
    legal_moves,
    num_moves,
    play,
    play_chance,
    players,
    results,
    to_play,
)
from gopy.search.keys import natural_log
from gopy.search.several.params import SMOOTH
from gopy.search.several.table import NONE, add_node, find_node, mixed

#: Length of the longest path that is followed; from there on it plays out.
MAX_DEPTH = 4096

ROOT_KEY = np.uint64(1)


class SeveralScratch(NamedTuple):
    """The work area of a search."""

    state: Any              #: the position of the simulation
    moves: np.ndarray       #: int16[num_moves], a list of moves or outcomes
    chances: np.ndarray     #: float64[num_moves], probabilities of outcomes
    nodes: np.ndarray       #: int32[MAX_DEPTH], nodes of the path
    edges: np.ndarray       #: int32[MAX_DEPTH], the moves made there
    movers: np.ndarray      #: int16[MAX_DEPTH], who made them
    results: np.ndarray     #: float64[players], of this simulation
    totals: np.ndarray      #: float64[players], sums of all
    rng: np.ndarray         #: uint64[2], state of the random numbers


def new_several_scratch(state: Any, seed: int) -> SeveralScratch:
    """The work area for games like `state`."""
    count, most = int(players(state)), int(num_moves(state))
    return SeveralScratch(clone_state(state), np.zeros(most, np.int16), np.zeros(most), np.zeros(MAX_DEPTH, np.int32),
                          np.zeros(MAX_DEPTH, np.int32), np.zeros(MAX_DEPTH, np.int16), np.zeros(count), np.zeros(count), new_rng(seed))


@kernel(entry=False)
def _drawn(scratch):
    """Let chance draw at scratch.state; returns the outcome."""
    n = chance_outcomes(scratch.state, scratch.moves)
    outcome = np.int64(scratch.moves[draw_outcome(scratch.state, n, scratch.chances, scratch.rng)])
    play_chance(scratch.state, outcome)
    return outcome


@kernel(entry=False)
def node_key(state, path_key):
    """The key of the node at `state`, to which `path_key` leads: what the player to move knows, or the way."""
    known = information(state, to_play(state))
    return path_key if known == np.uint64(0) else known


@kernel(entry=False)
def _by_bounds(table, node, params):
    first = np.int64(table.first[node])
    log_of_all = natural_log(max(np.int64(table.total[node]), 1))
    best, most = first, -1.0
    for edge in range(first, first + table.width[node]):
        visits = table.visits[edge]
        value = table.sums[edge] / visits + params.exploration * math.sqrt(log_of_all / visits)
        if value > most:
            best, most = np.int64(edge), value
    return best


@kernel(entry=False)
def _by_visits(table, node, rng):
    first = np.int64(table.first[node])
    skip = np.int64(next_below(rng, np.uint64(table.total[node])))
    for edge in range(first, first + table.width[node]):
        skip -= table.visits[edge]
        if skip < 0:
            return np.int64(edge)
    return first


@kernel(entry=False)
def _select(table, node, params, rng):
    """An edge of `node`: a random one without visits if there is one, else that of the rule."""
    first, width = np.int64(table.first[node]), np.int64(table.width[node])
    fresh = 0
    for edge in range(first, first + width):
        fresh += table.visits[edge] == 0
    if fresh > 0:
        skip = np.int64(next_below(rng, np.uint64(fresh)))
        for edge in range(first, first + width):
            if table.visits[edge] == 0:
                if skip == 0:
                    return np.int64(edge)
                skip -= 1
    if params.rule == SMOOTH:
        share = max(params.mixing_least, params.mixing_start / (1.0 + params.mixing_fall * math.sqrt(np.float64(table.total[node]))))
        if next_double(rng) >= share:
            return _by_visits(table, node, rng)
    return _by_bounds(table, node, params)


@kernel(entry=False)
def _descend(table, params, scratch):
    """Follow the table from scratch.state until it has no node for a position, or has just got one; returns the length of the path."""
    state = scratch.state
    key = ROOT_KEY
    depth = np.int64(0)
    while depth < MAX_DEPTH and not is_over(state):
        if is_chance(state):
            key = mixed(key, _drawn(scratch))
            continue
        known = node_key(state, key)
        node = find_node(table, known)
        fresh = node == NONE
        if fresh:
            node = add_node(table, known, scratch.moves, legal_moves(state, scratch.moves))
            if node == NONE:
                break
        edge = _select(table, node, params, scratch.rng)
        scratch.nodes[depth] = node
        scratch.edges[depth] = edge
        scratch.movers[depth] = to_play(state)
        depth += 1
        move = np.int64(table.move[edge])
        play(state, move)
        key = mixed(key, move)
        if fresh:
            break
    return depth


@kernel(entry=False)
def _play_out(scratch):
    state = scratch.state
    while not is_over(state):
        if is_chance(state):
            _drawn(scratch)
        else:
            n = legal_moves(state, scratch.moves)
            play(state, np.int64(scratch.moves[next_below(scratch.rng, np.uint64(n))]))


@kernel
def run_several(table, root_state, params, scratch, simulations):
    """Simulate so many times from `root_state`, which is not over."""
    observed = not is_chance(root_state)
    for _ in range(simulations):
        copy_state(scratch.state, root_state)
        if observed:
            determinise(scratch.state, to_play(root_state), scratch.rng)
        depth = _descend(table, params, scratch)
        _play_out(scratch)
        results(scratch.state, scratch.results)
        for player in range(scratch.results.shape[0]):
            scratch.totals[player] += scratch.results[player]
        for d in range(depth):
            table.total[scratch.nodes[d]] += 1
            table.visits[scratch.edges[d]] += 1
            table.sums[scratch.edges[d]] += scratch.results[scratch.movers[d]]


@kernel
def key_at(state, path_key):
    """`node_key` for Python."""
    return node_key(state, path_key)
