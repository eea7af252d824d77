"""The search of games with several players, with chance, or with hidden information, as Python sees it.

Threads have a table each, since two cannot add nodes to one at a time. What they know is added up when it is asked for: root
parallelization, of which G. M. J-B. Chaslot, M. H. M. Winands and H. J. van den Herik (2008), Parallel Monte-Carlo tree search, tell.
"""
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from gopy.base.watch import WATCH, Watch
from gopy.compiled.rng import new_rng
from gopy.game import clone_state, copy_state, is_chance, is_over, is_simultaneous, num_moves, results, to_play
from gopy.search.outline import Node
from gopy.search.report import ChildReport, Report, wilson_lower
from gopy.search.several.params import SeveralParams, new_several_params
from gopy.search.several.simulation import ROOT_KEY, key_at, new_several_scratch, run_several
from gopy.search.several.table import BYTES_PER_NODE, clear_table, find_node, new_table
from gopy.search.slices import Slices

#: Simulations at which a search ends, so that visits stay within an int32.
MOST_SIMULATIONS = 2_000_000_000


class MoveStatistics(NamedTuple):
    """What a search knows of a move."""

    visits: int
    value: float    #: mean result of the player who makes it, 0 to 1; 1/2 without visits


class SeveralSearch:
    """Tables of what the players know, and a thread for each that fills it."""

    def __init__(self, state: Any, params: SeveralParams | None = None, *, memory_bytes: int = 64 << 20, seed: int = 0,
                 threads: int = 1, now: Watch = WATCH) -> None:
        """Search games like `state`. The threads share the memory out among their tables.

        ValueError for games whose players move at the same time, and for too little memory.
        """
        if is_simultaneous(state):
            raise ValueError("the players of this game move at the same time: gopy.search.simultaneous searches such games")
        self.params = new_several_params() if params is None else params
        self._tables = [new_table(memory_bytes // threads, int(num_moves(state))) for _ in range(threads)]
        self._scratches = [new_several_scratch(state, seed) for _ in range(threads)]
        self._helpers = ThreadPoolExecutor(threads - 1, "gopy-several") if threads > 1 else None
        #: Seconds of processor time that the threads but the caller's own have used so far.
        self.helper_seconds = 0.0
        self._state = clone_state(state)
        self._now, self._slices, self._stopping = now, Slices(now), False
        self.reseed(seed)
        self.set_root(state)

    def reseed(self, seed: int) -> None:
        """Start the random numbers anew."""
        for thread, scratch in enumerate(self._scratches):
            scratch.rng[:] = new_rng(seed, thread)

    def set_root(self, state: Any) -> None:
        """Search from `state` on, with empty tables. What the player to move does not see there is not used."""
        copy_state(self._state, state)
        for table, scratch in zip(self._tables, self._scratches):
            clear_table(table)
            scratch.totals[:] = 0.0
        self._simulations = self._last = 0
        self._seconds = 0.0

    def stop(self) -> None:
        """End the run under way. Any thread may call this."""
        self._stopping = True

    def run(self, simulations: int | None = None, deadline: float | None = None, ended: Callable[[], object] | None = None) -> int:
        """Simulate so many more times, at most until now() reaches `deadline`; returns how often. stop(), and ended() by returning
        true, which is called every few tens of milliseconds, end it earlier."""
        self._stopping = False
        start = self._now()
        goal = MOST_SIMULATIONS - self._simulations
        goal = goal if simulations is None else min(goal, simulations)

        def work(quota: int) -> int:
            self._simulate(quota)
            self._simulations += quota
            return quota
        self._last = 0 if is_over(self._state) else self._slices.run(
            work, goal, deadline, lambda: self._stopping or ended is not None and bool(ended()))
        self._seconds = self._now() - start
        return self._last

    def _simulate(self, quota: int) -> None:
        """Simulate so often, by all threads together."""
        # How many each has made depends on the sum alone, not on the slices, so that a search repeats.
        shares = [after - before for before, after in zip(self._shared_out(self._simulations), self._shared_out(self._simulations + quota))]
        helping = [self._helpers.submit(self._help, thread, share) for thread, share in enumerate(shares) if thread and self._helpers]
        run_several(self._tables[0], self._state, self.params, self._scratches[0], shares[0])
        self.helper_seconds += sum(each.result() for each in helping)

    def _shared_out(self, simulations: int) -> list[int]:
        return [simulations // len(self._tables) + (thread < simulations % len(self._tables)) for thread in range(len(self._tables))]

    def _help(self, thread: int, quota: int) -> float:
        """What a helper thread does in a slice; returns its seconds of processor time."""
        began = time.thread_time()
        run_several(self._tables[thread], self._state, self.params, self._scratches[thread], quota)
        return time.thread_time() - began

    def values(self) -> list[float]:
        """The mean result of each player, 0 to 1; at the end of the game the results themselves."""
        if is_over(self._state):
            results(self._state, self._scratches[0].results)
            return [float(each) for each in self._scratches[0].results]
        return [float(total) / max(1, self._simulations) for total in np.sum([scratch.totals for scratch in self._scratches], axis=0)]

    def moves(self, state: Any | None = None) -> dict[int, MoveStatistics]:
        """{move: its MoveStatistics} at the root or, in games with hidden information, at any position as its player to move sees it.

        Empty where chance draws, where the game is over, and where no simulation has been.
        """
        state = self._state if state is None else state
        if is_over(state) or is_chance(state):
            return {}
        key, visits, sums = np.uint64(key_at(state, ROOT_KEY)), dict[int, int](), dict[int, float]()
        for table in self._tables:
            node = int(find_node(table, key))
            edges = range(0) if node < 0 else range(int(table.first[node]), int(table.first[node]) + int(table.width[node]))
            for edge in edges:
                move = int(table.move[edge])
                visits[move] = visits.get(move, 0) + int(table.visits[edge])
                sums[move] = sums.get(move, 0.0) + float(table.sums[edge])
        return {move: MoveStatistics(count, sums[move] / count if count else 0.5) for move, count in visits.items()}

    def strategy(self, state: Any | None = None) -> dict[int, float]:
        """{move: share of the visits} where `moves` has any."""
        found = self.moves(state)
        total = max(1, sum(each.visits for each in found.values()))
        return {move: each.visits / total for move, each in found.items()}

    def report(self, max_moves: int | None = None) -> Report:
        """The gopy.search.report.Report: lines of play have one move, as what follows depends on chance or on what is hidden."""
        found = sorted(self.moves().items(), key=lambda item: (-item[1].visits, -item[1].value))
        total = max(1, sum(each.visits for each in self.moves().values()))
        mover = int(to_play(self._state)) if not is_chance(self._state) else 0
        children = [ChildReport(move, each.visits, each.value, 1 / len(found), wilson_lower(each.value, each.visits), 0.5, [move],
                                pv_visits=[each.visits]) for move, each in found[:max_moves]]
        nodes = sum(int(table.used[0]) for table in self._tables)
        return Report(to_play=mover, simulations=self._last, visits=self._simulations and total, value=self.values()[mover], score_mean=0.0,
                      score_stdev=0.0, ownership=None, depth=0, nodes=nodes, bytes=nodes * BYTES_PER_NODE, seconds=self._seconds,
                      children=children)

    def outline(self, least_visits: int) -> list[Node]:
        """The gopy.search.outline.Node of each move of the root with so many visits, without its answers."""
        return [Node(child.move, child.visits, child.winrate, "", []) for child in self.report().children
                if child.visits >= max(1, least_visits)]
