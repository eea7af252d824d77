"""Go as the search sees it: how the four position types implement the verbs of the contract (gopy/game.py)."""
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.bits import INDEX_MASK, INDEX_SHIFT, ONE, ZERO, lowest_bit
from gopy.compiled.jit import kernel
from gopy.go.bitboard.area import area_margin, fill_areas
from gopy.go.bitboard.construct import clone_position
from gopy.go.bitboard.layout import POSITION_TYPES, TWO, point_count, word_count
from gopy.go.bitboard.position import is_legal, is_placeable, next_chain, pass_turn, play_stone, window
from gopy.go.knowledge.params import GoParams
from gopy.go.knowledge.playout import play_out
from gopy.go.knowledge.prior import add_go_priors, prune_go_moves
from gopy.go.knowledge.rules_of import rules_of

game.clone_state.register(*POSITION_TYPES)(clone_position)


@game.for_thread.register(GoParams)
def _own_work_areas(game_params):
    return game_params._replace(work=game_params.work.copy())


@game.run_playout.register(*POSITION_TYPES)
@kernel(inline=True)
def _run_playout(position, rng, game_params, trace):
    play_out(rules_of(game_params), position, rng, trace)


@game.prune_moves.register(*POSITION_TYPES)
@kernel(inline=True)
def _prune_moves(position, moves, n, game_params):
    return prune_go_moves(rules_of(game_params), position, moves, n)


@game.add_priors.register(*POSITION_TYPES)
@kernel(inline=True)
def _add_priors(position, moves, n, visits, wins, game_params):
    add_go_priors(game_params, position, moves, n, visits, wins)


@game.num_moves.register(*POSITION_TYPES)
@kernel
def _num_moves(position):
    return np.int64(point_count(position)) + 1


@game.pass_move.register(*POSITION_TYPES)
@kernel
def _pass_move(position):
    return np.int64(point_count(position))


@game.to_play.register(*POSITION_TYPES)
@kernel
def _to_play(position):
    return np.int64(position.data[0].to_play)


@game.copy_state.register(*POSITION_TYPES)
@kernel
def _copy_state(dst, src):
    for i in range(np.uint64(len(src.block))):
        dst.block[i] = src.block[i]


@game.legal_moves.register(*POSITION_TYPES)
@kernel
def _legal_moves(position, out):
    data = position.data[0]
    n = 0
    for i in range(data.empty_count):
        point = np.uint64(data.empties[i])
        if is_legal(position, point, data.to_play):
            out[n] = point
            n += 1
    out[n] = point_count(position)
    return n + 1


@game.play.register(*POSITION_TYPES)
@kernel
def _play(position, move):
    data = position.data[0]
    if np.uint64(move) == point_count(position):
        pass_turn(position)
        return
    # The hash changes by the keys of the stones that change: the new one and those captured.
    words = np.uint64(2) * (word_count(position) + TWO)
    for i in range(words):
        data.work[i] = data.stones[i]
    play_stone(position, np.uint64(move), data.to_play)
    for colour in (ZERO, ONE):
        for i in range(word_count(position)):
            at = colour * (word_count(position) + TWO) + ONE + i
            changed = data.work[at] ^ data.stones[at]
            while changed != ZERO:
                point = (i << INDEX_SHIFT) + lowest_bit(changed)
                changed &= changed - ONE
                data.hash ^= _key(position, colour, point)


@kernel(entry=False)
def _key(position, colour, point):
    return position.tables[0].zobrist[colour * point_count(position) + point]


@kernel(entry=False)
def _situated(position, stones_hash, to_play):
    """The hash that the superko rule in force compares. It is never 0, which would mean "no rule"."""
    if position.data[0].superko == TWO and to_play == ONE:
        stones_hash ^= position.tables[0].side_key
    return stones_hash if stones_hash != ZERO else ONE


@game.position_hash.register(*POSITION_TYPES)
@kernel
def _position_hash(position):
    data = position.data[0]
    if data.superko == ZERO:
        return ZERO
    return _situated(position, data.hash, data.to_play)


@game.hash_after.register(*POSITION_TYPES)
@kernel
def _hash_after(position, move):
    data = position.data[0]
    point = np.uint64(move)
    if data.superko == ZERO or point == point_count(position):
        return ZERO
    colour = data.to_play
    enemy = colour ^ ONE
    result = data.hash ^ _key(position, colour, point)
    around = window(position, enemy, point) & position.tables[0].orthogonals[point]
    captures = False
    while around != ZERO:
        chain, around = next_chain(position, point, around)
        if data.liberty_count[chain] == 1:
            captures = True
            result ^= _chain_keys(position, chain, enemy)
    if not captures and data.suicide != ZERO:
        result ^= _suicide_keys(position, point, colour)
    return _situated(position, result, enemy)


@kernel(entry=False)
def _chain_keys(position, chain, colour):
    """xor of the Zobrist keys of a chain's stones."""
    data = position.data[0]
    result = _key(position, colour, chain)
    stone = np.uint64(data.next_stone[chain])
    while stone != chain:
        result ^= _key(position, colour, stone)
        stone = np.uint64(data.next_stone[stone])
    return result


@kernel(entry=False)
def _suicide_keys(position, point, colour):
    """xor of the Zobrist keys of the stones that a suicide at `point` takes off, with the new stone; 0 if it is none."""
    if is_placeable(position, point, colour):
        return ZERO
    result = _key(position, colour, point)
    own = window(position, colour, point) & position.tables[0].orthogonals[point]
    while own != ZERO:
        chain, own = next_chain(position, point, own)
        result ^= _chain_keys(position, chain, colour)
    return result


@game.is_over.register(*POSITION_TYPES)
@kernel
def _is_over(position):
    return position.data[0].passes >= TWO


@game.judge_moves.register(*POSITION_TYPES)
@kernel
def _judge_moves(position, moves, n, results, after):
    """Only a second pass ends the game, so only this move is played and counted."""
    for i in range(n):
        results[i] = -1
        if position.data[0].passes == ONE and np.uint64(moves[i]) == point_count(position):
            results[i] = game.judge_move(position, np.int64(moves[i]), after)


@game.score.register(*POSITION_TYPES)
@kernel
def _score(position):
    return np.float64(area_margin(position)) - position.data[0].komi


@game.value.register(*POSITION_TYPES)
@kernel
def _value(position):
    margin = np.float64(area_margin(position)) - position.data[0].komi
    return 1.0 if margin > 0.0 else (0.0 if margin < 0.0 else 0.5)


# ---------------------------------------------------------------- who owns what at the end

class GoOutcome(NamedTuple):
    """In how many finished simulations each player owned each point (padded to whole words)."""
    black_owned: np.ndarray    # int32[64 * W]
    white_owned: np.ndarray    # int32[64 * W]
    count: np.ndarray          # type: ignore[assignment]  # hides tuple.count; int64[1]: simulations


@game.new_outcome.register(*POSITION_TYPES)
def _new_outcome(position):
    length = 64 * (len(position.tables[0].board) - 2)
    return GoOutcome(np.zeros(length, np.int32), np.zeros(length, np.int32), np.zeros(1, np.int64))


@game.record_outcome.register(*POSITION_TYPES)
@kernel
def _record_outcome(position, value, outcome):
    data = position.data[0]
    fill_areas(position)
    outcome.count[0] += 1
    for i in range(word_count(position)):
        black = data.work[ONE + i]
        white = data.work[word_count(position) + TWO + ONE + i]
        base = i << INDEX_SHIFT
        for k in range(np.uint64(64)):
            outcome.black_owned[base + k] += np.int32((black >> k) & ONE)
            outcome.white_owned[base + k] += np.int32((white >> k) & ONE)


@game.ownership.register(*POSITION_TYPES)
def _ownership(position, outcomes):
    n = int(position.tables[0].board_size)
    simulations = max(1, sum(int(outcome.count[0]) for outcome in outcomes))
    total = sum(outcome.black_owned.astype(np.int64) - outcome.white_owned for outcome in outcomes)
    return (total[:n * (n + 1)] / simulations).astype(np.float32)


@game.holder.register(*POSITION_TYPES)
@kernel
def _holder(position, move):
    """Read from the areas that `_record_outcome` has left in the work area."""
    point = np.uint64(move)
    if point == point_count(position):
        return 0
    data = position.data[0]
    at = ONE + (point >> INDEX_SHIFT)
    black = (data.work[at] >> (point & INDEX_MASK)) & ONE
    white = (data.work[word_count(position) + TWO + at] >> (point & INDEX_MASK)) & ONE
    return np.int64(black) - np.int64(white)
