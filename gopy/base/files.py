"""Files that a user names: read up to a largest length; written completely or not at all, and to last."""
import errno
import os
import secrets
import stat
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

#: A file that nobody has written to for so many seconds is not being written any more.
_LEFT_AFTER = 10.0

#: So many bytes at the end of a file of lines are looked at first: a line is seldom longer.
_LAST_BYTES = 1 << 16

#: What the system says of a folder on a drive that cannot be told to keep names.
_NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS)


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
    """Write a text or bytes as the contents of the file `path`. If that fails, OSError, which names `path`, is raised.

    The contents go, a text as UTF-8, to a new file in the same folder, which then takes the place and the permissions of
    the old file: whoever reads `path` finds the old contents or the new ones, even if the disk is full, this process ends or
    the power fails; when this function has returned, the new ones. What UTF-8 cannot express is written as an escape such as
    \\ud800. A link stays a link, and its target is written.
    """
    place = Path(os.path.realpath(path))
    unfinished = place.with_name(f".gopy-{secrets.token_hex(8)}.part")
    with _naming(path):
        mode = _mode_of(place)
        try:
            with open(unfinished, "xb") as file:
                file.write(contents if isinstance(contents, bytes) else contents.encode("utf-8", "backslashreplace"))
                _sync(file)             # or a power cut may leave the new name with nothing behind it
            if mode is not None:
                unfinished.chmod(mode)
            os.replace(unfinished, place)
        except BaseException:
            with suppress(OSError):     # the first error is the one that is told
                unfinished.unlink(missing_ok=True)
            raise
        sync_folder(place.parent)       # or a power cut may bring the old file back


def append_line(path, line) -> None:
    """Append a line of bytes, with its end, to a file of lines; it is on the disk when this returns. OSError names `path`.

    The file is created if it is missing. An incomplete line at its end is removed before.
    """
    with _naming(path), open(path, "ab+") as file:
        if not _cut_unfinished_line(file):
            sync_folder(Path(path).parent)      # before there is a line, so that a file with lines never loses its name
        file.write(line)
        _sync(file)


def make_folder(path) -> None:
    """Create a folder, and those above it that are missing, so that a power cut does not take them away. OSError."""
    path = Path(path)
    if path.is_dir():
        return
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for folder in reversed(missing):
        sync_folder(folder.parent)


def sync_folder(folder) -> None:
    """Make the names of the files in a folder outlast a power cut, where the system can do that. OSError, which names the folder."""
    if os.name == "nt":         # there a folder cannot be opened
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:     # one may write to a folder that one may not list
        return
    try:
        with _naming(folder):
            os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        os.close(descriptor)


def whole_lines(data) -> bytes:
    """The lines of a file without what a killed writer or a power cut has left in the place of the last.

    After a power cut, zeros may stand where a line was being written. No line of ours has a zero byte.
    """
    end = data.rfind(b"\n") + 1
    last = data.rfind(b"\n", 0, max(end - 1, 0)) + 1
    return data[:last] if b"\0" in data[last:end] else data[:end]


def _cut_unfinished_line(file) -> int:
    """Remove an incomplete last line (see `whole_lines`) of a file, which is open in the mode "ab+"; returns its new length."""
    end = file.seek(0, os.SEEK_END)
    for begin in (max(0, end - _LAST_BYTES), 0):
        file.seek(begin)
        data = file.read()
        whole = whole_lines(data)
        if b"\n" in whole[:-1] or not begin:        # the last line that stays is here from its beginning on
            break
    if len(whole) < len(data):
        file.truncate(begin + len(whole))
    return file.seek(0, os.SEEK_END)


def _sync(file):
    """Make what was written to a file outlast a power cut."""
    file.flush()
    os.fsync(file.fileno())


@contextmanager
def _naming(path):
    """Let an OSError in the block name the file `path`: by itself it names a temporary file, or none at all."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


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
