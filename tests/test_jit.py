"""The cache of compiled code: what names it, and that no damage to it costs more than a compile."""
import errno
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gopy.compiled import cachedir
from gopy.compiled.filelock import locked

ROOT = Path(__file__).resolve().parent.parent

#: A module with two kernels, one calling the other, and a program that prints their result and cache hits.
KERNELS = '''
import numpy as np
from gopy.compiled.jit import kernel

@kernel(entry=False)
def at(array, index):
    return array[index]

@kernel
def twice(array, index):
    return at(array, index) + at(array, index)
'''
PROGRAM = '''
import sys, numpy as np, kernels
index = int(sys.argv[1])
array = np.arange(8, dtype=np.int64)
print(kernels.twice(array, index))
print(sum(kernels.twice.stats.cache_hits.values()))
'''


@pytest.fixture
def run_kernel(tmp_path):
    """Call the kernel in a process and on a copy of its own; returns (the result, whether it came from the cache)."""
    (tmp_path / "gopy" / "compiled").mkdir(parents=True)
    for name in ("__init__", "errors", *(f"compiled/{module}" for module in (
            "__init__", "cachedir", "codecache", "compiler", "filelock", "jit", "usercache"))):
        shutil.copy(ROOT / "gopy" / f"{name}.py", tmp_path / "gopy" / f"{name}.py")
    (tmp_path / "kernels.py").write_text(KERNELS)
    (tmp_path / "program.py").write_text(PROGRAM)

    def run(index=3, **environment):
        # Python takes a module that changed within a second and kept its length for unchanged, and runs its bytecode.
        environment = {"GOPY_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1", **environment}
        clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        done = subprocess.run([sys.executable, str(tmp_path / "program.py"), str(index)], text=True,
                              env={**clean, "PYTHONPATH": "", **environment}, capture_output=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        result, hits = done.stdout.split()
        return int(result), int(hits) > 0
    run.cache = tmp_path / "cache"
    return run


def code_files(cache, suffix):
    return [path for path in cache.rglob("*" + suffix) if "twice" in path.name]


def test_second_process_loads(run_kernel):
    assert run_kernel() == (6, False)
    assert run_kernel() == (6, True)
    assert not list(run_kernel.cache.parent.rglob("__pycache__/*.nb?"))


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", [
    lambda data: b"",
    lambda data: data[:len(data) // 2],
    lambda data: data[:len(data) // 2] + bytes(64) + data[len(data) // 2 + 64:],
    lambda data: b"\x80\x04cos\nnothing\n.",
], ids=["empty", "truncated", "zeros inside", "other pickle"])
def test_damaged_file(run_kernel, suffix, damage):
    run_kernel()
    path, = code_files(run_kernel.cache, suffix)
    path.write_bytes(damage(path.read_bytes()))
    assert run_kernel()[0] == 6
    assert run_kernel() == (6, True)            # and mended


def test_bounds_checks_are_not_served_from_an_unchecked_cache(run_kernel):
    """The canary: with checks on, reading outside must raise although unchecked code is cached."""
    run_kernel()
    with pytest.raises(RuntimeError, match="IndexError"):
        run_kernel(index=8, NUMBA_BOUNDSCHECK="1")
    assert len(list(run_kernel.cache.iterdir())) == 2


def test_without_the_compiler(run_kernel, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM.replace("sum(kernels.twice.stats.cache_hits.values())", "0"))
    assert run_kernel(NUMBA_DISABLE_JIT="1") == (6, False)
    assert not run_kernel.cache.exists()


def test_cache_that_cannot_be_made(run_kernel, tmp_path):
    """A file stands where the folder should be: the temporary folder serves instead."""
    (tmp_path / "file").write_text("")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    where = {"GOPY_CACHE_DIR": str(tmp_path / "file"), "TMPDIR": str(temporary)}
    assert run_kernel(**where) == (6, False)
    assert run_kernel(**where) == (6, True)


def test_no_folder_at_all(run_kernel, tmp_path):
    """Nothing can be kept: everything still runs."""
    (tmp_path / "program.py").write_text(
        "import gopy.compiled.cachedir\ngopy.compiled.cachedir.find_cache_dir = lambda version: None\n" + PROGRAM)
    assert run_kernel() == (6, False)
    assert run_kernel() == (6, False)


def test_subfolder_that_cannot_be_written(run_kernel):
    """The kernels' own folder is replaced by a file: no caching, and none in __pycache__."""
    run_kernel()
    index, = code_files(run_kernel.cache, ".nbi")
    folder = index.parent
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    folder.write_text("")
    assert run_kernel() == (6, False)
    assert run_kernel() == (6, False)
    assert not list(folder.parent.parent.parent.rglob("__pycache__/*.nb?"))


def test_a_relative_cache_folder_is_ignored(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for given, used in (("cache", tmp_path / "home" / ".cache"), ("", tmp_path / "home" / ".cache"),
                        (str(tmp_path / "cache"), tmp_path / "cache")):
        assert cachedir.find_cache_dir("1", {"XDG_CACHE_HOME": given}).parent == used / "gopy"
    assert not (tmp_path / "cache" / "cache").exists()


def test_digest_follows_the_sources_of_kernels_and_settings(tmp_path):
    package = tmp_path / "pack"
    (package / "deep").mkdir(parents=True)
    files = {"one.py": "from pack import two\n\n@kernel\ndef f(): pass\n", "two.py": "from pack.deep.three import (a,\n b)\n",
             "deep/__init__.py": "", "deep/three.py": "a = b = 1\n", "apart.py": "import pack.one\n"}
    for name, text in files.items():
        (package / name).write_text(text)

    def digest(version="1", **environ):
        return cachedir.source_digest(package, version, environ)
    first = digest()
    assert digest(HOME="/elsewhere", NUMBA_NUM_THREADS="1") == first
    assert len({first, digest("2"), digest(NUMBA_BOUNDSCHECK="1"), digest(NUMBA_OPT="1")}) == 4
    for name, counts in (("apart.py", False), ("one.py", True), ("two.py", True), ("deep/three.py", True)):
        (package / name).write_text(files[name] + "x = 1\n")
        assert (digest() != first) == counts, name
        (package / name).write_text(files[name])


def test_lock_excludes_and_times_out(tmp_path):
    path = tmp_path / "lock"
    waits = []
    with locked(path):
        with ThreadPoolExecutor(1) as pool:
            def second():
                with locked(path, timeout=0.2, on_wait=lambda: waits.append(1)):
                    pass
            with pytest.raises(TimeoutError):
                pool.submit(second).result()
    assert waits == [1]
    with locked(path, timeout=0):
        pass


def test_lock_is_released_when_its_holder_dies(tmp_path):
    path = tmp_path / "lock"
    holder = subprocess.Popen([sys.executable, "-c",
                               "import sys, time; from gopy.compiled.filelock import locked\n"
                               f"with locked({str(path)!r}):\n  print('held', flush=True)\n  time.sleep(60)"],
                              stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(TimeoutError):
        with locked(path, timeout=0):
            pass
    holder.kill()
    holder.wait()
    with locked(path, timeout=5):
        pass


def test_a_file_system_without_locks_is_used_without_them(tmp_path, monkeypatch):
    def no_locks(descriptor):
        raise OSError(errno.ENOSYS, "Function not implemented")
    monkeypatch.setattr("gopy.compiled.filelock._try_lock", no_locks)
    waited = []
    with locked(tmp_path / "lock", on_wait=lambda: waited.append(True)):
        pass
    assert not waited


#: Calls the kernel with arrays of the types named, and prints whether all their code came from the cache.
TYPES = '''
import sys, numpy as np, kernels
names = sys.argv[1].split(",")
for name in names:
    kernels.twice(np.zeros(4, name), 3)
print(0, int(sum(kernels.twice.stats.cache_hits.values()) == len(names)))
'''


def test_processes_that_save_at_once_lose_nothing(run_kernel, tmp_path):
    """Each compiles the same kernel for another type; the next one finds the code of all."""
    (tmp_path / "program.py").write_text(TYPES)
    names = ["int8", "int16", "int32", "int64"]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(run_kernel, names)) == [(0, False)] * 4
    assert run_kernel(",".join(names)) == (0, True)


#: A process that warms the kernels under a label: prints whether they were warm, and when its exercise began and ended.
WARMING = '''
import sys, time, numpy as np
from gopy.compiled import jit
import kernels
def exercise():
    print(time.time())
    kernels.twice(np.arange(8, dtype=np.int64), 1)
    time.sleep(float(sys.argv[4]))
    print(time.time())
label, jit.COMPILER_BYTES = sys.argv[1], int(float(sys.argv[3]))
print(jit.is_warm(label))
jit.warm(label, exercise, patience=float(sys.argv[2]))
assert jit.is_warm(label)
'''


@pytest.mark.parametrize("labels, patience, memory, overlap", [
    (("State-One", "State-One"), 60, 1, False),
    (("State-One", "State-Two"), 60, 1, False),         # they share kernels
    (("State-One", "Other-One"), 60, 1, True),
    (("State-One", "Other-One"), 60, 1e18, False),      # the memory is for one compiler
    (("State-One", "State-One"), 0, 1, True),
])
def test_who_waits_for_another_process_that_compiles(run_kernel, tmp_path, labels, patience, memory, overlap):
    (tmp_path / "warming.py").write_text(WARMING)
    environment = {**os.environ, "PYTHONPATH": "", "GOPY_CACHE_DIR": str(run_kernel.cache)}
    starts = [subprocess.Popen([sys.executable, str(tmp_path / "warming.py"), label, str(patience), str(memory), "2"],
                               env=environment, text=True, stdout=subprocess.PIPE) for label in labels]
    spans = []
    for process in starts:
        was_warm, began, ended = process.communicate()[0].split()
        assert process.returncode == 0 and was_warm == "False"
        spans.append((float(began), float(ended)))
    (_, first_end), (second_start, _) = sorted(spans)
    assert (second_start < first_end) == overlap


#: A kernel of gopy that is compiled to a record of another file, and that file.
INSIDE = """
from gopy.compiled.jit import kernel
from gopy.game import first_of

@kernel
def inside(record):
    return first_of(record)
"""
VERB = """
from numba.extending import overload
from gopy.compiled.jit import kernel

_found = {}

def first_of(record):
    return _found[type(record)](record)

@overload(first_of)
def choose(record):
    chosen = _found[record.instance_class]
    return lambda record: chosen(record)
"""
OUTSIDE = """
from typing import NamedTuple
import numpy as np
from gopy import game
from gopy.compiled.jit import kernel

class Record(NamedTuple):
    numbers: np.ndarray
    places: np.ndarray

@kernel(entry=False)
def first(record):
    return record.numbers[0] + {added}

game._found[Record] = first
"""
USER = """
import numpy as np
from outside import Record
from gopy.inside import inside
print(inside(Record(np.array([1]), np.array([2]))))
print(sum(inside.stats.cache_hits.values()))
"""


def test_code_for_a_record_of_another_file_follows_that_file(run_kernel, tmp_path):
    """What our own kernels were compiled to for it would otherwise stay as it was."""
    for name, text in (("gopy/inside.py", INSIDE), ("gopy/game.py", VERB), ("program.py", USER)):
        (tmp_path / name).write_text(text)
    for added, fresh in ((0, True), (0, False), (5, True), (5, False), (0, False)):
        (tmp_path / "outside.py").write_text(OUTSIDE.format(added=added))
        assert run_kernel() == (1 + added, not fresh), added
    # The state of the file that came back was found again, and nothing is kept twice.
    assert len(list(run_kernel.cache.glob("*/own/*"))) == 2


def test_an_edit_of_any_kernel_file_changes_the_key(tmp_path):
    """The folder of the cache is named by every file that kernels are made from: none of them can be served stale."""
    assert cachedir.PACKAGE == ROOT / "gopy"
    package = tmp_path / "gopy"
    shutil.copytree(cachedir.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    sources = cachedir.kernel_sources(package)
    with_kernels = [path for path in package.rglob("*.py") if "@kernel" in path.read_text(encoding="utf-8")]
    assert len(with_kernels) > 30 and set(with_kernels) <= set(sources)

    def key():
        return cachedir.source_digest(package, "1", {})

    before, keys = key(), set()
    for path in with_kernels:
        text = path.read_text(encoding="utf-8")
        path.write_text(text + "\n# edited\n", encoding="utf-8")
        keys.add(key())
        path.write_text(text, encoding="utf-8")
    assert before == key() and before not in keys and len(keys) == len(with_kernels)
