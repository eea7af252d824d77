"""The search as Python sees it: threads, slices, memory, the clock.

Work is done in slices of some 20 ms. All threads draw simulations from one quota and so end a slice together. Between
slices no thread is in the tree: that is when a report is read, and when a full tree is collected, which drops nodes with
few visits.
"""
import time
from collections.abc import Callable, Collection, Iterable, Set
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from gopy.base.watch import WATCH, Watch
from gopy.compiled.rng import new_rng
from gopy.game import alternates, clone_state, copy_state, for_thread, is_over, num_moves, ownership, to_play, value
from gopy.search import mcts
from gopy.search.outline import Node, outline
from gopy.search.policy import may_turn
from gopy.search.proofs.pn_mcts import layout_for
from gopy.search.proofs.proven import VALUES
from gopy.search.report import Report, child_reports, root_priors, root_value, score_statistics, tree_size
from gopy.search.root_moves import clear_moves, describe_moves, with_owners
from gopy.search.slices import Slices
from gopy.search.tree import (
    MAX_AMAF,
    MAX_VISITS,
    ROOT,
    UNEXPANDED,
    bytes_per_node,
    capacity_for,
    clear,
    collect,
    halve_amaf,
    new_tree,
    node_arrays,
    proven_result,
    settle_root,
    turn,
)

#: Largest share of the tree's nodes that a collection leaves in use.
KEPT_SHARE = 0.5


def least_nodes(state: Any) -> int:
    """The smallest capacity of a tree for games like `state`: room for a root, its children and some of theirs."""
    return 64 + 4 * num_moves(state)


class Search:
    """A tree and the threads that grow it. Only one thread at a time may call it, except for `stop`."""

    def __init__(self, state: Any, policy: Any, search_params: Any, game_params: Any, *, threads: int = 1, memory_bytes: int = 256 << 20,
                 seed: int = 0, now: Watch = WATCH) -> None:
        """Search for games like `state` with a tree of at most `memory_bytes`.

        Raises ValueError if `threads` is below 1, if `memory_bytes` has no room for a root, its children and some of theirs,
        or if the machine has less memory than that.
        """
        if alternates.has_own(state):       # asked so, because it loads no kernel
            raise ValueError("this search is for two players who see all and move in turn; gopy.search.several searches other games")
        if threads < 1:
            raise ValueError("threads must be at least 1")
        layout = layout_for(policy, search_params)
        least = least_nodes(state)
        capacity = capacity_for(memory_bytes, layout)
        if capacity < least:
            raise ValueError(f"the tree needs at least {int(least * bytes_per_node(layout)) + 64} bytes")
        self.policy = policy
        self.search_params = search_params
        self.threads = threads
        self.game_params = game_params
        #: Moves never to be chosen at the root; changes take effect when `run` starts.
        self.avoid: Set[int] = frozenset()
        try:
            self._tree = new_tree(capacity, layout)
        except MemoryError:
            raise ValueError(f"this machine has no room for a tree of {int(memory_bytes) >> 20} MiB") from None
        self._control = mcts.new_control()
        self._scratch = [mcts.new_scratch(state, seed, thread) for thread in range(threads)]
        self._helpers = ThreadPoolExecutor(threads - 1, "gopy-search") if threads > 1 else None
        #: Seconds of processor time that each helper thread has used so far; the caller's own thread is not a helper.
        self.helper_seconds = [0.0] * (threads - 1)
        self._state = clone_state(state)
        self._history = mcts.new_history(())
        self._root_children = 0
        self._all_at_root = False
        self._now, self._slices = now, Slices(now)
        self.set_root(state)

    @property
    def game_params(self) -> Any:
        """The parameters of the game that the search uses. Others must have the same type; the tree stays as it is."""
        return self._game_params[0]

    @game_params.setter
    def game_params(self, game_params: Any) -> None:
        self._game_params = [for_thread(game_params) for _ in range(self.threads)]

    def reseed(self, seed: int) -> None:
        """Start the random numbers anew: with one thread, the same runs follow from the same seed."""
        for thread, scratch in enumerate(self._scratch):
            scratch.rng[:] = new_rng(seed, thread)

    # ---- the root -------------------------------------------------------------------------------

    def set_root(self, state: Any, played: Iterable[int] | None = None, history: Iterable[int] = ()) -> None:
        """Search from `state` from now on.

        played: the moves since the last root; the subtree that they lead to is kept. None: start anew.
        history: position hashes (ints) of the game so far, which no move may bring about again.
        """
        self._allow_all()
        # A root with the moves that are pruned elsewhere is of use to the same search alone.
        node = None if played is None or (self._all_at_root and not played) else self._find(played)
        self._all_at_root = False
        if node is not None and to_play(state) != to_play(self._state):
            if not may_turn(self.policy) or not turn(self._tree, node, self.search_params):
                node = None
        copy_state(self._state, state)
        self._history = mcts.new_history(history)
        if node is None:
            clear(self._tree)
        elif node != ROOT:
            collect(self._tree, node, 0, self._tree.visits.shape[0])
        self._control[mcts.THRESHOLD] = self.search_params.expansion_threshold
        self._begin_counts()

    def _begin_counts(self) -> None:
        self._run_simulations, self._run_seconds = 0, 0.0
        for scratch in self._scratch:
            scratch.scores[:] = 0.0
            scratch.depth[0] = 0
            for array in scratch.outcome:
                array.fill(0)
        clear_moves(self._scratch)

    def record_owners(self, wanted: bool) -> None:
        """Whether runs record who owns the points after each of the root's moves, from the next root on."""
        self._scratch = [with_owners(scratch, wanted) for scratch in self._scratch]

    def _find(self, moves: Iterable[int]) -> int | None:
        """The node that `moves` lead to from the root, None if the tree does not have it."""
        tree, node = self._tree, ROOT
        for move in moves:
            begin, n = int(tree.child[node]), int(tree.num_children[node])
            found = np.flatnonzero(tree.move[begin:begin + n] == move) if begin > 0 else np.empty(0, np.int64)
            if len(found) == 0:
                return None
            node = begin + int(found[0])
        return node

    def _allow_all(self) -> None:
        if self._root_children:
            self._tree.num_children[ROOT] = self._root_children
            self._root_children = 0

    def _leave_out(self, avoid: Collection[int]) -> None:
        """Move the children to avoid behind the others and do not count them at the root, so that no kernel sees them."""
        tree = self._tree
        if not avoid or tree.child[ROOT] <= 0:
            return
        begin, n = int(tree.child[ROOT]), int(tree.num_children[ROOT])
        if self._avoids_all():
            raise ValueError("every legal move is to be avoided")
        avoided = np.isin(tree.move[begin:begin + n], list(avoid))
        order = begin + np.argsort(avoided, kind="stable")
        for array in node_arrays(tree):
            array[begin:begin + n] = array[order]
        tree.num_children[ROOT] = n - int(avoided.sum())
        self._root_children = n

    # ---- running --------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the run under way. Any thread may call this; a run that has not begun is not affected."""
        self._control[mcts.STOP] = 1

    def run(self, simulations: int | None = None, deadline: float | None = None, on_slice: "Callable[[Search], object] | None" = None,
            max_moves: int | None = None) -> Report:
        """Search and return the final Report.

        The run ends after `simulations` more simulations, when now() reaches `deadline`, on stop(), or when
        on_slice(self), called every 20 to 50 ms from this thread, returns true. It also ends when the root is proven, if that
        decides the move. max_moves: how many moves the Report has; None: all. Raises what a thread raised, and ValueError if
        `avoid` leaves no move.
        """
        self._control[mcts.STOP] = 0
        start = self._now()
        self._run_simulations, self._run_seconds = 0, 0.0
        if self._prepare_root() == 0 or settle_root(self._tree, self.search_params):
            return self.report(max_moves)
        goal = MAX_VISITS if simulations is None else simulations
        goal = min(goal, MAX_VISITS - root_value(self._tree)[0])

        def work(quota: int) -> int:
            done = self._slice(quota)
            self._run_simulations += done
            self._run_seconds = self._now() - start
            return done

        self._slices.run(work, goal, deadline,
                         lambda: on_slice is not None and bool(on_slice(self)) or bool(self._control[mcts.STOP]))
        return self.report(max_moves)

    def _prepare_root(self) -> int:
        """Expand the root and leave out the moves to avoid; returns how many moves there are (0: the game is over)."""
        if is_over(self._state):
            return 0
        self._allow_all()
        self._expand_root()
        if self._avoids_all():
            # What may be chosen was pruned. A tree grown without these moves is of no use, so it starts anew with all.
            clear(self._tree)
            self._begin_counts()
            self._control[mcts.ALL_AT_ROOT] = 1
            self._expand_root()
            self._control[mcts.ALL_AT_ROOT] = 0
            self._all_at_root = True
        self._leave_out(self.avoid)
        return int(self._tree.num_children[ROOT])

    def _expand_root(self) -> None:
        if self._tree.child[ROOT] == UNEXPANDED:
            self._control[mcts.QUOTA] = 0
            self._work(0)

    def _avoids_all(self) -> bool:
        """Whether none of the root's children may be chosen, though it has some."""
        begin, n = int(self._tree.child[ROOT]), int(self._tree.num_children[ROOT])
        return n > 0 and bool(np.isin(self._tree.move[begin:begin + n], list(self.avoid)).all())

    def _slice(self, quota: int) -> int:
        """Do `quota` simulations, fewer on a stop or a full tree; returns how many."""
        self._control[mcts.QUOTA] = quota
        waiting = [] if self._helpers is None else [self._helpers.submit(self._help, thread) for thread in range(1, self.threads)]
        try:
            done = self._work(0)
            done += sum(future.result() for future in waiting)
        except BaseException:
            # no thread may stay in the tree, whichever of them failed
            self._control[mcts.STOP] = 1
            wait(waiting)
            raise
        self._make_room()
        return done

    def _work(self, thread: int) -> int:
        return mcts.run_simulations(self._tree, self._state, self._history, self.policy, self.search_params,
                                    self._game_params[thread], self._scratch[thread], self._control)

    def _help(self, thread: int) -> int:
        began = time.thread_time()
        done = self._work(thread)
        self.helper_seconds[thread - 1] += time.thread_time() - began
        return done

    def _make_room(self) -> None:
        """Collect a full tree: keep the part with many visits, and from now on expand a leaf only after more visits."""
        if self._control[mcts.FULL]:
            self._allow_all()
            room = int(KEPT_SHARE * self._tree.visits.shape[0])
            self._control[mcts.THRESHOLD] = collect(self._tree, ROOT, 2 * self._control[mcts.THRESHOLD], room)
            self._control[mcts.FULL] = 0
            self._leave_out(self.avoid)
        begin, n = int(self._tree.child[ROOT]), int(self._tree.num_children[ROOT])
        if self._tree.amaf_visits[begin:begin + n].max() > MAX_AMAF:
            halve_amaf(self._tree)

    # ---- results --------------------------------------------------------------------------------

    def report(self, max_moves: int | None = None, pv_length: int = 32, least_share: float = 0.0) -> Report:
        """The Report as of now: call it from `on_slice` or when no run is under way.

        It describes at most `max_moves` moves (None: all); of these those with `least_share` of the root's visits, and the best.
        """
        visits, mean = root_value(self._tree)
        mover = to_play(self._state)
        if mean is None:
            mean = 0.5
            if is_over(self._state):
                mean = value(self._state) if mover == 0 else 1.0 - value(self._state)
        proven = proven_result(self._tree, ROOT, self.search_params)
        nodes, size = tree_size(self._tree)
        score_mean, score_stdev = score_statistics([scratch.scores for scratch in self._scratch])
        report = Report(
            to_play=int(mover), simulations=self._run_simulations, visits=visits,
            value=VALUES.get(proven, float(mean)),
            score_mean=score_mean, score_stdev=score_stdev,
            ownership=ownership(self._state, [scratch.outcome for scratch in self._scratch]),
            depth=max(int(scratch.depth[0]) for scratch in self._scratch), nodes=nodes, bytes=size,
            seconds=self._run_seconds, proven=proven,
            children=child_reports(self.policy, self._tree, max_moves, pv_length, self.search_params, least_share * visits))
        describe_moves(report, self._scratch)
        return report

    def outline(self, least_visits: int) -> list[Node]:
        """The gopy.search.outline.Node of each move of the root with so many visits, the move to play first."""
        return outline(self.policy, self._tree, least_visits, self.search_params)

    def priors(self) -> dict[int, float]:
        """{move: its prior probability} of the root's moves, once a run has begun there."""
        return root_priors(self._tree)


def warm(state: Any, policy: Any, search_params: Any, game_params: Any) -> None:
    """Compile, or load from the cache, every kernel that a search for games like `state` needs."""
    layout = layout_for(policy, search_params)
    search = Search(state, policy, search_params, game_params,
                    memory_bytes=int(bytes_per_node(layout) * (256 + 8 * num_moves(state))))
    report = search.run(simulations=4)
    if report.best is not None:
        search.set_root(state, played=[report.best.move])
    halve_amaf(search._tree)
