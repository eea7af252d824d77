"""gopy/Go-v0: Gymnasium's own checks, rules of rewards and ends, opponents, states, records, pictures."""
import copy
import subprocess
import sys
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import gopy.envs  # noqa: E402, F401
from gopy.envs.go import GoEnv  # noqa: E402
from gopy.go.batch.boards import action_of_point, point_of_action  # noqa: E402
from gopy.go.geometry import parse_vertex  # noqa: E402
from gopy.go.sgf import load_game  # noqa: E402

PASS = 25


def make(**options):
    env = gymnasium.make("gopy/Go-v0", **{"board_size": 5, **options})
    env.reset(seed=1)
    return env


def play(env, *actions):
    """Play actions, numbers or vertices; returns what the last step told."""
    size = env.unwrapped.batch.options.board_size
    for action in actions:
        if isinstance(action, str):
            action = action_of_point(parse_vertex(action, size), size)
        told = env.step(action)
    return told


@pytest.mark.parametrize("options", [
    {"board_size": 9}, {"board_size": 2, "observation": "board"}, {"observation": "planes", "render_mode": "rgb_array"},
    {"render_mode": "ansi", "planes_first": True, "history": 1}, {"opponent": "random", "colour": "random"}])
def test_gymnasium_checks(options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("gopy/Go-v0", **options).unwrapped, skip_render_check=False)


def test_spaces_and_defaults():
    env = gymnasium.make("gopy/Go-v0")
    assert env.observation_space.shape == (9, 9, 17) and env.observation_space.dtype == bool
    assert env.action_space == gymnasium.spaces.Discrete(82)
    options = env.unwrapped.batch.options
    assert (options.komi, options.superko, options.suicide, options.longest) == (7.5, "positional", False, 648)
    observation, info = env.reset(seed=1)
    assert info["action_mask"].dtype == np.int8 and info["action_mask"].all() and info["to_play"] == 0
    assert env.action_space.sample(mask=info["action_mask"]) in env.action_space
    assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"])


def test_rewards_of_who_plays():
    env = make(komi=0.5)
    _, reward, terminated, _, info = play(env, "C3", PASS)
    assert reward == 0 and not terminated and info["to_play"] == 0 and "score" not in info
    _, reward, terminated, truncated, info = play(env, PASS)
    assert (reward, terminated, truncated, info["score"]) == (1, True, False, 24.5)
    assert info["action_mask"].sum() == 1 and info["action_mask"][PASS]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset()
    assert play(env, PASS, PASS)[1] == 1                # White wins by komi
    env = make(komi=25, reward="score")
    assert play(env, "C3", PASS, PASS)[1] == 0
    env = make(komi=25)
    assert play(env, "C3", PASS, PASS)[1] == 0          # a draw


def test_an_illegal_action_loses_at_once():
    for reward, loss in (("win", -1), ("score", -25), ("shaped", -1)):
        env = make(reward=reward)
        _, reward, terminated, _, info = play(env, "C3", "C3")
        assert (reward, terminated, info["illegal"], info["score"], info["to_play"]) == (loss, True, True, 17.5, 1)
        assert env.unwrapped.actions == [12]
    for action in (-1, 26, 2 ** 40, 2 ** 70, -2 ** 70):
        assert play(make(), action)[4]["illegal"]


@pytest.mark.parametrize("action", [1.5, 3.0, np.float64(3), "3", None, True, np.True_, np.array(True), [3], np.array([3])])
def test_what_is_no_integer_is_no_action(action):
    env = make().unwrapped
    play(env, "C3")
    before = env.state_hash(), env.to_play, list(env.actions)
    with pytest.raises(gymnasium.error.InvalidAction, match="the action .* is not an integer"):
        env.step(action)
    assert (env.state_hash(), env.to_play, env.actions) == before


@pytest.mark.parametrize("action", [np.int8(3), np.uint64(3), np.array(3), np.array(3, np.uint8)])
def test_integers_of_any_type_are_actions(action):
    env, other = make().unwrapped, make().unwrapped
    assert np.array_equal(env.step(action)[0], other.step(3)[0]) and env.actions == [3]


def test_no_step_before_a_reset():
    env = GoEnv(board_size=5)
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game has begun"):
        env.step(0)
    other = make().unwrapped
    play(other, "C3")
    env.restore_state(other.clone_state())          # this too begins a game
    assert env.step(0)[4]["to_play"] == 0


def test_an_opponents_action_is_checked_too():
    env = make(opponent=lambda observation, info: 0.5)
    with pytest.raises(gymnasium.error.InvalidAction, match="the opponent's action 0.5 is not an integer"):
        env.step(3)


@pytest.mark.parametrize("options, reason", [
    ({"board_size": "9"}, "board_size '9' is not an integer"), ({"board_size": 9.0}, "board_size 9.0 is not an integer"),
    ({"board_size": True}, "board_size True is not an integer"), ({"komi": "7.5"}, "komi wants a number, not '7.5'"),
    ({"komi": None}, "komi wants a number, not null"), ({"handicap": 2.5}, "handicap 2.5 is not an integer"),
    ({"max_length": 10.5}, "max_length 10.5 is not an integer"), ({"history": "8"}, "history '8' is not an integer"),
    ({"suicide": "no"}, "suicide 'no' is not True or False"), ({"planes_first": 1}, "planes_first 1 is not True or False"),
    ({"superko": ""}, "superko '' is not one of"), ({"rules": 3}, "rules 3 are no name")])
def test_options_of_the_wrong_type(options, reason):
    with pytest.raises(ValueError, match=reason):
        GoEnv(**options)


def test_options_of_numpys_types():
    options = GoEnv(board_size=np.int64(5), komi=np.float32(0.5), suicide=np.True_, max_length=np.uint8(9)).batch.options
    assert (options.board_size, options.komi, options.suicide, options.longest) == (5, 0.5, True, 9)
    assert [type(value) for value in (options.board_size, options.komi, options.suicide, options.max_length)] == [
        int, float, bool, int]


def test_shaped_rewards_add_up():
    env = make(reward="shaped", komi=0.5)
    assert play(env, "C3")[1] == 1.0                    # the whole board
    assert play(env, "C4")[1] == 1.0                    # no longer
    total, ended = 0.0, False
    while not ended:
        mover = env.unwrapped.to_play
        _, reward, terminated, truncated, info = env.step(env.unwrapped.batch.random_actions()[0])
        ended = terminated or truncated
        total += reward if mover == 0 else -reward
    won = 1 if info["score"] > 0 else -1
    assert np.isclose(total, (info["score"] + 0.5) / 25 + won)


def test_a_game_may_be_too_long():
    env = make(max_length=3, komi=0.5)
    _, reward, terminated, truncated, info = play(env, "C3", "A1", "B2")
    assert (reward, terminated, truncated, info["score"]) == (1, False, True, 2 - 1 - 0.5)
    env = make(max_length=2)
    assert play(env, PASS, PASS)[2:4] == (True, False)  # two passes end it, not its length


def test_handicap():
    env = make(board_size=9, handicap=4, rules="chinese")
    observation, info = env.reset()
    assert info["to_play"] == 1 and not observation[:, :, 16].any()
    assert observation[:, :, 1].sum() == 4 and observation[2, 2, 1] and not observation[:, :, 3].any()
    assert env.unwrapped.batch.options.komi == 7.5 + 4 and env.unwrapped.first_player == 1
    play(env, "E5")
    game = env.unwrapped.game()
    assert game.handicap == 4 and game.moves[0][0] == 1 and game.legal(0, 0)
    env.unwrapped.undo()
    assert env.unwrapped.state_hash() == env.unwrapped.game().board.hash


def test_the_last_positions():
    env = make(history=3)
    observation, *_ = play(env, "A5", "E1", "B5")
    own, enemy, turn = observation[:, :, 0:6:2], observation[:, :, 1:6:2], observation[:, :, 6]
    assert not turn.any()                               # White's turn
    assert own.sum(axis=(0, 1)).tolist() == [1, 1, 0] and enemy.sum(axis=(0, 1)).tolist() == [2, 1, 1]
    assert own[4, 4, 0] and enemy[0, 0].tolist() == [True] * 3 and enemy[0, 1].tolist() == [True, False, False]
    first = make(history=3, planes_first=True)
    assert np.array_equal(play(first, "A5", "E1", "B5")[0], np.moveaxis(observation, 2, 0))
    full = play(make(), "A5", "E1", "B5")[0]
    assert full.shape == (5, 5, 17) and np.array_equal(full[:, :, :6], observation[:, :, :6])
    assert not full[:, :, 8:].any() and full[:, :, 6:8].sum() == 0


def test_plain_planes_and_board():
    planes = play(make(observation="planes"), "A5", "E1", "B5")[0]
    assert planes.sum(axis=(0, 1)).tolist() == [2, 1, 22, 25] and planes[0, 0, 0] and planes[4, 4, 1]
    board = play(make(observation="board"), "A5", "E1", "B5")[0]
    assert board.dtype == np.int8 and board[0, 0] == board[0, 1] == -1 and board[4, 4] == 1


@pytest.mark.parametrize("superko, retakes", [("none", True), ("simple", False), ("positional", False),
                                              ("situational", False)])
def test_ko(superko, retakes):
    env = make(superko=superko)
    play(env, "B3", "C3", "C4", "D4", "C2", "D2", PASS, "E3", "D3")     # Black takes C3's stone
    mask = env.unwrapped.action_masks()
    assert not env.unwrapped.game().board.colours[parse_vertex("C3", 5)] < 2
    assert mask[action_of_point(parse_vertex("C3", 5), 5)] == retakes


def test_opponents_answer():
    env = make(opponent="random", colour="white")
    observation, info = env.reset(seed=5)
    assert info["to_play"] == 1 and len(env.unwrapped.actions) == 1
    observation, reward, *_ , info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert info["to_play"] == 1 and len(env.unwrapped.actions) == 3
    colours = {make(opponent="random", colour="random").reset(seed=seed)[1]["to_play"] for seed in range(12)}
    assert colours == {0, 1}


def test_rewards_against_an_opponent():
    env = make(opponent=lambda observation, info: PASS, komi=0.5)
    assert play(env, "C3")[1:3] == (0, False)
    _, reward, terminated, _, info = play(env, PASS)    # ends with the agent's own pass
    assert (reward, terminated, info["score"], info["to_play"]) == (1, True, 24.5, 1)
    env = make(opponent=lambda observation, info: PASS, colour="white")
    assert play(env, PASS)[1:3] == (1, True)            # Black's pass, White's: White wins by komi
    env = make(opponent=lambda observation, info: 99)
    _, reward, terminated, _, info = play(env, "C3")
    assert (reward, terminated, info["illegal"]) == (1, True, False)    # the opponent's action was


def test_what_a_callable_sees():
    def look(observation, info):
        assert info["to_play"] == 1 and observation[0, 0] == -1 and not info["action_mask"][0]
        return 24

    env = make(opponent=look, observation="board")
    observation, *_ = play(env, 0)
    assert observation[0, 0] == 1 and observation[4, 4] == -1


@pytest.mark.parametrize("player", ["gopy:sims=20", "gnugo:level=1"])
def test_engines_answer(player, request):
    if player.startswith("gnugo"):
        request.getfixturevalue("gnugo")
    env = make(opponent=player, board_size=9, colour="white", rules="chinese")
    generator = np.random.default_rng(3)
    info = env.reset(seed=1)[1]
    ended = False
    while not ended:
        legal = np.flatnonzero(info["action_mask"])
        _, reward, terminated, truncated, info = env.step(generator.choice(legal))
        ended = terminated or truncated
    assert not info["illegal"] and reward == (1 if info["score"] < 0 else -1)
    env.reset()                                         # the same process, a new game
    play(env, PASS)
    with pytest.raises(ValueError, match="the opponent would be to move"):
        env.unwrapped.undo(1)
    env.unwrapped.undo(2)
    play(env, 0) if env.unwrapped.action_masks()[0] else play(env, 1)
    assert len(env.unwrapped.actions) == 3
    twin = copy.deepcopy(env)
    assert twin.unwrapped.opponent is not env.unwrapped.opponent
    twin.step(int(np.flatnonzero(twin.unwrapped.action_masks())[0]))
    assert len(twin.unwrapped.actions) == 5
    twin.close()
    env.close()
    env.close()


def test_a_seed_restarts_an_engine():
    env, games = make(opponent="gopy:sims=20,preset=classical", board_size=9), []       # a network is too sure to play otherwise so soon
    for seed in (5, None, 5, 6):
        env.reset(seed=seed)
        play(env, 40, 41, 30)
        games.append(list(env.unwrapped.actions))
        if games[0] != games[-1]:
            assert seed != 5
    assert len(set(map(tuple, games))) > 1
    env.close()


def test_refused_opponents():
    with pytest.raises(ValueError, match="no such|there is no program"):
        make(opponent="no-such-program")
    with pytest.raises(ValueError, match="cannot be called"):
        make(opponent=3)
    with pytest.raises(ValueError, match="render_mode"):
        GoEnv(render_mode="hologram")


def test_states_and_undo():
    env = make(board_size=9, superko="situational").unwrapped
    play(env, "C3", "D4", "D3", 80)
    for _ in range(15):
        env.step(env.batch.random_actions()[0])
    state, before = env.clone_state(), (env.state_hash(), env.state_hash(True), env.to_sgf())
    twin = copy.deepcopy(env)
    observation = env.batch.views[0].copy()
    for _ in range(9):
        action = env.batch.random_actions()[0]
        told, other = env.step(action), twin.step(twin.batch.random_actions()[0])
        assert np.array_equal(told[0], other[0]) and np.array_equal(told[4]["action_mask"], other[4]["action_mask"])
    mask = env.action_masks()
    undone, info = env.undo(9)
    assert np.array_equal(undone, observation) and (env.state_hash(), env.state_hash(True), env.to_sgf()) == before
    restored, _ = twin.restore_state(state)
    assert np.array_equal(restored, observation) and twin.actions == env.actions
    for _ in range(9):
        twin.step(twin.batch.random_actions()[0])
    assert np.array_equal(twin.action_masks(), mask)
    with pytest.raises(ValueError, match="cannot undo 99"):
        env.undo(99)
    with pytest.raises(ValueError, match="count 1.5 is not an integer"):
        env.undo(1.5)


def test_an_ended_game_is_restored_as_ended():
    env = make().unwrapped
    play(env, PASS, PASS)
    state = env.clone_state()
    env.undo(1)
    assert play(env, 0)[2] is False
    _, info = env.restore_state(state)
    assert info["score"] == -7.5
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_records_hashes_scores():
    env = make(board_size=9, handicap=2).unwrapped
    for _ in range(30):
        env.step(env.batch.random_actions()[0])
    game = env.game()
    assert env.state_hash() == game.board.hash and env.state_hash(True) == game.board.situation()
    again = load_game(env.to_sgf(black="agent"))
    assert again.moves == game.moves and again.komi == env.batch.options.komi
    assert "PB[agent]" in env.to_sgf(black="agent")
    assert [point_of_action(action, 9) for action in env.actions] == [move for _, move in game.moves]
    assert env.score() == env.ownership().sum() - env.batch.options.komi
    assert env.ownership().shape == (9, 9)


def test_pictures(capsys):
    env = make(render_mode="rgb_array")
    empty = env.render()
    play(env, "A5")
    image = env.render()
    assert image.shape == (192, 192, 3) and image.dtype == np.uint8
    changed = np.argwhere((image != empty).any(axis=2))
    assert changed.min() >= 16 and changed.max() <= 48       # the upper left corner
    text = make(render_mode="ansi")
    play(text, "A5", PASS)
    lines = text.render().splitlines()
    assert lines[1].split() == ["5", "X", ".", ".", ".", ".", "5"] and "after a pass" in lines[-1]
    make(render_mode="human")
    assert "Black (X) to play" in capsys.readouterr().out
    assert make().render() is None


def test_importing_gopy_alone_imports_no_gymnasium():
    script = "import sys, gopy, gopy.engine.engine; assert 'gymnasium' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_gymnasium_missing_is_one_sentence():
    script = "import sys; sys.modules['gymnasium'] = None; import gopy.envs"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == ('ImportError: gopy.envs needs gymnasium, which `pip install ".[rl]"` in the '
                                            "clone of gopy installs")
