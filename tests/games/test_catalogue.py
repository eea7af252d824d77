"""Games by name, their options, and how moves and boards are written."""
import subprocess
import sys

import pytest
from refusals import no_whole_number

from gopy import game
from gopy.games.catalogue import GAMES, game_kind


def test_naming_games_needs_no_compiler():
    code = "import sys, gopy.games.catalogue; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("text, moves", [
    ("tictactoe", 9), ("gomoku", 225), ("gomoku:size=8", 64), ("gomoku:size=19", 361), ("go:size=5", 31), ("minishogi", 1375),
    ("awari", 13)])
def test_a_game_is_built_as_it_is_written(text, moves):
    assert game.num_moves(game_kind(text).new_state()) == moves


@pytest.mark.parametrize("text, message", [
    ("gomuku", "unknown game 'gomuku'; did you mean 'gomoku'"),
    ("chess", "unknown game 'chess'; there are go, "),
    ("gomoku:sise=8", "unknown option of gomoku 'sise'; did you mean 'size'?"),
    ("tictactoe:size=3", "tictactoe has no options"),
    ("gomoku:size", "NAME=VALUE"),
    ("gomoku:size=big", no_whole_number("size", "big")),
    ("gomoku:size=4", "gomoku is played on 5x5 to 25x25"),
    ("go:rules=mine", "unknown rules 'mine'"),
    ("go:rules=japanese", "rules: games of the catalogue count areas"),
    ("go:komi=1e9", "komi"),
])
def test_what_there_is_not(text, message):
    with pytest.raises(ValueError) as error:
        game_kind(text).new_state()
    assert message in str(error.value)


def test_every_game_has_a_summary():
    assert all(entry.summary and len(f"{name} {entry.summary}") < 110 for name, entry in GAMES.items())


def played(text, *moves):
    state = game_kind(text).new_state()
    for move in moves:
        game.play(state, game.parse_move(state, move))
    return state


def test_boards_are_drawn():
    assert game.draw(played("tictactoe", "a3", "b2")) == "3 X . .\n2 . O .\n1 . . .\n  a b c"
    lines = game.draw(played("gomoku:size=8", "a8", "h1", "b7")).splitlines()
    assert lines[0] == " 8 X . . . . . . ." and lines[1] == " 7 . X . . . . . ." and lines[7] == " 1 . . . . . . . O"
    assert lines[8] == "   a b c d e f g h"
    assert game.draw(played("go:size=2", "A1", "B2", "pass")).splitlines() == ["   A B", " 2 . O 2", " 1 X . 1", "   A B"]
