"""The compiled evaluation of networks against a slow one, for every kind of vectors; what Python sees of it."""
import math
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from network_positions import inputs, random_game
from numba import config
from oracles import naive, naive_network
from places import ROOT

from gopy import game
from gopy.compiled.amx import has_amx
from gopy.compiled.bfloat16 import from_pairs, in_pairs, rounded, store_rounded
from gopy.compiled.jit import JIT_DISABLED, kernel
from gopy.compiled.lowering import processor_features
from gopy.compiled.vectors import has_fused, lanes_of, load
from gopy.go.bitboard.construct import new_position, set_rules, setup
from gopy.go.geometry import pass_move, point_at, turned_place
from gopy.go.symmetry import board_symmetries
from gopy.network import winograd
from gopy.network.evaluate import evaluate_often
from gopy.network.file import Header, write_network
from gopy.network.heads import exponential
from gopy.network.network import Network
from gopy.network.params import network_draft
from gopy.network.untrained import random_weights
from gopy.network.weights import new_weights
from gopy.network.winograd import FOUR, THREE, tile_of, transformed
from gopy.network.work import best_work_type, new_work, paired_of, work_types

#: How far an evaluation may be from one that rounds as it does, and from one that does not round.
MOST_ROUNDED, MOST_INEXACT = 2e-3, 1e-2


def runnable(kinds):
    """Those of some types of work that this processor can run, or, with bounds checks, the fastest of them."""
    found = [kind for kind in kinds if JIT_DISABLED or (has_amx() if kind.amx else not kind.paired or "avx512bf16" in processor_features())]
    return found[:1] if config.BOUNDSCHECK else found


def judged(position, blocks, arrays, kind):
    """What the compiled evaluation writes, as one array for each part, the board as [size, size]."""
    size, channels = int(position.tables[0].board_size), len(arrays["stem_bias"])
    work = new_work(size, channels, kind)
    evaluate_often(position, new_weights(channels, blocks, arrays, kind), work, 1)
    return {"policy": work.policy[:-1].reshape(size, size + 1)[:, :size].copy(), "pass": float(work.policy[-1]),
            "ownership": work.ownership.reshape(size, size + 1)[:, :size].copy(), "outcome": work.outcome.copy()}


def difference(found, expected):
    """{part: the largest difference} between a compiled evaluation and a slow one, in proportion to the numbers of the part."""
    logit, winning, score, deviation = found["outcome"]
    assert winning == pytest.approx(1 / (1 + math.exp(-logit)), abs=1e-6)
    parts = {**found, "value": np.array([logit, score / 10, np.log(deviation / 10)])}
    return {part: np.abs(parts[part] - expected[part]).max() / (1 + np.abs(expected[part]).max())
            for part in ("policy", "pass", "ownership", "value")}


def rounded_evaluation(arrays, blocks, image, given):
    """What the slow evaluation says if it rounds the factors of Winograd's products."""
    tables = naive_network.matrices(winograd.__doc__, tile_of(len(image)).size)
    return naive_network.evaluate(arrays, blocks, image, given, lambda *each: naive_network.rounded_convolution(*each, *tables),
                                  naive_network.rounded_product)


def check(position, slow, size, blocks, channels, kinds, seed):
    """Compare the evaluations of all kinds with two slow ones, one that rounds as they do and one that does not, and those of all kinds
    that add in the same order with each other."""
    arrays = random_weights(blocks, channels, np.random.default_rng(seed))
    image, given = inputs(position, slow, size)
    expected = rounded_evaluation(arrays, blocks, image, given)
    found = [judged(position, blocks, arrays, kind) for kind in kinds]
    alike = [each for each, kind in zip(found, kinds, strict=True) if not kind.amx]
    for each in found:
        # A number between two that can be told apart is rounded now up and now down: one step of one number.
        assert max(difference(each, expected).values()) < MOST_ROUNDED
    for each in alike if has_fused() and not JIT_DISABLED else ():
        assert all(np.array_equal(each[part], alike[0][part]) for part in each)
    exact = naive_network.evaluate(arrays, blocks, image, given)
    assert max(difference(found[0], exact).values()) < MOST_INEXACT


#: Board sizes with whether every kind judges there, or the best alone. Tiles of four (10) and of three (15) have code of their own for each kind.
JUDGED = [(7, True), (8, True)] if JIT_DISABLED else [
    *((size, size in (10, 15)) for size in (7, 8, 10, 11, 12, 15, 22, 25)),
    *(pytest.param(size, True, marks=pytest.mark.rare) for size in (7, 8, 11, 12, 22, 25))]


@pytest.mark.parametrize("size, every", JUDGED)
def test_every_kind_of_vectors_against_the_slow_evaluation(size, every):
    kinds = runnable(work_types(size)) if every else (best_work_type(size),)
    for seed, moves in enumerate((0, 20, size * size // 2)):
        check(*random_game(size, seed, moves), size, 2, 16, kinds, seed)


@pytest.mark.parametrize("size, blocks, channels", [(9, 1, 16), pytest.param(9, 3, 48, marks=pytest.mark.rare), (9, 2, 64), (9, 2, 96),
                                                    pytest.param(19, 2, 32, marks=pytest.mark.rare)])
def test_widths_and_boards_that_have_a_type(size, blocks, channels):
    if config.BOUNDSCHECK or JIT_DISABLED and (size, channels) != (9, 16):
        pytest.skip("without the compiler it takes long, and with bounds checks the same source would be compiled again")
    for seed, moves in enumerate((30, 70)):
        check(*random_game(size, seed, moves), size, blocks, channels, (best_work_type(size),), seed)


def test_matrix_registers_are_left_out_on_request():
    assert best_work_type(9).amx == has_amx() and not best_work_type(9, amx=False).amx
    for amx in (True, False):
        assert type(network_draft(9, amx=amx).make().judging) is best_work_type(9, amx)


def test_a_ko_is_seen():
    """The random games hold too few of them."""
    size, slow = 7, naive.Naive(7)
    stones = {(row, column): "bw"[colour] for row, column, colour in
              ((0, 1, 0), (1, 0, 0), (2, 1, 0), (0, 2, 1), (1, 3, 1), (2, 2, 1), (1, 1, 1))}
    slow.history = [(stones, "b")]
    slow.play((1, 2))
    assert not slow.legal((1, 1))
    position = new_position(size)
    colours = [2] * (size * (size + 1))
    for (row, column), colour in stones.items():
        colours[point_at(row, column, size)] = "bw".index(colour)
    setup(position, colours, 0)
    game.play(position, point_at(1, 2, size))
    image, _ = inputs(position, slow, size)
    assert image[1, 1, 8] == 1
    check(position, slow, size, 2, 16, (best_work_type(size),), 1)


@pytest.mark.parametrize("turn", [0, 5])
def test_regions_are_those_of_a_slow_search(turn):
    size, channels = 9, 16
    weights = new_weights(channels, 1, random_weights(1, channels, np.random.default_rng(1)), best_work_type(size))
    for seed, moves in enumerate((0, 30, 70)):
        position, slow = random_game(size, seed, moves)
        work = new_work(size, channels)
        work.plan[0].turn = turn
        evaluate_often(position, weights, work, 1)
        found = {}
        for place in ((row, column) for row in range(size) for column in range(size)):
            down, across = turned_place(turn, *place, size - 1)
            found.setdefault(int(work.regions[down * size + across]), set()).add(place)
        count = int(work.plan[0].regions)
        assert sorted(found) == list(range(count))
        assert [len(found[region]) for region in range(count)] == list(work.regions[size * size:size * size + count])
        expected = naive_network.regions(inputs(position, slow, size)[0])
        assert sorted(map(sorted, found.values())) == sorted(map(sorted, expected))


def torch_evaluation(torch, arrays, blocks, image, given):
    """The network in PyTorch: policy [N, N], ownership [N, N], value [3], logit of the pass."""
    from torch.nn.functional import conv2d, relu
    w = {name: torch.from_numpy(array.astype(np.float64)) for name, array in arrays.items()}
    size, given = image.shape[0], torch.from_numpy(given)

    def conv(x, name):
        return conv2d(x, w[name].permute(3, 2, 0, 1), padding=w[name].shape[0] // 2)

    def everywhere(vector):
        return vector[None, :, None, None]

    def pooled(x):
        return torch.cat([x.mean(dim=(0, 2, 3)), x.amax(dim=(0, 2, 3))])
    x = torch.from_numpy(image).permute(2, 0, 1)[None]
    x = relu(conv(x, "stem") + everywhere(given @ w["stem_global"] + w["stem_bias"]))
    for block in range(blocks):
        name = f"block{block}"
        h = conv(x, f"{name}_conv1") + everywhere(w[f"{name}_bias1"])
        cut = relu(h)
        for region in map(list, naive_network.regions(image)):
            rows, columns = zip(*region)
            h[0, :, rows, columns] += (cut[0, :, rows, columns].mean(1) @ w[f"{name}_region"])[:, None]
        if f"{name}_pool" in w:
            h = h + everywhere(pooled(cut) @ w[f"{name}_pool"])
        x = relu(x + conv(relu(h), f"{name}_conv2") + everywhere(w[f"{name}_bias2"]))
    pool = pooled(x)
    owner = torch.tanh(torch.einsum("ncyx,c->yx", x, w["owner"]) + w["owner_bias"])
    hidden = relu(torch.einsum("ncyx,cp->npyx", x, w["policy"]) + everywhere(pool @ w["policy_pool"] + w["policy_bias"]))
    policy = torch.einsum("npyx,p->yx", hidden, w["policy_out"])
    passing = relu(pool @ w["pass"] + w["pass_bias"]) @ w["pass_out"] + w["pass_out_bias"]
    seen = torch.cat([pool, owner.sum()[None] / size, given])
    value = relu(seen @ w["value"] + w["value_bias"]) @ w["value_out"] + w["value_out_bias"]
    return {"policy": policy.numpy(), "ownership": owner.numpy(), "value": value.numpy(), "pass": float(passing)}


def test_pytorch_has_the_same_result():
    torch = pytest.importorskip("torch")
    size, blocks, channels = 9, 3, 16
    position, slow = random_game(size, 5, 40)
    arrays = random_weights(blocks, channels, np.random.default_rng(5))
    expected = torch_evaluation(torch, arrays, blocks, *inputs(position, slow, size))
    assert max(difference(judged(position, blocks, arrays, best_work_type(size)), expected).values()) < MOST_INEXACT


@pytest.mark.parametrize("turn", range(8))
def test_a_turned_board_is_judged_as_the_board_that_is_turned(turn):
    size, channels = 7, 16
    position, slow = random_game(size, 3, 25)
    weights = new_weights(channels, 2, random_weights(2, channels, np.random.default_rng(3)), best_work_type(size))
    work = new_work(size, channels)
    moved = board_symmetries(size)[turn]
    data, other = position.data[0], new_position(size)
    colours = [2] * (size * (size + 1))
    for (row, column), colour in slow.board.items():
        colours[moved[point_at(row, column, size)]] = "bw".index(colour)
    setup(other, colours, int(data.to_play), last=moved[int(data.last)], last2=moved[int(data.last2)])
    set_rules(other, float(data.komi))
    assert data.ko_point == 0xFFFF and data.passes == 0
    evaluate_often(other, weights, work, 1)
    policy, ownership, outcome = (array.copy() for array in (work.policy, work.ownership, work.outcome))
    work.plan[0].turn = turn
    evaluate_often(position, weights, work, 1)
    for found, expected in ((work.policy, policy[list(moved)]), (work.ownership, ownership[list(moved)[:-1]]), (work.outcome, outcome)):
        assert np.allclose(found, expected, rtol=MOST_ROUNDED, atol=MOST_ROUNDED)


def a_network(tmp_path, channels=16):
    path = tmp_path / "net.npz"
    write_network(path, Header(2, channels), random_weights(2, channels, np.random.default_rng(2)), half=False)
    return Network.load(path)


def test_python_sees_probabilities_of_legal_moves(tmp_path):
    network, (position, slow) = a_network(tmp_path), random_game(7, 4, 30)
    before = position.block.copy()
    said = network.evaluate(position)
    assert np.array_equal(position.block, before)
    legal = [pass_move(7) if move == naive.PASS else point_at(*move, 7) for move in slow.legal_moves()]
    assert said.policy.shape == (57,) and said.policy.sum() == pytest.approx(1, abs=1e-5)
    assert sorted(np.flatnonzero(said.policy)) == sorted(legal)
    image, given = inputs(position, slow, 7)
    expected = rounded_evaluation(random_weights(2, 16, np.random.default_rng(2)), 2, image, given)
    logits = np.array([expected["pass"] if move == naive.PASS else expected["policy"][move] for move in slow.legal_moves()])
    assert np.allclose(said.policy[legal], np.exp(logits) / np.exp(logits).sum(), rtol=MOST_ROUNDED, atol=0)
    assert said.winning == pytest.approx(1 / (1 + math.exp(-expected["value"][0])), abs=MOST_ROUNDED)
    assert said.score == pytest.approx(10 * expected["value"][1], abs=10 * MOST_ROUNDED)
    assert said.ownership.shape == (56,) and said.ownership[7] == 0
    assert network.evaluate(position, territory=True).winning != said.winning
    assert network.evaluate(position)[1:4] == said[1:4]


def test_the_mean_of_eight_turns(tmp_path):
    network, (position, _) = a_network(tmp_path), random_game(7, 4, 30)
    every, mean = [network.evaluate(position, turns=[turn]) for turn in range(8)], network.evaluate(position, turns=range(8))
    assert len({each.winning for each in every}) > 1
    for part in ("policy", "winning", "score", "deviation", "ownership"):
        assert np.allclose(getattr(mean, part), np.mean([getattr(each, part) for each in every], axis=0), atol=1e-5)


@pytest.mark.parametrize("size", [5, 6])
def test_small_boards_are_refused(tmp_path, size):
    with pytest.raises(ValueError, match="a network judges boards from 7x7 to 25x25"):
        a_network(tmp_path).evaluate(new_position(size))


def test_threads_do_not_disturb_each_other(tmp_path):
    network = a_network(tmp_path)
    positions = 2 * [random_game(7, seed, 10 * seed)[0] for seed in (2, 3)]     # two threads judge one of them, or the other
    alone = [network.evaluate(position) for position in positions]
    wrong = []

    def judge(number):
        position = positions[number]
        for _ in range(200 if not JIT_DISABLED else 2):
            said = network.evaluate(position)
            if said[1:4] != alone[number][1:4] or not np.array_equal(said.policy, alone[number].policy):
                wrong.append(number)
    threads = [threading.Thread(target=judge, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@kernel
def _exponentials(numbers, out):
    for i in range(len(numbers)):
        out[i] = exponential(numbers[i])


def test_the_exponential():
    numbers = np.concatenate([np.linspace(-80, 80, 2001), [-1e30, 1e30]])
    found = np.empty(len(numbers))
    _exponentials(numbers, found)
    assert np.abs(found / np.exp(np.clip(numbers, -80, 80)) - 1).max() < 1e-9


#: Prints how many evaluations were compiled, and how many were found on the disk.
FRESH = """
import numpy as np
from gopy.go.bitboard.construct import new_position
from gopy.compiled.lowering import processor_features
from gopy.network import winograd
from gopy.network.evaluate import evaluate_often
from gopy.network.untrained import random_weights
from gopy.network.weights import new_weights
from gopy.network.work import best_work_type, new_work
for blocks in (1, 2):
    weights = new_weights(16, blocks, random_weights(blocks, 16, np.random.default_rng(blocks)), best_work_type(9))
    evaluate_often(new_position(9), weights, new_work(9, 16), 1)
stats = evaluate_often.stats
print(sum(stats.cache_misses.values()), sum(stats.cache_hits.values()))
"""


@pytest.mark.skipif(JIT_DISABLED or config.BOUNDSCHECK, reason="nothing is compiled, or the same source again")
def test_one_evaluation_serves_all_networks_of_a_width_and_is_found_on_the_disk():
    def run():
        done = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=True,
                              env={**os.environ, "PYTHONPATH": str(ROOT)})
        return done.stdout.split()
    assert run() in (["1", "0"], ["0", "1"])
    assert run() == ["0", "1"]


@pytest.mark.parametrize("tile", [THREE, FOUR])
def test_the_matrices_of_the_docstring_make_a_convolution(tile):
    seen, values, back = naive_network.matrices(winograd.__doc__, tile.size)
    assert np.allclose(values, tile.weights, atol=1e-15)
    rng = np.random.default_rng(1)
    points, weights = rng.normal(size=(tile.seen, tile.seen)), rng.normal(size=(3, 3))
    products = (values @ weights @ values.T) * (seen @ points @ seen.T)
    expected = [[(points[row:row + 3, column:column + 3] * weights).sum() for column in range(tile.size)] for row in range(tile.size)]
    assert np.allclose(back @ products @ back.T, expected, atol=1e-12)
    assert np.allclose(transformed(weights[:, :, None, None], tile)[:, 0, 0], (values @ weights @ values.T).ravel(), atol=1e-6)


def test_rounding_to_bfloat16():
    rng = np.random.default_rng(2)
    numbers = np.concatenate([rng.normal(size=3000) * 10.0 ** rng.integers(-6, 6, 3000), [0, 1, -1, 1 + 2**-8, 1 + 3 * 2**-8, 257]]).astype(np.float32)
    assert np.array_equal(rounded(numbers), naive_network.bfloat16(numbers).astype(np.float32))
    assert list(rounded(numbers[-3:])) == [1, np.float32(1 + 2**-6), 256]       # ties go to the even one
    assert np.array_equal(from_pairs(in_pairs(numbers)), rounded(numbers))
    matrix = numbers[:24].reshape(2, 4, 3)
    assert np.array_equal(from_pairs(np.moveaxis(in_pairs(matrix, axis=1), 1, -1)), np.moveaxis(rounded(matrix), 1, -1))


@kernel
def _rounded_sums(work, vectors, out):
    """Rounds one vector after another to the same place, as `see_tiles` does."""
    for at in range(0, len(vectors), lanes_of(work)):
        store_rounded(work, load(work, vectors, at), out, at // (1 + paired_of(work)))


@pytest.mark.parametrize("size", [9, 19])
def test_kernels_round_as_numpy_does(size):
    numbers = np.random.default_rng(3).normal(size=160).astype(np.float32) * 1000
    for kind in runnable(work_types(size)):
        out = np.zeros_like(numbers)
        _rounded_sums(new_work(size, 16, kind), numbers, out)
        assert np.array_equal(from_pairs(out[:80]) if kind.paired else out, rounded(numbers))
