"""What the client sends: a thread reads lines into a queue as they come, so that a running command can be stopped.

Every command line is kept and answered in order. A line that stops an analysis is answered after the analysis. Three
things stop a running command: for an analysis any line and the end of input, for all commands GoGui's comment
`# interrupt`.
"""
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile

from gopy.base.lines import bounded_lines
from gopy.protocols.gtp.protocol import MAX_LINE_BYTES, Line, clean, decode, is_interrupt, parse, too_long

_NEWLINE, _INTERRUPT = object(), object()


class Incoming:
    """Command lines in order of arrival, and the means to stop the one that is running."""

    def __init__(self, stream) -> None:
        self._stream = stream
        self._items = deque()
        self._changed = threading.Condition()
        self._ended = False
        self._busy = False
        self._stop = None
        self._any_line_stops = False
        self._stop_requested = threading.Event()

    def start(self) -> None:
        """Start the thread that reads."""
        threading.Thread(target=self._read, name="gtp-reader", daemon=True).start()

    def next(self) -> Line | None:
        """Wait for the next command line and return it. None if the client will send no more."""
        with self._changed:
            self._busy = False
            self._stop_requested.clear()
            while True:
                while self._items:
                    item = self._items.popleft()
                    if item is _NEWLINE or item is _INTERRUPT:
                        continue
                    self._busy = True
                    return item
                if self._ended:
                    return None
                self._changed.wait()

    @contextmanager
    def stoppable(self, stop, by_any_line=False) -> Iterator[threading.Event]:
        """While the block runs, `stop()` is called from another thread when the client asks for it.

        by_any_line: whether any line and the end of input ask for it as well. Yields an Event that is set when the client
        has asked, which may be before the block begins.
        """
        with self._changed:
            self._stop, self._any_line_stops = stop, by_any_line
            if by_any_line and (self._items or self._ended):
                self._stop_requested.set()
            # An interrupt that was sent right behind the command is here already.
            if _INTERRUPT in takewhile(lambda item: not isinstance(item, Line), self._items):
                self._stop_requested.set()
        try:
            yield self._stop_requested
        finally:
            with self._changed:
                self._stop, self._any_line_stops = None, False

    def request_stop(self) -> None:
        """Stop the running command, as if the client had asked for it. Safe in a signal handler."""
        with self._changed:
            self._request_stop()

    def _request_stop(self):
        if self._busy:
            self._stop_requested.set()
            if self._stop is not None:
                self._stop()

    def _add(self, item):
        with self._changed:
            if item is _INTERRUPT and self._stop is not None:
                self._request_stop()
                return
            self._items.append(item)
            if self._any_line_stops:
                self._request_stop()
            self._changed.notify()

    def end(self) -> None:
        """Take what has come so far for all that will come."""
        with self._changed:
            self._ended = True
            if self._any_line_stops:
                self._request_stop()
            self._changed.notify()

    def _read(self):
        try:
            for raw in bounded_lines(self._stream, MAX_LINE_BYTES):
                text = decode(raw)
                if is_interrupt(text):
                    self._add(_INTERRUPT)
                    continue
                line = parse(clean(text))
                # If the line is too long because of a comment, the part that was cut off does not matter.
                if len(raw) > MAX_LINE_BYTES and "#" not in text:
                    line = too_long(line)
                if line is not None:
                    self._add(line)
                    if line.name == "quit":
                        return
                elif "#" not in text:
                    self._add(_NEWLINE)
        finally:
            self.end()
