"""Who attacks what in MiniShogi: sliding by tables, checks, pins, mate by a dropped pawn."""
import numpy as np

from gopy.compiled.bits import ONE, ZERO, lowest_bit
from gopy.compiled.jit import kernel
from gopy.games.minishogi.layout import (
    ALL,
    BETWEEN,
    BISHOP,
    GOLD,
    KINDS,
    KING,
    LINE,
    PAWN,
    ROOK,
    SILVER,
    SLIDERS,
    SLOTS,
    STEP,
    ray,
    slide_table,
)

_RANK, _FILE = slide_table(0, 1), slide_table(1, 0)
_RISING, _FALLING = slide_table(1, 1), slide_table(1, -1)
_RISING_LINE = np.array([ray(s, 1, 1) | ray(s, -1, -1) for s in range(25)], np.uint64)
_FALLING_LINE = np.array([ray(s, 1, -1) | ray(s, -1, 1) for s in range(25)], np.uint64)

_FIRST_FILE = np.uint64(0b00001_00001_00001_00001_00001)
#: A factor that moves the bits of a file, which are 5 apart, next to each other from bit 20 on.
_GATHER_FILE = np.uint64(1 << 20 | 1 << 16 | 1 << 12 | 1 << 8 | 1 << 4)
#: A factor that moves the bits of a diagonal, one on each file, to the last rank.
_GATHER_DIAGONAL = _FIRST_FILE

_3 = np.uint64(3)
_5 = np.uint64(5)
_7 = np.uint64(7)
_21 = np.uint64(21)
_25 = np.uint64(25)
_SLOTS = np.uint64(SLOTS)
_KINDS = np.uint64(KINDS)
_BISHOP, _ROOK, _KING, _SLIDERS, _ALL = (np.uint64(slot) for slot in (BISHOP, ROOK, KING, SLIDERS, ALL))
_PAWN, _SILVER, _GOLD = (np.uint64(slot) for slot in (PAWN, SILVER, GOLD))


@kernel(entry=False, inline=True)
def orthogonal(square, occupied):
    """The squares that a rook on `square` reaches."""
    file = square % _5
    along = (occupied >> (square - file + ONE)) & _7
    up = (((occupied >> file) & _FIRST_FILE) * _GATHER_FILE >> _21) & _7
    row = square << _3
    return _RANK[row + along] | _FILE[row + up]


@kernel(entry=False, inline=True)
def diagonal(square, occupied):
    """The squares that a bishop on `square` reaches."""
    rising = ((occupied & _RISING_LINE[square]) * _GATHER_DIAGONAL >> _21) & _7
    falling = ((occupied & _FALLING_LINE[square]) * _GATHER_DIAGONAL >> _21) & _7
    row = square << _3
    return _RISING[row + rising] | _FALLING[row + falling]


@kernel(entry=False, inline=True)
def _steppers_to(sets, player, square):
    """The pieces of `player` that can step to `square`."""
    mine = player * _SLOTS
    royal = sets[mine + _KING] | sets[mine + _SLIDERS]
    # a piece of the player steps to `square` from where the same piece of the opponent on `square` could step
    row = (ONE - player) * _KINDS * _25 + square
    return ((STEP[row + _PAWN * _25] & sets[mine + _PAWN]) | (STEP[row + _SILVER * _25] & sets[mine + _SILVER])
            | (STEP[row + _GOLD * _25] & sets[mine + _GOLD]) | (STEP[row + _KING * _25] & royal))


@kernel(entry=False, inline=True)
def _sliders_to(sets, player, square, occupied):
    """The pieces of `player` that can slide to `square`."""
    mine = player * _SLOTS
    return ((diagonal(square, occupied) & sets[mine + _BISHOP])
            | (orthogonal(square, occupied) & sets[mine + _ROOK]))


@kernel(entry=False, inline=True)
def attackers(sets, player, square, occupied):
    """The pieces of `player` that attack `square`."""
    return _steppers_to(sets, player, square) | _sliders_to(sets, player, square, occupied)


@kernel(entry=False, inline=True)
def safe_steps(sets, player, king, occupied):
    """The squares to which the `king` of `player` may step."""
    steps = STEP[(player * _KINDS + _KING) * _25 + king] & ~sets[player * _SLOTS + _ALL]
    occupied &= ~(ONE << king)      # the king does not shield the squares behind it
    rest = steps
    while rest != ZERO:
        to = lowest_bit(rest)
        rest &= rest - ONE
        if attackers(sets, ONE - player, to, occupied) != ZERO:
            steps &= ~(ONE << to)
    return steps


@kernel(entry=False, inline=True)
def checks_and_pins(sets, player, king, occupied):
    """(pieces that give check to the `king` of `player`, pieces of either player that alone shield it from a slider)."""
    checkers = _steppers_to(sets, ONE - player, king)
    alone = ZERO
    sliders = _sliders_to(sets, ONE - player, king, ZERO)
    while sliders != ZERO:
        slider = lowest_bit(sliders)
        sliders &= sliders - ONE
        between = BETWEEN[king * _25 + slider] & occupied
        if between == ZERO:
            checkers |= ONE << slider
        elif between & (between - ONE) == ZERO:
            alone |= between
    return checkers, alone


@kernel(entry=False, inline=True)
def _taken(sets, player, king, square, occupied):
    """Whether `player` can capture on `square`, next to the own `king`, with a piece other than the king."""
    takers = attackers(sets, player, square, occupied) & ~(ONE << king)
    sliders = _sliders_to(sets, ONE - player, king, ZERO)
    while sliders != ZERO:
        slider = lowest_bit(sliders)
        sliders &= sliders - ONE
        between = BETWEEN[king * _25 + slider] & occupied
        if between & (between - ONE) == ZERO and (LINE[king * _25 + slider] >> square) & ONE == ZERO:
            takers &= ~between
    return takers != ZERO


@kernel(entry=False, inline=True)
def mate_by_pawn(sets, player, occupied):
    """The square, as a set, where a pawn that `player` drops gives checkmate; empty if there is none."""
    other = ONE - player
    king = lowest_bit(sets[other * _SLOTS + _KING])
    drop = STEP[(other * _KINDS + _PAWN) * _25 + king]       # the square in front of the king, where a pawn gives check
    if drop & ~occupied == ZERO:
        return ZERO
    occupied |= drop
    if safe_steps(sets, other, king, occupied) != ZERO or _taken(sets, other, king, lowest_bit(drop), occupied):
        return ZERO
    return drop
