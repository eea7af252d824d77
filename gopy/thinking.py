"""Running a search until a limit, the clock's policy or a stop ends it, or in the background on the opponent's time."""
import threading
import time

from gopy.timeman import enough

#: Moves of a report that time management looks at.
_MOVES_WATCHED = 8

#: Pondering ends after so many seconds: the opponent has left.
PONDER_SECONDS = 1800.0


class Thinking:
    """At most one search at a time: `run` in the caller's thread, or pondering in its own."""

    def __init__(self):
        self._stopped = threading.Event()
        self._running = None        # the search that the caller's thread runs
        self._pondering = None      # the search that the thread `_ponderer` runs
        self._ponderer = None
        self._ponder_ended = threading.Event()

    def begin(self):
        """A new command: earlier stops no longer count."""
        self._stopped.clear()

    def stop(self):
        """End the run under way and those after it until the next `begin`, and pondering; from any thread."""
        self._stopped.set()
        self._ponder_ended.set()
        for search in (self._running, self._pondering):
            if search is not None:
                search.stop()

    @property
    def stopped(self):
        """Whether the command was told to stop."""
        return self._stopped.is_set()

    def run(self, search, *, simulations=None, started=None, budget=None, deadline=None, on_report=None,
            interval=None, should_stop=None):
        """Search until `simulations`, `deadline` (time.perf_counter()), the budget's policy or a stop.

        started: when the move's time began (for `budget`). Returns the Report.
        """
        next_report = None if on_report is None else time.perf_counter() + interval

        def ended(_):
            nonlocal next_report
            now = time.perf_counter()
            if should_stop is not None and should_stop():
                self._stopped.set()
            if self._stopped.is_set():
                return True
            if next_report is not None and now >= next_report:
                on_report(search.report())
                next_report = max(next_report + interval, now)
            return budget is not None and enough(search.report(max_moves=_MOVES_WATCHED, pv_length=1),
                                                 now - started, budget)

        self._running = search
        try:
            return search.run(simulations=simulations, deadline=deadline, on_slice=ended)
        finally:
            self._running = None

    def start_pondering(self, search):
        """Search in the background until `stop_pondering`."""
        self._ponder_ended.clear()
        deadline = time.perf_counter() + PONDER_SECONDS

        def ponder():
            search.run(deadline=deadline, on_slice=lambda _: self._ponder_ended.is_set())

        self._pondering = search
        self._ponderer = threading.Thread(target=ponder, name="ponder", daemon=True)
        self._ponderer.start()

    def stop_pondering(self):
        """End the background search, if there is one; its tree stays."""
        if self._ponderer is None:
            return
        self._ponder_ended.set()
        self._pondering.stop()
        self._ponderer.join()
        self._ponderer = self._pondering = None
