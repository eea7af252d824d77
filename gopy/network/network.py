"""`Network`: a network that was read from a file, and what it says of a position."""
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import gopy.go.contract  # noqa: F401  (what the legal moves of a position are)
from gopy.go.bitboard.construct import clone_position
from gopy.network.evaluate import evaluate_moves
from gopy.network.file import Header, read_network
from gopy.network.weights import Weights, new_weights
from gopy.network.work import Work, new_work

#: Where the global inputs have the kind of counting and the rank.
_TERRITORY, _RANK = 4, 7

if TYPE_CHECKING:
    from gopy.go.bitboard.layout import Position9, Position13, Position19, PositionAny


class Judgement(NamedTuple):
    """What a network says of a position, from the side to move."""
    policy: np.ndarray          #: float32[num_moves]: the probability of each move, the pass last; 0 where a move is not legal
    winning: float              #: the probability of winning; a draw counts half
    score: float                #: points won, komi included: the mean of what may come
    deviation: float            #: and its standard deviation
    ownership: np.ndarray       #: float32[points]: from 1, where the side to move will own, to -1; 0 in the gap after each row


class Network:
    """A network and its weights. Several threads may evaluate at once: each has memory of its own."""

    def __init__(self, header, weights) -> None:
        """A network from its Header and its arrays by name, both as `file.read_network` returns them."""
        self.header: Header = header
        self._arrays = weights
        self._weights: dict[type[Work], Weights] = {}
        self._own = threading.local()

    @classmethod
    def load(cls, path) -> "Network":
        """The network in a file. ValueError, in one sentence, if it cannot be read."""
        return cls(*read_network(Path(path)))

    def evaluate(self, position: "Position9 | Position13 | Position19 | PositionAny", turns: Iterable[int] = (0,),
                 territory=False, rank=0.0) -> Judgement:
        """What the network says of a position of gopy.go.bitboard, which stays as it is. ValueError for a size that it cannot judge.

        turns       of the eight turns and mirrors of the board, those under which it is judged: the mean is returned.
                    range(8) takes eight times as long as the default and errs less
        territory   whether territory is counted instead of area
        rank        of the player to move, as `form.rank_input` has it; 0 if it is not known
        """
        turns = list(turns)
        work, moves, chances = self._memory(int(position.tables[0].board_size))
        weights = self._weights_for(type(work))
        work.given[_TERRITORY], work.given[_RANK] = territory, rank
        position = clone_position(position)     # ladders are played out on it, and other threads may judge it as well
        policy, ownership, outcome = (np.zeros(len(array)) for array in (work.policy, work.ownership, work.outcome))
        for turn in turns:
            work.plan[0].turn = turn
            n = evaluate_moves(position, weights, work, moves, chances)
            policy[moves[:n]] += chances[:n]
            ownership += work.ownership
            outcome += work.outcome
        _, winning, score, deviation = map(float, outcome / len(turns))
        return Judgement((policy / len(turns)).astype(np.float32), winning, score, deviation,
                         (ownership / len(turns)).astype(np.float32))

    def _weights_for(self, kind):
        """The weights as a type of work wants them."""
        if kind not in self._weights:
            self._weights[kind] = new_weights(self.header.channels, self.header.blocks, self._arrays, kind)
        return self._weights[kind]

    def _memory(self, size):
        """(Work, legal moves, their probabilities) of this thread for a board size."""
        known = self._own.__dict__.setdefault("by_size", {})
        if size not in known:
            work = new_work(size, self.header.channels)
            known[size] = work, np.zeros(len(work.policy), np.int16), np.zeros(len(work.policy), np.float32)
        return known[size]
