"""Where the log goes: nowhere, to a file, or to stderr. A failing log never stops play."""
import logging
import sys


def start_logging(target) -> None:
    """Send the package's log to the file `target`, to stderr for "-", nowhere for None.

    OSError if the file cannot be opened.
    """
    logger = logging.getLogger("gopy")
    logger.propagate = False
    logging.raiseExceptions = False
    if target is None:
        return
    handler = (logging.StreamHandler(sys.stderr) if target == "-" else
               logging.FileHandler(target, encoding="utf-8", errors="backslashreplace"))
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
