"""The file of a network, and the errors of files that are none."""
import json

import numpy as np
import pytest

from gopy.base.arrays import packed_arrays, read_arrays
from gopy.network.file import Header, packed_network, read_network, write_network
from gopy.network.form import LADDER_PLANES, PLANES, shapes
from gopy.network.untrained import random_weights
from gopy.network.weights import new_weights
from gopy.network.work import best_work_type


def a_network(blocks=2, channels=16):
    return Header(blocks, channels, sizes=(9, 13), data="games", figures={"value_error": 0.02}), random_weights(
        blocks, channels, np.random.default_rng(1))


@pytest.mark.parametrize("half, error", [(True, 4e-3), (False, 0.0)])
def test_what_is_written_is_read(tmp_path, half, error):
    header, weights = a_network()
    write_network(tmp_path / "net.npz", header, weights, half)
    again, found = read_network(tmp_path / "net.npz")
    assert again == header and list(found) == list(shapes(2, 16))
    for name, array in weights.items():
        assert found[name].dtype == np.float32
        assert np.abs(found[name] - array).max() <= error * np.abs(array).max()


def test_the_same_network_gives_the_same_bytes():
    assert packed_network(*a_network()) == packed_network(*a_network())


def test_whole_numbers_are_at_most_half_a_step_away_and_stay_when_packed_again(tmp_path):
    header, weights = a_network()
    weights["block1_conv2"][..., 3] = 0
    path = tmp_path / "net.npz"
    write_network(path, header, weights)
    arrays, found = read_arrays(path, 1 << 27), read_network(path)[1]
    for name in ("block0_conv1", "block1_conv2"):
        kept, step = arrays[name], arrays[name + "_step"]
        assert kept.dtype == np.int8 and step.dtype == np.float32 and np.array_equal(found[name], kept * step.astype(np.float64))
        assert np.allclose(step, np.abs(weights[name]).max(axis=(0, 1, 2)) / 127, rtol=2**-11, atol=0)
        assert (np.abs(found[name] - weights[name]) <= step * (0.5 + 127 * 2**-11)).all()
    assert not found["block1_conv2"][..., 3].any()
    assert packed_network(header, found) == path.read_bytes()


def test_a_network_of_the_time_before_ladders_is_read_and_does_not_read_them(tmp_path):
    header, weights = a_network()
    assert new_weights(16, 2, weights, best_work_type(9)).parts[0].ladders == 1
    weights["stem"][:, :, LADDER_PLANES] = 0
    write_network(tmp_path / "new.npz", header, weights, half=False)
    arrays = read_arrays(tmp_path / "new.npz", 1 << 27)
    arrays["stem"] = np.delete(arrays["stem"], np.arange(len(PLANES))[LADDER_PLANES], axis=2)
    (tmp_path / "old.npz").write_bytes(packed_arrays(**arrays))
    found = read_network(tmp_path / "old.npz")[1]
    assert np.array_equal(found["stem"], weights["stem"])
    assert new_weights(16, 2, found, best_work_type(9)).parts[0].ladders == 0


def test_a_network_of_the_time_before_regions_is_read_and_shares_nothing_among_their_points(tmp_path):
    header, weights = a_network()
    assert new_weights(16, 2, weights, best_work_type(9)).parts[0].regions == 1
    write_network(tmp_path / "new.npz", header, weights, half=False)
    arrays = read_arrays(tmp_path / "new.npz", 1 << 27)
    for name in ("block0_region", "block1_region"):
        del arrays[name]
        weights[name][:] = 0
    (tmp_path / "old.npz").write_bytes(packed_arrays(**arrays))
    found = read_network(tmp_path / "old.npz")[1]
    assert {name: array.tolist() for name, array in found.items()} == {name: array.tolist() for name, array in weights.items()}
    assert new_weights(16, 2, found, best_work_type(9)).parts[0].regions == 0

    arrays["block0_region"] = weights["block0_region"]      # a file that has some of them only is no network
    (tmp_path / "some.npz").write_bytes(packed_arrays(**arrays))
    with pytest.raises(ValueError, match="the array block1_region is missing"):
        read_network(tmp_path / "some.npz")


def test_pooling_is_in_every_second_block_and_in_a_single_one():
    assert [name for name in shapes(4, 16) if name.endswith("_pool") and name.startswith("block")] == ["block1_pool", "block3_pool"]
    assert "block0_pool" in shapes(1, 16)


def changed(tmp_path, header=None, drop=None, **arrays):
    """The path of a file of a network whose header or arrays are changed."""
    path = tmp_path / "changed.npz"
    write_network(path, *a_network())
    found = read_arrays(path, 1 << 27)
    if header is not None:
        described = json.loads(found["header"].tobytes())
        described.update(header)
        found["header"] = np.frombuffer(json.dumps(described).encode(), np.uint8)
    found.update(arrays)
    found.pop(drop, None)
    path.write_bytes(packed_arrays(**found))
    return path


@pytest.mark.parametrize("change, sentence", [
    (dict(header={"format": 2}), "its format is 2, and this program reads format 1"),
    (dict(header={"blocks": 0}), "blocks must be a whole number from 1 to 40"),
    (dict(header={"blocks": 3}), "the array block2_bias1 is missing"),
    (dict(header={"channels": 17}), "channels must be one of 16, 32, 48, 64, 96"),
    (dict(header={"channels": 32}), "stem has the shape [5, 5, 15, 16] in place of [5, 5, 15, 32]"),
    (dict(header={"hidden": 17}), "hidden must be 16 for 16 channels"),
    (dict(header={"sizes": 9}), "sizes must be a list"),
    (dict(header={"sizes": [5]}), "sizes must be board sizes from 7 to 25"),
    (dict(header={"data": 1}), "data, teacher and command must be texts"),
    (dict(header={"figures": {"a": "b"}}), "figures must be numbers by name"),
    (dict(header={"author": "me"}), "its header must have format, hidden"),
    (dict(header={"figures": float("nan")}), "it is not JSON"),
    (dict(drop="header"), "it has no header"),
    (dict(drop="owner"), "the array owner is missing"),
    (dict(more=np.zeros(1)), "the array more is not of this form"),
    (dict(owner=np.zeros(16, np.int64)), "owner has numbers of another kind"),
    (dict(block0_conv1_step=np.zeros(15, np.float32)), "block0_conv1 and block0_conv1_step do not belong together"),
    (dict(block0_conv1_step=np.zeros(16, np.float64)), "block0_conv1 and block0_conv1_step do not belong together"),
    (dict(block0_conv1_step=np.full(16, np.inf, np.float32)), "block0_conv1 has numbers that are not finite"),
    (dict(drop="block0_conv1_step"), "block0_conv1 has numbers of another kind"),
    (dict(stem_step=np.zeros(16, np.float32)), "the array stem_step is not of this form"),
    (dict(owner=np.full(16, np.nan, np.float32)), "owner has numbers that are not finite"),
])
def test_a_file_that_is_no_network_is_one_sentence(tmp_path, change, sentence):
    path = changed(tmp_path, **change)
    with pytest.raises(ValueError) as raised:
        read_network(path)
    assert str(raised.value).startswith(f"{path} is no network that can be used: ") and sentence in str(raised.value)
    assert "\n" not in str(raised.value)


def test_other_files(tmp_path):
    with pytest.raises(ValueError, match="^cannot read .*: No such file"):
        read_network(tmp_path / "missing.npz")
    (tmp_path / "text.npz").write_text("no arrays")
    with pytest.raises(ValueError, match="is no network: it is damaged"):
        read_network(tmp_path / "text.npz")


def test_numbers_that_float16_cannot_hold_are_refused():
    header, weights = a_network()
    weights["owner"] = np.full(16, 1e6, np.float32)
    with pytest.raises(ValueError, match="owner has numbers that are not finite"):
        packed_network(header, weights)
    packed_network(header, weights, half=False)
