"""Positions with the values that deep searches of our own give them: what simulation balancing learns from."""
from typing import NamedTuple

import numpy as np

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.compiled.rng import new_rng
from gopy.game import new_trace
from gopy.games.players.presets import build
from gopy.go.bitboard.construct import new_position
from gopy.go.geometry import pass_move
from gopy.go.knowledge.params import new_go_params
from gopy.lab.learn.papers.playout_gradient import mean_result
from gopy.lab.learn.records import told_records
from gopy.search.threads import Search

#: The memory of a search, in bytes.
_MEMORY = 64 << 20

#: A position is taken after at least so many moves, and at most this share of the moves that its game or the board has.
FEWEST_MOVES, LATEST = 2, 0.8


class Start(NamedTuple):
    """The moves that lead to a position, and whether it is one of the held-out ones."""
    moves: list
    held_out: bool


def recorded_starts(paths, size, count, seed) -> list[Start]:
    """One position of each of at most `count` recorded even games; held out are those of the games that are (records.py).

    What is left out of the records is told on stderr.
    """
    records = sorted(told_records(paths, [size]), key=lambda record: record.order())
    found = []
    for record in records[:count]:
        moves = record.moves[:record.moves.index(pass_move(size))] if pass_move(size) in record.moves else record.moves
        found.append(Start(_beginning(moves, len(moves), seed, len(found)), record.is_held_out))
    return found


def random_starts(size, count, seed) -> list[Start]:
    """Positions of `count` playouts by rules from the empty board; one in five is held out."""
    empty, work, trace = new_position(size), new_position(size), new_trace(4 * size * (size + 1))
    game_params = new_go_params(size)
    found = []
    while len(found) < count:
        number = len(found)
        mean_result(empty, work, new_rng(seed, number), game_params, trace, 1)
        moves = [int(move) for move in trace.moves[:trace.count[0]]]
        found.append(Start(_beginning(moves, min(len(moves) - 2, size * size), seed, number), number % 5 == 4))
    return found


def _beginning(moves, length, seed, number):
    latest = max(FEWEST_MOVES + 1, int(LATEST * length))
    return moves[:int(np.random.default_rng([seed, number]).integers(FEWEST_MOVES, latest))]


class DeepSearch:
    """The default search, as a judge of positions of a board size."""

    def __init__(self, size, simulations) -> None:
        policy, search_params, game_params = build("classical", size)
        self._simulations = simulations
        self._search = Search(new_position(size), policy, search_params, game_params, memory_bytes=_MEMORY)

    def value(self, position, seed) -> float:
        """The share of simulations that Black wins from `position`; the same for the same seed."""
        self._search.reseed(seed)
        self._search.set_root(position)
        found = self._search.run(simulations=self._simulations).value
        return found if position.data[0].to_play == 0 else 1.0 - found
