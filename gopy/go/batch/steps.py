"""The compiled loops over a batch of boards: steps, restarts, observations, random actions, scores."""
from typing import NamedTuple

import numpy as np

from gopy.compiled.bits import INDEX_SHIFT, ONE, ZERO, lowest_bit, popcount
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below
from gopy.go.batch.boards import RUNNING, TERMINATED, TRUNCATED, point_action, position_at
from gopy.go.batch.moves import play_action, restart
from gopy.go.batch.views import write_mask, write_view
from gopy.go.bitboard.area import area_margin, area_owner
from gopy.go.bitboard.layout import size_of, word_count

#: What a step does with a game that ends or has ended: leave it, start a new game in the next step, or at once.
KEEP, NEXT_STEP, SAME_STEP = 0, 1, 2


class Outputs(NamedTuple):
    """What a step reports about B boards. The arrays are flat, so that a caller may provide memory of its own."""
    views: np.ndarray         #: uint8[B * length], observations of the boards' agents
    masks: np.ndarray         #: int8[B * (N * N + 1)], 1 for each legal action
    rewards: np.ndarray       #: float64[B], for who has just played
    terminated: np.ndarray    #: uint8[B]
    truncated: np.ndarray     #: uint8[B]
    to_play: np.ndarray       #: int8[B], 0 Black, 1 White
    movers: np.ndarray        #: int8[B], who has just played
    illegal: np.ndarray       #: uint8[B], whether the action was illegal
    scores: np.ndarray        #: float64[B], Black's area less White's and komi; only of games that have ended
    final_views: np.ndarray   #: uint8[B * length], the last `views` of games that SAME_STEP replaced
    final_masks: np.ndarray   #: int8[B * (N * N + 1)], the last `masks` of these games
    final_to_play: np.ndarray  #: int8[B], the last `to_play` of these games


def new_outputs(count, options, views=None, masks=None) -> Outputs:
    """Memory for what steps report about `count` boards.

    views, masks   C-contiguous arrays (count, *options.view_shape) of options.view_dtype and int8[count, N * N + 1] to
                   be written in place; ValueError for arrays of another kind
    """
    views = _given(views, (count, *options.view_shape), options.view_dtype, "observations")
    masks = _given(masks, (count, options.num_actions), np.dtype(np.int8), "action masks")
    return Outputs(views.reshape(-1).view(np.uint8), masks.reshape(-1), np.zeros(count), np.zeros(count, np.uint8),
                   np.zeros(count, np.uint8), np.zeros(count, np.int8), np.zeros(count, np.int8),
                   np.zeros(count, np.uint8), np.zeros(count), np.zeros(views.size, np.uint8),
                   np.zeros(masks.size, np.int8), np.zeros(count, np.int8))


def _given(array, shape, dtype, name):
    if array is None:
        return np.zeros(shape, dtype)
    if array.shape != shape or array.dtype != dtype or not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError(f"the array for {name} must be writeable, C-contiguous, of shape {shape} and {dtype}")
    return array


@kernel(entry=False)
def _viewer(boards, board, position):
    agent = boards.env[board].agent
    return position.data[0].to_play if agent < 0 else np.uint64(agent)


@kernel(entry=False)
def _look(boards, board, out):
    position = position_at(boards.position, board)
    out.to_play[board] = position.data[0].to_play
    write_view(boards, board, position, _viewer(boards, board, position), out.views)
    write_mask(boards, board, position, out.masks)


@kernel
def restart_boards(boards, which, out):
    """Start a new game on the boards i with which[i] (uint8[B]) and write what a player sees of them."""
    for board in range(len(which)):
        if which[board]:
            restart(boards, board)
            out.rewards[board] = 0.0
            out.terminated[board] = 0
            out.truncated[board] = 0
            out.illegal[board] = 0
            _look(boards, board, out)


@kernel
def look_at_boards(boards, out):
    """Write the observations, the masks and whose turn it is, for all boards."""
    for board in range(len(boards.env)):
        _look(boards, board, out)


@kernel
def look_as(boards, viewer, views):
    """Write all boards' observations by `viewer` (int64: 0 Black, 1 White, -1 who is to move) to uint8[B * length]."""
    for board in range(len(boards.env)):
        position = position_at(boards.position, board)
        write_view(boards, board, position, position.data[0].to_play if viewer < 0 else np.uint64(viewer), views)


@kernel
def step_boards(boards, actions, active, autoreset, out):
    """Play one action (int64[B]) on each board i with active[i] (uint8[B]), and write the outputs of these boards.

    KEEP leaves a board whose game has ended as it is; NEXT_STEP starts a new game on it, whatever the action.
    SAME_STEP starts a new game as soon as one ends, and leaves the last outputs of the old game in `final_*`.
    """
    for board in range(len(actions)):
        if not active[board]:
            continue
        env = boards.env[board]
        position = position_at(boards.position, board)
        out.rewards[board] = 0.0
        out.terminated[board] = 0
        out.truncated[board] = 0
        out.illegal[board] = 0
        out.movers[board] = position.data[0].to_play
        # 1. the action, or a new game
        if env.status == RUNNING:
            reward, legal = play_action(boards, board, actions[board])
            out.rewards[board] = reward
            out.illegal[board] = not legal
        elif autoreset == NEXT_STEP:
            restart(boards, board)
        # 2. the end
        if env.status != RUNNING:
            out.terminated[board] = env.status == TERMINATED
            out.truncated[board] = env.status == TRUNCATED
            out.scores[board] = np.float64(env.area) - boards.rules[0].komi
            if autoreset == SAME_STEP:
                write_view(boards, board, position, _viewer(boards, board, position), out.final_views)
                write_mask(boards, board, position, out.final_masks)
                out.final_to_play[board] = position.data[0].to_play
                restart(boards, board)
        _look(boards, board, out)


@kernel
def random_actions(boards, which, actions):
    """Write a random legal action, the pass too and all equally likely, to actions (int64[B]) for boards i with which[i]."""
    for board in range(len(actions)):
        if which[board]:
            actions[board] = _random_action(boards, board)


@kernel(entry=False)
def _random_action(boards, board):
    position = position_at(boards.position, board)
    n = size_of(position)
    w_count = word_count(position)
    base = np.uint64(board) * (w_count + ONE)
    count = ONE
    for i in range(w_count):
        count += popcount(boards.legal[base + i])
    left = next_below(boards.rng[board], count)
    for i in range(w_count):
        word = boards.legal[base + i]
        here = popcount(word)
        if left < here:
            while left != ZERO:
                word &= word - ONE
                left -= ONE
            return np.int64(point_action(position, (i << INDEX_SHIFT) + lowest_bit(word)))
        left -= here
    return np.int64(n * n)


@kernel
def draw_colours(boards, which, colours):
    """Write a random 0 or 1 to colours (int8[B]) for the boards i with which[i] (uint8[B])."""
    for board in range(len(which)):
        if which[board]:
            colours[board] = next_below(boards.rng[board], np.uint64(2))


@kernel
def replay(boards, board, actions, count):
    """Start a game anew on one board and play the first `count` of the actions (int64[]), which were legal there."""
    restart(boards, board)
    for i in range(count):
        play_action(boards, board, actions[i])


@kernel
def score_boards(boards, scores):
    """Write Black's area less White's and komi of each board as it stands to scores (float64[B])."""
    for board in range(len(scores)):
        margin = area_margin(position_at(boards.position, board))
        scores[board] = np.float64(margin) - boards.rules[0].komi


@kernel
def own_boards(boards, scratch, owners):
    """Write who owns each point of each board as it stands to owners, int8[B * N * N]: 1 Black, -1 White, 0 nobody.

    scratch   int8[P], a work area
    """
    for board in range(len(boards.env)):
        position = position_at(boards.position, board)
        n = size_of(position)
        area_owner(position, scratch)
        for action in range(n * n):
            row = n - ONE - action // n
            owners[np.uint64(board) * n * n + action] = scratch[row * (n + ONE) + action % n]
