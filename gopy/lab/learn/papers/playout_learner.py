"""What the learners of the softmax playout's weights have in common: the weights, the step, the checkpoint."""
import json

import numpy as np

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.base.arrays import stored_arrays
from gopy.base.errors import UserError
from gopy.base.files import write_whole
from gopy.lab.learn.long_run import checkpoint_arrays
from gopy.lab.learn.records import checksum
from gopy.papers.draft import new_paper_params
from gopy.papers.playout_weights import bounded, feature_count, shape_features, weight_table, weights_text


class PlayoutLearner:
    """Log-weights that are learnt in steps, for `gopy.lab.learn.long_run.go_on`.

    settings   {name: value} of all that the run depends on, as JSON has them; a checkpoint of others is refused
    start      the log-weights before the first step
    games      the moves of the games to learn from: a checkpoint of others is refused too
    """
    #: What `games` counts, in the lines of progress.
    unit = "steps"

    def __init__(self, settings, start, games) -> None:
        self.settings, self.games, self._checksum = settings, 0, checksum(games)
        self.features = shape_features()
        self.squares = np.zeros(feature_count())
        self._rules = new_paper_params(settings["size"], softmax="even")
        self.log_weights = start.copy()

    @property
    def log_weights(self) -> np.ndarray:
        """float64[features]."""
        return self._log_weights

    @log_weights.setter
    def log_weights(self, log_weights) -> None:
        self._log_weights = bounded(log_weights)
        self.game_params = self.game_params_of(self._log_weights)

    def game_params_of(self, log_weights) -> tuple:
        """PaperParams of a softmax playout with these weights."""
        return self._rules._replace(softmax_table=weight_table(log_weights))

    def write_weights(self, path) -> None:
        """Write the file of weights."""
        write_whole(path, weights_text(self.log_weights, self.head()))

    def summary(self) -> str:
        """What was learnt so far, in one line; each learner has its own."""
        raise NotImplementedError

    def head(self) -> list[str]:
        """The lines that say where the weights come from."""
        return [self.summary(), f"Made by gopy learn balance with {json.dumps(self.settings, sort_keys=True)}"]

    def write_checkpoint(self, path) -> None:
        """Write all that a later run needs to go on."""
        write_whole(path, stored_arrays(settings=json.dumps(self.settings, sort_keys=True), games=self.games,
                                        checksum=self._checksum, log_weights=self.log_weights, squares=self.squares, **self.more_state()))

    def read_checkpoint(self, path) -> None:
        """Go on from a checkpoint. UserError if it is none, or is one of other settings."""
        state = checkpoint_arrays(path)
        try:
            found = json.loads(str(state.pop("settings")))
            games, log_weights, squares = int(state.pop("games")), state.pop("log_weights"), state.pop("squares")
            of_games = int(state.pop("checksum"))
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(f"{path} is no checkpoint of this command: {error}") from None
        other = [name for name in {*found, *self.settings} if found.get(name) != self.settings.get(name)]
        if other:
            raise UserError(f"{path} is of a run with another {min(other)}: finish that one, or remove the file")
        if of_games != self._checksum:
            raise UserError(f"{path} is of a run with other games: finish that one, or remove the file")
        self.games, self.squares = games, squares
        self.log_weights = log_weights
        self.set_more_state(state)

    def more_state(self) -> dict:
        """Arrays by name that the checkpoint holds too."""
        return {}

    def set_more_state(self, state) -> None:
        """Take over what `more_state` returned."""
