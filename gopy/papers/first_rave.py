"""UCT-RAVE as it was first published, with the AMAF count in the exploration term.

    (1 - beta) (Q + c sqrt(ln S / N)) + beta (Q~ + c sqrt(ln S~ / N~)),    beta = sqrt(k / (3 N(s) + k))

Q and N are the mean and visits of a child, Q~ and N~ its AMAF mean and count; S and S~ are the sums of N and N~ over all
children of the parent, and N(s) is the number of simulations through it. A child without visits has beta 1, one without AMAF
counts beta 0, one without either the first-play urgency.

Sources: S. Gelly and D. Silver (2007), Combining online and offline knowledge in UCT; Gelly and Silver 2011, footnote 13, which
leaves the AMAF count out.
"""
import math

import numpy as np

from gopy.compiled.jit import kernel
from gopy.game import AMAF_UNIT, WIN_UNIT
from gopy.search.keys import child_of_largest_key, key_of, natural_log
from gopy.search.policy import counts_amaf, credit_amaf, select_child
from gopy.search.policy_params import FirstRave
from gopy.search.rave import credit_first_plays, has_amaf
from gopy.search.tree import adjust_keys, real_visits

_ZERO = np.float32(0.0)
_ONE = np.float32(1.0)
_PER_WIN_UNIT = np.float32(1.0 / WIN_UNIT)
_PER_AMAF_UNIT = np.float32(1.0 / AMAF_UNIT)

counts_amaf.register(FirstRave)(has_amaf)
credit_amaf.register(FirstRave)(credit_first_plays)


@kernel(entry=False)
def _bonus(exploration, total):
    """What is divided by the root of a child's count: c sqrt(ln `total`)."""
    return np.float32(exploration * math.sqrt(natural_log(max(np.int64(total), 1))))


@select_child.register(FirstRave)
@kernel(entry=False, inline=True)
def _select_first_rave(policy, tree, node, state, scratch, search_params):
    begin = np.uint64(tree.child[node])
    end = begin + np.uint64(tree.num_children[node])
    visits_of_all, amaf_of_all = np.int64(0), np.int64(0)
    for c in range(begin, end):
        visits_of_all += tree.visits[c]
        amaf_of_all += tree.amaf_visits[c]
    bonus = _bonus(policy.exploration, visits_of_all)
    amaf_bonus = _bonus(policy.exploration, amaf_of_all // AMAF_UNIT)
    share = np.float32(math.sqrt(policy.equivalence / (3.0 * real_visits(tree, node) + policy.equivalence)))
    for c in range(begin, end):
        visits = np.float32(tree.visits[c])
        amaf = np.float32(tree.amaf_visits[c]) * _PER_AMAF_UNIT
        beta = _ONE if visits == _ZERO else _ZERO if amaf == _ZERO else share
        value = np.float32(policy.first_play_urgency)
        if visits > _ZERO or amaf > _ZERO:
            of_visits = (np.float32(tree.wins[c]) * _PER_WIN_UNIT / max(visits, _ONE)
                         + bonus / np.float32(math.sqrt(max(visits, _ONE))))
            of_amaf = _ZERO
            if amaf > _ZERO:
                of_amaf = (np.float32(tree.amaf_wins[c]) / np.float32(tree.amaf_visits[c])
                           + amaf_bonus / np.float32(math.sqrt(amaf)))
            value = of_visits + beta * (of_amaf - of_visits)
        scratch.keys[c - begin] = key_of(value)
    adjust_keys(tree, node, scratch.keys, search_params)
    return child_of_largest_key(begin, end, scratch.keys)
