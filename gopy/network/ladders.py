"""What ladders say of a position: which chains one catches, and where. A network that sees a few points far cannot know it.

A chain in atari is caught if running does not save it. A chain of two liberties is caught if an atari now leads to that; of a chain of
the side to move this is what its opponent would do next.
"""
import numpy as np

from gopy.compiled.bits import ONE
from gopy.compiled.jit import kernel
from gopy.go.bitboard.ladder import attack_captures, has_neighbour_in_atari, run_fails
from gopy.go.bitboard.layout import NO_POINT
from gopy.go.bitboard.position import last_liberty, other_liberty


@kernel(entry=False)
def read_ladder(position, chain, colour):
    """(whether a ladder catches a chain, a point where an atari does it, another one); NO_POINT where there is none.

    chain    its first stone, as `chain_of` gives it
    """
    liberties = np.int64(position.data[0].liberty_count[chain])
    if liberties == 1:
        caught = not has_neighbour_in_atari(position, chain, colour ^ ONE) and run_fails(position, chain, colour)
        return caught, NO_POINT, NO_POINT
    if liberties != 2:
        return False, NO_POINT, NO_POINT
    first = last_liberty(position, chain)
    second = other_liberty(position, chain, first)
    if not attack_captures(position, chain, first, colour):
        first = NO_POINT
    if not attack_captures(position, chain, second, colour):
        second = NO_POINT
    if first == NO_POINT:
        first, second = second, NO_POINT
    return first != NO_POINT, first, second
