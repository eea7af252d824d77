"""A search with an evaluator of the user's own, as Python sees it, from one position or from many at once.

The evaluator is a function of PyTorch, JAX, NumPy or anything else:

    evaluate(observations, masks) -> (logits, values)

    observations   float32[B, rows, columns, planes], or the game's own shape: what the players to move see (gopy.game.observe)
    masks          bool[B, n]: their legal moves
    logits         [B, n]: larger for moves that are more likely to be good; those of illegal moves are ignored
    values         [B]: -1 (a loss of the player to move is certain) to 1 (a win)

Both arrays belong to the search, which overwrites them: an evaluator that keeps them has to copy them. What it returns are arrays of
NumPy, or what numpy.asarray makes one of.
"""
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from gopy.base.watch import WATCH, Watch
from gopy.game import alternates, clone_state, copy_state, is_over, is_simultaneous, num_moves, observation_form, observe, to_play
from gopy.search.evaluated.params import GUMBEL, NOISE_TOTAL, EvaluatedParams, new_evaluated_params
from gopy.search.evaluated.report import Judged, evaluated_outline, evaluated_report, judged
from gopy.search.evaluated.roots import new_roots, parts_of
from gopy.search.evaluated.selection import Halving, halving_targets
from gopy.search.evaluated.simulation import gather, judge, new_batch, new_descent
from gopy.search.evaluated.tree import BYTES_PER_NODE, children_of, clear_evaluated, new_evaluated_tree
from gopy.search.outline import Node
from gopy.search.report import Report

Evaluate = Callable[[np.ndarray, np.ndarray], tuple[Any, Any]]

#: The most simulations that the rule of Gumbel AlphaZero can be told to divide.
MOST_DIVIDED = 1 << 16

#: Visits at which a root's runs end, so that they stay within an int32.
MOST_VISITS = (1 << 31) - (1 << 20)


class EvaluatedSearch:
    """Trees from one or more positions of a game whose leaves are judged by an evaluator, in batches from all trees together."""

    def __init__(self, states: Sequence[Any], evaluate: Evaluate, params: EvaluatedParams | None = None, *, batch: int = 64,
                 simulations: int | None = None, memory_bytes: int = 256 << 20, fixed: bool = False, seed: int = 0,
                 now: Watch = WATCH) -> None:
        """Search from `states`, which are of one type.

        evaluate       see above
        params         None: the defaults
        batch          leaves that the evaluator gets at once, as many from each tree; at least one
        simulations    the most that a run from a root will have, if that is known: then trees take no more memory than that needs
        memory_bytes   the most that all trees together take; leaves of a full tree are judged but get no children
        fixed          whether the evaluator always gets `batch` rows, of which the last may be left over from before, as compilers
                       of networks like it

        ValueError for no state, for a game without turns or observations, and for a memory that has no room for the roots.
        """
        if not states:
            raise ValueError("a search needs a position")
        first = states[0]
        if is_simultaneous(first):
            raise ValueError("the players of this game move at the same time: an evaluator judges games with turns")
        if alternates.has_own(first):
            raise ValueError("an evaluator judges games of two players who see all and move in turn")
        if not observe.has_own(first):
            raise ValueError("this game has nothing for an evaluator to see: it does not define gopy.game.observe")
        self.params = new_evaluated_params() if params is None else params
        self._evaluate, self._fixed, self._now = evaluate, fixed, now
        self._rng = np.random.default_rng(seed)
        roots, n = len(states), int(num_moves(first))
        self._leaves = max(1, batch // roots)
        capacity = int(memory_bytes / BYTES_PER_NODE)
        if simulations is not None:
            capacity = min(capacity, roots * (1 + (simulations + 1) * n))
        if capacity < roots * (1 + n):
            raise ValueError(f"memory: these trees need at least {roots * (1 + n) * BYTES_PER_NODE} bytes")
        self._tree = new_evaluated_tree(roots, min(capacity, (1 << 31) - 1))
        self._starts = [clone_state(state) for state in states]
        self._parts = parts_of(self._starts)
        self._halving = Halving(np.zeros((roots, n), np.float32), np.zeros((roots, 1), np.int32))
        self._descent, self._batch = new_descent(first), new_batch(first, self._leaves * roots)
        self._seen = self._batch.observations.reshape(-1, *observation_form(first).shape)
        self._stopping = False
        self._begin(None)

    def reseed(self, seed: int) -> None:
        """Start the random numbers anew."""
        self._rng = np.random.default_rng(seed)

    def set_roots(self, states: Sequence[Any], histories: Iterable[Iterable[int]] | None = None) -> None:
        """Search from these positions on, as many as before, with empty trees.

        histories: for each the position hashes of its game so far, which no move may bring about again.
        """
        if len(states) != len(self._starts):
            raise ValueError(f"this search has {len(self._starts)} roots, not {len(states)}")
        for start, state in zip(self._starts, states):
            copy_state(start, state)
        self._begin(histories)

    def _begin(self, histories: Iterable[Iterable[int]] | None) -> None:
        """Search from the positions of `_starts` on."""
        self._roots = new_roots(self._parts, histories)
        self._playing = np.array([not is_over(state) for state in self._starts])
        self._clear()

    def _clear(self) -> None:
        clear_evaluated(self._tree, len(self._starts))
        self._simulations, self._seconds = 0, 0.0

    # ---- running --------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the run under way after its batch. Any thread may call this."""
        self._stopping = True

    def run(self, simulations: int | None = None, deadline: float | None = None, ended: Callable[[], object] | None = None) -> int:
        """Add `simulations` simulations from each root; returns how many all roots got.

        The run ends earlier when now() reaches `deadline`, on stop(), or when ended(), called after each batch, returns true. The rule
        of Gumbel AlphaZero needs a number of simulations, which it divides, and starts anew at each run. ValueError if it gets none,
        and for what the evaluator returns if that does not fit.
        """
        self._stopping = False
        start = self._now()
        if self.params.rule == GUMBEL:
            if simulations is None or not 0 < simulations <= MOST_DIVIDED:
                raise ValueError(f"simulations: the rule gumbel divides a number of them, from 1 to {MOST_DIVIDED}")
            self._clear()
        visits = self._tree.visits[:len(self._starts)]
        fresh = self._playing & (visits == 0)
        self._step(visits + fresh.astype(np.int64))
        self._add_noise(np.flatnonzero(fresh), simulations or 0)
        before = visits.astype(np.int64)
        most = MOST_VISITS if simulations is None else simulations
        goals = np.where(self._playing, np.minimum(before + most, MOST_VISITS), before)
        while not self._stopping and (deadline is None or self._now() < deadline):
            if not self._step(goals) or ended is not None and ended():
                break
        self._simulations = int(visits.sum(dtype=np.int64)) - int(before.sum())
        self._seconds = self._now() - start
        return self._simulations

    def _step(self, goals: np.ndarray) -> int:
        """One batch of leaves, towards so many visits of each root, int64[roots]; returns how many simulations began."""
        batch, tree, params = self._batch, self._tree, self.params
        begun = int(gather(tree, self._roots, goals, self._leaves, params, self._halving, self._descent, batch))
        filled = int(batch.filled[0])
        if filled > 0 and not judge(tree, params, batch, *self._asked(filled)):
            raise ValueError("the evaluator returned a number that is not finite")
        return begun

    def _asked(self, filled: int) -> tuple[np.ndarray, np.ndarray]:
        """What the evaluator says about the first `filled` leaves of the batch."""
        rows = len(self._seen) if self._fixed else filled
        masks = self._batch.masks[:rows]
        told = self._evaluate(self._seen[:rows], masks)
        logits, values = np.ascontiguousarray(told[0], np.float32), np.ascontiguousarray(told[1], np.float32)
        if logits.shape != masks.shape or values.size != rows:
            raise ValueError(f"the evaluator returned arrays of the shapes {logits.shape} and {values.shape}, "
                             f"not {masks.shape} and {(rows,)}")
        return logits, values.reshape(rows)

    def _add_noise(self, fresh: np.ndarray, simulations: int) -> None:
        """Draw what makes searches from the same root differ, for the roots with these numbers, which have just got children."""
        params, tree = self.params, self._tree
        if params.rule == GUMBEL:
            gumbel = self._rng.gumbel(size=self._halving.gumbel.shape).astype(np.float32)
            self._halving = Halving(gumbel, np.zeros((len(gumbel), simulations), np.int32))
            considered = np.minimum(tree.num_children[fresh], params.considered)
            for count in np.unique(considered).tolist():
                self._halving.targets[fresh[considered == count]] = halving_targets(count, simulations)
        elif params.noise > 0.0:
            for root in fresh.tolist():
                block = children_of(tree, root)
                n = block.stop - block.start
                if n > 0:
                    noise = self._rng.dirichlet(np.full(n, params.noise_concentration or NOISE_TOTAL / n))
                    tree.prior[block] = (1.0 - params.noise) * tree.prior[block] + params.noise * noise

    # ---- results --------------------------------------------------------------------------------

    def judged(self) -> list[Judged]:
        """The Judged of each root."""
        return judged(self._tree, self.params, len(self._starts), self._halving)

    def report(self, max_moves: int | None = None, pv_length: int = 32) -> Report:
        """The gopy.search.report.Report of the first root."""
        return evaluated_report(self._tree, self.params, self._halving, int(to_play(self._starts[0])), self._simulations,
                                self._seconds, max_moves, pv_length)

    def outline(self, least_visits: int) -> list[Node]:
        """The gopy.search.outline.Node of each move of the first root with so many visits."""
        return evaluated_outline(self._tree, least_visits)


def search_many(states: Sequence[Any], evaluate: Evaluate, simulations: int, *, batch: int | None = None, fixed: bool = False,
                seed: int = 0, histories: Iterable[Iterable[int]] | None = None, **parameters: Any) -> list[Judged]:
    """Search `simulations` simulations from each of many positions of a game at once; returns the Judged of each.

    evaluate     see the top of this file; it gets leaves of all trees together
    batch        its leaves at once; None: one from each tree, and then no simulation goes anywhere but where it would go alone
    parameters   of gopy.search.evaluated.params.EvaluatedParams; rule="gumbel" unless it is named
    """
    params = new_evaluated_params(**{"rule": "gumbel", **parameters})
    search = EvaluatedSearch(states, evaluate, params, batch=batch or len(states), simulations=simulations, fixed=fixed, seed=seed,
                             memory_bytes=1 << 40)
    if histories is not None:
        search.set_roots(states, histories)
    search.run(simulations)
    return search.judged()
