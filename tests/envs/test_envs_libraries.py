"""Examples for libraries of reinforcement learning: each learns for a short while, where its library is installed."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
from places import ROOT  # noqa: E402

import gopy.envs  # noqa: E402, F401
from gopy.envs.masked import MaskedObservation  # noqa: E402

OPTIONS = {"board_size": 5, "komi": 0.5, "history": 1, "max_length": 30}


@pytest.fixture(autouse=True)
def examples(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "examples"))


@pytest.mark.parametrize("given, shape", [({}, (5, 5, 3)), ({"flat": True}, (75,)), ({"observation": "obs", "mask": "mask", "dtype": bool}, (5, 5, 3))])
def test_observations_hold_the_mask(given, shape):
    env = MaskedObservation(gymnasium.make("gopy/Go-v0", opponent="random", **OPTIONS), **given)
    seen, mask = given.get("observation", "observations"), given.get("mask", "action_mask")
    observation, info = env.reset(seed=1)
    plain, _ = env.unwrapped.reset(seed=1)
    for _ in range(3):
        assert env.observation_space.contains(observation) and observation[seen].shape == shape
        assert observation[seen].dtype == np.float32 and observation[mask].dtype == given.get("dtype", np.float32)
        assert np.array_equal(observation[mask], info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(int(np.flatnonzero(observation[mask])[0]))
    assert np.array_equal(env.reset(seed=1)[0][seen].reshape(plain.shape), plain)
    any_game = MaskedObservation(gymnasium.make("gopy/TicTacToe-v0", opponent="random"))
    assert any_game.observation_space.contains(any_game.reset(seed=1)[0])
    with pytest.raises(ValueError, match="have no numbers"):
        MaskedObservation(Unnumbered())


class Unnumbered(gymnasium.Env):
    observation_space = action_space = gymnasium.spaces.Box(0, 1, (2,))


def test_ppo_learns():
    torch = pytest.importorskip("torch")
    import ppo
    torch.set_num_threads(1)
    shares = ppo.train(size=3, boards=32, seconds=60, rounds=30, report=lambda text: None)
    assert np.mean(shares[-5:]) > np.mean(shares[:3]) + 0.1


def test_advantages_are_those_of_the_definition():
    torch = pytest.importorskip("torch")
    import ppo
    rng = np.random.default_rng(1)
    rewards, values = (torch.from_numpy(rng.normal(size=(6, 2))) for _ in range(2))
    ended, last = torch.from_numpy((rng.random((6, 2)) < 0.3).astype(float)), torch.from_numpy(rng.normal(size=2))
    found = ppo.advantages(rewards, values, ended, last)
    for board in range(2):
        for t in range(6):
            total, weight = 0.0, 1.0
            for k in range(t, 6):
                following = 0.0 if ended[k, board] else (values[k + 1, board] if k < 5 else last[board])
                total += weight * float(rewards[k, board] + following - values[k, board])
                if ended[k, board]:
                    break
                weight *= ppo.TRACE
            assert float(found[t, board]) == pytest.approx(total)


def test_maskable_ppo_learns():
    pytest.importorskip("sb3_contrib")
    import maskable_ppo
    before, after = maskable_ppo.train(size=3, steps=40_000, games=200)
    assert after > before + 0.1


def test_tianshou_learns():
    pytest.importorskip("tianshou")
    import tianshou_dqn
    before, after = tianshou_dqn.train(size=3, epochs=2, steps=1500, games=60)
    assert after > before


def test_rllib_learns():
    pytest.importorskip("ray.rllib.algorithms.ppo", exc_type=ImportError)
    import rllib_ppo
    rewards = rllib_ppo.train(size=3, rounds=8, report=lambda text: None)
    assert max(rewards[-3:]) > rewards[0] + 0.1
