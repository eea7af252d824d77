"""MiniShogi as the search sees it.

The moves of each piece are found as one set, already legal (pins and checks are masks), so that a random move needs
neither a list of moves nor a trial. A move is origin*25 + to, where an origin of 25 or more is the hand: 25 + kind.
A move that promotes has 750 added.
"""
import numpy as np

from gopy import game
from gopy.compiled.bits import ONE, ZERO, lowest_bit, popcount
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below
from gopy.game import append_move
from gopy.games.catalogue import register_game
from gopy.games.minishogi.attacks import attackers, checks_and_pins, diagonal, mate_by_pawn, orthogonal, safe_steps
from gopy.games.minishogi.layout import (
    ALL,
    BETWEEN,
    BISHOP,
    BOARD,
    GOLD,
    HAND,
    HORSE,
    KINDS,
    KING,
    LINE,
    NOTHING,
    PAWN,
    PLAIN,
    PROMOTES,
    PROMOTION,
    ROOK,
    SILVER,
    SLIDERS,
    SLOTS,
    STEP,
    ZONE,
    MiniShogi,
)

DROP = 25
PROMOTING = 750
NUM_MOVES = 1375
MAX_PLIES = 2500

_2 = np.uint64(2)
_5 = np.uint64(5)
_10 = np.uint64(10)
_25 = np.uint64(25)
_50 = np.uint64(50)
#: The bits of the two sets of target squares in an entry of `targets`.
_TARGETS = np.uint64((1 << 50) - 1)
#: The lowest bit of every kind in a hand. There are at most two of a kind, so its two lowest bits say whether any is there.
_EACH_KIND = np.uint64(0x11111)
_DROP = np.uint64(DROP)
_PROMOTING = np.uint64(PROMOTING)
_PROMOTION = np.uint64(PROMOTION)
_SLOTS = np.uint64(SLOTS)
_KINDS = np.uint64(KINDS)
_PAWN, _BISHOP, _ROOK, _GOLD, _KING, _HORSE = (np.uint64(kind) for kind in (PAWN, BISHOP, ROOK, GOLD, KING, HORSE))
_SLIDERS, _ALL, _HAND = (np.uint64(slot) for slot in (SLIDERS, ALL, HAND))
_NO_PIECE = np.uint8(NOTHING)


def new_minishogi() -> MiniShogi:
    """The start position."""
    state = MiniShogi(np.zeros(2 * SLOTS, np.uint64), np.full(25, NOTHING, np.uint8), np.zeros(1, np.int64),
                      np.zeros(16, np.uint64))
    for square, kind in enumerate((KING, GOLD, SILVER, BISHOP, ROOK, PAWN)):
        for player, place in ((0, square), (1, 24 - square)):
            state.kinds[place] = kind
            for slot in (kind, ALL):
                state.sets[player * SLOTS + slot] |= ONE << np.uint64(place)
    return state


register_game("minishogi", new_minishogi)


# ---- finding moves ------------------------------------------------------------------------------

@kernel(entry=False, inline=True)
def _piece_moves(state, player, square, slides, allowed, king, alone):
    """The entry of a piece on `square` that steps there or slides to `slides`, restricted to the squares `allowed`."""
    row = (player * _KINDS + np.uint64(state.kinds[square])) * _25 + square
    to = (STEP[row] | slides) & allowed
    if (alone >> square) & ONE != ZERO:
        to &= LINE[king * _25 + square]
    return (to & PLAIN[row]) | ((to & PROMOTES[row]) << _25) | (square << _50)


@kernel(entry=False, inline=True)
def _files_of(squares):
    """All squares of the files with one of `squares`."""
    squares |= (squares << _5) | (squares >> _5)
    squares |= (squares << _5) | (squares >> _5)
    return squares | (squares << _10) | (squares >> _10)


@kernel(entry=False, inline=True)
def _find_moves(state, hasty):
    """Fill state.targets with an entry for each origin, the king's first. An entry combines three numbers: the set of
    target squares, the set of target squares when promoting << 25, and the origin << 50.

    Returns how many entries and how many moves. When `hasty`, two rules are left to `_is_legal`: that the king may not
    step on an attacked square (unless it is in check), and that a pawn may not be dropped to give mate."""
    sets, targets = state.sets, state.targets
    player = np.uint64(state.ply[0]) & ONE
    mine = player * _SLOTS
    own = sets[mine + _ALL]
    occupied = own | sets[(ONE - player) * _SLOTS + _ALL]
    # 1. the king
    king_set = sets[mine + _KING]
    king = lowest_bit(king_set)
    checkers, alone = checks_and_pins(sets, player, king, occupied)
    if hasty and checkers == ZERO:
        steps = STEP[(player * _KINDS + _KING) * _25 + king] & ~own
    else:
        steps = safe_steps(sets, player, king, occupied)
    targets[ZERO] = steps | (king << _50)
    entries = ONE
    moves = popcount(steps)
    # 2. where the other pieces may go: anywhere or, in check, where they capture or block the only checker
    allowed = BOARD
    if checkers != ZERO:
        if checkers & (checkers - ONE) != ZERO:
            return entries, moves
        allowed = checkers | BETWEEN[king * _25 + lowest_bit(checkers)]
    # 3. the other pieces
    reach = allowed & ~own
    bishops, rooks = sets[mine + _BISHOP], sets[mine + _ROOK]
    rest = own & ~(king_set | bishops | rooks)
    while rest != ZERO:
        targets[entries] = _piece_moves(state, player, lowest_bit(rest), ZERO, reach, king, alone)
        moves += popcount(targets[entries] & _TARGETS)
        entries += ONE
        rest &= rest - ONE
    while bishops != ZERO:
        square = lowest_bit(bishops)
        targets[entries] = _piece_moves(state, player, square, diagonal(square, occupied), reach, king, alone)
        moves += popcount(targets[entries] & _TARGETS)
        entries += ONE
        bishops &= bishops - ONE
    while rooks != ZERO:
        square = lowest_bit(rooks)
        targets[entries] = _piece_moves(state, player, square, orthogonal(square, occupied), reach, king, alone)
        moves += popcount(targets[entries] & _TARGETS)
        entries += ONE
        rooks &= rooks - ONE
    # 4. the hand
    hand = sets[mine + _HAND]
    empty = allowed & ~occupied
    kinds = (hand | (hand >> ONE)) & _EACH_KIND
    while kinds != ZERO and empty != ZERO:
        kind = lowest_bit(kinds) >> _2
        kinds &= kinds - ONE
        to = empty
        if kind == _PAWN:
            to &= ~(_files_of(sets[mine + _PAWN]) | ZONE[player])
            if not hasty:
                to &= ~mate_by_pawn(sets, player, occupied)
        targets[entries] = to | ((_DROP + kind) << _50)
        entries += ONE
        moves += popcount(to)
    return entries, moves


@kernel(entry=False, inline=True)
def _is_legal(state, move):
    """Whether a move that `_find_moves` found when `hasty` is legal."""
    sets = state.sets
    player = np.uint64(state.ply[0]) & ONE
    king = sets[player * _SLOTS + _KING]
    occupied = sets[_ALL] | sets[_SLOTS + _ALL]
    origin = move // _25
    to = move - origin * _25
    if origin == lowest_bit(king):
        return attackers(sets, ONE - player, to, occupied & ~king) == ZERO
    return origin != _DROP or mate_by_pawn(sets, player, occupied) != ONE << to


@kernel(entry=False, inline=True)
def _first_move(entry):
    """The move of the lowest target in an entry."""
    to = lowest_bit(entry)
    move = (entry >> _50) * _25 + to
    return move + (_PROMOTING - _25) if to >= _25 else move


# ---- playing ------------------------------------------------------------------------------------

@kernel(entry=False, inline=True)
def _toggle(sets, mine, kind, piece):
    """Put a piece on the board or take it off; `piece` is the set of its one square."""
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
    mine = player * _SLOTS
    theirs = (ONE - player) * _SLOTS
    promotion = ZERO
    if move >= _PROMOTING:
        move -= _PROMOTING
        promotion = _PROMOTION
    origin = move // _25
    square = move - origin * _25
    to = ONE << square
    if origin >= _DROP:
        kind = origin - _DROP
        sets[mine + _HAND] -= ONE << (kind << _2)
    else:
        kind = np.uint64(kinds[origin])
        kinds[origin] = _NO_PIECE
        _toggle(sets, mine, kind, ONE << origin)
        if sets[theirs + _ALL] & to != ZERO:
            taken = np.uint64(kinds[square])
            _toggle(sets, theirs, taken, to)
            if taken >= _PROMOTION:
                taken -= _PROMOTION
            sets[mine + _HAND] += ONE << (taken << _2)
        kind += promotion
    kinds[square] = np.uint8(kind)
    _toggle(sets, mine, kind, to)
    state.ply[0] += 1


# ---- the contract -------------------------------------------------------------------------------

@game.num_moves.register(MiniShogi)
@kernel
def num_moves(state):
    return NUM_MOVES


@game.to_play.register(MiniShogi)
@kernel
def to_play(state):
    return state.ply[0] & 1


@game.copy_state.register(MiniShogi)
@kernel
def copy_state(dst, src):
    for i in range(2 * SLOTS):
        dst.sets[i] = src.sets[i]
    for i in range(25):
        dst.kinds[i] = src.kinds[i]
    dst.ply[0] = src.ply[0]


@game.legal_moves.register(MiniShogi)
@kernel
def legal_moves(state, out):
    entries, _ = _find_moves(state, False)
    n = 0
    for i in range(entries):
        entry = state.targets[i]
        while entry & _TARGETS != ZERO:
            out[n] = _first_move(entry)
            n += 1
            entry &= entry - ONE
    return n


@game.play.register(MiniShogi)
@kernel
def play(state, move):
    _play(state, np.uint64(move))


@game.is_over.register(MiniShogi)
@kernel
def is_over(state):
    if state.ply[0] >= MAX_PLIES:
        return True
    _, moves = _find_moves(state, False)
    return moves == ZERO


@game.value.register(MiniShogi)
@kernel
def value(state):
    _, moves = _find_moves(state, False)
    if moves != ZERO:
        return 0.5
    return 1.0 if state.ply[0] & 1 else 0.0


@game.run_playout.register(MiniShogi)
@kernel
def run_playout(state, rng, game_params, trace):
    hasty = True
    while state.ply[0] < MAX_PLIES:
        _, moves = _find_moves(state, hasty)
        if moves == ZERO:
            return
        # the entry and the target of a random move
        left = next_below(rng, moves)
        i = ZERO
        entry = state.targets[i]
        while left >= popcount(entry & _TARGETS):
            left -= popcount(entry & _TARGETS)
            i += ONE
            entry = state.targets[i]
        while left != ZERO:
            entry &= entry - ONE
            left -= ONE
        move = _first_move(entry)
        # if the move proves illegal, the next is drawn from the legal moves alone, so that these are all equally likely
        hasty = not hasty or _is_legal(state, move)
        if hasty:
            append_move(trace, np.int64(move))
            _play(state, move)


# ---- as text ------------------------------------------------------------------------------------

_LETTERS = ("P", "S", "B", "R", "G", "K", "+P", "+S", "+B", "+R", ".")


@game.move_text.register(MiniShogi)
def move_text(state, move) -> str:
    """The squares from and to, with + when promoting (`a2a3`, `d1a4+`); for a drop the piece and the square (`S@b3`)."""
    move, promoting = (move - PROMOTING, "+") if move >= PROMOTING else (move, "")
    origin, to = divmod(move, 25)
    start = _LETTERS[origin - DROP] + "@" if origin >= DROP else _square_text(origin)
    return start + _square_text(to) + promoting


def _square_text(square):
    return "abcde"[square % 5] + str(square // 5 + 1)


def _hand_text(state, player, name):
    hand = int(state.sets[player * SLOTS + HAND])
    pieces = "".join(_LETTERS[kind] * (hand >> 4 * kind & 15) for kind in range(GOLD + 1)) or "nothing"
    return f"   {name} hold {pieces if player == 0 else pieces.lower()}"


@game.draw.register(MiniShogi)
def draw(state) -> str:
    """The board as text: player 0's pieces in capitals, promoted pieces with +, the hands beside the board."""
    lines = []
    for rank in range(4, -1, -1):
        signs = []
        for square in range(5 * rank, 5 * rank + 5):
            sign = f"{_LETTERS[state.kinds[square]]:>2}"
            signs.append(sign.lower() if int(state.sets[SLOTS + ALL]) >> square & 1 else sign)
        lines.append(f"{rank + 1} " + " ".join(signs))
    lines[0] += _hand_text(state, 1, "small letters")
    lines[4] += _hand_text(state, 0, "capitals")
    return "\n".join([*lines, "   a  b  c  d  e"])
