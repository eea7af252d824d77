"""Goofspiel and its solution in plain Python, from the rules: the slow oracle of the kernels."""
from functools import lru_cache

import numpy as np

ORDERS = ("shuffled", "ascending", "descending")
PAYOFFS = ("winloss", "points")


class Rules:
    """Cards are 1 to `cards`; hands and decks are sorted tuples."""

    def __init__(self, cards, order, payoff):
        self.cards, self.order, self.payoff = cards, order, payoff
        self.all_cards = tuple(range(1, cards + 1))

    def upcards(self, deck):
        """The point cards that may come next."""
        return {"shuffled": deck, "ascending": deck[:1], "descending": deck[-1:]}[self.order]

    def utility(self, lead):
        """Payoff of player 0 who leads by so many points in the end."""
        if self.payoff == "points":
            return float(lead)
        return 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5


def without(cards, card):
    """The cards but for one."""
    return tuple(other for other in cards if other != card)


def won(first, second, upcard):
    """Points that player 0 gains on player 1."""
    return upcard if first > second else -upcard if second > first else 0


def matrix_value(payoffs):
    """Value of a matrix game: of a saddle point if there is one, of 2x2 by its formula, else by linear programming."""
    payoffs = np.asarray(payoffs, float)
    if payoffs.min(axis=1).max() == payoffs.max(axis=0).min():
        return float(payoffs.min(axis=1).max())
    if payoffs.shape == (2, 2):
        (a, b), (c, d) = payoffs
        return float((a * d - b * c) / (a + d - b - c))
    return linear_program(payoffs)


def linear_program(payoffs):
    """Value of a matrix game for the player who chooses the row, by scipy."""
    from scipy.optimize import linprog

    payoffs = np.asarray(payoffs, float)
    rows, columns = payoffs.shape
    # maximise v: payoffs' x >= v in every column, x a distribution
    found = linprog(np.r_[np.zeros(rows), -1.0], A_ub=np.c_[-payoffs.T, np.ones(columns)], b_ub=np.zeros(columns),
                    A_eq=np.r_[np.ones(rows), 0.0][None], b_eq=[1.0], bounds=[(0, None)] * rows + [(None, None)])
    return float(-found.fun)


def solver(rules):
    """A function of (hand 0, hand 1, deck, lead): value before the next point card is turned up."""
    @lru_cache(maxsize=None)
    def value(first, second, deck, lead):
        if not first:
            return rules.utility(lead)
        upcards = rules.upcards(deck)
        return sum(bids_value(first, second, deck, lead, upcard) for upcard in upcards) / len(upcards)

    def bids_value(first, second, deck, lead, upcard):
        return matrix_value([[value(without(first, a), without(second, b), without(deck, upcard),
                                    lead + won(a, b, upcard)) for b in second] for a in first])
    return value


def best_response(rules, player, strategy, value=None, rounds=99, root_upcard=None):
    """Utility of player 0 when `player` follows a strategy and the other answers it best.

    strategy: function of the history, a tuple of (upcard, bid 0, bid 1) and last the upcard: {card: probability};
    value, rounds: after so many rounds `value` counts.
    """
    choose = min if player == 0 else max

    def after(first, second, deck, lead, history):
        if not first:
            return rules.utility(lead)
        if len(history) == rounds:
            return value(first, second, deck, lead)
        upcards = rules.upcards(deck) if history or root_upcard is None else (root_upcard,)
        return sum(turned_up(first, second, deck, lead, history, upcard) for upcard in upcards) / len(upcards)

    def turned_up(first, second, deck, lead, history, upcard):
        mine, others = (first, second) if player == 0 else (second, first)
        shares = strategy((*history, upcard)) if len(mine) > 1 else {mine[0]: 1.0}
        answers = []
        for other in others:
            total = 0.0
            for card in mine:
                a, b = (card, other) if player == 0 else (other, card)
                total += shares[card] * after(without(first, a), without(second, b), without(deck, upcard),
                                              lead + won(a, b, upcard), (*history, (upcard, a, b)))
            answers.append(total)
        return choose(answers)
    return after(rules.all_cards, rules.all_cards, rules.all_cards, 0, ())
