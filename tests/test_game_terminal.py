"""A person's game of any kind in the terminal."""
import io

import pytest

from gopy.__main__ import main as gopy
from gopy.catalogue import start_state
from gopy.course import Course
from gopy.game_terminal import GameTerminal


class Script:
    """A player that makes the moves it is given."""

    def __init__(self, *texts):
        self._texts = list(texts)

    def choose(self, course, player):
        return course.parse_move(player, self._texts.pop(0))


def play(game, typed, *answers, human=0):
    """(course, what was printed) after a person typed the lines `typed`."""
    course, out = Course(start_state(game), 1), io.StringIO()
    GameTerminal(course, Script(*answers), human, typed, out).play()
    return course, out.getvalue()


def test_a_game_to_its_end():
    course, text = play("tictactoe", ["a1", "B1", "c1"], "a3", "c3")
    assert course.is_over and course.texts == ["a1", "a3", "b1", "c3", "c1"] and "You are player 1 and move first." in text
    assert "gopy plays a3" in text and text.rstrip().endswith("The game is over: you win.")


def test_the_other_side():
    course, text = play("tictactoe", ["a1", "a2", "b2"], "a3", "b3", "c3", human=1)
    assert course.texts == ["a3", "a1", "b3", "a2", "c3"] and "The game is over: gopy wins." in text


def test_what_is_no_move_is_told():
    course, text = play("tictactoe", ["z9", "", "a1", "moves", "a1", "quit"], "b2")
    assert "there is no legal move 'z9'; try moves, or help" in text
    assert "a2 a3 b1 b3 c1 c2 c3" in text and course.texts == ["a1", "b2"]


def test_undo_goes_back_to_the_persons_turn():
    course, text = play("tictactoe", ["undo", "a1", "undo", "b1", "quit"], "c3", "c2")
    assert course.texts == ["b1", "c2"] and text.count("no move of yours") == 1


def test_hint_resign_help_and_the_end_of_input():
    course, text = play("tictactoe", ["help", "hint", "resign"], "b2")
    assert "gopy would play b2" in text and "take back your last move" in text and course.moves == []
    assert text.rstrip().endswith("gopy wins by resignation.")
    assert play("tictactoe", [])[0].moves == []


def test_bids_are_shown_when_both_are_made():
    course, text = play("goofspiel:cards=3,order=descending", ["3", "1"], "2", "3")
    assert text.index("you bid 3, gopy bids 2") > text.index("points to bid for: 3")
    assert course.is_over and course.texts == ["3/2", "1/3"]      # the last round is forced
    assert "The game is over: you win by 2." in text
    assert "Your bid>" in text


def test_bids_of_the_second_player():
    course, text = play("goofspiel:cards=3,order=descending", ["1", "quit"], "2", human=1)
    assert course.texts == ["2/1"] and "you bid 1, gopy bids 2" in text


def run(words, monkeypatch, typed=""):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return gopy(["play", *words])


def test_the_command(monkeypatch, capsys):
    assert run(["--game", "tictactoe", "--sims", "50", "--player", "policy=uct_rave", "--seed", "1"], monkeypatch,
               "b2\nhint\nquit\n") == 0
    told = capsys.readouterr().out
    assert "gopy plays" in told and "you win" in told


@pytest.mark.parametrize("words, message", [
    (["--game", "tictactoe", "--size", "9"], "--size does not go with --game"),
    (["--game", "tictactoe", "--handicap", "2"], "--handicap does not go with --game"),
    (["--game", "tictacto"], "did you mean 'tictactoe'?"),
    (["--game", "tictactoe", "--player", "policy=utc"], "did you mean 'uct'?"),
    (["--game", "tictactoe", "--level", "11"], "--level: 11 is not between 1 and 10"),
    (["--player", "policy=uct"], "--player goes with --game"),
])
def test_mistakes(words, message, monkeypatch, capsys):
    assert run(words, monkeypatch) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1
