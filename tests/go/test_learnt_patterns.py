"""Learnt patterns of the playout: their weights against the model read by hand, the candidates against a slow board, and how often
each is drawn."""
import random

import diagram
import numpy as np
import pytest
from test_patterns import cell, forms

from gopy.compiled.jit import kernel
from gopy.compiled.rng import new_rng
from gopy.go.bitboard.construct import clone_position, new_position, setup
from gopy.go.geometry import BLACK, EMPTY, WHITE, points, row_and_column
from gopy.go.knowledge import playout
from gopy.go.knowledge.learnt_patterns import GREATEST, SELDOM, UNIT, WEIGHTS, is_accepted, pattern_weights, random_shares, weigh_patterns
from gopy.go.knowledge.move_model import model_path, move_model, unpack
from gopy.go.knowledge.params import new_go_params
from gopy.go.knowledge.work import new_work

WORK = new_work()


@kernel
def ask_weights(position, areas, centre, colour, weights):
    return weigh_patterns(position, areas[0], centre, colour, weights)


@kernel
def ask_acceptance(position, point, colour, shares, rng, tries):
    """How often a move drawn at random is accepted."""
    accepted = 0
    for _ in range(tries):
        accepted += is_accepted(position, point, colour, shares, rng)
    return accepted


@kernel
def ask_random_move(position, params, rng):
    return playout.random_move(position, params, rng)


@kernel
def ask_rule(position, params, rng):
    return playout.rule_move(position, params, rng)


def code(grid, mover):
    """Index of nine letters, rows from the top: eight bits for the mover's stones and eight for the others, counted from the
    lower left."""
    index = 0
    for place, letter in enumerate(letter for k, letter in enumerate("".join("".join(row) for row in reversed(grid))) if k != 4):
        if letter in (mover, "#"):
            index |= 1 << place
        if letter != "." and letter != mover:
            index |= 256 << place
    return index


class SlowModel:
    """The strengths of 3x3 neighbourhoods in a packed model, by the neighbourhood's smallest code."""

    def __init__(self, size) -> None:
        shapes, logarithms, _, _ = unpack(model_path(size))
        firsts = shapes.firsts()
        self.small = dict(zip(shapes.small.tolist(), logarithms[firsts["small"]:]))
        self.near = [dict(zip(codes.tolist(), logarithms[firsts[kind]:]))
                     for kind, codes in zip(("near1", "near2"), shapes.near)]

    def share(self, grid, mover, least):
        """How often a move drawn at random is played."""
        smallest = min(code(form, mover) for form in forms(grid))
        return min(max(np.exp(self.small.get(smallest, 0.0)) / least, SELDOM), 1.0)

    def weight(self, grid, mover, diagonal, power, least):
        smallest = min(code(form, mover) for form in forms(grid))
        if smallest not in self.small:
            return 0
        strength = np.exp(self.small[smallest] + self.near[diagonal].get(smallest, 0.0))
        return 0 if strength < least else round(min(max(UNIT * strength**power, 1), GREATEST))


def random_board(size, generator):
    """(colours, position) of a random board; patterns do not mind chains without liberties."""
    colours = [EMPTY] * (size * (size + 1))
    for p in points(size):
        colours[p] = generator.choice([BLACK, WHITE, EMPTY, EMPTY, EMPTY])
    position = new_position(size)
    try:
        setup(position, colours, BLACK)
    except ValueError:
        pass
    return colours, position


def grid_around(colours, size, point):
    """The nine letters around a point, rows from the top."""
    row, column = row_and_column(point, size)
    return [[cell(colours, size, row + 1 - i, column - 1 + j) for j in range(3)] for i in range(3)]


@pytest.mark.parametrize("power, least", [(1.0, 0.8), (0.5, 0.0), (2.0, 1.02)])
@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_the_neighbours_of_a_point_have_the_weights_of_the_model(size, power, least):
    slow, weights = SlowModel(size), pattern_weights(move_model(size), power, least)
    generator, compared = random.Random(size), 0
    for _ in range(3):
        colours, position = random_board(size, generator)
        for centre in generator.sample(points(size), 20):
            colour = generator.choice((BLACK, WHITE))
            row, column = row_and_column(centre, size)
            expected = {}
            for up in (-1, 0, 1):
                for right in (-1, 0, 1):
                    r, c = row + up, column + right
                    if (up or right) and cell(colours, size, r, c) == ".":
                        neighbour = r * (size + 1) + c
                        weight = slow.weight(grid_around(colours, size, neighbour), "BW"[colour], bool(up and right), power, least)
                        if weight:
                            expected[neighbour] = weight
            count = int(ask_weights(position, WORK, np.uint64(centre), np.uint64(colour), weights))
            queue = WORK[0].queue
            found = {int(queue[i]): int(queue[int(WEIGHTS) + i]) for i in range(count)}
            assert found == pytest.approx(expected, abs=1), (colours, centre)
            assert len(found) == count
            compared += count
    assert compared > 50


@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_a_random_move_is_accepted_as_often_as_its_shape_is_strong(size):
    slow, least, tries = SlowModel(size), 0.6, 2000
    shares = random_shares(move_model(size), least)
    generator, rng, between = random.Random(size), new_rng(2), 0
    for _ in range(3):
        colours, position = random_board(size, generator)
        for point in [p for p in points(size) if colours[p] == EMPTY][:40]:
            for colour in (BLACK, WHITE):
                share = slow.share(grid_around(colours, size, point), "BW"[colour], least)
                accepted = int(ask_acceptance(position, np.uint64(point), np.uint64(colour), shares, rng, tries))
                if share == 1.0:
                    assert accepted == tries
                else:
                    assert abs(accepted / tries - share) < 5 * (share * (1 - share) / tries)**0.5 + 0.003
                    between += 1
    assert between > 20


def test_random_moves_of_strong_shapes_are_drawn_more_often():
    drawing = """
        . . . . .
        . X X X .
        . X a X .
        . . . X .
        . . . . ."""
    # Black gains nothing at a, which is all but an eye; learnt shapes tell.
    position = diagram.position(drawing, BLACK)
    often = []
    for least in (0.0, 0.37):
        params, rng = new_go_params(5, random_least=least), new_rng(9)
        moves = [int(ask_random_move(clone_position(position), params, rng)) for _ in range(4000)]
        often.append(moves.count(diagram.marks(drawing)["a"]))
    assert often[1] < 0.6 * often[0]


def drawn(position, params, tries):
    """How often each point is drawn by the rule for patterns."""
    counts, rng = {}, new_rng(4)
    for _ in range(tries):
        point, rule = ask_rule(clone_position(position), params, rng)
        if rule == playout.PATTERN:
            counts[int(point)] = counts.get(int(point), 0) + 1
    return counts


def test_a_move_is_drawn_as_often_as_its_weight_says():
    drawing = """
        . . . . . . .
        . . . . . . .
        . . X O . . .
        . . . a . . .
        . . O . . . .
        . . . . . . .
        . . . . . . ."""
    # The last move is a black stone on a.
    last = diagram.marks(drawing)["a"]
    position = diagram.position(drawing.replace("a", "X"), WHITE)
    position.data[0].last = last
    params = new_go_params(7, atari=0.0, two_liberties=0.0, nakade=0.0, reject_suggested=0.0)
    count = int(ask_weights(position, WORK, np.uint64(last), np.uint64(WHITE), params.pattern_weights))
    queue = WORK[0].queue
    weights = {int(queue[i]): int(queue[int(WEIGHTS) + i]) for i in range(count)}
    assert len(weights) > 2 and len(set(weights.values())) > 1
    tries, counts = 4000, drawn(position, params, 4000)
    assert set(counts) <= set(weights) and sum(counts.values()) == tries
    for point, weight in weights.items():
        share = weight / sum(weights.values())
        assert abs(counts.get(point, 0) - tries * share) < 5 * (tries * share)**0.5 + 1


def test_a_bad_self_atari_is_rejected():
    drawing = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O O . . . .
        . O a b . . .
        . . . . . . ."""
    # The last move is a white stone on b. A black stone on a has one liberty and takes nothing.
    marks = diagram.marks(drawing)
    position = diagram.position(drawing.replace("b", "O"), BLACK)
    position.data[0].last = marks["b"]
    for rejected in (False, True):
        params = new_go_params(7, atari=0.0, two_liberties=0.0, nakade=0.0, reject_suggested=float(rejected))
        alike = params._replace(pattern_weights=np.full_like(params.pattern_weights, 1))
        assert (marks["a"] not in drawn(position, alike, 300)) == rejected


def test_nothing_is_read_where_no_shape_is_learnt():
    params = new_go_params(5, pattern_power=0.0, random_least=0.0)
    assert len(params.pattern_weights) == len(params.random_shares) == 1
