"""Fit strengths by minorisation-maximisation over decisions that are kept in memory (Coulom 2007).

One kind of features after the other gets new strengths, the others being held fixed. The new strength of a feature is

    (played + 1) / (sum over decisions of C / E + 2 / (old + 1))

where E is the sum of the strengths of all candidates of a decision and C that of the candidates that have the feature, without
the feature's own strength. The 1 and the 2 come from one virtual win and one virtual loss against a candidate of strength 1.
"""
import zlib

import numpy as np

from gopy.base.arrays import stored_arrays
from gopy.base.errors import UserError
from gopy.base.files import write_whole
from gopy.compiled.jit import kernel
from gopy.game import play
from gopy.go.knowledge.features import MOST_FEATURES, PLAIN_KINDS
from gopy.go.knowledge.move_model import SHAPE_KINDS, model_of, pack
from gopy.lab.learn.decisions import Boards, begin, list_candidates, place_of
from gopy.lab.learn.long_run import checkpoint_arrays
from gopy.lab.learn.pruning import centred, without_weak

_MOST = np.uint64(MOST_FEATURES)


@kernel
def collect_game(position, model, candidates, moves, features, firsts, starts, chosen, counts):
    """Append the decisions of a game to arrays; returns whether there was room for all of them.

    features   uint32[]: the features of all candidates, one candidate after the other
    firsts     int64[]: where the features of each candidate begin
    starts     int64[]: the first candidate of each decision
    chosen     int64[]: the candidate that was played in each decision
    counts     int64[3]: how many features, candidates and decisions there are; increased
    firsts and starts have one entry more, where the next would begin.
    """
    for number in range(len(moves)):
        n = list_candidates(position, model, candidates)
        at = place_of(candidates, n, moves[number])
        if at >= 0:
            if (counts[0] + np.int64(n * _MOST) > len(features) or counts[1] + np.int64(n) + 1 > len(firsts)
                    or counts[2] + 2 > len(starts)):
                return False
            chosen[counts[2]] = counts[1] + at
            for i in range(n):
                for k in range(i * _MOST, i * _MOST + candidates.counts[i]):
                    if candidates.features[k] != 0:
                        features[counts[0]] = candidates.features[k]
                        counts[0] += 1
                counts[1] += 1
                firsts[counts[1]] = counts[0]
            counts[2] += 1
            starts[counts[2]] = counts[1]
        play(position, moves[number])
    return True


@kernel
def improve(kind, kinds, features, firsts, starts, chosen, strengths, products, sums, played):
    """Give the features of one kind new strengths; returns the mean logarithm of the played moves' probabilities before.

    kinds      uint8[features]: the kind of each feature
    strengths  float64[features], modified in place
    products   float64[candidates]: the product of the strengths of each candidate's features, kept up to date
    sums       float64[features]: a work area
    played     float64[features]: how often each feature was played
    """
    for feature in range(len(sums)):
        sums[feature] = 0.0
    total = 0.0
    for decision in range(len(starts) - 1):
        whole = 0.0
        for i in range(starts[decision], starts[decision + 1]):
            whole += products[i]
        total += np.log(products[chosen[decision]] / whole)
        for i in range(starts[decision], starts[decision + 1]):
            for k in range(firsts[i], firsts[i + 1]):
                feature = features[k]
                if kinds[feature] == kind:
                    sums[feature] += products[i] / (strengths[feature] * whole)
    for feature in range(len(sums)):
        if kinds[feature] == kind:
            old = strengths[feature]
            sums[feature] = (played[feature] + 1.0) / (sums[feature] + 2.0 / (old + 1.0)) / old
            strengths[feature] = old * sums[feature]
    for i in range(len(firsts) - 1):
        for k in range(firsts[i], firsts[i + 1]):
            if kinds[features[k]] == kind:
                products[i] *= sums[features[k]]
    return total / (len(starts) - 1)


class MinorisationLearner:
    """The state of a run of `gopy learn moves --method mm`, which `long_run.go_on` drives: one of its games is one pass in which
    every kind of features gets new strengths.

    memory     bytes for the decisions; games that do not fit are left out
    The other arguments are those of `MoveLearner`.
    """

    #: What is counted while it learns.
    unit = "passes"

    def __init__(self, collection, shapes, passes, memory, weakest=0.0) -> None:
        self.shapes, self.passes, self.weakest = shapes, passes, weakest
        self.games = 0
        count = shapes.firsts()["end"]
        self.strengths = np.ones(count)
        self._kinds = _kinds_of_features(shapes)
        self._collect(collection, model_of(shapes, self.strengths), memory)
        self._products = np.ones(len(self._firsts) - 1)
        self._sums = np.zeros(count)
        self._played = np.zeros(count)
        for candidate in self._chosen:
            self._played[self._features[self._firsts[candidate]:self._firsts[candidate + 1]]] += 1
        self._seen = np.bincount(self._features, minlength=count)

    def _collect(self, collection, model, memory):
        # A candidate has some 12 features of 4 bytes and 16 bytes of its own, and a decision some 50 candidates or more.
        features, firsts = np.zeros(memory * 3 // 16, np.uint32), np.zeros(memory // 64, np.int64)
        starts, chosen = np.zeros(memory // 1024, np.int64), np.zeros(memory // 1024, np.int64)
        counts = np.zeros(3, np.int64)
        boards = Boards()
        self._sizes, self.learnt_games = collection.sizes_text(), 0
        for record in collection.learning:
            position, candidates = boards[record.size]
            begin(position, record)
            before = counts.copy()
            if not collect_game(position, model, candidates, np.asarray(record.moves, np.int64), features, firsts, starts,
                                chosen, counts):
                counts[:] = before
                break
            self.learnt_games += 1
        if not counts[2]:
            raise UserError("the memory is too small for a single game")
        self._features, self._firsts = features[:counts[0]], firsts[:counts[1] + 1]
        self._starts, self._chosen = starts[:counts[2] + 1], chosen[:counts[2]]
        #: A number that differs between runs with other games or shapes.
        self._decisions = 0
        for array in (self._features, self._firsts, self._chosen):      # as they lie in memory, which they nearly fill
            self._decisions = zlib.crc32(memoryview(array).cast("B"), self._decisions)

    @property
    def all_games(self) -> int:
        """How many passes there are to be."""
        return self.passes

    def learn(self, count) -> str:
        """Make so many passes; returns a text about the last."""
        for _ in range(count):
            for kind in range(int(self._kinds.max()) + 1):
                value = improve(kind, self._kinds, self._features, self._firsts, self._starts, self._chosen, self.strengths,
                                self._products, self._sums, self._played)
            self.games += 1
        return f"ln p {value:.4f} on the games learnt from"

    def summary(self) -> str:
        """How much was learnt from."""
        return f"{self.learnt_games} games with {len(self._chosen)} moves learnt from in {self.games} passes, " \
               f"{len(self.strengths)} features"

    def write_weights(self, out) -> None:
        """Write the packed model."""
        rates = self._played / np.maximum(self._seen, 1)
        logarithms = centred(np.log(self.strengths), self._seen)
        shapes, logarithms, rates = without_weak(self.shapes, logarithms, rates, self.weakest)
        pack(out, shapes, logarithms, rates, f"{self._sizes}, {self.learnt_games} games, {self.games} passes of "
             f"minorisation-maximisation, {len(logarithms)} features")

    def write_checkpoint(self, path) -> None:
        """Write the strengths."""
        write_whole(path, stored_arrays(strengths=self.strengths, passes=self.games, decisions=self._decisions))

    def read_checkpoint(self, path) -> None:
        """Go on from strengths that `write_checkpoint` has written. UserError if they are of another run."""
        arrays = checkpoint_arrays(path)
        try:
            if int(arrays["decisions"]) != self._decisions:
                raise UserError(f"{path} is the checkpoint of a run with other games or shapes")
            self.strengths[:] = arrays["strengths"]
            self.games = int(arrays["passes"])
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(f"{path} is no checkpoint of this command: {error}") from None
        self._products[:] = np.multiply.reduceat(self.strengths[self._features], self._firsts[:-1])


def _kinds_of_features(shapes):
    """uint8[features]: the number of each feature's kind; each ring is a kind of its own, since a move has one of each."""
    numbers = [0]
    for number, names in enumerate(PLAIN_KINDS.values(), start=1):
        numbers += [number] * len(names)
    for number, kind in enumerate(SHAPE_KINDS, start=1 + len(PLAIN_KINDS)):
        numbers += [number] * shapes.counts()[kind]
    return np.array(numbers, np.uint8)
