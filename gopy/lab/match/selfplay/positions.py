"""What a game of the engine against itself teaches a network of one's own: what the player to move saw, how often the search tried each
move, and how the game ended.

The arrays are those that gopy.games.searching.selfplay writes for games of an evaluator, and moves have the same numbers: points as in
gopy.go.geometry, the pass last. gopy.envs.actions tells which action of an environment each is.
"""
from typing import Any

import numpy as np

import gopy.go.contract
import gopy.go.observation  # noqa: F401  # what Go's positions answer to the contract
from gopy import game as contract
from gopy.base.arrays import packed_arrays
from gopy.go.bitboard.construct import new_position, setup_game
from gopy.go.geometry import BLACK


class GamePositions:
    """The positions of one game, while it is played."""

    def __init__(self, size: int) -> None:
        self._position = new_position(size)
        self._form = contract.observation_form(self._position)
        self._moves = int(contract.num_moves(self._position))
        self._rows: list[tuple[Any, ...]] = []

    def add(self, game: Any, decision: Any) -> None:
        """Add the position of a gopy.go.history.Game, in which a gopy.engine.decision.Decision was made that is not to resign."""
        colour = game.to_play
        setup_game(self._position, game, colour, game.passes)
        seen = np.zeros(int(np.prod(self._form.shape)), np.float32)
        contract.observe(self._position, colour, seen)
        mask, visits = np.zeros(self._moves, np.bool_), np.zeros(self._moves, np.int32)
        mask[game.legal_moves()] = True
        for child in decision.report.children:
            visits[child.move] = child.visits
        self._rows.append((seen.reshape(self._form.shape).astype(np.int16), mask, visits, decision.move, 2 * decision.report.value - 1,
                           colour))

    def packed(self, result: str) -> bytes:
        """The bytes of a file of arrays (.npz) of the positions of a game with this result, in the form of SGF's RE.

        With P positions and n moves: observations int16[P, N, N, 5], masks bool[P, n], visits int32[P, n], moves int16[P], values and
        results float32[P], of the player to move, -1 to 1; a game without a result counts as a draw.
        visits are those of the search; a pass may be played without, since the engine judges it apart.
        """
        black = {"B": 1.0, "W": -1.0}.get(result[:1], 0.0)
        rows = list(zip(*self._rows)) or [()] * 6
        seen, masks, visits, moves, values, colours = rows
        shape, count = self._form.shape, len(moves)
        return packed_arrays(observations=np.array(seen, np.int16).reshape(count, *shape),
                             masks=np.array(masks, np.bool_).reshape(count, self._moves),
                             visits=np.array(visits, np.int32).reshape(count, self._moves), moves=np.array(moves, np.int16),
                             values=np.array(values, np.float32),
                             results=np.array([black if colour == BLACK else -black for colour in colours], np.float32))
