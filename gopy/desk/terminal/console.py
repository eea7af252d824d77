"""Talks with the person at the terminal: reads lines, writes texts, and decides what Ctrl-C means."""
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress

from gopy.base.columns import folded
from gopy.base.watch import WATCH
from gopy.desk.terminal.look import Look
from gopy.desk.terminal.sign import Sign, elapsed_text

#: A second Ctrl-C within so many seconds of the first one means to leave the program.
SOON = 1.5

#: Signals that ask a program to end: Ctrl-C, a closed window, a kill. Not every system has all of them.
_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGHUP", "SIGTERM") if hasattr(signal, name)]


class Leave(Exception):
    """The person wants to leave."""


class Wait:
    """Work that the person waits for.

    hurried     whether Ctrl-C asked for its end
    note        what the sign shows behind the text, for example "43 %"; by default the seconds so far
    """

    def __init__(self, text, hurry) -> None:
        self.hurried = False
        self.note = ""
        self._text, self._hurry = text, hurry
        self._started = time.monotonic()

    def end_soon(self) -> None:
        """Ask the work to end soon."""
        self.hurried = True
        self._hurry()

    def describe(self) -> str:
        """The text that the sign shows."""
        if self.hurried:
            return f"{self._text}; Ctrl-C again leaves"
        return f"{self._text}, {self.note or elapsed_text(self._started)}"


class Console:
    """Reads what the person types and writes what they are told.

    read(prompt)    returns a line that the person typed; EOFError at the end of input, like Python's `input`
    out             the text stream to write to
    look            the Look, which says which characters may be written
    draws_over      whether `out` is a terminal on which a line can be overwritten
    keeps           whether the person may want to go on with a game later; not so if the input is a file
    now             the gopy.base.watch.Watch that the person's time goes by
    """

    def __init__(self, read, out, look=Look(), draws_over=False, keeps=False, now=WATCH) -> None:
        self._read, self._out = read, out
        self.look = look
        self.draws_over = draws_over
        self.keeps = keeps
        self.now = now
        self._asking = False
        self._waiting: Wait | None = None      # the Wait under way
        self._leaving = False           # a signal asked to leave
        self._closing = False           # whether signals are ignored from now on
        self._pressed = -SOON           # when Ctrl-C was last pressed while the person waited

    def say(self, text) -> None:
        """Write sentences for the person. Lines that are too long for a narrow terminal are broken between words."""
        self.draw("\n".join(map(folded, text.split("\n"))))

    def draw(self, text) -> None:
        """Write a text, such as a board, as it is."""
        print(text, file=self._out, flush=True)

    def ask(self, prompt) -> str:
        """The next line that the person types, stripped of blanks. Raises Leave at the end of input and at Ctrl-C."""
        self._leave_if_asked()
        try:
            self._asking = True
            return self._read(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            with suppress(OSError):     # a closed window cannot be written to
                self.say("")            # the prompt's line has no end yet
            raise Leave from None
        finally:
            self._asking = False

    @contextmanager
    def waiting(self, text, hurry=lambda: None) -> Iterator[Wait]:
        """A context manager that shows a sign with `text` while its block runs, if `draws_over`; yields the Wait.

        Ctrl-C calls `hurry` in the signal handler, which should end the work soon. A second Ctrl-C soon after it or for the
        same Wait, or another signal, raises Leave at the end of the block.
        """
        self._leave_if_asked()
        self._waiting = wait = Wait(text, hurry)
        try:
            with Sign(self._out, wait.describe, self.look.unicode) if self.draws_over else nullcontext():
                yield wait
        finally:
            self._waiting = None
        self._leave_if_asked()

    @property
    def is_leaving(self) -> bool:
        """Whether a signal asked to leave, so that nothing needs to be waited for any more."""
        return self._leaving

    def _leave_if_asked(self):
        if self._leaving:
            raise Leave

    @contextmanager
    def minding_signals(self) -> Iterator[None]:
        """A context manager that handles signals while its block runs; outside the main thread it does nothing."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        self._leaving = self._closing = False
        before = {number: signal.signal(number, self._on_signal) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def close(self) -> None:
        """Ignore signals from now on, so that none interrupts the last work: a closed window sends more than one."""
        self._closing = True

    def _on_signal(self, number, _frame):
        if self._closing:
            return
        if self._asking or self._leaving:       # work that did not end when asked to is interrupted
            self._leaving = True
            raise KeyboardInterrupt
        wait, now = self._waiting, self.now()
        again = now - self._pressed < SOON or (wait is not None and wait.hurried)
        self._leaving = wait is None or again or number != signal.SIGINT
        self._pressed = now
        if wait is not None:
            wait.end_soon()
