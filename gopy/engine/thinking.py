"""Runs a search until a limit, the time management or a stop ends it, or in the background on the opponent's time."""
import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gopy.base.watch import WATCH, Watch
from gopy.engine.searcher import Searcher
from gopy.engine.timeman import MIN_SIMULATIONS, STRETCH, Budget, enough

if TYPE_CHECKING:
    from gopy.search.report import Report

_log = logging.getLogger("gopy.engine")

#: Moves of a report that time management looks at.
_MOVES_WATCHED = 8

#: How often a search that takes simulations as needed is looked at within its usual number of them.
_LOOKS = 20

#: Pondering ends after so many seconds: by then the opponent has left.
PONDER_SECONDS = 1800.0


class Thinker:
    """Runs at most one search at a time: `think` in the caller's thread, or pondering in a thread of its own.

    It alone knows what ends the thinking of a command, and who gets reports meanwhile. Its searches must go by the same watch, `now`.
    """

    def __init__(self, now: Watch = WATCH) -> None:
        self.now = now
        self._stopped = threading.Event()
        self._running: Any = None       # the search that the caller's thread runs
        self._pondering: Any = None     # the search that the thread `_ponderer` runs
        self._ponderer: threading.Thread | None = None
        self._ponder_ended = threading.Event()
        self.begin()

    def begin(self, *, on_report: Callable[[Any], object] | None = None, interval: float | None = None,
              should_stop: Callable[[], object] | None = None) -> None:
        """Begin a new command: pondering ends, and earlier stops no longer count.

        on_report(report) is called every `interval` seconds while it thinks; should_stop() is
        polled every few tens of milliseconds, and true ends the thinking as `stop` does. Both are called from the thread that thinks.
        """
        self.stop_pondering()
        self._on_report, self._interval, self._should_stop = on_report, interval or 0.0, should_stop
        self._next_report: float | None = None      # when, once it thinks
        self._stopped.clear()

    def stop(self) -> None:
        """End the search under way, those after it until the next `begin`, and pondering. May be called from any thread."""
        self._stopped.set()
        self._ponder_ended.set()
        for search in (self._running, self._pondering):
            if search is not None:
                search.stop()

    @property
    def stopped(self) -> bool:
        """Whether the command was told to stop."""
        return self._stopped.is_set()

    def think_as_needed(self, search: Searcher, *, simulations: int, deadline: float | None = None) -> "Report":
        """Search with `simulations` as a rule, fewer if the move is settled before, more if it is unclear; returns the Report.

        A clock's rules decide when to end, with simulations in the place of seconds. They are asked at fixed numbers of
        simulations, so that one thread with a seed finds the same move every time.
        """
        budget = Budget(simulations, STRETCH * simulations)
        part = max(1, simulations // _LOOKS)
        done, seconds = 0, 0.0
        while True:
            found = self.think(search, simulations=part, deadline=deadline, max_moves=_MOVES_WATCHED, done=done)
            ended = self.stopped or found.simulations < part        # the latter by the deadline or a proof
            done, seconds = done + found.simulations, seconds + found.seconds
            found.simulations = done
            if ended or enough(found, done, budget, min(MIN_SIMULATIONS, simulations)):
                report = search.report()
                report.simulations, report.seconds = done, seconds
                return report

    def think(self, search: Searcher, *, simulations: int | None = None, started: float | None = None, budget: Budget | None = None,
              deadline: float | None = None, reporting: bool = True, max_moves: int | None = None, done: int = 0) -> "Report":
        """Search until `simulations`, `deadline`, `budget` or a stop ends it; returns the Report.

        started: when the move's time began (for `budget`). reporting: whether the command's on_report is called, which is wrong for a
        search of another position than the one on the board. max_moves: how many moves the Report has; None: all. done: simulations
        of this move before, which reports count too.
        """
        reports = self._on_report if reporting else None
        if reports is not None and self._next_report is None:
            self._next_report = self.now() + self._interval

        def ended(_: object) -> bool:
            now = self.now()
            if self._should_stop is not None and self._should_stop():
                self._stopped.set()
            if self._stopped.is_set():
                return True
            if reports is not None and self._next_report is not None and now >= self._next_report:
                found = search.report()
                found.simulations += done
                reports(found)
                self._next_report = max(self._next_report + self._interval, now)
            return (budget is not None and started is not None
                    and enough(search.report(max_moves=_MOVES_WATCHED, pv_length=1), now - started, budget))

        self._running = search
        try:
            return search.run(simulations=simulations, deadline=deadline, on_slice=ended, max_moves=max_moves)
        finally:
            self._running = None

    def start_pondering(self, search: Searcher) -> None:
        """Search in the background until `stop_pondering`."""
        self._ponder_ended.clear()
        deadline = self.now() + PONDER_SECONDS

        def ponder() -> None:
            try:
                search.run(deadline=deadline, on_slice=lambda _: self._ponder_ended.is_set())
            except Exception:           # the next command meets it again and answers with it
                _log.exception("pondering ended with an error")

        self._pondering = search
        self._ponderer = threading.Thread(target=ponder, name="ponder", daemon=True)
        self._ponderer.start()

    def stop_pondering(self) -> None:
        """End the background search, if there is one; its tree stays."""
        if self._ponderer is None:
            return
        self._ponder_ended.set()
        self._pondering.stop()
        self._ponderer.join()
        self._ponderer = self._pondering = None
