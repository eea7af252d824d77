"""A person's game in the terminal, against an engine that plays a script."""
import io
import re

import pytest
from stub_engine import StubEngine

from gopy.decision import RESIGN
from gopy.go.geometry import BLACK, WHITE, parse_vertex
from gopy.go.history import Game
from gopy.sgf import load_file
from gopy.terminal import Terminal
from gopy.terminal_board import draw


def play(typed, moves, human=BLACK, **how):
    """(engine, what was printed) after a person typed the lines `typed`."""
    engine, out = StubEngine(moves, **how), io.StringIO()
    Terminal(engine, human, typed, out).play()
    return engine, out.getvalue()


def test_moves_alternate_and_the_end_is_scored():
    engine, text = play(["C3", "pass"], ["D4", "pass"], size=5)
    assert [move for _, move in engine.game.moves] == [parse_vertex(v, 5) for v in ("C3", "D4", "pass", "pass")]
    assert "gopy (White) plays D4, White wins 60 %" in text
    assert "The game is over: W+7.5" in text        # a stone each, everything else neutral


def test_dead_stones_are_named_and_taken_off():
    _, text = play(["C3", "pass"], ["D4", "pass"], dead=["D4"])
    assert "dead stones: D4" in text and "The game is over: B+17.5" in text


def test_the_engine_moves_first_against_white():
    engine, _ = play(["quit"], ["C3"], human=WHITE)
    assert engine.game.moves == [(BLACK, parse_vertex("C3", 5))]


def test_undo_goes_back_to_the_persons_turn():
    engine, _ = play(["C3", "undo", "B2", "quit"], ["D4", "D2"])
    assert [move for _, move in engine.game.moves] == [parse_vertex(v, 5) for v in ("B2", "D2")]


def test_undo_without_a_move():
    _, text = play(["undo", "quit"], [])
    assert "no move of yours to take back" in text


def test_undo_when_only_the_engine_has_moved():
    engine, text = play(["undo", "quit"], ["C3", "C3"], human=WHITE)
    assert "no move of yours to take back" in text
    assert len(engine.game.moves) == 1              # it moved again


def test_hint_does_not_play():
    engine, text = play(["hint", "quit"], ["C3"])
    assert "gopy would play C3, Black wins 60 %" in text and engine.game.moves == []


def test_score_is_blacks():
    _, text = play(["score", "quit"], [])
    assert "estimated score B+3 (give or take 5)" in text
    _, text = play(["score", "quit"], ["C3"], human=WHITE)
    assert "estimated score B+3" in text


def test_both_may_resign():
    assert "White wins by resignation" in play(["resign"], [])[1]
    assert "gopy resigns: Black wins" in play(["C3"], [RESIGN])[1]


@pytest.mark.parametrize("typed, message", [
    ("Z9", "'z9' is neither a vertex of this board nor a command"),
    ("F1", "'f1' is neither"),
    ("", "Black to play"),
    ("save", "save where?"),
    ("save /nowhere/x.sgf", "cannot save /nowhere/x.sgf: No such file"),
    ("help", "take back your last move"),
])
def test_what_cannot_be_done_is_said(typed, message):
    engine, text = play([typed, "quit"], [])
    assert message in text and engine.game.moves == []


def test_illegal_moves_are_refused():
    _, text = play(["C3", "D4", "quit"], ["D4"])
    assert "D4 is not legal: occupied" in text


def test_end_of_input_leaves():
    assert play([], [])[0].game.moves == []


def test_save(tmp_path):
    path = tmp_path / "Game of mine.sgf"
    engine, _ = play(["C3", f"save {path}", "quit"], ["D4"])
    assert load_file(path).moves == engine.game.moves


def test_coloured_board_shows_every_point():
    """Without its colours the board is a grid of one character a point, rows from the top."""
    game = Game(9)
    for vertex in ("A1", "J9", "E5"):
        game.play(game.to_play, parse_vertex(vertex, 9))
    coloured = draw(game.board, parse_vertex("E5", 9), coloured=True)
    rows = re.sub("\x1b\\[[0-9;]*m", "", coloured).splitlines()
    assert rows[0] == rows[-1] == "   A B C D E F G H J"
    assert rows[1] == " 9 ┌─┬─┬─┬─┬─┬─┬─┬─● 9"
    assert rows[5] == " 5 ├─┼─┼─┼─◉─┼─┼─┼─┤ 5"
    assert rows[7] == " 3 ├─┼─╋─┼─┼─┼─╋─┼─┤ 3"
    assert rows[9] == " 1 ●─┴─┴─┴─┴─┴─┴─┴─┘ 1"
    lines = coloured.splitlines()
    black, white = "\x1b[38;5;16m●", "\x1b[38;5;231m●"
    assert black in lines[9] and white in lines[1] and white not in lines[9]
    assert all(line.count("\x1b[48") == line.count("\x1b[0m") for line in lines)


def test_a_real_game_in_a_process(run_gopy):
    done = run_gopy("play", "--size", 5, "--sims", 50, "--threads", 1, input="C3\nundo\nhint\nscore\nresign\n")
    assert done.returncode == 0, done.stderr
    assert "gopy would play" in done.stdout and "estimated score" in done.stdout
    assert "White wins by resignation" in done.stdout and "\x1b[48" not in done.stdout
