"""Files that a user names: read up to a largest length, written completely or not at all."""
import errno
import os
import secrets
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

#: A file that nobody has written to for so many seconds is not being written any more.
_LEFT_AFTER = 10.0


def read_bounded(path, most_bytes) -> bytes:
    """The bytes of a regular file. OSError, with `strerror` and `filename`, for another kind of file or a longer one.

    A pipe or a device may never end, and opening a pipe that nobody writes to may wait for ever: neither is read.
    """
    with open_regular(path) as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise too_long(path, most_bytes)
    return data


def open_regular(path) -> BinaryIO:
    """A regular file, opened to read its bytes. OSError, with `strerror` and `filename`, for another kind of file."""
    file = open(path, "rb", opener=_open_without_waiting)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return file


def too_long(path, most_bytes) -> OSError:
    """The OSError for a file that holds more than `most_bytes`."""
    return OSError(errno.EFBIG, f"it has more than {most_bytes} bytes", str(path))


def _open_without_waiting(path, flags):
    """Open a file on behalf of `open`, which by itself would wait until somebody writes to a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_whole(path, contents) -> None:
    """Write a text or bytes as the contents of the file `path`. If that fails, OSError is raised and the file stays as it was.

    The contents go, a text as UTF-8, to a new file in the same folder, which then takes the place and the permissions of
    the old file: whoever reads `path` finds the old contents or the new ones, even if the disk is full or this process ends.
    What UTF-8 cannot express is written as an escape such as \\ud800. A link stays a link, and its target is written.
    """
    place = Path(os.path.realpath(path))
    mode = _mode_of(place)
    unfinished = place.with_name(f".gopy-{secrets.token_hex(8)}.part")
    try:
        with open(unfinished, "xb") as file:
            file.write(contents if isinstance(contents, bytes) else contents.encode("utf-8", "backslashreplace"))
            file.flush()
            os.fsync(file.fileno())     # or a power cut may leave the new name with nothing behind it
        if mode is not None:
            unfinished.chmod(mode)
        os.replace(unfinished, place)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def cut_unfinished_line(file) -> None:
    """Remove the incomplete line that a killed writer may have left at the end of a file, which is open in the mode "ab+"."""
    end = file.seek(0, os.SEEK_END)
    if end == 0:
        return
    file.seek(end - 1)
    if file.read(1) != b"\n":
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
        file.seek(0, os.SEEK_END)


def remove_leftovers(folder) -> None:
    """Remove the unfinished files of `write_whole` from a folder and the folders in it, if their writers have ended."""
    for path in Path(folder).rglob(".gopy-*.part"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _LEFT_AFTER:
                path.unlink()


def _mode_of(place):
    """The permissions of a file that is to be replaced; None if there is no file yet. OSError if it must not be replaced."""
    try:
        mode = place.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(place))
    if not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))
    return stat.S_IMODE(mode)
