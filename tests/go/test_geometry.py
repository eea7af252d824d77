import pytest

from gopy.go.geometry import (
    MAX_SIZE,
    MIN_SIZE,
    neighbours,
    num_points,
    opponent,
    parse_vertex,
    pass_move,
    point_at,
    points,
    row_and_column,
    vertex_text,
)
from gopy.go.zobrist import side_key, situational_hash, zobrist_keys

SIZES = range(MIN_SIZE, MAX_SIZE + 1)


@pytest.mark.parametrize("size", SIZES)
def test_vertices_round_trip_in_either_case(size):
    moves = points(size) + [pass_move(size)]
    texts = [vertex_text(move, size) for move in moves]
    assert len(set(texts)) == size * size + 1
    assert [parse_vertex(text, size) for text in texts] == moves
    assert [parse_vertex(text.lower(), size) for text in texts] == moves


def test_vertices_known_by_heart():
    assert vertex_text(point_at(3, 3, 19), 19) == "D4"
    assert vertex_text(point_at(15, 15, 19), 19) == "Q16"
    assert vertex_text(point_at(0, 8, 9), 9) == "J1"      # no column I
    assert vertex_text(point_at(24, 24, 25), 25) == "Z25"
    assert parse_vertex("PaSs", 9) == pass_move(9)


@pytest.mark.parametrize("text", ["", "I5", "A0", "A10", "K1", "AA", "5D", "D", "D-1", "D4x", "D+4", " D4",
                                  "D\u0664", "D\u00b2"])
def test_what_is_no_vertex_of_9x9(text):
    with pytest.raises(ValueError):
        parse_vertex(text, 9)


@pytest.mark.parametrize("size", [2, 3, 9, 19, 25])
def test_neighbours_are_one_step_away(size):
    for point in points(size):
        row, column = row_and_column(point, size)
        expected = {point_at(r, c, size) for r in range(size) for c in range(size)
                    if abs(r - row) + abs(c - column) == 1}
        assert set(neighbours(point, size)) == expected
        assert len(neighbours(point, size)) == len(expected)


def test_a_gap_column_lies_outside():
    assert num_points(9) == 90 and pass_move(9) == 90
    assert len(points(9)) == 81 and 9 not in points(9)
    assert opponent(0) == 1 and opponent(1) == 0


def test_zobrist_keys_are_distinct_words():
    keys = [key for colour_keys in zobrist_keys(25) for key in colour_keys] + [side_key()]
    assert len(set(keys)) == len(keys)
    assert all(0 < key < 2 ** 64 for key in keys)
    assert zobrist_keys(9)[1] == zobrist_keys(25)[1][:90]   # one table for all sizes
    assert situational_hash(5, 0) == 5 and situational_hash(5, 1) == 5 ^ side_key()
