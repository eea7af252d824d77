"""What ladders say of labelled positions, written to their codes, which have room for it. Files do not hold it."""
import numpy as np

from gopy.compiled.bits import ONE, ZERO
from gopy.compiled.jit import kernel
from gopy.go.bitboard.construct import new_position
from gopy.go.bitboard.layout import NO_POINT, size_of
from gopy.go.bitboard.position import chain_of, put_stone
from gopy.lab.learn.network.labelled import KO, STONE
from gopy.network.ladders import read_ladder

#: The code of a stone (see labelled.STONE) that a ladder catches, by that of one that none does; and that of an empty point where an
#: atari catches an enemy chain.
CAUGHT, ATTACK = {1: 9, 2: 10, 5: 11, 6: 12}, 13

_FIRST_ENEMY = 5


def mark_ladders(codes) -> np.ndarray:
    """Codes of positions (uint8[n, N, N]), with those of what ladders catch. A position in which a chain has no liberty stays as it is."""
    found = codes.copy()
    position = new_position(codes.shape[1])
    caught = np.arange(STONE + 1, dtype=np.uint8)
    caught[list(CAUGHT)] = list(CAUGHT.values())
    _mark(position, position.block.copy(), codes, caught, found)
    return found


@kernel
def _mark(position, blank, codes, caught, found):
    for number in range(codes.shape[0]):
        for i in range(np.uint64(len(blank))):
            position.block[i] = blank[i]
        if _set_up(position, codes[number]):
            _mark_position(position, codes[number], caught, found[number])


@kernel(entry=False)
def _set_up(position, codes):
    """Put stones on the empty board, those of the side to move as Black's; returns whether all chains have a liberty."""
    data = position.data[0]
    stride = size_of(position) + ONE
    for row in range(size_of(position)):
        for column in range(size_of(position)):
            code = codes[row, column]
            point = row * stride + column
            if code & STONE:
                put_stone(position, point, ZERO if (code & STONE) < _FIRST_ENEMY else ONE, False)
            if code & KO:
                data.ko_point = point
    for row in range(size_of(position)):
        for column in range(size_of(position)):
            if codes[row, column] & STONE and data.liberty_count[chain_of(position, row * stride + column)] == 0:
                return False
    return True


@kernel(entry=False)
def _mark_position(position, codes, caught, found):
    data = position.data[0]
    stride = size_of(position) + ONE
    for row in range(size_of(position)):
        for column in range(size_of(position)):
            code, chain = codes[row, column], row * stride + column
            if (code & STONE) == 0 or chain_of(position, chain) != chain:
                continue
            colour = ZERO if (code & STONE) < _FIRST_ENEMY else ONE
            is_caught, attack, other = read_ladder(position, chain, colour)
            if not is_caught:
                continue
            stone = chain
            while True:
                at = found[stone // stride]
                at[stone % stride] = (at[stone % stride] & ~STONE) | caught[code & STONE]
                stone = np.uint64(data.next_stone[stone])
                if stone == chain:
                    break
            if colour == ONE:
                for point in (attack, other):
                    if point != NO_POINT:
                        found[point // stride, point % stride] |= ATTACK
