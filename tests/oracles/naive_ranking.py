"""The rules of ranking and selection, slowly: written from the paper's equations, on lists of samples and of draws.

A node is a list of moves, a move a list of its samples; numbers are plain Python floats. Below the rules stands a whole search of
tic-tac-toe by them.
"""
import math
from statistics import fmean, variance


class Prior:
    """N(mean, spread) as the prior of every move's value, and the least variance of samples; spread 0: no prior."""

    def __init__(self, mean=0.0, spread=0.0, epsilon=1e-5):
        self.mean, self.spread, self.epsilon = mean, spread, epsilon

    def plug_in(self, samples):
        """Variance of one sample."""
        return max(variance(samples), self.epsilon) if len(samples) > 1 else 0.25

    def posterior(self, samples, ahead=0):
        """(mean, variance) by equations 1 and 2; the variance as if there were `ahead` more samples."""
        s = self.plug_in(samples)
        precision = (1 / self.spread if self.spread else 0.0) + len(samples) / s
        pull = (self.mean / self.spread if self.spread else 0.0) + len(samples) * fmean(samples) / s
        ahead_precision = (1 / self.spread if self.spread else 0.0) + (len(samples) + ahead) / s
        return pull / precision, 1 / ahead_precision


def close(x, y):
    """Equal but for rounding, which small differences of means magnify."""
    return x == y or math.isclose(x, y, rel_tol=1e-6, abs_tol=1e-7)


def leaders(prior, moves):
    """The moves of largest posterior mean."""
    means = [prior.posterior(samples)[0] for samples in moves]
    return [a for a, mean in enumerate(means) if close(mean, max(means))]


def aoap_scores(prior, moves, leader):
    """Equations 3 and 4, each minimum over all moves."""
    m = [prior.posterior(samples)[0] for samples in moves]
    v = [prior.posterior(samples)[1] for samples in moves]
    ahead = [prior.posterior(samples, 1)[1] for samples in moves]
    others = [a for a in range(len(moves)) if a != leader]

    def term(b, of_leader, of_b):
        return (m[leader] - m[b]) ** 2 / (of_leader + of_b)

    scores = {leader: min(term(b, ahead[leader], v[b]) for b in others)}
    for a in others:
        scores[a] = min([term(a, v[leader], ahead[a])] + [term(b, v[leader], v[b]) for b in others if b != a])
    return scores


def aoap_choices(prior, moves):
    """Every move that AOAP may choose; which of equals is not said."""
    found = set()
    for leader in leaders(prior, moves):
        scores = aoap_scores(prior, moves, leader)
        found |= {a for a in scores if close(scores[a], max(scores.values()))}
    return found


def ocba_choices(prior, moves):
    """Every move that OCBA may choose."""
    means = [fmean(samples) for samples in moves]
    s = [math.sqrt(prior.plug_in(samples)) for samples in moves]
    found = set()
    for leader in (a for a, mean in enumerate(means) if close(mean, max(means))):
        n = [(s[a] / max(means[leader] - means[a], prior.epsilon)) ** 2 for a in range(len(moves))]
        n[leader] = 0.0
        n[leader] = s[leader] * math.sqrt(sum(n[a] ** 2 / s[a] ** 2 for a in range(len(moves)) if a != leader))
        total = sum(len(samples) for samples in moves) + 1
        starving = [total * n[a] / sum(n) - len(moves[a]) for a in range(len(moves))]
        found |= {a for a in range(len(moves)) if close(starving[a], max(starving))}
    return found


def ttts_choices(prior, moves, deviates, coin):
    """The move that TTTS chooses. deviates: what yields standard normal draws; coin() is 0 for the first."""
    def draw():
        drawn = []
        for samples in moves:
            mean, spread = prior.posterior(samples)
            drawn.append(mean + math.sqrt(spread) * next(deviates))
        return sorted(range(len(moves)), key=lambda a: -drawn[a])

    first, second = draw()[:2]
    for _ in range(10):
        if (again := draw()[0]) != first:
            second = again
            break
    return {first if coin() == 0 else second}


def ucb_choices(exploration, moves):
    """Every move that UCT may choose."""
    total = sum(len(samples) for samples in moves)
    bounds = [fmean(samples) + exploration * math.sqrt(2 * math.log(total) / len(samples)) for samples in moves]
    return {a for a, bound in enumerate(bounds) if bound > max(bounds) - 1e-6}


# ---- a search -----------------------------------------------------------------------------------

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def outcome(board):
    """Who has three in a row on a board of 9 signs, "." for an empty cell; "draw" on a full board, None before the end."""
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return board[a]
    return None if "." in board else "draw"


def after(board, cell, sign):
    return board[:cell] + sign + board[cell + 1:]


def place(move, salt):
    """Where a move stands in the order of a salt."""
    word = 2 ** 64
    mixed = (move + 1) * 0x9E3779B97F4A7C15 % word ^ salt * 0xD6E8FEB86659FD93 % word
    return (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 % word >> 32


class SlowSearch:
    """A search of tic-tac-toe for one side against an opponent who moves at random, or by UCT's lower bound.

    choose(lists of samples) -> index decides once every move has n0 samples; with a salt the moves get these one after the other, in its
    order. `uniform`: any move may be drawn at any time. Nodes are known by the moves that lead to them.
    """

    def __init__(self, board, me, rng, choose, n0, *, salt=0, uniform=False, maximum=True, uct=False, at_once=False, opponent_n0=1):
        self.board, self.me, self.other = board, me, "XO"[me == "X"]
        self.rng, self.choose, self.n0, self.salt = rng, choose, n0, salt
        self.uniform, self.maximum, self.uct, self.at_once, self.opponent_n0 = uniform, maximum, uct, at_once, opponent_n0
        self.samples = {}       # by the moves to a node: worth for `me` of what was sampled there

    def moves(self, path, board):
        return [path + (cell,) for cell in range(9) if board[cell] == "."]

    def pick(self, path, board):
        """The path of the child to visit."""
        children = self.moves(path, board)
        lists = [self.samples.get(child, []) for child in children]
        if len(path) % 2 and not self.uct or self.uniform and len(path) % 2 == 0:
            return self.rng.choice(children)
        few = [child for child, own in zip(children, lists) if len(own) < (self.opponent_n0 if len(path) % 2 else self.n0)]
        if few and self.salt:
            return min(few, key=lambda child: place(child[-1], self.salt))
        if few:
            return self.rng.choice(few)
        if len(path) % 2:
            return children[min(ucb_choices(1.0, [[1 - x for x in own] for own in lists]))]
        return children[self.choose(lists)]

    def simulate(self):
        path, board, sign = (), self.board, self.me
        while outcome(board) is None:
            sampled = len(self.samples.get(path, []))
            if path and sampled < (0 if self.at_once and len(path) % 2 == 0 else self.n0):
                break
            path = self.pick(path, board)
            board, sign = after(board, path[-1], sign), "XO"[sign == "X"]
        while outcome(board) is None:
            board = after(board, self.rng.choice([c for c in range(9) if board[c] == "."]), sign)
            sign = "XO"[sign == "X"]
        worth = {self.me: 1.0, "draw": 0.5, self.other: 0.0}[outcome(board)]
        for depth in range(len(path), 0, -1):
            self.samples.setdefault(path[:depth], []).append(worth)
            if self.maximum and depth % 2:
                parent = path[:depth - 1]
                worth = max(fmean(own) for own in (self.samples.get(parent + (c,), []) for c in range(9)) if own)

    def best(self, simulations):
        """The cell of largest mean after so many simulations."""
        for _ in range(simulations):
            self.simulate()
        return max(((c,) for c in range(9) if self.samples.get((c,))), key=lambda path: fmean(self.samples[path]))[0]
