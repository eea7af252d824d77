"""A run of learning local shapes: its weights, how it goes on for some games, and the file in which it waits."""
import math

import numpy as np

from gopy.base.arrays import packed_arrays
from gopy.base.errors import UserError
from gopy.base.files import write_whole
from gopy.compiled.rng import new_rng
from gopy.go.bitboard.construct import new_position, set_rules
from gopy.lab.learn.papers.shape_games import RUN, SharedWeights, learn_games
from gopy.papers.local_shape import PlacedWeights, new_codes
from gopy.papers.shape_weights import packed, sharing, unpacked, weights_by_place


class ShapeLearner:
    """Learns local shapes by games against itself.

    size, komi   the board and White's points
    epsilon      the probability of a random move
    step         step size of TD(0) for the value of a position; every weight of a position gets an equal part of it
    seed         any int: the same settings and the same number of games give the same weights, byte for byte
    """

    def __init__(self, size=9, komi=7.5, epsilon=0.1, step=0.1, seed=1) -> None:
        self.settings = {"size": size, "komi": komi, "epsilon": epsilon, "step": step, "seed": seed}
        shared = sharing(size)
        self._weights = SharedWeights(shared.dependent, shared.independent, np.zeros(len(shared.independent), np.float32),
                                      np.zeros(shared.count + 1, np.float32), np.zeros(2), new_codes(size))
        self._run = np.zeros(1, RUN).view(np.recarray)
        self._run.epsilon, self._run.step = epsilon, step
        self._rng = new_rng(seed)
        self._position, self._start = new_position(size), new_position(size)
        set_rules(self._position, komi)
        set_rules(self._start, komi)

    @property
    def games(self) -> int:
        """How many games were learnt from."""
        return int(self._run[0].games)

    @property
    def moves(self) -> int:
        """How many moves these games had."""
        return int(self._run[0].moves)

    def learn(self, games) -> str:
        """Learn from so many more games. Returns what there is to tell of them."""
        run = self._run[0]
        moves, error = run.moves, run.error
        learn_games(self._position, self._start, self._weights, self._run, self._rng, games)
        error = math.sqrt((run.error - error) / (run.moves - moves))
        return f"temporal difference {error:.4f}, {(run.moves - moves) / games:.0f} moves a game"

    def summary(self) -> str:
        """What there is to tell of the whole run."""
        size = self.settings["size"]
        return f"{size}x{size}, {self.games} games, {self.moves} moves"

    def weights(self) -> PlacedWeights:
        """The weights learnt so far, as play uses them."""
        size, weights = self.settings["size"], self._weights
        return PlacedWeights(weights_by_place(size, weights.dependent, weights.independent, weights.beside), new_codes(size))

    def write_weights(self, path) -> None:
        """Write the file of weights that play reads. OSError if it cannot be written."""
        weights = self._weights
        write_whole(path, packed(self.settings["size"], self.settings["komi"], self.games, weights.dependent,
                                 weights.independent, weights.beside))

    # ---- the checkpoint

    def write_checkpoint(self, path) -> None:
        """Write all that a later run needs to go on as if there had been no stop. OSError if it cannot be written."""
        weights = self._weights
        write_whole(path, packed_arrays(**self.settings, rng=self._rng, run=np.asarray(self._run),
                                        dependent=weights.dependent, independent=weights.independent,
                                        beside=weights.beside))

    def read_checkpoint(self, path) -> None:
        """Go on where the run of a checkpoint stopped. UserError if the file is none, or of a run with other settings."""
        try:
            file = unpacked(path)
        except ValueError as error:
            raise UserError(str(error)) from None
        wrong = [name for name, value in self.settings.items() if name not in file or file[name].tolist() != value]
        if wrong:
            name = wrong[0]
            was = f" {file[name].item()}" if name in file and file[name].size == 1 else ""
            raise UserError(f"{path} is not of this run: its {name} is{was}, not {self.settings[name]}")
        mine = {"rng": self._rng, "run": self._run, **{name: getattr(self._weights, name)
                                                       for name in ("dependent", "independent", "beside")}}
        for name, array in mine.items():
            if name not in file or file[name].shape != array.shape or file[name].dtype != array.dtype:
                raise UserError(f"{path} is no checkpoint of local shapes")
        for name, array in mine.items():
            array[...] = file[name]
