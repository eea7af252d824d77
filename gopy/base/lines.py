"""Lines of bounded length from a stream, each as soon as it has come."""
import time
from collections.abc import Iterator
from typing import BinaryIO

_CHUNK_BYTES = 1 << 16


def bounded_lines(stream: BinaryIO, most_bytes: int) -> Iterator[bytes]:
    """Yield the lines of a binary stream as they arrive, the last one even without a line end.

    Of a line of more than `most_bytes` only the first most_bytes + 1 are kept.

    A buffered file is read through its raw stream, without its buffer: a thread that waits while it holds the buffer's lock
    makes the interpreter abort when the process ends.
    """
    read = getattr(getattr(stream, "raw", None), "read", None) or getattr(stream, "read1", None) or stream.read
    pending = b""
    while True:
        try:
            chunk = read(_CHUNK_BYTES)
        except (OSError, ValueError):
            chunk = b""
        if chunk is None:               # a non-blocking stream has nothing yet
            time.sleep(0.01)
            continue
        if not chunk:
            break
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            yield pending + line[:most_bytes + 1 - len(pending)]
            pending = b""
        pending += rest[:most_bytes + 1 - len(pending)]
    if pending:
        yield pending
