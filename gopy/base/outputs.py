"""What a command writes: used by one process at a time."""
import hashlib
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from gopy.base.errors import UserError
from gopy.base.filelock import locked
from gopy.base.files import make_folder, remove_leftovers

#: A lock that is held is tried again for so long: what a killed runner has just started may hold it for a moment more.
_DYING_SECONDS = 2.0

#: A name of more bytes is shortened for its lock. Most systems take 255.
_LONGEST_NAME = 200


@contextmanager
def sole_use(folder, busy) -> Iterator[None]:
    """Create a folder if needed, and keep other runners out of it while the block runs. ValueError(`busy`) if one is there.

    What runners that were killed while they wrote a file have left in the folder is removed.
    """
    folder = Path(folder)
    make_folder(folder)
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(folder / "lock", timeout=_DYING_SECONDS))
        except TimeoutError:
            raise ValueError(busy) from None
        stack.callback(remove_leftovers, folder)    # again at the end, for what was too young at the beginning
        remove_leftovers(folder)
        yield


@contextmanager
def sole_use_of(*files) -> Iterator[None]:
    """Keep other processes from files that this one writes while the block runs. UserError if one is there.

    Beside each file, a lock stands while the block runs. UserError, too, where it cannot: two processes could spoil the file.
    """
    with ExitStack() as stack:
        for path in dict.fromkeys(map(os.path.realpath, files)):
            lock = _lock_of(path)
            try:
                stack.enter_context(locked(lock, timeout=_DYING_SECONDS, remove=True))
            except TimeoutError:
                raise UserError(f"{path} is being written by another process") from None
            except FileNotFoundError:
                raise UserError(f"there is no folder {os.path.dirname(path)}") from None
            except OSError as error:
                raise UserError(f"cannot write {path}: its lock {lock}: {error.strerror}") from None
        yield


def _lock_of(path):
    """The path of the lock of a file: .NAME.lock beside it, or a shorter one where the system may not take so long a name."""
    folder, name = os.path.split(path)
    if len(os.fsencode(name)) > _LONGEST_NAME:
        name = f"gopy-{hashlib.sha256(os.fsencode(name)).hexdigest()[:16]}"
    return os.path.join(folder, f".{name}.lock")
