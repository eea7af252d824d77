"""The game on the page as it is played and studied, without an engine: what each of the two allows, hints, counting, games put aside."""
import pytest
from fakes.page_engine import PageEngine

from gopy.base.documents import json_text
from gopy.desk.web.go_table import GoTable
from gopy.desk.web.go_view import table_view, tree_view
from gopy.desk.web.wire import report_values
from gopy.engine.chance import as_chances
from gopy.engine.options import Options
from gopy.go.sgf_tree import load_tree
from gopy.search.report import ChildReport, Report


@pytest.fixture
def engine():
    return PageEngine()


@pytest.fixture
def table(engine):
    return GoTable(Options(size=5, level=1), engine.ask, lambda: None, lambda *what: engine.told.append(what), engine.later)


def play(table, engine, *vertices):
    """A person's moves and gopy's answers in turn."""
    for number, vertex in enumerate(vertices):
        if number % 2:
            engine.answer(table, "move", move=vertex, report={"visits": 100, "winrate": 0.7, "score": 3.0, "moves": []})
        else:
            table.handle("play", {"vertex": vertex})


def test_what_gopy_thinks_of_a_game_is_told_only_when_it_is_studied(table, engine):
    play(table, engine, "C3", "B2")
    assert [kind for kind, _ in engine.told] == [] and [row[4] for row in tree_view(table.played)["nodes"]] == [None] * 3
    with pytest.raises(ValueError, match="when the game is studied"):
        table.handle("analyse", {"on": True})
    table.handle("study", {"on": True})
    assert [row[4] for row in tree_view(table.played)["nodes"]] == [None, 0.7, None]
    table.handle("analyse", {"on": True})
    engine.answer(table, "report", report={"visits": 100, "winrate": 0.6, "score": 2.0})
    assert engine.told[-1][0] == "analysis"


def test_an_analysis_looks_for_moves_in_an_area(table, engine):
    """What it says of these moves alone is not kept as the chance of the position. Stones that are there are left out."""
    play(table, engine, "C3", "B2")
    table.handle("study", {"on": True})
    table.handle("analyse", {"on": True})
    assert "allow" not in engine.asked[-1]
    table.handle("area", {"corners": ["C3", "A2"]})
    assert sorted(engine.asked[-1]["allow"]) == ["A2", "A3", "B3", "C2"] and table_view(table)["corners"] == ["C3", "A2"]
    before = table.played.tree.current.winrate
    engine.answer(table, "report", report={"visits": 100, "winrate": 0.01, "score": -50.0})
    assert table.played.tree.current.winrate == before and engine.told[-1][0] == "analysis"
    for corners in (["C3"], ["C3", "pass"], ["C3", "Z9"]):
        with pytest.raises(ValueError):
            table.handle("area", {"corners": corners})
    table.handle("estimate", {})
    assert "allow" not in engine.asked[-1]
    table.handle("area", {"corners": []})
    engine.answer(table, "estimate", estimate={"visits": 2000, "winrate": 0.03, "score": -9.5})
    assert engine.asked[-1]["do"] == "analyse" and "allow" not in engine.asked[-1]
    table.handle("area", {"corners": ["C3", "A2"]})
    table.handle("new", {})
    assert table_view(table)["corners"] == [], "another game has another board"


def test_a_game_of_gopy_against_itself_shows_its_thoughts_and_can_be_followed(table, engine):
    table.handle("new", {"black": "gopy", "white": "gopy"})
    table.handle("pace", {"seconds": 2.5})
    engine.answer(table, "report", report={"visits": 100, "winrate": 0.6, "score": 2.0})
    assert engine.told[-1][0] == "analysis"
    engine.answer(table, "move", move="C3", report=None)
    (seconds, go_on), = engine.timers
    assert seconds == 2.5 and engine.asked[-1]["do"] == "load"
    go_on()
    assert engine.asked[-1]["do"] == "genmove"
    engine.answer(table, "move", move="B3", report=None)
    table.handle("stop", {})
    assert len(engine.timers) == 1 and engine.asked[-1]["do"] == "load"


def test_a_variation_of_a_finished_record_leaves_its_result(table, engine):
    table.load(load_tree("(;GM[1]FF[4]SZ[5]RE[W+R];B[cc];W[bb];B[dd])"))
    assert table_view(table)["number"] == 0 and table.played.studying
    for vertex in ("B2", "C2"):
        table.handle("play", {"vertex": vertex})
    assert table.played.result == "W+R" and "RE[W+R]" in table.handle("save", {})["text"]
    assert engine.asked[-1]["do"] == "load"         # nobody answers a variation


def test_an_earlier_position_and_gopys_colour_take_no_stone(table, engine):
    play(table, engine, "C3", "B2", "D3", "B3")
    table.handle("go", {"node": 1})
    for kind, fields, words in (("play", {"vertex": "A1"}, "an earlier position"), ("genmove", {}, "an earlier position")):
        with pytest.raises(ValueError, match=words):
            table.handle(kind, fields)
    table.handle("study", {"on": False})            # back to the game
    assert table.played.tree.current.number == 4
    table.handle("play", {"vertex": "A1"})
    table.handle("stop", {})
    with pytest.raises(ValueError, match="gopy's turn"):
        table.handle("play", {"vertex": "E5"})
    assert len(table.played.tree) == 6


def test_a_game_is_studied_and_goes_on_where_it_stood(table, engine):
    play(table, engine, "C3", "B2")
    table.handle("study", {"on": True})
    for vertex in ("D4", "D2", "E5"):
        table.handle("play", {"vertex": vertex})
    assert table.played.live == 2 and engine.asked[-1]["do"] == "load"
    table.handle("study", {"on": False})
    assert table_view(table)["number"] == 2
    play(table, engine, "A1")
    assert engine.asked[-1]["do"] == "genmove" and len(table.played.tree) == 7


def test_a_record_goes_on_against_gopy(table, engine):
    """Even from the middle of a finished one."""
    table.load(load_tree("(;GM[1]FF[4]SZ[5]PB[human]PW[gopy]RE[B+R];B[cc];W[bb];B[dd])"))
    table.handle("go", {"node": 1})
    table.handle("go_on", {"black": "person", "white": "gopy", "strength": {"level": 4}})
    assert engine.asked[-1]["do"] == "genmove" and engine.asked[-1]["strength"] == {"level": 4}
    assert (table.played.result, table.played.studying, table.played.live) == (None, False, 1)


def test_a_hint_is_told_in_three_steps(table, engine):
    table.handle("hint", {})
    assert engine.asked[-1]["do"] == "hint"
    engine.answer(table, "hint", hint={"moves": [{"move": "D4", "pv": ["D4", "B2"]}, {"move": "B4", "pv": ["B4"]}]})
    table.handle("hint", {})
    table.handle("hint", {})
    area, moves, line = (values for kind, values in engine.told if kind == "hint")
    assert "D4" in area["area"] and len(area["area"]) == 9 and not area["last"]
    assert moves["moves"] == ["B4", "D4"] and (line["line"], line["last"]) == (["D4", "B2"], True)
    assert [each["do"] for each in engine.asked].count("hint") == 1
    play(table, engine, "D4", "B4")
    table.handle("hint", {})        # of another position
    engine.answer(table, "hint", hint={"moves": [{"move": "pass", "pv": ["pass"]}]})
    assert engine.told[-1][1]["line"] == ["pass"]
    table.handle("study", {"on": False})
    table.handle("go", {"node": 0})
    with pytest.raises(ValueError, match="where it stands"):
        table.handle("hint", {})


def test_a_count_is_agreed_to_or_the_game_goes_on(table, engine):
    table.handle("new", {"white": "person"})
    for vertex in ("C3", "A1", "pass", "pass"):
        table.handle("play", {"vertex": vertex})
    engine.answer(table, "count", status={"C3": "alive", "A1": "dead"})
    with pytest.raises(ValueError, match="the game is over"):
        table.handle("play", {"vertex": "E5"})
    assert table_view(table)["count"]["agreed"] is False
    table.handle("undo", {})
    assert (table.played.result, table_view(table)["number"]) == (None, 3)
    table.handle("play", {"vertex": "pass"})
    engine.answer(table, "count", status={"C3": "alive", "A1": "dead"})
    table.handle("agree", {})
    assert table_view(table)["count"]["agreed"] is True
    with pytest.raises(ValueError, match="agreed"):
        table.handle("dead", {"vertex": "A1"})


def test_the_game_before_is_brought_back(table, engine):
    with pytest.raises(ValueError, match="no game"):
        table.handle("bring_back", {})
    play(table, engine, "C3", "B2")
    with pytest.raises(ValueError):
        table.handle("new", {"size": 5, "handicap": 3})     # 5x5 has no fixed handicap
    assert engine.told == [] and len(table.played.tree) == 3
    table.handle("new", {"size": 7, "white": "person"})
    assert engine.told[-1][0] == "offer" and engine.told[-1][1]["do"] == "bring_back"
    table.handle("bring_back", {})
    view = table_view(table)
    assert (view["size"], view["number"], view["players"], view["version"]) == (5, 2, ["person", "gopy"], table.played.version)
    table.load(load_tree("(;GM[1]FF[4]SZ[5];B[cc])"))
    assert engine.told[-1][0] == "offer"


def test_a_handicap_of_one_is_the_first_move_without_komi(table):
    table.handle("new", {"size": 9, "handicap": 1})
    view = table_view(table)
    assert (view["komi"], view["to_play"], view["board"]) == (0.5, 0, "." * 81)


def test_a_ko_is_told_and_explained(table, engine):
    table.load(load_tree("(;GM[1]FF[4]SZ[5]AB[cb][bc][dc]AW[bd][dd][ce];B[cd];W[cc])"))
    view = table_view(table)
    assert view["ko"] == "C2"
    with pytest.raises(ValueError, match="C2 is not possible: that is a ko"):
        table.handle("play", {"vertex": "C2"})


def test_what_is_asked_beside_the_game_is_answered_or_told_to_come_to_nothing(table, engine):
    """The analysis goes on afterwards; what ends the question is another one, another position, and an error of the engine."""
    play(table, engine, "C3", "B2")
    table.handle("study", {"on": True})
    table.handle("analyse", {"on": True})
    answers = []

    def ask():
        table.ask_beside("judge", answers.append, vertex="D4")
        assert (table.doing, engine.asked[-1]["do"], engine.asked[-1]["vertex"], len(engine.asked[-1]["game"]["moves"])) == ("judge", "judge", "D4", 2)
    ask()
    engine.answer(table, "judged", judged={"loss": 0.1})
    assert answers == [{"loss": 0.1}] and (table.doing, engine.asked[-1]["do"]) == ("analyse", "analyse")
    ask()
    table.handle("estimate", {})
    assert answers[1:] == [None] and table.doing == "estimate"
    ask()
    table.handle("go", {"node": 0})
    assert answers[2:] == [None] and table.doing == "analyse"
    ask_again = len(engine.asked)
    table.handle("go", {"node": 2})
    ask()
    assert len(engine.asked) > ask_again
    engine.answer(table, "error", text="no memory")
    assert answers[3:] == [None]
    ask()
    table.yield_engine()                                        # another game is shown
    assert answers[4:] == [None] and table.doing == "load"
    table.handle("genmove", {})
    with pytest.raises(ValueError, match="gopy is thinking"):
        table.ask_beside("judge", answers.append)


def test_all_moves_that_were_visited_are_told_with_chance_and_share():
    """Whole lines stand beside those that got one simulation in a hundred; what was not visited is not told."""
    visits = [500, 400] + [5, 1] * 150 + [0] * 60
    children = [ChildReport(move, count, 0.6, 0.01, 0.5, 0.5, list(range(move % 9, move % 9 + 20)), lead=4.0) for move, count in enumerate(visits)]
    report = Report(1, sum(visits), 2000, 0.55, 0.0, 0.0, None, 9, 9, 9, 1.0, children, lead=3.0, sharpness=2.25)
    told = report_values(as_chances(report), 19, sharpness=2.25)
    assert len(told["moves"]) == 302 and [move["visits"] for move in told["moves"]] == visits[:302]
    assert all(move["share"] == 0.6 for move in told["moves"]) and told["moves"][0]["winrate"] > 0.64      # a chance is sharper
    assert [len(move["pv"]) for move in told["moves"][:4]] == [20, 20, 3, 3]
    assert len(json_text(told)) < 50_000
