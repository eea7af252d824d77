"""The rules of ranking and selection, slowly: written from the paper's equations, on lists of samples and of draws.

A node is a list of moves, a move a list of its samples; numbers are plain Python floats.
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
