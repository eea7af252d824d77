"""One simulation and the loop over them: the compiled part of the search.

    descend   from the root, select and play until a leaf; expand the leaf once it has been visited enough
    playout   to the end of the game
    backup    visits and wins along the path, AMAF for the children of every node on it
"""
import math
from typing import NamedTuple

import numpy as np

from gopy.compiled.atomic import atomic_add, compare_and_swap, load_acquire, store_release
from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.compiled.prefetch import prefetch
from gopy.compiled.rng import new_rng, next_below
from gopy.game import (
    WIN_UNIT,
    Trace,
    add_priors,
    clone_state,
    copy_state,
    hash_after,
    holder,
    is_over,
    judges_nodes,
    legal_moves,
    new_outcome,
    new_trace,
    num_moves,
    pass_move,
    play,
    plays_out,
    position_hash,
    prune_moves,
    record_end,
    run_playout,
    score,
    to_play,
    units_of_result,
    value,
)
from gopy.search.policy import backup, opens_at, select_child
from gopy.search.tree import (
    BUSY,
    LANES,
    ROOT,
    UNEXPANDED,
    add_visits,
    allocate,
    end_simulation,
    examine_children,
    publish_children,
    real_visits,
    write_children,
)

#: Length of the longest path that a simulation follows in the tree; from there on it plays out.
MAX_DEPTH = 512

#: Playout plies a trace has room for, in multiples of the number of moves.
TRACE_MOVES = 4

# Slots of the control record. Those that all threads write are a cache line apart.
STOP = 0            #: not 0: end the slice
QUOTA = 8           #: simulations left to start in this slice
FULL = 16           #: 1: an expansion found no room
THRESHOLD = 24      #: simulations through a leaf before it is expanded
ALL_AT_ROOT = 25    #: 1: the root gets all legal moves, those too that are pruned elsewhere
CONTROL_SLOTS = 32

NO_HASH = np.uint64(0)


class Scratch(NamedTuple):
    """The work area of one thread. n stands for the number of moves of the game."""

    state: NamedTuple           #: the position of the simulation
    after: NamedTuple           #: another position, to try moves on
    trace: Trace                #: the moves of the simulation
    path: np.ndarray            #: int64[MAX_DEPTH + 1], nodes from the root to the leaf
    hashes: np.ndarray          #: uint64[MAX_DEPTH + 1], hashes of the positions of these nodes
    first_ply: np.ndarray       #: int32[2 n], plies of first plays, see `first_play_slot`; all -1 outside backup
    keys: np.ndarray            #: int32[n + LANES], selection keys
    moves: np.ndarray           #: int16[n], moves of a node being expanded
    prior_visits: np.ndarray    #: int32[n], prior experience of these moves in simulations
    prior_wins: np.ndarray      #: int32[n], and its wins in WIN_UNITs
    rng: np.ndarray             #: uint64[2], state of the random numbers
    outcome: NamedTuple         #: the game's record of final positions
    scores: np.ndarray          #: float64[3]: number of simulations, sum of their scores, sum of the squares of the scores
    move_scores: np.ndarray     #: float64[n, 3]: the same of the simulations that began with each move
    move_margins: np.ndarray    #: int32[n, MARGINS n]: of these, how many ended with each margin, see `_count_margin`; int32[0, 0] without
    move_owners: np.ndarray     #: int32[n, n]: of these, who held each point, see `holder`; int32[0, 0] if not recorded
    owner_wins: np.ndarray      #: int64[n + 1]: sums of who held each point times player 0's WIN_UNITs, and of these units
    depth: np.ndarray           #: int64[1], length of the longest path so far


#: Bins for margins, in multiples of the number of moves, which is the number of points and one: room for a komi as large as the board.
MARGINS = 4

#: Margins are not counted in games with more moves, whose table would be too large.
MOST_MOVES_COUNTED = 1024

#: Bytes of a cache line: a core that writes to one makes all others load the whole line again.
CACHE_LINE = 64


def _on_own_lines(array):
    """A copy of a small array that shares no cache line with anything else."""
    memory = np.zeros(array.nbytes + 2 * CACHE_LINE, np.uint8)
    start = -memory.ctypes.data % CACHE_LINE
    copy = memory[start:start + array.nbytes].view(array.dtype)
    copy[:] = array
    return copy


def new_scratch(state, seed, thread) -> Scratch:
    """Work area of thread number `thread` for games like `state`."""
    n = num_moves(state)
    moves, count = new_trace(MAX_DEPTH + TRACE_MOVES * n + n)
    counted = n if score.has_own(state) and n <= MOST_MOVES_COUNTED else 0      # asked so, because it loads no kernel
    return Scratch(clone_state(state), clone_state(state), Trace(moves, _on_own_lines(count)),
                   np.zeros(MAX_DEPTH + 1, np.int64), np.zeros(MAX_DEPTH + 1, np.uint64),
                   np.full(2 * n, -1, np.int32), np.zeros(n + LANES, np.int32), np.zeros(n, np.int16),
                   np.zeros(n, np.int32), np.zeros(n, np.int32), _on_own_lines(new_rng(seed, thread)),
                   new_outcome(state), _on_own_lines(np.zeros(3)), np.zeros((n, 3)),
                   np.zeros((counted, MARGINS * counted), np.int32), np.zeros((0, 0), np.int32),
                   np.zeros(n + 1, np.int64),
                   _on_own_lines(np.zeros(1, np.int64)))


def new_control() -> np.ndarray:
    """A control record, int64[CONTROL_SLOTS], through which the threads and the search that owns them communicate."""
    return np.zeros(CONTROL_SLOTS, np.int64)


# ---- repetition ---------------------------------------------------------------------------------

def new_history(hashes) -> np.ndarray:
    """A hash table of the positions of the game with open addressing, uint64[a power of two], at most half full."""
    hashes = [h for h in {int(h) for h in hashes} if h]
    table = np.zeros(max(4, 1 << (2 * len(hashes)).bit_length()), np.uint64)
    mask = len(table) - 1
    for h in hashes:
        slot = h & mask
        while table[slot]:
            slot = (slot + 1) & mask
        table[slot] = h
    return table


@kernel(entry=False)
def in_history(history, position):
    """Whether the hash `position` is in the table."""
    mask = np.uint64(history.shape[0] - 1)
    slot = position & mask
    while history[slot] != NO_HASH:
        if history[slot] == position:
            return True
        slot = (slot + np.uint64(1)) & mask
    return False


@kernel(entry=False)
def _repeats(position, history, scratch, depth):
    if position == NO_HASH:
        return False
    for d in range(depth + 1):
        if scratch.hashes[d] == position:
            return True
    return in_history(history, position)


@kernel(entry=False, inline=True)
def moves_without_repetition(history, scratch, depth):
    """Write to scratch.moves the legal moves at scratch.state that repeat no position of the path or the game; returns how
    many. A pass is never taken for a repetition."""
    state = scratch.state
    n = legal_moves(state, scratch.moves)
    if scratch.hashes[depth] == NO_HASH:
        return n
    passing = pass_move(state)
    kept = 0
    for i in range(n):
        move = np.int64(scratch.moves[i])
        if move == passing or not _repeats(hash_after(state, move), history, scratch, depth):
            scratch.moves[kept] = move
            kept += 1
    return kept


# ---- expansion ----------------------------------------------------------------------------------

@kernel(entry=False, inline=True)
def _shuffle(moves, n, rng):
    for i in range(n - 1, 0, -1):
        j = next_below(rng, np.uint64(i + 1))
        moved = moves[j]
        moves[j] = moves[i]
        moves[i] = moved


@verb
def add_tree_priors(game_params, tree, depth, n, scratch):
    """Add prior experience of scratch.moves[:n] that the tree holds to scratch.prior_visits and scratch.prior_wins, as
    `game.add_priors` adds what the game knows. By default, for the type of the game's parameters, nothing is added.

    depth   the ply of the node that gets these moves; scratch.path[:depth + 1] leads to it"""


@add_tree_priors.register()
@kernel(entry=False, inline=True)
def _nothing_from_the_tree(game_params, tree, depth, n, scratch):
    pass


@kernel(entry=False, inline=True)
def expand(tree, node, depth, history, scratch, search_params, game_params, control):
    """Give `node`, whose position is scratch.state, its children. Returns the first of them, or 0 if it gets none: another
    thread was first, there is no room (control[FULL] is then set), or there is no move."""
    if compare_and_swap(tree.child, node, UNEXPANDED, BUSY) != UNEXPANDED:
        return 0
    unpruned = moves_without_repetition(history, scratch, depth)
    n = unpruned
    if depth > 0 or control[ALL_AT_ROOT] == 0:
        n = prune_moves(scratch.state, scratch.moves, unpruned, game_params)
    begin = allocate(tree, n) if n > 0 else 0
    if begin <= 0:
        if begin < 0:
            store_release(control, FULL, 1)
        store_release(tree.child, node, UNEXPANDED)
        return 0
    # Children of equal value are visited as they stand, so they stand in random order: that favours no corner.
    _shuffle(scratch.moves, n, scratch.rng)
    for i in range(n):
        scratch.prior_visits[i] = 0
        scratch.prior_wins[i] = 0
    add_tree_priors(game_params, tree, depth, n, scratch)
    add_priors(scratch.state, scratch.moves, n, scratch.prior_visits, scratch.prior_wins, game_params)
    if search_params.even_prior > 0:
        for i in range(n):
            if search_params.even_for_all or scratch.prior_visits[i] == 0:
                scratch.prior_visits[i] += search_params.even_prior
                scratch.prior_wins[i] += search_params.even_prior * WIN_UNIT // 2
    write_children(tree, node, begin, scratch.moves, n, scratch.prior_visits, scratch.prior_wins,
                   search_params.priors_in_amaf, pass_move(scratch.state))
    examine_children(tree, node, begin, depth, unpruned - n, scratch, search_params)
    publish_children(tree, node, begin)
    return begin


# ---- simulations --------------------------------------------------------------------------------

@kernel(entry=False, inline=True)
def descend(tree, root_state, history, policy, search_params, game_params, scratch, control):
    """Follow the tree policy to a leaf, expanding a node that has enough visits.

    Returns the depth of the leaf, and whether the game's parameters judged it when it got children: then the simulation ends
    there. Writes the nodes to scratch.path and the moves to scratch.trace, and plays the moves on scratch.state."""
    state = scratch.state
    copy_state(state, root_state)
    scratch.trace.count[0] = 0
    scratch.path[0] = ROOT
    scratch.hashes[0] = position_hash(state)
    node = np.int64(ROOT)
    depth = np.int64(0)
    judged = False
    # A node is judged by the last of the simulations that come before its children's, not by the first of these.
    earlier = search_params.virtual_loss - np.int64(judges_nodes(game_params))
    while depth < MAX_DEPTH:
        # 1. find the children, or make them
        child = load_acquire(tree.child, node)
        if child == UNEXPANDED and real_visits(tree, node) - earlier >= opens_at(policy, depth, control[THRESHOLD]):
            child = expand(tree, node, depth, history, scratch, search_params, game_params, control)
            judged = judges_nodes(game_params) and child > 0
            if search_params.expansion_threshold == 0 or judged:
                break
        if child <= 0:
            break
        # 2. choose one; its visit is counted at once, so that other threads choose others
        node = select_child(policy, tree, node, state, scratch, search_params)
        # What the next step reads first is asked of the memory while the move is played.
        prefetch(tree.child, node)
        prefetch(tree.num_children, node)
        add_visits(tree, node, search_params.virtual_loss)
        # 3. go there
        move = np.int64(tree.move[np.uint64(node)])
        play(state, move)
        scratch.trace.moves[np.uint64(depth)] = move
        depth += 1
        scratch.trace.count[0] = depth
        scratch.path[depth] = node
        scratch.hashes[depth] = position_hash(state)
        if is_over(state):
            break
    return depth, judged


@kernel(entry=False, inline=True)
def _add_score(scores, margin):
    scores[0] += 1.0
    scores[1] += margin
    scores[2] += margin * margin


@kernel(entry=False, inline=True)
def _count_margin(counts, margin):
    """Count a margin in the bin of its whole points, rounded down: 0 is in the middle, and what lies beyond an end is in the last bin."""
    at = np.int64(math.floor(margin)) + counts.shape[0] // 2
    counts[np.uint64(min(max(at, 0), counts.shape[0] - 1))] += 1


@kernel(entry=False)
def _record_owners(owners, wins, state, move, units):
    """Count who holds each point at the end of a simulation that began with `move` and won player 0 so many WIN_UNITs."""
    for point in range(owners.shape[1]):
        held = holder(state, np.int64(point))
        owners[move, point] += held
        wins[point] += held * units
    wins[owners.shape[1]] += units


@kernel
def run_simulations(tree, root_state, history, policy, search_params, game_params, scratch, control):
    """Simulate until the quota that all threads share is used up, the tree is full or a stop is asked for.

    Expands the root first if it is a leaf. Returns the number of simulations done."""
    state = scratch.state
    if load_acquire(tree.child, ROOT) == UNEXPANDED:
        copy_state(state, root_state)
        scratch.hashes[0] = position_hash(state)
        # np.int64, because literals would make the compiler build a second version of `expand`
        expand(tree, np.int64(ROOT), np.int64(0), history, scratch, search_params, game_params, control)
    done = 0
    while load_acquire(control, STOP) == 0 and load_acquire(control, FULL) == 0:
        if atomic_add(control, QUOTA, -1) <= 0:
            break
        # 1. down the tree
        depth, judged = descend(tree, root_state, history, policy, search_params, game_params, scratch, control)
        player = to_play(state)
        # 2. to the end of the game
        played = plays_out(game_params, judged, scratch.rng)
        if played and not is_over(state):
            run_playout(state, scratch.rng, game_params, scratch.trace)
        # 3. what came of it
        result = value(state) if played else 0.5
        if 0 < search_params.playout_limit < scratch.trace.count[0] - depth:
            result = 0.5
        margin = record_end(game_params, state, result, judged, played, player, scratch.outcome, scratch.rng)
        units = units_of_result(game_params, result, judged, played, player, scratch.rng)
        _add_score(scratch.scores, margin)
        if depth > 0:
            first = np.uint64(scratch.trace.moves[0])
            _add_score(scratch.move_scores[first], margin)
            if scratch.move_margins.shape[0] > 0:
                _count_margin(scratch.move_margins[first], margin)
            if played and scratch.move_owners.shape[0] > 0:
                _record_owners(scratch.move_owners, scratch.owner_wins, state, first, units)
        scratch.depth[0] = max(scratch.depth[0], depth)
        # 4. back up the path
        backup(policy, tree, depth, units, to_play(root_state), search_params, scratch)
        done += 1
        if end_simulation(tree, depth, scratch, search_params):
            store_release(control, STOP, 1)
    return done
