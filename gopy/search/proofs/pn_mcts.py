"""PN-MCTS: the uses of proof numbers in a search. Each can be on or off, with any tree policy built on visits.

    F  final move      a child of the root that is proven won is played whatever its visits, and the search ends. With
                       two layers, a child proven not lost is, if the root's score is below the contempt factor.
    S  solver          a solved child is skipped once it has more than T visits, unless its parent is solved too.
    U  UCT-PN          C_pn (1 - rank / largest rank) is added to a child's value. The child whose delta is least has
                       rank 1 (at an OR node that is pn, at an AND node dpn); siblings tie at 1 + the number of those
                       before them.
    E  ending          the search ends when a child of the root is proven won, but without F the most visited move is
                       played. So did the first version of the authors' program that they published.

Source: J. Kowalski, E. Doe, M. H. M. Winands, D. Gorski and D. J. N. J. Soemers (2024), Proof number based Monte-Carlo
tree search, sections IV and VIII. Their payoffs are -1, 0 and 1, ours 0 to 1, so their C = sqrt 2 and C_pn = 1 are
0.7071 and 0.5 here; the contempt factor is on their scale. Their program divides ranks by the number of children
(`pn_by_count`), and does not break ties of ranks by the second layer; ours does, as the paper says. A child without visits
has the bonus of rank 0, so that, as in their program, UCT visits every child once before ranks count. When a leaf is
expanded, after `expansion_threshold` simulations (theirs: 1), all its children are made and examined, in random order; the
first of them to be simulated from is a random one with UCT, and chosen by priors with other policies.

With two layers, S skips the moves that are proven not to win, until the player to move is proven not to lose or not to win.
Draws are then seldom proven, because that takes a proof of both. With `solve_draws`, S goes on: it skips moves that do not
win as long as a win is possible, and then moves that lose.
"""
import numpy as np

from gopy.compiled.jit import kernel
from gopy.game import WIN_UNIT
from gopy.search.keys import KEY_BITS
from gopy.search.params import FINAL, MAX_VALUE, RANKED, SOLVER
from gopy.search.policy import layout_of
from gopy.search.proofs.numbers import AND, INFINITY, ProofTree, phi_of
from gopy.search.proofs.proven import DRAW, LOSS, NO_LOSS, NO_WIN, WIN
from gopy.search.tree import ROOT, Tree, adjust_keys, proven_first, proven_result, real_visits

#: The largest key, divided by the key of the value 1; 128 would overflow an int32.
_LARGEST_KEY = 127.0

#: The key of a child that is skipped.
_SKIPPED = np.int32(-1)


def layout_for(policy, search_params) -> type:
    """The tree layout that the policy and the search parameters need: a NamedTuple class.

    Raises ValueError for proof numbers with a policy that has a layout of its own."""
    layout = layout_of(policy)
    if not search_params.proofs:
        return layout
    if layout is not Tree:
        raise ValueError("proofs go with policies that need visits and wins alone, such as uct and uct_rave")
    return ProofTree


# ---- S and U ------------------------------------------------------------------------------------

@adjust_keys.register(ProofTree)
@kernel(entry=False, inline=True)
def _adjust_keys(tree, node, keys, search_params):
    if search_params.proofs & RANKED and search_params.pn_exploration > 0.0:
        _add_ranks(tree, node, keys, search_params)
    if search_params.proofs & SOLVER:
        if search_params.layers == 1:
            _skip_solved(tree, node, tree.numbers, tree.numbers, keys, search_params)
        elif tree.kind[node] & AND:
            _skip_solved(tree, node, tree.numbers2, tree.numbers, keys, search_params)
        else:
            _skip_solved(tree, node, tree.numbers, tree.numbers2, keys, search_params)
    return search_params.proofs & (RANKED | SOLVER) != 0


@kernel(entry=False, inline=True)
def _add_ranks(tree, node, keys, search_params):
    begin = np.uint64(tree.child[node])
    n = np.uint64(tree.num_children[node])
    largest = np.int32(n)
    if not search_params.pn_by_count:
        largest = np.int32(1)
        for i in range(n):
            largest = max(largest, np.int32(tree.rank[begin + i]))
    # a bonus too large for a key is made to fit by dividing all keys by a power of two
    shift = np.int32(0)
    scale = 1.0
    while (MAX_VALUE + search_params.pn_exploration) * scale > _LARGEST_KEY:
        scale *= 0.5
        shift += np.int32(1)
    step = np.int32(search_params.pn_exploration * scale * (1 << KEY_BITS) / largest)
    for i in range(n):
        places = largest - np.int32(tree.rank[begin + i]) if tree.visits[begin + i] > 0 else largest
        keys[i] = (keys[i] >> shift) + places * step


@kernel(entry=False, inline=True)
def _skip_solved(tree, node, win, no_loss, keys, search_params):
    """Set the keys of the solved children that S skips to _SKIPPED.

    win, no_loss: numbers of the layers in which the player to move at `node` wants to win and not to lose."""
    wanted = win
    if search_params.solve_draws and phi_of(win[node]) == INFINITY:
        wanted = no_loss
    phi = phi_of(wanted[node])
    if phi == 0 or phi == INFINITY or (phi_of(no_loss[node]) == 0 and not search_params.solve_draws):
        return
    begin = np.uint64(tree.child[node])
    for i in range(np.uint64(tree.num_children[node])):
        if phi_of(wanted[begin + i]) == 0 and real_visits(tree, begin + i) > search_params.solver_threshold:
            keys[i] = _SKIPPED


# ---- F and what is known of the root -----------------------------------------------------------

@proven_first.register(ProofTree)
def _proven_first(tree, nodes, search_params):
    if not search_params.proofs & FINAL:
        return nodes
    first = tree.delta[nodes] == 0
    if not first.any() and search_params.layers == 2 and _root_score(tree) < search_params.contempt:
        first = tree.delta2[nodes] == 0
    return np.concatenate([nodes[first], nodes[~first]])


def _root_score(tree):
    """Mean of the root for the side to move there, from -1 to 1; 0 without visits."""
    visits = int(tree.visits[ROOT]) - int(tree.prior_visits[ROOT])
    if visits <= 0:
        return 0.0
    return 1.0 - 2.0 * (int(tree.wins[ROOT]) - int(tree.prior_wins[ROOT])) / WIN_UNIT / visits


@proven_result.register(ProofTree)
def _proven_result(tree, node, search_params):
    pn, dpn, pn2, dpn2 = (int(numbers[node]) for numbers in (tree.phi, tree.delta, tree.phi2, tree.delta2))
    if node != ROOT:
        pn, dpn, pn2, dpn2 = dpn, pn, dpn2, pn2
    if pn == 0:
        return WIN
    if search_params.layers == 1:
        return NO_WIN if dpn == 0 else ""
    if dpn2 == 0:
        return LOSS
    if pn2 == 0:
        return DRAW if dpn == 0 else NO_LOSS
    return NO_WIN if dpn == 0 else ""
