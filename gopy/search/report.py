"""What a search has found: plain numbers, for engines and people. Read from the tree while no thread is in it."""
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Optional

import numpy as np

from gopy.compiled.jit import kernel
from gopy.game import WIN_UNIT
from gopy.search.lower_bound import lower_bound
from gopy.search.policy import best_first, expected_child
from gopy.search.proofs.proven import VALUES
from gopy.search.tree import ROOT, bytes_per_node, proven_first, proven_result, real_visits

#: Standard normal quantile of the lower confidence bound: two-sided 95 %.
Z = 1.96


@dataclass
class ChildReport:
    """A move of the root. Means are for the side to move there, in [0, 1]; visits leave priors out."""

    move: int
    visits: int
    winrate: float          #: mean of real simulations, or of the priors if there are none; the value of a proven result
    prior: float            #: share of the prior wins of all moves
    lcb: float              #: lower end of Wilson's 95 % interval of the winrate; 0 without visits
    rave_mean: float        #: AMAF mean; 1/2 without AMAF weight
    pv: list[int]           #: principal variation: the moves expected, this one first
    proven: str = ""        #: for the side to move at the root: win, loss, draw, no win or no loss; "" if nothing is
    pv_visits: list[int] = field(default_factory=list)   #: real visits of the nodes that these moves lead to
    scored: int = 0                                 #: simulations that began with the move since the root was set
    score_mean: float = 0.0                         #: margin for player 0, mean over these; the root's if there are none
    score_stdev: float = 0.0
    lead: float = 0.0                               #: margin for player 0, as in a Report
    #: float32[num_points] as in a Report, of these simulations; None if it was not recorded.
    ownership: Optional[np.ndarray] = field(default=None, compare=False)


@dataclass
class Report:
    """The state of a search."""

    to_play: int
    simulations: int                    #: of this run
    visits: int                         #: real visits of the root, those of a kept subtree included
    value: float                        #: mean for the side to move; the value of a proven win, loss or draw
    score_mean: float                   #: margin for player 0, mean over the simulations since the root was set
    score_stdev: float
    ownership: Optional[np.ndarray]     #: float32[num_points], +1: player 0's; None for games without points
    depth: int                          #: length of the longest path in the tree since the root was set
    nodes: int
    bytes: int                          #: of the tree's nodes in use
    seconds: float                      #: of this run
    children: list[ChildReport] = field(default_factory=list)   #: the move to play first
    proven: str = ""                    #: as in a ChildReport; only of the moves that were not to be avoided
    lead: float = 0.0                   #: margin for player 0: the median (gopy.search.root_moves) where score_mean is the mean
    sharpness: float = 1.0              #: see gopy.engine.chance; 1 where win rates are taken for chances of winning
    #: float32[num_points], the criticality of each point (gopy.search.root_moves); None if owners were not recorded.
    criticality: Optional[np.ndarray] = None

    @property
    def best(self) -> ChildReport | None:
        """The ChildReport of the move to play; None when there is no move."""
        return self.children[0] if self.children else None


def wilson_lower(mean: float, n: int, z: float = Z) -> float:
    """Lower end of Wilson's interval for `n` trials of the given mean; 0 for n = 0."""
    return lower_bound(float(mean), int(n), float(z))


def _mean(wins: float, visits: float, default: float) -> float:
    return min(1.0, max(0.0, wins / visits)) if visits > 0 else default


def child_slice(tree: Any, node: int) -> slice:
    """Slice of the children of `node`; empty for a leaf."""
    begin = int(tree.child[node])
    return slice(begin, begin + int(tree.num_children[node])) if begin > 0 else slice(0, 0)


def mean_of(tree: Any, node: int) -> float:
    """The mean of a node's real simulations, for the player who moved there; 1/2 without any."""
    visits = int(tree.visits[node]) - int(tree.prior_visits[node])
    return _mean((int(tree.wins[node]) - int(tree.prior_wins[node])) / WIN_UNIT, visits, 0.5)


@kernel
def _follow(policy: Any, tree: Any, node: int, moves: np.ndarray, visits: np.ndarray) -> int:
    """Write to `moves`, int64[length], the moves expected from `node` on, its own move first, and to `visits` their real
    visits; returns how many."""
    count = 0
    while count < moves.shape[0]:
        moves[count] = tree.move[node]
        visits[count] = max(real_visits(tree, node), 0)
        count += 1
        if tree.child[node] <= 0:
            break
        node = expected_child(policy, tree, node)
        if real_visits(tree, node) <= 0:
            break
    return count


def principal_variation(policy: Any, tree: Any, node: int, length: int) -> tuple[list[int], list[int]]:
    """(moves, their real visits): at most `length` moves from `node` on, its own first, along the best visited children."""
    moves, visits = np.zeros((2, length), np.int64)
    count = _follow(policy, tree, node, moves, visits)
    return moves[:count].tolist(), visits[:count].tolist()


def _child_report(policy: Any, tree: Any, node: int, prior: float, pv_length: int, search_params: Any) -> ChildReport:
    prior_visits, prior_wins = int(tree.prior_visits[node]), int(tree.prior_wins[node])
    visits = max(int(tree.visits[node]) - prior_visits, 0)
    wins = int(tree.wins[node]) - prior_wins
    proven = proven_result(tree, node, search_params)
    winrate = VALUES.get(proven, _mean(wins / WIN_UNIT, visits, _mean(prior_wins / WIN_UNIT, prior_visits, 0.5)))
    pv, pv_visits = principal_variation(policy, tree, node, pv_length)
    return ChildReport(
        move=int(tree.move[node]), visits=visits, winrate=winrate,
        prior=prior,
        lcb=wilson_lower(winrate, visits),
        rave_mean=_mean(int(tree.amaf_wins[node]), int(tree.amaf_visits[node]), 0.5),
        pv=pv, proven=proven, pv_visits=pv_visits)


def child_reports(policy: Any, tree: Any, max_moves: int | None, pv_length: int, search_params: Any,
                  least_visits: float = 0) -> list[ChildReport]:
    """ChildReports of the root's moves, the move to play first; at most `max_moves` of them, or all if that is None.

    Moves with fewer than `least_visits` real visits are left out, but for the first: describing one takes some 15 us.
    """
    block = child_slice(tree, ROOT)
    shares = prior_shares(tree, block)
    nodes = proven_first(tree, best_first(policy, tree, block), search_params)[:max_moves]
    return [_child_report(policy, tree, int(node), float(shares[node - block.start]), pv_length, search_params)
            for rank, node in enumerate(nodes)
            if rank == 0 or int(tree.visits[node]) - int(tree.prior_visits[node]) >= least_visits]


def prior_shares(tree: Any, block: slice) -> np.ndarray:
    """float64[children]: the prior probabilities of the children in a slice, which are their shares of all prior wins."""
    wins = tree.prior_wins[block].astype(float)
    return wins / wins.sum() if wins.any() else np.full(len(wins), 1 / max(len(wins), 1))


def root_priors(tree: Any) -> dict[int, float]:
    """{move: its prior probability} of all the root's moves that are not to be avoided; empty for a leaf."""
    block = child_slice(tree, ROOT)
    return dict(zip(tree.move[block].tolist(), prior_shares(tree, block).tolist()))


def root_value(tree: Any) -> tuple[int, float | None]:
    """(real visits of the root, mean for the side to move there); the mean is None without visits."""
    visits = int(tree.visits[ROOT]) - int(tree.prior_visits[ROOT])
    if visits <= 0:
        return 0, None
    # the root's wins are those of the player who moved there
    wins = (int(tree.wins[ROOT]) - int(tree.prior_wins[ROOT])) / WIN_UNIT
    return visits, 1.0 - _mean(wins, visits, 0.5)


def tree_size(tree: Any) -> tuple[int, int]:
    """(number of nodes in use, their size in bytes)."""
    nodes = int(tree.used[0])
    return nodes, int(nodes * bytes_per_node(type(tree)))


def score_statistics(scores: Iterable[np.ndarray]) -> tuple[float, float]:
    """(mean, standard deviation) of the score, from one row of (count, sum, sum of squares) for each thread."""
    count, total, squares = (sum(column) for column in zip(*(row.tolist() for row in scores)))
    if count == 0:
        return 0.0, 0.0
    mean = total / count
    return float(mean), math.sqrt(max(squares / count - mean * mean, 0.0))
