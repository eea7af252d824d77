"""Learn the strengths of move features from recorded games, one game after the other."""
import json

import numpy as np

from gopy.base.arrays import stored_arrays
from gopy.base.errors import UserError
from gopy.base.files import write_whole
from gopy.go.knowledge.features import PLAIN_KINDS, first_of
from gopy.go.knowledge.move_model import model_of, pack
from gopy.lab.learn.decisions import Boards, begin
from gopy.lab.learn.figures import Figures
from gopy.lab.learn.logit import FIRST_SQUARE, learn_game
from gopy.lab.learn.long_run import checkpoint_arrays
from gopy.lab.learn.pruning import centred, without_weak
from gopy.lab.learn.records import checksum

#: The step size falls evenly from the learner's `rate` in the first pass over the games to this in the last.
LAST_RATE = 0.02


class MoveLearner:
    """The state of a run of `gopy learn moves`, which `long_run.go_on` drives.

    collection    the Collection to learn from
    shapes        the Shapes that are known
    passes        how often the games are gone through
    seed          seed of the order of the games
    without       kinds of features that are not used (of PLAIN_KINDS and SHAPE_KINDS)
    rate          step size of the first pass
    weakest       a shape whose strength has a smaller logarithm is left out of the written model
    games         how many games were learnt from, each pass counted
    """

    #: What is counted while it learns.
    unit = "games"

    def __init__(self, collection, shapes, passes=8, seed=1, weakest=0.0, without=(), rate=0.4) -> None:
        self.collection, self.passes, self.seed, self.weakest = collection, passes, seed, weakest
        self.games, self.without, self.rate = 0, without, rate
        self.shapes = shapes
        features = shapes.firsts()["end"]
        self.model = model_of(shapes, np.ones(features))
        self.weights = np.zeros(features, np.float32)
        self.squares = np.full(features, FIRST_SQUARE, np.float32)
        self.counts = np.zeros((2, features), np.int64)
        self.fixed = np.zeros(features, np.uint8)
        self.fixed[0] = 1           # the feature that stands for nothing
        for kind in self.without:
            self.fixed[features_of(kind, shapes)] = 1
        self._replayer = Replayer(self.model)

    @property
    def all_games(self) -> int:
        """How many games all passes have."""
        return self.passes * len(self.collection.learning)

    def learn(self, count) -> str:
        """Learn from the next `count` games; returns how well their moves were predicted."""
        figures = Figures()
        for _ in range(count):
            done, at = divmod(self.games, len(self.collection.learning))
            if at == 0 or not hasattr(self, "_order"):
                self._order = np.random.default_rng((self.seed, done)).permutation(len(self.collection.learning))
            last_pass = done == self.passes - 1
            figures.add(self._replayer.replay(self.collection.learning[self._order[at]], self.weights, self.squares, self.fixed,
                                              self._rate_after(done),
                                              self.counts if last_pass else self.counts[:, :0]))
            self.games += 1
        return figures.short_text()

    def _rate_after(self, done):
        """The step size after so many passes."""
        return self.rate + (LAST_RATE - self.rate) * done / max(self.passes - 1, 1)

    def summary(self) -> str:
        """How many games and shapes there are."""
        return (f"{self.games} games learnt from in {self.passes} passes, {len(self.weights)} features")

    def write_weights(self, out) -> None:
        """Write the packed model."""
        rates = self.counts[0] / np.maximum(self.counts[1], 1)
        logarithms = centred(self.weights.astype(np.float64), self.counts[1])
        shapes, logarithms, rates = without_weak(self.shapes, logarithms, rates, self.weakest)
        pack(out, shapes, logarithms, rates, f"{self.collection.sizes_text()}, {len(self.collection.learning)} games, "
             f"{self.passes} passes, {len(logarithms)} features")

    def write_checkpoint(self, path) -> None:
        """Write the state of the run."""
        write_whole(path, stored_arrays(run=json.dumps(self._run()), games=self.games, weights=self.weights,
                                        squares=self.squares, counts=self.counts))

    def _run(self):
        """{word: value} of all that decides what is learnt; a checkpoint is of one such run."""
        return {"games": self.collection.checksum(), "passes": self.passes, "seed": self.seed, "rate": self.rate,
                "kinds left out": sorted(self.without), "shapes": checksum(self.shapes.lists())}

    def read_checkpoint(self, path) -> None:
        """Go on from a state that `write_checkpoint` has written. UserError if it is of another run."""
        arrays = checkpoint_arrays(path)
        try:
            found = json.loads(str(arrays["run"]))
            other = [name for name, value in self._run().items() if found[name] != value]
            if other:
                raise UserError(f"{path} is the checkpoint of a run with other {other[0]}: name another checkpoint, or remove "
                                "the file")
            self.weights[:], self.squares[:], self.counts[:] = arrays["weights"], arrays["squares"], arrays["counts"]
            self.games = int(arrays["games"])
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(f"{path} is no checkpoint of this command: {error}") from None


def features_of(kind, shapes) -> slice:
    """The numbers of the features of one of PLAIN_KINDS or SHAPE_KINDS."""
    if kind in PLAIN_KINDS:
        return slice(first_of(kind), first_of(kind) + len(PLAIN_KINDS[kind]))
    first = shapes.firsts()[kind]
    return slice(first, first + shapes.counts()[kind])


class Replayer:
    """Replays records move by move, and judges or learns at each of them.

    model    the MoveModel whose shapes are known; strengths are given apart
    """

    def __init__(self, model) -> None:
        self._boards, self._model = Boards(), model

    def replay(self, record, weights, squares=None, fixed=None, rate=0.0, counts=None) -> np.ndarray:
        """float32[decisions, 4]: the FIGURES (logit.py) of a game's decisions. With a rate it learns from them, too."""
        position, candidates = self._boards[record.size]
        begin(position, record)
        moves = np.asarray(record.moves, np.int64)
        figures = np.zeros((len(moves), 4), np.float32)
        nothing = np.zeros(0, np.float32)
        count = learn_game(position, self._model, candidates, moves, weights,
                           nothing if squares is None else squares, np.zeros(0, np.uint8) if fixed is None else fixed, rate,
                           figures, np.zeros((2, 0), np.int64) if counts is None else counts)
        return figures[:count]
