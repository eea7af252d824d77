"""The example that trains AlphaZero, in short, and the games against itself that it learns from."""
import os
import subprocess
import sys

import numpy as np
import pytest
from places import ROOT

from gopy import game
from gopy.games.catalogue import game_kind
from gopy.games.searching.selfplay import SelfPlay, joined, save_positions

EXAMPLES = ROOT / "docs" / "examples"


@pytest.fixture(scope="module")
def alphazero():
    sys.path.insert(0, str(EXAMPLES))
    import alphazero
    yield alphazero
    sys.path.remove(str(EXAMPLES))


def nothing(observations, masks):
    return np.zeros(masks.shape), np.zeros(len(masks))


def test_positions_are_those_of_games_with_their_results(tmp_path):
    playing = SelfPlay("tictactoe", nothing, boards=5, simulations=8, seed=1)
    found = joined([playing.play(60), playing.play(20)])
    assert len(found.results) >= 80 and found.observations.shape[1:] == (3, 3, 3)
    for number in np.unique(found.games):
        state = game_kind("tictactoe").new_state()
        rows = np.flatnonzero(found.games == number)
        for row in rows:
            seen = np.zeros(27, np.float32)
            game.observe(state, game.to_play(state), seen)
            assert (found.observations[row].reshape(-1) == seen).all() and found.visits[row].sum() == 8
            assert (found.masks[row] == (seen.reshape(9, 3)[:, :2].sum(1) == 0)).all()
            assert found.policies[row].sum() == pytest.approx(1, abs=1e-5) and found.masks[row][found.policies[row] > 0].all()
            assert found.masks[row][found.moves[row]] and abs(found.values[row]) <= 1
            game.play(state, int(found.moves[row]))
        assert game.is_over(state)
        first = 2 * game.value(state) - 1
        assert found.results[rows].tolist() == [first if ply % 2 == 0 else -first for ply in range(len(rows))]
    save_positions(tmp_path / "games.npz", found)
    with np.load(tmp_path / "games.npz") as arrays:
        assert set(arrays) == set(found._fields) and (arrays["moves"] == found.moves).all()
    short = SelfPlay("tictactoe", nothing, boards=2, simulations=4, longest=3, seed=1).play(6)
    assert (short.results == 0).all() and len(np.unique(short.games)) * 3 == len(short.results)
    with pytest.raises(ValueError, match="boards"):
        SelfPlay("tictactoe", nothing, boards=0)


def test_games_may_begin_with_random_moves_that_are_not_learnt():
    found = SelfPlay("tictactoe", nothing, boards=6, simulations=4, opening=3, seed=1).play(120)
    begun = []
    for number in np.unique(found.games):
        first = found.observations[np.flatnonzero(found.games == number)[0]].reshape(9, 3)[:, :2]
        begun.append((int(first.sum()), tuple(first.reshape(-1))))
    assert {stones for stones, _ in begun} == {0, 1, 2, 3} and len(set(begun)) > 12
    whole = SelfPlay("tictactoe", nothing, boards=3, simulations=4, opening=9, seed=1).play(30)     # never a game that is over
    assert whole.masks.any(1).all()
    with pytest.raises(ValueError, match="opening"):
        SelfPlay("tictactoe", nothing, opening=-1)


def test_the_gradient_is_that_of_the_loss(alphazero):
    rng = np.random.default_rng(1)
    network = alphazero.Network(6, 4, width=5, blocks=2, seed=3)
    network.layers = [tuple(array.astype(np.float64) + 0.1 * rng.normal(size=array.shape) for array in layer) for layer in network.layers]
    seen, masks, results = rng.normal(size=(7, 6)), rng.random((7, 4)) < 0.7, rng.choice([-1.0, 0.0, 1.0], 7)
    masks[:, 0] = True
    network._forward = _in_doubles(network)
    policies = alphazero.softmax(rng.normal(size=(7, 4)), masks)
    _, found = network.gradient(seen, masks, policies, results)
    for layer, parts in zip(network.layers, found):
        for array, part in zip(layer, parts):
            at = tuple(rng.integers(side) for side in array.shape)
            before, losses = array[at], []
            for step in (1e-6, -1e-6):
                array[at] = before + step
                losses.append(network.gradient(seen, masks, policies, results)[0])
            array[at] = before
            assert (losses[0] - losses[1]) / 2e-6 == pytest.approx(part[at], abs=1e-6)


def test_positions_are_drawn_as_they_are_or_mirrored(alphazero):
    known = SelfPlay(str(EXAMPLES / "connect_four.py"), nothing, boards=4, simulations=4, seed=2).play(40)
    plain = {(row.tobytes(), mask.tobytes(), policy.tobytes()) for row, mask, policy in zip(known.observations, known.masks, known.policies)}
    turned = {(row[:, ::-1].tobytes(), mask[::-1].tobytes(), policy[::-1].tobytes())
              for row, mask, policy in zip(known.observations, known.masks, known.policies)}
    for alike in (None, "mirror"):
        observations, masks, policies, values = alphazero.drawn_from(known, np.random.default_rng(1), alike)
        drawn = {(row.tobytes(), mask.tobytes(), policy.tobytes()) for row, mask, policy in zip(observations, masks, policies)}
        assert drawn <= plain | turned and bool(drawn - plain) == (alike is not None) and drawn & plain
        assert (abs(values) <= 1).all() and len(values) == alphazero.MINIBATCH


def test_positions_of_go_are_drawn_in_all_eight_turns(alphazero):
    known = SelfPlay("go:size=5", nothing, boards=4, simulations=4, longest=20, opening=6, seed=2).play(80)
    places = np.arange(30).reshape(5, 6)[:, :5]
    of_pass, turned = known.masks.shape[1] - 1, set()
    for row, mask, policy in zip(known.observations, known.masks, known.policies):
        for turn in range(8):
            new_mask, new_policy = np.zeros_like(mask), np.zeros_like(policy)
            for i in range(5):
                for j in range(5):
                    y, x = (j, i) if turn & 1 else (i, j)       # where the point goes
                    y, x = 4 - y if turn & 2 else y, 4 - x if turn & 4 else x
                    new_mask[places[y, x]], new_policy[places[y, x]] = mask[places[i, j]], policy[places[i, j]]
            new_mask[of_pass], new_policy[of_pass] = mask[of_pass], policy[of_pass]
            board = row.transpose(1, 0, 2) if turn & 1 else row
            board = board[::-1] if turn & 2 else board
            board = board[:, ::-1] if turn & 4 else board
            turned.add((board.tobytes(), new_mask.tobytes(), new_policy.tobytes()))
    observations, masks, policies, _ = alphazero.drawn_from(known, np.random.default_rng(1), "turns")
    drawn = {(row.tobytes(), mask.tobytes(), policy.tobytes()) for row, mask, policy in zip(observations, masks, policies)}
    assert drawn <= turned and len(drawn) > len(known.results)

def _in_doubles(network):
    """The network's forward pass without its rounding to float32."""
    def forward(observations):
        (weights, bias), *blocks, (to_moves, moves_bias), (to_value, value_bias) = network.layers
        outputs = [observations, np.maximum(observations @ weights + bias, 0)]
        for weights, bias in blocks:
            outputs.append(outputs[-1] + np.maximum(outputs[-1] @ weights + bias, 0))
        return outputs, outputs[-1] @ to_moves + moves_bias, np.tanh(outputs[-1] @ to_value + value_bias)[:, 0]
    return forward


def test_training_learns_tictactoe(alphazero, tmp_path):
    network = alphazero.new_network("tictactoe", width=64, seed=1)
    told = []
    losses = alphazero.train("tictactoe", network, rounds=12, boards=32, simulations=16, positions=500, rate=5e-3, seed=1, report=told.append)
    assert len(told) == 12 and min(losses[-3:]) < 0.85 * losses[0]
    state = game_kind("tictactoe").new_state()
    for move in (3, 0, 4, 1):
        game.play(state, move)
    seen = np.zeros((1, 3, 3, 3), np.float32)
    game.observe(state, 0, seen[0].reshape(-1))
    logits, values = network(seen, None)
    assert values[0] > 0        # who is to move wins at once
    assert alphazero.match("tictactoe", network, 4, simulations=50, opponent="gopy:policy=random", seed=1) >= 2.5
    network.save(tmp_path / "weights.npz")
    other = alphazero.new_network("tictactoe", width=64, seed=2)
    other.load(tmp_path / "weights.npz")
    assert (other(seen, None)[0] == logits).all()


#: Trains on Connect Four; prints points of 40 games against a plain UCT with 20 playouts a move, before and after, and the losses.
CONNECT_FOUR = """
import alphazero
four = "connect_four.py"
network = alphazero.new_network(four, width=96, seed=1)
points = lambda: alphazero.match(four, network, 40, simulations=32, opponent="gopy:sims=20,policy=uct", seed=1)
before = points()
losses = alphazero.train(four, network, rounds=25, boards=64, simulations=16, positions=1000, rate=3e-3, alike="mirror", seed=1, report=lambda text: None)
print(before, points(), losses[0], losses[-1])
"""


def test_training_learns_connect_four():
    # in a process of its own, with one thread for its small matrices: several wait for each other when processors are busy
    done = subprocess.run([sys.executable, "-c", CONNECT_FOUR], cwd=EXAMPLES, capture_output=True, text=True, timeout=500,
                          env={**os.environ, "PYTHONPATH": str(ROOT), **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")})
    assert done.returncode == 0, done.stderr
    before, after, first, last = map(float, done.stdout.split())
    assert before <= 20 and after >= 30         # 14 and 38.5 as measured
    assert last < first - 0.08


def test_the_example_runs_from_the_command_line(tmp_path):
    weights = tmp_path / "weights.npz"
    words = ["--game", "go:size=5", "--longest", "6", "--minutes", "0.001", "--simulations", "2", "--games", "0", "--out", str(weights)]
    done = subprocess.run([sys.executable, str(EXAMPLES / "alphazero.py"), *words], env={**os.environ, "PYTHONPATH": str(ROOT)},
                          capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0].startswith("round 1: ") and weights.exists()
