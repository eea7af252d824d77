"""Simulation balancing: the weights under which the mean result of playouts is what a deep search finds.

Silver and Tesauro 2009; on 9x9, with the engine's own searches as the judge, Huang, Coulom and Lin 2010. The squared error of
a position is (V - v)^2, with V the deep value and v the mean result. Its gradient is estimated without bias by two
independent batches of playouts: M of them estimate v, and N others the gradient of v. Here the first batch's mean is also
taken off the results of the second, which makes the estimate less noisy and leaves its mean as it is.
"""
import numpy as np

from gopy.compiled.rng import new_rng
from gopy.game import new_trace
from gopy.go.bitboard.construct import new_position, set_rules
from gopy.lab.learn.papers.deep_values import DeepSearch
from gopy.lab.learn.papers.playout_gradient import mean_result, play_moves, result_gradient
from gopy.lab.learn.papers.playout_learner import PlayoutLearner
from gopy.papers.playout_weights import feature_count

#: Playouts for each held-out position in the summary.
JUDGING_PLAYOUTS = 400

#: Streams of random numbers: of the steps, and of the playouts that measure errors.
_STEP_STREAM, _ERROR_STREAM = 1 << 40, 1 << 50


class BalanceLearner(PlayoutLearner):
    """Gives positions their deep values, one a step, and then takes the steps of the gradient.

    settings   "size", "komi", "seed", "sims" of a deep search, "updates" (steps of the gradient), "playouts" (M and N),
               "batch" (positions in a step) and "step" (its size, falling linearly to 0)
    starts     the positions (deep_values.py)
    """

    def __init__(self, settings, start, starts) -> None:
        super().__init__(settings, start, (found.moves for found in starts))
        size = settings["size"]
        self._moves = [np.array(found.moves, np.int64) for found in starts]
        self._learning = np.flatnonzero([not found.held_out for found in starts])
        self._held_out = np.flatnonzero([found.held_out for found in starts])
        self._values = np.zeros(len(starts))
        self._before = start.copy()
        self._judge = None
        self._empty, self._start, self._work = (new_position(size) for _ in range(3))
        set_rules(self._empty, settings["komi"])
        self._trace = new_trace(4 * size * (size + 1))

    @property
    def steps(self) -> int:
        """The number of all steps, those that find deep values included."""
        return len(self._moves) + self.settings["updates"]

    def take_values(self, other) -> None:
        """Take over the deep values that another learner, of the same positions, has found."""
        self._values = other._values.copy()
        self.games = max(self.games, len(self._moves))

    def learn(self, count) -> str:
        """Take `count` steps."""
        errors = []
        for _ in range(count):
            if self.games < len(self._moves):
                self._values[self.games] = self._deep_value(self.games)
            else:
                errors.append(self._update(self.games - len(self._moves)))
            self.games += 1
        return f"root mean squared error {np.sqrt(np.mean(errors)):.3f}" if errors else "deep values"

    def summary(self) -> str:
        """Held-out errors before and after."""
        if self.games < len(self._moves):
            return f"{self.games} of {len(self._moves)} positions have deep values, nothing is learnt yet."
        before, after = (np.sqrt(np.mean(self.errors(weights) ** 2)) for weights in (self._before, self.log_weights))
        return (f"Log-weights by {self.games - len(self._moves)} steps of simulation balancing; root mean squared error on "
                f"{len(self._held_out)} positions held out {before:.3f} before, {after:.3f} after.")

    def errors(self, log_weights) -> np.ndarray:
        """Mean result of playouts less deep value, float64[held-out positions], under some weights."""
        return self.errors_of(self.game_params_of(log_weights))

    def errors_of(self, game_params, playouts=JUDGING_PLAYOUTS) -> np.ndarray:
        """The same of playouts with some GoParams."""
        return np.array([mean_result(self._position(i), self._work, self._rng(_ERROR_STREAM + i), game_params, self._trace, playouts)
                         - self._values[i] for i in self._held_out])

    @property
    def held_out_values(self) -> np.ndarray:
        """The deep values of the held-out positions, for Black."""
        return self._values[self._held_out]

    def more_state(self) -> dict:
        """The deep values found so far."""
        return {"values": self._values}

    def set_more_state(self, state) -> None:
        """Take over what `more_state` returned."""
        self._values = state["values"]

    def _position(self, number):
        """Position `number`, which stays as it is until the next is asked for."""
        play_moves(self._start, self._empty, self._moves[number])
        return self._start

    def _deep_value(self, number):
        if self._judge is None:
            self._judge = DeepSearch(self.settings["size"], self.settings["sims"])
        return self._judge.value(self._position(number), self.settings["seed"] * len(self._moves) + number)

    def _update(self, number):
        """Step `number` of the gradient; returns the mean squared error, less what the chance of the playouts adds."""
        settings = self.settings
        playouts, batch = settings["playouts"], settings["batch"]
        gradient, one_position, one_playout = np.zeros((3, feature_count()))
        squares = []
        for place, i in enumerate(np.random.default_rng([settings["seed"], number]).choice(self._learning, batch)):
            rng = self._rng(_STEP_STREAM + number * batch + place)
            position = self._position(i)
            mean = mean_result(position, self._work, rng, self.game_params, self._trace, playouts)
            one_position[:] = 0.0
            result_gradient(position, self._work, rng, self.game_params, self.features, playouts, mean, one_playout, one_position)
            gradient += (self._values[i] - mean) * one_position
            squares.append((self._values[i] - mean)**2 - mean * (1.0 - mean) / max(playouts - 1, 1))
        step = settings["step"] * (1.0 - number / settings["updates"])
        self.log_weights = self.log_weights + step / batch * gradient
        return max(np.mean(squares), 0.0)

    def _rng(self, stream):
        return new_rng(self.settings["seed"], stream)
