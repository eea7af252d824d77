"""Liberties after a move, self-atari: drawn cases, and a slow board on random games."""
import collections
import random

import diagram
import numpy as np
import pytest
from numba import config
from oracles.naive_softmax import chain_of
from test_nakade import slow_key_points

from gopy.compiled.jit import JIT_DISABLED, kernel
from gopy.go.bitboard.construct import new_position, setup
from gopy.go.bitboard.nakade import LARGEST_NAKADE
from gopy.go.bitboard.tactics import atari_captures, has_liberties_after, is_bad_self_atari, joined_stones, liberties_after
from gopy.go.geometry import BLACK, EMPTY, WHITE, neighbours, points
from gopy.go.history import Game


@kernel
def ask_liberties_after(position, point, colour):
    return liberties_after(position, point, colour)


@kernel
def ask_has_liberties_after(position, point, colour, enough):
    return has_liberties_after(position, point, colour, enough)


@kernel
def ask_bad_self_atari(position, point, colour):
    return is_bad_self_atari(position, point, colour)


@kernel
def ask_atari_captures(position, point, colour):
    return atari_captures(position, point, colour)


@kernel
def ask_joined(position, point, colour):
    return joined_stones(position, point, colour)


def u(value):
    return np.uint64(value)


def slow_chain_after(colours, size, point, colour):
    """(stones, liberties, captured stones) of the chain that a stone at `point` makes, after what has no liberty is taken."""
    after = list(colours)
    after[point] = colour
    captured = set()
    for q in neighbours(point, size):
        if after[q] == 1 - colour:
            chain, liberties = chain_of(after, size, q)
            if not liberties:
                captured |= chain
    for q in captured:
        after[q] = EMPTY
    return *chain_of(after, size, point), captured


def slow_liberties_after(colours, size, point, colour):
    """(liberties, captured stones) after a move, by flood fill."""
    _, liberties, captured = slow_chain_after(colours, size, point, colour)
    return len(liberties), captured


def slow_bad_self_atari(colours, size, point, colour):
    """(whether the move is a bad self-atari, the rule that says so), as the docstring of `serves_no_purpose` has it."""
    stones, liberties, captured = slow_chain_after(colours, size, point, colour)
    if captured:
        return False, "capture"
    if len(liberties) > 1:
        return False, "liberties"
    beside = [chain_of(colours, size, q) for q in neighbours(point, size) if colours[q] == 1 - colour]
    if len(stones) == 1:
        return (False, "throw-in") if any(len(each) == 2 for _, each in beside) else (True, "lone stone")
    if len(stones) > LARGEST_NAKADE:
        return True, "large"
    if not liberties or any(q not in stones and colours[q] != 1 - colour for q in neighbours(*liberties, size)):
        return True, "open"
    if len(stones) > 2 and not slow_key_points(stones, size):
        return True, "no key point"
    return False, "nakade"


def random_positions(size, games, every, seed):
    """Positions of random legal games as (colours, to_play)."""
    generator = random.Random(seed)
    for _ in range(games):
        game = Game(size)
        for move_number in range(3 * size * size):
            moves = [p for p in points(size) if game.legal(game.to_play, p)]
            if not moves:
                break
            game.play(game.to_play, generator.choice(moves))
            if move_number % every == 0:
                yield list(game.board.colours), game.to_play


@pytest.mark.parametrize("size, games", [(5, 12), (9, 4)])
def test_liberties_after_agrees_with_flood_fill(size, games):
    position = new_position(size)
    asked = 0
    for colours, _ in random_positions(size, games, 7, seed=size):
        setup(position, colours, BLACK)
        for point in points(size):
            if colours[point] != EMPTY:
                continue
            for colour in (BLACK, WHITE):
                liberties, captured = slow_liberties_after(colours, size, point, colour)
                found = int(ask_liberties_after(position, u(point), u(colour)))
                asked += 1
                if not captured:
                    assert found == liberties
                else:   # each captured stone counts as one liberty, also a stone that does not touch
                    assert found >= liberties > 0
                for enough in (1, 2, 3, 4):
                    answer = ask_has_liberties_after(position, u(point), u(colour), u(enough))
                    assert answer == (found >= enough)
    assert asked > 1000


def random_boards(size, count, seed):
    """Colours of boards filled at random, one point in five left empty, after what has no liberty was taken off."""
    generator = random.Random(seed)
    for _ in range(count):
        colours = list(Game(size).board.colours)
        for point in points(size):
            colours[point] = generator.choice((BLACK, BLACK, WHITE, WHITE, EMPTY))
        dead = {point for point in points(size) if colours[point] != EMPTY and not chain_of(colours, size, point)[1]}
        for point in dead:
            colours[point] = EMPTY
        yield colours


def test_bad_self_ataris_of_random_boards():
    position = new_position(5)
    seen = collections.Counter()
    few = JIT_DISABLED or config.BOUNDSCHECK        # it is the slow judgement that takes the time
    for colours in random_boards(5, 200 if few else 1000, seed=3):
        setup(position, colours, BLACK)
        for point in points(5):
            if colours[point] == EMPTY:
                for colour in (BLACK, WHITE):
                    bad, why = slow_bad_self_atari(colours, 5, point, colour)
                    assert ask_bad_self_atari(position, u(point), u(colour)) == bad, (colours, point, colour, why)
                    seen[why] += 1
    assert few or len(seen) == 8 and min(seen.values()) > 10


@pytest.mark.parametrize("drawing, bad", [
    # a lone stone walks into atari for nothing
    ("""
     . a O .
     O O . .
     . . . .
     . . . .""", True),
    # room for two liberties
    ("""
     . a . .
     O O . .
     . . . .
     . . . .""", False),
    # it takes
    ("""
     a O X .
     O X . .
     X . . .
     . . . .""", False),
    # a throw-in: the stone puts a chain in atari
    ("""
     a . O X
     O O O X
     X X X X
     . . . .""", False),
    # three stones in a row inside an eye of four: their shape has a key point
    ("""
     a X X . O X
     O O O O O X
     X X X X X X
     . . . . . .
     . . . . . .
     . . . . . .""", False),
    # four in a row have none
    ("""
     a X X X . O X
     O O O O O O X
     X X X X X X X
     . . . . . . .
     . . . . . . .
     . . . . . . .
     . . . . . . .""", True),
])
def test_bad_self_atari(drawing, bad):
    position = diagram.position(drawing, BLACK)
    assert ask_bad_self_atari(position, u(diagram.marks(drawing)["a"]), u(BLACK)) == bad


def test_an_atari_that_captures_and_one_that_does_not():
    edge = """
        X O a .
        . X . .
        . . . .
        . . . ."""
    # White's only other liberty is none: it is in atari already, not a two-liberty chain
    position = diagram.position(edge, BLACK)
    assert not ask_atari_captures(position, u(diagram.marks(edge)["a"]), u(BLACK))
    first_line = """
        . . . . .
        . . . . .
        . . . . .
        . X X . .
        X b O a ."""
    position = diagram.position(first_line, BLACK)
    points_of = diagram.marks(first_line)
    assert ask_atari_captures(position, u(points_of["a"]), u(BLACK))       # it can only run back to b
    assert not ask_atari_captures(position, u(points_of["b"]), u(BLACK))   # it runs along the edge to three liberties


def test_joined_stones_lists_each_stone_once():
    drawing = """
        . X . .
        X a X .
        X X . .
        . . . ."""
    position = diagram.position(drawing, BLACK)
    a = diagram.marks(drawing)["a"]
    n = int(ask_joined(position, u(a), u(BLACK)))
    assert n == 6
    listed = position.data[0].frontier[:n].tolist()
    assert listed[0] == a and len(set(listed)) == 6
