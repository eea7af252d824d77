"""Whose word counts when a game is scored."""
import pytest

from gopy.go.geometry import parse_vertex
from gopy.go.history import Game
from gopy.match.programs.peers import gnugo_path
from gopy.match.referee import parse_score, program_score, weigh


def gnugo_installed():
    try:
        return gnugo_path()
    except FileNotFoundError:
        return None


@pytest.mark.parametrize("text, score", [("B+3.5", 3.5), ("W+12", -12.0), ("w+0.5", -0.5), ("0", 0.0), (" B+1 ", 1.0)])
def test_scores(text, score):
    assert parse_score(text) == score


@pytest.mark.parametrize("text", ["", "?", "B+R", "Jigo", "B+", "draw", "? cannot score"])
def test_no_scores(text):
    assert parse_score(text) is None


@pytest.mark.parametrize("black, white, referee, score, disputed", [
    ("B+3.5", "B+3.5", "B+3.5", 3.5, False),
    ("W+22.5", "W+22.5", "B+73.5", -22.5, True),     # the players agree against the program
    ("B+3.5", "B+7.5", "B+5.5", 5.5, False),         # they agree on who won; the program on by how much
    ("B+3.5", "W+2.5", "W+4.5", -4.5, True),         # they differ: the program decides
    ("? no", "W+2.5", "W+4.5", -4.5, False),         # one cannot say
    ("B+3.5", "B+3.5", "? no", 3.5, False),          # the program cannot say
    ("B+3.5", "W+3.5", "? no", None, True),
    ("? no", "? no", "? no", None, False),
    ("0", "0", "0", 0.0, False),
    ("0", "0", "B+1", 0.0, True),
])
def test_weighing(black, white, referee, score, disputed):
    verdict = weigh({"black": black, "white": white, "referee": referee})
    assert (verdict.score, verdict.disputed) == (score, disputed)


@pytest.mark.skipif(not gnugo_installed(), reason="GNU Go is not installed")
def test_gnugo_as_referee():
    game = Game(5, komi=0.5)
    for colour, word in [(0, "C3"), (1, "B2"), (0, "pass"), (1, "pass")]:
        game.play(colour, parse_vertex(word, 5))
    # A lone white stone under the centre dies on 5x5.
    assert program_score(game, "gnugo:level=1") == "B+24.5"
