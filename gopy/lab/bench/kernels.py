"""The compiled loop of `gopy bench`. It has a file of its own, because all that a file with kernels imports is part of the
key of the code cache."""

from gopy.compiled.jit import kernel
from gopy.game import copy_state, run_playout


@kernel
def play_outs(start, state, rng, game_params, trace, n):
    """Play `n` games from `start` in `state`; returns the number of moves."""
    moves = 0
    for _ in range(n):
        copy_state(state, start)
        trace.count[0] = 0
        run_playout(state, rng, game_params, trace)
        moves += trace.count[0]
    return moves
