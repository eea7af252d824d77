"""What the client receives. Only this module writes to the real standard output."""
import errno
import os
import select
import sys
import threading
import time
from contextlib import suppress
from typing import BinaryIO

from gopy.protocols.gtp.protocol import encode

#: The exit code if the answers cannot be written, for example because they go to a file on a full disk.
EXIT_UNWRITTEN = 2

#: What the system says of an output whose reader has left. Anything else is told to the user: a full disk, for example.
_LEFT = {errno.EPIPE, errno.ECONNRESET, errno.ESHUTDOWN, errno.EBADF}


class ClientGone(Exception):
    """Nobody reads the answers any more, or they cannot be written. `failure` says why not, and is None if a reader has left."""

    def __init__(self, error) -> None:
        super().__init__(str(error))
        number = getattr(error, "errno", None)
        self.failure = None if number is None or number in _LEFT else f"the output: {error.strerror}"


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
            raise ClientGone(error) from error


def when_reader_leaves(stream, act) -> None:
    """Call `act()` in another thread as soon as nobody can read what is written to `stream`, although nothing is written to it.

    Nothing happens with files, which everyone can read at any time, and on Windows, where only writing tells.
    """
    if not hasattr(select, "poll"):
        return
    poll = select.poll()
    poll.register(stream.fileno(), 0)       # no events: what is told in any case is that the other end is closed

    def watch():
        (_, events), = poll.poll()
        if not events & select.POLLNVAL:    # we have closed it ourselves
            act()

    threading.Thread(target=watch, name="reader-watch", daemon=True).start()


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
