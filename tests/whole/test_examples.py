"""The examples of docs/examples in their short forms."""
import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("gymnasium")
from places import ROOT  # noqa: E402

from gopy.go.geometry import BLACK, WHITE, parse_vertex  # noqa: E402
from gopy.go.history import Game  # noqa: E402
from gopy.go.rules import CGOS  # noqa: E402

EXAMPLES = ROOT / "docs" / "examples"


@pytest.fixture(scope="module")
def examples():
    sys.path.insert(0, str(EXAMPLES))
    import pattern_policy
    import train_patterns
    yield pattern_policy, train_patterns
    sys.path.remove(str(EXAMPLES))


def test_patterns_are_the_same_turned_and_reflected(examples):
    pattern_policy, _ = examples
    rng = np.random.default_rng(1)
    stones = rng.integers(3, size=(1, 7, 7))
    indices = pattern_policy.weight_indices(stones == 1, stones == 2)[0, :-1].reshape(7, 7)
    for turn in range(4):
        for image in (lambda board: np.rot90(board, turn), lambda board: np.rot90(board, turn).T):
            turned = image(stones[0])[None]
            found = pattern_policy.weight_indices(turned == 1, turned == 2)[0, :-1].reshape(7, 7)
            assert np.array_equal(found, image(indices))
    assert len(np.unique(indices)) > 20
    chances = pattern_policy.probabilities(np.zeros(pattern_policy.NUM_WEIGHTS), np.zeros((1, 4), int),
                                           np.array([[1, 0, 1, 0]]))
    assert chances.tolist() == [[0.5, 0.0, 0.5, 0.0]]


def test_the_gradient_is_that_of_the_expected_gain(examples):
    """Against differences of the sum of gain * log(chance), one position at a time."""
    pattern_policy, train_patterns = examples
    rng = np.random.default_rng(2)
    weights = rng.normal(size=pattern_policy.NUM_WEIGHTS)
    indices, mask = rng.integers(6, size=(3, 5)), np.ones((3, 5), int)
    actions, gains = np.array([0, 2, 4]), np.array([1.0, -0.5, 0.0])

    def likelihood(weights):
        chances = pattern_policy.probabilities(weights, indices, mask)
        return (gains * np.log(chances[np.arange(3), actions])).sum() / 3
    chances = pattern_policy.probabilities(weights, indices, mask)
    found = train_patterns.gradient([(indices, chances, actions, gains)], 3)
    for i in range(6):
        step = np.zeros_like(weights)
        step[i] = 1e-6
        assert found[i] == pytest.approx((likelihood(weights + step) - likelihood(weights - step)) / 2e-6, abs=1e-6)
    assert not found[6:].any()


def test_training_improves_on_random_moves_and_the_policy_plays_gtp(examples, tmp_path):
    _, train_patterns = examples
    shares = []
    weights = train_patterns.train(8, 128, 3.0, 0, lambda iteration, weights: shares.append(
        [train_patterns.share_won(weights, colour, 200, 1) for colour in ("black", "white")]))
    assert max(shares[0]) < 0.65 and min(shares[-1]) > 0.75
    np.save(tmp_path / "patterns.npy", weights)
    commands = ["protocol_version", "7 name", "boardsize 7", "komi 5.5", "clear_board", "play b d4", "play w d4",
                "genmove white", *["genmove b", "genmove w"] * 20, "showboard", "final_score", "known_command genmove",
                "play x a1", "boardsize 99", "nonsense", "quit"]
    words = [sys.executable, str(EXAMPLES / "play_gtp.py"), str(tmp_path / "patterns.npy"), "--seed", "1"]
    done = subprocess.run(words, input="\n".join(commands) + "\n", capture_output=True, text=True, timeout=120,
                          env={"PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    answers = done.stdout.split("\n\n")
    assert answers[:8][:2] == ["= 2", "=7 gopy pattern policy"] and answers[6] == "? illegal move"
    game = Game(7, 5.5, CGOS)
    game.play(BLACK, parse_vertex("D4", 7))
    for number, answer in enumerate(answers[7:48]):
        colour, move = (WHITE, BLACK)[number % 2], parse_vertex(answer.removeprefix("= "), 7)
        assert game.legal(colour, move)
        game.play(colour, move)
    assert answers[49][:4] in ("= B+", "= W+") and answers[50] == "= true"
    assert answers[51:54] == ["? not a colour: 'x'", "? unacceptable size", "? unknown command"]
