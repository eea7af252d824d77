"""A sign that the program is working: an animated line that is shown while the person waits and then removed."""
import shutil
import threading
import time
from contextlib import suppress

#: Seconds between two pictures, and before the first one, because short work needs no sign.
_PERIOD, _DELAY = 0.12, 0.2

_FRAMES = {True: "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", False: "|/-\\"}

_CLEAR = "\r\x1b[K"


class Sign:
    """A context manager that shows a turning mark and `text()` on the line of the cursor while its block runs.

    out       a terminal that understands escape sequences; nothing else may be written to it meanwhile
    text      the function that returns the text; a thread of the sign calls it for each picture
    unicode   whether the mark may be a character that ASCII does not have
    """

    def __init__(self, out, text, unicode=False) -> None:
        self._out, self._text, self._frames = out, text, _FRAMES[unicode]
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._draw, name="sign", daemon=True)

    def __enter__(self) -> "Sign":
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._ended.set()
        self._thread.join()

    def _draw(self):
        with suppress(OSError, ValueError):     # the terminal may have been closed
            if self._ended.wait(_DELAY):
                return
            number = 0
            while True:
                # The text is one character shorter than the line: a full line would continue on the next one.
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
    """The whole seconds since time.monotonic() was `started`, as text for a sign."""
    return f"{int(time.monotonic() - started)} s"
