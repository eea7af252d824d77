"""A person's game of Go in the terminal, against an engine that plays a script."""
import io
import re
from pathlib import Path

import pytest
from fakes.stub_engine import StubEngine
from places import ROOT
from typed_lines import in_one_line, lines_reader, widest

from gopy.base.columns import WIDTH
from gopy.desk.terminal.console import Console
from gopy.desk.terminal.go import GoConversation
from gopy.engine.decision import RESIGN
from gopy.go.clock import Absolute, parse_time_system
from gopy.go.geometry import BLACK, WHITE, parse_vertex, vertex_text
from gopy.go.rules import JAPANESE, TROMP_TAYLOR
from gopy.go.sgf import load_file, player_names, read_record


def play(typed, moves, human=BLACK, handicap=0, system=None, **how):
    """(engine, what was printed) after a person typed the lines `typed`."""
    engine, out = StubEngine(moves, **how), io.StringIO()
    talk(engine, typed, out, human, handicap, system)
    return engine, out.getvalue()


def talk(engine, typed, out, human=BLACK, handicap=0, system=None, **how):
    conversation = GoConversation(engine, human, Console(lines_reader(typed, out), out, **how), handicap, system)
    conversation.begin("")
    conversation.run()
    return conversation


def vertices(engine):
    return [vertex_text(move, engine.game.size) for _, move in engine.game.moves]


def test_moves_alternate_and_the_end_is_scored():
    engine, text = play(["C3", "pass"], ["D4", "pass"], size=5)
    assert [move for _, move in engine.game.moves] == [parse_vertex(v, 5) for v in ("C3", "D4", "pass", "pass")]
    assert "gopy (White) plays D4\n" in text
    assert "gopy (White) passes\n" in text
    assert "The game is over: W+7.5" in text         # a stone each, everything else neutral


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
    engine, text = play(["undo", "quit"], ["C3", "D4"], human=WHITE)
    assert "no move of yours to take back" in text and vertices(engine) == ["C3"]


def test_hint_does_not_play():
    engine, text = play(["hint", "quit"], ["C3"])
    assert "gopy would play C3, Black wins 60 %" in text and engine.game.moves == []
    assert "gopy would pass, Black wins 60 %" in play(["hint"], ["pass"])[1]


def test_score_is_blacks():
    _, text = play(["score", "quit"], [])
    assert "estimated score B+3, Black wins 60 %" in text
    _, text = play(["score", "quit"], ["C3"], human=WHITE)
    assert "estimated score B+3" in text


def test_both_may_resign():
    assert "White wins by resignation" in play(["resign"], [])[1]
    assert "gopy resigns: Black wins" in play(["C3"], [RESIGN])[1]


@pytest.mark.parametrize("typed, message", [
    ("Z9", "'Z9' is neither a vertex of this board nor a command"),
    ("F1", "'F1' is neither"),
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


def boards(text):
    """How often the board was drawn."""
    return text.count("A B C D E\n") // 2


def test_the_board_is_drawn_once_an_exchange():
    assert boards(play(["quit"], [])[1]) == 1
    assert boards(play(["C3", "quit"], ["D4"])[1]) == 2
    assert boards(play(["C3", "B2", "quit"], ["D4", "D2"])[1]) == 3
    assert boards(play(["C3", "pass"], ["D4", "pass"])[1]) == 3         # the last with what is dead
    assert boards(play(["board", "quit"], [])[1]) == 2


def test_the_count_shows_its_parts_and_marks_the_board():
    _, text = play(["C3", "pass"], ["D4", "pass"], dead=["D4"])
    assert "x b dead stones" not in text and "x o dead stones: D4" in text
    assert "b Black: 1 stones + 24 territory = 25" in text and "w White: 0 stones + 0 territory + 7.5 komi = 7.5" in text
    assert " 4 b b b o b 4\n 3 b b X b b 3" in text.rpartition("A B C D E\n 5")[2]


def test_after_the_end_the_person_corrects_the_dead_stones():
    engine, text = play(["C3", "pass", "dead D4", "dead d4 c3", "score", "dead", "dead A1", "dead K9"], ["D4", "pass"],
                        dead=["D4"])
    results = [line.split(". ")[0] for line in text.splitlines() if "The game is over: " in line]
    assert [line.rpartition(" ")[2] for line in results] == ["B+17.5", "W+7.5", "W+7.5", "W+7.5"]
    assert "which chain? try: dead D4" in text
    assert "there is no stone on 'A1'" in text and "there is no stone on 'K9'" in text
    assert text.count("The game is over> ") == 7


def test_dead_stones_under_other_rules():
    assert "-" not in play(["C3", "pass", "dead D4"], ["D4", "pass"], rules=JAPANESE)[1]
    text = play(["dead D4", "C3", "pass", "dead D4"], ["D4", "pass"], rules=TROMP_TAYLOR)[1]
    assert "dead stones are for after the game" in text and text.count("all stones count as they stand") == 2


def test_after_the_end_come_save_undo_and_another_game(tmp_path):
    path = tmp_path / "game.sgf"
    engine, text = play(["C3", "pass", f"save {path}", "undo", "B2", "quit"], ["D4", "pass", "D2"])
    assert vertices(engine) == ["C3", "D4", "B2", "D2"]
    assert [vertex_text(move, 5) for _, move in load_file(path).moves] == ["C3", "D4", "pass", "pass"]
    assert "RE[W+7.5]" in path.read_text()
    engine, text = play(["C3", "pass", "C3", "hint", "resign", "new", "A1", "quit"], ["D4", "pass", "B2"])
    assert "'C3' is no command, and the game is over" in text and text.count("the game is over\n") == 2
    assert vertices(engine) == ["A1", "B2"]


def test_another_game_of_another_size_as_the_other_colour():
    engine, text = play(["C3", "new 7 white", "new 99", "new chess", "quit"], ["D4", "B2"])
    assert engine.game.size == 7 and vertices(engine) == ["B2"] and "You are White." in text
    assert "board size 99 is not between 2 and 25" in text and "not by 'chess'" in text


def test_a_resignation_can_be_taken_back(tmp_path):
    path = tmp_path / "game.sgf"
    engine, text = play(["C3", "resign", f"save {path}", "undo", "B2", "quit"], ["D4", "D2"])
    assert vertices(engine) == ["C3", "D4", "B2", "D2"] and "RE[W+R]" in path.read_text()
    engine, text = play(["C3", f"save! {path}", "undo", "B2", "quit"], [RESIGN, "D2"])
    assert vertices(engine) == ["B2", "D2"] and "RE[B+R]" in path.read_text()


def test_levels():
    engine, text = play(["level 3", "level", "level 0", "level eleven", "level 00120", f"level {'1' * 5000}", "quit"], [])
    assert engine.options.level == 3
    assert text.count("gopy plays at level 3 (about 22k): 50 simulations a move") == 2
    assert text.count("a level is a number from 1 to 12") == 4
    assert "gopy thinks 3 seconds a move" in text
    assert "gopy thinks as long as its clock allows" in play([], [], system=Absolute(300))[1]


def test_a_saved_game_goes_on(tmp_path):
    path = tmp_path / "game.sgf"
    play(["C3", f"save {path}"], ["B2", "D4"], human=WHITE)
    assert player_names(read_record(path)) == ["gopy", "human"]
    engine, text = play(["A1", f"load {path}", "E5", "quit"], ["A2", "D2"])
    assert "You are White." in text and vertices(engine) == ["B2", "C3", "D4", "E5", "D2"]


@pytest.mark.parametrize("names, person", [("PB[Lee]PW[Kim]", "White"), ("PB[gopy 0.1]PW[Lee]", "White"),
                                           ("PB[Lee]PW[GoPy]", "Black"), ("PB[gopy]PW[gopy]", "White"), ("", "White")])
def test_who_the_person_was(tmp_path, names, person):
    """As the record's names say; the side to move where they do not."""
    path = tmp_path / "game.sgf"
    path.write_text(f"(;SZ[5]{names};B[aa])")
    assert f"You are {person}." in play([f"load {path}", "quit"], ["D4"])[1]


def test_a_finished_game_is_counted_when_it_is_loaded(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[5]KM[0.5]RU[Japanese]PB[human]PW[gopy];B[cc];W[];B[])")
    engine, text = play([f"load {path}", "undo", "B2"], ["D4"])
    assert "The game is over: B+23.5" in text and vertices(engine) == ["C3", "pass", "B2", "D4"]


@pytest.mark.parametrize("text", [None, "nonsense", "(;SZ[5:6];B[aa])"])
def test_a_file_that_cannot_be_loaded_changes_nothing(tmp_path, text):
    path = tmp_path / "game.sgf"
    if text:
        path.write_text(text)
    engine, told = play(["C3", f"load {path}", "load", "quit"], ["D4"])
    assert vertices(engine) == ["C3", "D4"] and "Traceback" not in told and "load what?" in told


def test_no_file_is_lost_by_saving(tmp_path):
    path = tmp_path / "other.sgf"
    path.write_text("precious")
    _, text = play(["C3", f"save {path}", "quit"], ["D4"])
    assert f"{path} exists; to replace it: save! {path}" in in_one_line(text) and path.read_text() == "precious"
    _, text = play(["C3", f"save! {path}", "B2", "save", "quit"], ["D4", "D2"])
    assert in_one_line(text).count("which replaces what was there") == 2 and len(load_file(path).moves) == 4


@pytest.mark.parametrize("size", [5, 9, 19, 25])
def test_no_line_is_wider_than_a_terminal(size, tmp_path, monkeypatch):
    """In a game with a clock, with a record that is not as it should be, at the end by passes, by resignation and on time."""
    monkeypatch.chdir(tmp_path)
    record = Path(f"{'a long name ' * 8}.sgf")
    record.write_text("(;SZ[5]KM[7.5]HA[3]RU[unheard of, and told in a sentence of its own];B[cc];W[zz];B[dd])")
    typed = ["help", "hint", "score", "level", "level 12", "level 99", "C3", "C3", f"save {'x' * 60}", "save", "Z99" * 20, "pass",
             "dead C3", "dead A5", "score", "what now", "undo", "resign", "new 99", f"load {record}", f"load {record}x", "new 5", "quit"]
    for handicap, human in ((0, BLACK), (2 if size > 5 else 0, WHITE)):
        engine, text = play(typed, ["D4", "D2", "pass", "pass", "A1"], human, handicap, parse_time_system("60+3x10"), size=size, dead=["D4"])
        assert widest(text) <= WIDTH, max(text.splitlines(), key=len)
    assert widest(play(["C3", "quit"], ["D4"], system=Absolute(300), seconds=301)[1]) <= WIDTH


def test_the_clock_is_shown_and_runs():
    _, text = play(["C3", "quit"], ["D4"], system=Absolute(300), seconds=61)
    assert "time left: Black 5:00; White 5:00" in text and "White 3:59" in text


def test_who_has_no_time_left_loses(tmp_path):
    path = tmp_path / "game.sgf"
    engine, text = play(["C3", f"save {path}", "undo", "B2", "quit"], ["D4", "D2"], system=Absolute(300), seconds=301)
    assert "gopy has no time left: Black wins on time" in text and "RE[B+T]" in path.read_text()
    assert vertices(engine) == ["C3", "D4", "B2", "D2"] and engine.clock.system is None
    assert text.count("\ntime left: ") == 1 and "After undo the game goes on without a clock" in in_one_line(text)


def test_the_persons_clock_runs_while_they_are_asked():
    now = iter(range(0, 10**6, 200))
    engine, out = StubEngine(["D4"]), io.StringIO()
    talk(engine, ["C3", "undo", "B2", "quit"], out, system=Absolute(300), now=lambda: next(now))
    assert "You have no time left: White wins on time" in out.getvalue() and vertices(engine) == []


def test_handicap_stones_are_there_in_every_game():
    engine, text = play(["new", "new 5", "new 13", "quit"], ["E5", "E5", "G7"], size=9, handicap=2)
    assert engine.game.size == 13 and engine.game.handicap == 2 and "handicap 2 on 5x5" in text


def test_nothing_follows_most_commands():
    engine, text = play(["undo 3", "QUIT now", "quit"], [])
    assert "nothing follows undo" in text and "nothing follows quit" in text


def test_every_command_can_be_typed():
    """Each has its method, its line of help and its place in docs/play.md. The help fits a narrow terminal."""
    _, text = play(["help", "quit"], [])
    assert max(map(len, text.splitlines())) <= 80
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    for name in GoConversation.COMMANDS:
        assert f"\n  {name}" in text and re.search(rf"`{name}[ `]", page)
        assert callable(getattr(GoConversation, "do_" + name.replace("!", "_replacing")))


def test_a_real_game_in_a_process(run_gopy):
    done = run_gopy("play", "--size", 5, "--sims", 50, "--threads", 1, input="C3\nundo\nhint\nscore\nresign\n")
    assert done.returncode == 0, done.stderr
    assert "gopy would play" in done.stdout and "estimated score" in done.stdout
    assert "White wins by resignation" in done.stdout and "\x1b[48" not in done.stdout
