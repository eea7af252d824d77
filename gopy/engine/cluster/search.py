"""One search by several workers, each a process with a tree and threads of its own. It is a Searcher.

Workers search in steps of options.cluster_seconds. With its answer to a step a worker sends the statistics that its tree has gained
near the root; with its next step it receives those of the others. No worker waits for another. At the end of a run the
worker whose report counts, the chief, receives all statistics that it lacks, so its report is that of the merged trees.

A worker that dies, fails or hangs is replaced. The statistics that it had sent are kept, and its successor receives them
first.
"""
import logging
import math
import pickle
import queue
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gopy.base.errors import UserError
from gopy.base.watch import WATCH
from gopy.engine.cluster.child import DONE, FAILED, READY
from gopy.engine.cluster.member import LOADING_SECONDS, PATIENCE, Member
from gopy.engine.cluster.reports import combined, empty
from gopy.engine.cluster.start import worker_starter
from gopy.engine.go_search import played_since, trail_of
from gopy.go.geometry import BLACK
from gopy.search.exchange import add_to, rebased

if TYPE_CHECKING:
    from gopy.search.report import Report

_log = logging.getLogger("gopy.cluster")

#: Seconds that the first step from a root lasts at most, so that there is soon a report; later ones last options.cluster_seconds.
FIRST_SECONDS = 0.02

#: How often the caller's `on_slice` is asked, in seconds.
TICK = 0.02

#: Seconds before a deadline at which the workers are to be done, so that there is time for a last merge.
SETTLE_SECONDS = 0.01

#: Simulations of a step that ends only by time.
UNLIMITED = 1 << 40

#: Number of moves in the reports while a search runs; the report at its end has all moves.
LIVE_MOVES = 32

#: After so many failures of workers in a row, without a step that succeeded between them, no more are started.
MOST_FAILURES = 4


class ClusterSearch:
    """A Searcher of several processes."""

    def __init__(self, size, options, seed, now=WATCH) -> None:
        """Start options.cluster workers, with options.threads threads and options.memory MiB each. RuntimeError."""
        self.size, self._now = size, now
        self._options, self._seed, self._owners = options, seed, False
        self._answers = queue.SimpleQueue()
        self._start = worker_starter(size, options, self._answers)
        self._indices = self._failures = self._steps = self._runs = self._roots = 0
        self._retired_cpu = 0.0
        self._root: bytes | None = None     # the Root to search from, pickled, its trail, and the colour to move there
        self._trail: tuple[Any, ...] | None = None
        self._to_play = BLACK
        self._games, self._initial = 0, None
        self._merged = {}                   # all statistics that workers have sent since the tree was new
        self._chief = None                  # the Progress of the member whose report counts
        self._begin_run(None)
        self._members = []
        try:
            self._fill()
            while not all(member.ready for member in self._members):
                worker, kind, value = self._answers.get(timeout=LOADING_SECONDS)
                if kind == FAILED:
                    raise RuntimeError(f"a worker of the cluster could not start: {value}")
                self._take_in(worker, kind, value)
        except queue.Empty:
            self.close()
            raise RuntimeError(f"a worker of the cluster did not start in {LOADING_SECONDS:g} s") from None
        except BaseException:
            self.close()
            raise

    # ---- what the engine asks of a Searcher -----------------------------------------------------------

    def restart(self, seed) -> None:
        """Forget the tree and start the random numbers from `seed`; each worker has others."""
        self._seed = seed
        self._drop()
        for member in self._members:
            member.later("restart", self._seed_of(member.index))

    def forget(self) -> None:
        """Drop the trees."""
        self._drop()
        for member in self._members:
            member.later("forget")

    def record_owners(self, wanted) -> None:
        """Whether reports tell the ownership after each move; it is that of the worker whose report counts."""
        if wanted != self._owners:
            self._owners = wanted
            for member in self._members:
                member.later("record_owners", wanted)

    def _drop(self):
        self._merged, self._root, self._trail = {}, None, None
        self._new_root()

    def set_root(self, root) -> None:
        """Search from this Root on."""
        played = played_since(self._trail, root)
        if root.game.initial is not self._initial:
            self._games, self._initial = self._games + 1, root.game.initial
        self._root, self._trail, self._to_play = pickle.dumps(root), trail_of(root), root.colour
        self._merged = {} if played is None else rebased(self._merged, played)
        self._new_root()
        for member in self._members:
            self._tell_root(member, played)

    def _tell_root(self, member, played):
        member.later("set_root", self._games, self._root, played)

    def _new_root(self):
        self._roots += 1
        self._chief = None
        for member in self._members:
            member.progress = None

    def stop(self) -> None:
        """End `run` within milliseconds. May be called from any thread; a run that has not begun is not affected."""
        self._stopping = True
        self._answers.put(None)

    @property
    def helper_seconds(self) -> float:
        """Processor time, in seconds, of the workers so far, as far as they have reported it; loading is left out."""
        return self._retired_cpu + sum(member.cpu_seconds for member in self._members)

    def close(self) -> None:
        """End the workers. The search must not be used afterwards."""
        for member in self._members:
            member.worker.kill()
        self._members = []

    def run(self, simulations=None, deadline=None, on_slice=None, max_moves=None) -> "Report":
        """Search and return the Report; see gopy.search.threads.Search.run.

        The limits hold for all workers together. RuntimeError if no worker can be kept alive.
        """
        self._begin_run(simulations)
        self._fill()
        if deadline is not None:
            deadline -= SETTLE_SECONDS
        next_tick = self._started + TICK
        while self._done < self._goal and not self._exhausted and not self._stopping:
            now = self._now()
            if deadline is not None and now >= deadline and self._has_something():
                break
            self._deal(now, self._options.cluster_seconds if deadline is None else deadline - now)
            self._receive(max(0.0, next_tick - now if deadline is None or deadline <= now
                              else min(next_tick, deadline) - now))
            if self._now() >= next_tick:
                next_tick = self._now() + TICK
                if on_slice is not None and on_slice(self):
                    break
        self._halt()
        self._settle()
        return self.report(max_moves)

    def report(self, max_moves=None, pv_length=32, least_share=0.0) -> "Report":
        """The Report of the search so far; while a run is under way, the one as of the last merge."""
        if self._chief is None:
            return empty(self.size, self._to_play)
        progresses = [member.progress for member in self._members if member.progress is not None]
        report = combined(progresses or [self._chief], self._chief, self._done, self._seconds)
        children = [replace(child, pv=child.pv[:pv_length], pv_visits=child.pv_visits[:pv_length])
                    for rank, child in enumerate(report.children[:max_moves]) if rank == 0 or child.visits >= least_share * report.visits]
        return replace(report, children=children)

    def priors(self) -> dict[int, float]:
        """{move: its prior probability} of the moves of the report."""
        return {child.move: child.prior for child in self.report().children}

    def outline(self, least_visits) -> list:
        """ValueError: there is no one tree to outline."""
        raise ValueError("several processes search, each with a tree of its own")

    # ---- a run ------------------------------------------------------------------------------------------

    def _begin_run(self, simulations):
        self._runs += 1
        self._started = self._now()
        self._seconds = 0.0
        self._goal = math.inf if simulations is None else simulations
        self._done = 0
        self._exhausted = self._stopping = False

    def _has_something(self):
        """Whether there is a report, or a worker that will soon have one."""
        return self._chief is not None or any(member.ready for member in self._members)

    def _deal(self, now, seconds):
        """Give each idle worker a step: its share of the simulations left, for `seconds` from `now` on at most."""
        idle = [member for member in self._members if not member.busy]
        left = self._goal - self._done - sum(member.granted for member in self._members
                                             if member.busy and member.run == self._runs)
        for i, member in enumerate(idle):
            share = UNLIMITED if left == math.inf else math.ceil(left / (len(idle) - i))
            if share <= 0:
                continue
            chief = member is next(other for other in self._members if other.ready and not other.late(now))
            longest = min(seconds, self._options.cluster_seconds)
            if chief and self._chief is None:
                longest = min(longest, FIRST_SECONDS)
            self._begin_step(member, share, now, max(0.0, longest), LIVE_MOVES if chief else 0)
            left -= share

    def _begin_step(self, member, simulations, now, seconds, max_moves):
        self._steps += 1
        member.run, member.root = self._runs, self._roots
        member.begin_step(self._steps, simulations, seconds, max_moves, now + seconds)

    def _receive(self, timeout):
        """Take in the answers that have come; wait up to `timeout` seconds for the first."""
        try:
            while True:
                answer = self._answers.get(timeout=timeout)
                if answer is not None:
                    self._take_in(*answer)
                timeout = 0.0
        except queue.Empty:
            pass
        for member in list(self._members):
            if member.hangs(self._now()):
                self._replace(member, "it does not answer")
        self._seconds = self._now() - self._started

    def _take_in(self, worker, kind, value):
        member = self._member_of(worker)
        if member is None:              # replaced before its answer came
            return
        if kind == FAILED:
            self._replace(member, value)
        elif kind == READY:
            member.ready, member.busy = True, False
        elif kind == DONE:
            self._failures = 0
            self._take_progress(member, value)

    def _take_progress(self, member, progress):
        member.busy = False
        member.cpu_seconds = progress.cpu_seconds
        if member.run == self._runs:
            self._done += progress.simulations
            self._exhausted |= progress.exhausted
        if member.root != self._roots:
            return                      # too late: its statistics are those of an earlier root
        member.progress = progress
        if progress.learnt:
            add_to(self._merged, progress.learnt)
            for other in self._members:
                if other is not member:
                    other.hear(progress.learnt)
        if self._chief is None or self._tells_more(member, progress.report):
            self._chief = progress

    def _tells_more(self, member, report):
        """Whether a report that has come takes the place of the chief's.

        It may be of fewer simulations: of two workers that were told to report, one may have begun before it could hear
        what the other has found. Only the last report of a run counts in any case, because it alone has all moves.
        """
        last, present = member.granted == 0, self._chief.report
        return bool(report.children) and (last or not present.children or report.visits >= present.visits)

    def _halt(self):
        """End all steps, and wait a little for their answers."""
        busy = [member for member in self._members if member.ready and member.busy]
        for member in busy:
            member.worker.stop(member.step)
        self._stopping = True
        until = self._now() + PATIENCE
        while any(member.busy and member.ready and member.run == self._runs for member in self._members):
            left = until - self._now()
            if left <= 0:
                break
            self._receive(left)

    def _settle(self):
        """Give the first idle worker the statistics that it lacks, and let it report."""
        until = self._now() + PATIENCE
        while True:
            member = next((member for member in self._members if not member.busy), None)
            if member is None:
                return
            self._begin_step(member, 0, self._now(), 0.0, None)
            while member in self._members and member.busy:
                left = until - self._now()
                if left <= 0:
                    return
                self._receive(left)
            if member in self._members:
                return

    # ---- workers ----------------------------------------------------------------------------------------

    def _member_of(self, worker):
        return next((member for member in self._members if member.worker is worker), None)

    def _seed_of(self, index):
        return self._seed * 1009 + index

    def _fill(self):
        """Start workers for the places that have none: at first all, later those that were given up in an earlier run."""
        self._failures = 0
        while len(self._members) < self._options.cluster:
            try:
                self._members.append(self._new_member())
            except (OSError, RuntimeError, UserError) as error:
                if not self._members:
                    raise
                _log.warning("no worker can be started: %s", error)
                return

    def _new_member(self):
        """A member with a new worker, which first receives all statistics so far."""
        self._indices += 1
        member = Member(self._indices, self._start(self._seed_of(self._indices)), self._now() + LOADING_SECONDS)
        if self._owners:
            member.later("record_owners", True)
        if self._root is not None:
            self._tell_root(member, None)
            member.hear(self._merged)
        return member

    def _replace(self, lost, reason):
        """Start another worker in the place of one that cannot be used any more."""
        _log.warning("worker %d is replaced: %s", lost.index, reason)
        lost.worker.kill()
        self._retired_cpu += lost.cpu_seconds
        self._failures += 1
        place = self._members.index(lost)
        self._members.remove(lost)
        if self._failures < MOST_FAILURES:
            try:
                self._members.insert(place, self._new_member())
            except (OSError, RuntimeError, UserError) as error:     # no memory or no process left: the others go on
                reason = error
                _log.warning("no worker can be started: %s", error)
        if not self._members:
            raise RuntimeError(f"no worker of the cluster can be kept alive: {reason}")
