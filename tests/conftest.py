"""What many tests use: processes of gopy with a cache of their own, and GNU Go where it is installed."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

#: Test modules of kernels: they run without the compiler too ...
INTERPRETED = {f"test_{name}" for name in (
    "atomic", "batch", "bits", "contract", "goofspiel", "ladder", "mcts", "nakade", "patterns", "playout", "policies", "position",
    "ranking", "rng", "tactics", "tree")}

#: ... and with bounds checks.
CHECKED = INTERPRETED | {"test_threads", "test_exchange", "test_lines_of_action", "test_knightthrough", "test_minishogi",
                         "test_awari", "test_proof", "test_simultaneous", "test_exact"}


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.stem in INTERPRETED:
            item.add_marker("interpreted")
        if item.path.stem in CHECKED:
            item.add_marker("checked")


@pytest.fixture
def run_gopy():
    """Run `gopy WORDS...` in a process; returns the finished process with text output."""
    def run(*words, input=None, timeout=300, **environment):
        return subprocess.run([sys.executable, "-m", "gopy", *map(str, words)], input=input, text=True,
                              capture_output=True, timeout=timeout,
                              env={**os.environ, "PYTHONPATH": str(ROOT), **environment})
    return run


@pytest.fixture(scope="session")
def gnugo():
    """The path of GNU Go; skips where it is not installed, but not in continuous integration."""
    path = shutil.which("gnugo", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("GNU Go is not installed")
    return path
