"""Goofspiel, the game of pure strategy: both players bid a card at the same time for the upturned point card.

Rules, for N cards (S. M. Ross (1971), as M. Lanctot, V. Lisy and M. H. M. Winands (2013) play it, section 4.1):

* Each player holds bid cards 1 to N, and there are point cards 1 to N. Every round one point card is turned up, both
  players bid a card, and the higher bid takes the points. The three cards leave the game.
* Equal bids: nobody gets the points.
* Order of the point cards: `shuffled` (each turned up by chance), `ascending` or `descending` (no chance at all).
* Payoff: `winloss` pays 1, 0.5 or 0 for more, as many or fewer points; `points` pays the difference.
* The last round, in which there is nothing to choose, is played at once with the one before.

A move or an outcome of chance is the number of its card less one: card c is bit c - 1 of a set of cards.
"""
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.bits import lowest_bit
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_uint64
from gopy.games.catalogue import register_game

#: Most cards a player can hold.
MAX_CARDS = 16

ORDERS = SHUFFLED, ASCENDING, DESCENDING = range(3)
ORDER_NAMES = ("shuffled", "ascending", "descending")
WIN_LOSS, POINTS = range(2)
PAYOFF_NAMES = ("winloss", "points")

# slots of `data`
HAND = 0            #: set of cards of player 0; that of player 1 follows
DECK = 2            #: set of point cards that have not been turned up
UPCARD = 3          #: points to bid for, 0 before chance has turned a card up
SCORE = 4           #: points of player 0; those of player 1 follow
LAST_BID = 6        #: card (1 to N) that player 0 bid in the last round that was not forced, 0 before; player 1's follows
LAST_UPCARD = 8     #: the point card of that round
CARDS = 9
ORDER = 10
PAYOFF = 11
SLOTS = 12

_ONE = np.int64(1)
_32 = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


class Goofspiel(NamedTuple):
    """A state of the game."""

    data: np.ndarray    #: int64[SLOTS], the slots above
    work: np.ndarray    #: int64[2 * MAX_CARDS], work area of a playout: both hands as lists


def new_goofspiel(cards=13, order="shuffled", payoff="winloss") -> Goofspiel:
    """The start of the game. ValueError for a value that an option does not take."""
    if not 2 <= cards <= MAX_CARDS:
        raise ValueError(f"cards must be between 2 and {MAX_CARDS}, not {cards}")
    if order not in ORDER_NAMES:
        raise ValueError(f"order must be one of {', '.join(ORDER_NAMES)}, not {order}")
    if payoff not in PAYOFF_NAMES:
        raise ValueError(f"payoff must be one of {', '.join(PAYOFF_NAMES)}, not {payoff}")
    data = np.zeros(SLOTS, np.int64)
    data[HAND] = data[HAND + 1] = data[DECK] = (1 << cards) - 1
    data[CARDS], data[ORDER], data[PAYOFF] = cards, ORDER_NAMES.index(order), PAYOFF_NAMES.index(payoff)
    state = Goofspiel(data, np.zeros(2 * MAX_CARDS, np.int64))
    _turn_up_if_certain(state)
    return state


@kernel(entry=False)
def lowest(cards):
    """The number, less one, of the lowest card of a set."""
    return np.int64(lowest_bit(np.uint64(cards)))


@kernel(entry=False)
def highest(cards):
    """The number, less one, of the highest card of a set."""
    found = 0
    while cards > 1:
        cards >>= 1
        found += 1
    return found


@kernel
def _turn_up_if_certain(state):
    """Turn up the next point card if it does not depend on chance."""
    data = state.data
    data[UPCARD] = 0
    deck = data[DECK]
    if deck == 0 or data[ORDER] == SHUFFLED and deck & (deck - 1) != 0:
        return
    card = highest(deck) if data[ORDER] == DESCENDING else lowest(deck)
    data[DECK] = deck & ~(_ONE << card)
    data[UPCARD] = card + 1


@game.is_simultaneous.register(Goofspiel)
@kernel
def is_simultaneous(state):
    return True


@game.num_moves.register(Goofspiel)
@kernel
def num_moves(state):
    return state.data[CARDS]


@game.copy_state.register(Goofspiel)
@kernel
def copy_state(dst, src):
    for i in range(np.uint64(SLOTS)):
        dst.data[i] = src.data[i]


@game.is_chance.register(Goofspiel)
@kernel
def is_chance(state):
    return state.data[UPCARD] == 0 and state.data[HAND] != 0


@kernel(entry=False)
def _list_cards(cards, out):
    """Write the numbers, less one, of the cards of a set in ascending order; returns how many."""
    n = 0
    while cards != 0:
        out[n] = lowest(cards)
        cards &= cards - 1
        n += 1
    return n


@game.chance_outcomes.register(Goofspiel)
@kernel
def chance_outcomes(state, out):
    return _list_cards(state.data[DECK], out)


@game.play_chance.register(Goofspiel)
@kernel
def play_chance(state, outcome):
    state.data[DECK] &= ~(_ONE << outcome)
    state.data[UPCARD] = outcome + 1


@game.moves_of.register(Goofspiel)
@kernel
def moves_of(state, player, out):
    return _list_cards(state.data[HAND + player], out)


@kernel(entry=False)
def _bid(data, first, second):
    """Play two bids, the cards' numbers less one, for the point card that is turned up."""
    points = data[UPCARD]
    data[SCORE] += points * np.int64(first > second)
    data[SCORE + 1] += points * np.int64(second > first)
    data[HAND] &= ~(_ONE << first)
    data[HAND + 1] &= ~(_ONE << second)


@game.play_joint.register(Goofspiel)
@kernel
def play_joint(state, first, second):
    data = state.data
    data[LAST_BID] = first + 1
    data[LAST_BID + 1] = second + 1
    data[LAST_UPCARD] = data[UPCARD]
    _bid(data, first, second)
    _turn_up_if_certain(state)
    hand = data[HAND]
    if hand != 0 and hand & (hand - 1) == 0:
        _bid(data, lowest(hand), lowest(data[HAND + 1]))
        data[UPCARD] = 0


@game.is_over.register(Goofspiel)
@kernel
def is_over(state):
    return state.data[HAND] == 0


@game.score.register(Goofspiel)
@kernel
def score(state):
    return np.float64(state.data[SCORE] - state.data[SCORE + 1])


@game.value.register(Goofspiel)
@kernel
def value(state):
    return 0.5 + 0.5 * np.sign(score(state))


@game.utility.register(Goofspiel)
@kernel
def utility(state):
    return score(state) if state.data[PAYOFF] == POINTS else value(state)


@game.utility_sum.register(Goofspiel)
@kernel
def utility_sum(state):
    return 0.0 if state.data[PAYOFF] == POINTS else 1.0


@kernel(entry=False)
def _take(work, begin, left, random):
    """Take one of the `left` cards from the list that begins at `begin`; 32 random bits choose it. Returns the card."""
    at = begin + ((random * left) >> _32)
    card = work[at]
    work[at] = work[begin + left - np.uint64(1)]
    return card


@game.run_playout.register(Goofspiel)
@kernel
def run_playout(state, rng, game_params, trace):
    # Bids are random, so the order in which the point cards come does not matter.
    data, work = state.data, state.work
    left = np.uint64(_list_cards(data[HAND], work))
    second = np.uint64(MAX_CARDS)
    _list_cards(data[HAND + 1], work[second:])
    points, deck = data[UPCARD], data[DECK]
    mine = np.int64(0)
    theirs = np.int64(0)
    while left > np.uint64(0):
        if points == 0:
            points = lowest(deck) + 1
            deck &= deck - 1
        random = next_uint64(rng)
        a = _take(work, np.uint64(0), left, random >> _32)
        b = _take(work, second, left, random & _LOW)
        mine += points * np.int64(a > b)
        theirs += points * np.int64(b > a)
        points = 0
        left -= np.uint64(1)
    data[SCORE] += mine
    data[SCORE + 1] += theirs
    data[HAND] = 0
    data[HAND + 1] = 0
    data[DECK] = 0
    data[UPCARD] = 0


# ---- as text ------------------------------------------------------------------------------------

@game.observation_form.register(Goofspiel)
def observation_form(state) -> game.ObservationForm:
    n = int(state.data[CARDS])
    return game.ObservationForm((4 * n + 2,), n * (n + 1) // 2)


@game.observe.register(Goofspiel)
@kernel
def observe(state, player, out):
    # for each card a place: in the own hand, in the other's, still to come, to bid for now; then both scores
    data = state.data
    n = data[CARDS]
    for card in range(n):
        out[card] = (data[HAND + player] >> card) & 1
        out[n + card] = (data[HAND + 1 - player] >> card) & 1
        out[2 * n + card] = (data[DECK] >> card) & 1
        out[3 * n + card] = np.int64(data[UPCARD] == card + 1)
    out[4 * n] = data[SCORE + player]
    out[4 * n + 1] = data[SCORE + 1 - player]


@game.move_text.register(Goofspiel)
def move_text(state, move) -> str:
    """A bid as text: the card's number."""
    return str(int(move) + 1)


def _cards_text(cards):
    return " ".join(str(card + 1) for card in range(MAX_CARDS) if int(cards) >> card & 1)


@game.draw.register(Goofspiel)
def draw(state) -> str:
    """What both players know, for a terminal: the bids of a round are shown only when it is over."""
    data = state.data
    lines = []
    if data[LAST_UPCARD]:
        lines.append(f"last round: {data[LAST_UPCARD]} points, bids {data[LAST_BID]} and {data[LAST_BID + 1]}")
    if not is_over(state):
        lines.append(f"points to bid for: {data[UPCARD] or 'not turned up yet'}")
        lines.append(f"point cards to come: {_cards_text(data[DECK])}")
    for player in (0, 1):
        lines.append(f"player {player + 1}: {data[SCORE + player]} points, cards {_cards_text(data[HAND + player])}")
    return "\n".join(line.rstrip() for line in lines)


register_game("goofspiel", new_goofspiel,
              variants=({}, {"cards": 4, "order": "ascending"}, {"cards": 5, "order": "descending", "payoff": "points"}))
