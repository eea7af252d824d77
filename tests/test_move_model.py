"""Features of moves and the model learnt from them: drawn cases, symmetry, reading, and a fit that finds the truth."""
import lzma

import numpy as np
import pytest

import diagram
from gopy.go.knowledge import features, move_model
from gopy.go.geometry import BLACK, WHITE
from gopy.go.knowledge.move_model import shape_classes, smallest_forms
from gopy.go.knowledge.prior import fill_distances, fill_near_stones
from gopy.compiled.jit import kernel
from gopy.learn.moves import NO_FEATURE, NO_SHAPE, Decisions, fit, log_likelihood, recorded_games


@kernel
def ask_features(position, point, colour):
    fill_near_stones(position)
    return (features.shape_index(position, point, colour), features.tactic_feature(position, point, colour),
            features.line_feature(position, point))


@kernel
def ask_distance(position, point, last):
    fill_distances(position, last)
    return features.distance_feature(position, point)


def tactic(drawing, colour=BLACK):
    position = diagram.position(drawing, colour)
    return features.TACTICS[ask_features(position, np.uint64(diagram.marks(drawing)["a"]), np.uint64(colour))[1]]


@pytest.mark.parametrize("expected, drawing", [
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
])
def test_tactics_of_drawn_moves(expected, drawing):
    assert tactic(drawing) == expected
    swapped = drawing.translate(str.maketrans("XO", "OX"))
    assert tactic(swapped, WHITE) == expected


def test_a_shape_is_seen_from_the_mover():
    drawing = """
        X O .
        . a .
        O . X"""
    marks = diagram.marks(drawing)
    black = ask_features(diagram.position(drawing), np.uint64(marks["a"]), np.uint64(BLACK))[0]
    swapped = drawing.translate(str.maketrans("XO", "OX"))
    white = ask_features(diagram.position(swapped, WHITE), np.uint64(marks["a"]), np.uint64(WHITE))[0]
    assert black == white


@pytest.mark.parametrize("turn", [lambda grid: grid.T, lambda grid: grid[::-1], lambda grid: np.rot90(grid)])
def test_turned_neighbourhoods_share_a_smallest_form(turn):
    generator = np.random.default_rng(1)
    for _ in range(200):
        grid = generator.integers(0, 4, (3, 3))      # two bits a neighbour

        def index(cells):
            bits = [int(cells[r, c]) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
            return sum((b & 1) << i | (b >> 1) << (8 + i) for i, b in enumerate(bits))
        assert smallest_forms()[index(grid)] == smallest_forms()[index(turn(grid))] <= index(grid)


def test_classes_number_the_codes_and_leave_the_rest_rare():
    codes = np.unique(smallest_forms())[[3, 50, 700]]
    classes = shape_classes(codes)
    assert [classes[code] for code in codes] == [1, 2, 3]
    assert (classes[np.isin(smallest_forms(), codes, invert=True)] == 0).all()


@pytest.mark.parametrize("size", [2, 9, 13, 19])
def test_the_models_of_the_package_are_complete(size):
    model = move_model.move_model(size)
    assert len(model.shape_strength) == model.shape_class.max() + 1
    assert (model.shape_strength > 0).all() and (model.plain_strength > 0).all()
    assert model.plain_strength[features.PLAIN_NAMES.index("self-atari")] < 0.2
    assert model.plain_strength[features.PLAIN_NAMES.index("save more")] > 3


def test_a_line_that_says_nothing_known_is_an_error(tmp_path, monkeypatch):
    (tmp_path / "lucky.txt").write_text("feature 1.0 near 1\nfeature 2.0 luck\n")
    monkeypatch.setattr(move_model, "pattern_file", lambda name: tmp_path / name)
    with pytest.raises(ValueError, match="lucky.txt.*luck"):
        move_model.read_model("lucky.txt")


def test_distance_features_count_steps_along_chains():
    drawing = """
        . . . . .
        . . . . .
        . X X . .
        . . . . .
        . . a . ."""
    position = diagram.position(drawing)
    last = np.uint64(diagram.marks(drawing)["a"] + 2 * 6 - 1)
    assert ask_distance(position, np.uint64(diagram.marks(drawing)["a"]), last) == 2


def test_a_fit_finds_the_strengths_that_made_the_choices():
    generator = np.random.default_rng(4)
    truth = np.array([0.0, 1.5, -1.0, 0.7])
    starts, rows, chosen = [0], [], []
    for _ in range(4000):
        candidates = np.stack([generator.integers(0, 2, 6), 2 + generator.integers(0, 2, 6)], axis=1)
        strength = np.exp(truth[candidates].sum(axis=1))
        chosen.append(starts[-1] + generator.choice(6, p=strength / strength.sum()))
        starts.append(starts[-1] + 6)
        rows.append(candidates)
    features_of, starts, chosen = np.concatenate(rows), np.array(starts), np.array(chosen)
    found = fit(features_of, starts, chosen, 4)
    assert found[1] - found[0] == pytest.approx(1.5, abs=0.12)
    assert found[3] - found[2] == pytest.approx(1.7, abs=0.12)


def test_the_gradient_is_that_of_the_likelihood():
    generator = np.random.default_rng(5)
    features_of = generator.integers(NO_FEATURE, 5, (60, 3))
    starts, chosen = np.arange(0, 61, 6), np.arange(0, 60, 6) + generator.integers(0, 6, 10)
    weights = generator.normal(size=5)
    value, gradient, _ = log_likelihood(weights, features_of, starts, chosen)
    for i in range(5):
        step = np.eye(5)[i] * 1e-6
        slope = (log_likelihood(weights + step, features_of, starts, chosen)[0] - value) / 1e-6
        assert slope == pytest.approx(gradient[i], abs=1e-4)


def test_every_move_of_a_game_is_a_decision_among_legal_candidates():
    decisions = Decisions()
    decisions.add_game([40 + 4, 40 + 2, 30 + 4, 90, 90], 9)
    shapes, plain, starts, chosen = decisions.arrays()
    assert len(chosen) == 5 and list(np.diff(starts)) == [82, 81, 80, 79, 79]     # the pass is one of them
    assert [features.PLAIN_NAMES[plain[end - 1, 0]] for end in starts[1:]] == ["pass"] * 4 + ["pass after a pass"]
    assert (shapes[starts[1:] - 1] == NO_SHAPE).all() and (plain[starts[1:] - 1, 1:] == NO_FEATURE).all()
    assert list(chosen[3:]) == list(starts[4:] - 1)
    assert len(shapes) == len(plain) == starts[-1]
    assert all(low <= at < high for low, at, high in zip(starts, chosen, starts[1:]))


def test_a_game_that_was_counted_ends_with_two_passes(tmp_path):
    head, lines = "# id size ...", []
    for result in ("B+3.5", "W+R", "B+T"):
        lines.append("\t".join(["g", "9", "7.5", "0", "cn", result, "1d", "1d", "-", "B", "aaba", "x"]))
    path = tmp_path / "games.tsv.xz"
    with lzma.open(path, "wt") as file:
        file.write("\n".join([head, *lines]) + "\n")
    assert list(recorded_games([path], 9)) == [[80, 81, 90, 90], [80, 81], [80, 81]]
