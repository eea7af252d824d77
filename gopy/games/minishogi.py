"""MiniShogi on 5x5: drops, promotion on the last rank, checkmate wins. Square = 5*rank + file, player 0 at rank 0.

The rules are those of the game description behind Kowalski et al., "Proof Number Based Monte-Carlo Tree Search" (2024):
- Each side starts with king, gold, silver, bishop, rook and pawn; player 0's king stands on a1, player 1's on e5.
- A pawn, silver, bishop or rook may promote on a move to or from the last rank; a pawn that arrives there must. A
  captured piece goes to hand unpromoted and is dropped on an empty square instead of a move.
- No drop of a pawn on the last rank, on a file with an own unpromoted pawn, or giving checkmate.
- No move may leave the own king attacked; who has no legal move has lost, in check (checkmate) or not. (The paper's
  text speaks of capturing the king; its game description ends at the mate, as here.)
- No rule about repetition, as there: a game of 2500 plies is a draw, the limit of the system the paper used.
Moving and promoting are one move here, two decisions of one player there.

Sets of squares are the low 25 bits of a word. The moves of each piece are found as one set, already legal (pins and
checks are masks), so a random move needs neither a list of moves nor a trial.
"""
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.bits import ONE, ZERO, lowest_bit, popcount
from gopy.game import append_move, implements, register_game
from gopy.jit import kernel
from gopy.rng import next_below

MAX_PLIES = 2500

# kinds of pieces; the first five can be in hand, the first four promote, to kind + PROMOTION
PAWN, SILVER, BISHOP, ROOK, GOLD, KING, PROMOTED_PAWN, PROMOTED_SILVER, HORSE, DRAGON, NOTHING = range(11)
PROMOTION = 6
KINDS = 10
LETTERS = ("P", "S", "B", "R", "G", "K", "+P", "+S", "+B", "+R", ".")

# slots of a player in `sets`: squares by way of moving, all squares, and the hand with four bits a kind
# (PAWN, SILVER, BISHOP with horses, ROOK with dragons, GOLD with promoted pawns and silvers, KING)
SLIDERS = 6     #: horses and dragons, which also step like kings
ALL = 7
HAND = 8
SLOTS = np.uint64(9)

# A move is origin*25 + to, where an origin of 25 or more is the hand: 25 + kind; promoting adds 750.
DROP = 25
PROMOTING = 750
NUM_MOVES = 1375

_5 = np.uint64(5)
_7 = np.uint64(7)
_21 = np.uint64(21)
_25 = np.uint64(25)
_50 = np.uint64(50)
_KINDS = np.uint64(KINDS)
_DROP = np.uint64(DROP)
_PROMOTING = np.uint64(PROMOTING)
_PROMOTION = np.uint64(PROMOTION)
_SLIDERS = np.uint64(SLIDERS)
_ALL = np.uint64(ALL)
_HAND = np.uint64(HAND)
_PAWN, _SILVER, _BISHOP, _ROOK, _GOLD, _KING, _HORSE = (
    np.uint64(kind) for kind in (PAWN, SILVER, BISHOP, ROOK, GOLD, KING, HORSE))
_NO_PIECE = np.uint8(NOTHING)

BOARD = np.uint64((1 << 25) - 1)
FILE_A = np.uint64(0b00001_00001_00001_00001_00001)
FILE_E = np.uint64(0b10000_10000_10000_10000_10000)
#: The last rank of player 0 and of player 1.
ZONE = np.array([0b11111 << 20, 0b11111], np.uint64)
_MOVES = np.uint64((1 << 50) - 1)
#: A product that brings the bits of a file, 5 apart, together from bit 20 on.
_GATHER_FILE = np.uint64(1 << 20 | 1 << 16 | 1 << 12 | 1 << 8 | 1 << 4)
#: A product that lets the bits of a diagonal, one a file, fall on the last rank.
_GATHER_DIAGONAL = FILE_A


class MiniShogi(NamedTuple):
    """A position; player 0 moves first, up the ranks."""

    sets: np.ndarray    #: uint64[2*9], what each player has: see SLIDERS, ALL, HAND
    kinds: np.ndarray   #: uint8[25], the piece on each square, NOTHING if none
    ply: np.ndarray     #: int64[1], moves played
    targets: np.ndarray     #: uint64[16], work area: the moves of each piece and of the hand


# ---- tables -------------------------------------------------------------------------------------

_ORTHOGONAL = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_STEPS = {PAWN: ((1, 0),), SILVER: ((1, 0), *_DIAGONAL), GOLD: (*_ORTHOGONAL, (1, 1), (1, -1)),
          KING: (*_ORTHOGONAL, *_DIAGONAL)}
_STEPS[PROMOTED_PAWN] = _STEPS[PROMOTED_SILVER] = _STEPS[GOLD]
_STEPS[HORSE] = _STEPS[DRAGON] = _STEPS[KING]


def _ray(square, up, right, occupied=0):
    """Squares from `square` in a direction up to the edge or the first occupied one, that included."""
    rank, file = divmod(square, 5)
    squares = 0
    while 0 <= (rank := rank + up) < 5 and 0 <= (file := file + right) < 5:
        squares |= 1 << (5 * rank + file)
        if occupied >> (5 * rank + file) & 1:
            break
    return squares


def _step_table():
    """uint64[2*10*25]: where a piece of a player and kind on a square may step to."""
    table = np.zeros((2, KINDS, 25), np.uint64)
    for player, sign in ((0, 1), (1, -1)):
        for kind, steps in _STEPS.items():
            for square in range(25):
                rank, file = divmod(square, 5)
                table[player, kind, square] = sum(
                    1 << (5 * (rank + sign * up) + file + right) for up, right in steps
                    if 0 <= rank + sign * up < 5 and 0 <= file + right < 5)
    return table.reshape(-1)


def _slide_table(up, right):
    """uint64[25*8]: both rays of a square along a line whose three inner cells are occupied as the index says.

    Inner cells are counted along the rank for ranks and diagonals, up for files."""
    table = np.zeros((25, 8), np.uint64)
    for square in range(25):
        line = 1 << square | _ray(square, up, right) | _ray(square, -up, -right)
        for inner in range(8):
            occupied = sum(1 << cell for cell in range(25) if line >> cell & 1
                           and (2 * inner) >> (cell % 5 if right else cell // 5) & 1)
            table[square, inner] = _ray(square, up, right, occupied) | _ray(square, -up, -right, occupied)
    return table.reshape(-1)


def _line_table(between):
    """uint64[25*25]: the squares between two on a line, or the whole line through both; empty if not on a line."""
    table = np.zeros((25, 25), np.uint64)
    for a in range(25):
        for up, right in (*_ORTHOGONAL, *_DIAGONAL):
            ray = _ray(a, up, right)
            for b in range(25):
                if ray >> b & 1:
                    part = ray & _ray(b, -up, -right)
                    table[a, b] = part if between else ray | _ray(a, -up, -right) | 1 << a
    return table.reshape(-1)


STEP = _step_table()
_RANK, _FILE = _slide_table(0, 1), _slide_table(1, 0)
_RISING, _FALLING = _slide_table(1, 1), _slide_table(1, -1)
_RISING_LINE = np.array([_ray(s, 1, 1) | _ray(s, -1, -1) for s in range(25)], np.uint64)
_FALLING_LINE = np.array([_ray(s, 1, -1) | _ray(s, -1, 1) for s in range(25)], np.uint64)
BETWEEN, LINE = _line_table(True), _line_table(False)


# ---- attacks ------------------------------------------------------------------------------------

@kernel(entry=False, inline=True)
def _orthogonal(square, occupied):
    """Where a rook on `square` reaches."""
    file = square % _5
    along = (occupied >> (square - file + ONE)) & _7
    up = (((occupied >> file) & FILE_A) * _GATHER_FILE >> _21) & _7
    row = square << np.uint64(3)
    return _RANK[row + along] | _FILE[row + up]


@kernel(entry=False, inline=True)
def _diagonal(square, occupied):
    """Where a bishop on `square` reaches."""
    rising = ((occupied & _RISING_LINE[square]) * _GATHER_DIAGONAL >> _21) & _7
    falling = ((occupied & _FALLING_LINE[square]) * _GATHER_DIAGONAL >> _21) & _7
    row = square << np.uint64(3)
    return _RISING[row + rising] | _FALLING[row + falling]


@kernel(entry=False, inline=True)
def _sideways(squares):
    return ((squares & ~FILE_A) >> ONE) | ((squares & ~FILE_E) << ONE)


@kernel(entry=False, inline=True)
def _attacked(sets, player, occupied):
    """Every square that `player` attacks, own ones included, when `occupied` squares stop sliders."""
    mine = player * SLOTS
    # 1. those who step, all at once
    silvers = sets[mine + _SILVER]
    golds = sets[mine + _GOLD]
    royal = sets[mine + _KING] | sets[mine + _SLIDERS]
    beside_silvers = _sideways(silvers)
    beside_golds = _sideways(golds)
    beside_royal = _sideways(royal)
    forward = sets[mine + _PAWN] | silvers | golds | royal | beside_silvers | beside_golds | beside_royal
    backward = golds | royal | beside_silvers | beside_royal
    if player == ZERO:
        squares = (forward << _5) | (backward >> _5)
    else:
        squares = (forward >> _5) | (backward << _5)
    squares |= beside_golds | beside_royal
    # 2. sliders one by one
    rest = sets[mine + _BISHOP]
    while rest != ZERO:
        squares |= _diagonal(lowest_bit(rest), occupied)
        rest &= rest - ONE
    rest = sets[mine + _ROOK]
    while rest != ZERO:
        squares |= _orthogonal(lowest_bit(rest), occupied)
        rest &= rest - ONE
    return squares & BOARD


@kernel(entry=False, inline=True)
def _steppers_to(sets, player, square, royal):
    """Pieces of `player` one step from `square`; `royal`: those of them that step like kings."""
    mine = player * SLOTS
    # where a piece of the opponent would step from there is where one of the player's comes from
    row = (ONE - player) * _KINDS * _25 + square
    return ((STEP[row + _PAWN * _25] & sets[mine + _PAWN]) | (STEP[row + _SILVER * _25] & sets[mine + _SILVER])
            | (STEP[row + _GOLD * _25] & sets[mine + _GOLD]) | (STEP[row + _KING * _25] & royal))


@kernel(entry=False, inline=True)
def _sliders_in_line(sets, player, square):
    """Pieces of `player` that would reach `square` over an empty board by sliding."""
    mine = player * SLOTS
    return (_diagonal(square, ZERO) & sets[mine + _BISHOP]) | (_orthogonal(square, ZERO) & sets[mine + _ROOK])


@kernel(entry=False, inline=True)
def _pawn_drop_mates(sets, player, king, square, occupied):
    """Whether a pawn that `player` drops on `square`, before the `king` of the other, gives checkmate."""
    other = ONE - player
    theirs = other * SLOTS
    drop = ONE << square
    occupied |= drop
    # 1. a step of the king, perhaps onto the pawn
    escapes = STEP[(other * _KINDS + _KING) * _25 + king] & ~sets[theirs + _ALL]
    if escapes & ~_attacked(sets, player, occupied & ~(ONE << king)) != ZERO:
        return False
    # 2. another piece takes the pawn, unless it is pinned to another line
    takers = (_steppers_to(sets, other, square, sets[theirs + _SLIDERS])
              | (_diagonal(square, occupied) & sets[theirs + _BISHOP])
              | (_orthogonal(square, occupied) & sets[theirs + _ROOK]))
    pinners = _sliders_in_line(sets, player, king)
    while pinners != ZERO:
        pinner = lowest_bit(pinners)
        pinners &= pinners - ONE
        pinned = BETWEEN[king * _25 + pinner] & occupied
        if pinned & (pinned - ONE) == ZERO and LINE[king * _25 + pinner] & drop == ZERO:
            takers &= ~pinned
    return takers == ZERO


# ---- moves --------------------------------------------------------------------------------------

@kernel(entry=False, inline=True)
def _dropped_pawns(sets, player, king, occupied, squares):
    """Of the empty `squares`, those where `player` may drop a pawn; `king`: the other's square."""
    pawns = sets[player * SLOTS + _PAWN]
    pawns |= (pawns << _5) | (pawns >> _5)
    pawns |= (pawns << _5) | (pawns >> _5)
    pawns |= (pawns << np.uint64(10)) | (pawns >> np.uint64(10))
    squares &= ~(pawns | ZONE[player])
    before_king = STEP[(ONE - player) * _KINDS * _25 + king]     # the one step of a pawn there
    if squares & before_king != ZERO and _pawn_drop_mates(sets, player, king, lowest_bit(before_king), occupied):
        squares &= ~before_king
    return squares


@kernel(entry=False, inline=True)
def _checks_and_pins(sets, player, king, occupied):
    """The pieces that give check to the `king` of `player`, and the player's pieces that stand between it and a slider."""
    other = ONE - player
    theirs = other * SLOTS
    checkers = _steppers_to(sets, other, king, sets[theirs + _SLIDERS])
    pinned = ZERO
    sliders = _sliders_in_line(sets, other, king)
    while sliders != ZERO:
        slider = lowest_bit(sliders)
        sliders &= sliders - ONE
        between = BETWEEN[king * _25 + slider] & occupied
        if between == ZERO:
            checkers |= ONE << slider
        elif between & (between - ONE) == ZERO:
            pinned |= between
    return checkers, pinned


@kernel(entry=False, inline=True)
def _find_moves(state):
    """Fill state.targets, an entry an origin: targets, targets when promoting << 25, origin << 50.

    Returns how many entries and how many moves."""
    sets, targets = state.sets, state.targets
    player = np.uint64(state.ply[0]) & ONE
    mine = player * SLOTS
    theirs = (ONE - player) * SLOTS
    own = sets[mine + _ALL]
    occupied = own | sets[theirs + _ALL]
    # 1. the king
    king_set = sets[mine + _KING]
    king = lowest_bit(king_set)
    steps = STEP[(player * _KINDS + _KING) * _25 + king] & ~own
    steps &= ~_attacked(sets, ONE - player, occupied & ~king_set)
    targets[ZERO] = steps | (king << _50)
    entries = ONE
    moves = popcount(steps)
    # 2. what the others must do: anything, or take or block the only checker
    checkers, pinned = _checks_and_pins(sets, player, king, occupied)
    allowed = BOARD
    if checkers != ZERO:
        if checkers & (checkers - ONE) != ZERO:
            return entries, moves
        allowed = checkers | BETWEEN[king * _25 + lowest_bit(checkers)]
    # 3. the other pieces
    zone = ZONE[player]
    rest = own & ~king_set
    while rest != ZERO:
        square = lowest_bit(rest)
        piece = rest & (~rest + ONE)
        rest ^= piece
        kind = np.uint64(state.kinds[square])
        to = STEP[(player * _KINDS + kind) * _25 + square]
        if piece & sets[mine + _BISHOP] != ZERO:
            to |= _diagonal(square, occupied)
        elif piece & sets[mine + _ROOK] != ZERO:
            to |= _orthogonal(square, occupied)
        to &= allowed & ~own
        if piece & pinned != ZERO:
            to &= LINE[king * _25 + square]
        if kind < _GOLD:
            promoting = to if piece & zone != ZERO else to & zone
            if kind == _PAWN:
                to &= ~zone
            to |= promoting << _25
        targets[entries] = to | (square << _50)
        entries += ONE
        moves += popcount(to)
    # 4. the hand
    hand = sets[mine + _HAND]
    empty = allowed & ~occupied
    if hand != ZERO and empty != ZERO:
        for kind in range(5):
            if (hand >> np.uint64(4 * kind)) & np.uint64(15) != ZERO:
                to = empty
                if kind == PAWN:
                    to = _dropped_pawns(sets, player, lowest_bit(sets[theirs + _KING]), occupied, empty)
                targets[entries] = to | ((_DROP + np.uint64(kind)) << _50)
                entries += ONE
                moves += popcount(to)
    return entries, moves


@kernel(entry=False, inline=True)
def _first_move(entry):
    """The move of the lowest target in an entry of `targets`."""
    to = lowest_bit(entry)
    move = (entry >> _50) * _25 + to
    return move + (_PROMOTING - _25) if to >= _25 else move


@kernel(entry=False, inline=True)
def _toggle(sets, mine, kind, piece):
    """Put a piece, a set of one square, on the board or take it off."""
    way = kind
    if kind >= _PROMOTION:
        way = _GOLD if kind < _HORSE else kind - _PROMOTION
        if kind >= _HORSE:
            sets[mine + _SLIDERS] ^= piece
    sets[mine + way] ^= piece
    sets[mine + _ALL] ^= piece


@kernel(entry=False, inline=True)
def _play(state, move):
    sets, kinds = state.sets, state.kinds
    player = np.uint64(state.ply[0]) & ONE
    mine = player * SLOTS
    theirs = (ONE - player) * SLOTS
    promotion = ZERO
    if move >= _PROMOTING:
        move -= _PROMOTING
        promotion = _PROMOTION
    origin = move // _25
    square = move - origin * _25
    to = ONE << square
    if origin >= _DROP:
        kind = origin - _DROP
        sets[mine + _HAND] -= ONE << (kind << np.uint64(2))
    else:
        kind = np.uint64(kinds[origin])
        kinds[origin] = _NO_PIECE
        _toggle(sets, mine, kind, ONE << origin)
        if sets[theirs + _ALL] & to != ZERO:
            taken = np.uint64(kinds[square])
            _toggle(sets, theirs, taken, to)
            if taken >= _PROMOTION:
                taken -= _PROMOTION
            sets[mine + _HAND] += ONE << (taken << np.uint64(2))
        kind += promotion
    kinds[square] = np.uint8(kind)
    _toggle(sets, mine, kind, to)
    state.ply[0] += 1


# ---- the contract -------------------------------------------------------------------------------

def new_minishogi():
    """The start position."""
    state = MiniShogi(np.zeros(2 * int(SLOTS), np.uint64), np.full(25, NOTHING, np.uint8), np.zeros(1, np.int64),
                      np.zeros(16, np.uint64))
    for square, kind in enumerate((KING, GOLD, SILVER, BISHOP, ROOK, PAWN)):
        for player, place in ((0, square), (1, 24 - square)):
            state.kinds[place] = kind
            for slot in (kind, ALL):
                state.sets[player * int(SLOTS) + slot] |= ONE << np.uint64(place)
    return state


register_game("minishogi", new_minishogi)


@implements(game.num_moves, MiniShogi)
@kernel
def num_moves(state):
    return NUM_MOVES


@implements(game.to_play, MiniShogi)
@kernel
def to_play(state):
    return state.ply[0] & 1


@implements(game.copy_state, MiniShogi)
@kernel
def copy_state(dst, src):
    for i in range(18):
        dst.sets[i] = src.sets[i]
    for i in range(25):
        dst.kinds[i] = src.kinds[i]
    dst.ply[0] = src.ply[0]


@implements(game.legal_moves, MiniShogi)
@kernel
def legal_moves(state, out):
    entries, _ = _find_moves(state)
    n = 0
    for i in range(entries):
        entry = state.targets[i]
        while entry & _MOVES != ZERO:
            out[n] = _first_move(entry)
            n += 1
            entry &= entry - ONE
    return n


@implements(game.play, MiniShogi)
@kernel
def play(state, move):
    _play(state, np.uint64(move))


@implements(game.is_over, MiniShogi)
@kernel
def is_over(state):
    if state.ply[0] >= MAX_PLIES:
        return True
    _, moves = _find_moves(state)
    return moves == ZERO


@implements(game.value, MiniShogi)
@kernel
def value(state):
    _, moves = _find_moves(state)
    if moves != ZERO:
        return 0.5
    return 1.0 if state.ply[0] & 1 else 0.0


@implements(game.run_playout, MiniShogi)
@kernel
def run_playout(state, rng, params, trace):
    while state.ply[0] < MAX_PLIES:
        _, moves = _find_moves(state)
        if moves == ZERO:
            return
        # the entry and the target of a random move
        left = next_below(rng, moves)
        i = ZERO
        entry = state.targets[i]
        while left >= popcount(entry & _MOVES):
            left -= popcount(entry & _MOVES)
            i += ONE
            entry = state.targets[i]
        while left != ZERO:
            entry &= entry - ONE
            left -= ONE
        move = _first_move(entry)
        append_move(trace, np.int64(move))
        _play(state, move)


@implements(game.move_text, MiniShogi)
def move_text(state, move):
    """From and to, with + when promoting, `a2a3` or `d1a4+`; the piece and to for a drop, `S@b3`."""
    move, promoting = (move - PROMOTING, "+") if move >= PROMOTING else (move, "")
    origin, to = divmod(move, 25)
    return (LETTERS[origin - DROP] + "@" if origin >= DROP else _square_text(origin)) + _square_text(to) + promoting


def _square_text(square):
    return "abcde"[square % 5] + str(square // 5 + 1)


@implements(game.draw, MiniShogi)
def draw(state):
    """Player 0 in capitals, promoted pieces with +, hands beside the board."""
    hands = []
    for player, name in ((0, "capitals"), (1, "small letters")):
        hand = int(state.sets[player * int(SLOTS) + HAND])
        pieces = "".join(LETTERS[kind] * (hand >> 4 * kind & 15) for kind in range(5))
        hands.append(f"  {name} hold {(pieces if player == 0 else pieces.lower()) or 'nothing'}")
    lines = []
    for rank in range(4, -1, -1):
        signs = []
        for square in range(5 * rank, 5 * rank + 5):
            sign = f"{LETTERS[state.kinds[square]]:>2}"
            signs.append(sign.lower() if int(state.sets[int(SLOTS) + ALL]) >> square & 1 else sign)
        lines.append(f"{rank + 1}" + " ".join(signs) + {4: hands[1], 0: hands[0]}.get(rank, ""))
    return "\n".join([*lines, "  a  b  c  d  e"])
