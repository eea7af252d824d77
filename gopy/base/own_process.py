"""Starts a part of gopy in a process of its own: workers of a cluster, the engine of the page, players of a match."""
import sys
from pathlib import Path

#: Runs a module as `python -m` does, but it finds this gopy, be it installed or a checkout, and imports nothing from the current
#: folder, which stands as "" in the path.
_RUN = (f"import runpy, sys; sys.path[:] = [{str(Path(__file__).resolve().parents[2])!r}, *filter(None, sys.path)]; "
        "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)")


def module_command(module: str, *words: str) -> list[str]:
    """The command that runs a module of gopy with these words in a process of its own.

    A file in the current folder that is called like a module of Python, say queue.py, does not take its place.
    """
    return [sys.executable, "-c", _RUN, module, *words]
