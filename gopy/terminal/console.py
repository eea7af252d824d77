"""The person at the terminal: the lines they type, what they are told, and what Ctrl-C means."""
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress

from gopy.terminal.look import Look
from gopy.terminal.sign import Sign, elapsed_text

#: A second Ctrl-C within so many seconds of the first means to leave, not to hurry once more.
SOON = 1.5

#: Signals that end a program: Ctrl-C, a closed window, a polite kill. Not every system has all of them.
_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGHUP", "SIGTERM") if hasattr(signal, name)]


class Leave(Exception):
    """The person leaves."""


class Wait:
    """Something that the person waits for.

    hurried     whether Ctrl-C asked for its end
    note        what a sign says behind the text, "43 %" say; by default the seconds so far
    """

    def __init__(self, text, hurry) -> None:
        self.hurried = False
        self.note = ""
        self._text, self._hurry = text, hurry
        self._started = time.monotonic()

    def end_soon(self) -> None:
        """Ask for its end."""
        self.hurried = True
        self._hurry()

    def describe(self) -> str:
        """The text of a sign."""
        if self.hurried:
            return f"{self._text}; Ctrl-C again leaves"
        return f"{self._text}, {self.note or elapsed_text(self._started)}"


class Console:
    """Asks and tells.

    read(prompt)    returns a line the person typed; EOFError at the end of all lines, as Python's `input`
    out             a text stream
    look            what may be written to it
    draws_over      whether it is a terminal on which a line can be drawn anew
    keeps           whether a person may want to go on with a game later: not so for lines from a file
    """

    def __init__(self, read, out, look=Look(), draws_over=False, keeps=False) -> None:
        self._read, self._out = read, out
        self.look = look
        self.draws_over = draws_over
        self.keeps = keeps
        self._asking = False
        self._waiting = None            # the Wait under way
        self._leaving = False           # a signal asked to leave
        self._closing = False           # nothing is interrupted any more
        self._pressed = -SOON           # when Ctrl-C last asked for an end of thinking

    def say(self, text) -> None:
        """Tell the person something."""
        print(text, file=self._out, flush=True)

    def ask(self, prompt) -> str:
        """The next line the person types, without blanks around it. Leave at its end and at Ctrl-C."""
        self._leave_if_asked()
        try:
            self._asking = True
            return self._read(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            with suppress(OSError):     # a closed window takes nothing any more
                self.say("")            # the prompt's line has no end yet
            raise Leave from None
        finally:
            self._asking = False

    @contextmanager
    def waiting(self, text, hurry=lambda: None) -> Iterator[Wait]:
        """While the block runs, a sign says `text` where that can be seen; yields the Wait.

        Ctrl-C calls `hurry` from the signal handler, which ends what is under way. A second one soon after, another
        signal, or one more for the same Wait raises Leave at the end of the block.
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
        """Whether a signal asked to leave: what the person waits for need not be waited for."""
        return self._leaving

    def _leave_if_asked(self):
        if self._leaving:
            raise Leave

    @contextmanager
    def minding_signals(self) -> Iterator[None]:
        """While the block runs, signals mean what this module says; in other threads than the main one they stay."""
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
        """Let no signal interrupt what is still to be done: a closed window sends more than one."""
        self._closing = True

    def _on_signal(self, number, _frame):
        if self._closing:
            return
        if self._asking or self._leaving:       # whoever does not leave when asked is interrupted
            self._leaving = True
            raise KeyboardInterrupt
        wait, now = self._waiting, time.monotonic()
        again = now - self._pressed < SOON or (wait is not None and wait.hurried)
        self._leaving = wait is None or again or number != signal.SIGINT
        self._pressed = now
        if wait is not None:
            wait.end_soon()


def lines_reader(lines, out) -> Callable[[str], str]:
    """A `read` for Console that takes its lines from an iterable and shows the prompts."""
    lines = iter(lines)

    def read(prompt):
        print(prompt, end="", file=out, flush=True)
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line
    return read
