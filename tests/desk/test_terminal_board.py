"""The board as a terminal shows it."""
import io
import re

import pytest

from gopy.desk.terminal.board import draw
from gopy.desk.terminal.look import Look, can_draw_over, choose_look
from gopy.go.geometry import BLACK, WHITE, parse_vertex
from gopy.go.history import Game


def game_with(*vertices, size=9):
    game = Game(size)
    for vertex in vertices:
        game.play(game.to_play, parse_vertex(vertex, size))
    return game


def test_every_point_is_shown_and_the_last_move_is_in_brackets():
    game = game_with("A1", "J9", "E5")
    rows = draw(game.board, Look(unicode=True), parse_vertex("E5", 9)).splitlines()
    assert rows[0] == rows[-1] == "   A B C D E F G H J"
    assert rows[1] == " 9 ┌─┬─┬─┬─┬─┬─┬─┬─○ 9"
    assert rows[5] == " 5 ├─┼─┼─┼(●)┼─┼─┼─┤ 5"
    assert rows[7] == " 3 ├─┼─╋─┼─┼─┼─╋─┼─┤ 3"
    assert rows[9] == " 1 ●─┴─┴─┴─┴─┴─┴─┴─┘ 1"


def test_brackets_at_the_edges():
    game = game_with("A1", "J9")
    assert draw(game.board, Look(), parse_vertex("A1", 9)).splitlines()[9] == " 1(X). . . . . . . . 1"
    assert draw(game.board, Look(), parse_vertex("J9", 9)).splitlines()[1] == " 9 . . . . . . . .(O)9"


def test_colours_only_add_to_the_same_text():
    """Without colour, or to eyes that see none, stones and marks differ by shape."""
    game = game_with("A1", "J9", "E5")
    marks = {"last": parse_vertex("E5", 9), "dead": [parse_vertex("J9", 9)], "owners": {parse_vertex("C3", 9): WHITE}}
    for unicode in (False, True):
        coloured = draw(game.board, Look(True, unicode), **marks)
        assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == draw(game.board, Look(False, unicode), **marks)
        lines = coloured.splitlines()
        assert all(line.count("\x1b[48") == line.count("\x1b[0m") for line in lines)
    assert "\x1b[38;5;16m●" in lines[9] and "\x1b[38;5;231m△" in lines[1]


def test_dead_stones_and_territory():
    game = game_with("A1", "J9", "E5")
    marks = {"dead": {parse_vertex("A1", 9), parse_vertex("J9", 9)},
             "owners": {parse_vertex("B1", 9): BLACK, parse_vertex("H9", 9): WHITE}}
    rows = draw(game.board, Look(unicode=True), **marks).splitlines()
    assert rows[1].startswith(" 9 ┌") and rows[1].endswith("▫─△ 9") and rows[9].startswith(" 1 ▲─▪─┴")
    rows = draw(game.board, Look(), **marks).splitlines()
    assert rows[1].endswith("w o 9") and rows[9].startswith(" 1 x b .")


class Terminal(io.StringIO):
    encoding = "utf-8"

    def __init__(self, encoding="utf-8", terminal=True):
        super().__init__()
        self.encoding, self._terminal = encoding, terminal

    def isatty(self):
        return self._terminal


@pytest.mark.parametrize("wanted, environ, how, look", [
    ("auto", {"TERM": "xterm"}, {}, Look(True, True)),
    ("auto", {"TERM": "xterm", "NO_COLOR": "1"}, {}, Look(False, True)),
    ("auto", {"TERM": "xterm", "NO_COLOR": ""}, {}, Look(True, True)),      # the convention: not empty
    ("colour", {"TERM": "xterm", "NO_COLOR": "1"}, {}, Look(True, True)),   # who asks gets it
    ("auto", {"TERM": "dumb"}, {}, Look(False, True)),
    ("auto", {}, {}, Look(False, True)),
    ("auto", {"TERM": "xterm"}, {"terminal": False}, Look(False, True)),
    ("auto", {"TERM": "xterm"}, {"encoding": "ascii"}, Look(True, False)),
    ("auto", {"TERM": "xterm"}, {"encoding": "latin-1"}, Look(True, False)),
    ("auto", {"TERM": "xterm"}, {"encoding": None}, Look(True, False)),
    ("plain", {"TERM": "xterm"}, {}, Look(False, True)),
    ("plain", {"TERM": "xterm"}, {"encoding": "ascii"}, Look(False, False)),
    ("ascii", {"TERM": "xterm"}, {}, Look(False, False)),
])
def test_the_look_is_what_the_output_can_show(wanted, environ, how, look):
    assert choose_look(wanted, Terminal(**how), environ) == look


def test_lines_are_drawn_over_on_capable_terminals_only():
    assert can_draw_over(Terminal(), {"TERM": "xterm", "NO_COLOR": "1"})
    assert not can_draw_over(Terminal(), {"TERM": "dumb"})
    assert not can_draw_over(Terminal(terminal=False), {"TERM": "xterm"})
