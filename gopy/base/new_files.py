"""Files that must not take the place of others, although several processes write to one folder."""
import errno
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from gopy.base.files import sync_folder, write_whole

#: What the system says where a file cannot have two names: on some drives.
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)


def write_new(paths: Iterable[Path], contents) -> Path:
    """Write a text or bytes to the first of `paths`, all in one folder, that is not there yet; returns it.

    Of several processes that write at once, each gets a file of its own, and whoever reads it finds it whole. FileExistsError if
    all are there; other OSErrors name the file that could not be written.
    """
    paths = iter(paths)
    path = next(paths)
    unfinished = path.with_name(f".gopy-{secrets.token_hex(8)}.part")
    try:
        write_whole(unfinished, contents)
        while not _named(unfinished, path):
            other = next(paths, None)
            if other is None:
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
            path = other
        unfinished.unlink(missing_ok=True)
        sync_folder(path.parent)        # or a power cut may take the new name away
    except BaseException as error:
        with suppress(OSError):         # the first error is the one that is told
            unfinished.unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise
        raise OSError(error.errno, error.strerror, str(path or unfinished.parent)) from None
    return path


def _named(unfinished, path):
    """Give a file a further name, unless there is one of that name; whether it has it."""
    try:
        os.link(unfinished, path)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        except FileExistsError:
            return False
        os.replace(unfinished, path)
    return True
