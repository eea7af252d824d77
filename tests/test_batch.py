"""Batches of boards against `Game`, the plain Python board with its own superko, on random games."""
import numpy as np
import pytest

from gopy.go.batch import BatchOptions, action_of_point, new_boards, point_of_action
from gopy.go.batch_steps import (KEEP, NEXT_STEP, SAME_STEP, look_as, look_at_boards, new_outputs, own_boards,
                                 random_actions, restart_boards, score_boards, step_boards)
from gopy.go.geometry import BLACK, EMPTY, WHITE, num_points, points
from gopy.go.handicap import fixed_handicap
from gopy.go.history import Game
from gopy.go.rules import Ko, Rules
from gopy.go.score import area_score, territory
from gopy.jit import JIT_DISABLED


class Batch:
    """Boards, outputs and the calls on them."""

    def __init__(self, count=4, seed=1, **options):
        self.options = BatchOptions(**options)
        self.boards = new_boards(count, self.options, seed)
        self.out = new_outputs(count, self.options)
        self.actions = np.zeros(count, np.int64)
        self.all = np.ones(count, np.uint8)
        restart_boards(self.boards, self.all, self.out)

    def step(self, actions=None, autoreset=KEEP):
        if actions is None:
            random_actions(self.boards, self.all, self.actions)
        else:
            self.actions[:] = actions
        step_boards(self.boards, self.actions, self.all, autoreset, self.out)

    @property
    def views(self):
        return self.out.views.view(self.options.view_dtype).reshape(-1, *self.options.view_shape)

    @property
    def masks(self):
        return self.out.masks.reshape(-1, self.options.num_actions)


def mask_of(game):
    """The legal moves of a `Game` as an action mask."""
    mask = np.zeros(game.size ** 2 + 1, np.int8)
    mask[[action_of_point(move, game.size) for move in game.legal_moves()]] = 1
    return mask


def signs(board, viewer):
    """N x N array, row 0 the top: 1 the viewer's stones, -1 the opponent's."""
    n = board.size
    sign = {viewer: 1, 1 - viewer: -1, EMPTY: 0}
    return np.array([sign[board.colours[point_of_action(a, n)]] for a in range(n * n)], np.int8).reshape(n, n)


def test_actions_and_points():
    for size in (2, 9, 25):
        actions = [action_of_point(point, size) for point in points(size) + [num_points(size)]]
        assert sorted(actions) == list(range(size * size + 1))
        assert [point_of_action(a, size) for a in actions] == points(size) + [num_points(size)]
    assert action_of_point(0, 9) == 72      # A1 begins the last row


@pytest.mark.parametrize("size, games", [(2, 30), (3, 30), (5, 20), (9, 4)])
@pytest.mark.parametrize("ko", Ko)
@pytest.mark.parametrize("suicide", [False, True])
def test_random_games(size, games, ko, suicide):
    if JIT_DISABLED:
        games = 1 if size <= 3 else 0
    for seed in range(games):
        batch = Batch(1, seed, board_size=size, superko=ko.name.lower(), suicide=suicide, observation="board")
        game = Game(size, 7.5, Rules(ko, suicide=suicide))
        while not batch.boards.env[0].status:
            assert np.array_equal(batch.masks[0], mask_of(game)), game.moves
            assert np.array_equal(batch.views[0], signs(game.board, game.to_play))
            batch.step()
            game.play(game.to_play, point_of_action(int(batch.actions[0]), size))
        assert game.is_over or len(game.moves) == 8 * size * size
        assert batch.out.scores[0] == area_score(game.board.colours, size) - 7.5
        assert batch.out.terminated[0] == game.is_over and batch.out.truncated[0] != game.is_over
