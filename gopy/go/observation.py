"""What a player of Go sees of a position alone, as an array for networks of one's own.

Own stones, the other's stones, the last move, the point where simple ko forbids the next move, and a plane of ones if Black looks.
Row 0 is the first row, A1's. The environments (gopy.go.batch.views) show positions before this one too, which a position does not keep.
"""
import numpy as np

from gopy import game
from gopy.compiled.bits import INDEX_MASK, INDEX_SHIFT, ONE
from gopy.compiled.jit import kernel
from gopy.go.bitboard.layout import POSITION_TYPES, TWO, size_of, word_count

_PLANES = 5


@game.observation_form.register(*POSITION_TYPES)
def _form(position) -> game.ObservationForm:
    n = int(position.tables[0].board_size)
    return game.ObservationForm((n, n, _PLANES), 1)


@game.observe.register(*POSITION_TYPES)
@kernel
def _observe(position, player, out):
    data = position.data[0]
    n = size_of(position)
    apart = word_count(position) + TWO
    at = 0
    for row in range(n):
        for column in range(n):
            point = row * (n + ONE) + column
            word = ONE + (point >> INDEX_SHIFT)
            own = np.uint64(player) * apart + word
            other = np.uint64(1 - player) * apart + word
            out[at] = (data.stones[own] >> (point & INDEX_MASK)) & ONE
            out[at + 1] = (data.stones[other] >> (point & INDEX_MASK)) & ONE
            out[at + 2] = np.int64(data.last == point)
            out[at + 3] = np.int64(data.ko_point == point)
            out[at + 4] = 1 - player
            at += _PLANES
