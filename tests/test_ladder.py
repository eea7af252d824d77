"""Ladders read to the end: they work on an open board, break at a stone in their way, and leave no trace."""
import numpy as np
import pytest

import diagram
from gopy.go.geometry import WHITE, parse_vertex
from gopy.go.bitboard.ladder import attack_captures, run_fails
from gopy.go.bitboard.position import chain_of
from gopy.compiled.jit import kernel


@kernel
def ask_attack(position, stone, attack, defender):
    return attack_captures(position, chain_of(position, stone), attack, defender)


@kernel
def ask_run(position, stone, defender):
    return run_fails(position, chain_of(position, stone), defender)


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
