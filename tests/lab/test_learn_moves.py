"""`gopy learn moves`, `evaluate` and `show`: records, the two fits against their formulas, repetition, stops, files."""
import json
import lzma

import numpy as np
import pytest
from small_models import random_records, small_model

from gopy.__main__ import main
from gopy.base.errors import UserError
from gopy.go.geometry import BLACK, WHITE
from gopy.go.knowledge.move_model import Shapes, model_of, unpack
from gopy.lab.learn.figures import Figures
from gopy.lab.learn.harvest import harvest
from gopy.lab.learn.mm import MinorisationLearner, improve
from gopy.lab.learn.move_learner import MoveLearner, Replayer, features_of
from gopy.lab.learn.pruning import without_weak
from gopy.lab.learn.records import LeftOut, collect, read_records


def table_line(name, moves, *, size=9, result="B+3.5", setup="-", first="B"):
    return "\t".join([name, str(size), "7.5", "0", "cn", result, "1d", "1d", setup, first, moves, "x"])


@pytest.fixture
def table(tmp_path):
    def write(*lines, name="games.tsv.xz"):
        path = tmp_path / name
        with (lzma.open(path, "wt") if name.endswith("xz") else open(path, "w")) as file:
            file.write("\n".join(["# id size ...", *lines]) + "\n")
        return path
    return write


def letters(move, size):
    row, column = divmod(move, size + 1)
    return chr(ord("a") + column) + chr(ord("a") + size - 1 - row)


@pytest.fixture
def random_table(table):
    return table(*(table_line(record.name, "".join(letters(move, 7) for move in record.moves), size=7, result="B+R")
                   for record in random_records(7, 40, 2)), name="random.tsv")


# ---------------------------------------------------------------- records

def test_a_game_that_was_counted_ends_with_two_passes(table):
    path = table(*(table_line(result, "aaba", result=result) for result in ("B+3.5", "W+R", "B+T")))
    assert [record.moves for record in read_records([path], [9])] == [[80, 81, 90, 90], [80, 81], [80, 81]]


def test_only_games_of_the_size_and_without_handicap_are_read(table):
    path = table(table_line("a", "aa"), table_line("b", "aa", size=19), table_line("c", "aa", setup="ccgg", first="W"))
    assert [record.name for record in read_records([path], [9])] == ["a"]
    even, handicap = read_records([path], [9], handicap=True)
    assert handicap.first == WHITE and handicap.setup == [62, 26] and even.first == BLACK


def test_folders_hold_sgf_files_and_tables(table, tmp_path):
    table(table_line("a", "aabb"))
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "game.sgf").write_text("(;GM[1]SZ[9];B[aa];W[bb];B[])")
    (tmp_path / "deep" / "damaged.sgf").write_text("(;GM[1")
    (tmp_path / "deep" / "other.sgf").write_text("(;GM[1]SZ[13];B[aa])")
    (tmp_path / "deep" / "twice.sgf").write_text("(;GM[1]SZ[9];B[aa];B[bb])")
    assert [(record.name, record.moves[:2]) for record in read_records([tmp_path], [9])] == [("game.sgf", [80, 71]), ("a", [80, 71])]


def test_what_is_not_learnt_from_is_counted_and_named(table, tmp_path, capsys):
    table(table_line("a", "aabb"), table_line("b", "aabb", setup="cc"), table_line("c", "aabb", size="13"))
    for number in range(8):
        (tmp_path / f"good{number}.sgf").write_text(f"(;GM[1]SZ[9]GN[{number}];B[aa];W[bb])")
    for name, text in {"bad1": "(;GM[1]SZ[9:13])", "bad2": "no record", "other": "(;GM[1]SZ[13];B[aa])", "empty": "(;GM[1]SZ[9])",
                       "twice": "(;GM[1]SZ[9];B[aa];B[bb])", "white": "(;GM[1]SZ[9]AW[cc];B[aa])"}.items():
        (tmp_path / f"{name}.sgf").write_text(text)
    collection = collect([tmp_path], [9])
    assert len(collection.learning) + len(collection.held_out) == 9
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "2 files could not be read and are left out:"
    assert [line.partition(": ")[0] for line in told[1:3]] == [f"  {tmp_path / name}" for name in ("bad1.sgf", "bad2.sgf")]
    assert told[3:] == ["6 games are left out: 1 in which a colour moves twice running, 2 of another board size, "
                        "2 with stones set up before the first move, 1 without moves"]


def test_nothing_is_said_of_files_that_are_all_used_and_much_is_said_shortly(table, capsys):
    collect([table(table_line("a", "aabb"), table_line("b", "aabb"))], [9])
    assert capsys.readouterr().err == ""
    left_out = LeftOut()
    left_out.unreadable = {f"{number}.sgf": "bad" for number in range(30)}
    assert str(left_out).splitlines()[10:] == ["  9.sgf: bad", "  and 20 more"]


def test_records_that_were_corrected_are_counted(tmp_path):
    (tmp_path / "good.sgf").write_text("(;SZ[9];B[ee];W[cc])")
    (tmp_path / "wrong.sgf").write_text("(;SZ[9]KM[900000];B[ee];W[cc])")
    left_out = LeftOut()
    assert len(list(read_records([tmp_path], {9}, left_out=left_out))) == 2
    assert str(left_out) == "1 record was corrected; gopy review tells what was wrong with one"


@pytest.mark.parametrize("line, message", [
    ("a\t9\tx", "line 2: a game has eleven fields, not 3"),
    (table_line("a", "zzaa"), "line 2: 'zz' is no point of 9x9"),
    (table_line("a", "aaj"), "line 2: 'j' is no point of 9x9"),
    (table_line("a", "aaa"), "line 2: 'a' is no point of 9x9"),
    (table_line("a", "eefffe..ee"), "line 2: move 5 is not legal"),
    (table_line("a", "baiiabaa"), "line 2: move 4 is not legal"),      # suicide of a single stone
])
def test_a_damaged_table_is_named_with_its_line(table, line, message):
    with pytest.raises(UserError, match=message):
        list(read_records([table(line)], [9]))


def test_files_that_are_no_games_are_refused(tmp_path):
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "a.tsv.xz").write_bytes(b"no xz")
    for name, message in (("a.txt", "no folder, no SGF file"), ("a.tsv.xz", "cannot be read"), ("missing.tsv", "cannot be read")):
        with pytest.raises(UserError, match=message):
            list(read_records([tmp_path / name], [9]))
    with pytest.raises(UserError, match="no games of 9x9"):
        collect([tmp_path / "deep"] if (tmp_path / "deep").mkdir() else [tmp_path / "deep"], [9])


def test_a_tenth_is_held_out_and_a_smaller_collection_is_part_of_a_larger_one(table):
    path = table(*(table_line(f"game {i}", "aabb") for i in range(1000)))
    whole, part = collect([path], [9]), collect([path], [9], 200)
    assert 70 < len(whole.held_out) < 130 and len(whole.learning) + len(whole.held_out) == 1000
    names = {record.name for record in whole.learning}
    assert {record.name for record in part.learning} < names
    assert whole.checksum() == collect([path], [9]).checksum() != part.checksum()


# ---------------------------------------------------------------- fits

def tiny(size=5, games=12):
    records = list(random_records(size, games, 3))
    collection = collect_of(records)
    return collection, harvest(collection.learning, 2)


def collect_of(records):
    from gopy.lab.learn.records import Collection
    records = [record._replace(moves=np.array(record.moves, np.int64)) for record in records]
    return Collection(records, records[:2])


def test_the_step_is_that_of_the_likelihood_and_of_adagrad():
    collection, shapes = tiny()
    learner = MoveLearner(collection, shapes, passes=1)
    record = collection.learning[0]._replace(moves=collection.learning[0].moves[:1])
    features = shapes.firsts()["end"]
    before = np.random.default_rng(2).normal(size=features).astype(np.float32) * 0.1
    before[0] = 0.0

    def value(weights):
        return float(learner._replayer.replay(record, weights.astype(np.float32))[0, 1])

    weights, squares, rate = before.copy(), np.full(features, 2.0, np.float32), 0.5
    learner._replayer.replay(record, weights, squares, learner.fixed, rate)
    changed = np.flatnonzero(weights != before)
    assert len(changed) > 10 and 0 not in changed
    for feature in changed[:40]:
        step = np.zeros(features, np.float32)
        step[feature] = 0.01
        gradient = (value(before + step) - value(before - step)) / 0.02
        # A feature that several candidates have is moved once for each of them.
        assert (weights[feature] - before[feature]) * gradient > -1e-3
        if abs(squares[feature] - 2.0 - gradient ** 2) < 1e-4:
            assert weights[feature] - before[feature] == pytest.approx(rate * gradient / squares[feature] ** 0.5, abs=2e-3)


def test_learning_predicts_what_was_learnt_from():
    collection, shapes = tiny()
    learner = MoveLearner(collection, shapes, passes=10)
    first = learner._replayer.replay(collection.learning[0], learner.weights)
    learner.learn(learner.all_games)
    again = learner._replayer.replay(collection.learning[0], learner.weights)
    assert again[:, 1].mean() > first[:, 1].mean() + 0.3
    assert learner.counts[0].sum() > 0 and (learner.counts[0] <= learner.counts[1]).all()


def test_a_pass_of_minorisation_follows_its_formula_and_never_worsens_the_fit():
    collection, shapes = tiny()
    learner = MinorisationLearner(collection, shapes, 5, 64 << 20)
    old, kind = learner.strengths.copy(), int(learner._kinds[shapes.firsts()["small"]])
    products, features, firsts, starts = (array.copy() for array in (learner._products, learner._features, learner._firsts,
                                                                     learner._starts))
    improve(kind, learner._kinds, features, firsts, starts, learner._chosen, learner.strengths, learner._products, learner._sums,
            learner._played)
    for feature in np.flatnonzero((learner._kinds == kind) & (learner._played > 0))[:10]:
        total = 0.0
        for start, end in zip(starts, starts[1:]):
            have = [i for i in range(start, end) if feature in features[firsts[i]:firsts[i + 1]]]
            total += sum(products[i] / old[feature] for i in have) / products[start:end].sum()
        assert learner.strengths[feature] == pytest.approx((learner._played[feature] + 1) / (total + 2 / (old[feature] + 1)))
    rebuilt = [np.prod(learner.strengths[features[a:b]]) for a, b in zip(firsts, firsts[1:])]
    assert learner._products == pytest.approx(np.array(rebuilt))

    def fitness():
        value = sum(np.log(learner._products[chosen] / learner._products[start:end].sum())
                    for chosen, start, end in zip(learner._chosen, starts, starts[1:]))
        return value + np.sum(np.log(learner.strengths[1:] / (1 + learner.strengths[1:]) ** 2))
    values = [fitness()]
    for _ in range(4):
        learner.learn(1)
        values.append(fitness())
    assert all(later >= earlier - 1e-9 for earlier, later in zip(values, values[1:]))


def test_the_memory_of_minorisation_is_bounded():
    collection, shapes = tiny()
    small, large = (MinorisationLearner(collection, shapes, 1, memory) for memory in (3 << 15, 64 << 20))
    assert 0 < small.learnt_games < large.learnt_games == len(collection.learning)
    with pytest.raises(UserError, match="memory is too small"):
        MinorisationLearner(collection, shapes, 1, 1 << 10)


@pytest.mark.parametrize("method", ["logit", "mm"])
def test_a_run_repeats_itself_and_a_stopped_one_ends_with_the_same_file(random_table, tmp_path, method):
    whole, stopped = tmp_path / "whole.npz", tmp_path / "stopped.npz"
    words = ["learn", "moves", str(random_table), "--size", "7", "--passes", "3", "--fewest", "2", "--method", method]
    assert main([*words, "--out", str(whole)]) == 0
    collection = collect([random_table], [7])
    shapes = harvest(collection.learning, 2)

    def learner():
        return (MoveLearner(collection, shapes, 3, 1, 0.1) if method == "logit"
                else MinorisationLearner(collection, shapes, 3, 64 << 20, 0.1))
    first = learner()
    first.learn(first.all_games // 2 + 1)
    first.write_checkpoint(tmp_path / "stopped.npz.checkpoint")
    assert main([*words, "--out", str(stopped)]) == 0
    assert whole.read_bytes() == stopped.read_bytes()


@pytest.mark.parametrize("method", ["logit", "mm"])
def test_games_of_two_board_sizes_are_learnt_from_together(table, tmp_path, capsys, method):
    lines = [table_line(f"{record.name} on {size}", "".join(letters(move, size) for move in record.moves), size=size, result="B+R")
             for size in (5, 7, 9) for record in random_records(size, 40, size)]
    path, out = table(*lines), tmp_path / "both.npz"
    words = ["learn", "moves", str(path), "--passes", "2", "--fewest", "2", "--method", method, "--out"]
    assert main([*words, str(out), "--size", "7", "--size", "5"]) == 0
    shown = capsys.readouterr().out
    shapes, logarithms, _, about = unpack(out)
    assert about.startswith("5x5 and 7x7, ")
    for size in (5, 7):
        assert main(["learn", "evaluate", str(path), "--size", str(size), "--move-model", str(out), "--held-out"]) == 0
        assert f"On the games of {size}x{size} held out:\n{capsys.readouterr().out}" in shown
    both, one = collect([path], [5, 7]), [collect([path], [size]) for size in (5, 7)]
    assert sorted(record.name for record in both.learning) == sorted(record.name for part in one for record in part.learning)
    assert {record.size for record in both.learning} == {5, 7}
    # a shape that games of each size make once is known only if both are looked at
    assert harvest(both.learning, 2).counts()["small"] > max(harvest(part.learning, 2).counts()["small"] for part in one)


def test_a_checkpoint_of_another_run_is_refused(random_table, tmp_path):
    collection = collect([random_table], [7])
    shapes = harvest(collection.learning, 2)
    MoveLearner(collection, shapes, 3).write_checkpoint(tmp_path / "a.checkpoint")
    for other, word in ((MoveLearner(collection, shapes, 4), "passes"), (MoveLearner(collection, shapes, 3, seed=2), "seed"),
                        (MoveLearner(collection, shapes, 3, rate=0.3), "rate"),
                        (MoveLearner(collection, shapes, 3, without=["ko"]), "kinds left out"),
                        (MoveLearner(collection, harvest(collection.learning, 3), 3), "shapes"),
                        (MoveLearner(collection._replace(held_out=[]), shapes, 3), "games")):
        with pytest.raises(UserError, match=f"a run with other {word}: name another"):
            other.read_checkpoint(tmp_path / "a.checkpoint")
    MinorisationLearner(collection, shapes, 3, 1 << 22).write_checkpoint(tmp_path / "mm.checkpoint")
    with pytest.raises(UserError, match="other games or shapes"):
        MinorisationLearner(collection, harvest(collection.learning, 3), 3, 1 << 22).read_checkpoint(tmp_path / "mm.checkpoint")
    (tmp_path / "b.checkpoint").write_bytes(b"nothing")
    for kind in (MoveLearner(collection, shapes, 4), MinorisationLearner(collection, shapes, 1, 1 << 22)):
        with pytest.raises(UserError, match="no checkpoint"):
            kind.read_checkpoint(tmp_path / "b.checkpoint")
        with pytest.raises(UserError, match="cannot read /dev/zero: .*regular file"):
            kind.read_checkpoint("/dev/zero")


def test_weak_shapes_are_left_out_but_not_those_inside_strong_ones():
    shapes, _ = small_model(7)
    firsts, counts = shapes.firsts(), shapes.counts()
    logarithms = np.zeros(firsts["end"])
    strong = firsts["ring3"] + 1
    logarithms[strong], logarithms[firsts["answer"]] = 1.0, -1.0
    kept, weights, rates = without_weak(shapes, logarithms, np.arange(firsts["end"]), 0.5)
    assert isinstance(kept, Shapes) and kept.counts()["answer"] == 1 and kept.counts()["diamond"] == 0
    assert [kept.counts()[f"ring{ring}"] for ring in range(1, 5)] == [1, 1, 1, 0]
    assert kept.codes[2][0] == shapes.codes[2][1] and len(weights) == len(rates) == kept.firsts()["end"]
    assert weights[kept.firsts()["ring3"]] == 1.0 and rates[kept.firsts()["ring3"]] == strong
    assert counts["small"] == kept.counts()["small"]
    parent = shapes.parents[2][1]
    assert kept.codes[1][0] == shapes.codes[1][parent] and kept.parents[2][0] == 0


def test_every_kind_can_be_left_out():
    from gopy.go.knowledge.features import PLAIN_KINDS
    from gopy.go.knowledge.move_model import SHAPE_KINDS
    from gopy.lab.learn.cli import KINDS

    collection, shapes = tiny()
    assert set(KINDS) == {*PLAIN_KINDS, *SHAPE_KINDS} - {"pass"}
    for kind in KINDS:
        learner = MoveLearner(collection, shapes, 1, without=[kind])
        learner.learn(3)
        left_out = features_of(kind, shapes)
        assert not learner.weights[left_out].any() and learner.weights.any()


# ---------------------------------------------------------------- figures and commands

def test_figures_are_shares_and_means_by_part():
    figures = Figures()
    figures.add(np.array([[0, -1.0, 1, 80], [29, -3.0, 7, 70], [30, -2.0, 5, 60]], np.float32))
    assert figures.all() == {"moves": 3, "top1": pytest.approx(1 / 3), "top5": pytest.approx(2 / 3), "ln_p": -2.0}
    (early, first), (later, second) = figures.by_part()
    assert (early, later) == ("moves 1-30", "moves 31-60") and first["moves"] == 2 and second["top5"] == 1.0
    assert figures.short_text() == "33.3 % predicted, ln p -2.000" and Figures().all()["moves"] == 0


def test_evaluate_and_show(random_table, tmp_path, capsys):
    out = tmp_path / "model.npz"
    assert main(["learn", "moves", str(random_table), "--size", "7", "--passes", "2", "--fewest", "2", "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert main(["learn", "evaluate", str(random_table), "--size", "7", "--move-model", str(out), "--held-out", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert f"{100 * found['all moves']['top1']:.1f} %" in shown
    replayer = Replayer(model_of(unpack(out)[0], np.ones(len(unpack(out)[1]))))
    figures = Figures()
    for record in collect([random_table], [7]).held_out:
        figures.add(replayer.replay(record, unpack(out)[1].astype(np.float32)))
    assert figures.all()["ln_p"] == pytest.approx(found["all moves"]["ln_p"])

    record = tmp_path / "game.sgf"
    record.write_text("(;GM[1]SZ[7];B[dd];W[cd];B[])")
    picture = tmp_path / "game.svg"
    assert main(["learn", "show", str(record), "--move", "3", "--move-model", str(out), "--picture", str(picture)]) == 0
    shown = capsys.readouterr().out
    assert "Black to play" in shown and "played: pass" in shown and shown.count(" O ") == 1 and shown.count(" X ") == 1
    assert picture.read_text().count("<circle") >= 2
    for words in (["show", str(tmp_path / "none.sgf")], ["show", str(record), "--move-model", str(record)],
                  ["evaluate", str(random_table), "--move-model", str(record), "--size", "7"]):
        assert main(["learn", *words]) != 0
        assert capsys.readouterr().err.startswith("gopy")
