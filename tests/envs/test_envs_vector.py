"""gopy/Go-v0 by make_vec: against as many single environments in Gymnasium's own vector, and its own calls."""
import copy

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

import gopy.envs  # noqa: E402, F401
from gopy.envs.batch import GoBatch  # noqa: E402
from gopy.envs.options import go_options  # noqa: E402

NUM = 5


def make(**options):
    return gymnasium.make_vec("gopy/Go-v0", num_envs=NUM, **options)


def make_sync(autoreset_mode, **options):
    return SyncVectorEnv([lambda: gymnasium.make("gopy/Go-v0", **options)] * NUM, autoreset_mode=autoreset_mode)


def assert_same(one, other, where=""):
    """Equal dicts of arrays, of which only what the masks name counts."""
    assert sorted(one) == sorted(other), where
    for key, value in one.items():
        told = one.get("_" + key, np.ones(NUM, bool))
        if isinstance(value, dict):
            assert_same(value, other[key], key)
        elif value.dtype == object:
            assert all(np.array_equal(a, b) for a, b in zip(value[told], other[key][told])), key
        else:
            assert value.dtype == other[key].dtype and np.array_equal(value[told], other[key][told]), key


def chosen(masks, generator):
    """A legal action for each board, now and then an illegal one."""
    actions = np.array([generator.choice(np.flatnonzero(mask)) for mask in masks])
    return np.where(generator.random(NUM) < 0.005, 0, actions)


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("options", [
    {"board_size": 5}, {"board_size": 5, "reward": "shaped", "observation": "planes", "superko": "simple"},
    {"board_size": 4, "reward": "score", "observation": "board", "suicide": True, "max_length": 20},
    {"board_size": 5, "opponent": "random", "colour": "random"},
    {"board_size": 7, "opponent": "random", "colour": "white", "reward": "shaped", "history": 3, "planes_first": True}])
def test_like_single_environments(mode, options):
    one, other = make(autoreset_mode=mode, **options), make_sync(mode, **options)
    assert one.single_observation_space == other.single_observation_space and one.action_space == other.action_space
    assert one.observation_space == other.observation_space and one.metadata["autoreset_mode"] is mode
    generator = np.random.default_rng(0)
    (views, infos), (other_views, other_infos) = one.reset(seed=7), other.reset(seed=7)
    games = 0
    for step in range(220):
        assert np.array_equal(views, other_views) and views.dtype == other_views.dtype
        assert_same(infos, other_infos, step)
        actions = chosen(infos["action_mask"], generator)
        views, *told, infos = one.step(actions)
        other_views, *other_told, other_infos = other.step(actions)
        for value, other_value in zip(told, other_told):
            assert value.dtype == other_value.dtype and np.array_equal(value, other_value)
        ended = told[1] | told[2]
        games += ended.sum()
        if mode is AutoresetMode.DISABLED and ended.any():
            views, infos = one.reset(options={"reset_mask": ended})
            other_views, other_infos = other.reset(options={"reset_mask": ended})
            infos["action_mask"] = one.unwrapped.batch.masks.copy()
            other_infos["action_mask"] = infos["action_mask"]
            other_infos["_action_mask"] = infos["_action_mask"]
    assert games > 5
    one.close()
    other.close()


def test_seeds():
    runs = []
    for seed in (3, 3, [3, 4, 5, 6, 7], 4):
        envs = make(board_size=5, opponent="random", colour="random")
        envs.reset(seed=seed)
        runs.append([envs.step(envs.action_space.sample() * 0 + k)[0] for k in range(12)])
    assert np.array_equal(runs[0], runs[1]) and np.array_equal(runs[0], runs[2])
    assert not np.array_equal(runs[0], runs[3])


def test_arrays_of_the_caller():
    views, masks = np.zeros((NUM, 9, 9, 17), bool), np.zeros((NUM, 82), np.int8)
    envs = make(board_size=9, observations=views, action_masks=masks)
    told, infos = envs.reset(seed=1)
    assert told is views or told.base is views
    assert np.shares_memory(told, views) and np.shares_memory(infos["action_mask"], masks)
    before = views.copy()
    assert masks.all() and views[:, :, :, 16].all() and not views[:, :, :, :16].any()
    again, *_ = envs.step(np.arange(NUM))
    assert np.shares_memory(again, views) and not np.array_equal(views, before)
    plain = make(board_size=9)
    first, _ = plain.reset(seed=1)
    plain.step(np.arange(NUM))
    assert np.array_equal(first, before)
    with pytest.raises(ValueError, match="C-contiguous, of shape"):
        make(board_size=9, observations=views[:, :, :, :16])


def test_an_ended_board_must_be_reset():
    envs = make(board_size=5, autoreset_mode="Disabled")
    envs.reset(seed=1)
    envs.step([25] * NUM)
    _, _, terminated, _, infos = envs.step([25, 25, 0, 0, 0])
    assert terminated.tolist() == [True, True, False, False, False] and infos["_score"].tolist() == terminated.tolist()
    assert infos["score"][0] == -7.5 and not infos["action_mask"][0, :25].any() and infos["action_mask"][0, 25]
    with pytest.raises(gymnasium.error.ResetNeeded, match="board 0 has ended"):
        envs.step([1] * NUM)
    _, infos = envs.reset(options={"reset_mask": terminated})
    assert infos["_to_play"].tolist() == terminated.tolist()
    envs.step([1] * NUM)


def test_a_callable_opponent():
    seen = []

    def first_legal(observations, infos):
        seen.append(infos["answering"].sum())
        assert (infos["to_play"][infos["answering"]] == 0).all()        # the agent is White
        return infos["action_mask"].argmax(axis=1)

    envs = make(board_size=5, opponent=first_legal, colour="white", observation="board")
    views, infos = envs.reset(seed=1)
    assert views[:, 0, 0].tolist() == [-1] * NUM and infos["to_play"].tolist() == [1] * NUM
    views, *_ = envs.step([24] * NUM)
    assert views[:, 4, 4].tolist() == [1] * NUM and views[:, 0, 1].tolist() == [-1] * NUM and seen == [NUM, NUM]


@pytest.mark.parametrize("options, reason", [
    ({"opponent": "gnugo:level=1"}, "vectorization_mode='sync'"), ({"colour": "red"}, "colour 'red'"),
    ({"render_mode": "human"}, "render_mode 'human'"), ({"board_size": 26}, "board_size 26 is not 2 to 25"),
    ({"superko": "super"}, "superko 'super' is not one of none, simple"), ({"rules": "japanese"}, "count areas"),
    ({"komi": np.nan}, "komi"), ({"history": 9}, "history"), ({"reward": "money"}, "reward"),
    ({"max_length": 0}, "max_length"), ({"observation": "pixels"}, "observation"),
    ({"copy": 1}, "copy 1 is not True or False"), ({"board_size": "9"}, "board_size '9' .*integer")])
def test_refused_options(options, reason):
    with pytest.raises(ValueError, match=reason):
        make(**options)


def test_wrong_calls():
    envs = make(board_size=5)
    envs.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match=r"the actions have the shape \(2,\), the boards \(5,\)"):
        envs.step([1, 2])
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": [True]})
    with pytest.raises(ValueError, match="seeds"):
        envs.reset(seed=[1, 2])
    with pytest.raises(ValueError, match="seed 1.5 .*integer"):
        envs.reset(seed=[1, 2, 3, 4, 1.5])
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game has begun"):
        make(board_size=5).step([1] * NUM)


@pytest.mark.parametrize("actions, reason", [
    ([1.5] * NUM, "of the type float64, not integers"), ([1.0] * NUM, "float64"), (["3"] * NUM, "<U1"), ([True] * NUM, "bool"),
    ([1, 2, 3, 4, 2 ** 70], "object"), ([1, 2, 3, 4, None], "object"), ([[1] * NUM], r"shape \(1, 5\)"), (3, r"shape \(\)"),
    ([[1, 2], 3, 4, 5, 6], "no array of integers")])
@pytest.mark.parametrize("opponent", [None, "random"])
def test_what_is_no_array_of_actions_changes_nothing(actions, reason, opponent):
    envs = make(board_size=5, opponent=opponent)
    views, _ = envs.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match=reason):
        envs.step(actions)
    assert np.array_equal(envs.unwrapped.batch.views, views)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64])
def test_integers_of_any_type_are_actions(kind):
    envs, others = make(board_size=5), make(board_size=5)
    envs.reset(seed=1)
    others.reset(seed=1)
    assert np.array_equal(envs.step(np.arange(NUM, dtype=kind)[::-1])[0], others.step([4, 3, 2, 1, 0])[0])


def test_an_opponents_actions_are_checked_too():
    envs = make(board_size=5, opponent=lambda observations, infos: np.full(NUM, 0.5))
    envs.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match="the opponent's actions are of the type float64"):
        envs.step([1] * NUM)


def test_rendering():
    envs = make(board_size=5, render_mode="ansi")
    envs.reset(seed=1)
    envs.step([0, 1, 2, 3, 25])
    texts = envs.render()
    assert len(texts) == NUM and "(X)" in texts[0] and "X" not in texts[4]
    assert make(board_size=5, render_mode="rgb_array").render()[0].shape == (192, 192, 3)


def test_saved_boards_go_on_alike():
    batch = GoBatch(4, go_options(board_size=5), seed=9)
    for _ in range(12):
        batch.step(batch.random_actions())
    saved, twin = batch.save([1, 2]), copy.deepcopy(batch)
    hashes = batch.hashes(situational=True)
    for _ in range(6):
        actions = batch.random_actions()
        batch.step(actions)
        assert np.array_equal(actions, twin.random_actions())
        twin.step(actions)
        assert all(np.array_equal(a, b) for a, b in zip(batch.out, twin.out))
    later = batch.views[[1, 2]].copy()
    batch.load([1, 2], saved)
    batch.look()
    assert np.array_equal(batch.hashes(situational=True)[[1, 2]], hashes[[1, 2]])
    assert not np.array_equal(batch.hashes(situational=True)[[0, 3]], hashes[[0, 3]])
    for _ in range(6):
        batch.step(batch.random_actions())
    assert np.array_equal(batch.views[[1, 2]], later)


def test_playouts_scores_and_owners():
    batch = GoBatch(3, go_options(board_size=5, komi=0.5), seed=1)
    assert batch.scores().tolist() == [-0.5] * 3 and not batch.ownership().any()
    wall = [10, 0, 11, 1, 12, 2, 13, 3, 14, 25]     # Black's third row, White's first but for its corner
    for action in wall:
        batch.step(np.array([action, action, 25]))
        if batch.terminated[2]:
            batch.restart(np.array([False, False, True]))
    owners = batch.ownership()
    assert owners[0].tolist() == [[-1] * 4 + [0]] + [[0] * 5] + [[1] * 5] * 3
    assert batch.scores()[0] == 15 - 4 - 0.5
    before = batch.views.copy()
    for policy in ("uniform", "patterns"):
        scores, owned = batch.random_playouts(40, policy, ownership=True)
        assert scores.shape == (3, 40) and owned.shape == (3, 5, 5) and owned.dtype == np.float32
        # The scores are the sums of the owners.
        assert np.allclose(scores.mean(axis=1), owned.sum(axis=(1, 2)) - 0.5)
        assert scores[0].mean() > 10 > abs(scores[2].mean()) and scores[2].std() > 0
    batch.look()
    assert np.array_equal(batch.views, before)
    with pytest.raises(ValueError, match="policy"):
        batch.random_playouts(1, "clever")
    with pytest.raises(ValueError, match="count"):
        batch.random_playouts(0)


def test_a_batch_takes_integers_of_any_type_for_all_its_boards():
    batch, other = (GoBatch(3, go_options(board_size=5)) for _ in range(2))
    batch.step(np.array([3, 4, 24]))
    for actions in (np.array([3, 4, 24], np.int32), np.array([3, 0, 4, 0, 24])[::2]):
        other.restart()
        other.step(actions, np.array([True, False, True, True, True])[::2])
        assert np.array_equal(other.views, batch.views)
    for wrong in ([1, 2], [[1, 2, 3]], 5):
        with pytest.raises(ValueError, match="is not for 3 boards"):
            batch.step(np.array(wrong))
    with pytest.raises(ValueError, match="is not for 3 boards"):
        batch.random_actions(np.ones(2, bool))
    assert np.array_equal(other.views, batch.views)
