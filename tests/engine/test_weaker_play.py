"""Weaker play: moves drawn by how much they appeal, and what such a player never does."""
import math
import random
from collections import Counter
from types import SimpleNamespace

import pytest
from oracles import naive_softmax

from gopy.engine.engine import Engine
from gopy.engine.levels import LEVELS, RANKS, level_of, level_text
from gopy.engine.options import Options
from gopy.engine.weaker_play import (
    LEAST_PRIOR,
    LEAST_SHARE,
    MISTAKE,
    SMOOTHING_VISITS,
    WINRATE_WEIGHT,
    Weakness,
    appeal,
    drawn,
    weights_of,
)
from gopy.go.board import Position
from gopy.go.geometry import BLACK, EMPTY, WHITE, point_at, points, row_and_column
from gopy.go.rank import rank_number


def child(move, visits, winrate, prior):
    return SimpleNamespace(move=move, visits=visits, winrate=winrate, prior=prior)


CHILDREN = [child(0, 60, 0.55, 0.3), child(1, 30, 0.5, 0.4), child(2, 0, 0.3, 0.2), child(3, 5, 0.2, 0.0)]
PRIORS = {one.move: one.prior for one in CHILDREN}


def test_the_appeal_of_a_move():
    for one, reading in zip(CHILDREN, (20.0, 0.0, 3.0, 7.0)):
        smoothed = (one.visits * one.winrate + SMOOTHING_VISITS * (0.5 - MISTAKE)) / (one.visits + SMOOTHING_VISITS)
        expected = math.log(max(one.prior, LEAST_PRIOR)) + reading * smoothed
        assert appeal(one, one.prior, 0.5, reading) == pytest.approx(expected)


@pytest.mark.parametrize("weakness", [Weakness(None, temperature=0.5), Weakness(None, temperature=20.0), Weakness("9k", 4.0)])
def test_moves_are_drawn_in_proportion(weakness):
    weights = [math.exp(appeal(one, one.prior, 0.5, weakness.reading) / weakness.temperature) for one in CHILDREN]
    if weakness.rank:
        weights[3] = 0.0    # people do not play it
    count = Counter(drawn(CHILDREN, PRIORS, 0.5, weakness, seed).move for seed in range(4000))
    for one, weight in zip(CHILDREN, weights):
        share = weight / sum(weights)
        assert abs(count[one.move] / 4000 - share) <= 5 * math.sqrt(share * (1 - share) / 4000) + 1e-3 * (weight > 0)


def test_who_reads_nothing_plays_as_people_do_but_for_what_hardly_anybody_plays():
    people = {0: 0.6, 1: 0.39, 2: 0.9 * LEAST_SHARE * 0.6}      # move 3 is none that people know
    weights = weights_of(CHILDREN, people, 0.5, Weakness("28k", 0.0))
    assert weights[1] / weights[0] == pytest.approx(0.39 / 0.6) and weights[2:] == [0.0, 0.0]


def test_the_same_seed_draws_the_same_move_and_a_low_temperature_the_most_appealing():
    def move(temperature, seed):
        return drawn(CHILDREN, PRIORS, 0.5, Weakness(None, temperature=temperature), seed).move
    assert len({move(3.0, "7 1") for _ in range(20)}) == 1
    best = max(CHILDREN, key=lambda one: appeal(one, one.prior, 0.5, WINRATE_WEIGHT)).move
    assert {move(1e-3, seed) for seed in range(50)} == {best}


def test_a_level_has_numbers_of_its_own_on_each_size_and_temperature_overrules_it():
    for size in (2, 9, 11, 13, 16, 19, 25):
        found = [level_of(level, size) for level in LEVELS]
        drawing = [one for one in found if one.temperature]
        assert found[:len(drawing)] == drawing and 0 < len(drawing) < len(found)
        assert [one.temperature for one in drawing] == sorted((one.temperature for one in drawing), reverse=True)
        assert [one.reading for one in drawing] == sorted(one.reading for one in drawing)
        assert [one.simulations for one in found] == sorted(one.simulations for one in found)
        assert Options(level=1).simulations(size) == found[0].simulations
        assert Options(level=1).weakness(size) == Weakness(RANKS[1], found[0].reading, found[0].temperature)
        assert Options(level=12).weakness(size) is None
    assert Options(level=1, temperature=0.0).weakness(9) is None
    assert Options(level=1, temperature=2.0).weakness(9) == Weakness(None, WINRATE_WEIGHT, 2.0)
    assert Options(sims=5).weakness(9) is None


def test_levels_have_the_names_of_ranks_that_rise():
    numbers = [rank_number(RANKS[level]) for level in LEVELS]
    assert numbers == sorted(set(numbers))
    assert level_text(3) == f"level 3 (about {RANKS[3]})"


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


@pytest.mark.parametrize("seed", range(2))
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
