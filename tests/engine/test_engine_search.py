"""The engine with its real search, on small boards: known best play, life and death, seki, rules of passing."""
import threading
import time

import numpy as np
import pytest
from clocks import wait_for
from diagram import SEKI, game

from gopy.engine.engine import RESIGN, Engine, Restriction
from gopy.engine.go_search import GoSearch
from gopy.engine.options import Options
from gopy.engine.searcher import Root
from gopy.go.bitboard.construct import new_position, setup
from gopy.go.board import NO_POINT
from gopy.go.geometry import BLACK, WHITE, parse_vertex, points
from gopy.go.history import Game
from gopy.go.rules import CGOS, CHINESE, JAPANESE, TROMP_TAYLOR, Ko
from gopy.lab.learn.decisions import follow
from gopy.search.report import Report

#: Black takes a ko with C4.
KO = """
    . X O . .
    X O . O .
    . X O . .
    . . . . .
    . . . . .
"""


@pytest.fixture(scope="module")
def searches():
    """Loaded searches by size, shared by the engines of this module: loading takes a second, or a minute."""
    made = {}

    def make(size, options, seed, now):
        key = size, options.preset, options.threads, options.memory, now
        if key not in made:
            made[key] = GoSearch(size, options, seed, now)
        made[key].restart(seed)
        return made[key]
    return make


@pytest.fixture
def new_engine(searches):
    engines = []

    def make(drawn=None, now=time.perf_counter, **options):
        defaults = {"size": drawn.size if drawn else 7, "sims": 1000, "seed": 1, "threads": 1, "memory": 32}
        if "seconds" in options:
            del defaults["sims"]
        engines.append(Engine(Options(**{**defaults, **options}), searches, now))
        if drawn:
            engines[-1].set_game(drawn)
        return engines[-1]
    yield make
    for engine in engines:
        engine.close()


def at(text, size):
    return {parse_vertex(word, size) for word in text.split()}


def self_play(engine, limit=None):
    """Play on to the end; every move must be legal by our own rules. Returns the last Decision."""
    game = engine.game
    while not game.is_over and len(game.moves) < (limit or 4 * game.size ** 2):
        before = game.copy()
        decision = engine.genmove(game.to_play)
        if decision.move == RESIGN:
            return decision
        assert before.legal(before.to_play, decision.move)
    return decision


# Playing ------------------------------------------------------------------------------------------------

# Playouts with less nakade need more simulations for it: notes of study learnt_patterns.
@pytest.mark.parametrize("text, sims", [("nakade=0.8", 4000), ("", 12000)])
def test_black_takes_the_whole_of_5x5_from_the_centre(new_engine, text, sims):
    engine = new_engine(size=5, komi=0.5, sims=sims, set=text, resign=False)
    self_play(engine)
    assert engine.game.moves[0] == (BLACK, parse_vertex("C3", 5))
    assert engine.final_score() == 24.5


@pytest.mark.parametrize("rules", ["chinese", "japanese", "cgos", "tromp-taylor", "aga"])
def test_self_play_ends_by_two_passes_with_a_score_both_searches_agree_on(new_engine, rules):
    engine = new_engine(size=7, rules=rules, sims=150, komi=8.5, resign=False)
    self_play(engine)
    assert engine.game.is_over
    agreed = engine.final_score()
    engine._agreed = None       # ask a search that knows nothing of the agreement
    assert engine.final_score() == agreed


def test_the_same_seed_plays_the_same_game(new_engine):
    def moves(seed):
        engine = new_engine(sims=30, seed=seed)
        self_play(engine, limit=20)         # whole games are in test_selfplay
        return engine.game.moves
    first = moves(7)
    assert moves(7) == first and moves(8) != first


def test_each_game_of_a_session_has_its_own_numbers(new_engine):
    engine, games = new_engine(sims=20, seed=7), []
    for _ in range(2):
        engine.new_game()
        self_play(engine, limit=10)
        games.append(engine.game.moves)
    assert games[0] != games[1]


def test_reg_genmove_repeats_itself_wherever_the_tree_has_been(new_engine):
    engine = new_engine(sims=200)
    engine.genmove(BLACK)
    first = engine.genmove(WHITE, play=False).move
    engine.estimate()
    assert engine.genmove(WHITE, play=False).move == first


def test_the_tree_is_kept_over_both_sides_moves_and_not_over_undo(new_engine):
    engine = new_engine(sims=500)
    engine.genmove(BLACK)
    kept = engine.genmove(WHITE).report
    assert kept.visits > kept.simulations == 500
    engine.undo()
    engine.undo()
    anew = engine.genmove(BLACK).report
    assert anew.visits == anew.simulations == 500


def analysis(engine, visits):
    """The Report of an analysis that is stopped after so many visits of the root."""
    reports = []
    return engine.analyze(engine.game.to_play, reports.append, 0.01,
                          should_stop=lambda: bool(reports) and reports[-1].visits >= visits)


@pytest.mark.parametrize("vertices, komi", [
    (vertices, komi) if chosen else pytest.param(vertices, komi, marks=pytest.mark.rare)
    for vertices, chosen in (("", False), ("E5 C3 G7", False), ("E5 E4 D4 F5 E6 D5", True)) for komi in (7.5, 60, -60)])
def test_what_is_considered_is_what_is_analysed(new_engine, vertices, komi):
    engine = new_engine(size=9, komi=komi, memory=64)     # more than an estimate's own search has
    for word in vertices.split():
        engine.play(engine.game.to_play, parse_vertex(word, 9))
    analysed = analysis(engine, 4000)
    considered = engine.consider()
    assert considered.visits > analysed.visits      # the tree was kept
    assert considered.value == pytest.approx(analysed.value, abs=0.02)
    winrates = {child.move: child.winrate for child in considered.children}
    for child in analysed.children:
        if child.visits >= 0.1 * analysed.visits:           # within what so few playouts can tell
            assert winrates[child.move] == pytest.approx(child.winrate, abs=1.5 / child.visits ** 0.5)
    # An estimate, whose search plays for an even game, changes nothing of that. Neither it nor another look costs the next
    # move what was found.
    estimate = engine.estimate()
    again = analysis(engine, considered.visits + 500)
    assert again.visits > considered.visits
    if abs(komi) == 60:
        lost = (komi > 0) == (engine.game.to_play == BLACK)
        for value in (considered.value, estimate.value, again.value, *(child.winrate for child in again.children if child.visits > 20)):
            assert value < 0.25 if lost else value > 0.75
    before = engine.consider().visits
    assert before > again.visits and engine.genmove(engine.game.to_play).report.visits > before




def test_an_estimate_leaves_no_values_of_its_even_game_behind(new_engine):
    engine = new_engine(sims=300, komi=-40.5)
    engine.final_status()
    report = engine.genmove(BLACK).report
    assert report.visits == 300 and report.value > 0.7


def test_either_colour_may_be_asked_for_at_any_time(new_engine):
    engine = new_engine(sims=100)
    for colour in (WHITE, WHITE, BLACK, BLACK, BLACK):
        assert engine.genmove(colour).report.to_play == colour


def test_small_boards_and_only_a_pass(new_engine):
    engine = new_engine(size=2, sims=50, resign=False)
    self_play(engine)
    drawn = game("X .\n . X", WHITE)
    assert new_engine(drawn).genmove(WHITE).move == drawn.pass_move


def test_a_move_is_legal_under_superko_and_a_thousand_moves_are_survived(new_engine):
    engine = new_engine(size=3, sims=20, resign=False, rules="chinese-ogs")
    for _ in range(1000):
        game = engine.game
        legal = game.legal_moves(game.to_play)
        forced = Restriction(avoid=frozenset([game.pass_move])) if len(legal) > 1 else None
        before = game.copy()
        assert before.legal(before.to_play, engine.genmove(game.to_play, restrict=forced).move)
    assert len(engine.game.moves) == 1000


def test_a_restriction_holds_in_the_real_search(new_engine):
    engine = new_engine(sims=100)
    allowed = at("A1 B1 G7", 7)
    assert engine.genmove(BLACK, restrict=Restriction(allow=frozenset(allowed))).move in allowed
    assert engine.genmove(WHITE, restrict=Restriction(avoid=frozenset(points(7)))).move == engine.game.pass_move


@pytest.mark.parametrize("kept", [False, True])
def test_a_move_that_the_search_prunes_may_be_the_only_one_allowed(new_engine, kept):
    """D3 runs in a ladder that works. With `kept`, the position has a tree already, without it."""
    engine = new_engine(game("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . X O . . . .
        . . X X . . .
        . . . . . . .
    """, WHITE))
    run = parse_vertex("D3", 7)
    if kept:
        search = engine._ready_search()
        search.set_root(Root(engine.game, WHITE))
        assert run not in {child.move for child in search.run(simulations=100).children}
    told = engine.genmove(WHITE, restrict=Restriction(allow=frozenset({run})), play=False)
    assert told.move == run
    search = engine._ready_search()
    search.set_root(Root(engine.game, WHITE))
    assert run not in {child.move for child in search.run(simulations=100).children}    # the search without a restriction
    decision = engine.genmove(WHITE, restrict=Restriction(allow=frozenset({run})))
    assert decision.move == run and decision.report.simulations == 1000
    assert [child.move for child in decision.report.children] == [run]


@pytest.mark.parametrize("colour", [BLACK, WHITE])
@pytest.mark.parametrize("handicap, komi", [((), 0.5), ("B2 F6 B6 F2", 0.5), ((), -10.0)])
def test_scores_are_those_of_territory_where_it_counts(new_engine, handicap, komi, colour):
    """The search counts area and finds the same margin always; what Black has played more does not count by territory."""
    drawn = Game(7, komi, JAPANESE)
    if handicap:
        drawn.place_handicap([parse_vertex(word, 7) for word in handicap.split()])
    search = new_engine(drawn, sims=10)._ready_search()
    surplus = len(handicap.split()) if handicap else 0
    for extra_komi in (0.0, 3.0):
        search.set_root(Root(drawn, colour, extra_komi=extra_komi))
        told = Report(to_play=colour, simulations=0, visits=0, value=0.5, score_stdev=0.0, ownership=None, depth=0, nodes=0, bytes=0,
                      seconds=0.0, score_mean=20.0 - search._position.data[0].komi)
        # 20 points by area are 20 less the surplus by territory; the last stone is worth half a point on average.
        half = 0.5 if colour == BLACK else -0.5
        assert search._told(told).score_mean == pytest.approx(20.0 - surplus - half - komi)


def test_the_root_knows_the_last_ko(new_engine):
    engine = new_engine(game("""
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .
    """, WHITE), sims=10)
    played = engine.game
    for colour, word in ((WHITE, "B4"), (BLACK, "A1"), (WHITE, "E1")):
        played.play(colour, parse_vertex(word, 5))
        assert played.last_ko() == parse_vertex("C4", 5)
    search = engine._ready_search()
    search.set_root(Root(played, BLACK))
    data, followed = search._position.data[0], new_position(5)
    setup(followed, played.initial.colours, WHITE)
    for _, move in played.moves:
        follow(followed, np.uint64(move))
    other = followed.data[0]
    for name in ("last_ko", "ko_point", "last", "last2", "to_play"):
        assert data[name] == other[name]
    played.undo()
    played.undo()
    played.undo()
    assert played.last_ko() == NO_POINT


# Stopping -----------------------------------------------------------------------------------------------

def test_stop_ends_analysis_within_20_ms(new_engine):
    engine = new_engine(now=time.process_time, size=7, threads=1)
    engine.wait_ready()
    delays = []
    for _ in range(10):
        running, stopped_at = threading.Event(), []

        def stop():
            running.wait()
            time.sleep(0.01)            # somewhere within a slice
            stopped_at.append(time.process_time())
            engine.stop()
        threading.Thread(target=stop).start()
        engine.analyze(BLACK, lambda report: running.set(), 0.05)
        delays.append(time.process_time() - stopped_at[0])
    assert sorted(delays)[-2] < 0.02, delays


def test_pondering_feeds_the_next_move(new_engine):
    engine = new_engine(sims=200, ponder=True)
    engine.genmove(BLACK)

    def expected():
        return engine._thinker._pondering.report().best
    wait_for(lambda: expected().visits > 600)
    engine.play(WHITE, expected().move)
    report = engine.genmove(BLACK).report
    assert report.visits - report.simulations > 500


# Status -------------------------------------------------------------------------------------------------

#: Each with the points of the dead stones, of those in seki, and the area score without komi.
STATUS = {
    "dead stones in both territories": ("""
        . X . X O . .
        . X X X O O .
        . . . X O . .
        X X X X O . .
        . O . X O . X
        . . . X O . .
        . . . X O . .
    """, "B3 G3", "", 28 - 21),
    "two eyes in the corner live": ("""
        . X . X O . .
        X X X X O O .
        O O O O O . .
        . . . . . . .
        O O O O O O O
        X X X X X X X
        . . X . . . .
    """, "", "", 8 + 14 - 27),
    "three in a row in a corner, the centre taken, are dead": ("""
        . O . X O . .
        X X X X O O .
        O O O O O . .
        . . . . . . .
        O O O O O O O
        X X X X X X X
        . . X . . . .
    """, "A6 B6 C6 D6 D7", "", 14 - 35),
    "a straight four lives": ("""
        . . . . X O .
        X X X X X O .
        O O O O O O .
        . . . . . . .
        O O O O O O O
        X X X X X X X
        . . X . . . .
    """, "", "", 10 + 14 - 25),
    "a square four is dead": ("""
        . . X O . . .
        . . X O . . .
        X X X O . O .
        O O O O . . .
        O O O O O O O
        X X X X X X X
        . . X . . . .
    """, "A5 B5 C5 C6 C7", "", 14 - 35),
}


@pytest.mark.parametrize("name", STATUS)
@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_status_of_known_life_and_death(new_engine, name, to_play):
    diagram, dead, seki, margin = STATUS[name]
    if name.startswith("a straight four") or name.startswith("two eyes") or "dead" in name:
        engine = new_engine(game(diagram, to_play, komi=0.5, rules=CHINESE))
    found = engine.final_status()
    assert {point for point, state in found.items() if state == "dead"} == at(dead, 7)
    assert engine.final_score() == margin - 0.5


@pytest.mark.parametrize("to_play, lead", [(BLACK, 1.5), (WHITE, -1.5)])
@pytest.mark.parametrize("rules, score", [(CHINESE, 43 - 37), (JAPANESE, 2 - 2)])
def test_a_seki_is_seen_and_left_alone(new_engine, to_play, lead, rules, score):
    drawn = game(SEKI, to_play, komi=score - lead, rules=rules)
    engine = new_engine(drawn)
    found = engine.final_status()
    assert {p for p, state in found.items() if state == "seki"} == at("B9 B8 C8 D8 D9 E8 F9 F8 G8 H8 H9", 9)
    assert "dead" not in found.values()
    assert engine.final_score() == score - drawn.komi
    assert engine.genmove(to_play).move == drawn.pass_move


# Passing ------------------------------------------------------------------------------------------------

WON_WITH_DEAD_STONES = """
    . . . X O . .
    . O X X O O .
    . . . X O . .
    X X X X O . .
    . O . X O . .
    . . X X O O .
    . . . X O . .
"""


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE])
def test_a_settled_game_is_passed_out_under_friendly_rules(new_engine, rules):
    engine = new_engine(game(WON_WITH_DEAD_STONES, komi=3.5, rules=rules))
    assert engine.genmove(BLACK).move == engine.game.pass_move
    engine.play(WHITE, engine.game.pass_move)
    assert engine.final_score() > 0
    assert {p for p, state in engine.final_status().items() if state == "dead"} == at("B3 B6", 7)


@pytest.mark.parametrize("rules", [TROMP_TAYLOR, CGOS])
def test_under_strict_rules_the_dead_stones_are_captured_and_tromp_taylor_wins(new_engine, rules):
    engine = new_engine(game(WON_WITH_DEAD_STONES, komi=3.5, rules=rules))
    while not engine.game.is_over and len(engine.game.moves) < 60:
        engine.genmove(BLACK)
        engine.play(WHITE, engine.game.pass_move)
    assert engine.game.is_over and engine.final_score() > 0


def test_cleanup_takes_the_dead_stones_off(new_engine):
    engine = new_engine(game(WON_WITH_DEAD_STONES, komi=3.5, rules=CHINESE))
    for colour in (BLACK, WHITE):
        engine.play(colour, engine.game.pass_move)
    while len(engine.game.moves) < 60:
        if engine.genmove(BLACK, cleanup=True).move == engine.game.pass_move:
            break
        engine.play(WHITE, engine.game.pass_move)
    colours = engine.game.board.colours
    assert all(colours[point] != WHITE for point in at("B3 B6", 7))
    assert engine.final_score() > 0


def test_a_lost_game_is_resigned_late_and_in_a_row_only(new_engine):
    drawn = game(WON_WITH_DEAD_STONES, WHITE, komi=-20.5, rules=CHINESE)
    engine = new_engine(drawn, resign_turns=2)
    for _ in range(12):
        engine.play(BLACK, drawn.pass_move)
    moves = [engine.genmove(WHITE, restrict=Restriction(avoid=frozenset([drawn.pass_move]))).move for _ in range(2)]
    assert moves[0] != RESIGN and moves[1] == RESIGN
    assert drawn.moves[-1] == (WHITE, moves[0])


def test_territory_rules_do_not_fill_own_territory(new_engine):
    engine = new_engine(game("""
        . . . X O . .
        . X . X O O .
        . . . X O . .
        X X X X O . .
        . X . X O O .
        . . . X O . .
        . . . X O . .
    """, komi=0.5, rules=JAPANESE))
    for colour in (BLACK, WHITE):
        assert engine.genmove(colour).move == engine.game.pass_move


def test_the_game_goes_on_after_two_passes(new_engine):
    engine = new_engine(sims=100)
    for colour in (BLACK, WHITE):
        engine.play(colour, engine.game.pass_move)
    engine.final_score()
    assert engine.genmove(BLACK).move != engine.game.pass_move
    engine.play(WHITE, next(p for p in points(7) if engine.game.legal(WHITE, p)))
    for _ in range(3):
        engine.undo()
    assert len(engine.game.moves) == 1 and engine.genmove(WHITE).report.to_play == WHITE


def test_estimate_tells_the_owners_and_the_score(new_engine):
    estimate = new_engine(game(WON_WITH_DEAD_STONES, komi=3.5, rules=CHINESE)).estimate()
    assert estimate.lead == pytest.approx(28 - 21 - 3.5, abs=1)
    assert estimate.ownership[parse_vertex("B6", 7)] > 0.8 > -0.8 > estimate.ownership[parse_vertex("G1", 7)]
    assert estimate.value > 0.8 and estimate.visits >= 2000


def test_an_estimate_tells_no_moves(new_engine):
    """Those of its search are for another komi than the game's."""
    assert not {"children", "best", "proven"} & set(dir(new_engine().estimate()))


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE])
def test_a_lost_side_does_not_go_round_in_circles(new_engine, rules):
    """Throwing in and being taken, for ever, is allowed by simple ko; we repeat no situation all the same."""
    engine = new_engine(Game(3, komi=0.5, rules=rules), sims=60, resign=False)
    for _ in range(80):
        played, colour = engine.game, engine.game.to_play
        stones = set(played.legal_moves(colour)) - {played.pass_move}
        if all(played.repeats(colour, move, Ko.SITUATIONAL) for move in stones):
            break
        engine.genmove(colour, restrict=Restriction(frozenset({played.pass_move})))
        situations = played.repetition_hashes(Ko.SITUATIONAL)
        assert len(set(situations)) == len(situations)
    assert len(engine.game.moves) > 6


def test_a_move_that_repeats_is_chosen_where_nothing_else_is_allowed(new_engine):
    """After two passes simple ko lets White take back, which makes the situation before Black took."""
    engine = new_engine(game(KO, komi=0.5, rules=CHINESE), sims=60)
    retake = at("B4", 5)
    for colour, text in ((BLACK, "C4"), (WHITE, "pass"), (BLACK, "pass")):
        engine.play(colour, parse_vertex(text, 5))
    assert all(engine.game.repeats(WHITE, move, Ko.SITUATIONAL) for move in retake)

    def choices(**how):
        return {child.move for child in engine.analyze(WHITE, lambda report: engine.stop(), 0.01, **how).children}
    assert retake.isdisjoint(choices())
    assert choices(restrict=Restriction(allow=frozenset(retake))) == retake
    assert retake.isdisjoint(choices())
    assert {engine.genmove(WHITE, restrict=Restriction(allow=frozenset(retake))).move} == retake
