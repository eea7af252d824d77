"""Files with several games."""
import pytest

from gopy.go.record.collection import MOST_GAMES, listed_games
from gopy.go.record.source import SgfError
from gopy.go.sgf_tree import load_tree


def test_each_game_of_a_file_is_a_record_of_its_own():
    first, second, third = listed_games("(;GM[1]SZ[5]PB[Ann]RE[B+R];B[cc](;W[bb])(;W[dd]))\nwords (;SZ[9]GN[Problem 2]XY[1];B[ee])(;SZ[7])")
    assert [game.title for game in (first, second, third)] == ["Ann – ?, B+R", "Problem 2", "a game without names"]
    assert len(load_tree(first.text).tree) == 4 and "XY[1]" in second.text and "SZ[7]" not in second.text


def test_what_follows_the_last_game_is_no_game():
    assert len(listed_games(b"(;SZ[5];B[cc]) and so on (")) == 1
    with pytest.raises(SgfError):
        listed_games(b"nothing")


def test_the_games_of_a_file_are_bounded():
    assert len(listed_games("(;SZ[5];B[cc])" * (MOST_GAMES + 5))) == MOST_GAMES
