"""How much a best response wins against the strategies that a search of Goofspiel leaves in its tree.

A full best response knows the strategy at every state of the game; a depth-limited one plays against it for a number
of rounds, and after that both play optimally (M. Lanctot, V. Lisy, M. H. M. Winands (2013), section 4.3: Ex_2 after one
round, Ex_4 after two, chance counting as a ply). Where the tree has no strategy it is taken to be uniform.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.bits import ONE, popcount
from gopy.compiled.jit import kernel
from gopy.game import is_over
from gopy.games.goofspiel import DECK, DESCENDING, HAND, MAX_CARDS, SCORE, SHUFFLED, UPCARD, highest, lowest
from gopy.lab.exact.goofspiel_values import RULE_ORDER, RULE_PAYOFF, SOLVED, no_values, payoff_of, value_before_upcard
from gopy.search.simultaneous.joint_policies import spread_evenly, write_strategy
from gopy.search.simultaneous.matrix_tree import NONE, ROOT_CELL

#: The cell of a joint move that the tree does not have.
_NOWHERE = -1

# Columns of `states`.
_FIRST, _SECOND, _DECK, _DIFFERENCE = range(4)


class Area(NamedTuple):
    """The work area of a best response, with a row for each round."""

    states: np.ndarray      #: int64[rounds, 4]: both hands, the deck before a card is turned up, player 0's lead
    strategy: np.ndarray    #: float64[rounds, 2, MAX_CARDS], strategies of the tree
    gain: np.ndarray        #: float64[rounds, 2, MAX_CARDS], player 0's utility by its own move, by player 1's
    limits: np.ndarray      #: int64[2]: rounds before both play optimally; card turned up at the root, 0: chance moves


def _new_area(state, rounds):
    area = Area(np.zeros((MAX_CARDS + 1, 4), np.int64), np.zeros((MAX_CARDS + 1, 2, MAX_CARDS)),
                np.zeros((MAX_CARDS + 1, 2, MAX_CARDS)), np.array([rounds, state.data[UPCARD]], np.int64))
    data = state.data
    upcard = int(data[UPCARD])
    deck = int(data[DECK]) | (1 << upcard >> 1)
    area.states[0] = data[HAND], data[HAND + 1], deck, data[SCORE] - data[SCORE + 1]
    return area


@kernel(entry=False)
def _write_strategies(tree, policy, node, n, area, level):
    for player in range(2):
        if node != NONE and tree.node_visits[node] > 0:
            write_strategy(policy, tree, node, player, area.strategy[level, player])
        else:
            spread_evenly(area.strategy[level, player], n)


@kernel(entry=False)
def _upcards(values, area, level):
    """The cards that may be turned up now, as a set."""
    deck = area.states[level, _DECK]
    if level == 0 and area.limits[1] != 0:
        return np.int64(1) << (area.limits[1] - 1)
    if values.rules[RULE_ORDER] == SHUFFLED:
        return deck
    return np.int64(1) << (highest(deck) if values.rules[RULE_ORDER] == DESCENDING else lowest(deck))


@kernel(entry=False)
def _node_after(tree, deck, cell, card, by_chance):
    """The node of the state in which `card` has been turned up; NONE if the tree does not have it."""
    if cell == _NOWHERE or tree.child[cell] == NONE:
        return np.int64(NONE)
    if not by_chance:
        return np.int64(tree.child[cell])
    number = popcount(np.uint64(deck) & ((ONE << np.uint64(card)) - ONE))
    return np.int64(tree.outcome[tree.child[cell] + np.int64(number)])


@kernel(entry=False)
def _write_child(area, level, first, second, card):
    """Write the state after two bids for `card` to the next row."""
    one = np.int64(1)
    points = (card + 1) * (np.int64(first > second) - np.int64(second > first))
    area.states[level + 1, _FIRST] = area.states[level, _FIRST] ^ (one << first)
    area.states[level + 1, _SECOND] = area.states[level, _SECOND] ^ (one << second)
    area.states[level + 1, _DECK] = area.states[level, _DECK] ^ (one << card)
    area.states[level + 1, _DIFFERENCE] = area.states[level, _DIFFERENCE] + points


@kernel(entry=False)
def _last_round(values, area, level):
    """Utility of player 0 when at most one card is left."""
    first, second = area.states[level, _FIRST], area.states[level, _SECOND]
    difference = area.states[level, _DIFFERENCE]
    if first != 0:
        points = lowest(area.states[level, _DECK]) + 1
        difference += points * (np.int64(first > second) - np.int64(second > first))
    return payoff_of(values.rules[RULE_PAYOFF], difference)


@kernel
def best_responses(tree, policy, values, area, cell, level):
    """Two utilities of player 0: when it plays a best response to player 1's strategy, and when player 1 plays a best
    response to player 0's.

    cell: the joint move that led to area.states[level]; _NOWHERE outside the tree."""
    hand = area.states[level, _FIRST]
    if hand & (hand - 1) == 0:
        result = _last_round(values, area, level)
        return result, result
    if level == area.limits[0]:
        result = value_before_upcard(values, hand, area.states[level, _SECOND], area.states[level, _DECK],
                                     area.states[level, _DIFFERENCE])
        return result, result
    n = np.int64(popcount(np.uint64(hand)))
    upcards = _upcards(values, area, level)
    by_chance = upcards & (upcards - 1) != 0
    total0 = 0.0
    total1 = 0.0
    outcomes = 0
    while upcards != 0:
        # 1. the node of the card that is turned up, and the strategies there
        card = lowest(upcards)
        upcards &= upcards - 1
        node = _node_after(tree, area.states[level, _DECK], cell, card, by_chance)
        _write_strategies(tree, policy, node, n, area, level)
        strategy, gain = area.strategy[level], area.gain[level]
        for i in range(n):
            gain[0, i] = 0.0
            gain[1, i] = 0.0
        # 2. every pair of bids that one of the strategies may make
        mine = hand
        for i in range(n):
            first = lowest(mine)
            mine &= mine - 1
            theirs = area.states[level, _SECOND]
            for j in range(n):
                second = lowest(theirs)
                theirs &= theirs - 1
                if strategy[0, i] == 0.0 and strategy[1, j] == 0.0:
                    continue
                below = np.int64(_NOWHERE) if node == NONE else tree.first_cell[node] + i * n + j
                _write_child(area, level, first, second, card)
                best0, best1 = best_responses(tree, policy, values, area, below, level + 1)
                gain[0, i] += strategy[1, j] * best0
                gain[1, j] += strategy[0, i] * best1
        # 3. the best of them
        most, least = gain[0, 0], gain[1, 0]
        for i in range(1, n):
            most = max(most, gain[0, i])
            least = min(least, gain[1, i])
        total0 += most
        total1 += least
        outcomes += 1
    return total0 / outcomes, total1 / outcomes


def response_values(search, state, values=None, rounds=MAX_CARDS) -> tuple[float, float]:
    """(utility of player 0 as best response to player 1, utility of player 0 against player 1's best response).

    search: a SimultaneousSearch whose root is `state`; values: Values that a depth-limited response needs; rounds: how many
    rounds are played before both play optimally, all by default. Raises ValueError if the game is over, or if values are
    needed and not given.
    """
    if is_over(state):
        raise ValueError("the game is over")
    if rounds < min(MAX_CARDS, int(state.data[HAND]).bit_count() - 1) and (values is None or not values.rules[SOLVED]):
        raise ValueError("a depth-limited best response needs the game's values")
    area = _new_area(state, rounds)
    values = no_values(state) if values is None else values
    return best_responses(search.tree, search.policy, values, area, np.int64(ROOT_CELL), np.int64(0))


def exploitability(search, state, values=None, rounds=MAX_CARDS) -> float:
    """What a player's strategy loses to a best response, as the mean of both players; 0 for an equilibrium.

    It is half the difference of the two `response_values`, and has the same arguments.
    """
    best, worst = response_values(search, state, values, rounds)
    return 0.5 * (best - worst)
