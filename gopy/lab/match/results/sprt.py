"""A match as a sequential test: it ends as soon as its pairs of games decide between two Elo differences.

One observation is a pair of games (one opening, colours swapped): player a's share of the two points, one of five values.
The test is the generalised sequential probability ratio test (X. Li, J. Liu, Z. Ying (2014), Sequential Analysis 33,
539-563): after each pair the likelihoods of all results so far, under the likeliest distribution with the mean of H0
and under the likeliest with that of H1, are compared; the match ends when the logarithm of their ratio (LLR) leaves
A. Wald's bounds. The likeliest distribution of a given mean is computed exactly, by maximum likelihood (as in
M. Van den Bergh, "Support of the MLE for multinomial distributions"): nothing is assumed about draws, and the two games
of a pair need not be independent.

Pairs are taken in the order of their numbers, not in the order in which they end: a pair that ends early waits for those
before it. So short games do not come first, the decision is the same for any number of games at a time, and the games in
flight at the decision are later than all games that it rests on.
"""
import math
from dataclasses import dataclass

from gopy.base.numbers import parse_number, shown
from gopy.lab.match.results.pairs import PAIR_SHARES, pair_of, points_of
from gopy.lab.match.results.statistics import elo_share

#: The probabilities of accepting H1 although H0 is true, and of accepting H0 although H1 is true.
ALPHA = BETA = 0.05


@dataclass(frozen=True)
class Hypotheses:
    """H0 says that a is stronger than b by `elo0` (logistic Elo); H1 says that it is by `elo1`, which is more."""
    elo0: float
    elo1: float

    def __str__(self) -> str:
        return f"{self.elo0:g},{self.elo1:g}"


def parse_sprt(text) -> Hypotheses:
    """The Hypotheses of a text such as "0,20". ValueError if it is not two numbers, the smaller first."""
    try:
        elo0, elo1 = map(parse_number, text.split(","))
    except ValueError:
        elo0 = elo1 = math.nan
    if not -1000 <= elo0 < elo1 <= 1000:
        raise ValueError(f"not the bounds of a test: {shown(text)} (two Elo differences, the smaller first, "
                         "as in 0,20)")
    return Hypotheses(elo0, elo1)


def llr_bounds(alpha=ALPHA, beta=BETA) -> tuple[float, float]:
    """(low, high): the LLR at which H0 and H1 are accepted. Source: A. Wald (1945), Ann. Math. Stat. 16, 117-186."""
    return math.log(beta / (1.0 - alpha)), math.log((1.0 - beta) / alpha)


def llr(counts, hypotheses) -> float:
    """The generalised log-likelihood ratio of H1 to H0. `counts` are the numbers of pairs with each of PAIR_SHARES."""
    return (log_likelihood(counts, elo_share(hypotheses.elo1))
            - log_likelihood(counts, elo_share(hypotheses.elo0)))


def log_likelihood(counts, mean) -> float:
    """The greatest log-likelihood of `counts` under any distribution over PAIR_SHARES with the given mean
    (0 < mean < 1), minus the greatest under any distribution at all.

    Lagrange's multipliers give n_i / (N (1 + t (x_i - mean))) as the likeliest probability of result x_i, seen n_i
    times in N; t is found from the mean. If no such t leaves room for the mean, the unseen 0 or 1 has the rest of the
    probability, and t is the end of its range.
    """
    tilt = _tilt(counts, mean)
    return -sum(count * math.log1p(tilt * (share - mean)) for count, share in zip(counts, PAIR_SHARES) if count)


def _tilt(counts, mean):
    """The t of `log_likelihood`: the root of a decreasing function, by Newton's method within a shrinking interval."""
    terms = [(count, share - mean) for count, share in zip(counts, PAIR_SHARES) if count]
    low, high = -1.0 / (1.0 - mean), 1.0 / mean     # beyond these the probability of 1 or of 0 is not positive
    if not counts[-1] and _slope(terms, low)[0] <= 0.0:
        return low
    if not counts[0] and _slope(terms, high)[0] >= 0.0:
        return high
    tilt = 0.0
    for _ in range(200):
        value, derivative = _slope(terms, tilt)
        if value > 0.0:
            low = tilt
        else:
            high = tilt
        new = tilt - value / derivative
        if not low < new < high:
            new = 0.5 * (low + high)
        if abs(new - tilt) <= 1e-14:
            break
        tilt = new
    return tilt


def _slope(terms, tilt):
    """The derivative of the log-likelihood with respect to the multiplier, and the second derivative."""
    value = derivative = 0.0
    for count, distance in terms:
        part = distance / (1.0 + tilt * distance)
        value += count * part
        derivative -= count * part * part
    return value, derivative


class SequentialTest:
    """The state of a test while records of games arrive, in any order.

    counts     numbers of pairs with each of PAIR_SHARES, among the pairs evaluated; pairs with a void game are left out
    looked_at  number of pairs evaluated: those with the numbers 0 to looked_at - 1
    llr        the log-likelihood ratio of `counts`
    decision   "H0", "H1", or None as long as there is no decision; later pairs are not evaluated
    """

    def __init__(self, hypotheses, name) -> None:
        """`name` is the player, as records call it, whose advantage in Elo the hypotheses are about."""
        self.hypotheses = hypotheses
        self.bounds = llr_bounds()
        self.counts = [0] * len(PAIR_SHARES)
        self.looked_at = 0
        self.llr = 0.0
        self.decision = None
        self._name = name
        self._waiting = {}      # pair -> points of its recorded games (None: void)

    def add(self, record) -> None:
        """Add the record of one game."""
        self._waiting.setdefault(pair_of(record["id"]), []).append(points_of(record, self._name))
        while self.decision is None and len(self._waiting.get(self.looked_at, ())) == 2:
            self._look(self._waiting.pop(self.looked_at))

    def counts_for(self, record) -> bool:
        """Whether a game counts: it does not if it belongs to a pair after the deciding one."""
        return self.decision is None or pair_of(record["id"]) < self.looked_at

    def _look(self, points):
        self.looked_at += 1
        if None in points:
            return
        self.counts[round(2 * sum(points))] += 1
        self.llr = llr(self.counts, self.hypotheses)
        if self.llr <= self.bounds[0]:
            self.decision = "H0"
        elif self.llr >= self.bounds[1]:
            self.decision = "H1"

    def summary(self) -> str:
        """A text with the LLR, its bounds, and the decision if there is one."""
        test = self.hypotheses
        accepted = {None: "", "H0": f", H0 accepted: {test.elo0:+g} Elo", "H1": f", H1 accepted: {test.elo1:+g} Elo"}
        return f"LLR {self.llr:.2f} ({self.bounds[0]:.2f}, {self.bounds[1]:.2f}){accepted[self.decision]}"


def counted(records, settings) -> tuple[SequentialTest | None, list[dict]]:
    """(the SequentialTest or None, the records that count).

    Without a test all records count, otherwise those up to the deciding pair. Games of later pairs, which were in flight
    or had ended early, stay recorded but do not count.
    """
    hypotheses = settings.hypotheses()
    if hypotheses is None:
        return None, list(records)
    test = SequentialTest(hypotheses, settings.names[0])
    for record in records:
        test.add(record)
    return test, [record for record in records if test.counts_for(record)]
