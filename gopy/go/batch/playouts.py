"""Playouts from the boards of a batch: many random games to the end, with their scores and the owners of the points."""
import numpy as np

from gopy.compiled.bits import ONE
from gopy.compiled.jit import kernel
from gopy.game import new_trace
from gopy.go.batch.boards import SMALL_SIZE
from gopy.go.bitboard.area import area_owner
from gopy.go.bitboard.construct import new_position
from gopy.go.bitboard.layout import TWO, point_count, size_of
from gopy.go.bitboard.position import pass_turn, play_stone
from gopy.go.geometry import MAX_SIZE, num_points
from gopy.go.knowledge.params import new_go_params
from gopy.go.knowledge.playout import play_by_rules, random_move

_PRESETS = {"uniform": "uniform", "patterns": "default"}


def play_batch_out(boards, size, count, policy, ownership) -> np.ndarray | tuple[np.ndarray, np.ndarray]:
    """The scores of `count` playouts from each board, float64[B, count]; see gopy.envs.batch.

    With `ownership`, the pair of these scores and the mean owners of the points, float32[B, N, N].
    """
    if policy not in _PRESETS:
        raise ValueError(f"policy {policy!r} is not one of {', '.join(_PRESETS)}")
    if count < 1:
        raise ValueError(f"count {count!r} is not 1 or more")
    scratch = new_position(size, SMALL_SIZE if size <= SMALL_SIZE else MAX_SIZE)
    game_params = new_go_params(size, _PRESETS[policy])
    scores = np.zeros((len(boards.env), count))
    owned = np.zeros(len(boards.env) * size * size, np.int32)
    owner = np.zeros(num_points(size), np.int8)
    if policy == "uniform":
        _play_uniform(boards, scratch, game_params, owner, scores, owned)
    else:
        _play_patterns(boards, scratch, game_params, new_trace(1), owner, scores, owned)
    if not ownership:
        return scores
    return scores, (owned.reshape(-1, size, size) / np.float32(count)).astype(np.float32)


@kernel(entry=False)
def _copy_board(boards, board, scratch):
    first = np.uint64(board) * np.uint64(boards.rules[0].record_words)
    for i in range(np.uint64(len(scratch.block))):
        scratch.block[i] = boards.position.block[first + i]


@kernel(entry=False)
def _count(boards, board, scratch, owner, owned):
    """Add the owners of the points at the end of a playout to the board's part of `owned`; returns the score."""
    margin = area_owner(scratch, owner)
    n = size_of(scratch)
    for action in range(n * n):
        row = n - ONE - action // n
        owned[np.uint64(board) * n * n + action] += owner[row * (n + ONE) + action % n]
    return np.float64(margin) - boards.rules[0].komi


@kernel
def _play_uniform(boards, scratch, game_params, owner, scores, owned):
    data = scratch.data[0]
    longest = np.int64(3 * point_count(scratch))
    for board in range(scores.shape[0]):
        for k in range(scores.shape[1]):
            _copy_board(boards, board, scratch)
            left = longest
            while data.passes < TWO and left > 0:
                left -= 1
                move = random_move(scratch, game_params, boards.rng[board])
                if move == point_count(scratch):
                    pass_turn(scratch)
                else:
                    play_stone(scratch, move, data.to_play)
            scores[board, k] = _count(boards, board, scratch, owner, owned)


@kernel
def _play_patterns(boards, scratch, game_params, trace, owner, scores, owned):
    for board in range(scores.shape[0]):
        for k in range(scores.shape[1]):
            _copy_board(boards, board, scratch)
            trace.count[0] = 0
            play_by_rules(game_params, scratch, boards.rng[board], trace)
            scores[board, k] = _count(boards, board, scratch, owner, owned)
