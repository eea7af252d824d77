"""Set up this checkout on first use, then run gopy: `python scripts/launch.py gtp`, as on Windows."""
import os
import subprocess
import sys

from environment import BIN, prepare, python_of

#: {command: extras of pyproject.toml without which it cannot run}
EXTRAS = {"web": ("web",)}


def main():
    environment = prepare(EXTRAS.get("".join(sys.argv[1:2]), ()))
    if os.name == "nt":
        sys.exit(subprocess.call([str(environment / BIN / "gopy.exe")] + sys.argv[1:]))
    python = str(python_of(environment))
    os.execv(python, [python, str(environment / BIN / "gopy")] + sys.argv[1:])


if __name__ == "__main__":
    main()
