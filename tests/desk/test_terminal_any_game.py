"""A person's game of any kind in the terminal."""
import io
import json
import os
import signal

import pytest
from refusals import outside
from typed_lines import in_one_line, lines_reader, widest

from gopy.__main__ import main as gopy
from gopy.base.columns import WIDTH
from gopy.desk.terminal.any_game import AnyGameConversation
from gopy.desk.terminal.any_game_file import SavedGame
from gopy.desk.terminal.console import Console
from gopy.games.catalogue import GAMES, game_kind, sides_of
from gopy.games.players.any_game import AnyGame


class Script:
    """A player that makes the moves it is given."""

    def __init__(self, *texts):
        self._texts = list(texts)

    def choose(self, game, player, should_stop=None):
        return game.parse_move(player, self._texts.pop(0))


def play(game, typed, *answers, human=0):
    """(played, what was printed) after a person typed the lines `typed`."""
    saved, out, player = SavedGame(AnyGame(game_kind(game), 1), human), io.StringIO(), Script(*answers)
    talk = AnyGameConversation(saved, lambda game, level: player, Console(lines_reader(typed, out), out))
    talk.run()
    return talk.game, out.getvalue()


def test_a_game_to_its_end():
    played, text = play("tictactoe", ["a1", "B1", "c1"], "a3", "c3")
    assert played.is_over and played.texts == ["a1", "a3", "b1", "c3", "c1"]
    assert "You are player 1, with X, and move first." in text
    assert "gopy plays a3" in text and "The game is over: you win." in text


def test_the_other_side():
    played, text = play("tictactoe", ["a1", "a2", "b2"], "a3", "b3", "c3", human=1)
    assert played.texts == ["a3", "a1", "b3", "a2", "c3"] and "The game is over: gopy wins." in text


def test_what_is_no_move_is_told():
    played, text = play("tictactoe", ["z9", "", "a1", "moves", "a1", "quit"], "b2")
    assert "'z9'; try moves, or help" in text
    assert "a2 a3 b1 b3 c1 c2 c3" in text and played.texts == ["a1", "b2"]


@pytest.mark.parametrize("name", GAMES)
def test_each_game_tells_who_plays_what_within_the_terminal(name):
    _, text = play(name, ["moves", "help", "what", "quit"])
    assert "You are player 1" in text and widest(text) <= WIDTH
    sides = sides_of(name)
    assert not sides or f"with {sides[0]}" in text


def test_undo_goes_back_to_the_persons_turn():
    played, text = play("tictactoe", ["undo", "a1", "undo", "b1", "quit"], "c3", "c2")
    assert played.texts == ["b1", "c2"] and text.count("no move of yours") == 1


def test_undo_when_only_gopy_has_moved():
    played, text = play("tictactoe", ["undo", "quit"], "a3", "b3", human=1)
    assert played.texts == ["a3"] and text.count("no move of yours") == 1


def test_hint_resign_help_and_the_end_of_input():
    played, text = play("tictactoe", ["help", "hint", "resign"], "b2")
    assert "gopy would play b2" in text and "take back your last move" in text and played.moves == []
    assert "gopy wins by resignation." in text
    assert play("tictactoe", [])[0].moves == []


def test_bids_are_shown_when_both_are_made():
    played, text = play("goofspiel:cards=3,order=descending", ["3", "1"], "2", "3")
    assert text.index("you bid 3, gopy bids 2") > text.index("points to bid for: 3")
    assert played.is_over and played.texts == ["3/2", "1/3"]      # the last round is forced
    assert "The game is over: you win by 2." in text
    assert "Your bid>" in text


def test_bids_of_the_second_player():
    played, text = play("goofspiel:cards=3,order=descending", ["1", "quit"], "2", human=1)
    assert played.texts == ["2/1"] and "you bid 1, gopy bids 2" in text


def test_the_board_is_drawn_once_an_exchange():
    def boards(typed, *answers):
        return play("tictactoe", typed, *answers)[1].count("  a b c")
    assert boards(["quit"]) == 1
    assert boards(["a1", "quit"], "b2") == 2
    assert boards(["a1", "B1", "c1"], "a3", "c3") == 4


def test_a_finished_game_can_be_saved_undone_and_begun_anew(tmp_path):
    path = tmp_path / "game.json"
    played, text = play("tictactoe", ["a1", "b1", "c1", "a2", f"save {path}", "undo", "b2", "quit"], "a3", "c3", "c2")
    assert played.texts == ["a1", "a3", "b1", "c3", "b2", "c2"] and "'a2' is no command, and the game is over" in text
    assert json.loads(path.read_text()) == {"game": "tictactoe", "seed": 1, "person": 0,
                                            "moves": ["a1", "a3", "b1", "c3", "c1"]}
    assert play("tictactoe", ["a1", "new", "b2", "quit"], "a3", "c3")[0].texts == ["b2", "c3"]


@pytest.mark.parametrize("game, typed, answers", [
    ("tictactoe", ["a1"], ["b2"]), ("goofspiel:cards=4,order=shuffled", ["3", "1"], ["2", "3"])])
def test_a_saved_game_goes_on(tmp_path, game, typed, answers):
    path = tmp_path / "game.json"
    saved, _ = play(game, [*typed, f"save {path}"], *answers)
    played, text = play(game, [f"load {path}", "quit"], "c3", human=1)
    assert played.texts == saved.texts and "You are player 1" in text


@pytest.mark.parametrize("text, message", [
    (None, "No such file"), ("nonsense", "is not a game that gopy saved"), ("[" * 10**5, "is not a game that gopy saved"),
    ('{"game": "tictactoe", "seed": 1, "person": 2, "moves": []}', "is not a game that gopy saved"),
    ('{"game": "tictactoe", "seed": true, "person": 0, "moves": []}', "is not a game that gopy saved"),
    ('{"game": "tictactoe", "seed": 1, "person": 0, "moves": [1]}', "is not a game that gopy saved"),
    ('{"game": "awari", "seed": 1, "person": 0, "moves": []}', "is a game of awari, not of tictactoe"),
    ('{"game": "tictactoe", "seed": 1, "person": 0, "moves": ["a1", "a1"]}', "move 2: there is no legal move 'a1'"),
])
def test_files_that_are_no_game(tmp_path, text, message):
    path = tmp_path / "game.json"
    if text:
        path.write_text(text)
    played, told = play("tictactoe", ["a1", f"load {path}", "quit"], "b2")
    assert message in in_one_line(told) and played.texts == ["a1", "b2"]


def test_a_record_alone_starts_no_program(tmp_path, monkeypatch, capsys):
    """A game that is a Python file runs only if the command line names it."""
    program, path = tmp_path / "mine.py", tmp_path / "game.json"
    program.write_text("raise SystemExit('it ran')")
    path.write_text(json.dumps({"game": str(program), "seed": 1, "person": 0, "moves": []}))
    assert run(["--resume", str(path)], monkeypatch) == 2
    assert f"say --game {program} as well" in capsys.readouterr().err


def test_ctrl_c_ends_gopys_thinking():
    class Slow(Script):
        def choose(self, game, player, should_stop=None):
            assert not should_stop()
            os.kill(os.getpid(), signal.SIGINT)
            assert should_stop()
            return super().choose(game, player)

    out = io.StringIO()
    talk = AnyGameConversation(SavedGame(AnyGame(game_kind("tictactoe"), 1), 0), lambda game, level: Slow("b2"),
                               Console(lines_reader(["a1", "quit"], out), out))
    talk.run()
    assert "gopy plays b2" in out.getvalue()


def test_levels(monkeypatch, capsys):
    assert run(["--game", "tictactoe", "--player", "sims=9"], monkeypatch, "level\nlevel 2\nb2\nquit\n") == 0
    told = capsys.readouterr().out
    assert "as the command line says" in told and "gopy plays at level 2: 50 simulations a move" in told and "gopy plays " in told


def run(words, monkeypatch, typed=""):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return gopy(["play", *words])


def test_the_command(monkeypatch, capsys):
    assert run(["--game", "tictactoe", "--sims", "50", "--player", "policy=uct_rave", "--seed", "1"], monkeypatch,
               "b2\nhint\nquit\n") == 0
    told = capsys.readouterr().out
    assert "gopy plays" in told and "gopy would play" in told and told.count("you win") == 1, "what gopy thinks is told when it is asked"


def test_the_command_resumes(tmp_path, monkeypatch, capsys):
    path = tmp_path / "game.json"
    words = ["--sims", "50", "--seed", "1"]
    assert run(["--game", "tictactoe", *words], monkeypatch, f"b2\nsave {path}\nquit\n") == 0
    assert run(["--resume", str(path), *words], monkeypatch, "undo\na1\nsave\nquit\n") == 0
    assert json.loads(path.read_text())["moves"][0] == "a1" and "saved" in capsys.readouterr().out


@pytest.mark.parametrize("words, message", [
    (["--game", "tictactoe", "--size", "9"], "--size does not go with --game"),
    (["--game", "tictactoe", "--handicap", "2"], "--handicap does not go with --game"),
    (["--game", "tictacto"], "did you mean 'tictactoe'?"),
    (["--game", "tictactoe", "--player", "policy=utc"], "did you mean 'uct'?"),
    (["--game", "tictactoe", "--level", "13"], outside("level", 13, 1, 12)),
    (["--game", "tictactoe", "--sims", "10", "--level", "2"], "sims and level both limit"),
    (["--game", "tictactoe", "--sims", "10", "--seconds", "2"], "sims and seconds both limit"),
    (["--game", "tictactoe", "--sims", "10", "--player", "policy=uct,sims=20"], "--player has a limit of its own"),
    (["--player", "policy=uct"], "--player goes with --game"),
])
def test_mistakes(words, message, monkeypatch, capsys):
    assert run(words, monkeypatch) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1
