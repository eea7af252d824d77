"""The games on the page without an engine: what the engine would be asked, what becomes of its answers, clocks, matches."""
import json
import re

import pytest
from fakes.page_engine import PageEngine
from refusals import no_whole_number
from study_lines import record

from gopy.desk.web.any_game_table import AnyGameTable
from gopy.desk.web.go_table import GoTable
from gopy.desk.web.go_view import table_view, tree_view
from gopy.desk.web.playing_clock import PlayingClock
from gopy.desk.web.watched import Watched
from gopy.engine.options import Options
from gopy.go.history import CannotUndo


@pytest.fixture
def engine():
    return PageEngine()


@pytest.fixture
def table(engine):
    return GoTable(Options(size=5, level=1), engine.ask, lambda: None, lambda *what: engine.told.append(what), engine.later)


def test_gopy_answers_a_move_and_late_answers_count_for_nothing(table, engine):
    table.handle("play", {"vertex": "C3"})
    request = engine.asked[-1]
    assert (request["do"], request["strength"], request["game"]["moves"]) == ("genmove", {"level": 1}, [[0, 14]])
    table.answer({"id": len(engine.asked) - 1, "kind": "move", "move": "A1", "report": None})
    assert len(table.played.game.moves) == 1
    engine.answer(table, "move", move="B2", report=None)
    assert table_view(table)["last"] == "B2" and engine.asked[-1]["do"] == "load"
    with pytest.raises(ValueError, match="there is a stone already"):
        table.handle("play", {"vertex": "B2"})


@pytest.mark.parametrize("white, steps, result", [
    ("gopy", [("play", {"vertex": "C3"}), "A1", ("go", {"node": 1})], "W+R"),       # White is to play in the position shown
    ("gopy", [("play", {"vertex": "C3"}), ("stop", {})], "W+R"),
    ("person", [("play", {"vertex": "C3"}), ("play", {"vertex": "A1"}), ("go", {"node": 1})], "W+R"),
    ("person", [("play", {"vertex": "C3"}), ("go", {"node": 0})], "B+R"),
    ("person", [], "W+R"),
])
def test_who_resigns_loses(table, engine, white, steps, result):
    """Black against gopy or another person, whatever position the page shows: a person resigns for a person's colour."""
    table.handle("new", {"white": white})
    for step in steps:
        if isinstance(step, str):
            engine.answer(table, "move", move=step, report=None)
        else:
            table.handle(*step)
    table.handle("resign", {})
    assert table.played.result == result


def test_a_full_tree_ends_gopys_turn(table, engine, monkeypatch):
    """The page is told, and gopy is not asked again, not even by an engine's process that is started anew."""
    monkeypatch.setattr("gopy.go.game_tree.MOST_NODES", 2)
    now = [0.0]
    table.played.clock = PlayingClock("20s", now=lambda: now[0])
    table.handle("play", {"vertex": "C3"})
    engine.answer(table, "ready")
    now[0] += 5
    engine.answer(table, "move", move="A1", report=None)
    kind, values = engine.told[-1]
    assert kind == "error" and "the tree is full" in values["text"] and len(table.played.tree) == 2
    assert table.played.clock.left()[1] == (20, 0)         # a move that was not made costs nothing
    table.restart()
    assert engine.asked[-1]["do"] == table.doing == "load"


def test_gopys_first_move_is_not_taken_back(table, engine):
    table.handle("new", {"size": 5, "black": "gopy", "white": "person"})
    engine.answer(table, "move", move="C3", report=None)
    with pytest.raises(ValueError, match="no move of yours"):
        table.handle("undo", {})
    table.handle("resign", {})
    assert table.played.result == "B+R"
    table.handle("undo", {})
    assert table.played.result is None and len(table.played.game.moves) == 1
    table.handle("play", {"vertex": "A1"})
    engine.answer(table, "move", move="B2", report=None)
    table.handle("undo", {})
    assert len(table.played.game.moves) == 1


def test_one_move_is_taken_back_of_a_game_of_gopy_against_itself(table, engine):
    table.handle("new", {"black": "gopy", "white": "gopy"})
    for vertex in ("C3", "A1", "B2"):
        engine.answer(table, "move", move=vertex, report=None)
    for left in (2, 1, 0):
        table.handle("undo", {})
        assert (len(table.played.game.moves), table.doing) == (left, "load")
    with pytest.raises(ValueError, match="no move to take back"):
        table.handle("undo", {})


def test_looking_elsewhere_ends_the_thinking(table, engine):
    table.handle("play", {"vertex": "C3"})
    table.handle("go", {"node": 0})
    assert engine.asked[-1]["do"] == "load"
    table.answer({"id": len(engine.asked) - 1, "kind": "move", "move": "A1", "report": None})
    assert table.played.game.moves == [] and len(tree_view(table.played)["nodes"]) == 2


def test_an_estimate_goes_to_the_page_and_not_into_the_graph(table, engine):
    """Afterwards the analysis goes on, if there was one."""
    table.handle("study", {"on": True})
    table.handle("analyse", {"on": True})
    table.handle("estimate", {})
    assert engine.asked[-1]["do"] == "estimate"
    engine.answer(table, "estimate", estimate={"visits": 2000, "winrate": 0.03, "score": -9.5})
    assert engine.told[-1] == ("estimate", {"node": 0, "visits": 2000, "winrate": 0.03, "score": -9.5})
    assert table.played.tree.current.winrate is None and engine.asked[-1]["do"] == "analyse"


def test_an_engine_that_died_is_asked_again(table, engine):
    table.handle("play", {"vertex": "C3"})
    table.restart()
    assert [each["do"] for each in engine.asked[-2:]] == ["genmove", "genmove"]
    engine.answer(table, "move", move="pass", report=None)
    assert len(table.played.game.moves) == 2


def test_an_error_of_the_engine_leaves_the_game(table, engine):
    table.handle("play", {"vertex": "C3"})
    engine.answer(table, "error", text="no memory")
    assert engine.told[-1][0] == "error" and "no memory" in engine.told[-1][1]["text"]
    assert len(table.played.game.moves) == 1 and table.doing == "load"
    table.handle("genmove", {})
    assert engine.asked[-1]["do"] == "genmove"


def test_the_end_is_counted_and_can_be_corrected(table, engine):
    table.handle("new", {"white": "person"})
    for vertex in ("C3", "A1", "pass", "pass"):
        table.handle("play", {"vertex": vertex})
    assert engine.asked[-1]["do"] == "count"
    engine.answer(table, "count", status={"C3": "alive", "A1": "dead"})
    assert table.played.result == "B+17.5" and "1" in table_view(table)["count"]["dead"]
    assert table_view(table)["count"]["correctable"]
    table.handle("dead", {"vertex": "A1"})
    assert table.played.result != "B+17.5"
    with pytest.raises(ValueError, match="no stone"):
        table.handle("dead", {"vertex": "E5"})
    table.handle("undo", {})
    assert table.played.result is None and "count" not in table_view(table)


@pytest.mark.parametrize("rules", ["cgos", "tromp-taylor"])
def test_stones_are_counted_as_they_stand_where_the_rules_say_so(table, engine, rules):
    """The page does not ask for dead stones that the rules do not know."""
    table.handle("new", {"rules": rules, "white": "person"})
    for vertex in ("C3", "A1", "pass", "pass"):
        table.handle("play", {"vertex": vertex})
    engine.answer(table, "count", status={"C3": "alive", "A1": "alive"})
    assert table_view(table)["count"]["correctable"] is False
    with pytest.raises(ValueError, match="all stones count as they stand"):
        table.handle("dead", {"vertex": "A1"})


def test_another_strength_begins_the_thinking_anew(table, engine):
    table.handle("play", {"vertex": "C3"})
    table.handle("set", {"strength": {"sims": 50}})
    assert [each["do"] for each in engine.asked[-2:]] == ["genmove", "genmove"]
    assert [each["strength"] for each in engine.asked[-2:]] == [{"level": 1}, {"sims": 50}]


def test_what_is_impossible_changes_nothing(table, engine):
    before = table_view(table), len(engine.asked)
    for kind, fields in (("undo", {}), ("go", {"node": 7}), ("remove", {"node": 0}), ("dead", {"vertex": "A1"}),
                         ("new", {"size": 5, "handicap": 3}), ("new", {"clock": "soon"}), ("play", {"vertex": "Z9"}),
                         ("comment", {"node": 9, "text": ""})):
        with pytest.raises((ValueError, CannotUndo)):
            table.handle(kind, fields)
    assert (table_view(table), len(engine.asked)) == before


def test_a_clock_that_runs_out_ends_the_game(table, engine):
    table.handle("new", {"size": 5, "clock": "20s", "black": "person", "white": "person"})
    seconds, flag = engine.timers[-1]
    assert 19 < seconds <= 20
    flag()
    assert table.played.result == "W+T" and engine.told[-1][1]["text"] == "Black has no time left"


def clock_of(table):
    """Whose clock runs, as the page is told."""
    return table_view(table)["clock"]["running"]


def test_gopys_time_begins_when_its_search_is_loaded(table, engine):
    """While the search is loaded or compiled, and while an engine that died is started again, no flag can fall on gopy."""
    table.handle("new", {"size": 5, "clock": "10s", "black": "gopy", "white": "person"})
    assert (engine.asked[-1]["do"], clock_of(table), engine.timers) == ("genmove", None, [])
    engine.answer(table, "loading", what="5x5")
    assert (clock_of(table), engine.timers) == (None, [])
    engine.answer(table, "ready")
    assert clock_of(table) == 0 and len(engine.timers) == 1
    table.lose_engine()
    assert clock_of(table) is None and engine.timers == []
    table.restart()
    assert (engine.asked[-1]["do"], clock_of(table), engine.timers) == ("genmove", None, [])
    engine.answer(table, "ready")
    assert clock_of(table) == 0
    engine.answer(table, "move", move="C3", report=None)
    assert clock_of(table) == 1 and len(engine.timers) == 1     # the person's, while the engine loads what comes next
    table.lose_engine()
    assert clock_of(table) == 1
    _, flag = engine.timers[-1]
    flag()
    assert table.played.result == "B+T"


def test_gopys_clock_stands_while_it_was_told_to_stop(table, engine):
    table.handle("new", {"size": 5, "clock": "10s", "black": "gopy", "white": "person"})
    engine.answer(table, "ready")
    table.handle("stop", {})
    assert clock_of(table) is None and engine.timers == []
    table.handle("genmove", {})
    engine.answer(table, "ready")
    assert clock_of(table) == 0


def test_gopy_is_told_the_time_that_is_left_in_the_midst_of_a_move(table, engine):
    """A person has thought for a while before gopy is asked to move for that side, as has an engine that died."""
    table.handle("new", {"size": 5, "clock": "10+2x30", "black": "person", "white": "person"})
    now = [0.0]
    table.played.clock = PlayingClock("10+2x30", now=lambda: now[0])
    table.handle("comment", {"node": 0, "text": ""})
    now[0] += 15
    table.handle("genmove", {})
    assert engine.asked[-1]["clock"] == {"system": "10+2x30", "left": [(25, 2), (10, 0)]}
    now[0] += 100           # the search is loaded
    engine.answer(table, "ready")
    now[0] += 45
    engine.answer(table, "move", move="C3", report=None)
    assert table.played.result is None and table.played.clock.left() == [(30, 1), (10, 0)]


@pytest.mark.parametrize("text, left, thought, left_now", [
    ("20s", (20, 0), 5, (15, 0)), ("20s", (20, 0), 25, (0, 0)), ("10+5", (10, 0), 4, (6, 0)), ("10+3x30", (10, 0), 5, (5, 0)),
    ("10+3x30", (10, 0), 15, (25, 3)), ("10+3x30", (30, 3), 45, (15, 2)), ("10+3x30", (30, 1), 31, (0, 1)),
    ("10+60/5", (10, 0), 15, (55, 5)), ("10+60/5", (55, 4), 50, (5, 4)), ("10+60/5", (55, 4), 60, (0, 4)),
])
def test_the_time_left_in_the_midst_of_a_move(text, left, thought, left_now):
    now = [100.0]
    clock = PlayingClock(text, now=lambda: now[0])
    clock._clock.time_left(1, *left)
    clock.start(1)
    now[0] += thought
    assert clock.left_now()[1] == pytest.approx(left_now) and clock.left()[1] == left
    assert [side["seconds"] for side in clock.values()["sides"]] == [clock.left()[0][0], left_now[0]]


@pytest.mark.parametrize("text, thought, left, ends", [
    ("20s", 5, (15, 0), [15]), ("10+5", 4, (11, 0), [11]), ("10+3x30", 5, (5, 0), [5, 35, 65, 95]),
    ("10+3x30", 15, (30, 3), [30, 60, 90]), ("10+3x30", 45, (30, 2), [30, 60]), ("10+60/5", 5, (5, 0), [5, 65]),
    ("10+60/5", 15, (55, 4), [55]),
])
def test_the_clock_stands_while_nobody_can_move(text, thought, left, ends):
    """ends: after so many seconds the stages of the next move end, at the last of them with the flag."""
    now = [100.0]
    clock = PlayingClock(text, now=lambda: now[0])
    clock.start(0)
    now[0] += thought / 2
    clock.pause()
    now[0] += 1000          # somebody looks at another position
    clock.start(0)
    now[0] += thought / 2
    assert clock.finish_move(0)
    assert clock.left()[0] == pytest.approx(left) and clock.values()["running"] is None
    assert clock.next_end() is None
    clock.start(0)
    began = now[0]
    for end in ends:
        seconds, falls = clock.next_end()
        assert (now[0] + seconds - began, falls) == (pytest.approx(end, abs=0.01), end == ends[-1])
        now[0] += seconds + 0.001
    assert not clock.finish_move(0)


def test_the_page_is_told_when_a_period_ends(table, engine):
    """It counts the seconds of one period down, and knows of no other."""
    table.handle("new", {"size": 5, "black": "person", "white": "person", "clock": "10+2x30"})
    now, views = [0.0], []
    table.played.clock = PlayingClock("10+2x30", now=lambda: now[0])
    table._changed = lambda: views.append(table_view(table)["clock"])
    table.handle("comment", {"node": 0, "text": ""})
    for seconds, left, count in ((10, 30, "2 periods"), (30, 30, "1 period"), (30, 0, "1 period")):
        (waits, call), = engine.timers
        assert waits == pytest.approx(seconds, abs=0.01) and table.played.result is None
        now[0] += seconds
        engine.timers.clear()
        now[0] += 0.001
        call()
        assert views[-1]["sides"][0] == {"seconds": pytest.approx(left, abs=0.01), "count": count}
        assert views[-1]["sides"][1] == {"seconds": 10, "count": ""}
    assert table.played.result == "W+T" and engine.timers == []


@pytest.mark.parametrize("goes_on", [("go_on", {"black": "person", "white": "person"}), ("undo", {})])
def test_a_game_goes_on_after_a_loss_on_time(table, engine, goes_on):
    """The clock shows that no time is left. The move that took too long begins anew if the game goes on."""
    table.handle("new", {"size": 5, "black": "person", "white": "person", "clock": "20s"})
    now = [0.0]
    table.played.clock = PlayingClock("20s", now=lambda: now[0])
    table.handle("play", {"vertex": "C3"})
    now[0] += 21
    engine.timers[-1][1]()
    assert table.played.result == "B+T" and [side["seconds"] for side in table_view(table)["clock"]["sides"]] == [20, 0]
    table.handle(*goes_on)
    assert table.played.result is None and [side["seconds"] for side in table_view(table)["clock"]["sides"]] == [20, 20]


def test_nobody_pays_for_what_the_other_has_thought(table, engine):
    """White has thought before the page goes back to where Black has another move to make."""
    table.handle("new", {"size": 5, "black": "person", "white": "person", "clock": "20s"})
    now = [0.0]
    table.played.clock = PlayingClock("20s", now=lambda: now[0])
    table.handle("play", {"vertex": "C3"})
    now[0] += 5
    table.handle("study", {"on": True})
    table.handle("go", {"node": 0})
    table.handle("go_on", {"black": "person", "white": "person"})
    table.handle("play", {"vertex": "B2"})
    assert table.played.clock.left() == [(20, 0), (20, 0)]


def view(texts, to_play, moves=("a1", "b1"), over=False):
    return {"texts": texts, "to_play": to_play, "simultaneous": False, "over": over, "moves": [list(moves)], "board": ""}


def test_another_game_is_played_and_taken_back(engine):
    table = AnyGameTable(engine.ask, lambda: None, lambda *what: engine.told.append(what))
    for game in ("chess", "go", "my_game.py", "/etc/passwd", ""):
        with pytest.raises(ValueError):
            table.handle("any_game_new", {"game": game})
    with pytest.raises(ValueError):
        table.handle("any_game_play", {"move": "a1"})
    table.handle("any_game_new", {"game": "tictactoe", "person": 0})
    engine.answer(table, "any_game", any_game=view([], 0))
    with pytest.raises(ValueError, match="not legal"):
        table.handle("any_game_play", {"move": "c9"})
    table.handle("any_game_play", {"move": "a1"})
    engine.answer(table, "any_game", any_game=view(["a1"], 1))
    assert engine.asked[-1]["do"] == "choose" and engine.asked[-1]["player"] == 1
    engine.answer(table, "any_game", any_game=view(["a1", "b1"], 0), move="b1", winrate=0.5)
    assert table.doing is None and table.values()["thought"]["move"] == "b1"
    table.handle("any_game_undo", {})
    assert engine.asked[-1]["moves"] == [] and engine.asked[-1]["do"] == "any_game"


@pytest.fixture
def any_game(engine):
    """A game of tic-tac-toe between two persons, before its first move."""
    any_game = AnyGameTable(engine.ask, lambda: None, lambda *what: engine.told.append(what))
    any_game.handle("any_game_new", {"game": "tictactoe", "person": None})
    engine.answer(any_game, "any_game", any_game=view([], 0))
    return any_game


def test_the_first_move_of_gopy_is_not_taken_back(any_game, engine):
    any_game.handle("any_game_new", {"game": "tictactoe", "person": 1})
    engine.answer(any_game, "any_game", any_game=view([], 0))
    engine.answer(any_game, "any_game", any_game=view(["a1"], 1), move="a1", winrate=0.5)
    with pytest.raises(ValueError, match="no move of yours"):
        any_game.handle("any_game_undo", {})
    assert any_game.texts == ["a1"]


def test_a_second_click_before_the_answer_is_refused(any_game, engine):
    any_game.handle("any_game_play", {"move": "a1"})
    for kind, fields in (("any_game_play", {"move": "a1"}), ("any_game_choose", {})):
        with pytest.raises(ValueError, match="not shown yet"):
            any_game.handle(kind, fields)
    assert engine.asked[-1]["moves"] == ["a1"]
    engine.answer(any_game, "any_game", any_game=view(["a1"], 1, moves=("b1",)))
    any_game.handle("any_game_play", {"move": "b1"})
    assert engine.asked[-1]["moves"] == ["a1", "b1"]


def test_moves_that_the_engine_did_not_play_are_forgotten(any_game, engine):
    """After an error, or when the engine has served the game of Go meanwhile, the game goes on from what the page shows."""
    any_game.handle("any_game_play", {"move": "a1"})
    engine.answer(any_game, "error", text="no legal move")
    any_game.handle("any_game_play", {"move": "b1"})
    assert engine.asked[-1]["moves"] == ["b1"]
    any_game.yield_engine()
    any_game.handle("any_game_play", {"move": "a1"})
    assert engine.asked[-1]["moves"] == ["a1"]


def test_a_hint_plays_nothing(any_game, engine):
    any_game.handle("any_game_hint", {})
    assert (engine.asked[-1]["do"], engine.asked[-1]["hint"]) == ("choose", True)
    engine.answer(any_game, "any_game", any_game=view([], 0), move="b2", winrate=0.6)
    assert any_game.values()["thought"] == {"hint": True, "move": "b2", "winrate": 0.6} and any_game.texts == []
    any_game.handle("any_game_choose", {})
    engine.answer(any_game, "any_game", any_game=view(["b2"], 1), move="b2")
    assert any_game.values()["thought"] == {"hint": False, "move": "b2"}


def test_a_game_in_its_midst_is_put_aside_for_another(any_game, engine):
    """And comes back with its moves; a file that holds no game, or moves that are none, leaves it where it is."""
    any_game.handle("any_game_play", {"move": "a1"})
    engine.answer(any_game, "any_game", any_game=view(["a1"], 1, moves=("b1",)))
    seed = any_game.seed
    for text in ("", "[]", '{"game": "tictactoe"}', '{"game": "tictactoe", "seed": -1, "person": 0, "moves": []}'):
        with pytest.raises(ValueError, match="not a game that gopy saved"):
            any_game.handle("any_game_open", {"text": text})
    with pytest.raises(ValueError, match="no such game"):
        any_game.handle("any_game_open", {"text": '{"game": "my.py", "seed": 1, "person": 0, "moves": []}'})
    assert engine.told == []
    any_game.handle("any_game_open", {"text": '{"game": "tictactoe", "seed": 7, "person": 1, "moves": ["z9"]}'})
    assert engine.told[-1][1]["do"] == "any_game_bring_back" and (engine.asked[-1]["seed"], engine.asked[-1]["moves"]) == (7, ["z9"])
    engine.answer(any_game, "error", text="no legal move")
    assert (any_game.texts, any_game.seed, any_game.person) == (["a1"], seed, None)
    any_game.handle("any_game_new", {"game": "gomoku", "person": 0})
    engine.answer(any_game, "any_game", any_game=view([], 0))
    any_game.handle("any_game_bring_back", {})
    assert (engine.asked[-1]["game"], engine.asked[-1]["seed"], engine.asked[-1]["moves"]) == ("tictactoe", seed, ["a1"])
    any_game.handle("any_game_open", {"text": '{"game": "tictactoe", "seed": 7, "person": 0, "moves": ["b2"], "resigned": 0}'})
    engine.answer(any_game, "any_game", any_game=view(["b2"], 1))
    assert engine.asked[-1]["do"] == "any_game", "gopy does not move in a game that was given up"


def test_a_game_that_is_still_set_up_when_go_goes_on_is_not_lost(any_game, engine):
    again = AnyGameTable(engine.ask, lambda: None, lambda *what: engine.told.append(what))
    again.take_up({**any_game.standing(), "moves": ["a1"]})
    again.handle("any_game_show", {})
    again.yield_engine()
    assert (again.game, again.texts, again.doing) == ("tictactoe", ["a1"], None)
    again.handle("any_game_show", {})
    assert engine.asked[-1]["moves"] == ["a1"]


def test_a_match_is_read_as_it_grows(tmp_path, run_gopy):
    folder = tmp_path / "first"
    done = run_gopy("match", "gopy:policy=random", "gopy:policy=random", "--game", "tictactoe", "--games", 4, "--out", folder)
    assert done.returncode == 0, done.stderr
    lines = (folder / "games.jsonl").read_text().splitlines(keepends=True)
    (folder / "games.jsonl").write_text("".join(lines[:2]))
    watched = Watched(folder)
    assert watched.poll() and not watched.poll()
    match, = watched.matches
    assert (match["recorded"], match["games"], len(match["last"])) == (2, 4, 2)
    (folder / "games.jsonl").write_text("".join(lines))
    assert watched.poll() and watched.matches[0]["recorded"] == 4
    assert watched.game(0, 3)["texts"] and json.dumps(watched.matches)
    for match, game in ((1, 0), (0, 9)):
        with pytest.raises(ValueError):
            watched.game(match, game)
    (folder / "games.jsonl").write_text("nonsense\n")
    assert watched.poll() and "line 1" in watched.matches[0]["error"]
    with pytest.raises(ValueError, match="neither"):
        Watched(tmp_path)


def settings_of_a_match(**changes):
    """What the file match.json of a match of four games holds; `changes` take the place of what it would hold."""
    return {"a": "gopy:sims=1", "b": "gopy:sims=2", "names": ["one", "two"], "games": 4, "size": 5, **changes}


def write_match(folder, settings, *records):
    """Write the files of a match; `settings` are a text or what JSON can hold."""
    folder.mkdir(exist_ok=True)
    (folder / "match.json").write_text(settings if isinstance(settings, str) else json.dumps(settings))
    (folder / "games.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records))


def game(game_id, winner="one", names=("one", "two"), **changes):
    """The line of a game outside a study."""
    line = record(game_id, winner, list(names), **changes)
    del line["match"]
    return line


@pytest.mark.parametrize("text", [".", "../first", "../other/../first/"])
def test_a_match_is_called_like_its_folder(tmp_path, monkeypatch, text):
    write_match(tmp_path / "first", settings_of_a_match(), game(0))
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "first")
    watched = Watched(text)
    watched.poll()
    assert (watched.folder.name, watched.matches[0]["name"], watched.matches[0]["recorded"]) == ("first", "first", 1)


@pytest.mark.parametrize("file, texts", [("short.toml", ["short.toml", "short", "./short/"]),
                                         ("short/study.toml", ["short", "short/study.toml", "short/../short"])])
def test_a_study_is_watched_by_whatever_names_it(tmp_path, monkeypatch, file, texts):
    """As for `gopy study`: its folder, its file study.toml, or the one file NAME.toml beside its folder."""
    (tmp_path / "short").mkdir()
    (tmp_path / file).write_text('question = "Which?"\nrule = "None."\nplayers = {one = "gopy:sims=1", two = "gopy:sims=2"}\n'
                                 '[[match]]\nname = "first"\na = "one"\nb = "two"\ngames = 4\nsize = 5\n')
    (tmp_path / "short" / "results.jsonl").write_text(json.dumps(record(0, "one", ["one", "two"])) + "\n")
    monkeypatch.chdir(tmp_path)
    for text in texts:
        watched = Watched(text)
        watched.poll()
        assert [(match["name"], match["recorded"]) for match in watched.matches] == [("first", 1)], text
        assert watched.folder.name == "short"


@pytest.mark.parametrize("settings, lines, error", [
    (settings_of_a_match(names=[]), (), r".*/match\.json is damaged: names wants two names, not 0"),
    (settings_of_a_match(names="one"), (), r".*/match\.json is damaged: names wants a list, not 'one'"),
    (settings_of_a_match(games=None), (), r".*/match\.json is damaged: " + no_whole_number("games", None)),
    (settings_of_a_match(size="x"), (), r".*/match\.json is damaged: " + no_whole_number("size", "x")),
    ({"a": "gopy"}, (), r".*/match\.json is damaged: no 'b'"),
    ([], (), r".*/match\.json is damaged: this wants a table, .*"),
    ("{", (), r".*/match\.json is damaged: it is not JSON: .*"),
    (settings_of_a_match(), [game(0, "x", ("x", "y"))],
     r".*/games\.jsonl: game 0 is 'x' against 'y', but this is a match of 'one' against 'two'"),
    (settings_of_a_match(), [game(0, chosen={"one": 1})],
     "the files of this match or study do not fit together: KeyError: 'two'"),
])
def test_a_damaged_match_is_one_sentence(tmp_path, settings, lines, error):
    """Reading it raises nothing, so that whoever reads others, too, goes on; and it is shown when it is whole again."""
    write_match(tmp_path / "bad", settings, *lines)
    watched = Watched(tmp_path / "bad")
    assert watched.poll() and not watched.poll()
    (shown,) = watched.matches
    assert shown["name"] == "bad" and re.fullmatch(error, shown["error"]), shown["error"]
    with pytest.raises(ValueError, match="there is no match 0"):
        watched.game(0, 0)
    write_match(tmp_path / "bad", settings_of_a_match(), game(0), game(1))
    assert watched.poll() and watched.matches[0]["recorded"] == 2


def test_a_match_whose_settings_are_missing_is_one_sentence(tmp_path):
    write_match(tmp_path / "bad", settings_of_a_match())
    watched = Watched(tmp_path / "bad")
    (tmp_path / "bad" / "match.json").unlink()
    watched.poll()
    assert re.fullmatch(r"cannot read .*/match\.json: No such file or directory", watched.matches[0]["error"])


def test_games_whose_moves_were_not_recorded_are_not_offered(tmp_path, run_gopy):
    """Lines of older matches have only a digest of the moves."""
    folder = tmp_path / "old"
    run_gopy("match", "gopy:policy=random", "gopy:policy=random", "--game", "tictactoe", "--games", 2, "--out", folder)
    first, second = map(json.loads, (folder / "games.jsonl").read_text().splitlines())
    del first["played"]
    (folder / "games.jsonl").write_text(json.dumps(first) + "\n" + json.dumps(second) + "\n")
    watched = Watched(folder)
    watched.poll()
    assert {game["id"]: game["shown"] for game in watched.matches[0]["last"]} == {0: False, 1: True}
    assert watched.game(0, 1)["texts"]
    with pytest.raises(ValueError, match="the moves of game 0 were not recorded, so it cannot be shown"):
        watched.game(0, 0)
