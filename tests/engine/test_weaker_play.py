"""Weaker play: moves drawn by how much they appeal, and what such a player never does."""
import math
import random
from collections import Counter
from types import SimpleNamespace

import pytest
from oracles import naive_softmax

from gopy.engine.engine import Engine
from gopy.engine.levels import LEVELS, level_of
from gopy.engine.options import Options
from gopy.engine.weaker_play import LEAST_PRIOR, MISTAKE, SMOOTHING_VISITS, WINRATE_WEIGHT, appeal, drawn
from gopy.go.board import Position
from gopy.go.geometry import BLACK, EMPTY, WHITE, point_at, points, row_and_column


def child(move, visits, winrate, prior):
    return SimpleNamespace(move=move, visits=visits, winrate=winrate, prior=prior)


CHILDREN = [child(0, 60, 0.55, 0.3), child(1, 30, 0.5, 0.4), child(2, 0, 0.3, 0.2), child(3, 5, 0.2, 0.0)]


def test_the_appeal_of_a_move():
    for one in CHILDREN:
        smoothed = (one.visits * one.winrate + SMOOTHING_VISITS * (0.5 - MISTAKE)) / (one.visits + SMOOTHING_VISITS)
        assert appeal(one, 0.5) == pytest.approx(math.log(max(one.prior, LEAST_PRIOR)) + WINRATE_WEIGHT * smoothed)


@pytest.mark.parametrize("temperature", [0.5, 2.0, 20.0])
def test_moves_are_drawn_in_proportion(temperature):
    weights = [math.exp(appeal(one, 0.5) / temperature) for one in CHILDREN]
    count = Counter(drawn(CHILDREN, 0.5, temperature, seed).move for seed in range(4000))
    for one, weight in zip(CHILDREN, weights):
        share = weight / sum(weights)
        assert abs(count[one.move] / 4000 - share) < 5 * math.sqrt(share * (1 - share) / 4000) + 1e-3


def test_the_same_seed_draws_the_same_move_and_a_low_temperature_the_most_appealing():
    assert len({drawn(CHILDREN, 0.5, 3.0, "7 1").move for _ in range(20)}) == 1
    best = max(CHILDREN, key=lambda one: appeal(one, 0.5)).move
    assert {drawn(CHILDREN, 0.5, 1e-3, seed).move for seed in range(50)} == {best}


def test_a_level_has_numbers_of_its_own_on_each_size_and_temperature_overrules_it():
    for size in (2, 9, 11, 13, 16, 19, 25):
        found = [level_of(level, size) for level in LEVELS]
        assert [one.temperature for one in found] == sorted((one.temperature for one in found), reverse=True)
        for draws in (True, False):     # the best move of few simulations is stronger than a draw after more
            simulations = [one.simulations for one in found if (one.temperature > 0) == draws]
            assert simulations == sorted(simulations)
        assert found[-1].temperature == 0.0 and found[0].temperature > 0.0
        assert Options(level=1).simulations(size) == found[0].simulations
        assert Options(level=1).drawing_temperature(size) == found[0].temperature
    assert Options(level=1, temperature=0.0).drawing_temperature(9) == 0.0
    assert Options(sims=5).drawing_temperature(9) == 0.0


def fills_an_eye(game, colour, move):
    """Whether all neighbours of `move` are of `colour`, and its diagonal points as well but for one in the middle."""
    size, board = game.size, game.board.colours
    row, column = row_and_column(move, size)

    def at(steps):
        points = [(row + down, column + right) for down, right in steps]
        return [board[point_at(r, c, size)] for r, c in points if 0 <= r < size and 0 <= c < size]
    sides, diagonals = at(((0, 1), (0, -1), (1, 0), (-1, 0))), at(((1, 1), (1, -1), (-1, 1), (-1, -1)))
    missing = sum(one != colour for one in diagonals)
    return all(one == colour for one in sides) and missing <= (1 if len(diagonals) == 4 else 0)


@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_eyes_of_random_boards(size):
    rng, found = random.Random(size), 0
    for _ in range(2000):
        board = Position(size)
        for point in points(size):
            board.set_stone(point, rng.choices((BLACK, WHITE, EMPTY), (6, 1, 2))[0])
        point, colour = rng.choice(points(size)), rng.choice((BLACK, WHITE))
        expected = board.colours[point] == EMPTY and naive_softmax.is_eye(board.colours, size, point, colour)
        assert board.is_eye(point, colour) == expected
        found += expected
    assert found > 10


@pytest.mark.parametrize("seed", range(4))
def test_the_weakest_level_does_not_pass_early_or_fill_eyes(seed):
    engine = Engine(Options(size=9, level=1, threads=1, seed=seed, resign=False))
    for turn in range(60):
        colour = (BLACK, WHITE)[turn % 2]
        before = engine.game.copy()
        move = engine.genmove(colour).move
        assert move != before.pass_move or turn >= 30
        assert move == before.pass_move or not fills_an_eye(before, colour, move)
        if engine.game.is_over:
            break
    engine.close()


def test_a_hint_is_the_best_move():
    weak, best = (Engine(Options(size=9, sims=200, threads=1, seed=3, temperature=temperature)) for temperature in (50.0, 0.0))
    assert weak.genmove(BLACK, play=False).move == best.genmove(BLACK, play=False).move
    weak.close()
    best.close()
