"""Many searches, or many games, in one compiled call, for experiments that would otherwise spend their time in Python.

Every search starts with an empty tree and without the moves before it, so repetition is noticed within the tree only.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below
from gopy.game import clone_state, copy_state, is_over, legal_moves, num_moves, play, to_play, value
from gopy.search.mcts import FULL, QUOTA, STOP, THRESHOLD, Scratch, new_control, new_history, new_scratch, run_simulations
from gopy.search.policy import layout_of
from gopy.search.sampling.allocation import best_child
from gopy.search.tree import LANES, ROOT, clear_node, erase, new_tree, real_visits


class Trials(NamedTuple):
    """The work area of searches that run one after the other."""

    tree: NamedTuple
    state: NamedTuple       #: the position searched from
    history: np.ndarray     #: uint64[4], an empty table of gopy.search.mcts.new_history
    scratch: Scratch
    control: np.ndarray     #: int64[CONTROL_SLOTS]
    by_visits: np.ndarray   #: int64[1], 1: games go on with the most visited move, 0: with that of largest posterior mean


def new_trials(state, policy, simulations, seed, by_visits=False) -> Trials:
    """Trials for games like `state`; the tree has room for all nodes that `simulations` simulations of a search can add.

    by_visits   whether games go on with the most visited move, the first of equals, in place of that of largest posterior mean
    """
    nodes = 1 + (simulations + 1) * num_moves(state) + LANES
    return Trials(new_tree(-(-nodes // 64) * 64, layout_of(policy)), clone_state(state), new_history(()),
                  new_scratch(state, seed, 0), new_control(), np.array([by_visits], np.int64))


@kernel(entry=False)
def _forget(tree):
    erase(tree, ROOT)
    clear_node(tree, ROOT)
    tree.used[0] = 1


@kernel(entry=False)
def _begin_search(trials, search_params):
    _forget(trials.tree)
    trials.control[STOP] = 0
    trials.control[FULL] = 0
    trials.control[THRESHOLD] = search_params.expansion_threshold


@kernel(entry=False)
def _simulate(trials, policy, simulations, search_params, game_params):
    trials.control[QUOTA] = simulations
    run_simulations(trials.tree, trials.state, trials.history, policy, search_params, game_params, trials.scratch,
                    trials.control)


@kernel
def count_choices(trials, policy, search_params, game_params, repetitions, budgets, counts):
    """Search from trials.state `repetitions` times and count the moves chosen, those of largest posterior mean.

    budgets: int64[n], rising numbers of simulations after which each search is asked for its move. counts: int64[n,
    num_moves], to which the moves are added.
    """
    tree = trials.tree
    for _ in range(repetitions):
        _begin_search(trials, search_params)
        done = 0
        for i in range(budgets.shape[0]):
            _simulate(trials, policy, budgets[i] - done, search_params, game_params)
            done = budgets[i]
            counts[i, tree.move[best_child(policy, tree, ROOT)]] += 1


@kernel(entry=False)
def _random_move(trials):
    moves = trials.scratch.moves
    n = legal_moves(trials.state, moves)
    return np.int64(moves[next_below(trials.scratch.rng, np.uint64(n))])


@kernel(entry=False)
def _most_visited(tree):
    begin = np.int64(tree.child[ROOT])
    best = begin
    for child in range(begin, begin + tree.num_children[ROOT]):
        if real_visits(tree, child) > real_visits(tree, best):
            best = np.int64(child)
    return best


@kernel
def play_games(trials, start, first, second, simulations, search_params, game_params, results):
    """Play a game from `start` for each entry of `results`, float64[games], and set the entry to its value for player 0.

    first, second: the players' policies; simulations: int64[2], how many each player's search has; 0: it moves at random.
    """
    tree, state = trials.tree, trials.state
    for i in range(results.shape[0]):
        copy_state(state, start)
        while not is_over(state):
            player = to_play(state)
            if simulations[player] == 0:
                move = _random_move(trials)
            else:
                policy = first if player == 0 else second
                _begin_search(trials, search_params)
                _simulate(trials, policy, simulations[player], search_params, game_params)
                child = _most_visited(tree) if trials.by_visits[0] == 1 else best_child(policy, tree, ROOT)
                move = np.int64(tree.move[child])
            play(state, move)
        results[i] = value(state)
