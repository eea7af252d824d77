"""The sign that something is under way: a line that moves while one waits and is gone afterwards."""
import shutil
import threading
import time
from contextlib import suppress

#: Seconds between two pictures, and before the first: what is over at once needs no sign.
_PERIOD, _DELAY = 0.12, 0.2

_FRAMES = {True: "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", False: "|/-\\"}

_CLEAR = "\r\x1b[K"


class Sign:
    """A context manager: while its block runs, `text()` stands on the line of the cursor behind a turning mark.

    out       a terminal that understands escape sequences; nobody else writes to it meanwhile
    text      is called anew for each picture, from a thread of the sign's own
    """

    def __init__(self, out, text, unicode=False) -> None:
        self._out, self._text, self._frames = out, text, _FRAMES[unicode]
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._draw, name="sign", daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()

    def _draw(self):
        with suppress(OSError, ValueError):     # nobody need be looking any more
            if self._ended.wait(_DELAY):
                return
            number = 0
            while True:
                # One character less than the line has: a full line would go on in the next one.
                room = shutil.get_terminal_size().columns - 3
                self._write(f"{_CLEAR}{self._frames[number % len(self._frames)]} {self._text()[:room]}")
                if self._ended.wait(_PERIOD):
                    break
                number += 1
            self._write(_CLEAR)

    def _write(self, text):
        self._out.write(text)
        self._out.flush()


def elapsed_text(started) -> str:
    """Whole seconds since time.monotonic() was `started`, as text for a sign."""
    return f"{int(time.monotonic() - started)} s"
