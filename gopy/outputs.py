"""What a command writes: used by one process at a time."""
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from gopy.compiled.filelock import locked
from gopy.errors import UserError
from gopy.inputs.files import make_folder, remove_leftovers


#: A lock that is held is tried again for so long: what a killed runner has just started may hold it for a moment more.
_DYING_SECONDS = 2.0


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

    Beside each file, .NAME.lock stands while the block runs. Where it cannot, the file itself cannot be written as a rule, and
    the command finds that out and says so.
    """
    with ExitStack() as stack:
        for path in dict.fromkeys(map(os.path.realpath, files)):
            folder, name = os.path.split(path)
            try:
                stack.enter_context(locked(os.path.join(folder, f".{name}.lock"), timeout=_DYING_SECONDS, remove=True))
            except TimeoutError:
                raise UserError(f"{path} is being written by another process") from None
            except OSError:
                pass
        yield
