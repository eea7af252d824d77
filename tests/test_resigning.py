"""Resigning: lost-looking turns in a row, late enough, with enough simulations, and only if wished."""
import pytest

from gopy.go.geometry import BLACK, WHITE
from gopy.go.history import Game
from gopy.options import Options
from gopy.resigning import MIN_VISITS, Resignation

OPTIONS = Options(size=9, resign_threshold=0.1, resign_turns=3)


def game_of(moves, handicap=0):
    game = Game(9)
    if handicap:
        game.place_handicap(list(range(handicap)))
    for number in range(moves):
        game.play(number % 2, game.pass_move)
    return game


def turns(game, winrates, visits=MIN_VISITS, options=OPTIONS, colour=WHITE):
    resignation = Resignation()
    return [resignation.due(game, colour, winrate, visits, options) for winrate in winrates]


def test_three_lost_turns_in_a_row():
    assert turns(game_of(40), [0.05, 0.05, 0.05]) == [False, False, True]
    assert turns(game_of(40), [0.05, 0.05, 0.2, 0.05, 0.05, 0.09]) == [False] * 5 + [True]


def test_the_threshold_itself_is_not_below_it():
    assert not any(turns(game_of(40), [0.1] * 5))


def test_never_early():
    assert not any(turns(game_of(10), [0.0] * 5))


def test_handicap_games_go_on_longer():
    assert turns(game_of(30), [0.01] * 3)[-1]
    assert not any(turns(game_of(30, handicap=3), [0.01] * 5))
    assert turns(game_of(45, handicap=3), [0.01] * 3)[-1]


def test_few_simulations_say_nothing():
    assert not any(turns(game_of(40), [0.0] * 5, visits=MIN_VISITS - 1))


def test_off_switch_and_one_turn():
    assert not any(turns(game_of(40), [0.0] * 5, options=OPTIONS.changed(resign=False)))
    assert turns(game_of(40), [0.0], options=OPTIONS.changed(resign_turns=1)) == [True]


def test_colours_and_games_are_counted_apart():
    resignation, game = Resignation(), game_of(40)
    for _ in range(2):
        resignation.due(game, BLACK, 0.01, MIN_VISITS, OPTIONS)
    assert not resignation.due(game, WHITE, 0.01, MIN_VISITS, OPTIONS)
    resignation.restart()
    assert not resignation.due(game, BLACK, 0.01, MIN_VISITS, OPTIONS)


@pytest.mark.parametrize("handicap, moves, extra", [(0, 0, 0), (1, 0, 0), (4, 0, 32), (4, 75, 16), (4, 150, 0), (4, 300, 0)])
def test_dynamic_komi_fades_in_handicap_games_only(handicap, moves, extra):
    from gopy.handicap_komi import extra_komi
    assert extra_komi(handicap, moves, 19) == pytest.approx(extra)
