"""The parameters of the tree policies from ranking and selection, whose rules and kernels are in allocation.py and ranking.py.

The defaults are those of experiment 1.1 of G. Zhang, Y. Peng and Y. Xu, An Efficient Dynamic Sampling Policy for Monte Carlo
Tree Search.
"""
from typing import Annotated, NamedTuple

from gopy.base.parameters import Constructor, choice, number, truth, whole
from gopy.search.params import SearchParams, new_search_params

# The rules.
AOAP = 0
OCBA = 1
TTTS = 2
UCB = 3
UNIFORM = 4

# The models of the opponent.
OPPONENTS = ("same", "random", "uct")
SAME = 0
RANDOM = 1
UCT = 2


class Ranking(NamedTuple):
    """A rule and its parameters. There is one type for all rules because all work on the same statistics."""

    rule: int               #: AOAP, OCBA, TTTS, UCB or UNIFORM
    n0: Annotated[int, whole(10, 2, 10**6, "samples of each move before the rule decides")]
    prior_mean: Annotated[float, number(0.0, -1e3, 1e3, "mean of the prior of a move's value")]
    prior_variance: Annotated[float, number(0.0, 0.0, 1e9, "its variance; 0 for no prior")]
    epsilon: Annotated[float, number(1e-5, 1e-12, 1e3, "least variance of samples")]
    exploration: Annotated[float, number(1.0, 0.0, 1e3, "C of UCB and of the opponent uct")]
    opponent: Annotated[int, choice("same", OPPONENTS, "how the side that is not to move at the root plays in the tree")]
    opponent_n0: Annotated[int, whole(1, 1, 10**6, "samples of each of its moves before the opponent uct decides")]
    salt: Annotated[int, whole(0, 0, 2**31 - 1, "the moves of a node get their first n0 samples one after the other, in a fixed order "
                                                "that this number decides; 0: in random order")]
    answers_at_once: Annotated[int, truth(False, "whether a position after a move of the opponent gets its moves when it is reached "
                                                 "first, in place of after n0 samples; not with the opponent same")]
    maximum: Annotated[int, truth(True, "whether the maximum of a node's moves is backed up, or the result")]


def _ranking(rule, help, **differing):
    return Constructor(Ranking, help, kernels="gopy.search.sampling.ranking", fixed={"rule": rule}, **differing)


new_aoap = _ranking(AOAP, "Ranking and selection by asymptotically optimal allocation.", prior_variance={"default": 100.0})
new_ocba = _ranking(OCBA, "The same by optimal computing budget allocation, the most starving move first (Li, Fu and Xu "
                    "2021).")
new_ttts = _ranking(TTTS, "The same by top-two Thompson sampling (Russo 2020).", prior_variance={"default": 100.0})
new_uniform = _ranking(UNIFORM, "Random: every sample goes to a move drawn at random.", n0={"low": 1, "default": 1})
new_uct_max = _ranking(UCB, "UCT as these policies are compared with: n0 samples of each move first, and the maximum backed "
                       "up.", n0={"low": 1})


def search_params_for(policy: Ranking, expansion_threshold: int | None = None) -> SearchParams:
    """The SearchParams for a Ranking: no prior experience, and children for a leaf after `expansion_threshold` samples.

    The threshold is n0 by default: then no move of a node is searched deeper before all moves of the node have n0 samples
    (section 3). 1 is the other reading of the paper: a move is searched deeper from its second sample on, so that what is
    backed up from it is soon the maximum of a few results.
    """
    threshold = policy.n0 if expansion_threshold is None else expansion_threshold
    return new_search_params(expansion_threshold=threshold, even_prior=0)
