"""What a caller of Game and Engine gives: all that is no colour, no point, no move or no number is refused, and changes nothing."""
import re

import numpy as np
import pytest
from fakes.fake_search import FakeSearch
from hypothesis import given, settings
from hypothesis import strategies as st

import gopy
from gopy.engine.engine import Engine, Restriction
from gopy.engine.options import Options
from gopy.go.arguments import checked_colour, checked_move, checked_points, checked_size, checked_whole
from gopy.go.geometry import BLACK, WHITE, points
from gopy.go.history import CannotUndo, Game, IllegalMove
from gopy.go.rules import Ko

SIZE = 5

NAMES = st.text(max_size=3)

#: What is neither a whole number, whatever it stands for, nor a name.
NO_NUMBERS = st.one_of(st.booleans(), st.floats(), st.none(), st.binary(max_size=2), st.just([3]), st.just(()),
                       st.just(np.float64(3)), st.just(np.True_), st.just(np.array([3, 4])), st.just(3 + 0j))
_WHOLE = st.one_of(st.integers(-100, 100), st.integers())
WHOLE = st.one_of(_WHOLE, st.integers(-100, 100).map(np.int64), st.integers(0, 100).map(np.uint8))

NO_COLOURS = st.one_of(NO_NUMBERS, NAMES.filter(lambda name: name.lower() not in ("b", "w")), WHOLE.filter(lambda number: number not in (0, 1)))
NO_POINTS = st.one_of(NO_NUMBERS, NAMES.filter(lambda name: not re.fullmatch("[A-Ea-e]0?[1-5]", name)), WHOLE.filter(lambda number: int(number) not in points(SIZE)))
NO_MOVES = NO_POINTS.filter(lambda move: isinstance(move, (bool, float)) or not isinstance(move, (int, np.integer)) or move != 30)


def state(game):
    return (game.size, game.komi, game.rules, list(game.moves), list(game.board.colours), game.board.hash, game.to_play,
            list(game.board.captures), game.handicap_points)


def refused(call, *arguments, **named):
    with pytest.raises(ValueError) as caught:
        call(*arguments, **named)
    text = str(caught.value)
    assert text and "\n" not in text and len(text) < 200, text


def test_the_last_row_is_not_counted_from_the_end():
    game = Game(SIZE)
    with pytest.raises(ValueError, match="move -3 is neither a point of a 5x5 board nor the pass, 30"):
        game.play(0, -3)
    with pytest.raises(ValueError, match="colour 2 is neither 0"):
        game.play(2, 0)
    assert state(game) == state(Game(SIZE))


@settings(max_examples=150)
@given(colour=NO_COLOURS, point=NO_POINTS, move=NO_MOVES)
def test_games_refuse_what_does_not_exist(colour, point, move):
    game = Game(SIZE)
    game.play(BLACK, 14)
    game.play(WHITE, 20)
    before = state(game)
    for method in (game.play, game.record, game.legal, game.illegality):
        refused(method, colour, 7)
        refused(method, BLACK, move)
    refused(game.repeats, colour, 7, Ko.POSITIONAL)
    refused(game.repeats, BLACK, move, Ko.POSITIONAL)
    if colour is not None:
        refused(game.legal_moves, colour)
    refused(game.set_to_play, colour)
    refused(game.setup, [point])
    refused(game.setup, [], [point])
    refused(game.setup, [7], [8], colour)
    refused(game.setup, [7], [8], BLACK, [point])
    refused(game.place_handicap, [7, point])
    refused(game.setup, 7)
    assert state(game) == before
    game.undo(), game.undo()
    with pytest.raises(CannotUndo):
        game.undo()


@settings(max_examples=60)
@given(size=st.one_of(NO_NUMBERS, NAMES, WHOLE.filter(lambda size: not 2 <= size <= 25)), count=st.one_of(NO_NUMBERS, NAMES, st.integers(max_value=-1), st.integers(min_value=1)))
def test_sizes_and_numbers_of_moves(size, count):
    refused(Game, size)
    refused(Game(SIZE).after, count)


def test_numbers_of_numpy_are_taken_as_pythons():
    game = Game(np.int64(SIZE))
    game.play(np.int8(0), np.uint16(7))
    game.record(np.int64(1), np.int64(30))
    game.setup(np.array([3, 4]), (), np.int64(1))
    game.play(1, np.int32(8))
    assert game.moves == [(1, 8)] and all(type(number) is int for number in (game.size, *game.moves[0]))


@pytest.mark.parametrize("rules", ["chinese", None, 3, {"ko": "SIMPLE"}])
def test_rules_are_rules(rules):
    refused(Game, SIZE, 7.5, rules)
    refused(setattr, Game(SIZE), "rules", rules)


def test_what_a_board_cannot_take_is_an_illegal_move():
    game = Game(SIZE)
    game.play(BLACK, 7)
    with pytest.raises(IllegalMove, match="White B2: occupied"):
        game.play(WHITE, 7)
    game.record(WHITE, 7)       # a record may place a stone on another
    assert game.board.stones(WHITE) == [7] and game.board.stones(BLACK) == []


@pytest.fixture
def engine():
    engine = Engine(Options(size=SIZE, sims=8, seed=1, threads=1), FakeSearch)
    yield engine
    engine.close()


WRONG_COLOURS = [2, -1, True, 0.0, "x", "", None, np.int64(7), np.True_]
WRONG_MOVES = [-1, -3, 5, 11, 31, 10**30, 3.0, True, "C6", "I3", "", None, np.int64(-2), np.float32(3), (1, 2)]


@pytest.mark.parametrize("colour", WRONG_COLOURS)
def test_engines_refuse_colours(engine, colour):
    for call in (lambda: engine.play(colour, 7), lambda: engine.genmove(colour), lambda: engine.setup([7], [8], colour),
                 lambda: engine.analyze(colour, lambda report: None, 0.1, should_stop=lambda: True)):
        refused(call)
    assert state(engine.game) == state(Game(SIZE))


@pytest.mark.parametrize("move", WRONG_MOVES)
def test_engines_refuse_moves(engine, move):
    for call in (lambda: engine.play(0, move), lambda: engine.setup([move]), lambda: engine.set_free_handicap([7, move]),
                 lambda: engine.genmove(0, restrict=Restriction(avoid=frozenset({move}))),
                 lambda: engine.genmove(0, restrict=Restriction(allow=frozenset({7, move})))):
        refused(call)
    assert state(engine.game) == state(Game(SIZE))


@pytest.mark.parametrize("number", [-1, 2.5, 2.0, True, "2", None, 10**30, np.float64(2)])
def test_engines_refuse_numbers(engine, number):
    for call in (lambda: engine.fixed_handicap(number), lambda: engine.place_free_handicap(number),
                 lambda: engine.set_rules(number), lambda: engine.set_game(number)):
        refused(call)
    if number is not None:
        refused(engine.new_game, number)
    assert state(engine.game) == state(Game(SIZE))


@given(given_=st.one_of(NO_NUMBERS, WHOLE))
def test_what_is_taken_is_an_int(given_):
    for check in (checked_colour, checked_size, lambda one: checked_whole("number", one), lambda one: checked_move(one, SIZE),
                  lambda one: checked_points([one], SIZE)[0]):
        try:
            assert type(check(given_)) is int and check(given_) == given_
        except ValueError:
            pass


def test_the_names_that_programs_use():
    assert gopy.Game is Game and gopy.Engine is Engine and gopy.Options is Options
