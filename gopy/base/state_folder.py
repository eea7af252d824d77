"""Where games are kept that nobody has saved: the system's place for the state of programs."""
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder for what gopy keeps between its runs. It may not be there yet."""
    named = environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(named):            # by its specification a relative path is ignored
        return Path(named) / "gopy"
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "gopy" / "games"
    return Path.home() / ".local" / "state" / "gopy"
