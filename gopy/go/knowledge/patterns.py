"""3x3 patterns: diagrams in `patterns/`, turned into a table with one bit for each neighbourhood and colour to move.

A neighbourhood's index is eight bits of Black and eight of White, the neighbours counted from the lower
left in rows; a neighbour off the board has both bits set.
"""
from functools import lru_cache

import numpy as np

from gopy.base.package_files import pattern_file
from gopy.compiled.bits import INDEX_MASK, INDEX_SHIFT, ONE, ZERO, around_middle
from gopy.compiled.jit import kernel
from gopy.go.bitboard.layout import size_of
from gopy.go.bitboard.position import window

#: What each letter of a diagram accepts: (empty, X, O, off the board).
_ACCEPTED = {".": (1, 0, 0, 0), "X": (0, 1, 0, 0), "O": (0, 0, 1, 0), "#": (0, 0, 0, 1), "?": (1, 1, 1, 1),
             "x": (1, 0, 1, 0), "o": (1, 1, 0, 0)}


def read_diagrams(text) -> list[tuple[str, list[list[str]], bool]]:
    """The diagrams of a pattern file: list of (name, rows from the top, each a list of 3 letters, one_colour).

    Raises ValueError for a diagram that is not three rows of three letters with * in the middle.
    """
    diagrams = []
    for paragraph in text.split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line.strip() and not line.startswith(";")]
        if not lines:
            continue
        name, rows = lines[0], [line.split() for line in lines[1:]]
        letters = sum(rows, [])
        if (len(rows) != 3 or any(len(row) != 3 for row in rows) or rows[1][1] != "*"
                or not set(letters) - {"*"} <= set(_ACCEPTED)):
            raise ValueError(f"pattern {name!r} is not a 3x3 diagram")
        diagrams.append((name.split(":")[0], rows, name.endswith(": X only")))
    return diagrams


def _forms(rows):
    """The letters of the neighbours, from the lower left in rows, of the symmetric forms of a 3x3 array of letters."""
    grid = np.array(rows)
    turned = [np.rot90(grid, k) for k in range(4)]
    return {tuple(letter for letter in np.flipud(form).ravel() if letter != "*")
            for form in (*turned, *(each.T for each in turned))}


def _matching(letters, x_colour):
    """bool[4**8]: whether eight neighbours match, by the number that has what stands on the first as its lowest digit: 0 if the
    neighbour is empty, 1 for a black stone, 2 for a white one, 3 off the board."""
    found = np.ones(1, bool)
    for letter in letters:
        empty, x, o, off = _ACCEPTED[letter]
        accepted = np.array((empty, x, o, off) if x_colour == 0 else (empty, o, x, off), bool)
        found = (accepted[:, None] & found).ravel()
    return found


def _numbers():
    """int32[65536]: the number by which `_matching` knows the neighbourhood with each index."""
    index = np.arange(1 << 16, dtype=np.int32)
    return sum(((index >> i & 1) + 2 * (index >> (8 + i) & 1)) << 2 * i for i in range(8))


def pattern_table(diagrams) -> np.ndarray:
    """uint64[2, 1024]: bit `index` of row `colour` tells whether a diagram matches for `colour` to move."""
    table = np.zeros((2, 1 << 16), bool)
    for _, rows, one_colour in diagrams:
        for letters in _forms(rows):
            for x_colour in (0, 1):
                match = _matching(letters, x_colour)
                table[x_colour] |= match
                if not one_colour:
                    table[1 - x_colour] |= match
    packed = np.packbits(table[:, _numbers()], axis=1, bitorder="little")
    return np.ascontiguousarray(packed).view(np.uint64)


@lru_cache(maxsize=None)
def playout_patterns() -> np.ndarray:
    """The table of the playout's patterns, flattened: uint64[2048], Black's 1024 words first."""
    return pattern_table(read_diagrams(pattern_file("playout3x3.txt").read_text())).reshape(-1)


@kernel(entry=False)
def neighbourhood(position, point, colour):
    """Pattern index of the 3x3 neighbourhood of `point`, with the stones of `colour` in the low byte."""
    off = position.tables[0].off_board[point]
    stride = size_of(position) + ONE
    own = around_middle(window(position, colour, point) | off, stride)
    enemy = around_middle(window(position, colour ^ ONE, point) | off, stride)
    return own | (enemy << np.uint64(8))


@kernel(entry=False)
def matches_pattern(position, table, point, colour):
    """Whether a pattern of `table` (uint64[2048]) tells `colour` to play the empty `point`."""
    index = neighbourhood(position, point, ZERO)
    return (table[colour * np.uint64(1024) + (index >> INDEX_SHIFT)] >> (index & INDEX_MASK)) & ONE != ZERO
