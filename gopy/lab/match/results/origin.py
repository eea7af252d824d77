"""Which gopy makes a line of results: its version and, in a checkout, its commit."""
import subprocess
from functools import lru_cache
from pathlib import Path

import gopy


@lru_cache(maxsize=1)
def origin() -> dict[str, str | None]:
    """{"version": ..., "commit": ...} for the lines of results; the commit is None outside a checkout.

    A commit has "+" after it if files of the source code differ from it. They are looked at once in a process: what is loaded
    then is what plays.
    """
    return {"version": gopy.__version__, "commit": commit_of(Path(gopy.__file__).parent)}


def commit_of(package) -> str | None:
    """The commit of the package in the folder `package`. None if it is no part of a repository; it may be installed inside one."""
    try:
        _git(package, "ls-files", "--error-unmatch", "__init__.py")
        changed = _git(package, "status", "--porcelain", "--untracked-files=no", ".")
        return _git(package, "rev-parse", "--short", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return None


def _git(folder, *words):
    return subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True, text=True).stdout.strip()
