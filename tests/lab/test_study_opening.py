"""Openings: random ones the same for a pair, different between pairs, sensible; given ones checked and in order."""
import os

import pytest

from gopy.go.geometry import neighbours, parse_vertex, row_and_column
from gopy.go.rules import CHINESE
from gopy.go.sgf import MAX_BYTES
from gopy.lab.match.given import load_openings
from gopy.lab.match.opening import Openings, default_plies, parse_openings, random_opening


@pytest.mark.parametrize("size", range(2, 26))
def test_moves_are_sensible(size):
    for pair in range(30):
        moves = random_opening(size, default_plies(size), 1, pair)
        for index, move in enumerate(moves):
            assert not set(neighbours(move, size)) & set(moves) and move not in moves[:index]
            row, column = row_and_column(move, size)
            line = 1 + min(row, column, size - 1 - row, size - 1 - column)
            assert line <= 5
            if size >= 7:
                assert line >= 3 and len(moves) == default_plies(size)


def test_repeatable_and_seeded():
    assert random_opening(9, 2, 1, 0) == random_opening(9, 2, 1, 0)
    openings = {tuple(random_opening(9, 2, seed, pair)) for seed in (1, 2) for pair in range(100)}
    assert len(openings) > 120


def test_same_on_every_machine():
    """A match may go on elsewhere: the openings of a seed are fixed for good."""
    assert random_opening(9, 2, 1, 0) == [24, 54]
    assert random_opening(19, 6, 1, 0) == [244, 64, 311, 195, 95, 87]


def test_text():
    assert parse_openings("random", 9) == 2 and parse_openings("random", 19) == 6
    assert parse_openings("random:3", 19) == 3 and parse_openings("none", 19) == 0
    for text in ("book", "random:x", "none:2"):
        assert parse_openings(text, 9) is None
        with pytest.raises(ValueError, match=f"openings: there is no file or folder {text.removesuffix(':2')} "):
            Openings(text, 9, CHINESE, 1)


def given(path, size=9):
    return Openings(str(path), size, CHINESE, 1)


def vertices(text, size=9):
    return [parse_vertex(word, size) for word in text.split()]


def test_lines_are_taken_in_order_and_over_again(tmp_path):
    path = tmp_path / "book.txt"
    path.write_text("# an opening book\nd4 F6\n\nE5 pass C3   # tengen\n")
    openings = given(path)
    assert [openings.moves(pair) for pair in range(3)] == [vertices("D4 F6"), vertices("E5 pass C3"), vertices("D4 F6")]
    assert given(f"{path}:1").moves(1) == vertices("E5")
    assert Openings("random", 9, CHINESE, 1).moves(5) == random_opening(9, 2, 1, 5)


def test_records_are_openings(tmp_path):
    (tmp_path / "b.sgf").write_text("(;SZ[9];B[cc];W[gg];B[gc])")
    (tmp_path / "a.SGF").write_text("(;SZ[9];B[aa])")
    (tmp_path / "a.sgf").write_text("(;SZ[9];B[ee];W[];B[cc];W[];B[])")
    # c7 in SGF's count from the top is row 7 on the board
    assert given(tmp_path / "b.sgf").moves(0) == vertices("C7 G3 G7")
    assert given(tmp_path / "a.SGF").moves(0) == vertices("A9")
    folder = given(f"{tmp_path}:3")
    assert [folder.moves(pair) for pair in (0, 1, 2)] == [vertices("A9"), vertices("E5 pass C7"), vertices("C7 G3 G7")]
    with pytest.raises(ValueError, match="a.sgf: two passes end the game"):
        given(tmp_path)


@pytest.mark.parametrize("text, message", [
    ("D4 D4", "line 2: move 2 D4: occupied"), ("D4 Z9", "line 2: not"), ("D4 K10", "line 2: not on a 9x9 board"),
    ("pass pass", "line 2: two passes"), ("A2 A1 B1 E5 F5 A1", "line 2: move 6 A1: suicide"),
])
def test_given_openings_are_checked_before_play(tmp_path, text, message):
    path = tmp_path / "book.txt"
    path.write_text(f"E5\n{text}\n")
    with pytest.raises(ValueError, match=f"openings: .*book.txt, {message}"):
        given(path)


@pytest.mark.parametrize("text, message", [
    ("(;SZ[19];B[dd])", "is of a 19x19 board, not 9x9"), ("(;SZ[9];W[dd])", "Black does not move first"),
    ("(;SZ[9];B[dd];B[ee])", "do not take turns"), ("(;SZ[9]AB[dd][gg]HA[2];W[ee])", "empty board"),
    ("(;SZ[9];B[dd];AW[aa];B[ee])", "empty board"), ("hello", "not an SGF record"),
])
def test_records_that_are_no_openings(tmp_path, text, message):
    path = tmp_path / "game.sgf"
    path.write_text(text)
    with pytest.raises(ValueError, match=f"openings: .*game.sgf.*{message}"):
        given(path)


def test_nothing_to_open_with(tmp_path):
    (tmp_path / "book.txt").write_text("# none yet\n")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    for path, message in ((tmp_path, "holds none"), (tmp_path / "book.txt", "holds none"),
                          (tmp_path / "bytes.txt", "cannot read"), (f"{tmp_path}/no.sgf:4", "there is no")):
        with pytest.raises(ValueError, match=f"openings: .*{message}"):
            (tmp_path / "a").mkdir(exist_ok=True)
            given(tmp_path / "a" if path == tmp_path else path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_only_regular_files_of_a_bounded_size_are_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe.sgf")
    (tmp_path / "large").write_bytes(b"\n" * (MAX_BYTES + 1))
    for path, words in ((tmp_path / "pipe", "regular"), (tmp_path / "pipe.sgf", "regular"), ("/dev/zero", "regular"),
                        (tmp_path / "large", "more than")):
        with pytest.raises(ValueError, match=words):
            load_openings(str(path), 9, CHINESE)


@pytest.mark.parametrize("plies", ["²", "-1", "1" * 5000, "1_0"])
def test_a_strange_number_of_plies_is_a_file_that_is_not_there(plies):
    assert parse_openings(f"random:{plies}", 9) is None
    with pytest.raises(ValueError, match="openings: "):
        load_openings(f"nowhere:{plies}", 9, CHINESE)
