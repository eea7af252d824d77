"""gopy as a library: colours and moves as text, the board that `repr` and a notebook show."""
import json
import xml.etree.ElementTree as ElementTree

import pytest
from fakes.fake_search import FakeSearch
from hypothesis import given
from hypothesis import strategies as st

import gopy
from gopy.engine.engine import Engine, Restriction
from gopy.go.geometry import BLACK, WHITE, parse_vertex, points, vertex_text
from gopy.go.rules import Ko


@pytest.fixture
def engine():
    engine = Engine(gopy.Options(size=5, sims=8, seed=1, threads=1), FakeSearch)
    yield engine
    engine.close()


def test_games_take_names_as_they_take_numbers():
    by_name, by_number = gopy.Game(5), gopy.Game(5)
    for name, colour, vertex in (("b", BLACK, "C3"), ("White", WHITE, "d4"), ("BLACK", BLACK, "Pass"), ("w", WHITE, "a1")):
        by_name.play(name, vertex)
        by_number.play(colour, parse_vertex(vertex, 5))
    assert by_name.moves == by_number.moves and all(type(number) is int for move in by_name.moves for number in move)
    assert by_name.board.to_play == BLACK and type(by_name.board.to_play) is int
    assert by_name.illegality("b", "C3") == "occupied" and by_name.legal("w", "E5") and not by_name.repeats("b", "E5", Ko.SITUATIONAL)
    assert by_name.legal_moves("w") == by_number.legal_moves(WHITE)
    by_name.set_to_play("white")
    assert by_name.to_play == WHITE
    by_name.record("w", "C3")
    assert by_name.move_text(by_name.moves[-1][1]) == by_name.move_text("c3") == "C3" and by_name.move_text(30) == "pass"


def test_stones_are_set_up_by_name():
    game = gopy.Game(9)
    game.setup(black=["C3", "g7"], white=("C4",), to_play="w")
    assert game.board.stones(BLACK) == [parse_vertex("C3", 9), parse_vertex("G7", 9)] and game.to_play is gopy.Colour.WHITE
    game.place_handicap(["C3", "G7"])
    assert game.handicap == 2


def test_the_colour_to_play_is_a_colour_and_a_number():
    game = gopy.Game(5)
    assert game.to_play is gopy.Colour.BLACK and game.to_play == 0 and json.dumps(game.to_play) == "0"
    game.play(game.to_play, "C3")
    assert game.to_play is gopy.Colour.WHITE and {1: "w"}[game.to_play] == "w"
    game.play(gopy.Colour.WHITE, "D3")
    assert type(game.moves[1][0]) is int


def test_engines_take_names_as_they_take_numbers(engine):
    engine.play("b", "C3")
    only = engine.genmove("w", restrict=Restriction(allow=frozenset({"E1", 3})))
    assert only.move in (4, 3)
    decision = engine.genmove(gopy.Colour.BLACK, restrict=Restriction(avoid=frozenset({"E5"})), play=False)
    assert decision.move != parse_vertex("E5", 5)
    report = engine.analyze("black", lambda report: None, 0.1, restrict=Restriction(allow=frozenset({"a1"})), should_stop=lambda: True)
    assert [child.move for child in report.children] == [0]
    engine.setup(["A1"], ["B2"], "white")
    assert engine.game.to_play == WHITE
    engine.new_game(9)
    assert engine.set_free_handicap(["C3", "G7"]) == [parse_vertex("C3", 9), parse_vertex("G7", 9)]


@pytest.mark.parametrize("colour, move, sentence", [
    ("x", "C3", "colour 'x' is none of b, black, w, white"),
    ("b", "F1", "move 'F1' is neither \"pass\" nor the name of a point of a 5x5 board"),
    ("b", "I1", "move 'I1' is neither \"pass\" nor the name of a point of a 5x5 board"),
    ("b", "", "move '' is neither \"pass\" nor the name of a point of a 5x5 board"),
    ("w", "C3\n" * 100, None)])
def test_what_is_no_name_is_refused_in_a_sentence(engine, colour, move, sentence):
    for play in (gopy.Game(5).play, engine.play):
        with pytest.raises(ValueError) as caught:
            play(colour, move)
        text = str(caught.value)
        assert "\n" not in text and len(text) < 200 and sentence in (None, text)
    assert engine.game.moves == []


@pytest.mark.parametrize("given_, sentence", [("C3", "points 'C3' are no list of points"), (["pass"], "point 30 is not on a 5x5 board")])
def test_neither_a_name_nor_a_pass_is_a_list_of_points(given_, sentence):
    with pytest.raises(ValueError) as caught:
        gopy.Game(5).setup(given_)
    assert str(caught.value) == sentence


@given(size=st.integers(2, 25), data=st.data())
def test_every_move_has_a_name_and_every_name_a_move(size, data):
    move = data.draw(st.sampled_from([*points(size), size * (size + 1)]))
    game = gopy.Game(size)
    game.play("b", vertex_text(move, size))
    assert game.moves == [(0, move)] and game.move_text(move) == vertex_text(move, size)


def test_a_game_and_a_position_print_as_a_board(engine):
    game = gopy.Game(5, komi=0.5)
    game.play("b", "E1")
    assert repr(game) == str(game) == """\
   A B C D E
 5 . . . . . 5
 4 . . . . . 4
 3 . . . . . 3
 2 . . . . . 2
 1 . . . .(X)1
   A B C D E
Move 1: Black (X) E1
White (O) to play
Prisoners: Black has taken 0, White 0
Komi 0.5"""
    assert repr(game.board) == str(game.board) == """\
   A B C D E
 5 . . . . . 5
 4 . . . . . 4
 3 . . . . . 3
 2 . . . . . 2
 1 . . . . X 1
   A B C D E
White (O) to play
Prisoners: Black has taken 0, White 0"""
    engine.set_game(game)
    assert repr(engine) == f"Engine, default, seed 1\n{game}"


def test_notebooks_show_a_picture(engine):
    game = gopy.Game(9)
    for colour, vertex in (("b", "C3"), ("w", "G7"), ("b", "pass")):
        game.play(colour, vertex)
    engine.set_game(game)
    for shown in (game, game.board, engine):
        picture = ElementTree.fromstring(shown._repr_svg_())
        assert picture.tag == "{http://www.w3.org/2000/svg}svg" and picture.get("width") == "240"
        stones = [(each.get("class"), each.get("cx"), each.get("cy")) for each in picture.iter() if each.get("class") in ("b", "w")]
        assert sorted(stones) == [("b", "60", "140"), ("w", "140", "60")]
        assert not [each for each in picture.iter() if each.get("class") == "cross"]    # a pass has no place
    game.undo()
    cross, = [each for each in ElementTree.fromstring(game._repr_svg_()).iter() if each.get("class") == "cross"]
    assert cross.get("d").startswith("M135 55L145 65")


def test_every_class_of_a_picture_has_a_style():
    game = gopy.Game(9)
    game.play("b", "C3")
    game.play("w", "G7")
    picture = ElementTree.fromstring(game._repr_svg_())
    style = next(each.text for each in picture.iter() if each.tag.endswith("style"))
    used = {each.get("class") for each in picture.iter()} - {None, "board"}
    assert used and all(f".board .{name}{{" in style for name in used)
