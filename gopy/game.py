"""The contract between a game and the search: a record of arrays and a handful of verbs.

A game's state is a `typing.NamedTuple` of arrays. Each verb below is chosen by the TYPE of its first
argument, when a kernel is compiled (and, with the JIT disabled or from Python, when it is called), so
one search serves every game and loses nothing to a hand-specialised one.

Moves are the integers 0 .. num_moves(state)-1, a pass included, as int64 between kernels; players are 0 (moves
first) and 1, strictly alternating. Values are for player 0, in [0, 1]; a draw is 0.5. Verbs that Python calls too
(num_moves, to_play, copy_state, is_over, value by the search, the others by tests) need kernels with an entry.
"""
from typing import NamedTuple

import numpy as np

from gopy.dispatch import implements, verb
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below

# ---- records shared by every game ---------------------------------------------------------------

#: Wins are counted in quarters, so that a draw is a whole number of units.
WIN_UNIT = 4

#: AMAF counts are weights in sixteenths of a simulation.
AMAF_UNIT = 16


class Trace(NamedTuple):
    """The moves of one simulation in order, tree and playout, passes included."""

    moves: np.ndarray   #: int16[capacity]
    count: np.ndarray   #: int64[1], how many are filled


class Outcome(NamedTuple):
    """What `record_outcome` gathers for a game that keeps no record of its own: nothing."""

    counts: np.ndarray  #: int64[2]


def new_trace(capacity):
    """An empty trace for `capacity` moves."""
    return Trace(np.zeros(capacity, np.int16), np.zeros(1, np.int64))


@kernel(entry=False)
def append_move(trace, move):
    """Add `move` to the trace; a full trace stays as it is."""
    count = trace.count[0]
    if count < trace.moves.shape[0]:
        trace.moves[count] = move
        trace.count[0] = count + 1


# ---- verbs every game defines -------------------------------------------------------------------

@verb
def num_moves(state):
    """How many move ids there are, pass included: moves are 0 .. num_moves-1."""


@verb
def to_play(state):
    """The player to move, 0 or 1."""


@verb
def copy_state(dst, src):
    """Overwrite `dst` with `src` without allocating."""


@verb
def legal_moves(state, out):
    """Write the legal moves to `out`, int16[num_moves]; returns how many. At least one unless the game is over."""


@verb
def play(state, move):
    """Play a legal move."""


@verb
def is_over(state):
    """Whether the game has ended."""


@verb
def value(state):
    """Result for player 0, float64 in [0, 1]; asked only when the game is over or after `run_playout`."""


# ---- verbs with a default -----------------------------------------------------------------------

@verb
def pass_move(state):
    """The id of the pass, -1 if the game has none; it may be legal only where there is no other move."""


@verb
def score(state):
    """Margin for player 0, float64; default value - 0.5. Asked when `value` may be."""


@verb
def run_playout(state, rng, params, trace):
    """Play `state` to its end; default uniformly random. Moves are appended to `trace` if they alternate."""


@verb
def add_priors(state, moves, n, visits, wins, params):
    """Add prior experience to moves[:n]: visits (int32, simulations), wins (int32, WIN_UNITs for the player to move)."""


@verb
def prune_moves(state, moves, n, params):
    """Drop from moves[:n] what is not worth a node, keeping the order; returns how many stay, at least one of n > 0."""


@verb
def judge_moves(state, moves, n, results, after):
    """Write to results, int32[num_moves], what each of moves[:n] makes of the game: -1 if it goes on, else player 0's
    value in WIN_UNITs. `after` is a position of the same game to work on. Default: play each on a copy."""


@verb
def position_hash(state):
    """uint64 hash of the position for the repetition rule in force; 0 when repetition does not matter."""


@verb
def hash_after(state, move):
    """What `position_hash` will be after `move`, 0 when repetition does not matter."""


@verb
def clone_state(state):
    """A copy of `state` that shares nothing that changes; plain Python. Default: a copy of every array."""


@verb
def new_outcome(state):
    """A record for `record_outcome` to fill: a NamedTuple of arrays, all zero; plain Python."""


@verb
def record_outcome(state, value, outcome):
    """Add the end of a simulation (final state, value for player 0) to `outcome`."""


@verb
def ownership(state, outcomes):
    """float32[points], +1 player 0's, -1 player 1's, from outcome records (one a thread). Plain Python, default None."""


@verb
def holder(state, move):
    """Who holds the point of `move` at the end of a simulation: 1 player 0, -1 player 1, 0 neither, the default.

    Asked after `record_outcome`, before the state changes."""


@verb
def move_text(state, move):
    """How people write a move, str without blanks. Plain Python, default its number."""


@verb
def draw(state):
    """The position as text for a terminal, lines parted by newlines. Plain Python."""


@implements(pass_move)
@kernel
def _no_pass(state):
    return -1


@implements(score)
@kernel
def _score_of_value(state):
    return value(state) - 0.5


@implements(run_playout)
@kernel(inline=True)
def _uniform_playout(state, rng, params, trace):
    # The free end of the trace is the work area for the move list; once a game outgrows the trace, its last
    # moves are no longer kept.
    last_start = trace.moves.shape[0] - num_moves(state)
    count = trace.count[0]
    while not is_over(state):
        start = min(count, last_start)
        free = trace.moves[start:]
        n = legal_moves(state, free)
        move = np.int64(free[next_below(rng, np.uint64(n))])
        free[0] = move
        if start < last_start:
            count = start + 1
        play(state, move)
    trace.count[0] = count


@implements(prune_moves)
@kernel
def _keep_all_moves(state, moves, n, params):
    return n


@kernel(entry=False)
def judge_move(state, move, after):
    """What `judge_moves` says of one move, found by playing it on `after`."""
    copy_state(after, state)
    play(after, move)
    return np.int64(value(after) * WIN_UNIT + 0.5) if is_over(after) else np.int64(-1)


@implements(judge_moves)
@kernel
def _judge_by_playing(state, moves, n, results, after):
    for i in range(n):
        results[i] = judge_move(state, np.int64(moves[i]), after)


@implements(add_priors)
@kernel
def _no_priors(state, moves, n, visits, wins, params):
    pass


@implements(position_hash)
@kernel
def _no_position_hash(state):
    return np.uint64(0)


@implements(hash_after)
@kernel
def _no_hash_after(state, move):
    return np.uint64(0)


@implements(clone_state)
def _copy_of_arrays(state):
    return type(state)(*(field.copy() for field in state))


@implements(new_outcome)
def _empty_outcome(state):
    return Outcome(np.zeros(2, np.int64))


@implements(record_outcome)
@kernel
def _no_record(state, value, outcome):
    pass


@implements(ownership)
def _no_ownership(state, outcomes):
    return None


@implements(holder)
@kernel
def _held_by_nobody(state, move):
    return 0


@implements(move_text)
def _move_number(state, move):
    return str(int(move))


def parse_move(state, text, player=None):
    """The legal move that is written `text`, upper and lower case alike. ValueError if there is none.

    player: whose move, in games whose players move at the same time.
    """
    out = np.zeros(num_moves(state), np.int16)
    for move in out[:legal_moves(state, out) if player is None else moves_of(state, player, out)]:
        if move_text(state, int(move)).lower() == text.strip().lower():
            return int(move)
    raise ValueError(f"there is no legal move {text.strip()!r}")


# ---- verbs of games whose players move at the same time -----------------------------------------
# They stand in for to_play, legal_moves and play. A state is the end, waits for chance or waits for both players.

@verb
def is_simultaneous(state):
    """Whether this is such a game; default False."""


@verb
def is_chance(state):
    """Whether chance is to move; default False."""


@verb
def chance_outcomes(state, out):
    """Write what chance may bring to `out`, int16[num_moves]; returns how many, each as likely as the others."""


@verb
def play_chance(state, outcome):
    """Let chance bring `outcome`."""


@verb
def moves_of(state, player, out):
    """Write the moves of `player` to `out`, int16[num_moves]; returns how many. At least one where players move."""


@verb
def play_joint(state, first, second):
    """Play a move of player 0 and one of player 1, both legal."""


@verb
def utility(state):
    """Payoff of player 0, float64, in the game's own units; default `value`. Asked when `value` may be."""


@verb
def utility_sum(state):
    """What the payoffs of both players sum to; default 1."""


@implements(is_simultaneous)
@kernel
def _moves_alternate(state):
    return False


@implements(is_chance)
@kernel
def _no_chance(state):
    return False


@implements(utility)
@kernel
def _utility_of_value(state):
    return value(state)


@implements(utility_sum)
@kernel
def _sum_of_values(state):
    return 1.0
