"""Starts a part of gopy in a process of its own: workers of a cluster, and the engine of the page."""
import os
import sys
from pathlib import Path

_PACKAGE_PARENT = str(Path(__file__).resolve().parents[2])

#: Runs a module as `python -m` does, but imports nothing from the current folder, which stands as "" in the path.
_RUN = "import sys; sys.path[:] = filter(None, sys.path); import runpy; runpy.run_module(sys.argv[1], run_name='__main__')"


def module_command(module) -> list[str]:
    """The command that runs a module of gopy in a process of its own.

    A file in the current folder that is called like a module of Python, say queue.py, does not take its place.
    """
    return [sys.executable, "-c", _RUN, module]


def module_environment() -> dict[str, str]:
    """The environment in which such a process finds gopy, be it installed or a checkout."""
    path = os.pathsep.join(filter(None, [_PACKAGE_PARENT, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path}
