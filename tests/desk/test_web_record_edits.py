"""What the page changes in a record: marks, stones, lines, what is told about the game, the main line, and what was removed."""
import re

import pytest
from fakes.page_engine import PageEngine

from gopy.desk.web.go_table import GoTable
from gopy.desk.web.go_view import table_view, tree_view
from gopy.desk.web.messages import read_message
from gopy.engine.options import Options
from gopy.go.sgf_tree import about_game, load_tree

RECORD = "(;GM[1]FF[4]SZ[5]PB[Ann]BR[5k]XY[kept]TR[aa:bb]LB[cc:A][dd:1](;B[cc];W[bb];B[dd])(;B[dd];W[cc]))"


@pytest.fixture
def table():
    engine = PageEngine()
    table = GoTable(Options(size=5), engine.ask, lambda: None, lambda *what: engine.told.append(what), engine.later)
    table.load(load_tree(RECORD))
    table.engine = engine
    return table


def saved(table):
    return table.handle("save", {})["text"]


def test_marks_are_put_and_taken_away(table):
    def mark(vertex, kind, label=""):
        table.handle("mark", {"node": 0, "vertex": vertex, "kind": kind, "label": label})

    mark("A5", "")                      # one of the four points of a rectangle
    mark("C3", "label", "B]")
    mark("E1", "square")
    table.handle("go", {"node": 0})
    marks = {index: (kind, label) for index, kind, label in table_view(table)["marks"]}
    assert marks == {1: ("triangle", ""), 5: ("triangle", ""), 6: ("triangle", ""), 12: ("label", "B]"), 18: ("label", "1"), 24: ("square", "")}
    again = load_tree(saved(table)).tree
    assert "LB[dd:1][cc:B\\]]" in saved(table) and len(again) == 6
    mark("E1", "")
    assert "SQ" not in saved(table) and "XY[kept]" in saved(table)
    with pytest.raises(ValueError, match="no point"):
        mark("pass", "square")


def test_arrows_are_drawn_and_taken_away(table):
    def arrow(start, end):
        table.handle("arrow", {"node": 0, "start": start, "end": end})

    before = saved(table)
    for start, end in (("A5", "C3"), ("C3", "A5"), ("E1", "E2")):
        arrow(start, end)
    table.handle("go", {"node": 0})
    assert table_view(table)["lines"][-3:] == [[0, 12, "arrow"], [12, 0, "arrow"], [24, 19, "arrow"]]
    assert "AR[aa:cc][cc:aa][ee:ed]" in saved(table)
    for start, end in (("A5", "A5"), ("pass", "A5")):
        with pytest.raises(ValueError, match="point"):
            arrow(start, end)
    for start, end in (("C3", "A5"), ("A5", "C3"), ("E1", "E2")):
        arrow(start, end)
    assert saved(table) == before


def test_what_is_told_about_the_game_is_changed(table):
    texts = {"PW": "Bea", "WR": "4k", "BR": "", "DT": "2026-11-28", "RE": "W+3.5", "GC": "two\nlines ]"}
    table.handle("about", {"texts": texts})
    view = table_view(table)
    assert (view["names"], view["result"]) == (["Ann", "Bea"], "W+3.5")
    again = load_tree(saved(table))
    assert about_game(again.tree) == {"PB": "Ann", **{name: text for name, text in texts.items() if text}}
    assert tree_view(table.played)["about"]["WR"] == "4k"
    with pytest.raises(ValueError, match="unknown key 'XX'"):
        read_message('{"do":"about","texts":{"XX":"1"}}')


def test_a_variation_becomes_the_main_line(table):
    table.handle("main_line", {"node": 5})
    assert re.sub(r"\s", "", saved(table)).endswith("(;B[dd];W[cc])(;B[cc];W[bb];B[dd]))")


def test_a_line_of_play_is_inserted_up_to_what_is_possible(table):
    table.handle("go", {"node": 1})
    table.handle("insert", {"node": 1, "moves": ["D4", "E5", "D4", "A1"]})
    assert table.played.tree.current.number == 1 and len(table.played.tree) == 8


def test_stones_are_set_up_in_a_position_of_their_own(table):
    table.handle("go", {"node": 3})
    for vertex, stone in (("A1", "white"), ("E1", "black"), ("C3", "empty")):
        table.handle("set_up", {"node": table.played.tree.current.number, "vertex": vertex, "stone": stone})
    board = table_view(table)["board"]
    assert (board[20], board[24], board[12], board[6], len(table.played.tree)) == ("O", "X", ".", "O", 7)
    again = load_tree(saved(table)).tree
    assert "".join("XO."[colour] for colour in again.game.board.colours if colour in (0, 1, 2)).count("X") == board.count("X")
    for vertex in ("B1", "A2"):
        table.handle("set_up", {"node": table.played.tree.current.number, "vertex": vertex, "stone": "black"} if vertex == "B1" else
                     {"node": table.played.tree.current.number, "vertex": "B2", "stone": "black"})
    with pytest.raises(ValueError):     # the white stone in the corner would have no liberty
        table.handle("set_up", {"node": table.played.tree.current.number, "vertex": "A2", "stone": "black"})


def test_what_was_removed_comes_back(table):
    before = saved(table)
    table.handle("remove", {"node": 1})
    assert len(table.played.tree) == 3 and table.engine.told[-1][1]["text"] == "3 positions are removed"
    table.handle("restore", {})
    assert saved(table) == before and table.played.live == 3
    table.handle("play", {"vertex": "E5"})
    assert len(list(table.played.tree)) == 7
    with pytest.raises(ValueError, match="nothing"):
        table.handle("restore", {})


def test_a_new_game_is_written_with_one_header():
    engine = PageEngine()
    table = GoTable(Options(size=5), engine.ask, lambda: None, lambda *what: None, engine.later)
    table.handle("new", {"white": "person"})
    for vertex in ("C3", "B2"):
        table.handle("play", {"vertex": vertex})
    table.handle("mark", {"node": 0, "vertex": "A1", "kind": "cross"})
    table.handle("about", {"texts": {"EV": "Cup"}})
    text = saved(table)
    assert [text.count(name) for name in ("FF[4]", "GM[1]", "SZ[5]", "KM[7.5]", "MA[ae]", "EV[Cup]")] == [1] * 6
    assert re.sub(r"\s", "", text).endswith(";B[cc];W[bd])")
