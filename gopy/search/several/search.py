"""The search of games with several players, with chance, or with hidden information, as Python sees it."""
from collections.abc import Callable
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
    """A table of what the players know, and one thread that fills it."""

    def __init__(self, state: Any, params: SeveralParams | None = None, *, memory_bytes: int = 64 << 20, seed: int = 0,
                 now: Watch = WATCH) -> None:
        """Search games like `state`. ValueError for games whose players move at the same time, and for too little memory."""
        if is_simultaneous(state):
            raise ValueError("the players of this game move at the same time: gopy.search.simultaneous searches such games")
        self.params = new_several_params() if params is None else params
        self._table = new_table(memory_bytes, int(num_moves(state)))
        self._scratch = new_several_scratch(state, seed)
        self._state = clone_state(state)
        self._now, self._slices, self._stopping = now, Slices(now), False
        self.set_root(state)

    def reseed(self, seed: int) -> None:
        """Start the random numbers anew."""
        self._scratch.rng[:] = new_rng(seed)

    def set_root(self, state: Any) -> None:
        """Search from `state` on, with an empty table. What the player to move does not see there is not used."""
        copy_state(self._state, state)
        clear_table(self._table)
        self._scratch.totals[:] = 0.0
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
            run_several(self._table, self._state, self.params, self._scratch, quota)
            self._simulations += quota
            return quota
        self._last = 0 if is_over(self._state) else self._slices.run(
            work, goal, deadline, lambda: self._stopping or ended is not None and bool(ended()))
        self._seconds = self._now() - start
        return self._last

    def values(self) -> list[float]:
        """The mean result of each player, 0 to 1; at the end of the game the results themselves."""
        if is_over(self._state):
            results(self._state, self._scratch.results)
            return [float(each) for each in self._scratch.results]
        return [float(total) / max(1, self._simulations) for total in self._scratch.totals]

    def moves(self, state: Any | None = None) -> dict[int, MoveStatistics]:
        """{move: its MoveStatistics} at the root or, in games with hidden information, at any position as its player to move sees it.

        Empty where chance draws, where the game is over, and where no simulation has been.
        """
        state = self._state if state is None else state
        if is_over(state) or is_chance(state):
            return {}
        table, node = self._table, int(find_node(self._table, np.uint64(key_at(state, ROOT_KEY))))
        if node < 0:
            return {}
        edges = range(int(table.first[node]), int(table.first[node]) + int(table.width[node]))
        return {int(table.move[edge]): MoveStatistics(int(table.visits[edge]), float(table.sums[edge]) / max(1, int(table.visits[edge]))
                                                      if table.visits[edge] else 0.5) for edge in edges}

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
        nodes = int(self._table.used[0])
        return Report(to_play=mover, simulations=self._last, visits=self._simulations and total, value=self.values()[mover], score_mean=0.0,
                      score_stdev=0.0, ownership=None, depth=0, nodes=nodes, bytes=nodes * BYTES_PER_NODE, seconds=self._seconds,
                      children=children)

    def outline(self, least_visits: int) -> list[Node]:
        """The gopy.search.outline.Node of each move of the root with so many visits, without its answers."""
        return [Node(child.move, child.visits, child.winrate, "", []) for child in self.report().children
                if child.visits >= max(1, least_visits)]
