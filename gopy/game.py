"""The contract between a game and the search: a record of arrays and a handful of verbs.

A game's state is a `typing.NamedTuple` of arrays. The kernel of each verb below is chosen by the TYPE of the
verb's first argument when a calling kernel is compiled (with the JIT disabled or from Python, when the verb is
called), so one search serves every game and is as fast as one written for a single game.

Moves are the integers 0 .. num_moves(state)-1, a pass included, as int64 between kernels. Players are 0 (who moves
first) and 1, strictly alternating. Values are for player 0, in [0, 1]; a draw is 0.5. Games of more players, with chance or with
hidden information, and those in which players do not alternate, say so by verbs of their own: gopy.search.several searches them.

Some verbs are called from Python too: num_moves, to_play, copy_state, is_over and value by the search, these and others by
players, front ends and tests. Their kernels need an entry for Python, which `kernel` makes by default.
"""
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below, next_double

#: A position: a NamedTuple of arrays, of a type that is the game's own.
State: TypeAlias = tuple[Any, ...]

# ---- records shared by every game ---------------------------------------------------------------

#: Wins are counted in quarters, so that a draw is a whole number of units.
WIN_UNIT = 4

#: AMAF counts are weights in sixteenths of a simulation.
AMAF_UNIT = 16


class Trace(NamedTuple):
    """The moves of one simulation in order, those in the tree and those of the playout, passes included."""

    moves: np.ndarray   #: int16[capacity]
    count: np.ndarray   # type: ignore[assignment]  # hides tuple.count  #: int64[1], how many are filled


class ObservationForm(NamedTuple):
    """The form of what a player sees of a position, see `observe`."""

    shape: tuple[int, ...]      #: a board's is (rows, columns, planes)
    most: int                   #: the largest value; the least is 0


class Outcome(NamedTuple):
    """The outcome record of a game that does not define `record_outcome`: it stays zero."""

    counts: np.ndarray  #: int64[2]


def new_trace(capacity: int) -> Trace:
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
def num_moves(state: State) -> int:
    """How many move ids there are, pass included: moves are 0 .. num_moves-1."""


@verb
def to_play(state: State) -> int:
    """The player to move, 0 or 1."""


@verb
def copy_state(dst: State, src: State) -> None:
    """Overwrite `dst` with `src` without allocating."""


@verb
def legal_moves(state: State, out: np.ndarray) -> int:
    """Write the legal moves to `out`, int16[num_moves]; returns how many. At least one unless the game is over."""


@verb
def play(state: State, move: int) -> None:
    """Play a legal move."""


@verb
def is_over(state: State) -> bool:
    """Whether the game has ended."""


@verb
def value(state: State) -> float:
    """Result for player 0, float64 in [0, 1]; asked only when the game is over or after `run_playout`."""


# ---- verbs with a default -----------------------------------------------------------------------

@verb
def pass_move(state: State) -> int:
    """The id of the pass, -1 if the game has none. A game may allow it only where there is no other move."""


@verb
def score(state: State) -> float:
    """Margin for player 0, float64; by default value - 0.5. Asked only when `value` may be asked."""


@verb
def run_playout(state: State, rng: np.ndarray, game_params: Any, trace: Trace) -> None:
    """Play `state` to its end, by default with uniformly random moves. Moves that alternate are appended to `trace`."""


@verb
def add_priors(state: State, moves: np.ndarray, n: int, visits: np.ndarray, wins: np.ndarray, game_params: Any) -> None:
    """Add prior experience of moves[:n] to `visits` (int32, simulations) and `wins` (int32, in WIN_UNITs, for the
    player to move). By default nothing is added."""


@verb
def prune_moves(state: State, moves: np.ndarray, n: int, game_params: Any) -> int:
    """Remove from moves[:n] the moves that are not worth a node, keeping the order of the others.

    Returns how many stay: at least one if n > 0, by default all."""


@verb
def judge_moves(state: State, moves: np.ndarray, n: int, results: np.ndarray, after: State) -> None:
    """Write to `results`, int32[num_moves], the result of the game after each of moves[:n]: -1 if the game goes on, else
    player 0's value in WIN_UNITs. `after` is a position of the same game that may be overwritten. By default
    each move is played on a copy of `state` there."""


@verb
def position_hash(state: State) -> int:
    """uint64 hash of the position for the repetition rule in force; 0, the default, if repetition does not matter."""


@verb
def hash_after(state: State, move: int) -> int:
    """What `position_hash` will be after `move`; 0, the default, if repetition does not matter."""


@verb
def clone_state(state: State) -> Any:
    """A copy of `state` that shares no array that changes, by default a copy of every array. For plain Python only."""


@verb
def for_thread(game_params: Any) -> Any:
    """The parameters of a game as one of several threads gets them: a copy with work areas of its own if they have any, by default
    the same record. For plain Python only."""


@verb
def judges_nodes(game_params: Any) -> bool:
    """Whether `add_priors` judges the position too, so that a simulation ends in the node to which it gave children. By
    default it does not. Chosen by the type of the parameters."""


@verb
def plays_out(game_params: Any, judged: bool, rng: np.ndarray) -> bool:
    """Whether a simulation goes on to the end of the game from where it left the tree, which it does by default.

    judged   whether it ended in a node that `add_priors` has judged
    """


@verb
def units_of_result(game_params: Any, result: float, judged: bool, played: bool, player: int, rng: np.ndarray) -> int:
    """The result of a simulation in WIN_UNITs, by default `result`, rounded. Chosen by the type of the parameters.

    result   of the end of the game, for player 0; 0.5 without a playout
    judged   whether the simulation ended in a node that `add_priors` has judged; `player` is to move there
    played   whether it was played out, see `plays_out`
    """


@verb
def record_end(game_params: Any, state: State, result: float, judged: bool, played: bool, player: int, outcome: Any,
               rng: np.ndarray) -> float:
    """Add the end of a simulation to `outcome`, and return its margin for player 0: by default `record_outcome` and `score` of
    the final state. The arguments are those of `units_of_result`. Chosen by the type of the parameters."""


@verb
def new_outcome(state: State) -> Any:
    """A new record for `record_outcome` to fill: a NamedTuple of arrays, all zero. For plain Python only."""


@verb
def record_outcome(state: State, value: float, outcome: Any) -> None:
    """Add the end of a simulation (final state, value for player 0) to `outcome`."""


@verb
def ownership(state: State, outcomes: Sequence[Any]) -> np.ndarray | None:
    """float32[points]: the mean owner of each point, +1 for player 0 and -1 for player 1, from several outcome records
    (one for each thread). By default None. For plain Python only."""


@verb
def holder(state: State, move: int) -> int:
    """Who holds the point of `move` at the end of a simulation: 1 for player 0, -1 for player 1, 0 (default) for neither.

    Asked after `record_outcome` and before the state changes."""


@verb
def move_text(state: State, move: int) -> str:
    """How people write a move: a str without blanks, by default the move's number. For plain Python only."""


@verb
def draw(state: State) -> str:
    """The position as text for a terminal, with newlines between its lines. For plain Python only.

    It has no default: a game without it can be searched and played in matches, but not shown to people.
    """


@verb
def observation_form(state: State) -> ObservationForm:
    """The ObservationForm of the game. For plain Python only.

    It and `observe` have no default: a game without them is searched with playouts, but is no environment and nothing for a network.
    """


@verb
def observe(state: State, player: int, out: np.ndarray) -> None:
    """Write what `player` sees, whole numbers, to `out`: float32[the product of the shape], row by row, the last axis fastest.

    Boards have rows and columns as the game numbers its cells, whoever looks. The last plane of a board is 1 everywhere if player 0
    looks and 0 if player 1 does."""


@pass_move.register()
@kernel
def _no_pass(state):
    return -1


@score.register()
@kernel
def _score_of_value(state):
    return value(state) - 0.5


@run_playout.register()
@kernel(inline=True)
def _uniform_playout(state, rng, game_params, trace):
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


@prune_moves.register()
@kernel
def _keep_all_moves(state, moves, n, game_params):
    return n


@kernel(entry=False)
def judge_move(state, move, after):
    """The result that `judge_moves` writes for one move, found by playing it on `after`."""
    copy_state(after, state)
    play(after, move)
    return np.int64(value(after) * WIN_UNIT + 0.5) if is_over(after) else np.int64(-1)


@judge_moves.register()
@kernel
def _judge_by_playing(state, moves, n, results, after):
    for i in range(n):
        results[i] = judge_move(state, np.int64(moves[i]), after)


@add_priors.register()
@kernel
def _no_priors(state, moves, n, visits, wins, game_params):
    pass


@position_hash.register()
@kernel
def _no_position_hash(state):
    return np.uint64(0)


@hash_after.register()
@kernel
def _no_hash_after(state, move):
    return np.uint64(0)


@clone_state.register()
def _copy_of_arrays(state: State) -> Any:
    return type(state)(*(field.copy() for field in state))


@for_thread.register()
def _shared(game_params):
    return game_params


@judges_nodes.register()
@kernel(entry=False)
def _judges_nothing(game_params):
    return False


@plays_out.register()
@kernel(entry=False)
def _always_plays_out(game_params, judged, rng):
    return True


@units_of_result.register()
@kernel(entry=False, inline=True)
def _rounded_units(game_params, result, judged, played, player, rng):
    return np.int64(result * WIN_UNIT + 0.5)


@record_end.register()
@kernel(entry=False, inline=True)
def _record_final_state(game_params, state, result, judged, played, player, outcome, rng):
    record_outcome(state, result, outcome)
    return score(state)


@new_outcome.register()
def _empty_outcome(state: State) -> Outcome:
    return Outcome(np.zeros(2, np.int64))


@record_outcome.register()
@kernel
def _no_record(state, value, outcome):
    pass


@ownership.register()
def _no_ownership(state: State, outcomes: Sequence[Any]) -> None:
    return None


@holder.register()
@kernel
def _held_by_nobody(state, move):
    return 0


@move_text.register()
def _move_number(state: State, move: int) -> str:
    return str(int(move))


def parse_move(state: State, text: str, player: int | None = None) -> int:
    """The legal move that `text` names, in upper or lower case. ValueError if there is none.

    player   whose move it is, in games whose players move at the same time
    """
    out = np.zeros(num_moves(state), np.int16)
    for move in out[:legal_moves(state, out) if player is None else moves_of(state, player, out)]:
        if move_text(state, int(move)).lower() == text.strip().lower():
            return int(move)
    raise ValueError(f"there is no legal move {text.strip()!r}")


# ---- verbs of games with chance -----------------------------------------------------------------
# A state is the end of the game, or waits for a chance event, or for a player (in games whose players move at the same time: for both).

@verb
def is_chance(state: State) -> bool:
    """Whether a chance event comes next; by default False."""


@verb
def chance_outcomes(state: State, out: np.ndarray) -> int:
    """Write the outcomes that the chance event can have to `out`, int16[num_moves]; returns how many. All are equally
    likely, unless `chance_probabilities` says otherwise."""


@verb
def chance_probabilities(state: State, out: np.ndarray) -> int:
    """Write the probability of each outcome to `out`, float64[num_moves], in the order of `chance_outcomes`; returns how many. Each is more
    than 0 and they sum up to 1. By default nothing is written and 0 returned: all outcomes are equally likely."""


@verb
def play_chance(state: State, outcome: int) -> None:
    """Continue the game with this outcome of the chance event."""


# ---- verbs of games of several players, or whose players do not alternate, or do not see all ----
# `to_play` then says whose turn it is, from 0 to players - 1, in any order.

@verb
def alternates(state: State) -> bool:
    """Whether two players who see all move in turn, without chance; by default True. Where it is False, gopy.search.several searches."""


@verb
def players(state: State) -> int:
    """How many players there are; by default 2."""


@verb
def results(state: State, out: np.ndarray) -> None:
    """Write the result of each player to `out`, float64[players], each in [0, 1]; by default `value` and 1 less that. Asked at the end."""


@verb
def information(state: State, player: int) -> int:
    """uint64 hash of all that `player` knows of the game so far, not 0; by default 0: both players see all."""


@verb
def determinise(state: State, player: int, rng: np.ndarray) -> None:
    """Replace what `player` cannot know by a random guess, one of those that fit what this player knows, all equally likely. By default
    nothing: both players see all."""


# ---- verbs of games whose players move at the same time -----------------------------------------
# They take the place of to_play, legal_moves and play.

@verb
def is_simultaneous(state: State) -> bool:
    """Whether the players of this game move at the same time; by default False."""


@verb
def moves_of(state: State, player: int, out: np.ndarray) -> int:
    """Write the legal moves of `player` to `out`, int16[num_moves]; returns how many. At least one in a state that waits
    for the players."""


@verb
def play_joint(state: State, first: int, second: int) -> None:
    """Play a move of player 0 and one of player 1, both legal."""


@verb
def utility(state: State) -> float:
    """Payoff of player 0, float64, in the game's own units; by default `value`. Asked only when `value` may be asked."""


@verb
def utility_sum(state: State) -> float:
    """The sum of both players' payoffs, by default 1."""


@is_chance.register()
@kernel
def _no_chance(state):
    return False


@chance_outcomes.register()
@kernel
def _no_outcomes(state, out):
    return 0


@chance_probabilities.register()
@kernel
def _equally_likely(state, out):
    return 0


@play_chance.register()
@kernel
def _nothing_to_draw(state, outcome):
    pass


@kernel(entry=False)
def draw_outcome(state, n, probabilities, rng):
    """Draw one of the `n` outcomes of `chance_outcomes`; returns its place there. probabilities: float64[num_moves], a work area."""
    if chance_probabilities(state, probabilities) == 0:
        return np.int64(next_below(rng, np.uint64(n)))
    left = next_double(rng)
    for place in range(n - 1):
        left -= probabilities[place]
        if left < 0.0:
            return np.int64(place)
    return np.int64(n - 1)


@alternates.register()
@kernel
def _two_alternate(state):
    return True


@players.register()
@kernel
def _two_players(state):
    return 2


@results.register()
@kernel
def _results_of_value(state, out):
    out[0] = value(state)
    out[1] = 1.0 - out[0]


@information.register()
@kernel
def _all_is_known(state, player):
    return np.uint64(0)


@determinise.register()
@kernel
def _nothing_to_guess(state, player, rng):
    pass


@is_simultaneous.register()
@kernel
def _moves_are_single(state):
    return False


@utility.register()
@kernel
def _utility_of_value(state):
    return value(state)


@utility_sum.register()
@kernel
def _sum_of_values(state):
    return 1.0
