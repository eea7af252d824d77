"""A MiniShogi position in memory, and where pieces can go on the board. Square = 5*rank + file, player 0 at rank 0.

Sets of squares are the low 25 bits of a word.
"""
from typing import NamedTuple

import numpy as np

# kinds of pieces; the first five can be in hand, the first four promote, to kind + PROMOTION
PAWN, SILVER, BISHOP, ROOK, GOLD, KING, PROMOTED_PAWN, PROMOTED_SILVER, HORSE, DRAGON, NOTHING = range(11)
PROMOTION = 6
KINDS = 10

# The slots of a player in `sets`. The first six are sets of squares by the way in which the pieces move: PAWN, SILVER,
# BISHOP (with horses), ROOK (with dragons), GOLD (with promoted pawns and silvers), KING. The others are:
SLIDERS = 6     #: the squares of horses and dragons, which also step like kings
ALL = 7         #: the squares of all pieces
HAND = 8        #: no set of squares, but how many pieces of each kind are in hand, four bits for each kind
SLOTS = 9

BOARD = np.uint64((1 << 25) - 1)
#: The last rank of player 0 and of player 1.
ZONE = np.array([0b11111 << 20, 0b11111], np.uint64)


class MiniShogi(NamedTuple):
    """A position; player 0 moves first, up the ranks."""

    sets: np.ndarray    #: uint64[2*SLOTS], the slots of player 0, then those of player 1
    kinds: np.ndarray   #: uint8[25], the piece on each square, NOTHING if none
    ply: np.ndarray     #: int64[1], moves played
    targets: np.ndarray     #: uint64[16], work area: the moves of each piece and of the hand


_ORTHOGONAL = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_STEPS = {PAWN: ((1, 0),), SILVER: ((1, 0), *_DIAGONAL), GOLD: (*_ORTHOGONAL, (1, 1), (1, -1)),
          KING: (*_ORTHOGONAL, *_DIAGONAL)}
_STEPS[PROMOTED_PAWN] = _STEPS[PROMOTED_SILVER] = _STEPS[GOLD]
_STEPS[HORSE] = _STEPS[DRAGON] = _STEPS[KING]


def ray(square, up, right, occupied=0) -> int:
    """The squares beyond `square` in a direction, up to the edge or up to the first occupied square, this included."""
    rank, file = divmod(square, 5)
    squares = 0
    while 0 <= (rank := rank + up) < 5 and 0 <= (file := file + right) < 5:
        squares |= 1 << (5 * rank + file)
        if occupied >> (5 * rank + file) & 1:
            break
    return squares


def _step_table():
    table = np.zeros((2, KINDS, 25), np.uint64)
    for player, sign in ((0, 1), (1, -1)):
        for kind, steps in _STEPS.items():
            for square in range(25):
                rank, file = divmod(square, 5)
                table[player, kind, square] = sum(
                    1 << (5 * (rank + sign * up) + file + right) for up, right in steps
                    if 0 <= rank + sign * up < 5 and 0 <= file + right < 5)
    return table.reshape(-1)


def slide_table(up, right) -> np.ndarray:
    """uint64[25*8], by square and by which of the three inner squares of its line are occupied: both rays of the square.

    The bits of the second index are the inner squares, counted by files on ranks and diagonals and by ranks on files."""
    table = np.zeros((25, 8), np.uint64)
    for square in range(25):
        line = 1 << square | ray(square, up, right) | ray(square, -up, -right)
        for inner in range(8):
            occupied = sum(1 << cell for cell in range(25) if line >> cell & 1
                           and (2 * inner) >> (cell % 5 if right else cell // 5) & 1)
            table[square, inner] = ray(square, up, right, occupied) | ray(square, -up, -right, occupied)
    return table.reshape(-1)


def _line_table(between):
    table = np.zeros((25, 25), np.uint64)
    for a in range(25):
        for up, right in (*_ORTHOGONAL, *_DIAGONAL):
            forward = ray(a, up, right)
            for b in range(25):
                if forward >> b & 1:
                    whole = forward | ray(a, -up, -right) | 1 << a
                    table[a, b] = forward & ray(b, -up, -right) if between else whole
    return table.reshape(-1)


def _promotion_tables():
    plain = np.full((2, KINDS, 25), BOARD)
    promotes = np.zeros((2, KINDS, 25), np.uint64)
    for player, zone in enumerate(ZONE):
        plain[player, PAWN] = BOARD & ~zone
        promotes[player, :GOLD] = zone
        promotes[player, :GOLD, 20 * (1 - player):20 * (1 - player) + 5] = BOARD
    return plain.reshape(-1), promotes.reshape(-1)


#: uint64[2*KINDS*25], by player, kind and square: the squares to which this piece can step from there.
STEP = _step_table()
#: uint64[2*KINDS*25] each, by player, kind and square: the targets where the piece may stay as it is; where it may promote.
PLAIN, PROMOTES = _promotion_tables()
#: uint64[25*25] each, by two squares: the squares between them; the whole line through both. Empty if no line joins them.
BETWEEN, LINE = _line_table(True), _line_table(False)
