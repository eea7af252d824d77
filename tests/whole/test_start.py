"""Starting under bad conditions: read-only installation, no home, several at once from cold."""
import os
import shutil
import site
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from clocks import NEVER
from places import ROOT

from gopy.compiled.jit import CACHE_DIR

#: Compiles or loads one small kernel of the package; prints where its code is and whether it was there before.
SMALL_KERNEL = '''
import numpy as np
from gopy.compiled.jit import CACHE_DIR
from gopy.compiled.rng import new_rng, next_uint64
next_uint64(new_rng(1))
print(CACHE_DIR, sum(next_uint64.stats.cache_hits.values()))
'''


@pytest.fixture
def public_folder():
    """A temporary folder that other users may enter; pytest's own are private."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


@pytest.fixture
def as_ordinary_user(public_folder):
    """Run Python on a read-only copy of the package as a user who does not own it."""
    install = public_folder / "install"
    shutil.copytree(ROOT / "gopy", install / "gopy", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "patterns", install / "gopy" / "patterns")
    for path in [install, *install.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    other = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []

    def started(interpreter, words, timeout, environment):
        libraries = os.pathsep.join([str(install), *site.getsitepackages()])
        clean = {"PATH": os.environ["PATH"], "PYTHONPATH": libraries, **environment}
        return subprocess.run([*other, interpreter, *words], env=clean, capture_output=True, text=True, cwd="/",
                              timeout=timeout)

    def usable(interpreter):
        check = "import numba, subprocess, sys; subprocess.run([sys.executable, '--version'], check=True)"
        try:
            return started(interpreter, ["-c", check], 60, {}).returncode == 0
        except OSError:
            return False

    # Root's own interpreter may lie where others cannot go; the system's of the same version takes the same libraries.
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    interpreter = next(filter(usable, [sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}"]), None)
    if interpreter is None:
        pytest.skip("an ordinary user can run no interpreter here")

    def run(*words, timeout=600, **environment):
        return started(interpreter, words, timeout, environment)
    yield run
    for path in [install, *install.rglob("*")]:
        path.chmod(0o755)


def folder_for(mode, path, owned=False):
    """A folder with these permissions; owned: it belongs to the ordinary user."""
    path.mkdir()
    path.chmod(mode)
    if owned and os.getuid() == 0:
        os.chown(path, 65534, 65534)
    return str(path)


def compiled_once(run, **environment):
    """Use a kernel in two processes: the first compiles it, the second loads it. Returns where its code is."""
    folders = []
    for loaded in ("0", "1"):
        done = run("-c", SMALL_KERNEL, **environment)
        assert done.returncode == 0, done.stderr
        folder, hits = done.stdout.split()
        assert hits == loaded
        folders.append(folder)
    assert folders[0] == folders[1]
    return folders[0]


def test_read_only_installation_keeps_code_in_the_users_cache(as_ordinary_user, public_folder):
    home = folder_for(0o700, public_folder / "home", owned=True)
    folder = compiled_once(as_ordinary_user, HOME=home)
    assert folder.startswith(f"{home}/.cache/gopy/")


@pytest.mark.parametrize("home", [{}, {"HOME": "/nonexistent"}, {"HOME": "/"}])
def test_no_home(as_ordinary_user, public_folder, home):
    temporary = folder_for(0o1777, public_folder / "temporary")
    folder = Path(compiled_once(as_ordinary_user, TMPDIR=temporary, **home))
    assert folder.parent.parent == Path(temporary)
    assert folder.parent.stat().st_mode & 0o77 == 0         # code is loaded from it: nobody else may write there


@pytest.mark.parametrize("name", ["HOME", "XDG_CACHE_HOME", "GOPY_CACHE_DIR"])
def test_a_folder_that_others_can_write_to_holds_no_code(as_ordinary_user, public_folder, name):
    """Somebody else could put there what is run as this user. Nothing is looked for and nothing left there."""
    temporary = folder_for(0o1777, public_folder / "temporary")
    everyones = Path(folder_for(0o777, public_folder / "everyones"))
    environment = {"HOME": "/nonexistent", "TMPDIR": temporary, name: str(everyones)}
    done = as_ordinary_user("-c", "from gopy.compiled.jit import CACHE_DIR; print(CACHE_DIR)", **environment)
    assert done.returncode == 0 and Path(done.stdout).parent.parent == Path(temporary)
    assert done.stderr.count("\n") == 1 and f"others can write to {everyones}" in done.stderr
    assert list(everyones.iterdir()) == []


@pytest.mark.slow
def test_read_only_installation_plays(as_ordinary_user, public_folder):
    """The whole engine finds what it needs. It runs without the compiler, whose cache the tests above see."""
    home = folder_for(0o700, public_folder / "home", owned=True)
    program = ("import subprocess, sys; sys.exit(subprocess.run([sys.executable, '-m', 'gopy', 'gtp', '--size', '5', "
               "'--sims', '20'], input=b'genmove b\\nquit\\n').returncode)")
    done = as_ordinary_user("-c", program, HOME=home, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0 and done.stdout.startswith("= "), done.stderr


def engine(cache, size):
    return subprocess.Popen([sys.executable, "-m", "gopy", "gtp", "--size", str(size), "--sims", "20", "--threads", "1"],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
                            env={**os.environ, "PYTHONPATH": str(ROOT), "GOPY_CACHE_DIR": str(cache)})


def ask(process, command):
    """The answer to one command."""
    print(command, file=process.stdin, flush=True)
    lines = [process.stdout.readline()]
    while lines[-1] not in ("\n", ""):
        lines.append(process.stdout.readline())
    return "".join(lines)


#: The kernels that `filled_cache` has to be without, or damaged: the search itself, which calls most others, and what reports it.
SEARCH_KERNELS = ("mcts.run_simulations-*", "report._follow-*")


@pytest.fixture
def filled_cache(tmp_path):
    """A copy of the cache that tests share, filled for boards up to 7x7."""
    plays(engine(CACHE_DIR.parent, 5))
    copy = tmp_path / "cache" / CACHE_DIR.name
    # Other tests fill this cache meanwhile; what they are writing has such a name and may be gone at the next moment.
    shutil.copytree(CACHE_DIR, copy, ignore=shutil.ignore_patterns("*.tmp.*"))
    return copy


def code_of(cache, names):
    """The files, index and code, of the kernels that are called so."""
    return [path for name in names for path in cache.glob(f"*/{name}.nb?")]


@pytest.mark.slow
def test_six_engines_at_once_from_cold(filled_cache):
    """All answer at once, all play; two board sizes, the second of which finds most of its code compiled by the first.

    Not all of the search is compiled for that, only what takes the others as they are.
    """
    for path in (*code_of(filled_cache, SEARCH_KERNELS), *filled_cache.glob("*.warm")):
        path.unlink()
    engines = [engine(filled_cache.parent, size) for size in (5, 6) * 3]
    try:
        for process in engines:
            assert ask(process, "name") == "= gopy\n\n"
        # All have answered before anyone's code was compiled.
        assert not list(filled_cache.glob("*.warm"))
        for process in engines:
            print("genmove b", file=process.stdin, flush=True)
        for process in engines:
            assert process.stdout.readline().startswith("= ")
            process.stdout.readline()
            assert ask(process, "quit") == "=\n\n"
            assert process.wait(NEVER) == 0
            assert "compile" in process.stderr.read()           # told why it took so long
        assert len(code_of(filled_cache, SEARCH_KERNELS)) == 2 * len(SEARCH_KERNELS)        # of each an index and one code
        compiled = set(filled_cache.rglob("*.nbc"))
        again = engine(filled_cache.parent, 6)
        engines.append(again)
        assert ask(again, "genmove b").startswith("= ")
        ask(again, "quit")
        assert set(filled_cache.rglob("*.nbc")) == compiled
    finally:
        for process in engines:
            process.kill()


@pytest.mark.slow
def test_damaged_cache_of_the_whole_search(filled_cache):
    """Files of a filled cache are cut in half: the next start compiles anew what was in them and plays."""
    damaged = code_of(filled_cache, SEARCH_KERNELS)
    for path in damaged:
        path.write_bytes(path.read_bytes()[:path.stat().st_size // 2])
    before = {path: path.stat().st_mtime_ns for path in damaged}
    plays(engine(filled_cache.parent, 5))
    written = {path.name.partition("-")[0] for path, when in before.items() if path.exists() and path.stat().st_mtime_ns > when}
    assert written == {name.partition("-")[0] for name in SEARCH_KERNELS}       # the index of each


def plays(process):
    """Check that an engine answers a genmove and ends."""
    assert ask(process, "genmove b").startswith("= ")
    ask(process, "quit")
    assert process.wait(10) == 0
