"""What other libraries ask of the environments: Stable-Baselines3's vectors, bytes in the place of truth values, actions as text."""
import sys
import types

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import gopy.envs  # noqa: E402, F401
from gopy.envs.actions import action_text, action_to_move, move_to_action, moves_of_actions, parse_action  # noqa: E402
from gopy.go.geometry import points, vertex_text  # noqa: E402

OPTIONS = {"board_size": 5, "komi": 0.5, "max_length": 30}


class FakeVecEnv:
    """What stable_baselines3.common.vec_env.VecEnv does when it is made."""

    def __init__(self, num_envs, observation_space, action_space):
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        try:
            self.render_mode = self.get_attr("render_mode")[0]
        except AttributeError:
            self.render_mode = None

    def step(self, actions):
        self.step_async(actions)
        return self.step_wait()


@pytest.fixture
def vec_env(monkeypatch):
    """GoVecEnv over the library's VecEnv, or without the library over a stand-in."""
    try:
        import stable_baselines3.common.vec_env  # noqa: F401
    except ImportError:
        for name in ("stable_baselines3", "stable_baselines3.common", "stable_baselines3.common.vec_env"):
            monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
        sys.modules["stable_baselines3.common.vec_env"].VecEnv = FakeVecEnv
    monkeypatch.delitem(sys.modules, "gopy.envs.stable_baselines", raising=False)
    from gopy.envs.stable_baselines import GoVecEnv
    yield GoVecEnv
    sys.modules.pop("gopy.envs.stable_baselines", None)


def test_stable_baselines_gets_boards_masks_and_ends(vec_env):
    env, rng = vec_env(6, **OPTIONS), np.random.default_rng(1)
    assert env.seed(3) == [3, 4, 5, 6, 7, 8]
    observations = env.reset()
    assert observations.shape == (6, 5, 5, 17) and env.observation_space.contains(observations[0])
    ends = 0
    for _ in range(60):
        masks = np.stack(env.env_method("action_masks"))
        assert masks.dtype == bool and (masks == env.action_masks()).all() and (masks[[2, 4]] == env.env_method("action_masks", indices=[2, 4])).all()
        observations, rewards, ended, infos = env.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]))
        assert rewards.dtype == np.float32 and rewards.shape == ended.shape == (6,) and len(infos) == 6
        for board in range(6):
            assert (infos[board] != {}) == ended[board]
            if ended[board]:
                ends += 1
                last = infos[board]["terminal_observation"]
                assert last.shape == (5, 5, 17) and not observations[board][..., :16].any() or observations[board][..., :2].sum() <= 1
                assert rewards[board] == np.sign(infos[board]["score"]) and not infos[board]["TimeLimit.truncated"] or rewards[board] in (-1, 1)
    assert ends > 3
    assert len(env.get_attr("action_masks", 3)) == 1 and env.env_is_wrapped(object) == [False] * 6
    with pytest.raises(AttributeError):
        env.set_attr("komi", 3)
    with pytest.raises(AttributeError, match="no method undo"):
        env.env_method("undo")
    with pytest.raises(ValueError, match="needs an opponent"):
        vec_env(2, opponent=None)
    env.close()


def test_without_the_library_the_reason_is_told():
    if "stable_baselines3" in sys.modules:
        pytest.skip("it is installed")
    try:
        import stable_baselines3  # noqa: F401
    except ImportError:
        with pytest.raises(ImportError, match="pip install sb3-contrib"):
            import gopy.envs.stable_baselines  # noqa: F401


@pytest.mark.parametrize("make", [lambda **given: gymnasium.make("gopy/Go-v0", disable_env_checker=True, **given),
                                  lambda **given: gymnasium.make_vec("gopy/Go-v0", num_envs=2, **given)])
def test_planes_are_truth_values_or_bytes(make):
    seen = []
    for dtype in ("bool", "uint8"):
        env = make(board_size=5, observation_dtype=dtype)
        env.reset(seed=1)
        told = env.step(12 if isinstance(env, gymnasium.Env) else np.array([12, 13]))[0]
        assert told.dtype == np.dtype(dtype) == env.observation_space.dtype and env.observation_space.contains(told)
        seen.append(told)
    assert np.array_equal(seen[0].astype(np.uint8), seen[1]) and seen[1].any()
    assert make(board_size=5, observation="board", observation_dtype="uint8").reset(seed=1)[0].dtype == np.int8
    with pytest.raises(ValueError, match="observation_dtype 'float32' is not one of"):
        make(board_size=5, observation_dtype="float32")


@pytest.mark.parametrize("size", [2, 5, 9, 19])
def test_actions_are_moves_and_texts(size):
    actions = range(size * size + 1)
    moves = [action_to_move(action, size) for action in actions]
    assert sorted(moves) == [*points(size), size * (size + 1)] and moves_of_actions(size).tolist() == moves
    assert [move_to_action(move, size) for move in moves] == list(actions)
    texts = [action_text(action, size) for action in actions]
    assert texts == [vertex_text(move, size) for move in moves] and texts[0] == f"A{size}" and texts[-1] == "pass"
    assert [parse_action(text.lower(), size) for text in texts] == list(actions)
    for wrong in (lambda: action_to_move(size * size + 1, size), lambda: action_to_move(-1, size), lambda: move_to_action(size, size),
                  lambda: move_to_action(size * (size + 1) + 1, size), lambda: parse_action("I1", size)):
        with pytest.raises(ValueError):
            wrong()
