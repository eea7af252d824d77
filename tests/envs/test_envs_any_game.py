"""The environments of other games than Go: Gymnasium's checks, views beside the board as text, ends, opponents."""
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

import gopy.envs  # noqa: E402, F401
from gopy import game  # noqa: E402
from gopy.envs.any_game import AnyGameEnv  # noqa: E402

ALTERNATING = {"gopy/TicTacToe-v0": {}, "gopy/Gomoku-v0": {"size": 8}, "gopy/LinesOfAction-v0": {"size": 7},
               "gopy/Knightthrough-v0": {}, "gopy/MiniShogi-v0": {}, "gopy/Awari-v0": {}}
ALL = {**ALTERNATING, "gopy/Goofspiel-v0": {"cards": 5}}


def make(name, **options):
    return gymnasium.make(name, disable_env_checker=True, **{**ALL[name], **options}).unwrapped


def random_game(env, rng, seed=None):
    """Play random actions; returns the last step's answer and the number of steps."""
    _, info = env.reset(seed=seed)
    for steps in range(1, 3000):
        told = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        info = told[-1]
        if told[2]:
            return told, steps
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("options", [{}, {"opponent": "random", "player": "random"}])
def test_gymnasiums_checker_has_nothing_to_say(name, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not within the observation space|.*Box.*")
        check_env(make(name, **options), skip_render_check=True)
    env = make(name, render_mode="ansi", **options)
    env.reset(seed=1)
    assert env.render() == game.draw(env.game.state)


@pytest.mark.parametrize("name", ALL)
def test_random_games_keep_the_contract(name):
    rng = np.random.default_rng(1)
    for options in ({}, {"opponent": "random", "player": "second"}):
        env = make(name, **options)
        for seed in range(3):
            (observation, reward, terminated, truncated, info), _ = random_game(env, rng, seed)
            assert terminated and not truncated and reward in (-1.0, 0.0, 1.0)
            assert env.observation_space.contains(observation) and not info["action_mask"].any()
            if "opponent" in options and env.game.value() != 0.5:
                assert reward == (1.0 if env.game.value() == 0.0 else -1.0)
            with pytest.raises(gymnasium.error.ResetNeeded):
                env.step(0)


@pytest.mark.parametrize("name", ALL)
def test_games_repeat_with_their_seed(name):
    ends = []
    for _ in range(2):
        env = make(name, opponent="random", player="random")
        (observation, reward, *_), steps = random_game(env, np.random.default_rng(5), seed=3)
        ends.append((observation.tolist(), reward, steps, env.game.moves))
    assert ends[0] == ends[1]


def signs(text, rows, columns):
    """{sign: int array of where it stands} of a board as text whose last row is row 0."""
    lines = [line.split()[1:1 + columns] for line in text.splitlines() if line.split()[0].isdigit()][:rows][::-1]
    return lambda sign: np.array([[cell == sign for cell in line] for line in lines], int)


@pytest.mark.parametrize("name, options, first_row_on_top", [
    ("gopy/TicTacToe-v0", {}, True), ("gopy/Gomoku-v0", {}, True), ("gopy/Gomoku-v0", {"size": 15}, True),
    ("gopy/LinesOfAction-v0", {"size": 8}, False), ("gopy/LinesOfAction-v0", {"size": 7}, False),
    ("gopy/Knightthrough-v0", {}, False)])
def test_boards_are_those_that_people_see(name, options, first_row_on_top):
    env = make(name, render_mode="ansi", **options)
    rng = np.random.default_rng(2)
    view, info = env.reset()
    for ply in range(9):
        rows, columns, planes = view.shape
        assert planes == 3 and rows == columns == options.get("size", rows)
        at = signs(env.render(), rows, columns)
        own, other = ("XO", "OX")[ply % 2]
        for sign, plane in ((own, 0), (other, 1)):
            seen = at(sign)[::-1] if first_row_on_top else at(sign)
            assert np.array_equal(view[:, :, plane], seen)
        assert (view[:, :, 2] == (ply % 2 == 0)).all()
        view, _, ended, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if ended:
            break


def test_minishogi_shows_pieces_and_hands():
    env = make("gopy/MiniShogi-v0", render_mode="ansi")
    rng = np.random.default_rng(4)
    letters = "P S B R G K +P +S +B +R".split()
    view, info = env.reset()
    held = 0
    for ply in range(60):
        at = signs(env.render(), 5, 5)
        for kind, letter in enumerate(letters):
            first, second = (kind, 10 + kind) if ply % 2 == 0 else (10 + kind, kind)
            assert np.array_equal(view[:, :, first], at(letter))
            assert np.array_equal(view[:, :, second], at(letter.lower()))
        # two of each kind, on the board or in a hand, but for the kings
        for kind in range(5):
            promoted = view[:, :, [6 + kind, 16 + kind]].sum() if kind < 4 else 0
            in_hands = view[0, 0, 20 + kind] + view[0, 0, 25 + kind]
            assert view[:, :, [kind, 10 + kind]].sum() + promoted + in_hands == 2
            held += in_hands
        view, _, ended, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if ended:
            break
    assert held > 0


def test_awari_and_goofspiel_show_counts():
    env = make("gopy/Awari-v0")
    view, _ = env.reset()
    assert view.tolist() == [4] * 12 + [0, 0]
    view, *_ = env.step(0)                    # player 1 looks: the other row has sown
    assert view.tolist() == [4] * 6 + [0, 5, 5, 5, 5, 4] + [0, 0]
    seen = []
    env = make("gopy/Goofspiel-v0", cards=4, order="descending", payoff="points",
               opponent=lambda view, info: seen.append(view.tolist()) or int(np.flatnonzero(info["action_mask"])[0]))
    view, _ = env.reset()
    assert view.tolist() == [1] * 4 + [1] * 4 + [1, 1, 1, 0] + [0, 0, 0, 1] + [0, 0]
    view, *_ = env.step(3)                    # 4 against 1 for 4 points
    assert view.tolist() == [1, 1, 1, 0] + [0, 1, 1, 1] + [1, 1, 0, 0] + [0, 0, 1, 0] + [4, 0]
    view, *_ = env.step(0)                    # 1 against 2 for 3
    assert seen[1] == [0, 1, 1, 1] + [1, 1, 1, 0] + [1, 1, 0, 0] + [0, 0, 1, 0] + [0, 4]
    _, reward, ended, _, info = env.step(1)   # 2 against 3 for 2, then 3 against 4 for 1
    assert ended and reward == 4 - 3 - 2 - 1 == info["score"]


def test_self_play_pays_who_moved():
    env = make("gopy/TicTacToe-v0")
    env.reset()
    for action in (0, 3, 1, 4):
        assert env.step(action)[1:3] == (0.0, False)
    _, reward, ended, _, info = env.step(2)
    assert (reward, ended, info["to_play"]) == (1.0, True, 1)
    observation, info = env.undo()
    assert info["to_play"] == 0 and info["action_mask"][2] == 1 and not info["illegal"]


def test_an_opponents_first_move_is_not_taken_back():
    env = make("gopy/TicTacToe-v0", opponent="random", player="second")
    env.reset(seed=1)
    for _ in range(2):
        before = list(env.game.moves)
        with pytest.raises(ValueError, match="there is no move to take back"):
            env.undo()
        assert env.game.moves == before and len(before) == 1
        env.step(int(np.flatnonzero(env.action_masks())[0]))
        assert len(env.game.moves) == 3
        env.undo()


@pytest.mark.parametrize("game", ["go", "tic_tac_toe"])
def test_a_game_without_observations_is_named(game):
    with pytest.raises(ValueError, match="go|tic"):
        AnyGameEnv(game)


def test_an_illegal_action_loses():
    env = make("gopy/TicTacToe-v0", opponent="random")
    _, info = env.reset(seed=1)
    env.step(0)
    for action in (0, 9, -1):
        _, reward, ended, truncated, info = env.step(action)
        assert (reward, ended, truncated, info["illegal"]) == (-1.0, True, False, True)
        env.reset(seed=1)
        env.step(0)


@pytest.mark.parametrize("name", ["gopy/TicTacToe-v0", "gopy/Goofspiel-v0"])
@pytest.mark.parametrize("action", [1.5, "3", None, True, np.True_, [3]])
def test_what_is_no_integer_is_no_action(name, action):
    env = make(name)
    env.reset(seed=1)
    before = list(env.game.moves)
    with pytest.raises(gymnasium.error.InvalidAction, match="the action .* integer"):
        env.step(action)
    assert env.game.moves == before
    env.step(np.array(3))


@pytest.mark.parametrize("call", ["step", "undo", "action_masks", "info"])
def test_nothing_before_a_reset(call):
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game has begun"):
        getattr(make("gopy/TicTacToe-v0"), call)(*[0] * (call == "step"))


@pytest.mark.parametrize("action, error, reason", [
    (0.5, gymnasium.error.InvalidAction, "the opponent's action 0.5 .*integer"),
    (-1, ValueError, "the opponent's action -1 is illegal"), (99, ValueError, "the opponent's action 99 is illegal")])
def test_an_opponents_action_is_checked_too(action, error, reason):
    env = make("gopy/TicTacToe-v0", opponent=lambda view, info: action)
    env.reset()
    with pytest.raises(error, match=reason):
        env.step(0)


def test_opponents():
    beaten = 0
    for opponent in ("random", "gopy:sims=300,policy=uct"):
        env = make("gopy/TicTacToe-v0", opponent=opponent)
        rng, rewards = np.random.default_rng(3), []
        for seed in range(30):
            rewards.append(random_game(env, rng, seed if seed == 0 else None)[0][1])
        beaten += rewards.count(1.0) if opponent == "random" else 0
        assert opponent == "random" or rewards.count(1.0) <= 1
    assert beaten > 8
    env = make("gopy/Awari-v0", opponent=lambda view, info: 0)
    env.reset()
    with pytest.raises(ValueError, match="the opponent's action 0 is illegal"):
        env.step(0)
    env = make("gopy/TicTacToe-v0", opponent=lambda view, info: int(info["action_mask"].argmax()), player="second")
    view, info = env.reset()
    assert view[0, 0].tolist() == [0, 1, 0] and info["to_play"] == 1


@pytest.mark.parametrize("name, options, message", [
    ("gopy/Goofspiel-v0", {"opponent": None}, "needs an opponent"),
    ("gopy/Gomoku-v0", {"width": 3}, "unknown option of gomoku 'width'"),
    ("gopy/TicTacToe-v0", {"opponent": "gopy:policy=none"}, "unknown policy"),
    ("gopy/TicTacToe-v0", {"opponent": 3}, "cannot be called"),
    ("gopy/Gomoku-v0", {"size": "8"}, "gomoku: size wants a number, not '8'"),
    ("gopy/Gomoku-v0", {"size": 8.0}, "gomoku: size wants a number, not 8.0"),
    ("gopy/Goofspiel-v0", {"order": "descending,cards=5"}, "twice"),
    ("gopy/TicTacToe-v0", {"player": "both"}, "player 'both' is not one of"),
    ("gopy/TicTacToe-v0", {"render_mode": "rgb_array"}, "render_mode 'rgb_array' is not one of")])
def test_bad_options(name, options, message):
    with pytest.raises(ValueError, match=message):
        make(name, **options)


@pytest.mark.parametrize("name", ALL)
def test_observations_are_truth_values_or_bytes_by_choice(name):
    plain, rng = make(name), np.random.default_rng(2)
    most = plain.observation_space.high.max()
    for dtype, holds in (("bool", 1), ("uint8", 255)):
        if most > holds:
            with pytest.raises(ValueError, match=f"observation_dtype '{dtype}' does not hold the numbers up to {most}"):
                make(name, observation_dtype=dtype)
            continue
        chosen = make(name, observation_dtype=dtype)
        seen, other = chosen.reset(seed=1)[0], plain.reset(seed=1)[0]
        for _ in range(3):
            assert seen.dtype == np.dtype(dtype) == chosen.observation_space.dtype and chosen.observation_space.contains(seen)
            assert np.array_equal(seen.astype(np.int16), other)
            action = int(rng.choice(np.flatnonzero(plain.action_masks())))
            seen, other = chosen.step(action)[0], plain.step(action)[0]
    with pytest.raises(ValueError, match="observation_dtype 'float32' is not one of bool, uint8"):
        make(name, observation_dtype="float32")
