"""Looking at a Go position and playing on it: chains with exact liberties, legality, captures, ko.

The record that all this works on is described in layout.py.
"""
import numpy as np

from gopy.compiled.bits import INDEX_MASK, INDEX_SHIFT, ONE, ZERO, bit, load_bits, lowest_bit, popcount
from gopy.compiled.jit import kernel
from gopy.go.bitboard.layout import NO_POINT, TWO, point_count, size_of, word_count

# ---------------------------------------------------------------- looking

@kernel(entry=False)
def window(position, colour, point):
    """The stones of `colour` in the 3x3 neighbourhood of `point`, as bits.

    Bit r * (N + 1) + c stands for row r, column c of the neighbourhood, counted from its lower left.
    """
    # The words of `colour` begin with a guard word, and the neighbourhood with the point a row and a column before `point`.
    first = colour * (word_count(position) + TWO) + ONE
    return load_bits(position.data[0].stones, (first << INDEX_SHIFT) + point - (size_of(position) + TWO))


@kernel(entry=False)
def has_stone(position, colour, point):
    """Whether a stone of `colour` stands on `point`; False off the board."""
    data = position.data[0]
    at = colour * (word_count(position) + TWO) + ONE + (point >> INDEX_SHIFT)
    return (data.stones[at] >> (point & INDEX_MASK)) & ONE != ZERO


@kernel(entry=False)
def window_point(position, point, offset):
    """The point at bit `offset` of the window around `point`."""
    return point + offset - (size_of(position) + TWO)


@kernel(entry=False)
def chain_of(position, point):
    """Id of the chain of the stone on `point`."""
    data = position.data[0]
    return np.uint64(data.chain[point])


@kernel(entry=False, inline=True)
def next_chain(position, point, around):
    """The chain of the lowest stone of `around`, stones of one colour as a window mask, and what is left without that chain.

    A loop that goes on while something is left sees each chain next to `point` once.
    """
    chain = chain_of(position, window_point(position, point, lowest_bit(around)))
    around &= around - ONE
    others = around
    while others != ZERO:
        if chain_of(position, window_point(position, point, lowest_bit(others))) == chain:
            around &= ~(others & (~others + ONE))
        others &= others - ONE
    return chain, around


@kernel(entry=False)
def last_liberty(position, chain):
    """The lowest liberty of a chain, the only one of a chain in atari; NO_POINT if there is none."""
    data = position.data[0]
    w_count = word_count(position)
    base = chain * w_count
    for i in range(w_count):
        word = data.liberties[base + i]
        if word != ZERO:
            return (i << INDEX_SHIFT) + lowest_bit(word)
    return NO_POINT


@kernel(entry=False)
def other_liberty(position, chain, point):
    """The lowest liberty of a chain except `point`; NO_POINT if there is none."""
    data = position.data[0]
    w_count = word_count(position)
    base = chain * w_count
    for i in range(w_count):
        word = data.liberties[base + i]
        if i == point >> INDEX_SHIFT:
            word &= ~bit(point)
        if word != ZERO:
            return (i << INDEX_SHIFT) + lowest_bit(word)
    return NO_POINT


@kernel(entry=False)
def is_eye(position, point, colour):
    """Whether the empty `point` is an eye of `colour`: own stones on all orthogonal neighbours, and at most one enemy
    stone on the diagonal ones, none at the edge of the board."""
    tables = position.tables[0]
    orthogonal = tables.orthogonals[point]
    if window(position, colour, point) & orthogonal != orthogonal:
        return False
    lost = popcount(window(position, colour ^ ONE, point) & tables.diagonals[point])
    return lost <= tables.eye_spare[point]


@kernel(entry=False)
def is_placeable(position, point, colour):
    """Whether a stone of `colour` on the empty `point` has a liberty or captures; ko is not checked."""
    data = position.data[0]
    tables = position.tables[0]
    orthogonal = tables.orthogonals[point]
    own = window(position, colour, point) & orthogonal
    enemy = window(position, colour ^ ONE, point) & orthogonal
    if own | enemy != orthogonal:
        return True
    while own != ZERO:
        chain = chain_of(position, window_point(position, point, lowest_bit(own)))
        if data.liberty_count[chain] > 1:
            return True
        own &= own - ONE
    while enemy != ZERO:
        chain = chain_of(position, window_point(position, point, lowest_bit(enemy)))
        if data.liberty_count[chain] == 1:
            return True
        enemy &= enemy - ONE
    return False


@kernel(entry=False)
def is_legal(position, point, colour):
    """Whether `colour` may play on the empty `point` under simple ko and the position's suicide rule."""
    tables = position.tables[0]
    data = position.data[0]
    if point == data.ko_point and colour == data.to_play:
        return False
    if is_placeable(position, point, colour):
        return True
    return data.suicide != ZERO and (window(position, colour, point) & tables.orthogonals[point]) != ZERO


# ---------------------------------------------------------------- play

@kernel(entry=False)
def _set_atari(position, colour, chain, in_atari):
    data = position.data[0]
    at = colour * word_count(position) + (chain >> INDEX_SHIFT)
    if in_atari:
        data.atari[at] |= bit(chain)
    else:
        data.atari[at] &= ~bit(chain)


@kernel(entry=False)
def _absorb(position, keep, lose):
    """Make chain `lose` part of chain `keep`. The sets of liberties are united, but the liberties are not counted."""
    data = position.data[0]
    w_count = word_count(position)
    for i in range(w_count):
        data.liberties[keep * w_count + i] |= data.liberties[lose * w_count + i]
    stone = lose
    while True:
        data.chain[stone] = keep
        stone = np.uint64(data.next_stone[stone])
        if stone == lose:
            break
    after_keep = data.next_stone[keep]
    data.next_stone[keep] = data.next_stone[lose]
    data.next_stone[lose] = after_keep
    data.stone_count[keep] += data.stone_count[lose]


@kernel(entry=False)
def _remove_chain(position, chain, colour):
    """Take a chain off the board and give its neighbours their liberties; returns its number of stones."""
    data = position.data[0]
    tables = position.tables[0]
    w_count = word_count(position)
    enemy = colour ^ ONE
    words = colour * (w_count + TWO) + ONE
    _set_atari(position, colour, chain, False)
    stone = chain
    empty_count = data.empty_count
    while True:
        data.stones[words + (stone >> INDEX_SHIFT)] &= ~bit(stone)
        data.empties[empty_count] = stone
        data.empty_at[stone] = empty_count
        empty_count += ONE
        around = window(position, enemy, stone) & tables.orthogonals[stone]
        while around != ZERO:
            other = chain_of(position, window_point(position, stone, lowest_bit(around)))
            at = other * w_count + (stone >> INDEX_SHIFT)
            if data.liberties[at] & bit(stone) == ZERO:
                data.liberties[at] |= bit(stone)
                data.liberty_count[other] += 1
                if data.liberty_count[other] == 2:
                    _set_atari(position, enemy, other, False)
            around &= around - ONE
        stone = np.uint64(data.next_stone[stone])
        if stone == chain:
            break
    data.empty_count = empty_count
    return np.uint64(data.stone_count[chain])


@kernel(entry=False, inline=True)
def put_stone(position, point, colour, capturing):
    """Put a stone on the board: join own chains, take a liberty from enemy chains and, if `capturing`, capture these.

    Returns (chain id of the stone, stones captured, a point among them).
    """
    data = position.data[0]
    tables = position.tables[0]
    w_count = word_count(position)
    enemy = colour ^ ONE
    mark = bit(point)
    at_word = point >> INDEX_SHIFT
    # 1. the point leaves the list of empties; the last of the list takes its place
    empty_count = data.empty_count - ONE
    data.empty_count = empty_count
    moved = np.uint64(data.empties[empty_count])
    hole = np.uint64(data.empty_at[point])
    data.empties[hole] = moved
    data.empty_at[moved] = hole
    # 2. the stone joins the largest own chain around it, or is a chain of its own
    orthogonal = tables.orthogonals[point]
    own_around = window(position, colour, point) & orthogonal
    enemy_around = window(position, enemy, point) & orthogonal
    own_words = colour * (w_count + TWO) + ONE
    data.stones[own_words + at_word] |= mark
    chain = point
    if own_around == ZERO:
        data.next_stone[point] = point
        data.stone_count[point] = 1
        for i in range(w_count):
            data.liberties[point * w_count + i] = ZERO
    else:
        best = 0
        around = own_around
        while around != ZERO:
            other = chain_of(position, window_point(position, point, lowest_bit(around)))
            if data.stone_count[other] > best:
                best = data.stone_count[other]
                chain = other
            around &= around - ONE
        data.next_stone[point] = data.next_stone[chain]
        data.next_stone[chain] = point
        data.stone_count[chain] += 1
        around = own_around
        while around != ZERO:
            other = chain_of(position, window_point(position, point, lowest_bit(around)))
            if other != chain:
                _absorb(position, chain, other)
                _set_atari(position, colour, other, False)
            around &= around - ONE
    data.chain[point] = chain
    # 3. its liberties: the empty neighbours, less the point itself
    free = orthogonal & ~(own_around | enemy_around)
    while free != ZERO:
        q = window_point(position, point, lowest_bit(free))
        data.liberties[chain * w_count + (q >> INDEX_SHIFT)] |= bit(q)
        free &= free - ONE
    data.liberties[chain * w_count + at_word] &= ~mark
    count = ZERO
    for i in range(w_count):
        count += popcount(data.liberties[chain * w_count + i])
    data.liberty_count[chain] = count
    # 4. enemy chains lose the point as a liberty; those without liberties leave the board
    captured = ZERO
    captured_point = NO_POINT
    while enemy_around != ZERO:
        q = window_point(position, point, lowest_bit(enemy_around))
        enemy_around &= enemy_around - ONE
        other = chain_of(position, q)
        at = other * w_count + at_word
        if data.liberties[at] & mark != ZERO:
            data.liberties[at] &= ~mark
            left = data.liberty_count[other] - 1
            data.liberty_count[other] = left
            if left == 1:
                _set_atari(position, enemy, other, True)
            elif left == 0 and capturing:
                captured += _remove_chain(position, other, enemy)
                captured_point = q
    _set_atari(position, colour, chain, data.liberty_count[chain] == 1)
    return chain, captured, captured_point


@kernel(entry=False, inline=True)
def place(position, point, colour):
    """Play a legal stone, with captures, ko and turn. The hash is not kept up to date (playouts need none)."""
    data = position.data[0]
    chain, captured, captured_point = put_stone(position, point, colour, True)
    data.ko_point = NO_POINT
    if data.liberty_count[chain] == 0:
        _remove_chain(position, chain, colour)     # suicide, where the rules allow it
    elif captured == ONE and data.stone_count[chain] == 1 and data.liberty_count[chain] == 1:
        data.ko_point = captured_point
        data.last_ko = captured_point
    _finish_move(position, point, colour)
    data.passes = ZERO


@kernel(entry=False)
def play_stone(position, point, colour):
    """`place` that is not made part of its callers, for callers outside the innermost loop."""
    place(position, point, colour)


@kernel(entry=False)
def pass_turn(position):
    """Play a pass."""
    data = position.data[0]
    data.ko_point = NO_POINT
    data.passes += ONE
    _finish_move(position, point_count(position), data.to_play)


@kernel(entry=False)
def _finish_move(position, move, colour):
    data = position.data[0]
    data.last2 = data.last
    data.last = move
    data.to_play = colour ^ ONE
