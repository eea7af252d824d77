"""Ladders read to the end: they work on an open board, break at a stone in their way, and leave no trace."""
import random

import diagram
import numpy as np
import pytest
from oracles.naive_ladder import Ladders

from gopy.compiled.jit import kernel
from gopy.go.bitboard.construct import new_position, setup
from gopy.go.bitboard.ladder import attack_captures, is_lost_run, run_fails
from gopy.go.bitboard.position import chain_of
from gopy.go.geometry import EMPTY, WHITE, parse_vertex, point_at


@kernel
def ask_attack(position, stone, attack, defender):
    return attack_captures(position, chain_of(position, stone), attack, defender)


@kernel
def ask_run(position, stone, defender):
    return run_fails(position, chain_of(position, stone), defender)


@kernel
def ask_lost(position, point, colour):
    return is_lost_run(position, point, colour)


def point(vertex, size=9):
    return np.uint64(parse_vertex(vertex, size))


WHITE_STONE = np.uint64(WHITE)

#: D4 is White's; an atari at D5 drives it to the upper right, one at E4 lets it out upwards.
LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . {} . .
    . . . . . . . . .
    . . . {} . . . . .
    . . X O . . . . .
    . . . X X . . . .
    . . . . . . . . .
    . . . . . . . . ."""


@pytest.mark.parametrize("breaker, attack, caught", [
    (".", "D5", True), ("X", "D5", True), ("O", "D5", False), (".", "E4", False)])
def test_an_attack_is_read_to_the_end(breaker, attack, caught):
    position = diagram.position(LADDER.format(breaker, "."))
    before = position.block.copy()
    assert ask_attack(position, point("D4"), point(attack), WHITE_STONE) == caught
    assert np.array_equal(position.block, before)


@pytest.mark.parametrize("breaker, caught", [(".", True), ("X", True), ("O", False)])
def test_a_run_is_read_to_the_end(breaker, caught):
    position = diagram.position(LADDER.format(breaker, "X"), WHITE)
    before = position.block.copy()
    assert ask_run(position, point("D4"), WHITE_STONE) == caught
    assert np.array_equal(position.block, before)


def test_a_run_along_the_edge_into_an_own_dead_end_fails():
    position = diagram.position("""
        . . . . .
        . . . . .
        . X X . .
        X O . X .
        . X X . .""", WHITE)
    assert ask_run(position, point("B2", 5), WHITE_STONE)


def test_running_to_three_liberties_is_no_ladder():
    position = diagram.position("""
        . . . . .
        . . . . .
        . . . . .
        X O X . .
        . X . . .""", WHITE)
    assert not ask_run(position, point("B2", 5), WHITE_STONE)


def random_board(size, generator, ladders):
    """A board of random stones, without the chains that have no liberty; sparse and dense ones."""
    share = generator.choice((0.3, 0.45, 0.6))
    board = {place: generator.choice("bw") for place in ladders.rules.points if generator.random() < share}
    return ladders.rules.without_dead(ladders.rules.without_dead(board, "b"), "w")


@pytest.mark.parametrize("size, boards", [(5, 30), (7, 30), (9, 12)])
def test_ladders_agree_with_the_slow_ones(size, boards):
    ladders, generator, seen = Ladders(size), random.Random(size), set()
    for _ in range(boards):
        board = random_board(size, generator, ladders)
        position, colours = new_position(size), np.full(size * (size + 1), EMPTY, np.int8)
        for (row, column), colour in board.items():
            colours[point_at(row, column, size)] = "bw".index(colour)
        setup(position, colours, 0)
        before = position.block.copy()

        def number(place):
            return np.uint64(point_at(*place, size))
        for place, colour in board.items():
            liberties = ladders.liberties(board, ladders.chain(board, place))
            defender = np.uint64("bw".index(colour))
            if len(liberties) == 1:
                expected = ladders.run_fails(board, place)
                assert ask_run(position, number(place), defender) == expected, (board, place)
                seen.add(("run", expected))
            elif len(liberties) == 2:
                for attack in liberties:
                    expected = ladders.attack_captures(board, place, attack)
                    assert ask_attack(position, number(place), number(attack), defender) == expected, (board, place, attack)
                    seen.add(("attack", expected))
        for place in ladders.rules.points:
            for colour in "bw" if place not in board else ():
                expected = ladders.is_lost_run(board, place, colour)
                assert ask_lost(position, number(place), np.uint64("bw".index(colour))) == expected, (board, place, colour)
                seen.add(("lost run", expected))
        assert np.array_equal(position.block, before)
    assert seen == {(what, outcome) for what in ("run", "attack", "lost run") for outcome in (True, False)}
