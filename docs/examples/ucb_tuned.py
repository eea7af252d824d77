"""UCB1-Tuned: upper confidence bounds that are narrower for moves whose results vary less.

    Q + c sqrt(ln N(s) / N  min(1/4, V)),    V = Q (1 - Q) + sqrt(2 ln N(s) / N)

Q, N are the mean and visits of a move, N(s) those of its node; Q (1 - Q) is the variance of wins and losses. Moves without
a visit come first. (P. Auer, N. Cesa-Bianchi, P. Fischer (2002), Finite-time analysis of the multiarmed bandit problem,
section 4.)
"""
import math
from typing import Annotated, NamedTuple

import numpy as np

from gopy.base.parameters import Constructor, number
from gopy.compiled.jit import kernel
from gopy.game import WIN_UNIT
from gopy.search.catalogue import TEXTBOOK, Policy
from gopy.search.keys import natural_log
from gopy.search.policy import select_child
from gopy.search.tree import real_visits


class UCBTuned(NamedTuple):
    """The policy's parameters."""

    exploration: Annotated[float, number(1.0, 0.0, 100.0, "c of the exploration bonus")]


new_ucb_tuned = Constructor(UCBTuned, "Upper confidence bounds with the variance of each move's results.")

POLICY = Policy(new_ucb_tuned, "upper confidence bounds with variances", TEXTBOOK)


@select_child.register(UCBTuned)
@kernel(entry=False)
def _select(policy, tree, node, state, scratch, search_params):
    begin = np.int64(tree.child[node])
    best, most = begin, -1.0
    log_of_all = natural_log(max(real_visits(tree, node), 1))
    for child in range(begin, begin + tree.num_children[node]):
        visits = float(tree.visits[child])
        if visits <= 0.0:
            return np.int64(child)
        mean = tree.wins[child] / (WIN_UNIT * visits)
        share = log_of_all / visits
        variance = mean * (1.0 - mean) + math.sqrt(2.0 * share)
        value = mean + policy.exploration * math.sqrt(share * min(0.25, variance))
        if value > most:
            best, most = np.int64(child), value
    return best
