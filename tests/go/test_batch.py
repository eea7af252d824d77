"""Batches of boards against `Game`, the plain Python board with its own superko, on random games."""
import numpy as np
import pytest

from gopy.compiled.jit import JIT_DISABLED
from gopy.go.batch.boards import BatchOptions, action_of_point, new_boards, point_of_action
from gopy.go.batch.steps import (
    KEEP,
    NEXT_STEP,
    SAME_STEP,
    look_as,
    look_at_boards,
    new_outputs,
    own_boards,
    random_actions,
    restart_boards,
    score_boards,
    step_boards,
)
from gopy.go.geometry import BLACK, EMPTY, WHITE, num_points, points
from gopy.go.handicap import fixed_handicap
from gopy.go.history import Game
from gopy.go.rules import Ko, Rules
from gopy.go.score import area_score, territory


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
        games = 1 if size == 2 else 0
    repetitions = 0
    for seed in range(games):
        batch = Batch(1, seed, board_size=size, superko=ko.name.lower(), suicide=suicide, observation="board")
        game = Game(size, 7.5, Rules(ko, suicide=suicide))
        while not batch.boards.env[0].status:
            assert np.array_equal(batch.masks[0], mask_of(game)), game.moves
            assert np.array_equal(batch.views[0], signs(game.board, game.to_play))
            repetitions += "superko" in [game.illegality(game.to_play, point) for point in points(size)]
            batch.step()
            game.play(game.to_play, point_of_action(int(batch.actions[0]), size))
        assert game.is_over or len(game.moves) == 8 * size * size
        assert batch.out.scores[0] == area_score(game.board.colours, size) - 7.5
        assert batch.out.terminated[0] == game.is_over and batch.out.truncated[0] != game.is_over
    assert repetitions > 0 or ko is Ko.SIMPLE or size > 3 or JIT_DISABLED


#: Black's and White's ring, and Black takes a ko at action 12 by 13.
KO = (11, 12, 7, 8, 17, 18, 25, 14, 13)


def test_without_any_rule_on_repetition_a_ko_goes_on():
    batch = Batch(board_size=5, superko="none")
    for action in (*KO, 12, 13, 12, 13, 12, 13):
        assert batch.masks[0, action]
        batch.step(action)
    assert not batch.boards.env.status.any()
    simple = Batch(board_size=5, superko="simple")
    for action in KO:
        simple.step(action)
    assert not simple.masks[:, 12].any() and simple.masks[:, 25].all()


def test_handicap_comes_first():
    points = fixed_handicap(9, 4)
    batch = Batch(board_size=9, handicap=tuple(points), history=2)
    assert batch.out.to_play.tolist() == [WHITE] * 4
    shown = batch.views[0, :, :, 1]
    assert {action_of_point(point, 9) for point in points} == set(np.flatnonzero(shown))
    assert not batch.views[0, :, :, [0, 2, 3, 4]].any() and batch.masks[0].sum() == 82 - 4


def test_eight_positions_newest_first():
    batch, simple = Batch(1, 5, board_size=5, superko="simple"), Batch(1, 5, board_size=5, history=3, planes_first=True)
    past = []
    game = Game(5, 7.5, Rules(Ko.POSITIONAL))
    for _ in range(5 if JIT_DISABLED else 40):
        viewer = game.to_play
        past.insert(0, game.board.copy())
        for planes in (batch.views[0], np.moveaxis(simple.views[0], 0, 2)):
            count = planes.shape[2] // 2
            for k in range(count):
                seen = signs(past[k], viewer) if k < len(past) else np.zeros((5, 5))
                assert np.array_equal(planes[:, :, 2 * k], seen == 1)
                assert np.array_equal(planes[:, :, 2 * k + 1], seen == -1)
            assert (planes[:, :, -1] == (viewer == BLACK)).all()
        move = game.legal_moves()[len(past) * 7 % len(game.legal_moves())]
        action = action_of_point(move, 5)
        batch.step(action)
        simple.step(action)
        game.play(viewer, move)
        if game.is_over:
            break


def test_owners_are_stones_and_territory():
    batch = Batch(6, 2, board_size=7)
    for _ in range(10 if JIT_DISABLED else 60):
        batch.step(autoreset=SAME_STEP)
    scores, owners = np.zeros(6), np.zeros(6 * 49, np.int8)
    score_boards(batch.boards, scores)
    own_boards(batch.boards, np.zeros(num_points(7), np.int8), owners)
    history = batch.boards.history.reshape(6, 49)
    for i, owner in enumerate(owners.reshape(6, 49)):
        colours = [EMPTY] * num_points(7)
        for action in np.flatnonzero(history[i] & 3):
            colours[point_of_action(int(action), 7)] = BLACK if history[i, action] & 1 else WHITE
        assert scores[i] == area_score(colours, 7) - 7.5 == owner.sum() - 7.5
        for point, colour in territory(colours, 7).items():
            assert owner[action_of_point(point, 7)] == (1 if colour == BLACK else -1)


@pytest.mark.parametrize("autoreset", [KEEP, NEXT_STEP, SAME_STEP])
def test_what_follows_the_end(autoreset):
    batch = Batch(2, board_size=5)
    batch.step([25, 0])
    batch.step([25, 1], autoreset)
    assert batch.out.terminated.tolist() == [1, 0] and batch.out.scores[0] == -7.5
    assert batch.masks[0].sum() == (26 if autoreset == SAME_STEP else 1)
    batch.step([24, 2], autoreset)
    stones = (batch.boards.history.reshape(2, 25) & 3 > 0).sum(axis=1).tolist()
    assert stones == {KEEP: [0, 3], NEXT_STEP: [0, 3], SAME_STEP: [1, 3]}[autoreset]
    assert batch.boards.env.status.tolist() == [1 if autoreset == KEEP else 0, 0]
    assert batch.out.terminated.tolist() == [1 if autoreset == KEEP else 0, 0]


def test_only_asked_boards_change():
    batch = Batch(3, board_size=5)
    step_boards(batch.boards, np.array([0, 1, 2]), np.array([1, 0, 1], np.uint8), KEEP, batch.out)
    assert batch.out.to_play.tolist() == [1, 0, 1] and batch.boards.env.plies.tolist() == [1, 0, 1]
    restart_boards(batch.boards, np.array([1, 0, 0], np.uint8), batch.out)
    assert batch.boards.env.plies.tolist() == [0, 0, 1]
    views = np.zeros_like(batch.out.views)
    look_as(batch.boards, 0, views)
    before = batch.out.views.copy()
    batch.boards.env.agent = 0
    look_at_boards(batch.boards, batch.out)
    assert np.array_equal(batch.out.views, views) and not np.array_equal(before, views)


def test_random_actions_are_equally_likely():
    batch = Batch(400 if JIT_DISABLED else 4000, board_size=2, superko="simple")
    batch.step(0)
    random_actions(batch.boards, batch.all, batch.actions)
    counts = np.bincount(batch.actions, minlength=5)
    assert counts[0] == 0 and (abs(counts[1:] - len(batch.all) / 4) < 5 * (len(batch.all) * 3 / 16) ** 0.5).all()


def test_one_specialisation_for_each_kind_of_board():
    if JIT_DISABLED:
        return
    sizes = (5, 7, 9)
    for size in sizes:
        for options in ({}, {"superko": "none"}, {"handicap": (0, 1)}, {"observation": "board"}):
            Batch(3, board_size=size, **options).step()
    assert len(step_boards.signatures) <= 5
