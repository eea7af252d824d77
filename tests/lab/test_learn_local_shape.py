"""`gopy learn local-shape`: what is learnt, that it repeats byte for byte, and stops that lose nothing."""
import signal
import subprocess
import sys

import pytest
from places import ROOT

from gopy import __main__ as cli
from gopy.base.errors import UserError
from gopy.compiled.rng import new_rng
from gopy.go.bitboard.construct import new_position, set_rules
from gopy.lab.learn.papers.shape_games import play_random_opponent
from gopy.lab.learn.papers.shape_learner import ShapeLearner
from gopy.papers.shape_weights import read_shape_weights, unpacked

SIZE = 5


def learnt(games, **settings):
    learner = ShapeLearner(SIZE, **settings)
    learner.learn(games)
    return learner


def arrays(learner, path):
    learner.write_checkpoint(path)
    return {name: array.tobytes() for name, array in unpacked(path).items()}


def won_from_random_play(learner, games):
    position, start = new_position(SIZE), new_position(SIZE)
    for board in (position, start):
        set_rules(board, 0.5)
    return sum(play_random_opponent(position, start, learner.weights(), colour, new_rng(5), games // 2) for colour in (0, 1))


def test_it_learns_to_beat_random_play():
    """With all weights 0 the player is as random as its opponent."""
    nothing, little = ShapeLearner(SIZE, komi=0.5), learnt(3000, komi=0.5)
    assert 60 <= won_from_random_play(nothing, 200) <= 140 < 185 <= won_from_random_play(little, 200)
    assert little.games == 3000 and little.moves > 3000 * 10


def test_the_same_seed_repeats_byte_for_byte_whatever_the_slices(tmp_path):
    once, sliced, other = learnt(60), ShapeLearner(SIZE), learnt(60, seed=2)
    for games in (1, 20, 39):
        sliced.learn(games)
    once.write_weights(tmp_path / "once"), sliced.write_weights(tmp_path / "sliced")
    assert (tmp_path / "once").read_bytes() == (tmp_path / "sliced").read_bytes()
    assert arrays(once, tmp_path / "a") == arrays(sliced, tmp_path / "b") != arrays(other, tmp_path / "c")


def test_a_checkpoint_goes_on_as_if_there_had_been_no_stop(tmp_path):
    first = learnt(25)
    first.write_checkpoint(tmp_path / "stop")
    second = ShapeLearner(SIZE)
    second.read_checkpoint(tmp_path / "stop")
    assert second.games == 25
    second.learn(35)
    assert arrays(second, tmp_path / "a") == arrays(learnt(60), tmp_path / "b")


@pytest.mark.parametrize("settings, message", [
    ({"seed": 2}, "is not of this run: its seed is 1, not 2"), ({"size": 4}, "its size is 5, not 4"),
    ({"epsilon": 0.5}, "its epsilon is 0.1, not 0.5")])
def test_a_checkpoint_of_another_run_is_refused(tmp_path, settings, message):
    path = tmp_path / "stop"
    ShapeLearner(SIZE).write_checkpoint(path)
    with pytest.raises(UserError, match=message):
        ShapeLearner(**{"size": SIZE, **settings}).read_checkpoint(path)


def test_a_damaged_checkpoint_is_refused_and_stays(tmp_path, capsys):
    out = tmp_path / "shapes.npz"
    checkpoint = tmp_path / "shapes.npz.checkpoint"
    checkpoint.write_bytes(b"half a file")
    assert cli.main(["learn", "local-shape", "--size", str(SIZE), "--games", "3", "--out", str(out)]) == 2
    assert capsys.readouterr().err == f"gopy: {checkpoint} is no file of local shapes\n"
    assert checkpoint.read_bytes() == b"half a file" and not out.exists()
    ShapeLearner(SIZE).write_weights(checkpoint)        # a file of weights is no checkpoint
    assert cli.main(["learn", "local-shape", "--size", str(SIZE), "--games", "3", "--out", str(out)]) == 2


@pytest.mark.parametrize("out, message", [
    ("missing/shapes.npz", "there is no folder"), (".", "is a folder"),
    ("shapes.npz", "shapes.npz.checkpoint has learnt from 20 games, more than 10: name another checkpoint")])
def test_what_cannot_be_done_is_told_before_the_work(tmp_path, capsys, out, message):
    learnt(20).write_checkpoint(tmp_path / "shapes.npz.checkpoint")
    before = sorted(tmp_path.iterdir())
    assert cli.main(["learn", "local-shape", "--size", str(SIZE), "--games", "10", "--out", str(tmp_path / out)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and message in told and sorted(tmp_path.iterdir()) == before


def test_ctrl_c_stops_and_the_same_command_goes_on(tmp_path, run_gopy):
    """A stopped run, gone on to the end, writes what a run without a stop writes; progress goes to stderr."""
    out, checkpoint = tmp_path / "shapes.npz", tmp_path / "shapes.npz.checkpoint"
    words = ["learn", "local-shape", "--size", str(SIZE), "--seed", "9", "--out", str(out)]
    process = subprocess.Popen([sys.executable, "-m", "gopy", *words, "--games", "1000000000"], stderr=subprocess.PIPE,
                               text=True, cwd=ROOT)
    line = process.stderr.readline()
    assert "games" in line and "left" in line, line
    process.send_signal(signal.SIGINT)
    rest = process.stderr.read()
    assert process.wait(60) == 130 and f"stopped; the same command goes on from {checkpoint}" in rest
    games = int(unpacked(checkpoint)["run"]["games"][0])
    assert games > 0 and f"{games} games" in rest and len(read_shape_weights(out, SIZE))
    done = run_gopy(*words, "--games", games + 10)
    assert done.returncode == 0 and done.stdout == "" and f"going on after {games} games" in done.stderr
    whole = ShapeLearner(SIZE, seed=9)
    whole.learn(games + 10)
    whole.write_weights(tmp_path / "whole.npz")
    assert out.read_bytes() == (tmp_path / "whole.npz").read_bytes()
