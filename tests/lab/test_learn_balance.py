"""`gopy learn balance`: gradients by finite differences, balancing that reduces the error, repeating, stopping and going on."""
import lzma

import diagram
import numpy as np
import pytest

import gopy.go.contract  # noqa: F401  (registers the verbs)
from gopy.__main__ import main
from gopy.base.errors import UserError
from gopy.compiled.rng import new_rng
from gopy.game import new_trace
from gopy.go.bitboard.construct import clone_position, set_rules
from gopy.lab.learn.papers.balancing import BalanceLearner
from gopy.lab.learn.papers.deep_values import random_starts
from gopy.lab.learn.papers.playout_gradient import choice_gradient, mean_result, result_gradient
from gopy.lab.learn.papers.playout_likelihood import LikelihoodLearner
from gopy.lab.learn.records import Record
from gopy.papers import playout_weights
from gopy.papers.draft import new_paper_params

COUNT = playout_weights.feature_count()
FEATURES = playout_weights.shape_features()
SETTINGS = {"size": 5, "komi": 7.5, "seed": 3, "sims": 100, "updates": 120, "playouts": 20, "batch": 8, "step": 20.0}


def params_with(log_weights, size):
    return new_paper_params(size, softmax="even")._replace(softmax_table=playout_weights.weight_table(log_weights))


def with_one(log_weights, feature, change):
    changed = log_weights.copy()
    changed[feature] += change
    return changed


def test_the_gradient_of_a_choice_is_that_of_finite_differences():
    position = diagram.position("""
        . . . . .
        . X O X .
        . O . O .
        X . X O .
        . O . X .""")
    position.data[0].last = 2 * 6 + 3
    log_weights = np.random.default_rng(1).normal(0.0, 0.5, COUNT)
    log_weights[playout_weights.SELF_ATARI] = -1.0
    move, gradient = 2 * 6 + 2, np.zeros(COUNT)
    params = params_with(log_weights, 5)
    assert choice_gradient(clone_position(position), move, params, FEATURES, gradient) < 0.0
    used = np.flatnonzero(gradient)
    assert len(used) >= 10 and (used < len(playout_weights.MOVE_FEATURES)).sum() >= 3
    for feature in used:
        up, down = (choice_gradient(clone_position(position), move, params_with(with_one(log_weights, feature, change), 5),
                                    FEATURES, np.zeros(COUNT)) for change in (0.05, -0.05))
        assert gradient[feature] == pytest.approx((up - down) / 0.1, abs=2e-3)


def test_the_gradient_of_the_mean_result_is_that_of_finite_differences():
    start = diagram.position("""
        . X O .
        X X O O
        . . X .
        O . . .""")
    set_rules(start, 0.5)
    work, trace = clone_position(start), new_trace(200)
    log_weights = np.zeros(COUNT)

    def mean(weights):
        return mean_result(start, work, new_rng(1), params_with(weights, 4), trace, 40000)
    gradient = np.zeros(COUNT)
    base = mean(log_weights)
    assert 0.1 < base < 0.9
    result_gradient(start, work, new_rng(2), params_with(log_weights, 4), FEATURES, 40000, base, np.zeros(COUNT), gradient)
    steepest = np.argsort(-np.abs(gradient))[:3]
    assert abs(gradient[steepest[0]]) > 0.02
    for feature in steepest:
        slope = (mean(with_one(log_weights, feature, 0.3)) - mean(with_one(log_weights, feature, -0.3))) / 0.6
        assert gradient[feature] == pytest.approx(slope, abs=0.01)


@pytest.fixture(scope="module")
def starts():
    return random_starts(5, 120, 3)


def balanced(starts, **changes):
    learner = BalanceLearner({**SETTINGS, **changes}, np.zeros(COUNT), starts)
    learner.learn(learner.steps)
    return learner


@pytest.mark.rare
def test_balancing_on_5x5_reduces_the_error(starts):
    learner = balanced(starts, playouts=60, step=10.0, batch=16)
    assert "held out" in learner.summary()
    # 96 positions teach little about others. So the error is that of the positions learnt from, which chance does not decide.
    learner._held_out = np.flatnonzero([not found.held_out for found in starts])
    before, after = ((learner.errors(weights)**2).mean() for weights in (np.zeros(COUNT), learner.log_weights))
    assert after < 0.7 * before


def test_a_run_can_be_repeated_stopped_and_continued_byte_for_byte(starts, tmp_path):
    changes = {"updates": 6, "sims": 20}
    one, again = balanced(starts, **changes), BalanceLearner({**SETTINGS, **changes}, np.zeros(COUNT), starts)
    checkpoint = tmp_path / "checkpoint"
    for stop in (13, 123):                       # among the deep values, and among the steps of the gradient
        again.learn(stop - again.games)
        again.write_checkpoint(checkpoint)
        again = BalanceLearner({**SETTINGS, **changes}, np.zeros(COUNT), starts)
        again.read_checkpoint(checkpoint)
    again.learn(again.steps - again.games)
    for learner, name in ((one, "one"), (again, "again")):
        learner.write_weights(tmp_path / name)
        learner.write_checkpoint(tmp_path / f"{name}.checkpoint")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "again").read_bytes()
    assert (tmp_path / "one.checkpoint").read_bytes() == (tmp_path / "again.checkpoint").read_bytes()
    assert len((tmp_path / "one").read_text().splitlines()) > 20


def test_a_checkpoint_of_another_run_is_refused(starts, tmp_path):
    BalanceLearner(SETTINGS, np.zeros(COUNT), starts).write_checkpoint(tmp_path / "checkpoint")
    with pytest.raises(UserError, match="another batch"):
        BalanceLearner({**SETTINGS, "batch": 9}, np.zeros(COUNT), starts).read_checkpoint(tmp_path / "checkpoint")
    (tmp_path / "damaged").write_bytes(b"PK nothing")
    with pytest.raises(UserError, match="no checkpoint"):
        BalanceLearner(SETTINGS, np.zeros(COUNT), starts).read_checkpoint(tmp_path / "damaged")
    with pytest.raises(UserError, match="cannot read /dev/zero: .*regular file"):
        BalanceLearner(SETTINGS, np.zeros(COUNT), starts).read_checkpoint("/dev/zero")


def test_likelihood_finds_what_the_players_preferred():
    """Players who always answer next to the last move, in games of which each is another."""
    rng = np.random.default_rng(1)
    records = []
    for number in range(40):
        point, moves = [2, 2], []
        for _ in range(8):
            moves.append(point[0] * 6 + point[1])
            free = [p for p in ([point[0] + down, point[1] + across] for down, across in ((0, 1), (1, 0), (-1, 0), (0, -1)))
                    if 0 <= min(p) and max(p) < 5 and p[0] * 6 + p[1] not in moves]
            if not free:
                break
            point = free[rng.integers(len(free))]
        records.append(Record(f"game {number}", 5, [], 0, moves))
    learner = LikelihoodLearner({"size": 5}, np.zeros(COUNT), records)
    before, chosen = learner.mean_log_probability()
    learner.learn(150)
    after, _ = learner.mean_log_probability()
    assert chosen > 5 and after > before + 0.5
    assert learner.log_weights[playout_weights.MOVE_FEATURES.index("next")] > 1.0


def test_the_command_learns_and_goes_on(tmp_path, capsys):
    out = tmp_path / "weights.txt"
    words = ["learn", "balance", *"--size 5 --positions 10 --sims 20 --updates 3 --playouts 5 --batch 2 --out".split(), str(out)]
    assert main(words) == 0
    assert "going on" not in capsys.readouterr().err
    first = out.read_bytes()
    assert np.abs(playout_weights.read_weights(out)).max() > 0.0
    assert main(words) == 0
    assert "going on after 13 steps" in capsys.readouterr().err and out.read_bytes() == first


def test_what_cannot_be_learnt_from_is_told(tmp_path, capsys):
    table = tmp_path / "games.tsv.xz"
    table.write_bytes(lzma.compress(b"#id\tsize\n"))
    weights = tmp_path / "weights.txt"
    for words, sentence in ((["--method", "likelihood"], "no games on 9x9"), ([str(table)], "too few"),
                            (["--start", str(tmp_path / "none")], "No such file"), (["--playouts", "0"], "playouts: 0")):
        assert main(["learn", "balance", "--out", str(weights), *words]) == 2
        assert sentence in capsys.readouterr().err and not weights.exists()
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("x 0000\n")
    assert main(["learn", "balance", "--out", str(weights), "--start", str(wrong)]) == 2
    assert capsys.readouterr().err.startswith("gopy: ")
