"""Teaching on the page, without an engine: "are you sure?", and the capture game as it is played, kept and ended."""
import pytest
from fakes.page_engine import PageEngine

from gopy.desk.languages import Refused
from gopy.desk.web.go_table import GoTable
from gopy.desk.web.go_view import table_view
from gopy.desk.web.messages import read_message
from gopy.desk.web.review import TableReview
from gopy.desk.web.standing import game_of, standing_of
from gopy.desk.web.teaching.capture import capture_result
from gopy.engine.options import Options
from gopy.go.history import Game
from gopy.go.rules import CHINESE

DOUBT = {"loss": 0.24, "stones": 4, "reason": None}


@pytest.fixture
def engine():
    return PageEngine()


@pytest.fixture
def table(engine):
    return GoTable(Options(size=5, level=1), engine.ask, lambda: None, lambda *what: engine.told.append(what), engine.later)


def asked(engine):
    return engine.asked[-1]["do"]


def test_a_move_is_looked_at_before_gopy_answers_it_and_the_person_may_mean_it(table, engine):
    table.handle("play", {"vertex": "C3", "teaching": 0.1})
    assert (asked(engine), engine.asked[-1]["limit"], table.doing) == ("doubt", 0.1, "doubt")
    assert len(table.played.tree) == 2 and table.played.edits         # it is played, and kept
    engine.answer(table, "doubt", doubt=DOUBT)
    assert table_view(table)["doubt"] == DOUBT and asked(engine) == "load"
    table.handle("sure", {})
    assert asked(engine) == "genmove" and engine.asked[-1]["teaching"] is True and table_view(table)["doubt"] is None
    engine.answer(table, "move", move="B2", report=None)
    table.handle("play", {"vertex": "D3"})                              # not taught any more
    assert asked(engine) == "genmove" and engine.asked[-1]["teaching"] is False


def test_a_move_that_was_a_slip_is_taken_back(table, engine):
    table.handle("play", {"vertex": "C3", "teaching": 0.1})
    engine.answer(table, "doubt", doubt=DOUBT)
    table.handle("undo", {})
    view = table_view(table)
    assert (view["number"], view["to_play"], view["doubt"], asked(engine)) == (0, 0, None, "load")
    assert engine.timers == []
    table.handle("play", {"vertex": "D3", "teaching": 0.1})
    engine.answer(table, "doubt", doubt=None)                           # a good move is answered at once
    assert asked(engine) == "genmove" and engine.timers == []


@pytest.mark.parametrize("failure", ["error", "patience", "yield and back", "look back", "restart"])
def test_whatever_fails_the_move_stands_and_the_game_goes_on(table, engine, failure):
    table.handle("play", {"vertex": "C3", "teaching": 0.1})
    assert engine.timers == []          # while the search is loaded gopy could not answer either
    engine.answer(table, "ready")
    if failure == "error":
        engine.answer(table, "error", text="no")
    elif failure == "patience":
        (_, give_up), = engine.timers
        give_up()
    elif failure == "yield and back":
        table.yield_engine()
        table.handle("genmove", {})
    elif failure == "look back":
        table.handle("go", {"node": 0})
        table.handle("study", {"on": False})
    else:
        table.lose_engine()
        table.restart()
        assert asked(engine) == "doubt" and engine.timers == []
        engine.answer(table, "doubt", doubt=None)
    assert asked(engine) == "genmove" and engine.told == []
    engine.answer(table, "move", move="B2", report=None)
    assert table_view(table)["number"] == 2 and engine.timers == []


def test_nobody_is_asked_where_gopy_does_not_answer(table, engine):
    table.handle("new", {"white": "person"})
    table.handle("play", {"vertex": "C3", "teaching": 0.1})
    table.handle("study", {"on": True})
    table.handle("play", {"vertex": "D3", "teaching": 0.1})
    assert [each["do"] for each in engine.asked if each["do"] != "load"] == [] and engine.timers == []


def test_a_message_names_a_share_of_the_chance():
    assert read_message('{"do": "play", "vertex": "D4", "teaching": 0.05}') == ("play", {"vertex": "D4", "teaching": 0.05})
    for wrong in ('{"do": "play", "vertex": "D4", "teaching": 2}', '{"do": "new", "capture": 21}', '{"do": "new", "capture": -1}'):
        with pytest.raises(ValueError):
            read_message(wrong)


def capture_game(table, engine, stones=1, **fields):
    table.handle("new", {"size": 5, "capture": stones, "white": "person", **fields})


def test_the_first_capture_wins(table, engine):
    capture_game(table, engine)
    for vertex in ("B1", "A1", "E5"):
        table.handle("play", {"vertex": vertex})
    assert table.played.result is None
    for vertex in ("E4", "A2"):
        table.handle("play", {"vertex": vertex})
    view = table_view(table)
    assert (view["result"], view["capture"], view["captures"]) == ("B+", 1, [1, 0])
    with pytest.raises(Refused, match="the game is over"):
        table.handle("play", {"vertex": "C3"})
    with pytest.raises(Refused, match="the game is over"):
        table.handle("go_on", {"black": "person", "white": "gopy"})
    table.handle("undo", {})
    assert table_view(table)["result"] is None


@pytest.mark.parametrize("moves, result", [(("B1", "A1", "A2", "pass", "pass"), "B+"), (("B1", "A2", "pass", "pass"), "0")])
def test_two_passes_end_it_and_whoever_has_captured_more_wins(table, engine, moves, result):
    capture_game(table, engine, 3)
    for vertex in moves:
        table.handle("play", {"vertex": vertex})
    assert table.played.result == result and "count" not in [each["do"] for each in engine.asked]


def test_gopy_plays_it_gives_hints_and_does_nothing_else(table, engine):
    capture_game(table, engine, white="gopy")
    table.handle("hint", {})
    assert engine.asked[-1]["do"] == "hint" and engine.asked[-1]["capture"] == 1
    for kind, fields in (("estimate", {}), ("study", {"on": True}), ("analyse", {"on": True})):
        if kind == "study":
            table.handle(kind, fields)
        else:
            with pytest.raises(Refused, match="capture game"):
                table.handle(kind, fields)
    table.handle("study", {"on": False})
    table.handle("play", {"vertex": "C3", "teaching": 0.1})
    assert engine.asked[-1]["capture"] == 1 and engine.asked[-1]["do"] == "doubt"
    engine.answer(table, "doubt", doubt=None)
    assert engine.asked[-1]["capture"] == 1 and engine.asked[-1]["do"] == "genmove"
    with pytest.raises(Refused, match="capture game"):
        TableReview(engine.ask, lambda *told: None, lambda: table.played, lambda: None).set(True)


def test_it_is_kept_and_goes_on_as_what_it_is(table, engine):
    capture_game(table, engine, 3)
    table.handle("play", {"vertex": "C3"})
    played = table.played
    again = game_of(played.record().encode(), standing_of(played, 0.0), 7.5, CHINESE)
    assert again.capture == 3 and "Capture game" in played.record()
    table.handle("new", {"size": 5, "white": "person"})
    assert table.played.capture == 0


def test_boards_and_results():
    for size in (4, 10):
        with pytest.raises(Refused, match="5×5 to 9×9"):
            GoTable(Options(size=9), lambda *a, **b: 1, lambda: None, lambda *a: None, None).handle("new", {"size": size, "capture": 1})
    assert capture_result(Game(5), 1) is None


def test_a_count_tells_whose_each_point_of_territory_is(table, engine):
    """Also the points under dead stones, which the page numbers when it counts."""
    table.handle("new", {"white": "person"})
    for vertex in ("C3", "A1", "pass", "pass"):
        table.handle("play", {"vertex": vertex})
    engine.answer(table, "count", status={"C3": "alive", "A1": "dead"})
    count = table_view(table)["count"]
    assert count["territory"] == "XXXXXXXXXXXX.XXXXXXXXXXXX" and count["owners"].count("X") == 23
    assert count["sides"][0]["parts"][:2] == [(1, "stones"), (24, "territory")]
