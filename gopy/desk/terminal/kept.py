"""Writes games to files: those that a person saves, and those that are kept when a person leaves."""
import itertools
import os
import time
from pathlib import Path

from gopy.base.files import make_folder, write_whole
from gopy.base.new_files import write_new
from gopy.base.state_folder import state_folder


class CannotSave(Exception):
    """A game was not saved; the message says why."""


def save(name, text, own=None, replace=False) -> tuple[Path, bool]:
    """Write a game's text to the file that a person named; returns (its path, whether a file was replaced).

    own       the path of a file that belongs to this game and may be replaced
    replace   whether any other file may be replaced as well

    Raises CannotSave, and leaves every file as it was, if the game cannot be saved.
    """
    try:
        path = path_of(name)
        present = path.exists()
        if replace or path == own:
            write_whole(path, text)
        else:
            write_new([Path(os.path.realpath(path))], text)     # a link to a file that is missing stays one
    except FileExistsError:
        raise CannotSave(f"{name} exists; to replace it: save! {name}") from None
    except OSError as error:
        raise CannotSave(f"cannot save {name}: {error.strerror or error}") from None
    except ValueError as error:         # for example a name with a zero byte
        raise CannotSave(f"cannot save {name!r}: {error}") from None
    return path, present


def path_of(name) -> Path:
    """The path that a person named, where "~" is their home folder. ValueError if the home folder is not known."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise ValueError(f"{name}: {error}") from None


def keep(text, suffix, own=None, folder=None) -> Path:
    """Write a game's text to a new file named by the time, or to `own` if that is a kept game; returns the path.

    OSError if the file cannot be written.
    """
    folder = folder or state_folder()
    make_folder(folder)
    if own is not None and own.parent == folder:
        write_whole(own, text)
        return own
    stem = time.strftime("%Y%m%d-%H%M%S")
    return write_new((folder / f"{stem}{f'-{number}' if number else ''}{suffix}" for number in itertools.count()), text)


def short_name(path) -> str:
    """A path as people write it, with "~" for their home folder."""
    try:
        return f"~{os.sep}{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):      # elsewhere, or no home
        return str(path)


def last_kept(folder=None) -> Path | None:
    """The path of the game that was kept last; None if there is none."""
    folder = folder or state_folder()
    try:
        found = [path for path in folder.iterdir() if path.suffix.lower() in (".sgf", ".json") and path.stat().st_size]
    except OSError:
        return None
    return max(found, key=lambda path: (path.stat().st_mtime_ns, path.name), default=None)
