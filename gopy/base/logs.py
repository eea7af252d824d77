"""Where the log goes: nowhere, to a file, or to stderr. A failing log never stops play."""
import logging
import sys
from contextlib import suppress


def start_logging(target) -> None:
    """Send the package's log to the file `target`, to stderr for "-", nowhere for None.

    If the file cannot be opened, or written to later, a line on stderr says so, once.
    """
    logger = logging.getLogger("gopy")
    logger.propagate = False
    logging.raiseExceptions = False
    if target is None:
        return
    try:
        handler = logging.StreamHandler(sys.stderr) if target == "-" else _LogFile(target)
    except (OSError, ValueError) as error:
        _tell(target, error)
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)


class _LogFile(logging.FileHandler):
    """A file of which is told once that it cannot be written to."""

    def __init__(self, path) -> None:
        super().__init__(path, encoding="utf-8", errors="backslashreplace")
        self._path, self._told = path, False

    def handleError(self, record) -> None:
        """Tell what is wrong with the file, at the first record that it does not take."""
        if not self._told:
            self._told = True
            _tell(self._path, sys.exc_info()[1])


def _tell(path, error):
    with suppress(OSError, ValueError, AttributeError):     # nobody needs to be reading
        sys.stderr.write(f"gopy: the log {path} cannot be written: {getattr(error, 'strerror', None) or error}\n")
        sys.stderr.flush()
