import pytest

from gopy.go.geometry import MAX_SIZE, MIN_SIZE, neighbours, parse_vertex, pass_move, points, vertex_text
from gopy.go.handicap import check_free_handicap, fixed_handicap, free_handicap, max_fixed_handicap

SIZES = range(MIN_SIZE, MAX_SIZE + 1)

# The table of the GTP specification, with the letters of a 19x19 board.
TABLE_19 = {
    2: "D4 Q16",
    3: "D4 Q16 D16",
    4: "D4 Q16 D16 Q4",
    5: "D4 Q16 D16 Q4 K10",
    6: "D4 Q16 D16 Q4 D10 Q10",
    7: "D4 Q16 D16 Q4 D10 Q10 K10",
    8: "D4 Q16 D16 Q4 D10 Q10 K4 K16",
    9: "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
}


@pytest.mark.parametrize("count", TABLE_19)
def test_table_at_19x19(count):
    assert [vertex_text(point, 19) for point in fixed_handicap(19, count)] == TABLE_19[count].split()


@pytest.mark.parametrize("size, most, four", [
    (7, 4, "C3 E5 C5 E3"), (8, 4, "C3 F6 C6 F3"), (9, 9, "C3 G7 C7 G3"), (10, 4, "C3 H8 C8 H3"), (11, 9, "C3 J9 C9 J3"),
    (12, 4, "C3 K10 C10 K3"), (13, 9, "D4 K10 D10 K4"), (14, 4, "D4 L11 D11 L4"), (25, 9, "D4 W22 D22 W4")])
def test_corners_at_other_sizes(size, most, four):
    assert max_fixed_handicap(size) == most
    assert [vertex_text(point, size) for point in fixed_handicap(size, 4)] == four.split()


@pytest.mark.parametrize("size", SIZES)
def test_counts_outside_the_table_are_refused(size):
    most = max_fixed_handicap(size)
    for count in (-1, 0, 1, most + 1, 100):
        with pytest.raises(ValueError, match="invalid number of stones"):
            fixed_handicap(size, count)
    for count in range(2, most + 1):
        assert len(set(fixed_handicap(size, count))) == count
        assert set(fixed_handicap(size, count)) <= set(points(size))


@pytest.mark.parametrize("size", SIZES)
def test_free_handicap_is_exactly_as_many_different_points(size):
    for count in sorted({2, 3, 4, 5, 9, 12, size * size // 2, size * size - 1} & set(range(2, size * size))):
        placed = free_handicap(size, count)
        assert len(placed) == len(set(placed)) == count and set(placed) <= set(points(size))
    for count in (-3, 0, 1, size * size):
        with pytest.raises(ValueError, match="invalid number of stones"):
            free_handicap(size, count)


def test_free_handicap_follows_the_table_and_then_spreads():
    assert free_handicap(19, 9) == fixed_handicap(19, 9)
    extra = free_handicap(19, 13)[9:]
    assert {vertex_text(point, 19) for point in extra} == {"G7", "G13", "N7", "N13"}
    for point in free_handicap(9, 12):
        assert len(neighbours(point, 9)) == 4    # none on the edge


def test_free_handicap_of_a_client():
    corner, far, middle = (parse_vertex(text, 9) for text in ("A1", "J9", "E5"))
    assert check_free_handicap(9, (corner, far, middle)) == [corner, far, middle]
    assert len(check_free_handicap(3, points(3)[1:])) == 8
    for chosen in ([], [corner], [corner, far, corner], [corner, pass_move(9)], points(9)):
        with pytest.raises(ValueError, match="bad vertex list"):
            check_free_handicap(9, chosen)
