"""Features of moves and the models learnt from them: drawn cases, a slow oracle, symmetry, files."""
import os

import diagram
import numpy as np
import pytest
from oracles import naive_shapes
from small_models import random_records, small_model

from gopy.compiled.jit import kernel
from gopy.go.bitboard.construct import new_position, setup
from gopy.go.board import Position
from gopy.go.geometry import BLACK, EMPTY, WHITE, gridcular_distance, num_points, point_at, points, row_and_column
from gopy.go.knowledge import features, move_model, urgency
from gopy.go.knowledge.move_model import Shapes, pack, smallest_forms, unpack
from gopy.go.knowledge.prior import fill_distances
from gopy.go.knowledge.work import new_work
from gopy.lab.learn.decisions import prepare
from gopy.lab.learn.harvest import harvest
from gopy.lab.learn.probabilities import move_probabilities
from gopy.lab.learn.records import Record


@kernel
def ask_urgency(position, areas, point, colour, last):
    fill_distances(position, areas[0], last)
    return urgency.read_urgency(position, areas[0], point, colour)


@kernel
def ask_line(position, areas, point):
    prepare(position, areas[0])
    return features.line_feature(position, point)


@kernel
def ask_steps(position, areas, point, last):
    fill_distances(position, areas[0], last)
    return features.steps_feature(areas[0], point)


@kernel
def ask_features(position, areas, model, point, colour, found):
    work = areas[0]
    prepare(position, work)
    situation = features.read_situation(position, work, model, colour)
    seen = urgency.read_urgency(position, work, point, colour)
    count = features.list_features(position, work, model, point, colour, situation, seen)
    for i in range(count):
        found[i] = work.features[i]
    return count


def seen(drawing, colour=BLACK):
    position = diagram.position(drawing, colour)
    marks = diagram.marks(drawing)
    last = marks["z"] if "z" in marks else position.data[0].last
    return ask_urgency(position, new_work(), np.uint64(marks["a"]), np.uint64(colour), np.uint64(min(last, num_points(5) - 1)))


def swapped(drawing):
    return drawing.translate(str.maketrans("XO", "OX"))


DRAWN = [
    ("take one", """
        . . . . .
        . X . . .
        X O a . .
        . X . . .
        . . . . ."""),
    ("take more", """
        . . . . .
        X X . . .
        O O a . .
        X X . . .
        . . . . ."""),
    ("save one", """
        . . . . .
        . O . . .
        O X a . .
        . O . . .
        . . . . ."""),
    ("save more", """
        . . . . .
        O O . . .
        X X a . .
        O O . . .
        . . . . ."""),
    ("self-atari", """
        . a O . .
        O O . . .
        . . . . .
        . . . . .
        . . . . ."""),
    ("atari", """
        . . . . .
        . . X . .
        . X O a .
        . . . . .
        . . . . ."""),
    ("ladder", """
        . . . . .
        . X . . .
        . O a . .
        . X . . .
        . . . . ."""),
    ("none", """
        . . . . .
        . . . . .
        . . a . .
        . . . . .
        . . . . ."""),
]


@pytest.mark.parametrize("expected, drawing", DRAWN)
def test_tactics_of_drawn_moves(expected, drawing):
    assert urgency.TACTICS[seen(drawing)[0]] == expected
    assert urgency.TACTICS[seen(swapped(drawing), WHITE)[0]] == expected


@pytest.mark.parametrize("place, names, expected, drawing", [
    (2, urgency.TAKE_NAMES, "take 2 stones", DRAWN[1][1]),
    (2, urgency.TAKE_NAMES, "take 1 stone, which frees a chain", """
        . O X . .
        O X O a .
        . . X . .
        . . . . .
        . . . . ."""),
    (3, urgency.SAVE_NAMES, "save 2 stones", DRAWN[3][1]),
    (3, urgency.SAVE_NAMES, "save 1 stone in vain", """
        . . O . .
        . . O . .
        . . O . .
        . O X O .
        O . a . O"""),
    (4, urgency.ATTACK_NAMES, "atari on 1 stone", DRAWN[5][1]),
    (4, urgency.ATTACK_NAMES, "ladder on 1 stone", DRAWN[6][1]),
    (6, urgency.SELF_ATARI_NAMES, "self-atari of 1 stone", DRAWN[4][1]),
    (1, urgency.CHAIN_NAMES, "touches 2 own and 1 enemy chains", """
        . . . . .
        . . X . .
        . . a X .
        . . O . .
        . . . . ."""),
])
def test_what_drawn_moves_do(place, names, expected, drawing):
    assert names[seen(drawing)[place]] == expected
    assert names[seen(swapped(drawing), WHITE)[place]] == expected


def test_distance_features_count_steps_along_chains():
    drawing = """
        . . . . .
        . . . . .
        . X X . .
        . . . . .
        . . a . ."""
    last = np.uint64(diagram.marks(drawing)["a"] + 2 * 6 - 1)
    assert ask_steps(diagram.position(drawing), new_work(), np.uint64(diagram.marks(drawing)["a"]), last) == 2


@pytest.mark.parametrize("turn", [lambda grid: grid.T, lambda grid: grid[::-1], lambda grid: np.rot90(grid)])
def test_turned_neighbourhoods_share_a_smallest_form(turn):
    generator = np.random.default_rng(1)
    for _ in range(200):
        grid = generator.integers(0, 4, (3, 3))      # two bits a neighbour

        def index(cells):
            bits = [int(cells[r, c]) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
            return sum((b & 1) << i | (b >> 1) << (8 + i) for i, b in enumerate(bits))
        assert smallest_forms()[index(grid)] == smallest_forms()[index(turn(grid))] <= index(grid)


def position_of(board, colour, last):
    position = new_position(board.size)
    setup(position, board.colours, colour, board.ko_for(colour), 0, -1 if last is None else last)
    return position


def shapes_found(position, model, point, colour, shapes):
    found = np.zeros(24, np.uint32)
    count = ask_features(position, new_work(), model, np.uint64(point), np.uint64(colour), found)
    first, named = shapes.firsts()["small"], [int(feature) for feature in found[:count]]
    assert all(feature < shapes.firsts()["end"] for feature in named)
    return {feature for feature in named if feature >= first}, {feature for feature in named if 0 < feature < first}


@pytest.mark.parametrize("size", [5, 7, 9])
def test_shapes_are_those_that_a_slow_oracle_finds(size):
    shapes, model = small_model(size)
    table = naive_shapes.known(shapes)
    found_rings = 0
    for record in random_records(size, 6, 9):
        board, colour, last = Position(size), BLACK, None
        for move in record.moves:
            if len(record.moves) % 3 == 0 or move == record.moves[-1]:
                for point in [point for point in points(size) if board.illegality(colour, point) is None][::3]:
                    ours, _ = shapes_found(position_of(board, colour, last), model, point, colour, shapes)
                    assert ours == naive_shapes.shape_features(board, point, colour, last, shapes, table)
                    found_rings += any(feature >= shapes.firsts()["ring2"] for feature in ours)
            board.play(colour, move)
            colour, last = 1 - colour, move
    assert found_rings > 0


def test_a_turned_board_with_the_colours_exchanged_has_the_same_features():
    size = 9
    shapes, model = small_model(size)

    def turned(point, form):
        row, column = row_and_column(point, size)
        row, column = (size - 1 - row if form & 1 else row), (size - 1 - column if form & 2 else column)
        return point_at(column, row, size) if form & 4 else point_at(row, column, size)

    for record in random_records(size, 3, 5):
        board, colour, last = Position(size), BLACK, None
        for move in record.moves:
            board.play(colour, move)
            colour, last = 1 - colour, move
        for form in range(8):
            other = Position(size)
            for point in points(size):
                if board.colours[point] != EMPTY:
                    other.colours[turned(point, form)] = 1 - board.colours[point]
            mirrored = position_of(other, 1 - colour, turned(last, form))
            for point in [point for point in points(size) if board.illegality(colour, point) is None]:
                one = shapes_found(position_of(board, colour, last), model, point, colour, shapes)
                two = shapes_found(mirrored, model, turned(point, form), 1 - colour, shapes)
                assert one[0] == two[0]
                # Which of two equal moves a ladder is read with depends on the order of points.
                ladders = any("ladder" in features.PLAIN_NAMES[feature] for feature in one[1] | two[1])
                assert one[1] == two[1] or ladders


def test_after_a_suicide_there_is_no_last_stone():
    """Its point is empty again, so that a move may be played there."""
    shapes, model = small_model(5)
    board = Position(5)
    for point in (1, 6):
        board.set_stone(point, WHITE)
    found = [shapes_found(position_of(board, WHITE, last), model, 0, WHITE, shapes) for last in (0, None)]
    assert found[0] == found[1]


def test_a_shape_is_known_from_the_fewest_plays_on():
    moves = [point_at(3, 3, 9), point_at(5, 5, 9)]
    same = [Record(str(i), 9, [], BLACK, moves) for i in range(5)]
    assert len(harvest(same[1:], 9).codes[0]) == 0
    shapes = harvest(same, 9)
    # Up to distance 5 both moves see empty points. At distance 6 the second sees the first stone.
    assert [len(codes) for codes in shapes.codes] == [1, 1, 0, 0, 0, 0, 0]
    assert gridcular_distance(2, 2) == 6 and list(shapes.small) == [0] and len(shapes.diamond) == 1
    assert len(shapes.near[0]) == len(shapes.near[1]) == len(shapes.answer) == 0


def test_a_packed_model_is_read_as_it_was_written(tmp_path):
    shapes, _ = small_model(7)
    count = shapes.firsts()["end"]
    logarithms = np.random.default_rng(3).integers(-60, 60, count) / 20
    rates = np.random.default_rng(4).integers(0, 256, count) / 255
    pack(tmp_path / "model.npz", shapes, logarithms, rates, "about it")
    again, read, read_rates, about = unpack(tmp_path / "model.npz")
    assert all((one == other).all() for one, other in zip(shapes.lists(), again.lists()))
    assert all((one == other).all() for one, other in zip(shapes.parents, again.parents))
    assert read == pytest.approx(logarithms) and about == "about it"
    ringed = slice(shapes.firsts()["ring1"], None)
    assert read_rates[ringed] == pytest.approx(rates[ringed]) and isinstance(again, Shapes)
    first = (tmp_path / "model.npz").read_bytes()
    pack(tmp_path / "model.npz", shapes, logarithms, rates, "about it")
    assert (tmp_path / "model.npz").read_bytes() == first


@pytest.mark.parametrize("content", [b"", b"nothing", b"PK\x03\x04 damaged"])
def test_a_file_that_is_no_model_is_refused(tmp_path, content):
    (tmp_path / "model.npz").write_bytes(content)
    with pytest.raises(ValueError, match="model.npz: is no packed move model"):
        unpack(tmp_path / "model.npz")
    with pytest.raises(ValueError, match="cannot read .*missing.npz: No such file"):
        unpack(tmp_path / "missing.npz")


def test_a_model_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    shapes, _ = small_model(5)
    nothing = np.zeros(shapes.firsts()["end"])
    pack(tmp_path / "model.npz", shapes, nothing, nothing, "old")

    def full(*_, **__):
        raise OSError("disk full")
    for broken in ("os.replace", "numpy.savez_compressed"):
        with monkeypatch.context() as patched:
            patched.setattr(broken, full)
            with pytest.raises(OSError, match="disk full"):
                pack(tmp_path / "model.npz", shapes, nothing, nothing, "new")
        assert unpack(tmp_path / "model.npz")[3] == "old" and os.listdir(tmp_path) == ["model.npz"]


def test_a_model_of_other_features_is_refused(tmp_path, monkeypatch):
    shapes, _ = small_model(5)
    pack(tmp_path / "model.npz", shapes, np.zeros(shapes.firsts()["end"]), np.zeros(shapes.firsts()["end"]), "")
    monkeypatch.setattr(move_model, "PLAIN_NAMES", ("nothing", "luck"))
    with pytest.raises(ValueError, match="other features"):
        unpack(tmp_path / "model.npz")


@pytest.mark.parametrize("size", [2, 9, 13, 19])
def test_the_models_of_the_package_know_well_known_things(size):
    model = move_model.move_model(size)
    named = dict(zip(features.PLAIN_NAMES, model.strength))

    def strength(*names):
        return np.prod([named[name] for name in names])

    assert named["nothing"] == 1 and (model.strength > 0).all()
    nothing = strength("none, far")
    assert strength("save more, far", "save 6 or more stones") > strength("lost run, far", "save 6 or more stones in vain")
    assert max(strength("self-atari, far", f"self-atari of {many}") for many in urgency.SIZES) < nothing
    assert strength("distance 2, late") > strength("distance 12, late")
    assert strength("pass after a pass") > strength("pass")


WELL_KNOWN = [
    ("a", """
        . . . . . . . . .
        . . X X . . . . .
        . X O O X . . . .
        . X O O X . . X .
        . . X a . . . . .
        . . . . . . . O .
        . . O . O . . . .
        . . . . . . . . .
        . . . . . . . . ."""),      # takes four stones
    ("a", """
        . . . . . . . . .
        . . O O . . . . .
        . O X X O . . . .
        . . O a . . . X .
        . . . . . . . . .
        . X . . . . . O .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . ."""),      # saves two stones
]


@pytest.mark.parametrize("mark, drawing", WELL_KNOWN)
def test_the_model_of_9x9_finds_the_urgent_move(mark, drawing):
    chances = move_probabilities(diagram.game(drawing))
    likeliest = sorted(chances, key=chances.get, reverse=True)[:3]
    assert diagram.marks(drawing)[mark] in likeliest and sum(chances.values()) == pytest.approx(1)
    assert chances[num_points(9)] < 0.01
