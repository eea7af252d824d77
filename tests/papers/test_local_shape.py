"""Local shapes: which share weights, the value after a move against the one from scratch, files, and the prior."""
import math
import random
from typing import NamedTuple

import diagram
import numpy as np
import pytest
from numba import config
from oracles import naive
from oracles import naive_local_shape as slow

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.compiled.jit import JIT_DISABLED, kernel
from gopy.game import WIN_UNIT, add_priors, legal_moves, play
from gopy.go.bitboard.construct import new_position, set_rules
from gopy.go.geometry import BLACK, WHITE
from gopy.papers.draft import new_paper_params
from gopy.papers.local_shape import (
    PlacedWeights,
    change_of_stone,
    fill_shapes,
    logistic,
    new_codes,
    sum_of_weights,
    value_of_sum,
    weight_at,
)
from gopy.papers.params import PaperParams
from gopy.papers.shape_weights import packed, read_shape_weights, shape_weights, sharing, weights_by_place

DIGITS = {None: 0, "b": 1, "w": 2}

SCATTERED = """
    . . . . . . . . .
    . . X . . O X . .
    . . O X . O . X .
    . O . O X . O X .
    . . O X . . . . .
    . . . . . X O . .
    . . X . O . . . .
    . X . . . . O . .
    . O X . . . . O X
"""

#: Without the compiler only the small boards are quick enough; with bounds checks they share the code of the others.
SIZES = (2, 3, 5) if JIT_DISABLED or config.BOUNDSCHECK else (2, 3, 5, 9)


@kernel
def ask_sum(position, weights):
    fill_shapes(position, weights.codes)
    return sum_of_weights(position, weights)


@kernel
def ask_change(position, weights, point, keep):
    return change_of_stone(position, weights, np.uint64(point), position.data[0].to_play, keep)


@kernel
def ask_value(total, weights, to_play):
    return value_of_sum(total, weights, np.uint64(to_play))


@kernel
def ask_logistic(x):
    return logistic(x)


@kernel
def ask_play(position, move):
    play(position, move)


def places(board, size):
    """The place of the weight of every window of an oracle's board."""
    first = 0
    for k in range(1, min(size, 3) + 1):
        for row in range(size - k + 1):
            for column in range(size - k + 1):
                code = sum(DIGITS[board.get((row + i, column + j))] * 3**(i * k + j) for i in range(k) for j in range(k))
                yield first + code
                first += 3**(k * k)


def random_table(size, seed=1):
    shared = sharing(size)
    draw = np.random.default_rng(seed).normal
    table = weights_by_place(size, draw(size=len(shared.independent)), draw(size=shared.count + 1), (0.25, -0.5))
    return PlacedWeights(table, new_codes(size))


def sum_of(board, table, size):
    """The sum of the weights of an oracle's board, from scratch."""
    return sum(float(table.weights[place]) for place in places(board, size))


def points_of(oracle):
    return [move for move in oracle.legal_moves() if move != naive.PASS]


# ---------------------------------------------------------------- which shapes share a weight

@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_shapes_share_weights_as_their_definition_says(size):
    """Dependent and independent weights of many shapes, by the oracle's names of classes: the same names, the same weights."""
    shared = sharing(size)
    chance = random.Random(size)
    of_name, of_number = {}, {}
    for _ in range(150):
        stones = chance.random()
        board = {(row, column): chance.choice("bw") for row in range(size) for column in range(size)
                 if chance.random() < stones}
        for shape, place in zip(slow.shapes(board, size), places(board, size)):
            dependent = int(shared.dependent[place])
            independent = int(shared.independent[abs(dependent)]) * (1 if dependent > 0 else -1)
            for anywhere, number in ((False, dependent), (True, independent)):
                name, sign = slow.class_of(shape, size, anywhere)
                assert (number == 0) == (sign == 0)
                if sign:
                    assert of_name.setdefault((anywhere, name), number * sign) == number * sign
                    assert of_number.setdefault((anywhere, number * sign), name) == name
    assert len(of_name) > 10


def test_the_number_of_weights_of_9x9():
    """Almost a million shapes, as RLGO had."""
    shared = sharing(9)
    assert len(shared.dependent) == 81 * 3 + 64 * 3**4 + 49 * 3**9 == 969_894
    assert set(np.abs(shared.dependent)) == set(range(len(shared.independent)))
    assert set(np.abs(shared.independent)) == set(range(shared.count + 1))


# ---------------------------------------------------------------- the value after a move

@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_the_change_by_a_move_is_that_of_the_whole_board(size, suicide):
    """Over random games with captures: the sum kept up to date is the oracle's, and asking for a move leaves no trace."""
    table, chance = random_table(size), random.Random(7)
    captures = 0
    for _ in range(3):
        position, oracle = new_position(size), naive.Naive(size, suicide=suicide)
        set_rules(position, 0, 0, int(suicide))
        total = ask_sum(position, table)
        for _ in range(min(3 * size * size, 120)):
            points = points_of(oracle)
            if not points:
                break
            codes = table.codes.copy()
            assert total == pytest.approx(sum_of(oracle.board, table, size), abs=1e-6)
            for row, column in chance.sample(points, min(3, len(points))):
                after = oracle.copy()
                after.play((row, column))
                captures += len(after.board) <= len(oracle.board)
                move = row * (size + 1) + column
                change = ask_change(position, table, move, False)
                assert total + change == pytest.approx(sum_of(after.board, table, size), abs=1e-6)
                assert (table.codes == codes).all()
            total += ask_change(position, table, move, True)
            codes = table.codes.copy()
            ask_play(position, move)
            oracle = after
            ask_sum(position, table)        # fills the codes anew
            assert (table.codes == codes).all()
    assert captures > 5


class Counted(NamedTuple):
    """Weights of 0 that count how often they are looked up."""
    lookups: np.ndarray
    codes: np.ndarray


@weight_at.register(Counted)
@kernel(entry=False)
def _counted_weight(weights, place):
    weights.lookups[0] += 1
    return 0.0


def lookups(position, point):
    counted = Counted(np.zeros(1, np.int64), new_codes(int(position.tables[0].board_size)))
    ask_sum(position, counted)
    counted.lookups[0] = 0
    ask_change(position, counted, point, False)
    return int(counted.lookups[0])


@pytest.mark.parametrize("size", [5, 9])
def test_a_move_costs_what_it_changes(size):
    """Two weights for each window around the stone, before and after it; the same for each stone taken, and once more to
    take the change back. The rest of the board is not looked at, whatever its size."""
    corner, middle = 0, (size // 2) * (size + 2)
    assert lookups(new_position(size), middle) == 2 * (1 + 4 + 9)
    assert lookups(new_position(size), corner) == 2 * 3
    rows = [["."] * size for _ in range(size)]
    rows[0][:2], rows[1][1] = ["O", "X"], "X"      # the top row first: Black takes the stone in the corner from below
    taken = diagram.position("\n".join(map(" ".join, rows)), BLACK)
    stone, other = (size - 2) * (size + 1), (size - 1) * (size + 1)
    assert lookups(taken, stone) == 2 * (lookups(new_position(size), stone) + lookups(new_position(size), other))


# ---------------------------------------------------------------- the value

def test_logistic_is_exact():
    for x in [0.0, 1e-9, 0.3, math.log(2), 0.7, 1.0, 5.5, 20.0, 39.0]:
        for sign in (1, -1):
            assert ask_logistic(sign * x) == pytest.approx(1 / (1 + math.exp(-sign * x)), rel=1e-14)
    assert ask_logistic(1e300) == 1.0 and 0.0 <= ask_logistic(-1e300) < 1e-17


@pytest.mark.parametrize("size", [3, 5])
def test_a_position_turned_or_with_its_colours_exchanged_has_the_same_value(size):
    """Turned, the value is the same; with colours and the player to move exchanged, and no komi, it is the opponent's."""
    table = random_table(size)
    table.weights[-2] = 0.0
    chance = random.Random(size)
    for _ in range(20):
        board = {(row, column): chance.choice("bw") for row in range(size) for column in range(size) if chance.random() < 0.5}
        total = sum_of(board, table, size)
        mirrored = sum_of({(column, size - 1 - row): colour for (row, column), colour in board.items()}, table, size)
        opposite = sum_of({point: "w" if colour == "b" else "b" for point, colour in board.items()}, table, size)
        assert mirrored == pytest.approx(total, abs=1e-5) and opposite == pytest.approx(-total, abs=1e-5)
        assert ask_value(opposite, table, 1) == pytest.approx(1.0 - ask_value(total, table, 0))


# ---------------------------------------------------------------- files

def test_a_file_gives_back_the_weights(tmp_path):
    """To half a unit of the packed numbers, and the same weights give the same bytes."""
    shared = sharing(4)
    draw = np.random.default_rng(3).normal
    dependent, independent = draw(size=len(shared.independent)), draw(size=shared.count + 1)
    data = packed(4, 7.5, 10, dependent, independent, (0.5, 0.25))
    assert data == packed(4, 7.5, 10, dependent, independent, (0.5, 0.25))
    path = tmp_path / "shapes.npz"
    path.write_bytes(data)
    unit = max(abs(dependent).max(), abs(independent).max()) / 32767
    found, true = read_shape_weights(path, 4), weights_by_place(4, dependent, independent, (0.5, 0.25))
    assert found.dtype == np.float32 and abs(found - true).max() <= 1.01 * unit
    assert found[-2:].tolist() == [0.5, 0.25]


@pytest.mark.parametrize("content, message", [
    (b"", "is no file of local shapes"), (b"PK\x03\x04 damaged", "is no file of local shapes"),
    (packed(3, 7.5, 1, np.zeros(5), np.zeros(5), (0, 0)), "has no local shapes of a 4x4 board"),
    (packed(4, 7.5, 1, np.zeros(5), np.zeros(5), (0, 0)), "has no local shapes of a 4x4 board")])
def test_a_file_that_is_none(tmp_path, content, message):
    path = tmp_path / "shapes.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        read_shape_weights(path, 4)
    with pytest.raises(ValueError, match="No such file"):
        read_shape_weights(tmp_path / "missing.npz", 4)


# ---------------------------------------------------------------- the prior

@kernel
def ask_priors(position, moves, visits, wins, params):
    n = legal_moves(position, moves)
    add_priors(position, moves, n, visits, wins, params)
    return n


@pytest.mark.skipif(config.BOUNDSCHECK, reason="it reads the tables as the tests above do, in code that takes long to compile")
@pytest.mark.parametrize("to_play, prior", [(BLACK, 50), (WHITE, 50), (BLACK, 50.9)])
def test_the_prior_is_the_value_of_the_position_after_the_move(to_play, prior):
    """Every move, the pass too, gets the experience M, in whole simulations, and of it the share of wins of who plays it."""
    off = {name: 0 for name in PaperParams._fields if name.startswith("prior_")}
    params = new_paper_params(9, **{**off, "prior_local_shape": prior})
    table = PlacedWeights(params.shape_weights, new_codes(9))
    position = diagram.position(SCATTERED, to_play)
    moves = np.zeros(91, np.int16)
    visits, wins = np.zeros(91, np.int32), np.zeros(91, np.int32)
    n = ask_priors(position, moves, visits, wins, params)
    assert (visits[:n] == 50).all() and len(set(wins[:n])) > 3
    for i in range(n):
        after = diagram.position(SCATTERED, to_play)
        ask_play(after, moves[i])
        black = ask_value(ask_sum(after, table), table, int(after.data[0].to_play))
        assert abs(wins[i] - 50 * WIN_UNIT * (black if to_play == BLACK else 1.0 - black)) <= 0.51


def test_local_shapes_are_read_only_if_they_are_used():
    shape_weights.cache_clear()
    off, on = new_paper_params(9, prior_association=25), new_paper_params(9, prior_local_shape=25)
    assert shape_weights.cache_info().misses == 1 and len(off.shape_weights) == 1 < len(on.shape_weights)
    for one, other in zip(off, on):         # the same types to the compiler
        assert type(one) is type(other) and getattr(one, "dtype", None) == getattr(other, "dtype", None)
        assert getattr(one, "flags", None) == getattr(other, "flags", None)
    with pytest.raises(ValueError, match="no local shapes were learnt for 8x8; `gopy learn local-shape --size 8`"):
        new_paper_params(8, prior_local_shape=25)
