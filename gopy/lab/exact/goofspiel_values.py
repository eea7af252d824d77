"""Goofspiel solved by backward induction: a matrix game for every state, the last rounds first.

(S. M. Ross (1971); G. C. Rhoads, L. Bartholdi (2012).) Three facts make the number of states small:

* All that matters of two bids is which is higher, so all that matters of a pair of hands is its pattern: who holds each
  card, from the lowest to the highest, without the cards that nobody holds. For 11 cards and 6 in hand that is 8065 pairs of
  hands in place of 213 444.
* If payoffs are points, what was won so far is simply added to the value of what is left. If they are win or loss, the
  difference of points is part of the state.
* Exchanging the players exchanges the payoffs, so only one of two such states is solved.

Values are for player 0 in the game's utility, before the next point card is turned up.
"""
from itertools import combinations
from typing import NamedTuple

import numpy as np

from gopy.compiled.bits import popcount
from gopy.compiled.jit import kernel
from gopy.games.goofspiel import CARDS, DECK, DESCENDING, HAND, ORDER, PAYOFF, POINTS, SCORE, SHUFFLED, UPCARD, highest, lowest
from gopy.lab.exact.matrix_game import MAX_SIZE, new_tableau, solve, write_solution

#: Largest number of cards that can be solved; memory limits it.
MAX_SOLVED = 12


class Values(NamedTuple):
    """Values of all states with `left` cards in each hand, for every number `left`."""

    rules: np.ndarray       #: int64[4]: cards, order, payoff, whether the values are there
    pattern: np.ndarray     #: int32[4**cards], number of the pattern of (hand 0 << cards | hand 1) among those of its size
    deck: np.ndarray        #: int32[2**cards], number of a set of point cards among those of its size; -1: it is never left
    decks: np.ndarray       #: int64[cards + 1], how many sets of that size may be left
    first: np.ndarray       #: int64[cards + 1], where the values of that size begin
    values: np.ndarray      #: float64, by size, pattern, deck and difference of points (only 0 if payoffs are points)
    patterns: np.ndarray    #: int64[:, 2], a pair of hands for each pattern
    pairs: np.ndarray       #: int64[cards + 2], where the patterns of that size begin


class Area(NamedTuple):
    """Work area for one matrix game."""

    payoffs: np.ndarray     #: float64[MAX_SIZE, MAX_SIZE]
    base: np.ndarray        #: int64[MAX_SIZE, MAX_SIZE], where the values after two bids begin
    better: np.ndarray      #: int64[MAX_SIZE, MAX_SIZE], 1, 0 or -1: who takes the points
    tableau: np.ndarray     #: the first array of gopy.lab.exact.matrix_game.new_tableau
    names: np.ndarray       #: and the second


# Slots of `rules`.
RULE_CARDS, RULE_ORDER, RULE_PAYOFF, SOLVED = range(4)


def new_area() -> Area:
    """An empty work area."""
    size = (MAX_SIZE, MAX_SIZE)
    return Area(np.zeros(size), np.zeros(size, np.int64), np.zeros(size, np.int64), *new_tableau())


def _hands(cards, size):
    return [sum(1 << card for card in chosen) for chosen in combinations(range(cards), size)]


@kernel
def _canonical_code(first, second, cards):
    place = np.int64(0)
    code = np.int64(0)
    for card in range(cards):
        bits = ((first >> card) & 1) << cards | (second >> card) & 1
        if bits != 0:
            code |= bits << place
            place += 1
    return code


@kernel
def _number_patterns(cards, hands, pattern, codes):
    """Number the patterns of all pairs of `hands` (of one size); writes a pair for each to `codes`. Returns how many."""
    count = 0
    for first in hands:
        for second in hands:
            code = _canonical_code(first, second, cards)
            if pattern[code] < 0:
                pattern[code] = count
                codes[count] = code
                count += 1
            pattern[first << cards | second] = pattern[code]
    return count


def _empty(state, solved):
    cards, order, payoff = (int(state.data[slot]) for slot in (CARDS, ORDER, PAYOFF))
    if solved and cards > MAX_SOLVED:
        raise ValueError(f"Goofspiel is solved for at most {MAX_SOLVED} cards, not {cards}")
    rules = np.array([cards, order, payoff, solved], np.int64)
    pattern = np.full(4 ** cards if solved else 1, -1, np.int32)
    deck = np.full(2 ** cards, -1, np.int32)
    return rules, pattern, deck


def no_values(state) -> Values:
    """Values for games like `state` that hold no value, for full best responses, which need none."""
    nothing = np.zeros(1, np.int64)
    rules, pattern, deck = _empty(state, 0)
    return Values(rules, pattern, deck, nothing, nothing, np.zeros(1), np.zeros((1, 2), np.int64), nothing)


def solve_goofspiel(state) -> Values:
    """The Values of every state of the Goofspiel that `state` belongs to. Raises ValueError for more than 12 cards.

    With a shuffled deck and payoffs in points, 7 cards take 0.01 s of processor time and 11 cards (12 million states) 16 s,
    once compiled.
    """
    rules, pattern, deck = _empty(state, 1)
    cards, order, payoff, _ = map(int, rules)
    total = cards * (cards + 1) // 2
    spread = 1 if payoff == POINTS else 2 * total + 1
    decks, first, pairs = (np.zeros(cards + n, np.int64) for n in (1, 1, 2))
    patterns, size = [], 0
    for left in range(cards + 1):
        # 1. the decks that can be left, and the patterns of hands
        here = _decks_left(cards, order, left)
        deck[here] = range(len(here))
        decks[left] = len(here)
        hands = np.array(_hands(cards, left), np.int64)
        codes = np.zeros(len(hands) ** 2, np.int64)
        count = _number_patterns(cards, hands, pattern, codes)
        patterns.append(codes[:count])
        # 2. room for their values
        first[left] = size
        pairs[left + 1] = pairs[left] + count
        size += count * len(here) * spread
    codes = np.concatenate(patterns)
    hands = np.ascontiguousarray(np.stack([codes >> cards, codes & ((1 << cards) - 1)], axis=1))
    values = Values(rules, pattern, deck, decks, first, np.zeros(size), hands, pairs)
    area = new_area()
    for left in range(cards + 1):
        masks = np.array(_decks_left(cards, order, left), np.int64)
        _solve_size(values, left, masks, area)
    return values


def _decks_left(cards, order, left):
    if order == SHUFFLED:
        return _hands(cards, left)
    played = cards - left
    return [(1 << left) - 1 if order == DESCENDING else (1 << cards) - (1 << played)]


@kernel(entry=False, inline=True)
def _spread(values):
    """How many differences of points are distinguished on each side of 0; none if payoffs are points."""
    cards = values.rules[RULE_CARDS]
    return 0 if values.rules[RULE_PAYOFF] == POINTS else cards * (cards + 1) // 2


@kernel(entry=False)
def payoff_of(payoff, difference):
    """Utility of player 0 for a final difference of points."""
    if payoff == POINTS:
        return np.float64(difference)
    return 0.5 + 0.5 * np.sign(np.float64(difference))


@kernel
def value_before_upcard(values, first, second, deck, difference):
    """Value of a state: both hands and the point cards left as sets, player 0's lead in points so far."""
    left = np.int64(popcount(np.uint64(first)))
    spread = _spread(values)
    pattern = np.int64(values.pattern[first << values.rules[RULE_CARDS] | second])
    at = values.first[left] + (pattern * values.decks[left] + values.deck[deck]) * (2 * spread + 1)
    if spread == 0:
        return values.values[at] + difference
    return values.values[at + spread + difference]


@kernel(entry=False)
def _write_bids(values, first, second, area):
    """Write where the values after each pair of bids begin, and which bid is higher; returns the number of bids."""
    left = np.int64(popcount(np.uint64(first)))
    block = values.decks[left - 1] * (2 * _spread(values) + 1)
    i = 0
    mine = first
    while mine != 0:
        a = lowest(mine)
        mine &= mine - 1
        theirs = second
        j = 0
        while theirs != 0:
            b = lowest(theirs)
            theirs &= theirs - 1
            code = (first ^ (np.int64(1) << a)) << values.rules[RULE_CARDS] | second ^ (np.int64(1) << b)
            area.base[i, j] = values.first[left - 1] + values.pattern[code] * block
            area.better[i, j] = np.int64(a > b) - np.int64(b > a)
            j += 1
        i += 1
    return i


@kernel(entry=False)
def _write_payoffs(values, bids, upcard, deck, difference, area):
    """Write the matrix of a state whose bids are written. upcard: its points; deck: the deck without it."""
    spread = _spread(values)
    at = np.int64(values.deck[deck]) * (2 * spread + 1) + spread
    for i in range(bids):
        for j in range(bids):
            won = area.better[i, j] * upcard
            if spread == 0:
                area.payoffs[i, j] = values.values[area.base[i, j] + at] + won + difference
            else:
                area.payoffs[i, j] = values.values[area.base[i, j] + at + difference + won]


@kernel(entry=False)
def _value_of_deck(values, bids, deck, difference, area):
    """Mean value of the matrix games of all cards that may be turned up. deck: the deck before one is turned up."""
    cards = deck
    if values.rules[RULE_ORDER] != SHUFFLED:
        cards = np.int64(1) << (highest(deck) if values.rules[RULE_ORDER] == DESCENDING else lowest(deck))
    total = 0.0
    n = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        _write_payoffs(values, bids, card + 1, deck ^ (np.int64(1) << card), difference, area)
        total += solve(area.payoffs, bids, bids, area.tableau, area.names)
        n += 1
    return total / n


@kernel(entry=False)
def _points_in(deck):
    total = np.int64(0)
    while deck != 0:
        total += lowest(deck) + 1
        deck &= deck - 1
    return total


@kernel(entry=False)
def _solve_pair(values, left, number, decks, area):
    """Values of one pattern of hands for every deck and difference, and of the one with the players exchanged."""
    spread = _spread(values)
    payoff = values.rules[RULE_PAYOFF]
    both = 0.0 if payoff == POINTS else 1.0
    first = values.patterns[values.pairs[left] + number, 0]
    second = values.patterns[values.pairs[left] + number, 1]
    mirror = np.int64(values.pattern[second << values.rules[RULE_CARDS] | first])
    bids = _write_bids(values, first, second, area) if left > 0 else 0
    for deck in decks:
        offset = np.int64(values.deck[deck]) * (2 * spread + 1) + spread
        at = values.first[left] + number * len(decks) * (2 * spread + 1) + offset
        mirrored = values.first[left] + mirror * len(decks) * (2 * spread + 1) + offset
        most = _points_in(deck)
        for difference in range(-spread, spread + 1):
            if left == 0 or spread > 0 and abs(difference) > most:
                value = payoff_of(payoff, difference)
            elif spread > 0 and abs(difference) > spread - most:
                continue        # no player can have won as much so far
            else:
                value = _value_of_deck(values, bids, deck, difference, area)
            values.values[at + difference] = value
            values.values[mirrored - difference] = both - value


@kernel
def _solve_size(values, left, decks, area):
    """Fill in the values of all states with `left` cards in each hand; those with fewer cards are filled in already."""
    for number in range(values.pairs[left + 1] - values.pairs[left]):
        first = values.patterns[values.pairs[left] + number, 0]
        second = values.patterns[values.pairs[left] + number, 1]
        if first <= second:
            _solve_pair(values, left, number, decks, area)


@kernel
def _solve_state(values, first, second, upcard, deck, difference, area):
    bids = _write_bids(values, first, second, area)
    _write_payoffs(values, bids, upcard, deck, difference, area)
    return solve(area.payoffs, bids, bids, area.tableau, area.names)


def equilibrium(values, state) -> tuple[float, dict[int, float], dict[int, float]]:
    """(value, {move: probability} of player 0, of player 1): optimal bids for the card turned up in `state`.

    Raises ValueError if no card is turned up.
    """
    data = state.data
    if data[UPCARD] == 0:
        raise ValueError("no point card is turned up")
    area = new_area()
    first, second = int(data[HAND]), int(data[HAND + 1])
    value = _solve_state(values, first, second, int(data[UPCARD]), int(data[DECK]),
                         int(data[SCORE] - data[SCORE + 1]), area)
    n = first.bit_count()
    shares = np.zeros((2, n))
    write_solution(n, n, area.tableau, area.names, shares[0], shares[1])
    moves = [[card for card in range(MAX_SIZE) if hand >> card & 1] for hand in (first, second)]
    return value, *({move: float(share) for move, share in zip(moves[player], shares[player])} for player in (0, 1))
