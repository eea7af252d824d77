"""Tree policies: which child a descent visits next, from what.

A policy is a record of parameters; its formula is chosen by its type when the kernel is compiled.

    UCT      Q + c sqrt(ln N(s) / N)
    UCTRave  (1 - beta) Q + beta Q~ + c sqrt(ln S / N), beta by schedule (Gelly and Silver 2011, section 4)
                RAVE_ONLY      beta = 1
                HAND_SELECTED  beta = sqrt(k / (3 N(s) + k))
                MINIMUM_MSE    beta = N~ / (N + N~ + N N~ / E), E = 1 / (4 b^2) for a RAVE bias b

Q, N are the mean and visits of a child, prior experience included; Q~, N~ its AMAF mean and count; N(s) the simulations
through their parent; S the sum of the N. No call reaches the C library's log: results are the same on every machine.
"""
import math
from typing import NamedTuple

import numpy as np

from gopy.game import AMAF_UNIT, WIN_UNIT, implements, verb
from gopy.jit import kernel
from gopy.search.tree import Tree, adjust_keys, real_visits, whole_vectors

RAVE_ONLY = 0
HAND_SELECTED = 1
MINIMUM_MSE = 2


class UCT(NamedTuple):
    """Plain upper confidence bounds."""

    exploration: float          #: c
    first_play_urgency: float   #: value of a child without visits


class UCTRave(NamedTuple):
    """Upper confidence bounds on the mean blended with AMAF."""

    schedule: int
    equivalence: float          #: k of HAND_SELECTED, E of MINIMUM_MSE, in simulations
    exploration: float          #: c
    first_play_urgency: float   #: value of a child without visits, AMAF ones included


#: Values above this tie; it also bounds the first-play urgency.
MAX_VALUE = 100.0


def _urgency(first_play_urgency):
    if not 0.0 <= first_play_urgency <= MAX_VALUE:
        raise ValueError(f"first_play_urgency must be between 0 and {MAX_VALUE:g}")
    return float(first_play_urgency)


def new_uct(exploration=0.5, first_play_urgency=10.0):
    """UCT; the default urgency visits every child once first."""
    return UCT(float(exploration), _urgency(first_play_urgency))


def new_uct_rave(schedule=MINIMUM_MSE, equivalence=3000.0, exploration=0.0, first_play_urgency=1.1):
    """MC-RAVE; with exploration, UCT-RAVE. E = 3000 is Pachi's on small boards (b = 0.0091)."""
    if schedule not in (RAVE_ONLY, HAND_SELECTED, MINIMUM_MSE):
        raise ValueError(f"unknown schedule {schedule}")
    if equivalence <= 0.0:
        raise ValueError("equivalence must be positive")
    return UCTRave(int(schedule), float(equivalence), float(exploration), _urgency(first_play_urgency))


# ---- logarithm ----------------------------------------------------------------------------------

_TABLE_SIZE = 2048
#: ln n, rounded to what every C library agrees on.
_LOG = np.array([0.0] + [round(math.log(n), 12) for n in range(1, _TABLE_SIZE)])
_LOG_2 = round(math.log(2.0), 12)


@kernel
def natural_log(n):
    """ln n for an int n >= 1, to 0.1 %."""
    halvings = 0
    while n >= _TABLE_SIZE:
        n >>= 1
        halvings += 1
    return _LOG[n] + halvings * _LOG_2


#: The same for selection, as far as most nodes come.
_LOG_32 = np.array([0.0] + [round(math.log(n), 12) for n in range(1, 1 << 14)], np.float32)


@kernel(entry=False)
def _log_32(n):
    return _LOG_32[n] if n < _LOG_32.shape[0] else np.float32(natural_log(n))


# ---- selection ----------------------------------------------------------------------------------
# Values become integer keys, for the compiler turns maxima of integers, not of floats, into vector code.
# All arithmetic is float32: sixteen children at a time, and finer than the noise of any mean.

#: A value of 1 as a key is 1 << KEY_BITS.
KEY_BITS = 24
_KEY_SCALE = np.float32(1 << KEY_BITS)
#: Below every key: that of what lies behind the last child.
_NO_CHILD = np.int32(-1)
_LIMIT = np.float32(MAX_VALUE)
#: UCT's c^2 ln N(s), so that a mean and a bonus stay within MAX_VALUE.
_LARGEST_SCALE = np.float32((MAX_VALUE - 1.0) ** 2)
_ZERO = np.float32(0.0)
_ONE = np.float32(1.0)
_PER_WIN_UNIT = np.float32(1.0 / WIN_UNIT)


@verb
def select_child(policy, tree, node, state, scratch, params):
    """The child of the expanded `node` (state: its position) to visit next; ties go to the first."""


@kernel(entry=False)
def _largest(keys, n):
    """The maximum of keys[:n]."""
    best = keys[np.uint64(0)]
    for i in range(np.uint64(1), n):
        best = max(best, keys[i])
    return best


@kernel(entry=False)
def _index_of(keys, key):
    """Where `key`, which is among them, comes first."""
    i = np.uint64(0)
    while keys[i] != key:
        i += np.uint64(1)
    return i


@kernel(entry=False)
def child_of_largest_key(begin, end, keys):
    """The first of the children begin..end, uint64, of largest key."""
    return np.int64(begin + _index_of(keys, _largest(keys, end - begin)))


@kernel(entry=False)
def key_of(value):
    """The key of a value, float32."""
    return np.int32(min(value, _LIMIT) * _KEY_SCALE)


@kernel(entry=False)
def add_exploration(tree, begin, end, exploration, keys):
    """Add c sqrt(ln S / N) to the keys of children with visits."""
    total = np.int64(0)
    for c in range(begin, end):
        total += tree.visits[c]
    scale = np.float32(exploration * math.sqrt(natural_log(max(total, 1))))
    for c in range(begin, end):
        visits = np.float32(tree.visits[c])
        if visits > _ZERO:
            bonus = scale / np.float32(math.sqrt(visits))
            keys[c - begin] = key_of(np.float32(keys[c - begin]) / _KEY_SCALE + bonus)


@implements(select_child, UCT)
@kernel(entry=False, inline=True)
def _select_uct(policy, tree, node, state, scratch, params):
    begin = np.uint64(tree.child[node])
    n = np.uint64(tree.num_children[node])
    urgency = np.float32(policy.first_play_urgency)
    # The largest key is found on the way: another loop over what was just written takes as long as the first.
    weight = np.float32(policy.exploration * policy.exploration)
    scale = min(weight * _log_32(max(real_visits(tree, node), 1)), _LARGEST_SCALE)
    keys = scratch.keys
    best = _NO_CHILD
    for i in range(whole_vectors(n)):
        visits = np.float32(tree.visits[begin + i])
        share = _ONE / max(visits, _ONE)
        value = np.float32(tree.wins[begin + i]) * _PER_WIN_UNIT * share + np.float32(math.sqrt(scale * share))
        key = np.int32((value if visits > _ZERO else urgency) * _KEY_SCALE)
        key = key if i < n else _NO_CHILD
        keys[i] = key
        best = max(best, key)
    if adjust_keys(tree, node, keys, params):
        best = _largest(keys, n)
    return np.int64(begin + _index_of(keys, best))


@kernel(entry=False)
def minimum_mse(tree, begin, end, equivalence, urgency, keys):
    """Fill in the keys of the children begin..end by the minimum mean squared error schedule."""
    # With N, W the visits and wins and R, V the AMAF ones,
    #     beta = R / (R + N + N R / E)  =>  (1 - beta) W / N + beta V / R = (W (E + R) + V E) / (N (E + R) + R E),
    # one division for a child; R, V stay in AMAF_UNITs, hence E in them too.
    scaled = np.float32(equivalence * AMAF_UNIT)
    weight = np.float32(equivalence)
    for c in range(begin, end):
        rave = np.float32(tree.amaf_visits[c])
        blend = scaled + rave
        wins = np.float32(tree.wins[c]) * _PER_WIN_UNIT * blend + np.float32(tree.amaf_wins[c]) * weight
        visits = np.float32(tree.visits[c]) * blend + rave * weight
        keys[c - begin] = key_of(wins / visits if visits > _ZERO else urgency)


@kernel(entry=False)
def _fixed_beta(tree, begin, end, beta, urgency, keys):
    # a child without visits has beta 1, one without AMAF visits beta 0
    for c in range(begin, end):
        visits = np.float32(tree.visits[c])
        rave = np.float32(tree.amaf_visits[c])
        mean = np.float32(tree.wins[c]) * _PER_WIN_UNIT / max(visits, _ONE)
        amaf_mean = np.float32(tree.amaf_wins[c]) / max(rave, _ONE)
        if rave == _ZERO:
            value = mean if visits > _ZERO else urgency
        elif visits == _ZERO:
            value = amaf_mean
        else:
            value = mean + beta * (amaf_mean - mean)
        keys[c - begin] = key_of(value)


@kernel(entry=False)
def _rave_only(tree, begin, end, urgency, keys):
    # No share of the mean, not even of its priors, but for moves that AMAF says nothing about: the pass, which it never
    # credits, would stay at its urgency for ever.
    for c in range(begin, end):
        visits = np.float32(tree.visits[c])
        rave = np.float32(tree.amaf_visits[c])
        if rave > _ZERO:
            value = np.float32(tree.amaf_wins[c]) / rave
        else:
            value = np.float32(tree.wins[c]) * _PER_WIN_UNIT / visits if visits > _ZERO else urgency
        keys[c - begin] = key_of(value)


@implements(select_child, UCTRave)
@kernel(entry=False, inline=True)
def _select_uct_rave(policy, tree, node, state, scratch, params):
    begin = np.uint64(tree.child[node])
    end = begin + np.uint64(tree.num_children[node])
    urgency = np.float32(policy.first_play_urgency)
    if policy.schedule == MINIMUM_MSE:
        minimum_mse(tree, begin, end, policy.equivalence, urgency, scratch.keys)
    elif policy.schedule == HAND_SELECTED:
        # N(s) counts simulations: with the priors of all children in it the schedule would begin near its end.
        beta = math.sqrt(policy.equivalence / (3.0 * real_visits(tree, node) + policy.equivalence))
        _fixed_beta(tree, begin, end, np.float32(beta), urgency, scratch.keys)
    else:
        _rave_only(tree, begin, end, urgency, scratch.keys)
    if policy.exploration > 0.0:
        add_exploration(tree, begin, end, policy.exploration, scratch.keys)
    adjust_keys(tree, node, scratch.keys, params)
    return child_of_largest_key(begin, end, scratch.keys)


# ---- statistics ---------------------------------------------------------------------------------

@verb
def layout_of(policy):
    """The layout of gopy.search.tree that the policy works on, at least. Plain Python, default Tree."""


@implements(layout_of)
def _plain_tree(policy):
    return Tree


# ---- backup -------------------------------------------------------------------------------------

@verb
def backup(policy, tree, depth, units, first_player, search_params, scratch):
    """Add the result of a simulation to every node of scratch.path[:depth + 1]; the default is in gopy.search.mcts.

    units: wins of player 0, in WIN_UNITs; first_player: to move at the root."""


# ---- AMAF update --------------------------------------------------------------------------------

@verb
def counts_amaf(policy):
    """Whether the policy has AMAF counts that `credit_amaf` adds to."""


@verb
def credit_amaf(policy, tree, node, depth, length, units, scratch, params):
    """Credit the children of `node` whose move its player was the first to play in the rest of the simulation, or, with
    params.amaf_own_first, played in it at all.

    depth: ply of the node; length: plies of the simulation; units: wins of the player to move, in WIN_UNITs;
    scratch.first_ply[first_play_slot(...)]: ply at which the move was first played from `depth` on, -1 if never.
    """


@kernel(entry=False, inline=True)
def first_play_slot(first_ply, ply, move, own_first):
    """Where `first_ply` notes the first play of `move`, of which that at `ply` may be one.

    own_first: the players' first plays of a move are kept apart."""
    return np.uint64(move) + np.uint64(own_first * (ply & 1)) * np.uint64(first_ply.shape[0] >> 1)


@implements(counts_amaf)
@kernel(entry=False)
def _no_amaf(policy):
    return False


@implements(counts_amaf, UCTRave)
@kernel(entry=False)
def has_amaf(policy):
    return True


@implements(credit_amaf)
@kernel(entry=False)
def _nothing_to_credit(policy, tree, node, depth, length, units, scratch, params):
    pass


_FRACTION_BITS = 16


@implements(credit_amaf, UCTRave)
@kernel(entry=False, inline=True)
def credit_first_plays(policy, tree, node, depth, length, units, scratch, params):
    begin = np.uint64(tree.child[node])
    end = begin + np.uint64(tree.num_children[node])
    first_ply = scratch.first_ply
    # weight 2 - (later plies) / (plies left), in AMAF_UNITs; without weights the slope is 0 and it stays 1
    start = np.int32(AMAF_UNIT)
    slope = np.int32(0)
    if params.amaf_weighted:
        start = np.int32(2 * AMAF_UNIT)
        slope = np.int32((AMAF_UNIT << _FRACTION_BITS) // max(length - depth, 1))
    ply_of_node = np.int32(depth)
    units = np.int32(units)
    slots = first_play_slot(first_ply, depth, 0, params.amaf_own_first)
    for c in range(begin, end):
        later = first_ply[slots + np.uint64(tree.move[c])] - ply_of_node
        # played at all from here on, and by the player to move here
        if later >= 0 and later & 1 == 0:
            weight = start - ((later * slope) >> _FRACTION_BITS)
            tree.amaf_visits[c] += weight
            tree.amaf_wins[c] += (weight * units) // WIN_UNIT
