"""UCT: upper confidence bounds on the mean.

    Q + c sqrt(ln N(s) / N)

Q and N are the mean and visits of a child, prior experience included; N(s) is the number of simulations through its parent.
"""
import math

import numpy as np

from gopy.compiled.jit import kernel
from gopy.game import WIN_UNIT
from gopy.search.keys import KEY_SCALE, index_of_key, largest_key, log_32
from gopy.search.params import MAX_VALUE
from gopy.search.policy import select_child
from gopy.search.policy_params import UCT
from gopy.search.tree import adjust_keys, real_visits, whole_vectors

#: The key given to whatever lies behind the last child; it is below the key of every child.
_NO_CHILD = np.int32(-1)
#: Larger values of c^2 ln N(s) are cut to this, so that a mean plus a bonus stays within MAX_VALUE.
_LARGEST_SCALE = np.float32((MAX_VALUE - 1.0) ** 2)
_ZERO = np.float32(0.0)
_ONE = np.float32(1.0)
_PER_WIN_UNIT = np.float32(1.0 / WIN_UNIT)


@select_child.register(UCT)
@kernel(entry=False, inline=True)
def _select_uct(policy, tree, node, state, scratch, search_params):
    begin = np.uint64(tree.child[node])
    n = np.uint64(tree.num_children[node])
    urgency = np.float32(policy.first_play_urgency)
    # The largest key is found in the same loop: a second loop over what was just written takes as long as the first.
    weight = np.float32(policy.exploration * policy.exploration)
    scale = min(weight * log_32(max(real_visits(tree, node), 1)), _LARGEST_SCALE)
    keys = scratch.keys
    best = _NO_CHILD
    for i in range(whole_vectors(n)):
        visits = np.float32(tree.visits[begin + i])
        share = _ONE / max(visits, _ONE)
        value = np.float32(tree.wins[begin + i]) * _PER_WIN_UNIT * share + np.float32(math.sqrt(scale * share))
        key = np.int32((value if visits > _ZERO else urgency) * KEY_SCALE)
        key = key if i < n else _NO_CHILD
        keys[i] = key
        best = max(best, key)
    if adjust_keys(tree, node, keys, search_params):
        best = largest_key(keys, n)
    return np.int64(begin + index_of_key(keys, best))
