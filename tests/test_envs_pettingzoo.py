"""The PettingZoo environment against PettingZoo's own, its tests, and the slow oracle."""
import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test     # noqa: E402

from gopy.envs import pettingzoo as ours     # noqa: E402

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    go_v5 = pytest.importorskip("pettingzoo.classic.go.go")     # needs pygame


def state_of(env):
    """All that an AEC environment shows, its agents' observations included."""
    shown = {"agents": list(env.agents), "selection": env.agent_selection, "rewards": dict(env.rewards),
             "terminations": dict(env.terminations), "truncations": dict(env.truncations), "infos": dict(env.infos)}
    if env.agents:
        shown["last"] = env.last(observe=False)
    return shown


def assert_same(theirs, mine):
    assert state_of(theirs) == state_of(mine)
    for agent in theirs.possible_agents:
        expected, found = theirs.observe(agent), mine.observe(agent)
        assert expected.keys() == found.keys()
        for key in expected:
            assert expected[key].dtype == found[key].dtype and np.array_equal(expected[key], found[key]), (agent, key)


@pytest.mark.parametrize("size, komi, games", [(2, 0.5, 20), (3, 0.0, 40), (5, 7.0, 20), (7, 7.5, 6), (9, 5.5, 2)])
def test_compatible_is_go_v5_exactly(size, komi, games):
    """Whole games, some ended by an illegal action, observed by both agents after every step."""
    rng = np.random.default_rng(size)
    theirs, mine = go_v5.env(board_size=size, komi=komi), ours.env(board_size=size, komi=komi, compatible=True)
    ends = set()
    for number in range(games):
        theirs.reset(seed=number)
        mine.reset(seed=number)
        illegal_at = rng.integers(size * size) if number % 3 == 0 else None
        assert_same(theirs, mine)
        for ply in range(2000):
            if not theirs.agents:
                break
            agent = theirs.agent_selection
            mask = theirs.observe(agent)["action_mask"]
            if theirs.terminations[agent]:
                action = None
            elif illegal_at is not None and ply >= illegal_at and not mask.all():
                action = int(rng.choice(np.flatnonzero(mask == 0)))
            else:
                action = int(rng.choice(np.flatnonzero(mask)))
            theirs.step(action)
            mine.step(action)
            assert_same(theirs, mine)
            if action is not None and any(theirs.terminations.values()):
                ends.add(tuple(theirs.rewards.values()))
    assert ends >= {(1, -1), (-1, 1)} or size > 7
