"""`gopy learn network`: the form against the slow network, batches and their turns, losses that fall, repeating, stopping, figures."""
from xml.etree import ElementTree

import numpy as np
import pytest
from network_positions import inputs, random_game
from oracles.naive_network import evaluate

from gopy.__main__ import main
from gopy.lab.learn.network.chosen import write_point_codes
from gopy.lab.learn.network.labelled import FORBIDDEN, LAST, OWNED, empty, file_of, with_slope, write_labelled
from gopy.lab.learn.network.ladder_codes import mark_ladders
from gopy.network.file import read_network
from gopy.network.form import shapes

SIZE = 7


def positions(count, seed, size=SIZE, held_out=0.2):
    """Positions whose labels follow from the board: the best move is the point of the last move, the value tells the last move's row,
    and stones are owned by who has them."""
    rng = np.random.default_rng(seed)
    labels = empty(count, size)
    labels.codes[:] = rng.choice(9, labels.codes.shape, p=[0.6] + [0.05] * 8)
    places = rng.integers(0, size * size, count)
    flat = labels.codes.reshape(count, -1)
    flat[np.arange(count), places] = LAST
    labels.codes[labels.codes & 15 > 0] |= FORBIDDEN
    labels.policy[np.arange(count), places] = 1
    edge = np.minimum(places // size, size - 1 - places // size) + np.minimum(places % size, size - 1 - places % size)
    labels.winning[:] = np.where(edge > size // 2, 0.9, 0.1)
    labels.score[:] = np.where(edge > size // 2, 12, -12)
    labels.komi[:] = np.where(rng.random(count) < 0.5, 7.5, -7.5)
    stones = labels.codes & 15
    labels.ownership[:] = np.where(stones == 0, 0, np.where(stones < 5, OWNED, -OWNED))
    labels.held_out[:] = rng.random(count) < held_out
    return labels


torch = pytest.importorskip("torch")


def random_net(blocks, channels):
    """A Net of which no part is without effect."""
    from gopy.lab.learn.network.model import Net

    net = Net(blocks, channels)
    with torch.no_grad():
        for name, value in net.state_dict().items():
            if "running_var" in name:
                value.uniform_(0.5, 2.0)
            elif "running_mean" in name or "bias" in name or "stem_global" in name or "value.weight" in name:
                value.normal_(0.0, 0.3)
    return net


@pytest.mark.parametrize("blocks, channels", [(1, 16), (2, 32), (3, 48)])
def test_a_net_judges_as_the_slow_network_does_with_its_weights(blocks, channels):
    from gopy.lab.learn.network.model import weights_of

    torch.manual_seed(3)
    net = random_net(blocks, channels)
    weights = weights_of(net.eval(), net.state_dict())
    assert {name: array.shape for name, array in weights.items()} == shapes(blocks, channels)
    rng = np.random.default_rng(1)
    image, given = (rng.random((SIZE, SIZE, 15)) < 0.2).astype(float), rng.normal(size=8)
    image[:, :, :8] = rng.integers(16, size=(SIZE, SIZE, 1)) == np.arange(8)      # a point holds one stone
    with torch.no_grad():
        moves, value, owner = net(torch.tensor(image, dtype=torch.float32).permute(2, 0, 1)[None],
                                  torch.tensor(given, dtype=torch.float32)[None])
    slow = evaluate(weights, blocks, image, given)
    for found, expected in ((moves[0, :-1], slow["policy"]), (moves[0, -1:], slow["pass"]), (owner[0], slow["ownership"]),
                            (value[0], slow["value"])):
        assert found.numpy() == pytest.approx(np.ravel(expected), abs=2e-5)


def test_board_policy_and_ownership_are_turned_together():
    from gopy.lab.learn.network.batches import Batches

    labels = positions(40, 1)
    batch = Batches(labels).drawn(4000, np.random.default_rng(2))
    last = batch.planes[:, 9].reshape(4000, -1)
    there = last.sum(1) == 1
    assert 0.95 < there.float().mean() < 0.99           # now and then it is left out
    assert (batch.policy[there, :-1] == last[there]).all()
    own, enemy = batch.planes[:, :4].sum(1).reshape(4000, -1), batch.planes[:, 4:8].sum(1).reshape(4000, -1)
    assert torch.equal(batch.ownership, own - enemy)
    assert torch.equal(batch.forbidden[:, :-1], own + enemy > 0) and not batch.forbidden[:, -1].any()
    # Every position comes in eight forms.
    boards = {row.numpy().tobytes() for row in batch.planes[:, :8].reshape(4000, -1)}
    assert len(boards) > 7 * 40
    assert torch.equal(batch.given[:, 0] == 1, batch.given[:, 3] < 0)
    assert batch.given[0, 5].item() == pytest.approx(-1.0)


def test_planes_are_those_of_the_slow_network():
    from gopy.lab.learn.network.batches import Batches

    seen, size = np.zeros(15), 9
    labels, images = empty(12, size), []
    for number in range(12):
        position, slow = random_game(size, number, 5 * number + 5)
        write_point_codes(position, labels.codes[number])
        images.append(inputs(position, slow, size)[0])
    batch = Batches(labels).part(0, 12)
    for planes, image in zip(batch.planes.permute(0, 2, 3, 1).numpy(), images):
        assert np.array_equal(planes, image)
        seen += image.sum((0, 1))
    assert seen[[0, 4, 11, 12, 13]].all()


def test_codes_that_are_no_position_have_no_ladders():
    codes = np.full((1, SIZE, SIZE), 1, np.uint8)
    assert np.array_equal(mark_ladders(codes), codes)


def test_figures_of_a_net_that_knows_and_of_one_that_is_too_sure():
    from gopy.lab.learn.network.batches import Batches
    from gopy.lab.learn.network.judging import judge

    labels = positions(300, 4)
    batches = Batches(labels)

    class Knows(torch.nn.Module):
        def forward(self, planes, given):
            n = len(planes)
            logits = torch.cat([5 * planes[:, 9].reshape(n, -1), torch.zeros(n, 1)], 1)
            logits = logits + 100 * torch.cat([planes[:, :8].sum(1).reshape(n, -1), torch.zeros(n, 1)], 1)   # forbidden: no matter
            at = planes[:, 9].reshape(n, -1).argmax(1)
            edge = torch.minimum(at // SIZE, SIZE - 1 - at // SIZE) + torch.minimum(at % SIZE, SIZE - 1 - at % SIZE)
            sign = torch.where(edge > SIZE // 2, 1.0, -1.0)
            value = torch.stack([2 * sign * np.log(9), 1.1 * sign, sign], 1)
            return logits, value, (planes[:, :4].sum(1) - planes[:, 4:8].sum(1)).reshape(n, -1)
    found = judge(Knows(), batches)
    assert found["best_first"] == 1 and found["ownership_error"] == 0
    assert found["value_error"] == pytest.approx((1 / (1 + 1 / 81) - 0.9) ** 2) and found["value_error_sloped"] < 1e-6
    assert found["slope"] == pytest.approx(0.5) and found["correlation"] == pytest.approx(1) and found["score_error"] == pytest.approx(1)


def test_learning_begins_where_another_network_stands():
    """Of each layer, only how its normalisation is written differs; then the network learns on from there."""
    from gopy.lab.learn.network.batches import Batches
    from gopy.lab.learn.network.beginning import begin_with
    from gopy.lab.learn.network.model import Net, weights_of

    torch.manual_seed(5)
    weights = weights_of((net := random_net(3, 16)), net.state_dict())
    batch = Batches(positions(64, 2)).part(0, 64)
    other = Net(3, 16)
    begin_with(other, weights, batch)
    for name, array in weights_of(other, other.state_dict()).items():
        assert np.allclose(array, weights[name], rtol=1e-4, atol=1e-5), name
    with torch.no_grad():
        said = net.eval()(batch.planes, batch.given)
        for training in (False, True):      # in training, the mean and the deviation are those of the batch: the same
            for one, two in zip(other.train(training)(batch.planes, batch.given), said):
                assert torch.allclose(one, two, atol=2e-3)
    new = Net(3, 16)
    for layer, fresh in zip((other.stem, *other.conv1, *other.conv2), (new.stem, *new.conv1, *new.conv2)):
        assert float(layer.weight.detach().std() / fresh.weight.detach().std()) == pytest.approx(1, abs=0.05)


@pytest.fixture
def folder(tmp_path):
    write_labelled(file_of(tmp_path, 0), positions(400, 7))
    write_labelled(file_of(tmp_path, 1), positions(200, 8, size=9))
    return tmp_path


def learn(folder, out, *words):
    return main(["learn", "network", str(folder), "--blocks", "1", "--channels", "16", "--steps", "200", "--batch", "64", "--rate", "0.01",
                 "--out", str(folder / out), *words])


def test_it_learns_boards_of_two_sizes_and_repeats_byte_for_byte(folder):
    assert learn(folder, "a.npz", "--teacher", "nobody") == 0
    header, weights = read_network(folder / "a.npz")
    assert (header.sizes, header.teacher, header.blocks, header.channels) == ((7, 9), "nobody", 1, 16)
    assert header.figures["best_first_7"] > 0.9 and header.figures["best_first_9"] > 0.9
    assert header.figures["ownership_error_7"] < 0.1 and header.figures["value_error_sloped_7"] < 0.1
    assert len((folder / "a.npz.curve.jsonl").read_text().splitlines()) == 40
    picture = ElementTree.parse(folder / "a.npz.curve.svg")
    lines = picture.findall(".//{http://www.w3.org/2000/svg}polyline")
    assert [len(line.get("points").split()) for line in lines] == [40] * 4      # two figures of two sizes
    assert learn(folder, "b.npz", "--teacher", "nobody") == 0
    assert (folder / "a.npz").read_bytes() == (folder / "b.npz").read_bytes()
    assert learn(folder, "c.npz", "--seed", "2") == 0
    assert not np.array_equal(read_network(folder / "c.npz")[1]["stem"], weights["stem"])


@pytest.mark.parametrize("words", [("--threads", "2"), ("--threads", "2", "--bfloat16")])
def test_threads_that_share_steps_repeat_byte_for_byte(folder, words):
    assert learn(folder, "a.npz", *words) == 0 == learn(folder, "b.npz", *words)
    assert (folder / "a.npz").read_bytes() == (folder / "b.npz").read_bytes()
    assert read_network(folder / "a.npz")[0].figures["best_first_7"] > 0.9
    torch.set_num_threads(1)


def test_the_gradients_of_threads_are_joined():
    """Of five positions one thread has two, the other three; the means of normalisation are joined as well."""
    from gopy.lab.learn.network.batches import Batches
    from gopy.lab.learn.network.learner import _losses
    from gopy.lab.learn.network.sharing import Copies

    batch = Batches(positions(5, 1)).part(0, 5)

    def learnt(threads, batch):
        torch.manual_seed(6)
        net = random_net(2, 16)
        parts = Copies(net, threads, _losses, False).learn(batch)
        return [*parts, *(value.grad for value in net.parameters()), *(value for value in net.buffers() if value.is_floating_point())]
    for joined, first, second in zip(learnt(2, batch), learnt(1, batch.part(0, 2)), learnt(1, batch.part(2, 5))):
        assert torch.allclose(joined, 0.4 * first + 0.6 * second, atol=1e-6)


def test_a_stopped_run_goes_on_to_the_same_network(folder, monkeypatch, capsys):
    from gopy.lab.learn.network.learner import NetworkLearner

    assert learn(folder, "a.npz") == 0
    once = NetworkLearner._step

    def step(self):
        if self.games == 50:
            raise KeyboardInterrupt
        return once(self)
    monkeypatch.setattr(NetworkLearner, "_step", step)
    written = NetworkLearner.write_checkpoint
    monkeypatch.setattr(NetworkLearner, "learn", lambda self, count, learn=NetworkLearner.learn: (learn(self, 1), written(
        self, folder / "b.npz.checkpoint"))[0])
    assert learn(folder, "b.npz") != 0
    monkeypatch.undo()
    assert learn(folder, "b.npz") == 0
    assert "going on after 50 steps" in capsys.readouterr().err
    assert (folder / "a.npz").read_bytes() == (folder / "b.npz").read_bytes()
    assert learn(folder, "b.npz", "--batch", "32") == 2
    assert "is the checkpoint of a run with other batch" in capsys.readouterr().err


def test_a_run_that_begins_with_a_network(folder, capsys):
    assert learn(folder, "a.npz") == 0
    start = "--start", str(folder / "a.npz")
    words = ["learn", "network", str(folder), "--batch", "64", "--rate", "0.0001", "--steps", "40"]
    assert main([*words, *start, "--out", str(folder / "b.npz")]) == 0
    first, second = (read_network(folder / name)[0] for name in ("a.npz", "b.npz"))
    assert second.command.startswith("gopy learn network --start a.npz --blocks 1 --channels 16 --steps 40 ") and (second.blocks, second.channels) == (1, 16)
    assert second.figures["best_first_7"] > 0.9 and second.figures["value_error_7"] < 2 * first.figures["value_error_7"]
    assert main([*words, *start, "--bfloat16", "--out", str(folder / "c.npz")]) == 0     # coarser numbers, as good a network
    assert read_network(folder / "c.npz")[0].figures["best_first_7"] > 0.9
    capsys.readouterr()
    for more, told in ((("--start", str(folder / "b.npz")), "is the checkpoint of a run with other start"),
                       ((*start, "--blocks", "2"), "has 1 blocks of 16 channels: a network may become wider"),
                       (("--start", __file__), "is no network")):
        assert main([*words, *more, "--out", str(folder / "b.npz")]) == 2
        assert told in capsys.readouterr().err


def test_win_rates_may_be_learnt_milder(folder, capsys):
    assert learn(folder, "a.npz", "--value-slope", "0.5") == 0
    header, _ = read_network(folder / "a.npz")
    assert header.command.endswith(" --value-slope 0.5")
    assert learn(folder, "a.npz") == 2 and "is the checkpoint of a run with other value_slope" in capsys.readouterr().err
    labelled = positions(50, 7)
    milder = with_slope(labelled, 0.5)
    known = (labelled.winning > 1e-4) & (labelled.winning < 1 - 1e-4)
    odds, halved = (np.log(part.winning[known] / (1 - part.winning[known])) for part in (labelled, milder))
    assert halved == pytest.approx(odds / 2, abs=1e-3) and known.any()
    assert (milder.winning > 0).all() and (milder.winning < 1).all() and (milder.codes == labelled.codes).all()


def test_a_network_grows_and_says_what_it_said(folder):
    """What is new beside what was there has no effect yet, and it can learn."""
    from gopy.lab.learn.network.batches import Batches
    from gopy.lab.learn.network.beginning import begin_with
    from gopy.lab.learn.network.growing import can_grow, grown
    from gopy.lab.learn.network.model import Net, weights_of

    batch = Batches(positions(64, 2)).part(0, 64)
    for form, larger in (((2, 16), (3, 48)), ((3, 16), (3, 32)), ((1, 16), (1, 64)), ((3, 48), (4, 64))):
        assert can_grow(form, larger) and not can_grow(larger, form)
        torch.manual_seed(5)
        weights = weights_of((net := random_net(*form)), net.state_dict())
        begin_with((large := Net(*larger)), grown(weights, form, larger, 1), batch)
        with torch.no_grad():
            said = net.eval()(batch.planes, batch.given)
            for one, two in zip(large.eval()(batch.planes, batch.given), said):
                assert torch.allclose(one, two, atol=0.1 if form[0] < larger[0] else 5e-3), (form, larger)
        if form[0] == larger[0]:
            continue
        for _ in range(2):      # the first step lets the heads see the new channels
            large.zero_grad()
            sum(answer.square().mean() for answer in large.train()(batch.planes, batch.given)).backward()
            with torch.no_grad():
                for parameter in large.parameters():
                    parameter.sub_(1e-4 * parameter.grad)
        for layer in (*large.conv1, *large.conv2):
            learns = (layer.weight.grad.abs().amax((1, 2, 3)) > 0, layer.weight.grad.abs().amax((0, 2, 3)) > 0)
            assert all(part.float().mean() > 0.8 for part in learns), "channels that are 0 everywhere are few"
    assert not can_grow((1, 16), (2, 16))
    assert learn(folder, "a.npz") == 0
    assert main(["learn", "network", str(folder), "--batch", "64", "--rate", "0.0001", "--steps", "40", "--start", str(folder / "a.npz"),
                 "--channels", "32", "--out", str(folder / "b.npz")]) == 0
    larger = read_network(folder / "b.npz")[0]
    assert (larger.blocks, larger.channels) == (1, 32) and larger.figures["best_first_7"] > 0.9


def test_no_more_positions_judge_than_are_needed(folder, monkeypatch, capsys):
    monkeypatch.setattr("gopy.lab.learn.network.learning.MOST_JUDGED", 5)
    assert learn(folder, "a.npz", "--steps", "10") == 0
    assert "held out: 10\n" in capsys.readouterr().err


def test_patience_ends_a_run_that_gets_no_better(folder):
    assert learn(folder, "a.npz", "--rate", "1", "--patience", "1") == 0     # far too large steps
    assert len((folder / "a.npz.curve.jsonl").read_text().splitlines()) < 40


def test_positions_that_are_all_held_out_teach_nothing(tmp_path, capsys):
    write_labelled(file_of(tmp_path, 0), positions(20, 1, held_out=1.1))
    assert learn(tmp_path, "a.npz") == 2
    assert "there is nothing to learn from" in capsys.readouterr().err


def test_orthogonal_changes_are_alike_in_all_directions():
    from gopy.lab.learn.network.orthogonal import Orthogonal, orthogonal

    torch.manual_seed(3)
    for rows, columns in ((16, 144), (48, 48)):
        matrix = torch.randn(rows, columns) @ torch.diag(torch.logspace(0, -1, columns))
        found, values = orthogonal(matrix), torch.linalg.svdvals(matrix)
        assert torch.linalg.svdvals(found).max() < 1.25
        assert torch.linalg.svdvals(found)[values > 0.1 * values.max()].min() > 0.65
        left, _, right = torch.linalg.svd(matrix, full_matrices=False)
        inner = left.T @ found @ right.T            # of the same singular vectors: a diagonal matrix
        assert (inner - torch.diag(inner.diagonal())).abs().max() < 0.02
    weights = torch.nn.Parameter(torch.randn(4, 2, 3, 3))
    optimizer = Orthogonal([weights])
    optimizer.param_groups[0]["lr"] = 0.2
    before = float((weights.detach() ** 2).sum())
    for _ in range(20):
        optimizer.zero_grad()
        (weights ** 2).sum().backward()
        optimizer.step()
    assert float((weights.detach() ** 2).sum()) < before / 2


@pytest.mark.parametrize("size, blocks, channels, threads, tiles", [(7, 2, 32, 1, False), (7, 2, 32, 1, True), (10, 1, 16, 2, False)])
def test_gopys_own_kernels_have_the_gradients_of_pytorch(size, blocks, channels, threads, tiles, monkeypatch):
    """Also where PyTorch's own 3x3 layers stand among them, as on a processor that multiplies tiles."""
    from gopy.compiled.lowering import processor_features
    from gopy.lab.learn.network import layers
    from gopy.lab.learn.network.batches import Batches
    from gopy.lab.learn.network.layers import has_kernels
    from gopy.lab.learn.network.learner import _losses

    if "avx512bf16" not in processor_features():
        pytest.skip("they are for processors with AVX512_BF16")
    monkeypatch.setattr(layers, "multiplies_tiles", lambda: tiles)
    batch = Batches(positions(16, 1, size)).part(0, 16)
    found = []
    torch.set_num_threads(threads)
    for halved in (False, True):
        torch.manual_seed(5)
        net = random_net(blocks, channels).to(memory_format=torch.channels_last).train()
        with torch.autocast("cpu", torch.bfloat16, enabled=halved):
            assert has_kernels(torch.zeros(1, channels, size, size)) == halved
            loss, _ = _losses(*net(batch.planes, batch.given), batch)
        loss.backward()
        found.append((float(loss.detach()), {name: value.grad for name, value in net.named_parameters()},
                      {name: value for name, value in net.state_dict().items() if "running" in name}))
    torch.set_num_threads(1)
    (loss, gradients, running), (other_loss, others, other_running) = found
    assert other_loss == pytest.approx(loss, rel=0.02)
    for name, value in running.items():
        assert (other_running[name] - value).norm() < 0.01 * value.norm()
    for name, value in gradients.items():
        assert torch.cosine_similarity(others[name].flatten(), value.flatten(), 0) > 0.9 or value.norm() < 1e-3, name
