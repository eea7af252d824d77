"""Kuhn poker: a jack, a queen, a king; each player puts one chip in and gets a card that the other does not see.

Player 0 may bet a chip or not, then player 1; whoever faces a bet calls it with a chip or folds. If nobody folds, the higher card takes
the chips. (H. W. Kuhn (1950), A simplified two-person poker.) With best play player 0 loses 1/18 of a chip a game.
"""
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below
from gopy.games.catalogue import register_game

PASS, BET = 0, 1
CARDS = 3

# slots of `data`
CARD = 0            #: 1 + the card of player 0, then of player 1; 0 before it is dealt
ACTIONS = 2         #: how many actions there were, and
BETS = 3            #: which of them were bets: bit i for action i


class KuhnPoker(NamedTuple):
    """A state of the game."""

    data: np.ndarray    #: int64[4], the slots above


def new_kuhn_poker():
    """The start: no card is dealt."""
    return KuhnPoker(np.zeros(4, np.int64))


register_game("kuhn_poker", new_kuhn_poker)


@game.alternates.register(KuhnPoker)
@kernel
def alternates(state):
    return False


@game.num_moves.register(KuhnPoker)
@kernel
def num_moves(state):
    return CARDS    # two moves, and three cards


@game.copy_state.register(KuhnPoker)
@kernel
def copy_state(dst, src):
    for i in range(4):
        dst.data[i] = src.data[i]


@game.is_chance.register(KuhnPoker)
@kernel
def is_chance(state):
    return state.data[CARD + 1] == 0


@game.chance_outcomes.register(KuhnPoker)
@kernel
def chance_outcomes(state, out):
    n = 0
    for card in range(CARDS):
        if state.data[CARD] != card + 1:
            out[n] = card
            n += 1
    return n


@game.play_chance.register(KuhnPoker)
@kernel
def play_chance(state, outcome):
    state.data[CARD if state.data[CARD] == 0 else CARD + 1] = outcome + 1


@game.to_play.register(KuhnPoker)
@kernel
def to_play(state):
    return state.data[ACTIONS] & 1


@game.legal_moves.register(KuhnPoker)
@kernel
def legal_moves(state, out):
    out[0] = PASS
    out[1] = BET
    return 2


@game.play.register(KuhnPoker)
@kernel
def play(state, move):
    state.data[BETS] |= move << state.data[ACTIONS]
    state.data[ACTIONS] += 1


@game.is_over.register(KuhnPoker)
@kernel
def is_over(state):
    # the first bet is answered once; without a bet both have passed
    actions, bets = state.data[ACTIONS], state.data[BETS]
    return actions == 2 and bets != 2 or actions == 3


@kernel(entry=False)
def _gain(state):
    """What player 0 gains in chips, -2 to 2."""
    actions, bets = state.data[ACTIONS], state.data[BETS]
    if bets == 1:                       # bet, fold
        return 1
    if actions == 3 and bets == 2:      # pass, bet, fold
        return -1
    stake = 1 if bets == 0 else 2
    return stake if state.data[CARD] > state.data[CARD + 1] else -stake


@game.value.register(KuhnPoker)
@kernel
def value(state):
    # from -2 .. 2 chips to 0 .. 1
    return 0.5 + 0.25 * _gain(state)


@game.utility.register(KuhnPoker)
@kernel
def utility(state):
    return 1.0 * _gain(state)


@game.utility_sum.register(KuhnPoker)
@kernel
def utility_sum(state):
    return 0.0


@game.information.register(KuhnPoker)
@kernel
def information(state, player):
    data = state.data
    return np.uint64(1 + data[CARD + player] + 4 * (data[BETS] + 8 * (data[ACTIONS] + 4 * player)))


@game.determinise.register(KuhnPoker)
@kernel
def determinise(state, player, rng):
    own = state.data[CARD + player] - 1
    other = np.int64(next_below(rng, np.uint64(CARDS - 1)))
    state.data[CARD + 1 - player] = 1 + (other if other < own else other + 1)


@game.observation_form.register(KuhnPoker)
def observation_form(state):
    return game.ObservationForm((CARDS + 6,), 1)


@game.observe.register(KuhnPoker)
@kernel
def observe(state, player, out):
    # the own card, then for each action whether it was a pass, and whether it was a bet
    for card in range(CARDS):
        out[card] = 1 if state.data[CARD + player] == card + 1 else 0
    for action in range(3):
        bet = (state.data[BETS] >> action) & 1
        out[CARDS + 2 * action] = 1 if action < state.data[ACTIONS] and bet == 0 else 0
        out[CARDS + 2 * action + 1] = 1 if action < state.data[ACTIONS] and bet == 1 else 0


@game.move_text.register(KuhnPoker)
def move_text(state, move):
    if is_chance(state):
        return "JQK"[move]
    return "bet" if move == BET else "pass"


@game.draw.register(KuhnPoker)
def draw(state):
    data = state.data
    said = ", ".join("bet" if int(data[BETS]) >> i & 1 else "pass" for i in range(int(data[ACTIONS]))) or "nothing"
    seen = (0, 1) if is_over(state) else (int(to_play(state)),)
    cards = [f"player {player + 1} has {'JQK'[data[CARD + player] - 1]}" for player in seen if data[CARD + player] > 0]
    return "\n".join([*cards, f"so far: {said}"])
