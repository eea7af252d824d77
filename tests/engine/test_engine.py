"""The engine around a search without kernels: the game, the clock, stopping, pondering, seeds, passing on limits."""
import subprocess
import sys
import threading
import time

import pytest
from clocks import NEVER, StandingClock
from fakes.fake_search import FakeSearch

from gopy.base.errors import UserError
from gopy.base.package_files import pattern_file
from gopy.engine.engine import RESIGN, CannotUndo, Engine, IllegalMove, Limit, Restriction
from gopy.engine.options import Options
from gopy.go.clock import Absolute, Remaining
from gopy.go.geometry import BLACK, WHITE, parse_vertex, pass_move
from gopy.go.geometry import points as board_points
from gopy.go.history import Game
from gopy.go.rules import JAPANESE, NAMED_RULES
from gopy.go.symmetry import distinct_moves


class Searches:
    """Makes FakeSearches and keeps them; `slow` seconds each, and not before the event `after` is set."""

    def __init__(self, slow=0.0, after=None, **attributes):
        self.made, self.slow, self.after, self.attributes = [], slow, after, attributes

    def __call__(self, size, options, seed, now):
        time.sleep(self.slow)
        if self.after is not None:
            self.after.wait(NEVER)
        search = FakeSearch(size, options, seed, now)
        vars(search).update(self.attributes)
        self.made.append(search)
        return search


@pytest.fixture
def new_engine():
    engines = []

    def make(searches=FakeSearch, now=time.perf_counter, **options):
        defaults = {"size": 9, "sims": 64, "seed": 1}
        if "seconds" in options or "level" in options:
            del defaults["sims"]
        engines.append(Engine(Options(**{**defaults, **options}), searches, now))
        return engines[-1]
    yield make
    for engine in engines:
        engine.close()


def points(text, size=9):
    return [parse_vertex(word, size) for word in text.split()]


def test_making_an_engine_imports_no_compiler():
    script = """
import sys
from gopy.engine.engine import Engine
from gopy.engine.options import Options
import threading
engine = Engine(Options(size=9), lambda *_: threading.Event().wait())
engine.play(0, 5); engine.undo(); engine.set_komi(6.5); engine.fixed_handicap(2); engine.new_game(13)
assert not {"numba", "numpy"} & set(sys.modules), "heavy"
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=NEVER)


def test_the_game_goes_on_while_the_search_loads(new_engine):
    loaded = threading.Event()
    engine = new_engine(searches := Searches(after=loaded))
    engine.play(BLACK, 0)
    engine.undo()
    engine.new_game()
    assert not engine.wait_ready(0.01) and not searches.made
    loaded.set()
    assert engine.wait_ready()


def test_genmove_waits_for_the_search_and_says_so_once(new_engine, capsys):
    engine = new_engine(Searches(slow=1.2))
    engine.genmove(BLACK)
    engine.genmove(WHITE)
    assert capsys.readouterr().err.count("loading the search for 9x9") == 1


def test_another_size_loads_another_search(new_engine):
    searches = Searches()
    engine = new_engine(searches)
    engine.wait_ready()
    engine.new_game()
    engine.new_game(13)
    engine.genmove(BLACK)
    assert [search.size for search in searches.made] == [9, 13]


def test_a_search_that_fails_to_load_is_an_error_of_genmove_alone(new_engine):
    def broken(size, options, seed, now):
        raise OSError("no compiler")
    engine = new_engine(broken)
    for _ in range(2):
        with pytest.raises(UserError, match="^the search could not be loaded: OSError: no compiler$"):
            engine.genmove(BLACK)
    engine.play(BLACK, 0)
    assert engine.game.moves == [(BLACK, 0)]


def test_new_game_keeps_komi_rules_and_time_settings(new_engine):
    engine = new_engine()
    engine.set_komi(-3)
    engine.set_rules(JAPANESE)
    engine.clock.set_time_system(Absolute(60))
    engine.clock.spend(BLACK, 20)
    engine.new_game(13)
    assert (engine.game.komi, engine.game.rules, engine.game.size) == (-3, JAPANESE, 13)
    assert engine.clock.remaining[BLACK] == Remaining(60)


@pytest.mark.parametrize("size", [1, 26, -9])
def test_an_unacceptable_size_changes_nothing(new_engine, size):
    engine = new_engine()
    engine.play(BLACK, 0)
    with pytest.raises(ValueError, match="^unacceptable size$"):
        engine.new_game(size)
    assert (engine.game.size, len(engine.game.moves)) == (9, 1)


def test_bad_moves_undo_and_komi_change_nothing(new_engine):
    engine = new_engine()
    engine.play(BLACK, 0)
    with pytest.raises(IllegalMove):
        engine.play(WHITE, 0)
    with pytest.raises(ValueError):
        engine.set_komi(float("nan"))
    engine.undo()
    with pytest.raises(CannotUndo):
        engine.undo()
    assert engine.game.moves == [] and engine.game.komi == 7.5


def test_handicap_needs_an_empty_board(new_engine):
    engine = new_engine()
    assert engine.fixed_handicap(3) == points("C3 G7 C7")
    assert engine.game.to_play == WHITE and engine.game.handicap == 3
    for place in (lambda: engine.fixed_handicap(2), lambda: engine.place_free_handicap(2),
                  lambda: engine.set_free_handicap(points("C3 D4"))):
        with pytest.raises(ValueError, match="board not empty"):
            place()
    engine.new_game()
    assert len(engine.place_free_handicap(6)) == 6
    engine.new_game()
    with pytest.raises(ValueError, match="bad vertex list"):
        engine.set_free_handicap(points("C3 C3"))
    assert engine.set_free_handicap(points("C3 E5")) == points("C3 E5")


def test_handicap_stones_have_a_status_even_if_the_empty_board_was_asked_about(new_engine):
    engine = new_engine()
    assert engine.final_status() == {}
    assert set(engine.fixed_handicap(2)) == set(engine.final_status())


def test_genmove_plays_its_move_for_either_colour(new_engine):
    engine = new_engine()
    for colour in (BLACK, BLACK, WHITE):
        decision = engine.genmove(colour)
        assert engine.game.moves[-1] == (colour, decision.move)
        assert decision.report.to_play == colour


def test_reg_genmove_changes_nothing_and_repeats_itself(new_engine):
    engine = new_engine()
    engine.clock.set_time_system(Absolute(60))
    engine.genmove(BLACK)
    before = engine.clock.remaining[WHITE]
    moves = {engine.genmove(WHITE, play=False).move for _ in range(3)}
    assert len(moves) == 1
    assert len(engine.game.moves) == 1 and engine.clock.remaining[WHITE] == before


def test_the_same_seed_plays_the_same_game_however_fast_the_search_loads(new_engine):
    def game(seed, slow):
        engine = new_engine(Searches(slow=slow), seed=seed)
        if slow == 0:
            engine.wait_ready()
        engine.new_game()
        return [engine.genmove(engine.game.to_play).move for _ in range(12)]
    assert game(5, 0.0) == game(5, 0.2)
    assert game(5, 0.0) != game(6, 0.0)


def test_each_game_of_a_session_differs_and_the_session_repeats(new_engine):
    def session():
        engine, games = new_engine(seed=3), []
        for _ in range(2):
            engine.new_game()
            games.append(tuple(engine.genmove(engine.game.to_play).move for _ in range(8)))
        return games
    first = session()
    assert first[0] != first[1] and first == session()


def test_without_a_seed_engines_differ(new_engine):
    assert new_engine(seed=None).seed != new_engine(seed=None).seed


@pytest.mark.parametrize("restriction", [
    Restriction(allow=frozenset(points("E5 A1"))), Restriction(avoid=frozenset({pass_move(9), *board_points(9)} - set(points("E5 A1"))))])
def test_a_restriction_holds(new_engine, restriction):
    engine = new_engine()
    for _ in range(5):
        assert engine.genmove(BLACK, play=False, restrict=restriction).move in points("E5 A1")


@pytest.mark.parametrize("free, options, found", [
    (True, {}, 7), (True, {"temperature": 0.5}, 26), (False, {}, 25)])
def test_a_symmetric_position_is_searched_in_one_form_if_the_choice_is_free(new_engine, free, options, found):
    """Of the 25 points of an empty 5x5 board six are different, and there is the pass; a level that draws knows them all."""
    restrict = None if free else Restriction(avoid=frozenset({0}))
    engine = new_engine(size=5, sims=100, **options)
    searched = {child.move for child in engine.genmove(BLACK, restrict=restrict).report.children}
    assert len(searched) == found
    assert options or not free or searched == distinct_moves(Game(5), BLACK)


def test_once_the_symmetry_is_broken_all_moves_are_searched(new_engine):
    engine = new_engine(size=5, sims=100)
    for colour, vertex in ((BLACK, "B1"), (WHITE, "E3")):
        engine.play(colour, parse_vertex(vertex, 5))
    assert len(engine.genmove(BLACK).report.children) == 24


def test_the_move_is_legal_by_our_own_rules_even_if_the_search_proposes_another(new_engine):
    # Black took the ko at C1; the search wants to retake at B1 against positional superko.
    engine = new_engine(size=5)
    engine.set_rules(NAMED_RULES["chinese-ogs"])
    for colour, vertex in zip([BLACK, WHITE] * 4, "A1 B2 B3 C3 C1 D2 C2 B1".split()):
        engine.play(colour, points(vertex, 5)[0])
    legal = [move for move in engine.game.legal_moves() if move != engine.game.pass_move]
    engine.wait_ready()
    search = engine._loader.wait()
    wanted = next(move for move in points("A1 C2", 5) if not engine.game.legal(BLACK, move))
    real_report = search.report

    def report(**how):
        found = real_report(**how)
        false = {**vars(found.children[0]), "move": wanted, "visits": 10**6}
        found.children.insert(0, type(found.children[0])(**false))
        return found
    search.report = report
    assert engine.genmove(BLACK).move in legal


def test_only_a_pass_is_legal(new_engine):
    engine = new_engine(size=2)
    engine.setup(black=points("A1 B2", 2), white=[])
    # White may not play A2 or B1: suicide
    assert engine.genmove(WHITE).move == pass_move(2)


def test_thinking_takes_the_seconds_asked_for(new_engine):
    clock = StandingClock()
    engine = new_engine(Searches(seconds_each=1e-3, sleep=clock.sleep), clock.now, seconds=0.3)
    start = clock.now()
    report = engine.genmove(BLACK).report
    assert 0.1 < clock.now() - start < 0.35
    assert report.simulations >= 64


def test_the_clock_is_charged_and_bounds_even_fixed_simulations(new_engine):
    clock = StandingClock()
    engine = new_engine(Searches(seconds_each=1e-3, sleep=clock.sleep), clock.now, sims=10**6, lag=0.0)
    engine.wait_ready()
    engine.clock.set_time_system(Absolute(3))
    start = clock.now()
    engine.genmove(BLACK)
    spent = clock.now() - start
    assert 0 < spent < 0.8
    assert 3 - engine.clock.remaining[BLACK].seconds == pytest.approx(spent)


def test_no_time_left_still_gives_a_move_at_once(new_engine):
    clock = StandingClock()
    engine = new_engine(Searches(seconds_each=1e-5, sleep=clock.sleep), clock.now, sims=None, seconds=30)
    engine.clock.set_time_system(Absolute(60))
    engine.clock.time_left(BLACK, 0)
    engine.wait_ready()
    start = clock.now()
    assert engine.genmove(BLACK).move != RESIGN
    assert clock.now() - start < 0.1


@pytest.mark.parametrize("how", ["stop", "should_stop"])
def test_stopping_a_genmove_gives_the_best_move_so_far(new_engine, how):
    engine = new_engine(seconds=NEVER)
    engine.wait_ready()
    slices = []

    def should_stop():
        """Asked after every slice of 32 simulations; in the sixth the engine is to stop."""
        slices.append(1)
        if how == "stop" and len(slices) == 6:
            stopper = threading.Thread(target=engine.stop)
            stopper.start()
            stopper.join()
        return how == "should_stop" and len(slices) == 6

    decision = engine.genmove(BLACK, should_stop=should_stop)
    assert len(slices) == 6 and decision.report.visits == 6 * 32
    assert decision.move in range(pass_move(9))
    empty = next(point for point in points("A1 B1") if point != decision.move)
    only = Restriction(allow=frozenset([empty]))
    assert engine.genmove(WHITE, restrict=only, should_stop=lambda: True).move == empty
    with pytest.raises(ValueError, match="no legal move"):
        engine.genmove(WHITE, restrict=only)
    assert len(engine.game.moves) == 2


def test_analysis_reports_until_it_is_stopped(new_engine):
    clock = StandingClock()
    engine = new_engine(Searches(sleep=clock.sleep), clock.now)
    reports, times = [], []

    def on_report(report):
        reports.append(report)
        times.append(clock.now())
        if len(reports) == 5:
            engine.stop()

    start = clock.now()
    engine.analyze(WHITE, on_report, 0.1)
    assert [seconds - start for seconds in times] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5], abs=0.01)
    assert reports[-1].to_play == WHITE and reports[-1].visits > reports[0].visits
    assert engine.game.moves == []


def test_genmove_reports_at_intervals(new_engine):
    """A slice of 32 simulations takes 0.032 s: a report comes at the end of the first slice after each interval."""
    clock, reports = StandingClock(), []
    engine = new_engine(Searches(seconds_each=1e-3, sleep=clock.sleep), clock.now, sims=350)
    engine.wait_ready()
    engine.genmove(BLACK, on_report=lambda report: reports.append(report.visits), interval=0.1)
    assert reports == [4 * 32, 7 * 32, 10 * 32]


def test_pondering_runs_until_the_game_changes_and_charges_nobody(new_engine):
    searches = Searches()
    engine = new_engine(searches, ponder=True)
    engine.clock.set_time_system(Absolute(60))
    engine.genmove(BLACK)
    search = searches.made[0]
    before = engine.clock.remaining[WHITE]
    time.sleep(0.1)
    pondered = search._simulations
    assert search.roots[-1][:2] == (1, WHITE) and pondered > 0
    engine.play(WHITE, next(p for p in points("A1 B1") if engine.game.legal(WHITE, p)))
    stopped_at = search._simulations
    time.sleep(0.05)
    assert search._simulations == stopped_at
    assert engine.clock.remaining[WHITE] == before


@pytest.mark.parametrize("change", [
    lambda e: e.undo(), lambda e: e.new_game(), lambda e: e.set_komi(0.5), lambda e: e.set_rules(JAPANESE),
    lambda e: e.close(), lambda e: e.configure(threads=1), lambda e: e.configure(ponder=False), lambda e: e.final_status(), lambda e: e.genmove(WHITE)])
def test_every_command_that_changes_something_ends_pondering(new_engine, change):
    engine = new_engine(ponder=True)
    engine.genmove(BLACK)
    ponderer = engine._thinker._ponderer
    assert ponderer.is_alive()
    change(engine)
    assert not ponderer.is_alive()


def test_an_error_while_pondering_shows_nothing_and_the_game_goes_on(new_engine, capfd):
    searches = Searches()
    engine = new_engine(searches, ponder=True)
    engine.genmove(BLACK)
    engine._thinker.stop_pondering()

    def fails(**limits):
        raise RuntimeError("no worker can be kept alive")
    searches.made[0].run, run = fails, searches.made[0].run
    engine._thinker.start_pondering(searches.made[0])
    engine._thinker._ponderer.join()
    searches.made[0].run = run
    assert engine.game.legal(WHITE, engine.genmove(WHITE, play=False).move)
    assert "Traceback" not in capfd.readouterr().err


def test_no_pondering_unless_asked_for(new_engine):
    engine = new_engine()
    engine.genmove(BLACK)
    assert engine._thinker._ponderer is None


def test_configure_refuses_and_rebuilds(new_engine):
    searches = Searches()
    engine = new_engine(searches)
    with pytest.raises(ValueError):
        engine.configure(threads=0)
    engine.configure(sims=10)
    engine.wait_ready()
    assert len(searches.made) == 1 and engine.genmove(BLACK).report.simulations == 10
    engine.configure(memory=16)
    engine.genmove(WHITE)
    assert len(searches.made) == 2
    engine.configure(move_model=str(pattern_file("moves9.npz")))
    engine.genmove(BLACK)
    assert len(searches.made) == 3


def test_a_level_and_full_strength_take_turns_with_one_search(new_engine, monkeypatch):
    """As the page does at each move. The level chooses without the network, and all else goes on: game, clock and random numbers."""
    monkeypatch.setattr("gopy.engine.choosing.peoples_moves", lambda game, colour, rank, priors: priors)    # loads no network
    searches = Searches()
    engine = new_engine(searches)
    engine.clock.set_time_system(Absolute(600))
    engine.set_komi(5.5)
    asked = []
    for level in (None, 2, 12, None):
        engine.configure(level=level, sims=None, seconds=None if level else 0.01)
        engine.genmove(engine.game.to_play)
        asked.append(searches.made[0].networks[-1])
        engine.consider()
        assert searches.made[0].networks[-1], "an analysis is of full strength"
    assert asked == [True, False, False, True] and len(searches.made) == 1
    assert len(engine.game.moves) == 4 and engine.game.komi == 5.5 and engine.clock.system is not None


@pytest.mark.parametrize("options, network", [({}, True), ({"level": 12}, False), ({"level": 12, "preset": "network"}, True)])
def test_every_search_of_a_move_is_with_the_network_or_without(new_engine, options, network):
    searches = Searches()
    engine = new_engine(searches, sims=None if options else 200, ponder=True, **options)
    engine.genmove(BLACK)
    engine.play(WHITE, engine.game.pass_move)
    engine.genmove(BLACK)
    engine.stop()
    assert set(searches.made[0].networks) == {network}

def test_an_estimate_has_a_search_of_its_own(new_engine):
    searches = Searches()
    engine = new_engine(searches, memory=256)
    engine.genmove(BLACK)
    playing = searches.made[0]
    roots, random_numbers = list(playing.roots), playing.random.getstate()
    for _ in range(2):
        engine.estimate()
    assert len(searches.made) == 2 and searches.made[1].options.memory < 256
    assert playing.roots == roots and playing.random.getstate() == random_numbers
    engine.new_game(13)
    engine.estimate()
    assert [search.size for search in searches.made] == [9, 9, 13, 13]


def test_considering_and_analysing_search_from_the_root_of_the_next_move(new_engine):
    # Under strict rules a pass after a pass ends the game as it stands: every search has to know that.
    searches = Searches()
    for rules, passes in (("cgos", 1), ("chinese", 0)):
        engine = new_engine(searches, rules=rules)
        engine.play(BLACK, 1)       # no symmetry is left, so genmove searches all moves as the others do
        engine.play(WHITE, engine.game.pass_move)
        report = engine.consider()
        engine.analyze(BLACK, lambda report: engine.stop(), 0.01)
        engine.genmove(BLACK, play=False)
        roots = searches.made[-1].roots
        assert roots[0] == roots[1] == roots[2] == (2, BLACK, 0.0, passes, frozenset())
        assert report.to_play == BLACK and report.visits >= 2000


def test_two_passes_end_a_game_that_may_go_on(new_engine):
    engine = new_engine(size=5)
    for colour in (BLACK, WHITE):
        engine.play(colour, engine.game.pass_move)
    assert engine.game.is_over and engine.final_score() == -7.5
    assert engine.genmove(BLACK).move != RESIGN
    engine.undo()
    assert engine.game.is_over


def test_set_game_goes_on_from_a_record(new_engine):
    game = Game(13, 0.5, JAPANESE)
    game.play(BLACK, 0)
    engine = new_engine()
    engine.set_game(game)
    engine.genmove(WHITE)
    assert engine.game is game and len(game.moves) == 2


def test_a_limit_holds_for_one_move(new_engine):
    clock = StandingClock()
    engine = new_engine(Searches(sleep=clock.sleep), clock.now, sims=64)
    assert engine.genmove(BLACK, limit=Limit(simulations=320)).report.simulations == 320
    assert engine.genmove(WHITE).report.simulations == 64
    start = clock.now()
    engine.genmove(BLACK, limit=Limit(seconds=0.1))
    assert clock.now() - start < 0.11
