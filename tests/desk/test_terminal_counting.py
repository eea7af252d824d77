"""The count of a finished game, and correcting it."""
import pytest

from gopy.go.counting import Counting
from gopy.go.geometry import BLACK, WHITE, parse_vertex
from gopy.go.history import Game
from gopy.go.rules import CHINESE, JAPANESE

#: Black has the left of 5x5, White the right; a white stone on A1 and a black one on E5 are lost.
BLACK_STONES = ["B1", "B2", "B3", "B4", "B5", "E5"]
WHITE_STONES = ["D1", "D2", "D3", "D4", "D5", "A1"]


def points(vertices):
    return {parse_vertex(vertex, 5) for vertex in vertices}


def counting(rules=CHINESE, dead=("A1", "E5"), seki=(), komi=0.5):
    game = Game(5, komi, rules)
    game.setup(points(BLACK_STONES), points(WHITE_STONES))
    status = dict.fromkeys(game.board.stones(BLACK) + game.board.stones(WHITE), "alive")
    status.update(dict.fromkeys(points(dead), "dead"))
    status.update(dict.fromkeys(points(seki), "seki"))
    return Counting(game, status)


def test_parts_of_an_area_score():
    count = counting()
    assert count.lines() == ["Black: 5 stones + 5 territory = 10", "White: 5 stones + 5 territory + 0.5 komi = 10.5"]
    assert count.score == -0.5
    assert count.dead == points(["A1", "E5"])
    assert count.owners == {**dict.fromkeys(points(["A2", "A3", "A4", "A5"]), BLACK),
                            **dict.fromkeys(points(["E1", "E2", "E3", "E4"]), WHITE)}


def test_parts_of_a_territory_score():
    count = counting(JAPANESE, komi=6.5)
    assert count.lines() == ["Black: 5 territory + 1 prisoners = 6", "White: 5 territory + 1 prisoners + 6.5 komi = 12.5"]
    assert count.score == -6.5


def test_the_handicap_bonus_is_a_part():
    game = Game(9, 0.5, CHINESE)
    game.place_handicap([parse_vertex(vertex, 9) for vertex in ("C3", "G7")])
    count = Counting(game, {})
    assert count.lines()[1] == "White: 0 stones + 0 territory + 0.5 komi + 2 for the handicap = 2.5"
    assert count.score == 81 - 2.5


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE])
def test_parts_add_up_to_the_score(rules):
    for dead, seki in (((), ()), (("A1",), ()), (("A1", "E5"), ("D1", "D2", "D3", "D4", "D5"))):
        count = counting(rules, dead, seki)
        black, white = (float(line.rpartition("= ")[2]) for line in count.lines())
        assert black - white == count.score


def test_a_chain_is_toggled_as_a_whole():
    count = counting()
    assert count.toggle(parse_vertex("D3", 5)) == "dead"
    assert points(["D1", "D5"]) <= count.dead and count.lines()[0] == "Black: 5 stones + 20 territory = 25"
    assert count.toggle(parse_vertex("D5", 5)) == "alive"
    assert count.lines()[0] == "Black: 5 stones + 5 territory = 10"


@pytest.mark.parametrize("vertex", ["C3", "pass"])
def test_no_stone_no_toggle(vertex):
    with pytest.raises(ValueError):
        counting().toggle(parse_vertex(vertex, 5))
