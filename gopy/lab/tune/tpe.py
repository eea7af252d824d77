"""Tuning by optuna's tree-structured Parzen estimator, which needs `pip install .[tune]`.

Source: J. Bergstra, R. Bardenet, Y. Bengio, B. Kegl (2011), "Algorithms for hyper-parameter optimization", NIPS 24.
"""
from gopy.base.errors import UserError

#: The share of the trials, the best ones, whose mean is recommended: a single trial's share is mostly luck.
TOP = 0.2


class Tpe:
    """Tries points that are likelier among the good trials so far than among the bad ones.

    The first trial is at `start`, a point of coordinates from 0 to 1. The same seed and the same shares lead to the same
    points, so a run that was stopped goes on as if it had not been. UserError if optuna is not installed.
    """

    #: Trials that share their openings.
    together = 1

    def __init__(self, start, seed) -> None:
        try:
            import optuna
        except ImportError:
            raise UserError('optuna is not installed; pip install ".[tune]" in the clone of gopy, or write method = "spsa"') from None
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._range = {str(number): optuna.distributions.FloatDistribution(0.0, 1.0) for number in range(len(start))}
        self._study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed))
        self._study.enqueue_trial(dict(zip(self._range, start)))
        self._points, self._told = [], 0
        self._ask()

    def propose(self, shares) -> tuple[float, ...]:
        """The point of the next trial. `shares` are those of the points that all trials before won."""
        self._tell(shares)
        return self._points[-1]

    def best(self, shares) -> tuple[float, ...]:
        """The mean of the points of the best fifth of the trials; the start before the first trial."""
        self._tell(shares)
        ranked = sorted(zip(shares, self._points), key=lambda pair: -pair[0])
        top = [point for _, point in ranked[:max(1, round(TOP * len(ranked)))]] or self._points[:1]
        return tuple(sum(each) / len(top) for each in zip(*top))

    def _tell(self, shares):
        for share in shares[self._told:]:
            self._study.tell(self._trial, share)
            self._told += 1
            self._ask()

    def _ask(self):
        self._trial = self._study.ask(self._range)
        self._points.append(tuple(self._trial.params[name] for name in self._range))
