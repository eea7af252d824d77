"""The PettingZoo environment against PettingZoo's own, its tests, and the slow oracle."""
import copy
import importlib
import pickle
import sys
import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from gopy.envs import pettingzoo as ours  # noqa: E402

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


@pytest.mark.parametrize("options", [{}, {"compatible": True}, {"handicap": 2, "board_size": 9, "reward": "score"},
                                     {"observation": "board", "reward": "shaped", "superko": "none"}])
def test_pettingzoos_own_tests_pass(options, capsys):
    options = {"board_size": 5, **options}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")         # it finds dictionaries strange, and first boards without stones
        api_test(ours.env(**options), num_cycles=60)
    seed_test(lambda: ours.env(**options), num_cycles=30)
    render_test(lambda **mode: ours.env(**options, **mode))


def play(env, *actions):
    env.reset()
    for action in actions:
        env.step(action)


def test_planes_and_colour_are_the_observers():
    env = ours.env(board_size=3)
    play(env, 0, 4)
    for agent, first, second in (("black_0", 0, 4), ("white_0", 4, 0)):
        planes = env.observe(agent)["observation"].reshape(9, 17)
        assert np.flatnonzero(planes[:, 0]).tolist() == [first] and np.flatnonzero(planes[:, 1]).tolist() == [second]
        # a move ago only Black's stone was there
        assert planes[0, 2:4].tolist() == [agent == "black_0", agent != "black_0"] and planes[4, 2:4].sum() == 0
        assert (planes[:, 16] == (agent == "black_0")).all()
    assert env.agent_selection == "black_0" and env.observe("white_0")["action_mask"].sum() == 0
    assert env.observe("black_0")["action_mask"].tolist() == [0, 1, 1, 1, 0, 1, 1, 1, 1, 1]


def test_ends():
    env = ours.env(board_size=2, komi=0.0)
    play(env, 4, 4)                             # a draw
    assert env.rewards == {"black_0": 0.0, "white_0": 0.0} and env.terminations == {"black_0": True, "white_0": True}
    assert env.infos["black_0"] == env.infos["white_0"] == {"score": 0.0}
    env = ours.env(board_size=2, komi=0.5, max_length=3)
    play(env, 0, 4, 4)
    assert env.rewards == {"black_0": 1.0, "white_0": -1.0} and not any(env.truncations.values())
    play(env, 0, 4, 3)                          # three actions without two passes
    assert all(env.truncations.values()) and not any(env.terminations.values()) and env.infos["black_0"]["score"] == 3.5
    env.step(None)
    env.step(None)
    assert env.agents == []


def test_an_illegal_action_loses_for_its_agent_alone(capsys):
    env = ours.env(board_size=3)
    play(env, 4, 4)
    assert env.rewards == {"black_0": 0.0, "white_0": -1.0}
    assert all(env.terminations.values()) and not any(env.truncations.values())
    assert env.observe(env.agent_selection)["action_mask"].tolist() == [0] * 9 + [1]
    env = ours.env(board_size=3, reward="score")
    play(env, 4, 4)
    assert env.rewards == {"black_0": 0.0, "white_0": -9.0}
    with pytest.raises(AssertionError, match="action space"):
        play(env, 10)
    for action in (None, 1.5, "3", True, np.True_, [3], -1, 2 ** 70):
        env.reset()
        with pytest.raises(AssertionError, match="action is not in action space"):
            env.step(action)
        assert env.agent_selection == "black_0" and not any(env.terminations.values())
    for action in (np.int8(3), np.array(3)):
        play(env, action)
        assert env.agent_selection == "white_0"


def test_positional_superko_is_in_the_mask_unless_compatible():
    for compatible in (False, True):
        env = ours.env(board_size=2, komi=0.5, compatible=compatible)
        # Black's stone in the corner, all of the board taken and retaken until only the same stone would be left
        play(env, 0, 3, 1, 2, 0, 1)
        assert env.observe("black_0")["action_mask"].tolist() == [int(compatible), 0, 0, 0, 1]


def test_calls_in_the_wrong_order():
    env = ours.env(board_size=3)
    with pytest.raises(AttributeError, match="agents cannot be accessed before reset"):
        print(env.agents)
    for call in (lambda: env.step(0), lambda: env.observe("black_0"), env.render):
        with pytest.raises(AssertionError, match="reset"):
            call()


def test_a_copy_goes_its_own_way():
    env = ours.env(board_size=3)
    play(env, 0)
    copied, pickled = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    env.step(1)
    for other in (copied, pickled):
        assert other.agent_selection == "white_0" and other.observe("white_0")["action_mask"].sum() == 9
        other.step(1)
        assert np.array_equal(other.observe("black_0")["observation"], env.observe("black_0")["observation"])


def test_the_registry_makes_it():
    pettingzoo = pytest.importorskip("pettingzoo", minversion="1.27")
    env = pettingzoo.make("aec", "gopy/go-v0", board_size=4)
    assert isinstance(env, ours.GoAEC) and env.action_space("black_0").n == 17
    assert ours.raw_env is ours.env and str(env) == "gopy_go_v0" and str(ours.env(compatible=True)) == "go_v5"


def test_without_pettingzoo_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "gopy.envs.pettingzoo")
    with pytest.raises(ImportError, match=r'needs pettingzoo, which `pip install "\.\[rl\]"` in the clone'):
        importlib.import_module("gopy.envs.pettingzoo")


def test_pictures():
    env = ours.env(board_size=5, render_mode="rgb_array", screen_height=100)
    play(env, 0)
    image = env.render()
    assert image.shape == (100, 100, 3) and image.dtype == np.uint8
    assert ours.env(board_size=5, render_mode="rgb_array").screen_height == 800
    env = ours.env(board_size=5, render_mode="ansi")
    play(env, 0)
    assert env.render().splitlines()[1].startswith(" 5(X)")


@pytest.mark.parametrize("options, message", [
    ({"render_mode": "film"}, "render_mode 'film' is not one of"), ({"superko": "super"}, "superko 'super' is not one of"),
    ({"compatible": True, "superko": "none"}, "leaves nothing to choose: superko"),
    ({"board_size": 26}, "board_size 26 is not"), ({"board_size": "9"}, "board_size '9' .*integer"),
    ({"screen_height": 0}, "screen_height 0 is less than 1"), ({"screen_height": 2.5}, "screen_height 2.5 .*integer"),
    ({"compatible": "yes"}, "compatible 'yes' is not True or False")])
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        ours.env(**options)
