"""What the client receives. Only this module writes to the real standard output."""
import os
import sys
import time
from contextlib import suppress
from typing import BinaryIO

from gopy.gtp.protocol import encode


class ClientGone(Exception):
    """Nobody reads the answers any more."""


class Outgoing:
    """Writes text to the client; every write is flushed."""

    def __init__(self, stream) -> None:
        self._stream = stream

    def write(self, text) -> None:
        """Send `text` in full; raises ClientGone if the other end is closed."""
        rest = memoryview(encode(text))
        try:
            while rest:
                written = self._stream.write(rest)
                if written is None:     # a non-blocking stream is full
                    time.sleep(0.001)
                    continue
                rest = rest[written:]
            self._stream.flush()
        except (OSError, ValueError) as error:
            raise ClientGone(str(error)) from error


def say(text) -> None:
    """Print to standard error. It is no error if nobody reads that."""
    with suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


def take_over_stdout() -> BinaryIO | None:
    """Take the real standard output, as an unbuffered binary stream; None if it is closed.

    From now on file descriptor 1 and `sys.stdout` lead to standard error, so that no library and no
    forgotten print can put a line between two answers.
    """
    if sys.stdout is None:
        return None
    if sys.stderr is None:              # closed: the next file that is opened would get its descriptor
        sys.stderr = open(os.devnull, "w", encoding="utf-8", errors="backslashreplace")
        os.dup2(sys.stderr.fileno(), 2)
    sys.stdout.flush()
    client = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return client
