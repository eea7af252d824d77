"""What the client receives. Only this module writes to the real standard output."""
import os
import sys
import time


class ClientGone(Exception):
    """Nobody reads the answers any more."""


class Outgoing:
    """Text to the client, every write flushed."""

    def __init__(self, stream):
        self._stream = stream

    def write(self, text):
        """Send `text` in full; raises ClientGone if the other end is closed."""
        rest = memoryview(text.encode("utf-8", "surrogateescape"))
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


def take_over_stdout():
    """The real standard output as an unbuffered binary stream; None if it is closed.

    From now on file descriptor 1 and `sys.stdout` lead to standard error, so that no library and no
    forgotten print can put a line between two answers.
    """
    try:
        client = os.fdopen(os.dup(1), "wb", buffering=0)
    except OSError:
        return None
    if sys.stdout is not None:
        sys.stdout.flush()
    try:
        os.dup2(2, 1)
    except OSError:                     # standard error is closed
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
    sys.stdout = sys.stderr
    return client
