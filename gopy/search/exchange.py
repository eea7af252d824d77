"""The exchange of what a tree has learnt near its root with the trees of other processes.

Statistics are {path: int64[moves, 4]}. The path is the tuple of moves that lead from the root to a node; the array has, for
each move at this node, its visits, wins (WIN_UNITs), AMAF visits and AMAF wins (AMAF_UNITs), without priors. The root's own
visits and wins are kept under OWN, int64[1, 4]. Trees that keep the moments of their samples (gopy.search.sampling.moments) have
float64[moves, 6], the sums of samples and of their squares last.

Each tree sends only the counts gained since its last message: what it has sent, or has received from others, is known, and
the next message contains only what exceeds it. So nothing is counted twice however often trees exchange messages, and a
tree that starts anew can be given the sum of all messages. (S. Gelly, J.-B. Hoock, A. Rimmel, O. Teytaud and Y. Kalemkarian
(2008), The parallelization of Monte-Carlo planning, merge nodes with at least 5 % of the visits a few times a second.)
"""
import numpy as np

from gopy.base.errors import UserError
from gopy.game import AMAF_UNIT, WIN_UNIT, num_moves
from gopy.search.paths import reach
from gopy.search.report import child_slice
from gopy.search.tree import MAX_AMAF, MAX_VISITS, ROOT, Tree, halve_amaf

#: Key of the root's own statistics.
OWN = None

#: Nodes with at least this share of the root's visits send the statistics of their moves.
SHARE = 0.05

#: Depth of the deepest moves whose statistics are sent; those of the root have depth 1.
DEPTH = 3

VISITS, WINS, AMAF_VISITS, AMAF_WINS = range(4)

#: Fields of some trees that add up as visits and wins do.
MOMENTS = "sums", "squares"

#: Fields that each tree keeps for itself: proof numbers and what goes with them.
UNTOLD = "numbers", "numbers2", "rank", "kind", "drawn"


def add_to(total, statistics) -> None:
    """Add statistics to other statistics, `total`, in place. Its arrays are replaced, never written to."""
    for path, numbers in statistics.items():
        total[path] = total[path] + numbers if path in total else numbers


def rebased(statistics, played) -> dict[tuple[int, ...] | None, np.ndarray]:
    """The statistics as seen from a new root, to which the moves `played` lead; those of other moves are dropped."""
    if not played:
        return dict(statistics)
    parent, node, n = tuple(played[:-1]), tuple(played), len(played)
    kept = {path[n:]: numbers for path, numbers in statistics.items() if path is not OWN and path[:n] == node}
    if parent in statistics:
        own = statistics[parent][[played[-1]]].copy()
        own[:, AMAF_VISITS:AMAF_WINS + 1] = 0
        kept[OWN] = own
    return kept


class Exchange:
    """The statistics that a Search shares with other processes. Use it only while the Search does not run.

    depth: depth of the deepest moves whose statistics are sent; 1 sends those of the root's moves alone. UserError if the tree holds
    what is not among these statistics.
    """

    def __init__(self, search, depth=DEPTH) -> None:
        added = search._tree._fields[len(Tree._fields):]
        unknown = [name for name in added if name not in (*MOMENTS, *UNTOLD)]
        if unknown:
            raise UserError(f"cluster: this policy keeps {', '.join(unknown)} in its tree, which processes cannot tell each other")
        self._search = search
        self._depth = depth
        self._known = {}        # statistics sent or received
        self._moments = [name for name in MOMENTS if hasattr(search._tree, name)]

    def follow(self, played) -> None:
        """Note that the root of the search has moved along the moves `played`; None: the search started anew."""
        started_anew = played is None or self._root_statistics()[0, VISITS] <= 0
        self._known = {} if started_anew else rebased(self._known, played)

    def _empty(self, rows):
        """Statistics of nothing for so many moves."""
        return np.zeros((rows, 4 + len(self._moments)), np.float64 if self._moments else np.int64)

    def take(self) -> dict[tuple[int, ...] | None, np.ndarray]:
        """The statistics gained since the last call."""
        tree = self._search._tree
        learnt = {}
        own = self._root_statistics()
        least = max(1.0, SHARE * own[0, VISITS])
        self._tell(learnt, OWN, [0], own, rows=1)
        todo: list[tuple[tuple[int, ...], int]] = [((), ROOT)]
        while todo:
            path, node = todo.pop()
            block = child_slice(tree, node)
            if block.start == block.stop:
                continue
            moves = tree.move[block]
            now = self._statistics(block)
            self._tell(learnt, path, moves, now, rows=num_moves(self._search._state))
            if len(path) + 1 < self._depth:
                todo += [((*path, int(moves[i])), block.start + int(i))
                         for i in np.flatnonzero(now[:, VISITS] >= least)]
        return learnt

    def _tell(self, learnt, path, moves, now, rows):
        """Add to `learnt` what the statistics `now` of `moves` have beyond the known ones; from here on it is known."""
        known = self._known.setdefault(path, self._empty(rows))
        more = now - known[moves]
        # A count is below the known one if the node was dropped for lack of room and made anew, or AMAF was halved.
        fewer, less = ((more[:, pair] < 0).any(axis=1) for pair in (slice(VISITS, WINS + 1), slice(AMAF_VISITS, AMAF_WINS + 1)))
        more[fewer, VISITS:WINS + 1] = 0
        more[fewer, AMAF_WINS + 1:] = 0
        more[less, AMAF_VISITS:AMAF_WINS + 1] = 0
        more[more[:, VISITS] == 0, AMAF_WINS + 1:] = 0      # sums of fractions differ in their last digits
        known[moves] = now
        if more.any():
            learnt[path] = self._empty(rows)
            learnt[path][moves] = more

    def add(self, statistics) -> None:
        """Add the statistics of other processes to the tree; nodes that it does not have yet are made."""
        tree = self._search._tree
        for path in sorted(statistics, key=lambda path: -1 if path is OWN else len(path)):
            numbers = statistics[path]
            if path is OWN:
                if tree.visits[ROOT] + numbers[0, VISITS] > MAX_VISITS:
                    return
                tree.visits[ROOT] += numbers[0, VISITS]
                tree.wins[ROOT] += numbers[0, WINS]
                for name, gain in zip(self._moments, numbers[0, AMAF_WINS + 1:]):
                    getattr(tree, name)[ROOT] += gain
                self._hear(OWN, [0], numbers, rows=1)
                continue
            node = self._reach(path)
            if node >= 0:
                block = child_slice(tree, node)
                moves = tree.move[block]
                more = _within_bounds(numbers[moves])
                for array, gain in zip(self._arrays(), more.T):
                    array[block] += gain.astype(array.dtype)
                self._hear(path, moves, more, rows=len(numbers))
                if tree.amaf_visits[block].max() > MAX_AMAF:
                    halve_amaf(tree)

    def _hear(self, path, moves, more, rows):
        self._known.setdefault(path, self._empty(rows))[moves] += more

    def _reach(self, path):
        search = self._search
        return reach(search._tree, search._state, search._history, np.array(path, np.int64), search.search_params,
                     search.game_params, search._scratch[0], search._control)

    def _statistics(self, block):
        """The statistics of a block of children, without their priors."""
        tree, in_amaf = self._search._tree, self._search.search_params.priors_in_amaf
        visits, wins = tree.prior_visits[block].astype(np.int64), tree.prior_wins[block].astype(np.int64)
        priors = (visits, wins, visits * AMAF_UNIT * in_amaf, wins * (AMAF_UNIT // WIN_UNIT) * in_amaf)
        return np.stack([array[block] - prior for array, prior in zip(self._arrays(), (*priors, 0.0, 0.0))], axis=1)

    def _arrays(self):
        tree = self._search._tree
        return tree.visits, tree.wins, tree.amaf_visits, tree.amaf_wins, *(getattr(tree, name) for name in self._moments)

    def _root_statistics(self):
        own = self._statistics(slice(ROOT, ROOT + 1))
        own[:, AMAF_VISITS:AMAF_WINS + 1] = 0
        return own


def _within_bounds(numbers):
    """Statistics whose AMAF counts a tree can hold; their means stay as they are."""
    numbers = numbers.copy()
    while numbers[:, AMAF_VISITS].max(initial=0) > MAX_AMAF:
        numbers[:, AMAF_VISITS:AMAF_WINS + 1] //= 2
    return numbers


def warm_exchange(search) -> None:
    """Compile, or load from the cache, what an Exchange of a Search needs; the search's tree is dropped."""
    search.set_root(search._state)
    exchange = Exchange(search)
    search.run(simulations=64)
    learnt = exchange.take()
    search.set_root(search._state)
    exchange.follow(None)
    exchange.add(learnt)
    search.set_root(search._state)
