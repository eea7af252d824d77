"""The symmetries of the board, against NumPy's turns and mirrors, and the moves that are the same by them."""
import random

import numpy as np
import pytest

import diagram
from gopy.go.geometry import BLACK, EMPTY, WHITE, pass_move, point_at, points
from gopy.go.history import Game
from gopy.go.symmetry import board_symmetries, canonical, distinct_moves, from_canonical, symmetries_of, to_canonical


def grid(board, size):
    return np.array([[board.colours[point_at(row, column, size)] for column in range(size)] for row in range(size)])


def forms(array):
    """The eight turned and mirrored forms of an array."""
    return [np.rot90(each, turns) for each in (array, array[:, ::-1]) for turns in range(4)]


def random_game(size, moves, seed):
    generator, game = random.Random(seed), Game(size)
    for _ in range(moves):
        legal = [move for move in game.legal_moves() if move != game.pass_move]
        if not legal:
            break
        game.play(game.to_play, generator.choice(legal))
    return game


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


@pytest.mark.parametrize("seed", range(20))
def test_all_forms_of_a_position_have_one_key_and_their_moves_fit(seed):
    size, number = 5, seed % 8
    game = random_game(size, seed, seed)
    moved = board_symmetries(size)[number]
    turned = Game(size)
    for colour, move in game.moves:
        turned.play(colour, moved[move])
    key, place = canonical(game.board, game.to_play)
    key_turned, place_turned = canonical(turned.board, game.to_play)
    assert key == key_turned != canonical(game.board, 1 - game.to_play)[0]
    for move in (*points(size), pass_move(size)):
        there = to_canonical(move, size, place)
        assert from_canonical(there, size, place) == move
        back = from_canonical(there, size, place_turned)
        # the move of one form is a move of the other that some symmetry of the position makes of it
        assert back in {same[moved[move]] for same in symmetries_of(turned.board)}


def test_other_positions_have_other_keys():
    found = {}
    for seed in range(300):
        game = random_game(4, 5, seed)
        key, _ = canonical(game.board, BLACK)
        smallest = min(np.ascontiguousarray(form).tobytes() for form in forms(grid(game.board, 4)))
        assert found.setdefault(key, smallest) == smallest
    assert len(set(found.values())) == len(found) > 200


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
