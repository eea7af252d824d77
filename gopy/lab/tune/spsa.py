"""SPSA: simultaneous perturbation stochastic approximation.

Source: J. C. Spall (1998), "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
Transactions on Aerospace and Electronic Systems 34, 817-823.
"""
import random
from dataclasses import dataclass

#: Spall's exponents of the two sequences, and the stability constant as a share of the iterations.
ALPHA, GAMMA, STABILITY = 0.602, 0.101, 0.1


@dataclass(frozen=True)
class Spsa:
    """Climbs by two trials an iteration, whatever the number of parameters.

    In iteration k the point theta, in coordinates from 0 to 1, is tried at theta + c_k d and at theta - c_k d. Near an end of
    a range both are moved inwards, so that they stay 2 c_k apart. Here d is a random vector of signs, y+ and y- are the shares
    of the points that these two win, and coordinate i moves by

        a_k (y+ - y-) / (2 c_k d_i),  with  a_k = a ((1 + A) / (k + 1 + A))^0.602,  c_k = c / (k + 1)^0.101

    where A is a tenth of the iterations. So the first step has the gain a = `gain`, and the first two trials are c =
    `perturbation` from theta. Both trials of an iteration have the same openings.

    >>> spsa = Spsa(start=(0.5, 0.5), iterations=10, seed=1, gain=0.2, perturbation=0.1)
    >>> [round(gain, 4) for gain in spsa.gains(0)], [round(gain, 4) for gain in spsa.gains(3)]
    ([0.2, 0.1], [0.1152, 0.0869])
    >>> signs = spsa.signs(0)
    >>> plus, minus = spsa.propose([]), spsa.propose([0.6])
    >>> plus == tuple(0.5 + 0.1 * sign for sign in signs), minus == tuple(0.5 - 0.1 * sign for sign in signs)
    (True, True)
    >>> moved = spsa.best([0.6, 0.4])       # by 0.2 * (0.6 - 0.4) / (2 * 0.1) = 0.2
    >>> [round((x - 0.5) / sign, 4) for x, sign in zip(moved, signs)]
    [0.2, 0.2]
    """
    start: tuple
    iterations: int
    seed: int
    gain: float
    perturbation: float

    #: Trials that share their openings.
    together = 2

    def gains(self, k) -> tuple[float, float]:
        """(a_k, c_k) of iteration k, counted from 0."""
        stability = STABILITY * self.iterations
        return (self.gain * ((1 + stability) / (k + 1 + stability)) ** ALPHA, self.perturbation / (k + 1) ** GAMMA)

    def signs(self, k) -> list[int]:
        """The random signs of iteration k, one for each parameter."""
        numbers = random.Random(f"{self.seed}/{k}")
        return [numbers.choice((-1, 1)) for _ in self.start]

    def propose(self, shares) -> tuple[float, ...]:
        """The point of the next trial, given the shares of the points that the trials before won."""
        k, second = divmod(len(shares), 2)
        _, c = self.gains(k)
        sign = -1 if second else 1
        return tuple(_between(c, x, 1 - c) + sign * c * d for x, d in zip(self.best(shares), self.signs(k)))

    def best(self, shares) -> tuple[float, ...]:
        """The point to which the finished iterations have led."""
        point = self.start
        for k in range(len(shares) // 2):
            a, c = self.gains(k)
            slope = (shares[2 * k] - shares[2 * k + 1]) / (2 * c)
            point = tuple(_between(0.0, x + a * slope / d, 1.0) for x, d in zip(point, self.signs(k)))
        return point


def _between(low, x, high):
    return min(high, max(low, x))
