"""Whether a move was a slip, by looks that the tests make up."""
import pytest
from fakes.fake_looks import look

from gopy.desk.web.teaching import doubt
from gopy.desk.web.teaching.doubt import SIMULATIONS, doubt_values
from gopy.go.geometry import parse_vertex, points
from gopy.go.history import Game

#: Black's two stones at A1 are in atari, and White takes them at A3 unless Black plays there. Black plays E5 instead.
STONES = {0: ("A1", "A2"), 1: ("B1", "B2", "G7")}


def vertex(text):
    return parse_vertex(text, 9)


@pytest.fixture
def game():
    game = Game(9)
    game.setup([vertex(each) for each in STONES[0]], [vertex(each) for each in STONES[1]], 0)
    game.play(0, "E5")
    return game


@pytest.fixture
def looks(monkeypatch):
    """{(turn, moves instead of the game's): Look}, as a test sets them; and `asked`, what was looked at."""
    class Looks(dict):
        asked = []

    found = Looks()
    found.asked = []

    def looked_at(search, game, question, visits, on_slice):
        found.asked.append((question.turn, question.instead))
        assert visits == SIMULATIONS
        return found[question.turn, question.instead]
    monkeypatch.setattr(doubt, "looked_at", looked_at)
    return found


def owned(*stones):
    """Ownership by which White has these stones, and Black the rest of the board."""
    return {point: -1.0 if point in {vertex(each) for each in stones} else 0.2 for point in points(9)}


def tell(looks, before, after, better, lead=0.0):
    """Black's chances, and by how many points the better move leads more."""
    looks[0, ()] = look(before, ("A3 C3", better), ("E5 A3", after))
    looks[1, ()] = look(after, "A3 E4", owned=owned("A1", "A2"), lead=-lead)
    looks[0, (vertex("A3"),)] = look(better, "C3 E5", owned=owned())


def test_a_move_that_costs_much_is_doubted_with_its_reason(game, looks):
    tell(looks, 0.6, 0.35, 0.61, lead=5.0)
    found = doubt_values(None, game, 0.1)
    assert (found["loss"], found["stones"]) == (0.26, 2)
    assert found["reason"]["key"] == "reason.left in atari" and found["reason"]["values"]["move"] == "A3"
    assert looks.asked == [(0, ()), (1, ()), (0, (vertex("A3"),))]
    assert doubt_values(None, game, 0.25) is not None


def test_stones_that_are_lost_are_told_although_the_game_is_decided(game, looks):
    tell(looks, 0.02, 0.01, 0.03, lead=4.0)
    assert doubt_values(None, game, 0.3)["stones"] == 2
    tell(looks, 0.02, 0.01, 0.03, lead=1.0)           # they are given up for something
    assert doubt_values(None, game, 0.3) is None


def test_a_good_move_is_looked_at_once(game, looks):
    looks[0, ()] = look(0.6, ("E5 A3", 0.6), ("A3", 0.3))
    assert doubt_values(None, game, 0.05) is None and len(looks.asked) == 1


def test_a_move_that_costs_little_is_not_doubted(game, looks):
    tell(looks, 0.6, 0.56, 0.6)
    assert doubt_values(None, game, 0.05) is None
    assert doubt_values(None, game, 0.03)["loss"] == 0.04


def test_white_is_judged_from_its_own_side(looks):
    game = Game(9)
    game.setup([vertex("G7")], [vertex("A1")], 1)
    game.play(1, "J9")
    looks[0, ()] = look(0.5, ("C3", 0.45), ("J9", 0.7))
    looks[1, ()] = look(0.8, "E5", lead=6.0)
    looks[0, (vertex("C3"),)] = look(0.45, "E5")
    found = doubt_values(None, game, 0.3)
    assert found["loss"] == 0.35 and found["reason"]["values"]["own"] == 1 and found["stones"] == 0
