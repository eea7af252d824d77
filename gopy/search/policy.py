"""The contract of a tree policy: every verb that the search calls on a policy, with its default.

A tree policy is a record of parameters, a NamedTuple. A verb is a function whose kernel is chosen by the type of that record
when the search is compiled (gopy.compiled.dispatch). One verb has no default: `select_child`. The others default to what UCT does: a
plain tree, the result backed up to the mean of every edge, no AMAF, the most visited move first. A new policy is one file:
docs/new_policy.md has an example.
"""
import numpy as np

from gopy.compiled.atomic import load_acquire
from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.game import WIN_UNIT, pass_move
from gopy.search.tree import Tree, add_visits, add_wins, real_visits

# ---- what is kept of an edge --------------------------------------------------------------------

@verb
def layout_of(policy):
    """The tree layout (see gopy.search.tree) that the policy needs at least. Plain Python; the default is Tree."""


@layout_of.register()
def _plain_tree(policy):
    return Tree


@verb
def may_turn(policy):
    """Whether what a tree holds is of use when the other player is to move at its new root. Plain Python; by default it is."""


@may_turn.register()
def _serves_both(policy):
    return True


# ---- the way down -------------------------------------------------------------------------------

@verb
def opens_at(policy, depth, threshold):
    """How many simulations have gone through a leaf at `depth` before it gets children; by default `threshold`, the search's."""


@opens_at.register()
@kernel(entry=False, inline=True)
def _at_the_threshold(policy, depth, threshold):
    return threshold


@verb
def select_child(policy, tree, node, state, scratch, search_params):
    """The child of the expanded `node` to visit next; ties go to the first. state: the position at the node."""


# ---- the way back -------------------------------------------------------------------------------

@verb
def backup(policy, tree, depth, units, first_player, search_params, scratch):
    """Add the result of a simulation to every node of scratch.path[:depth + 1]; by default to the mean of every edge.

    units: result for player 0, in WIN_UNITs; first_player: the player to move at the root."""


@verb
def counts_amaf(policy):
    """Whether the policy has AMAF counts that `credit_amaf` adds to."""


@verb
def credit_amaf(policy, tree, node, depth, length, units, scratch, search_params):
    """Add AMAF counts to the children of `node` whose move the player to move there was the first of both players to play
    in the rest of the simulation or, with search_params.amaf_own_first, played in it at all.

    depth: ply of the node; length: plies of the simulation; units: result for the player to move at the node, in WIN_UNITs;
    scratch.first_ply[first_play_slot(...)]: ply at which the move was first played from `depth` on, -1 if never.
    """


@kernel(entry=False, inline=True)
def first_play_slot(first_ply, ply, move, own_first):
    """Index in `first_ply` of the first play of `move`, when the move is played at `ply`.

    own_first: whether the first plays of the two players are kept apart."""
    return np.uint64(move) + np.uint64(own_first * (ply & 1)) * np.uint64(first_ply.shape[0] >> 1)


@counts_amaf.register()
@kernel(entry=False)
def _no_amaf(policy):
    return False


@credit_amaf.register()
@kernel(entry=False)
def _nothing_to_credit(policy, tree, node, depth, length, units, scratch, search_params):
    pass


@kernel(entry=False)
def _visit_first_of_playout(tree, node, trace, depth, units):
    """Count the first move of a playout that began at `node`, at `depth`, as a visit of its edge if it is a child's move."""
    if trace.count[0] > depth:
        begin = np.int64(tree.child[node])
        for c in range(begin, begin + tree.num_children[node]):
            if tree.move[c] == trace.moves[depth]:
                add_visits(tree, c, 1)
                add_wins(tree, c, units)
                break


@backup.register()
@kernel(entry=False, inline=True)
def add_result(policy, tree, depth, units, first_player, search_params, scratch):
    """The default of `backup`: add the result itself to the mean of every edge of the path."""
    amaf = counts_amaf(policy)
    moves = scratch.trace.moves
    first_ply = scratch.first_ply
    passing = pass_move(scratch.state)
    length = scratch.trace.count[0]
    own_first = search_params.amaf_own_first
    ply = length - 1
    for d in range(depth, -1, -1):
        # 1. the edge to this node counts wins of the player who moved here
        node = np.uint64(scratch.path[d])
        player = (first_player + d) & 1
        to_move_units = units if player == 0 else WIN_UNIT - units
        add_wins(tree, node, WIN_UNIT - to_move_units)
        if search_params.virtual_loss != 1 or d == 0:
            add_visits(tree, node, 1 if d == 0 else 1 - search_params.virtual_loss)
        expanded = load_acquire(tree.child, node) > 0
        if search_params.expansion_threshold == 0 and d == depth and expanded:
            _visit_first_of_playout(tree, node, scratch.trace, depth, to_move_units)
        # 2. its children get their AMAF counts; first_ply is filled from the end of the simulation towards the root, so
        # that it holds the first play of each move from this node on
        if amaf:
            while ply >= d:
                move = np.int64(moves[ply])
                if move != passing:
                    first_ply[first_play_slot(first_ply, ply, move, own_first)] = ply
                ply -= 1
            if expanded:
                credit_amaf(policy, tree, node, d, length, to_move_units, scratch, search_params)
    if amaf:
        for i in range(length):
            first_ply[first_play_slot(first_ply, i, moves[i], own_first)] = -1


# ---- what is reported and played ----------------------------------------------------------------

@verb
def best_first(policy, tree, block):
    """Node indices of `block`, a slice of children, from the best move to the worst. Plain Python, by visits by default."""


@best_first.register()
def most_visited_first(policy, tree, block):
    """Children in falling order of real visits; ties are ordered by mean, then as they stand."""
    visits = tree.visits[block]
    means = tree.wins[block] / np.maximum(visits, 1)
    return block.start + np.lexsort((-means, tree.prior_visits[block] - visits))


@verb
def expected_child(policy, tree, node):
    """The child of the expanded `node` that `best_first` puts first; at least one child has visits. A kernel; the
    default is by visits."""


@expected_child.register()
@kernel(entry=False)
def most_visited_child(policy, tree, node):
    """The child with the most real visits; of equal ones the one with the best mean."""
    best, most, mean = np.int64(tree.child[node]), np.int64(0), 0.0
    for c in range(best, best + tree.num_children[node]):
        visits = real_visits(tree, c)
        if visits > 0 and visits >= most:
            its_mean = tree.wins[c] / tree.visits[c]
            if visits > most or its_mean > mean:
                best, most, mean = np.int64(c), visits, its_mean
    return best
