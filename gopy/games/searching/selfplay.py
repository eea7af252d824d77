"""Games of an evaluator against itself, many side by side, and what a network is to learn from them."""
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gopy import game as contract
from gopy.base.arrays import packed_arrays
from gopy.base.files import write_whole
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame
from gopy.search.evaluated.params import new_evaluated_params
from gopy.search.evaluated.search import Evaluate, EvaluatedSearch


class Positions(NamedTuple):
    """P positions of whole games, in the order in which the games ended. n stands for the number of moves of the game."""

    observations: np.ndarray    #: int16[P, the shape of an observation], what the player to move saw
    masks: np.ndarray           #: bool[P, n], the legal moves
    policies: np.ndarray        #: float32[P, n], what the search says a policy should be
    visits: np.ndarray          #: int32[P, n], simulations of each move
    moves: np.ndarray           #: int16[P], the move that was played
    values: np.ndarray          #: float32[P], what the search expected for the player to move, -1 to 1
    results: np.ndarray         #: float32[P], how the game ended for the player to move, -1 to 1
    games: np.ndarray           #: int64[P], the number of the game


def joined(parts: "list[Positions]") -> Positions:
    """The Positions of several lists, one after the other."""
    return Positions(*(np.concatenate(arrays) for arrays in zip(*parts)))


def save_positions(path: str | Path, positions: Positions) -> None:
    """Write Positions to a compressed file of arrays (.npz) with the names of the fields; numpy.load reads it."""
    write_whole(Path(path), packed_arrays(**positions._asdict()))


class SelfPlay:
    """Plays games of one kind side by side; a game that ends makes way for a new one."""

    def __init__(self, game: str, evaluate: Evaluate, *, boards: int = 64, simulations: int = 32, longest: int | None = None,
                 opening: int = 0, seed: int = 0, **parameters: Any) -> None:
        """Play a game of the catalogue or of a Python file.

        evaluate      as gopy.search.evaluated.search describes it
        simulations   of each move
        longest       moves after which a game counts as a draw; None: the game itself ends
        opening       a game begins with a random number of random moves, from 0 to this one; they are not among the positions. Without
                      them an evaluator that is sure of its moves soon plays the same few games, and forgets all other positions
        parameters    of gopy.search.evaluated.params.EvaluatedParams; rule="gumbel" unless it is named. With puct the most visited
                      move is played, so that games differ by noise alone.
        """
        if boards < 1:
            raise ValueError("boards: at least one game has to be played")
        if opening < 0:
            raise ValueError("opening: a number of moves, from 0 on")
        self._kind = game_kind(game)
        self._longest, self._simulations, self._opening = longest, simulations, opening
        self._rng = np.random.default_rng(seed)
        self._games = [self._begun() for _ in range(boards)]
        self._numbers = list(range(boards))
        self._kept: list[list[tuple[int | None, tuple[Any, ...]]]] = [[] for _ in range(boards)]
        self._shape = contract.observation_form(self._games[0].state).shape
        self._seen = np.zeros(int(np.prod(self._shape)), np.float32)
        params = new_evaluated_params(**{"rule": "gumbel", **parameters})
        self._search = EvaluatedSearch([each.state for each in self._games], evaluate, params, batch=boards, simulations=simulations,
                                       memory_bytes=1 << 40, seed=seed)

    def _begun(self) -> AnyGame:
        """A new game after its random moves."""
        while True:
            game = AnyGame(self._kind)
            for _ in range(self._rng.integers(self._opening + 1)):
                if not game.is_over:
                    game.play(int(self._rng.choice(game.legal_moves(game.to_play or 0))))
            if not game.is_over:
                return game

    def play(self, positions: int) -> Positions:
        """Play on until games with at least so many positions have ended; returns these."""
        done: list[tuple[Any, ...]] = []
        while len(done) < positions:
            self._search.set_roots([each.state for each in self._games], [each.hashes for each in self._games])
            self._search.run(self._simulations)
            for board, judged in enumerate(self._search.judged()):
                game = self._games[board]
                told = (*self._view(game), judged.policy, judged.visits, judged.move, judged.value)
                self._kept[board].append((game.to_play, told))
                game.play(judged.move)
                if game.is_over or self._longest is not None and len(game.moves) >= self._longest:
                    done += self._ended(board)
        observations, masks, policies, visits, moves, values, results, numbers = zip(*done)
        return Positions(np.array(observations), np.array(masks), np.array(policies), np.array(visits), np.array(moves, np.int16),
                         np.array(values, np.float32), np.array(results, np.float32), np.array(numbers))

    def _view(self, game: AnyGame) -> tuple[np.ndarray, np.ndarray]:
        player = game.to_play or 0
        contract.observe(game.state, player, self._seen)
        mask = np.zeros(contract.num_moves(game.state), np.bool_)
        mask[game.legal_moves(player)] = True
        return self._seen.astype(np.int16).reshape(self._shape), mask

    def _ended(self, board: int) -> list[tuple[Any, ...]]:
        """The positions of the game on a board, with its result; a new game begins there."""
        game, kept = self._games[board], self._kept[board]
        first = 2.0 * game.value() - 1.0 if game.is_over else 0.0
        told = [(*each, first if player == 0 else -first, self._numbers[board]) for player, each in kept]
        self._games[board], self._kept[board] = self._begun(), []
        self._numbers[board] = max(self._numbers) + 1
        return told
