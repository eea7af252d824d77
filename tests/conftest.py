"""What many tests use: processes of gopy with a cache of their own, and GNU Go where it is installed."""
import os
import shutil
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings
from places import ROOT

# A machine that is busy with other work draws examples slowly, and that is no fault of a test.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

#: Test modules of kernels: they run without the compiler too ...
INTERPRETED = {f"test_{name}" for name in (
    "atomic", "batch", "bits", "contract", "goofspiel", "ladder", "local_shape", "mcts", "nakade", "network", "patterns", "playout", "policies",
    "position", "ranking", "rng", "tactics", "tree")}

#: ... and with bounds checks.
CHECKED = (INTERPRETED - {"test_ranking"}) | {"test_threads", "test_exchange", "test_simultaneous"}

#: Those with which `scripts/test --all` does so too. The kernels of the games are called by test_contract as well, those of the tree by test_mcts.
RARELY_CHECKED = {"test_proof", "test_ranking", "test_lines_of_action", "test_knightthrough", "test_minishogi", "test_awari", "test_exact"}

#: Test modules that take long, beside those with tests marked slow: the longest first.
LONG = [f"test_{name}" for name in (
    "contract", "proof", "engine_search", "network", "cluster", "learn_balance", "signature", "exact", "mcts", "game_player", "jit",
    "ranking", "learn_moves")]


def pytest_ignore_collect(collection_path, config):
    """Import no file that a slice of `scripts/test` leaves out: importing all takes longer than some tests."""
    chosen = {"interpreted": INTERPRETED, "checked": CHECKED, "(checked": CHECKED | RARELY_CHECKED}.get(config.option.markexpr.partition(" ")[0])
    return True if chosen and collection_path.suffix == ".py" and collection_path.stem not in chosen else None


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.stem in INTERPRETED:
            item.add_marker("interpreted")
        if item.path.stem in CHECKED:
            item.add_marker("checked")
        if item.path.stem in RARELY_CHECKED:
            item.add_marker("rarely_checked")
    # What takes long comes first. Begun last, a file of it would keep one process busy when the others have ended.
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    ranks = {name: rank for rank, name in enumerate(LONG)}
    items.sort(key=lambda item: ranks.get(item.path.stem, len(LONG) + (item.path not in slow)))


@pytest.fixture
def run_gopy():
    """Run `gopy WORDS...` in a process; returns the finished process with text output."""
    def run(*words, input=None, timeout=900, **environment):
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


@pytest.fixture(scope="module")
def browser():
    """Headless Chromium; skips where it is not installed, but not in continuous integration."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        program = None
    if program is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Chromium or Playwright is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def opened_page(browser):
    """One page of `gopy web` for all tests of a file."""
    from clients.page_browser import ready
    with ready(browser) as page:
        yield page


@pytest.fixture
def page(opened_page):
    """The page of a file's tests: each begins its own game. No window is open, whatever the test before it has left."""
    from clients.page_browser import close_windows
    close_windows(opened_page)
    return opened_page


def _forget_imported_ray():
    """Let Ray be imported anew, if a library that a test uses imported it (it does not start it)."""
    if "ray" in sys.modules and not sys.modules["ray"].is_initialized():
        for name in [name for name in sys.modules if name.partition(".")[0] == "ray"]:
            del sys.modules[name]


@pytest.fixture(scope="module")
def ray():
    """The module ray, connected to a cluster of this machine; skips and fails as for GNU Go where it is not installed.

    No test imports ray by itself: it reads its settings when it is imported, and `connect` makes them.
    """
    from gopy.engine.cluster.ray_session import connect, is_installed
    if not is_installed():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Ray is not installed")
    _forget_imported_ray()
    os.environ.setdefault("RAY_worker_niceness", "0")   # else whatever runs beside the tests goes before Ray's workers
    module = connect("local")
    yield module
    module.shutdown()
