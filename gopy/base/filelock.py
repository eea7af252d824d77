"""A lock that processes hold on a file, released by the system when its holder dies."""
import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

if os.name == "nt":
    import msvcrt

    def _try_lock(descriptor):
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _try_share(descriptor):
        """Nothing: Windows has no lock that several hold, but moves no folder in which a file is open."""
else:
    import fcntl

    def _try_lock(descriptor):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _try_share(descriptor):
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)

POLL_SECONDS = 0.05

#: What the system says where another process holds the lock. Anything else means that the file cannot be locked at all, as on
#: some network drives.
_HELD = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK)


def take(*paths, shared=False, timeout=None, on_wait=None) -> int:
    """Lock one of the files `paths`, the first that is free, and return its descriptor; closing it releases the lock.

    shared: several processes may hold the lock so, but none of them beside one that holds it alone. A file is created if it is
    missing, with its owner's permissions alone. If other processes hold all of them, calls `on_wait()` once and waits up to
    `timeout` seconds (None: for ever). Raises TimeoutError when they are over, and OSError when a file cannot be created. On a
    file system that knows no locks nothing is locked. A file that is deleted or replaced while this waits counts as missing.
    """
    started, waiting = time.monotonic(), False
    while True:
        for path in paths:
            descriptor = _open(path)
            try:
                if _locks(descriptor, shared) and _is_at(descriptor, path):
                    kept, descriptor = descriptor, None
                    return kept
            finally:
                if descriptor is not None:
                    os.close(descriptor)
        if timeout is not None and time.monotonic() - started >= timeout:
            raise TimeoutError(f"{paths[0]} is held by another process")
        if not waiting and on_wait is not None:
            on_wait()
        waiting = True
        time.sleep(POLL_SECONDS)


def take_now(path) -> int:
    """Lock a file and return its descriptor. OSError if another process holds it, or if nobody can know whether one does."""
    descriptor = _open(path)
    try:
        _try_lock(descriptor)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


@contextmanager
def locked(*paths, timeout=None, on_wait=None, remove=False) -> Iterator[None]:
    """Hold the lock on one of the files `paths` while the block runs; see `take`. remove: delete the file at the end."""
    descriptor = take(*paths, timeout=timeout, on_wait=on_wait)
    try:
        yield
    finally:
        if remove:
            _remove(descriptor, paths)
        os.close(descriptor)


def _open(path):
    """Open or create a file; what a link leads to is left alone."""
    return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)


def _locks(descriptor, shared):
    """Whether the file is now ours, be it only because it cannot be locked."""
    try:
        _try_share(descriptor) if shared else _try_lock(descriptor)
    except OSError as error:
        return error.errno not in _HELD
    return True


def _is_at(descriptor, path):
    """Whether an open file is still the one at `path`. Who waited for a file that its holder deleted has locked nothing."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except OSError:
        return False


def _remove(descriptor, paths):
    for path in paths:
        if _is_at(descriptor, path):
            with suppress(OSError):         # on Windows no open file can be deleted
                os.unlink(path)
