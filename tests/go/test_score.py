"""Area and territory scores, unconditional life, and the board as text."""
import random

import pytest
from diagram import board as draw_board
from diagram import game as draw
from oracles import naive

from gopy.go.draw import board_lines, star_points
from gopy.go.geometry import BLACK, EMPTY, WHITE, neighbours, parse_vertex, points, row_and_column, vertex_text
from gopy.go.history import Game
from gopy.go.rules import parse_rules
from gopy.go.safety import safe_points, unconditionally_alive
from gopy.go.score import area_score, final_score, result_text, territory_score


def random_board(size, choose, filled):
    """A legal board on which each point was offered a stone of either colour with probability `filled`."""
    game = Game(size)
    for point in choose.sample(points(size), size * size):
        colour = choose.choice((BLACK, WHITE))
        if choose.random() < filled and game.legal(colour, point):
            game.play(colour, point)
    return game.board


@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_area_score_agrees_with_the_oracle(size):
    choose = random.Random(size)
    for _ in range(200):
        board = random_board(size, choose, choose.random())
        oracle = naive.Naive(size)
        oracle.history = [({row_and_column(point, size): "bw"[board.colours[point]] for point in points(size)
                            if board.colours[point] != EMPTY}, "b")]
        dead = [point for point in points(size) if board.colours[point] != EMPTY and choose.random() < 0.1]
        assert area_score(board.colours, size) == oracle.area_score()
        assert area_score(board.colours, size, dead) == oracle.area_score({row_and_column(p, size) for p in dead})


def test_area_of_boards_of_one_colour():
    assert area_score(Game(9).board.colours, 9) == 0
    game = Game(9)
    game.play(BLACK, 0)
    assert area_score(game.board.colours, 9) == 81


# Black: 5 stones and 10 points, one of them under a dead white stone; White: 5 stones and 5 points.
DIVIDED = """
    . . X O .
    . O X O .
    . . X O .
    . . X O .
    . . X O ."""


def test_the_three_ways_to_count_one_board():
    game = draw(DIVIDED, komi=0.5)
    colours, dead = game.board.colours, [parse_vertex("B4", 5)]
    # As it stands the white stone makes the left side nobody's.
    assert area_score(colours, 5) == 5 - (5 + 1 + 5)
    assert area_score(colours, 5, dead) == 15 - 10
    # Territory 10 to 5, and one prisoner that is still on the board.
    assert territory_score(colours, 5, [0, 0], dead) == 10 + 1 - 5
    assert territory_score(colours, 5, [3, 1], dead) == 10 + 1 - 5 + 3 - 1
    assert final_score(game, dead) == 4.5
    game.rules = parse_rules("japanese")
    assert final_score(game, dead) == 5.5


def test_no_territory_in_seki():
    # Three points beside black stones only and two beside white ones; who is told to be in seki owns none of them.
    text = """
        . X O . O
        X X O O O
        O O X X X
        . O X . X
        O O X X ."""
    board = draw_board(text)
    upper_white = board.chain(parse_vertex("C5", 5))[0]
    everyone = board.stones(BLACK) + board.stones(WHITE)
    assert territory_score(board.colours, 5, [0, 0]) == 3 - 2
    assert territory_score(board.colours, 5, [0, 0], seki=upper_white) == 3 - 1
    assert territory_score(board.colours, 5, [0, 0], seki=everyone) == 0
    assert territory_score(board.colours, 5, [2, 0], seki=everyone) == 2      # prisoners count all the same
    assert area_score(board.colours, 5) == (10 + 3) - (10 + 2)


def test_eyes_in_a_seki_are_area():
    # White's eyes at C1 and C3 count by area: White has 28 stones and 4 points. GNU Go leaves these two out.
    game = draw("""
        O O X X O O O O .
        O X X . X O . O O
        O O X X X X O O X
        O X X O X . X X X
        O O O O X X X . X
        X . O X X X . X X
        X O . O X . . X .
        X X O O X X X . X
        . O . O O X . X .""", komi=7.5)
    white, neither = 28 + 4, 2      # A1 and B4
    assert final_score(game) == (81 - neither - white) - white - 7.5


def test_handicap_bonus_counts_for_white():
    scores = {}
    for name in ("chinese", "aga", "japanese", "cgos"):
        game = Game(9, komi=0.5, rules=parse_rules(name))
        game.place_handicap([parse_vertex(text, 9) for text in ("C3", "G7", "E5")])
        scores[name] = final_score(game)
    assert scores == {"chinese": 81 - 0.5 - 3, "aga": 81 - 0.5 - 2, "japanese": 78 - 0.5, "cgos": 81 - 0.5}


def test_jigo_and_texts():
    assert final_score(Game(9, komi=0)) == 0.0
    assert [result_text(score) for score in (0.0, 3.5, -0.5, 12.0, -361.0)] == ["0", "B+3.5", "W+0.5", "B+12", "W+361"]


def alive_texts(text, colour):
    board = draw_board(text)
    stones, owned = unconditionally_alive(board.colours, board.size, colour)
    return (sorted(vertex_text(point, board.size) for point in stones),
            sorted(vertex_text(point, board.size) for point in owned))


def test_two_eyes_live_and_one_does_not():
    text = """
        . X . X .
        X X X X .
        . . . . .
        . . . . .
        . . . . ."""
    stones, owned = alive_texts(text, BLACK)
    assert len(stones) == 6 and owned == ["A5", "C5"]
    text = """
        . X . . .
        X X . . .
        . . . . .
        . . . . .
        . . . . ."""
    assert alive_texts(text, BLACK) == ([], [])


def test_chains_that_share_two_eyes_live_together():
    text = """
        . X O . .
        X . X . .
        X X X . .
        . . . . .
        . . . . ."""
    stones, owned = alive_texts(text, BLACK)
    assert len(stones) == 6 and owned == ["A5", "B4"]
    assert alive_texts(text, WHITE) == ([], [])


def test_an_eye_with_a_prisoner_is_owned():
    text = """
        . O X . X
        X X X X X
        . . . . .
        . . . . .
        . . . . ."""
    stones, owned = alive_texts(text, BLACK)
    assert len(stones) == 7 and owned == ["A5", "B5", "D5"]
    board = draw_board(text)
    owners = safe_points(board.colours, 5)
    assert owners[parse_vertex("B5", 5)] == BLACK and parse_vertex("C1", 5) not in owners


@pytest.mark.parametrize("size, boards", [(4, 150), (5, 60)])
@pytest.mark.parametrize("suicide", [False, True])
def test_what_is_alive_survives_any_attack(size, boards, suicide):
    """Benson's promise, checked by force: the owner passes, the attacker plays all it can in random orders."""
    choose = random.Random(size)
    found = 0
    for _ in range(boards * 20):
        board = random_board(size, choose, 0.8)
        for colour in (BLACK, WHITE):
            stones, owned = unconditionally_alive(board.colours, size, colour, suicide)
            if not stones:
                continue
            found += 1
            for _ in range(5):
                attacked = board.copy()
                for _ in range(3):
                    for point in choose.sample(points(size), size * size):
                        if attacked.illegality(1 - colour, point, suicide) is None:
                            attacked.play(1 - colour, point)
                            attacked.play(colour, attacked._pass)
                assert all(attacked.colours[point] == colour for point in stones)
                # No white eye inside: a point that the attacker surrounds entirely would be one.
                assert not any(attacked.colours[point] == EMPTY and
                               all(attacked.colours[near] == 1 - colour for near in neighbours(point, size))
                               for point in owned)
        if found >= boards:
            return
    raise AssertionError(f"only {found} boards with unconditional life")


def test_where_suicide_is_legal_an_eye_may_be_emptied():
    """White fills the corner and takes its own stones off by that: then an empty point there touches no stone of Black's."""
    board = draw_board("""
        O . X . X
        O X X X X
        X X . . .
        . . . . .
        . . . . .""")
    assert len(unconditionally_alive(board.colours, 5, BLACK)[0]) == 8
    assert unconditionally_alive(board.colours, 5, BLACK, suicide=True) == (set(), set())


def test_board_text():
    game = Game(9, komi=6.5)
    game.play(BLACK, parse_vertex("J5", 9))
    lines = board_lines(game.board.colours, 9, parse_vertex("J5", 9))
    assert lines[0] == lines[-1] == "   A B C D E F G H J"
    assert lines[1] == " 9 . . . . . . . . . 9"
    assert lines[5] == " 5 . . . . + . . .(X)5"
    game.play(WHITE, parse_vertex("A1", 9))
    text = str(game)
    assert "\n 1(O). . . . . . . . 1\n" in text
    assert "Move 2: White (O) A1" in text and "Black (X) to play" in text and "Komi 6.5" in text
    assert "\n\n" not in text       # GTP ends an answer with an empty line


@pytest.mark.parametrize("size, stars", [(2, 0), (6, 0), (7, 4), (9, 5), (12, 4), (13, 9), (19, 9), (25, 9)])
def test_star_points(size, stars):
    assert len(star_points(size)) == stars
    width = {len(line) for line in board_lines(Game(size).board.colours, size)[1:-1]}
    assert len(width) <= 2      # row numbers below 10 are a digit shorter on the right
