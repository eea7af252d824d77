"""Loading the search in the background, so that the engine answers while its kernels load or compile."""
import logging
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from gopy.base.errors import UserError, sentence
from gopy.engine.searcher import Searcher

_log = logging.getLogger("gopy.engine")

#: A caller that waits longer than this many seconds is told why, once for each search.
PATIENCE = 1.0

#: A client names its board size within moments of the start. Loading begins only when so many seconds have passed, unless
#: someone waits for the search: loading the wrong size would delay the right one.
GRACE = 0.3

#: Seconds that it takes, roughly, to compile the search for one board size; only for the message.
COMPILE_SECONDS = 30


class SearchLoader:
    """Makes the search for one board size at a time, in a background thread.

    make_search(size) is slow; the search that it returns is kept until another size is asked for.
    """

    def __init__(self, make_search: Callable[[int], Searcher]) -> None:
        self._make_search = make_search
        self._changed = threading.Condition()
        self._wanted: int | None = None         # size, or None when closed
        self._made_for: int | None = None       # size of `_search` or of `_failure`
        self._search: Searcher | None = None
        self._failure: Exception | None = None
        self._thread: threading.Thread | None = None
        self._waiting_since: float | None = None
        self._told = False

    def load(self, size: int) -> None:
        """Start making the search for `size`, unless it is made or being made."""
        with self._changed:
            if size == self._wanted and self._failure is None:
                return
            self._wanted, self._waiting_since, self._told = size, None, False
            self._drop_unwanted()
            if self._thread is None:
                # A daemon thread: a compiler at work cannot be interrupted, and must not keep the process alive.
                self._thread = threading.Thread(target=self._work, name="load-search", daemon=True)
                self._thread.start()

    def wait(self, timeout: float | None = None, tell: bool = True) -> Searcher | None:
        """Wait for the search and return it; None if `timeout` seconds pass before.

        UserError if it cannot be made, RuntimeError if the engine is closed meanwhile.

        tell: whether a line on stderr says why if it takes long. Callers that tell people in another way want no line.
        """
        with self._changed:
            now = time.perf_counter()
            if self._waiting_since is None:
                self._waiting_since = now
                self._changed.notify_all()
            deadline = None if timeout is None else now + timeout
            while self._made_for != self._wanted:
                left = None if deadline is None else deadline - time.perf_counter()
                if left is not None and left <= 0:
                    return None
                until_told = max(0.0, self._waiting_since + PATIENCE - time.perf_counter())
                telling = tell and not self._told
                self._changed.wait(until_told if telling and (left is None or until_told < left) else left)
                if telling:
                    self._tell_why()
            if self._wanted is None:
                raise RuntimeError("the engine is closed")
            if self._failure is not None:
                raise _told(self._failure) from self._failure
            return self._search

    def made(self) -> Searcher | None:
        """The search if it is made, else None. Does not wait."""
        with self._changed:
            return self._search

    def close(self) -> None:
        """Drop the search, also one that is still being made. Callers that wait get a RuntimeError."""
        with self._changed:
            self._wanted = self._made_for = self._failure = None
            self._drop_search()
            self._changed.notify_all()

    def _drop_unwanted(self) -> None:
        if self._made_for != self._wanted or self._failure is not None:
            self._made_for = self._failure = None
            self._drop_search()

    def _drop_search(self) -> None:
        _close(self._search)
        self._search = None

    def _tell_why(self) -> None:
        since = self._waiting_since
        if self._told or since is None or time.perf_counter() - since < PATIENCE or self._made_for == self._wanted:
            return
        self._told = True
        # The line and its end are one write, so that the lines of two engines in one process do not mix.
        line = f"gopy: loading the search for {self._wanted}x{self._wanted}; the first time it is compiled, " \
               f"about {COMPILE_SECONDS} s\n"
        with suppress(OSError, ValueError):     # nobody needs to be reading
            print(line, end="", file=sys.stderr, flush=True)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted is None or self._waiting_since is not None, GRACE)
                size = self._wanted
                if size is None or size == self._made_for:
                    self._thread = None
                    return
            search, failure = None, None
            started = time.perf_counter()
            try:
                search = self._make_search(size)
                _log.info("search for %dx%d ready in %.1f s", size, size, time.perf_counter() - started)
            except Exception as error:      # callers that wait are told
                _log.exception("the search for %dx%d could not be loaded", size, size)
                failure = error
            with self._changed:
                if size == self._wanted:
                    self._made_for, self._search, self._failure = size, search, failure
                    self._changed.notify_all()
                    search = None
            _close(search)


def _told(failure: Exception) -> UserError:
    """The UserError about a search that could not be made. A missing part of the compiler is one already."""
    return UserError(str(failure) if isinstance(failure, UserError) else f"the search could not be loaded: {sentence(failure)}")


def _close(search: Searcher | None) -> None:
    """Close a search that is not used any more, if there is one."""
    if search is not None:
        search.close()
