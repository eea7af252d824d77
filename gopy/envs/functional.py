"""Go as functions of states that never change, as pgx has games: for searches and programs that keep old positions.

    go = FunctionalGo(board_size=9)
    states = go.init(64, seed=1)                # 64 games
    later = go.step(states, actions)            # int[64]; `states` is as it was
    some = take(later, [3, 3, 5])               # three games, of which two begin as the same

It is pgx's way of use, not its arrays: these are NumPy's, and a step is one compiled call for all boards and a copy of their state.
"""
from typing import Any, NamedTuple

import numpy as np

from gopy.envs.arguments import action_array, integer_option
from gopy.envs.batch import BoardState, GoBatch
from gopy.envs.options import go_options


class States(NamedTuple):
    """B games. A stands for the number of actions, N * N + 1; actions and observations are those of gopy/Go-v0."""

    observation: np.ndarray         #: bool[B, the shape of an observation], from the side of the player to move
    legal_action_mask: np.ndarray   #: bool[B, A]
    current_player: np.ndarray      #: int64[B], 0 for Black, 1 for White
    rewards: np.ndarray             #: float64[B, 2], what the last step gave to Black and to White
    terminated: np.ndarray          #: bool[B], whether the game has ended
    truncated: np.ndarray           #: bool[B], whether it was ended by its length
    boards: BoardState              #: everything else, for the next step


class FunctionalGo:
    """Makes and steps States. The options are those of gopy/Go-v0 without opponent, colour and render_mode."""

    def __init__(self, **options: Any) -> None:
        self._options = go_options(**options)
        self._batches: dict[int, GoBatch] = {}      # a work area for each number of games
        self.num_actions = self._options.num_actions

    def init(self, count: int, seed: int = 0) -> States:
        """So many new games. ValueError if that is no positive number."""
        batch = self._batch(integer_option("count", count, least=1))
        for board in range(count):
            batch.seed_board(board, seed + board)
        batch.restart()
        never = np.zeros(count, np.bool_)
        return States(batch.views.copy(), batch.masks == 1, batch.out.to_play.astype(np.int64), np.zeros((count, 2)), never, never.copy(),
                      batch.save())

    def step(self, states: States, actions: Any) -> States:
        """The States after an action in each game. A game that has ended stays as it is, with rewards of 0.

        An illegal action ends a game, and its player loses. gymnasium.error.InvalidAction for what is no array of B integers.
        """
        count = len(states.terminated)
        actions = action_array(actions, count)
        batch, ended = self._batch(count), states.terminated | states.truncated
        batch.load(slice(None), states.boards)
        batch.step(actions, ~ended)
        boards, own = np.arange(count), np.where(ended, 0.0, batch.out.rewards)
        rewards = np.zeros((count, 2))
        rewards[boards, states.current_player], rewards[boards, 1 - states.current_player] = own, -own

        def seen(before: np.ndarray, now: np.ndarray) -> np.ndarray:
            now = now.astype(before.dtype)      # a copy: the batch writes to its own arrays again
            now[ended] = before[ended]
            return now
        return States(seen(states.observation, batch.views), seen(states.legal_action_mask, batch.masks),
                      seen(states.current_player, batch.out.to_play), rewards, seen(states.terminated, batch.terminated),
                      seen(states.truncated, batch.truncated), batch.save())

    def random_actions(self, states: States, rng: np.random.Generator) -> np.ndarray:
        """int64[B]: a legal action for each game, all equally likely."""
        return (rng.random(states.legal_action_mask.shape) * states.legal_action_mask).argmax(1)

    def _batch(self, count: int) -> GoBatch:
        if count not in self._batches:
            self._batches[count] = GoBatch(count, self._options)
        return self._batches[count]


def take(states: States, which: Any) -> States:
    """The games of States that an index selects: a slice, a mask or a list of numbers, which may name a game more than once."""
    *arrays, boards = states
    return States._make([*(array[which] for array in arrays), BoardState(*(array[which] for array in boards))])
