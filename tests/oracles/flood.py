"""A second oracle of the board, compiled, so that millions of moves can be compared with the bitboards.

A mailbox with a border, nothing incremental: every question floods the chain or region anew. It shares the
compiler with gopy and nothing else, and is itself checked against tests/oracles/naive.py.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.jit import kernel

BLACK, WHITE, EMPTY, BORDER = 0, 1, 2, 3

WIDTH, KO, STAMP = 0, 1, 2      # where `info` holds the row length, the ko cell (or -1), the last mark used


class Flood(NamedTuple):
    cells: np.ndarray   # int8[(N + 2)**2], the lowest row first, a border around
    mark: np.ndarray    # int64[(N + 2)**2]: cells seen by the last flood hold its stamp
    stack: np.ndarray   # int64[(N + 2)**2]
    info: np.ndarray    # int64[3]


def new_flood(size):
    """An empty board."""
    cells = np.full((size + 2, size + 2), BORDER, np.int8)
    cells[1:-1, 1:-1] = EMPTY
    return Flood(cells.ravel(), np.zeros(cells.size, np.int64), np.zeros(cells.size, np.int64),
                 np.array([size + 2, -1, 0], np.int64))


@kernel
def cell_of(flood, row, column):
    return (row + 1) * flood.info[WIDTH] + column + 1


@kernel
def step(flood, direction):
    """Difference to the next cell in direction 0 .. 3."""
    width = flood.info[WIDTH]
    return (1, -1, width, -width)[direction]


@kernel
def measure(flood, start):
    """(stones, liberties) of the chain on a cell; both are marked with the stamp afterwards."""
    flood.info[STAMP] += 1
    stamp = flood.info[STAMP]
    colour = flood.cells[start]
    flood.mark[start] = stamp
    flood.stack[0] = start
    height, stones, liberties = 1, 0, 0
    while height:
        height -= 1
        here = flood.stack[height]
        stones += 1
        for direction in range(4):
            near = here + step(flood, direction)
            if flood.mark[near] == stamp:
                continue
            if flood.cells[near] == EMPTY:
                flood.mark[near] = stamp
                liberties += 1
            elif flood.cells[near] == colour:
                flood.mark[near] = stamp
                flood.stack[height] = near
                height += 1
    return stones, liberties


@kernel
def remove(flood, start):
    """Take a chain off the board."""
    colour = flood.cells[start]
    measure(flood, start)
    for cell in range(len(flood.cells)):
        if flood.mark[cell] == flood.info[STAMP] and flood.cells[cell] == colour:
            flood.cells[cell] = EMPTY


@kernel
def takes(flood, cell, colour):
    """Whether the stone of `colour` just put on a cell leaves an enemy chain next to it without liberties."""
    for direction in range(4):
        near = cell + step(flood, direction)
        if flood.cells[near] == 1 - colour and measure(flood, near)[1] == 0:
            return True
    return False


@kernel
def may_play(flood, cell, colour, suicide):
    """Legality under simple ko for the player whose turn it is."""
    if flood.cells[cell] != EMPTY or cell == flood.info[KO]:
        return False
    flood.cells[cell] = colour
    stones, liberties = measure(flood, cell)
    legal = liberties > 0 or takes(flood, cell, colour) or (suicide and stones > 1)
    flood.cells[cell] = EMPTY
    return legal


@kernel
def put(flood, cell, colour):
    """Play a legal move; cell -1 is a pass."""
    flood.info[KO] = -1
    if cell < 0:
        return
    flood.cells[cell] = colour
    captured, taken = 0, -1
    for direction in range(4):
        near = cell + step(flood, direction)
        if flood.cells[near] == 1 - colour:
            stones, liberties = measure(flood, near)
            if liberties == 0:
                remove(flood, near)
                captured += stones
                taken = near
    stones, liberties = measure(flood, cell)
    if liberties == 0:
        remove(flood, cell)
    if captured == 1 and stones == 1 and liberties == 1:
        flood.info[KO] = taken


@kernel
def margin(flood):
    """Black's area minus White's."""
    total = 0
    flood.info[STAMP] += 1
    first = flood.info[STAMP]
    for start in range(len(flood.cells)):
        colour = flood.cells[start]
        if colour == BLACK or colour == WHITE:
            total += 1 - 2 * colour
        if colour != EMPTY or flood.mark[start] >= first:
            continue
        flood.info[STAMP] += 1
        stamp = flood.info[STAMP]
        flood.mark[start] = stamp
        flood.stack[0] = start
        height, points = 1, 0
        beside_black, beside_white = False, False
        while height:
            height -= 1
            here = flood.stack[height]
            points += 1
            for direction in range(4):
                near = here + step(flood, direction)
                beside_black |= flood.cells[near] == BLACK
                beside_white |= flood.cells[near] == WHITE
                if flood.cells[near] == EMPTY and flood.mark[near] != stamp:
                    flood.mark[near] = stamp
                    flood.stack[height] = near
                    height += 1
        if beside_black != beside_white:
            total += points if beside_black else -points
    return total


@kernel
def eye(flood, cell, colour):
    """Whether playouts call the empty cell an eye of `colour`: own stones beside it, and its corners safe."""
    width = flood.info[WIDTH]
    for direction in range(4):
        near = flood.cells[cell + step(flood, direction)]
        if near != colour and near != BORDER:
            return False
    enemies, outside = 0, 0
    for down in (-width, width):
        for across in (-1, 1):
            corner = flood.cells[cell + down + across]
            enemies += corner == 1 - colour
            outside += corner == BORDER
    return enemies <= (0 if outside else 1)
