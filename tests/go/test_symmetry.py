"""The symmetries of the board, against NumPy's turns and mirrors, and the moves that are the same by them."""
import diagram
import numpy as np
import pytest

from gopy.go.geometry import BLACK, EMPTY, WHITE, pass_move, point_at
from gopy.go.history import Game
from gopy.go.symmetry import board_symmetries, distinct_moves, symmetries_of


def forms(array):
    """The eight turned and mirrored forms of an array."""
    return [np.rot90(each, turns) for each in (array, array[:, ::-1]) for turns in range(4)]


@pytest.mark.parametrize("size", [2, 5, 9, 19])
def test_the_symmetries_are_those_of_numpy(size):
    numbers = np.arange(size * size).reshape(size, size)
    found = set()
    for moved in board_symmetries(size):
        assert moved[pass_move(size)] == pass_move(size) and sorted(moved) == list(range(pass_move(size) + 1))
        image = np.zeros((size, size), int)
        for row in range(size):
            for column in range(size):
                image[divmod(moved[point_at(row, column, size)], size + 1)] = numbers[row, column]
        found.add(image.tobytes())
    assert found == {np.ascontiguousarray(form).tobytes() for form in forms(numbers)}
    assert board_symmetries(size)[0] == tuple(range(pass_move(size) + 1))


@pytest.mark.parametrize("size, count", [(2, 1), (3, 3), (9, 15), (19, 55)])
def test_an_empty_board_has_so_many_distinct_moves(size, count):
    assert len(distinct_moves(Game(size), BLACK)) == count + 1      # and the pass


def test_distinct_moves_are_one_of_each_set():
    game = diagram.game("""
        . . . . .
        . X . X .
        . . . . .
        . O . O .
        . . . . .""")
    assert len(symmetries_of(game.board)) == 2
    moves = distinct_moves(game, WHITE)
    mirrored = [(row, column) for row in range(5) for column in range(3) if game.board.colours[point_at(row, column, 5)] == EMPTY]
    assert moves == {point_at(row, column, 5) for row, column in mirrored} | {game.pass_move}


def test_a_ko_has_no_symmetry():
    game = diagram.game("""
        . . . . .
        . . X O .
        . X O . O
        . . X O .
        . . . . .""", BLACK)
    assert len(symmetries_of(game.board)) == 2
    game.play(BLACK, point_at(2, 3, 5))
    assert len(symmetries_of(game.board)) == 1 and distinct_moves(game, WHITE) == set(game.legal_moves(WHITE))


def test_a_move_that_superko_forbids_gives_way_to_one_that_is_the_same_by_a_symmetry():
    """The position is its own mirror image, the game is not: one of two moves would repeat a position."""
    class Half:
        """A game in which the first of two mirrored moves is not legal."""
        def __init__(self, game, forbidden):
            self.board, self._legal = game.board, [move for move in game.legal_moves(BLACK) if move != forbidden]

        def legal_moves(self, colour):
            return self._legal

    game = Game(3)
    everything = distinct_moves(game, BLACK)
    corner = point_at(0, 0, 3)
    assert corner in everything
    moves = distinct_moves(Half(game, corner), BLACK)
    others = {moved[corner] for moved in board_symmetries(3)} - {corner}
    assert corner not in moves and len(moves & others) >= 1 and moves - others == everything - {corner}
