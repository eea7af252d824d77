"""Games in files: those that a person saves, and those that are kept when one leaves."""
import os
import sys
import tempfile
import time
from pathlib import Path

from gopy.inputs.files import write_whole


class CannotSave(Exception):
    """A game that was not saved; the text says why."""


def save(name, text, own=None, replace=False) -> tuple[Path, bool]:
    """Write a game's text to the file that a person named; returns (its path, whether a file was replaced).

    own       a path that is this game's and may be replaced as `replace` allows for any
    CannotSave, and every file as it was, if it cannot be.
    """
    try:
        path = path_of(name)
        present = path.exists()
        if present and not replace and path != own:
            raise CannotSave(f"{name} exists; to replace it: save! {name}")
        write_whole(path, text)
    except OSError as error:
        raise CannotSave(f"cannot save {name}: {error.strerror or error}") from None
    except ValueError as error:         # a name with a zero byte, say
        raise CannotSave(f"cannot save {name!r}: {error}") from None
    return path, present


def path_of(name) -> Path:
    """The path that a person named, "~" being their home. ValueError if that is nowhere."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise ValueError(f"{name}: {error}") from None


def kept_folder(environ=os.environ) -> Path:
    """Where games are kept when a person leaves: what the system has for a program's state."""
    named = environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(named):            # the specification ignores all others
        return Path(named) / "gopy"
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "gopy" / "games"
    return Path.home() / ".local" / "state" / "gopy"


def keep(text, suffix, own=None, folder=None) -> Path:
    """Write a game's text to a new file named by the time, or over `own` if that was kept before; returns the path.

    OSError if it cannot be.
    """
    folder = folder or kept_folder()
    folder.mkdir(parents=True, exist_ok=True)
    if own is not None and own.parent == folder:
        path = own
    else:
        path = _unused(folder / time.strftime("%Y%m%d-%H%M%S"), suffix)
    write_whole(path, text)
    return path


def short_name(path) -> str:
    """A path as people write it, "~" for their home."""
    try:
        return f"~{os.sep}{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):      # elsewhere, or no home
        return str(path)


def _unused(stem, suffix):
    """A path in the stem's folder that no file has, in the order of time."""
    number = 0
    while True:
        path = stem.with_name(stem.name + (f"-{number}" if number else "") + suffix)
        try:
            path.touch(exist_ok=False)
            return path
        except FileExistsError:
            number += 1


def last_kept(folder=None) -> Path | None:
    """The path of the game that was kept last, None if there is none."""
    folder = folder or kept_folder()
    try:
        found = [path for path in folder.iterdir() if path.suffix in (".sgf", ".json") and path.stat().st_size]
    except OSError:
        return None
    return max(found, key=lambda path: (path.stat().st_mtime_ns, path.name), default=None)
