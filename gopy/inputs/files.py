"""Files that a user names: read up to a largest length, written completely or not at all."""
import errno
import os
import secrets
import stat
from pathlib import Path


def read_bounded(path, most_bytes) -> bytes:
    """The bytes of a regular file. OSError, with `strerror` and `filename`, for another kind of file or a longer one.

    A pipe or a device may never end, and opening a pipe that nobody writes to may wait for ever: neither is read.
    """
    with open(path, "rb", opener=_open_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, f"it has more than {most_bytes} bytes", str(path))
    return data


def _open_without_waiting(path, flags):
    """Open a file on behalf of `open`, which by itself would wait until somebody writes to a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_whole(path, text) -> None:
    """Make `text` the contents of the file `path`. If that fails, OSError is raised and the file stays as it was.

    The text goes, as UTF-8, to a new file in the same folder, which then takes the place and the permissions of the
    old file: whoever reads `path` finds the old text or the new one, even if the disk is full or this process ends.
    What UTF-8 cannot express is written as an escape such as \\ud800. A link stays a link, and its target is written.
    """
    place = Path(os.path.realpath(path))
    mode = _mode_of(place)
    unfinished = place.with_name(f".gopy-{secrets.token_hex(8)}.part")
    try:
        with open(unfinished, "xb") as file:
            file.write(text.encode("utf-8", "backslashreplace"))
        if mode is not None:
            unfinished.chmod(mode)
        os.replace(unfinished, place)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


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
