"""Resigning: lost-looking turns in a row, late enough, with enough simulations together, and only if wished."""
import math

import pytest
from fakes.fake_search import FakeSearch

from gopy.engine.engine import RESIGN, Engine
from gopy.engine.levels import LEVELS
from gopy.engine.options import Options
from gopy.engine.resigning import DRAWN_THRESHOLD, DRAWN_TURNS, LITTLE_READING, LITTLE_READING_TURNS, MIN_VISITS, Resignation
from gopy.engine.weaker_play import Weakness
from gopy.go.geometry import BLACK, WHITE
from gopy.go.history import Game

OPTIONS = Options(size=9, resign_threshold=0.1, resign_turns=3)


def game_of(moves, handicap=0):
    game = Game(9)
    if handicap:
        game.place_handicap(list(range(handicap)))
    for number in range(moves):
        game.play(number % 2, game.pass_move)
    return game


def turns(game, winrates, visits=MIN_VISITS, options=OPTIONS, colour=WHITE, weakness=None):
    resignation = Resignation()
    return [resignation.due(game, colour, winrate, visits, options, weakness) for winrate in winrates]


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


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_resigns_after_as_many_turns_as_its_simulations_ask_for(level):
    visits = Options(level=level).simulations()
    needed = max(OPTIONS.resign_turns, math.ceil(MIN_VISITS / visits))
    assert turns(game_of(40), [0.05] * needed, visits) == [False] * (needed - 1) + [True]
    # A turn that looks better begins the count anew if it has visits enough; with fewer, the mean of the turns decides.
    better = [0.05] * (needed - 1) + [0.5] + [0.05] * (needed - 1)
    mean = 0.05 + 0.45 / needed
    assert any(turns(game_of(40), better, visits)) == (visits < MIN_VISITS and mean < OPTIONS.resign_threshold)


def test_a_lost_game_of_each_quick_level_is_resigned_by_the_engine(monkeypatch):
    monkeypatch.setattr("gopy.engine.choosing.peoples_moves", lambda game, colour, rank, priors: priors)    # loads no network
    for level in LEVELS:
        engine = Engine(Options(size=9, level=level, seed=1), lost_search)
        own_turns = 0
        while engine.genmove(engine.game.to_play).move != RESIGN:
            own_turns += 1
            assert own_turns < 81, level
        engine.close()


class Unyielding(Engine):
    """Plays on where it would resign, and remembers who would have done so first."""
    resigned = None

    def _resigns(self, colour, *what):
        if super()._resigns(colour, *what) and self.resigned is None:
            self.resigned = colour
        return False


@pytest.mark.parametrize("weakness, times", [
    (Weakness(None, temperature=0.5), DRAWN_TURNS), (Weakness(None, temperature=2.0), DRAWN_TURNS), (Weakness(None, temperature=3.1), 4),
    (Weakness("28k", 0.0), LITTLE_READING_TURNS), (Weakness("4k", LITTLE_READING), DRAWN_TURNS)])
def test_a_player_who_draws_its_moves_waits_longer(weakness, times):
    count = OPTIONS.resign_turns * times
    low = OPTIONS.resign_threshold * DRAWN_THRESHOLD
    assert turns(game_of(40), [0.9 * low] * count, weakness=weakness) == [False] * (count - 1) + [True]
    assert not any(turns(game_of(40), [1.1 * low] * 20, weakness=weakness))


@pytest.mark.slow
@pytest.mark.parametrize("level, seed", [pytest.param(1, 203, marks=pytest.mark.rare), (7, 201)])
def test_games_that_a_quick_level_resigns_would_have_been_lost(level, seed):
    # With these seeds the first game is resigned.
    engine = Unyielding(Options(size=9, level=level, threads=1, seed=seed, memory=64))
    for _ in range(30):
        while not engine.game.is_over and len(engine.game.moves) < 200:
            engine.genmove(engine.game.to_play)
        if engine.resigned is not None:
            break
        engine.new_game()
    assert (engine.final_score() > 0) == (engine.resigned == WHITE)
    engine.close()


def lost_search(*arguments):
    search = FakeSearch(*arguments)
    search.winrate = 0.00005
    return search


def test_few_simulations_say_nothing_until_there_are_enough_together():
    assert not any(turns(game_of(40), [0.0] * 24, visits=10))
    assert turns(game_of(40), [0.0] * 25, visits=10)[-1]
    assert not any(turns(game_of(40), [0.0] * 5, visits=0))


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
