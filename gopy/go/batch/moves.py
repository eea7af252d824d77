"""Playing on the boards of a batch: starting anew, legal moves with superko, one action."""
import numpy as np

from gopy import game
from gopy.compiled.bits import INDEX_SHIFT, ONE, WORD_BITS, ZERO, bit, lowest_bit
from gopy.compiled.jit import kernel
from gopy.go import contract  # noqa: F401  (Go's verbs)
from gopy.go.batch.boards import POSITIONAL, RUNNING, SCORE, SHAPED, SIMPLE, TERMINATED, TRUNCATED, action_point, position_at, row_bits
from gopy.go.bitboard.area import area_margin, beside_word
from gopy.go.bitboard.layout import NO_POINT, TWO, point_count, size_of, word_count


@kernel(entry=False)
def _gather_atari_stones(position, colour, out):
    """Put the stones of `colour`'s chains in atari into the words work[out+1 .. out+W], between two words of zeros."""
    data = position.data[0]
    w_count = word_count(position)
    for i in range(w_count + TWO):
        data.work[out + i] = ZERO
    for i in range(w_count):
        chains = data.atari[colour * w_count + i]
        while chains != ZERO:
            chain = (i << INDEX_SHIFT) + lowest_bit(chains)
            chains &= chains - ONE
            stone = chain
            while True:
                data.work[out + ONE + (stone >> INDEX_SHIFT)] |= bit(stone)
                stone = np.uint64(data.next_stone[stone])
                if stone == chain:
                    break


@kernel(entry=False, inline=True)
def find_legal(boards, board, position):
    """Fill `boards.legal` of one board, superko included.

    A stone may go next to an empty point, to an own chain with another liberty or to an enemy chain without another.
    """
    data = position.data[0]
    tables = position.tables[0]
    rules = boards.rules[0]
    n = size_of(position)
    w_count = word_count(position)
    own = data.to_play * (w_count + TWO)
    enemy = (data.to_play ^ ONE) * (w_count + TWO)
    own_atari = w_count + TWO
    enemy_atari = TWO * own_atari
    base = np.uint64(board) * (w_count + ONE)
    # 1. all points next to which a stone may go, in work[1 .. W]
    _gather_atari_stones(position, data.to_play, own_atari)
    _gather_atari_stones(position, data.to_play ^ ONE, enemy_atari)
    data.work[ZERO] = ZERO
    data.work[w_count + ONE] = ZERO
    for i in range(ONE, w_count + ONE):
        empty = tables.board[i] & ~(data.stones[own + i] | data.stones[enemy + i])
        data.work[i] = empty | (data.stones[own + i] & ~data.work[own_atari + i]) | data.work[enemy_atari + i]
    # 2. the empty points next to them or, where suicide is allowed, next to own stones
    for i in range(ONE, w_count + ONE):
        empty = tables.board[i] & ~(data.stones[own + i] | data.stones[enemy + i])
        points = beside_word(data.work, i, n)
        if data.suicide != ZERO:
            points |= beside_word(data.stones, own + i, n)
        boards.legal[base + i - ONE] = points & empty
    # 3. repetition
    if rules.superko >= SIMPLE and data.ko_point != NO_POINT:
        boards.legal[base + (data.ko_point >> INDEX_SHIFT)] &= ~bit(data.ko_point)
    if rules.superko >= POSITIONAL:
        _forbid_repetition(boards, board, position)


@kernel(entry=False)
def _forbid_repetition(boards, board, position):
    """Take the points out of `boards.legal` that would repeat a position. `find_legal` has just filled the work area.

    A move that leaves its stone on the board can only repeat a position in which that stone stood. So the hash is
    looked up only for points where the colour has had a stone, and for suicides.
    """
    data = position.data[0]
    n = size_of(position)
    w_count = word_count(position)
    base = np.uint64(board) * (w_count + ONE)
    held = (TWO * np.uint64(board) + data.to_play) * w_count
    keys = data.to_play * point_count(position)
    turn = position.tables[0].side_key if data.superko == TWO and data.to_play == ZERO else ZERO
    for i in range(w_count):
        captures = beside_word(data.work, TWO * (w_count + TWO) + ONE + i, n)
        suicides = ~beside_word(data.work, i + ONE, n)
        points = boards.legal[base + i] & (boards.held[held + i] | suicides)
        while points != ZERO:
            point = (i << INDEX_SHIFT) + lowest_bit(points)
            mark = bit(point)
            points &= points - ONE
            if (captures | suicides) & mark != ZERO:
                after = game.hash_after(position, np.int64(point))
            else:
                after = data.hash ^ position.tables[0].zobrist[keys + point] ^ turn
            if _was_seen(boards, board, after):
                boards.legal[base + i] &= ~mark


@kernel(entry=False)
def _was_seen(boards, board, position_hash):
    rules = boards.rules[0]
    first = np.uint64(board) * np.uint64(rules.hash_room)
    bucket = position_hash & (rules.buckets - ONE)
    entry = np.uint64(boards.heads[np.uint64(board) * rules.buckets + bucket])
    while entry != ZERO:
        if boards.hashes[first + entry - ONE] == position_hash:
            return True
        entry = np.uint64(boards.links[first + entry - ONE])
    return False


@kernel(entry=False)
def _remember(boards, board, position):
    """Add the position to those that may not be repeated, and its stones to `boards.held`."""
    data = position.data[0]
    rules = boards.rules[0]
    w_count = word_count(position)
    env = boards.env[board]
    count = np.uint64(env.hash_count)
    position_hash = game.position_hash(position)
    at = np.uint64(board) * rules.buckets + (position_hash & (rules.buckets - ONE))
    first = np.uint64(board) * np.uint64(rules.hash_room)
    boards.hashes[first + count] = position_hash
    boards.links[first + count] = boards.heads[at]
    boards.heads[at] = count + ONE
    env.hash_count = count + ONE
    for colour in (ZERO, ONE):
        for i in range(w_count):
            boards.held[(TWO * np.uint64(board) + colour) * w_count + i] |= (
                data.stones[colour * (w_count + TWO) + ONE + i])


@kernel(entry=False)
def _push_history(boards, board, position):
    """Add the position to the history of a board, of which the last seven positions stay."""
    data = position.data[0]
    n = size_of(position)
    white = word_count(position) + TWO
    start = WORD_BITS
    at = np.uint64(board) * n * n + (n - ONE) * n
    for _ in range(n):
        black_row = row_bits(data.stones, start)
        white_row = row_bits(data.stones, start + (white << INDEX_SHIFT))
        for column in range(n):
            now = ((black_row >> column) & ONE) | (((white_row >> column) & ONE) << ONE)
            boards.history[at + column] = (np.uint64(boards.history[at + column]) << TWO) | now
        start += n + ONE
        at -= n


@kernel(entry=False)
def restart(boards, board):
    """Put one board at the start of a game."""
    rules = boards.rules[0]
    env = boards.env[board]
    block = boards.position.block
    first = np.uint64(board) * np.uint64(rules.record_words)
    for i in range(np.uint64(len(boards.start))):
        block[first + i] = boards.start[i]
    position = position_at(boards.position, board)
    n = size_of(position)
    for i in range(np.uint64(board) * n * n, np.uint64(board + 1) * n * n):
        boards.history[i] = 0
    env.status = RUNNING
    env.plies = 0
    env.hash_count = 0
    env.last_action = -1
    env.area = area_margin(position)
    if rules.superko >= POSITIONAL:
        for i in range(np.uint64(board) * rules.buckets, np.uint64(board + 1) * rules.buckets):
            boards.heads[i] = 0
        words = TWO * word_count(position)
        for i in range(np.uint64(board) * words, np.uint64(board + 1) * words):
            boards.held[i] = ZERO
        _remember(boards, board, position)
    _push_history(boards, board, position)
    find_legal(boards, board, position)


@kernel(entry=False)
def is_legal_action(boards, board, action):
    """Whether the player to move may choose `action` (any int64) on a board still in play."""
    position = position_at(boards.position, board)
    n = np.int64(size_of(position))
    if action < 0 or action > n * n:
        return False
    if action == n * n:
        return True
    point = action_point(position, np.uint64(action))
    base = np.uint64(board) * (word_count(position) + ONE)
    return boards.legal[base + (point >> INDEX_SHIFT)] & bit(point) != ZERO


@kernel(entry=False)
def play_action(boards, board, action):
    """Play an action on a board still in play; returns (reward of the player who moved, whether the action was legal).

    An illegal action changes nothing on the board and loses the game at once.
    """
    rules = boards.rules[0]
    env = boards.env[board]
    position = position_at(boards.position, board)
    data = position.data[0]
    mover = data.to_play
    if not is_legal_action(boards, board, action):
        env.status = TERMINATED
        env.area = area_margin(position)
        n = size_of(position)
        return (-np.float64(n * n) if rules.reward == SCORE else -1.0), False
    # 1. the stone, and what the next move must know
    game.play(position, np.int64(action_point(position, np.uint64(action))))
    env.plies += 1
    env.last_action = action
    _push_history(boards, board, position)
    if rules.superko >= POSITIONAL:
        _remember(boards, board, position)
    # 2. the end
    if data.passes >= TWO:
        env.status = TERMINATED
    elif env.plies >= rules.max_length:
        env.status = TRUNCATED
    if env.status == RUNNING:
        find_legal(boards, board, position)
    # 3. the reward, for Black so far
    reward = 0.0
    area = env.area
    if rules.reward == SHAPED or env.status != RUNNING:
        env.area = area_margin(position)
        reward = _reward(boards, board, position, area)
    return (reward if mover == ZERO else -reward), True


@kernel(entry=False)
def _reward(boards, board, position, area_before):
    rules = boards.rules[0]
    env = boards.env[board]
    n = size_of(position)
    reward = 0.0
    if rules.reward == SHAPED:
        reward = np.float64(env.area - area_before) / np.float64(n * n)
    if env.status != RUNNING:
        score = np.float64(env.area) - rules.komi
        if rules.reward == SCORE:
            return score
        if score != 0.0:
            reward += 1.0 if score > 0.0 else -1.0
    return reward
