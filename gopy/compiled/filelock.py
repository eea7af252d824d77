"""A lock that processes hold on a file, released by the system when its holder dies."""
import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

if os.name == "nt":
    import msvcrt

    def _try_lock(descriptor):
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(descriptor):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

POLL_SECONDS = 0.05

#: What the system says where another process holds the lock. Anything else means that the file cannot be locked at all, as on
#: some network drives.
_HELD = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK)


@contextmanager
def locked(path, timeout=None, on_wait=None) -> Iterator[None]:
    """Hold the lock on the file `path`, which is created if it is missing and is not deleted afterwards.

    If another process holds it, calls `on_wait()` once and waits up to `timeout` seconds (None: for ever). Raises
    TimeoutError when they are over, and OSError when the file cannot be created. On a file system that knows no locks the
    block runs without one.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        started = time.monotonic()
        waiting = False
        while True:
            try:
                _try_lock(descriptor)
                break
            except OSError as error:
                if error.errno not in _HELD:
                    break
                if timeout is not None and time.monotonic() - started >= timeout:
                    raise TimeoutError(f"{path} is held by another process") from None
                if not waiting and on_wait is not None:
                    on_wait()
                waiting = True
                time.sleep(POLL_SECONDS)
        yield
    finally:
        os.close(descriptor)
