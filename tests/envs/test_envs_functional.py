"""Go as functions of states: the games are those of the vector environment, and no state changes."""
import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gopy.envs.functional import FunctionalGo, take  # noqa: E402
from gopy.envs.go_vector import GoVectorEnv  # noqa: E402

OPTIONS = {"board_size": 5, "komi": 0.5, "max_length": 30}


def same(one, other):
    return all(same(mine, theirs) if isinstance(mine, tuple) else np.array_equal(mine, theirs) for mine, theirs in zip(one, other))


def copied(states):
    return type(states)(*(copied(field) if isinstance(field, tuple) else field.copy() for field in states))


def test_games_are_those_of_the_vector_environment():
    go, vector, rng = FunctionalGo(**OPTIONS), GoVectorEnv(4, autoreset_mode="Disabled", **OPTIONS), np.random.default_rng(1)
    states, (observations, infos) = go.init(4, seed=3), vector.reset(seed=3)
    kept = []
    while not (states.terminated | states.truncated).any():
        assert np.array_equal(states.observation, observations) and np.array_equal(states.legal_action_mask, infos["action_mask"] == 1)
        assert np.array_equal(states.current_player, infos["to_play"]) and not states.rewards.any()
        kept.append((states, copied(states)))
        actions = go.random_actions(states, rng)
        assert states.legal_action_mask[np.arange(4), actions].all()
        movers, states = states.current_player, go.step(states, actions)
        observations, rewards, terminated, truncated, infos = vector.step(actions)
    assert np.array_equal(states.terminated, terminated) and np.array_equal(states.truncated, truncated)
    assert np.array_equal(states.rewards[np.arange(4), movers], rewards) and (states.rewards.sum(1) == 0).all()
    assert len(kept) > 5 and all(same(one, before) for one, before in kept)


def test_old_states_are_played_on_in_any_order_and_number():
    go, rng = FunctionalGo(**OPTIONS), np.random.default_rng(2)
    start = go.init(3)
    first = go.step(start, [0, 1, 2])
    second = go.step(first, go.random_actions(first, rng))
    assert same(go.step(start, [0, 1, 2])[:-1], first[:-1])
    some = take(second, [2, 0, 2, 1])
    after = go.step(some, [20, 20, 21, 20])
    assert np.array_equal(after.observation[2][..., 0], some.observation[2][..., 1]) and len(after.terminated) == 4
    alone = go.step(take(second, slice(0, 1)), [20])
    assert np.array_equal(alone.observation[0], after.observation[1])


def test_a_game_that_has_ended_stays():
    go = FunctionalGo(**OPTIONS)
    states = go.init(2)
    for actions in ([25, 0], [25, 1]):
        states = go.step(states, actions)
    assert states.terminated.tolist() == [True, False] and states.rewards[0].tolist() == [-1.0, 1.0]
    later = go.step(states, [0, 2])
    assert later.terminated.tolist() == [True, False] and not later.rewards.any()
    assert np.array_equal(later.observation[0], states.observation[0])
    illegal = go.step(later, [0, 2])
    assert illegal.terminated.tolist() == [True, True] and illegal.rewards[1].tolist() == [1.0, -1.0]
    for wrong in ([0], [0.5, 1.0], ["a", "b"]):
        with pytest.raises(gymnasium.error.InvalidAction):
            go.step(states, wrong)
    with pytest.raises(ValueError, match="count"):
        go.init(0)
