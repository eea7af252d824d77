"""What an agent sees of the boards of a batch: observations, and the legal actions as bytes."""
import numpy as np

from gopy.compiled.bits import ONE, ZERO, bits_to_bytes, store_word
from gopy.compiled.jit import kernel
from gopy.go.batch.boards import BOARD, PLANES, RUNNING, row_bits
from gopy.go.bitboard.layout import TWO, size_of, word_count

_OWN_BITS = np.uint64(0x5555)
_SEEN = np.uint64(3)
_BYTE = np.uint64(255)
_EIGHT = np.uint64(8)
_SIXTEEN = np.uint64(16)


@kernel(entry=False)
def write_mask(boards, board, position, out):
    """Write 1 for each legal action, 0 for the others, to int8[B * (N * N + 1)]; an ended game allows only the pass."""
    n = size_of(position)
    at = np.uint64(board) * (n * n + ONE)
    running = np.uint64(boards.env[board].status == RUNNING)
    start = (np.uint64(board) * (word_count(position) + ONE)) << np.uint64(6)
    at += (n - ONE) * n
    for _ in range(n):
        row = row_bits(boards.legal, start)
        for column in range(n):
            out[at + column] = (row >> column) & running
        start += n + ONE
        at -= n
    out[np.uint64(board + 1) * (n * n + ONE) - ONE] = 1


@kernel(entry=False)
def _own_first(boards, at, viewer):
    """The history of one point, with the viewer's stones in the lower bit of each pair of bits."""
    seen = np.uint64(boards.history[at])
    return seen if viewer == ZERO else ((seen & _OWN_BITS) << ONE) | ((seen >> ONE) & _OWN_BITS)


@kernel(entry=False)
def _write_planes_last(boards, first, points, viewer, out, at):
    """Write the last eight positions, (N, N, 17): pairs of own and enemy stones, newest first; 1 if the viewer is Black."""
    colour = viewer ^ ONE
    for point in range(points):
        seen = _own_first(boards, first + point, viewer)
        store_word(out, at, bits_to_bytes(seen & _BYTE))
        store_word(out, at + _EIGHT, bits_to_bytes(seen >> _EIGHT))
        out[at + _SIXTEEN] = colour
        at += _SIXTEEN + ONE


@kernel(entry=False)
def _write_fewer_planes_last(boards, first, points, viewer, out, at):
    """Write the planes of `_write_planes_last` for any number of positions, (N, N, 2 * positions + 1)."""
    bits = TWO * np.uint64(boards.rules[0].history)
    for point in range(points):
        seen = _own_first(boards, first + point, viewer)
        for k in range(bits):
            out[at + k] = (seen >> k) & ONE
        out[at + bits] = viewer ^ ONE
        at += bits + ONE


@kernel(entry=False)
def _write_planes_first(boards, first, points, viewer, out, at):
    """Write the planes of `_write_planes_last` for any number of positions, (2 * positions + 1, N, N)."""
    for k in range(TWO * np.uint64(boards.rules[0].history)):
        bit = k ^ viewer        # of each pair the viewer's stones come first
        for point in range(points):
            out[at + point] = (np.uint64(boards.history[first + point]) >> bit) & ONE
        at += points
    for point in range(points):
        out[at + point] = viewer ^ ONE


@kernel(entry=False)
def _write_plain(boards, first, points, viewer, out, at):
    """Write four planes: Black's stones, White's stones, the empty points, and 1 everywhere if the viewer is White."""
    planes_first = boards.rules[0].planes_first
    by_point = ONE if planes_first else np.uint64(4)
    by_plane = points if planes_first else ONE
    for point in range(points):
        seen = np.uint64(boards.history[first + point]) & _SEEN
        out[at] = seen & ONE
        out[at + by_plane] = seen >> ONE
        out[at + TWO * by_plane] = seen == ZERO
        out[at + TWO * by_plane + by_plane] = viewer
        at += by_point


@kernel(entry=False)
def _write_board(boards, first, points, viewer, out, at):
    """Write (N, N) of int8: 1 for a stone of the viewer, -1 for a stone of the opponent, 0 for an empty point."""
    for point in range(points):
        seen = _own_first(boards, first + point, viewer)
        out[at + point] = (seen & ONE) - ((seen >> ONE) & ONE)


@kernel(entry=False)
def write_view(boards, board, position, viewer, out):
    """Write the observation of `viewer` (uint64, 0 Black) of one board to uint8[B * length]."""
    rules = boards.rules[0]
    n = size_of(position)
    points = n * n
    first = np.uint64(board) * points
    at = np.uint64(board) * np.uint64(rules.view_length)
    if rules.observation == BOARD:
        _write_board(boards, first, points, viewer, out, at)
    elif rules.observation == PLANES:
        _write_plain(boards, first, points, viewer, out, at)
    elif rules.planes_first:
        _write_planes_first(boards, first, points, viewer, out, at)
    elif rules.history == 8:
        _write_planes_last(boards, first, points, viewer, out, at)
    else:
        _write_fewer_planes_last(boards, first, points, viewer, out, at)
