"""3x3 patterns: the table against a letter-by-letter matcher, the packing of windows against the board."""
import random

import numpy as np
import pytest
from numba import config

from gopy.base.package_files import pattern_file
from gopy.compiled.jit import JIT_DISABLED, kernel
from gopy.go.bitboard.construct import new_position, setup
from gopy.go.geometry import BLACK, EMPTY, WHITE, point_at, points, row_and_column
from gopy.go.history import Game
from gopy.go.knowledge.params import new_go_params
from gopy.go.knowledge.pattern_points import matching_points
from gopy.go.knowledge.patterns import matches_pattern, neighbourhood, pattern_table, playout_patterns, read_diagrams
from gopy.papers.draft import new_paper_params


@kernel
def ask_index(position, point, colour):
    return neighbourhood(position, point, colour)


@kernel
def ask_match(position, table, point, colour):
    return matches_pattern(position, table, point, colour)


def cell(colours, size, row, column):
    if not (0 <= row < size and 0 <= column < size):
        return "#"
    return {BLACK: "B", WHITE: "W", EMPTY: "."}[colours[row * (size + 1) + column]]


def accepts(letter, seen, x):
    """Whether a diagram's letter accepts what stands there, X being the colour `x` ("B" or "W")."""
    o = "W" if x == "B" else "B"
    return {".": seen == ".", "X": seen == x, "O": seen == o, "#": seen == "#", "?": True,
            "x": seen in (".", o), "o": seen in (".", x)}[letter]


def forms(rows):
    """The eight turns and mirrors of three rows, by moving coordinates about."""
    for mirror in (False, True):
        grid = [list(reversed(row)) if mirror else list(row) for row in rows]
        for _ in range(4):
            yield grid
            grid = [[grid[2 - c][r] for c in range(3)] for r in range(3)]


def slow_match(diagrams, colours, size, point, colour):
    row, column = divmod(point, size + 1)
    mover = "B" if colour == BLACK else "W"
    for _, rows, one_colour in diagrams:
        for grid in forms(rows):
            for x in ("B", "W"):
                if one_colour and x != mover:
                    continue
                if all(accepts(grid[r][c], cell(colours, size, row + 1 - r, column - 1 + c), x)
                       for r in range(3) for c in range(3) if (r, c) != (1, 1)):
                    return True
    return False


# With bounds checks 9x9 and 13x13 are left out: their code is that for 19x19 with other constants, and is compiled anew.
@pytest.mark.parametrize("size", [2, 5, 19, 25] if config.BOUNDSCHECK else [2, 5, 9, 13, 19, 25])
def test_every_point_of_random_boards_matches_as_the_letters_say(size):
    diagrams = read_diagrams(pattern_file("playout3x3.txt").read_text())
    generator = random.Random(size)
    position = new_position(size)
    found = 0
    for _ in range(2):
        colours = [EMPTY] * (size * (size + 1))
        for p in points(size):
            colours[p] = generator.choice([BLACK, WHITE, EMPTY, EMPTY])
        try:
            setup(position, colours, BLACK)
        except ValueError:      # a chain without liberties: patterns do not mind
            pass
        sample = generator.sample(points(size), min(60, size * size))
        for p in sample:
            for colour in (BLACK, WHITE):
                expected = slow_match(diagrams, colours, size, p, colour)
                assert ask_match(position, playout_patterns(), np.uint64(p), np.uint64(colour)) == expected
                found += expected
    assert found or size == 2


@pytest.mark.parametrize("size", [3] if JIT_DISABLED or config.BOUNDSCHECK else [3, 9])
def test_people_see_the_diagrams_that_a_playout_without_learnt_patterns_matches(size):
    diagrams = read_diagrams(pattern_file("playout3x3.txt").read_text())
    params = new_go_params(size, "handcrafted")
    generator = random.Random(size)
    game, found = Game(size), 0
    for _ in range(5 * size):
        for colour in (BLACK, WHITE):
            moves = game.legal_moves(colour)[:-1]
            expected = [p for p in moves if slow_match(diagrams, game.board.colours, size, p, colour)]
            assert matching_points(game, colour, params) == expected
            found += len(expected)
        game.play(game.to_play, generator.choice(game.legal_moves(game.to_play)))
    assert found > 10


@pytest.mark.parametrize("preset, changes", [("uniform", {}), ("handcrafted", {"pattern": 0.0}), ("default", {"pattern": 0.0}),
                                             ("default", {"softmax": "even"})])
def test_playouts_without_the_rule_have_no_points_to_show(preset, changes):
    game = Game(9)
    for colour, row, column in [(BLACK, 4, 4), (WHITE, 5, 4), (BLACK, 5, 5), (WHITE, 4, 3)]:
        game.play(colour, point_at(row, column, 9))
    assert matching_points(game, BLACK, new_go_params(9)) != []
    assert matching_points(game, BLACK, new_paper_params(9, preset, **changes)) == []


def test_the_index_of_a_corner_marks_five_neighbours_off_the_board():
    position = new_position(9)
    assert bin(int(ask_index(position, np.uint64(0), np.uint64(0)))).count("1") == 10
    assert int(ask_index(position, np.uint64(44), np.uint64(1))) == 0


@pytest.mark.parametrize("size", [2, 5, 19] if config.BOUNDSCHECK else [2, 9, 13])
def test_the_index_has_the_stones_of_the_colour_in_its_low_byte(size):
    generator = random.Random(size)
    position, colours = new_position(size), [EMPTY] * (size * (size + 1))
    for p in points(size):
        colours[p] = generator.choice([BLACK, WHITE, EMPTY, EMPTY])
    try:
        setup(position, colours, BLACK)
    except ValueError:      # as above
        pass
    for p in points(size):
        row, column = row_and_column(p, size)
        around = [cell(colours, size, row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1) if (down, across) != (0, 0)]
        for colour in (BLACK, WHITE):
            own, enemy = ("B", "W") if colour == BLACK else ("W", "B")
            expected = sum((here in (own, "#")) << k | (here in (enemy, "#")) << (8 + k) for k, here in enumerate(around))
            assert int(ask_index(position, np.uint64(p), np.uint64(colour))) == expected


@pytest.mark.parametrize("text", ["short\nX O\n. * .\n? ? ?", "no middle\nX O X\n. . .\n? ? ?",
                                  "strange letter\nX O Z\n. * .\n? ? ?"])
def test_a_bad_diagram_is_an_error_that_names_it(text):
    with pytest.raises(ValueError, match=text.split("\n")[0]):
        read_diagrams(text)


def test_a_shape_for_one_colour_matches_for_that_colour_alone():
    table = pattern_table(read_diagrams("one sided: X only\nX X X\n. * .\n. . ."))
    black_on_top = 0b11100000
    for colour in (0, 1):
        words = table[colour]
        black = bool(words[black_on_top >> 6] >> np.uint64(black_on_top & 63) & np.uint64(1))
        white = black_on_top << 8
        assert black == (colour == 0)
        assert bool(words[white >> 6] >> np.uint64(white & 63) & np.uint64(1)) == (colour == 1)
