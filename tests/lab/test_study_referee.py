"""Whose word counts when a game is scored."""
from types import SimpleNamespace

import pytest

from gopy.go.geometry import parse_vertex
from gopy.go.history import Game
from gopy.go.rules import parse_rules
from gopy.lab.match.programs.client import Refused
from gopy.lab.match.programs.peers import gnugo_path
from gopy.lab.match.referee import judge, parse_score, program_score, weigh


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
@pytest.mark.parametrize("rules, seki, score", [
    ("chinese", (None, None), 5.0), ("japanese", ("A1 B1", "B1 A1"), -1.5), ("japanese", ("A1 B1", ""), None),
    ("japanese", ("A1 B1", None), None),
])
def test_the_players_agree_on_what_is_counted(monkeypatch, rules, seki, score):
    """Where territory counts, on stones in seki too; None stands for a player that cannot say."""
    class Client:
        def __init__(self, seki):
            self.seki = seki

        def send(self, command, timeout=None):
            if command == "final_score":
                return "B+1"
            assert command.startswith("final_status_list ")
            if command.endswith("seki") and self.seki is None:
                raise Refused("unknown status")
            return "E5" if command.endswith("dead") else self.seki

    def counted(game, dead=(), seki=()):
        assert (set(dead), set(seki)) == ({28}, {0, 1} if rules == "japanese" else set())
        return score
    monkeypatch.setattr("gopy.lab.match.referee.final_score", counted)
    played = SimpleNamespace(game=Game(5, rules=parse_rules(rules)), players=[SimpleNamespace(client=Client(each)) for each in seki])
    assert parse_score(judge(played, "count").words["referee"]) == score


def test_gnugo_as_referee():
    game = Game(5, komi=0.5)
    for colour, word in [(0, "C3"), (1, "B2"), (0, "pass"), (1, "pass")]:
        game.play(colour, parse_vertex(word, 5))
    # A lone white stone under the centre dies on 5x5.
    assert program_score(game, "gnugo:level=1") == "B+24.5"
