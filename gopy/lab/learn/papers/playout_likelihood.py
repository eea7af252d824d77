"""Maximum likelihood: the weights under which the softmax playout would most probably play the moves of recorded games."""
import numpy as np

from gopy.game import play
from gopy.go.bitboard.construct import new_position
from gopy.lab.learn.papers.playout_gradient import choice_gradient
from gopy.lab.learn.papers.playout_learner import PlayoutLearner
from gopy.papers.playout_weights import feature_count

#: The first step, by Adagrad: each log-weight has a step of its own, which falls with the root of the sum of its squared slopes.
STEP = 0.3
#: Slope of the ridge for each unit of a log-weight and each decision: it keeps the weights of rare forms near 0.
RIDGE = 2e-5


class LikelihoodLearner(PlayoutLearner):
    """Learns from games, one after the other, over and over.

    settings   "size", and what the games depend on
    records    the games (records.py)
    """
    unit = "games"

    def __init__(self, settings, start, records) -> None:
        records = sorted(records, key=lambda record: record.order())
        super().__init__(settings, start, (record.moves for record in records))
        self._learning = [record for record in records if not record.is_held_out]
        self._held_out = [record for record in records if record.is_held_out]

    def learn(self, count) -> str:
        """Take `count` steps, each by the decisions of one game."""
        total = decisions = 0
        for _ in range(count):
            gradient = np.zeros(feature_count())
            found, chosen = self._game(self._learning[self.games % len(self._learning)], gradient)
            gradient -= chosen * RIDGE * self.log_weights
            self.squares += gradient**2
            self.log_weights = self.log_weights + STEP * gradient / np.sqrt(self.squares + 1.0)
            self.games += 1
            total, decisions = total + found, decisions + chosen
        return f"mean log-probability {total / max(decisions, 1):.3f}"

    def mean_log_probability(self) -> tuple[float, int]:
        """(mean log-probability of the moves of the held-out games that the playout can play, their number)."""
        found = [self._game(record, np.zeros(feature_count())) for record in self._held_out]
        chosen = sum(count for _, count in found)
        return sum(total for total, _ in found) / max(chosen, 1), chosen

    def summary(self) -> str:
        """What was learnt from, and how well it predicts."""
        mean, chosen = self.mean_log_probability()
        return (f"Log-weights by maximum likelihood from {self.games} steps over {len(self._learning)} games; mean log-probability "
                f"of {chosen} moves held out {mean:.3f}.")

    def _game(self, record, gradient):
        """(sum of the log-probabilities, number of moves) of a game; adds to the gradient."""
        position = new_position(self.settings["size"])
        total, chosen = 0.0, 0
        for move in record.moves:
            found = choice_gradient(position, move, self.game_params, self.features, gradient)
            if found <= 0.0:
                total, chosen = total + found, chosen + 1
            play(position, move)
        return total, chosen
