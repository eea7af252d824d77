"""The cache of compiled code: what names it, and that no damage to it costs more than a compile."""
import errno
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from numba.core.errors import NumbaWarning
from places import ROOT

from gopy.base.filelock import locked
from gopy.compiled import cachedir, sources
from gopy.compiled.codecache import KernelCache
from gopy.compiled.dispatch import verb

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
    for room in ("base", "compiled"):
        (tmp_path / "gopy" / room).mkdir(parents=True)
    for name in ("__init__", *(f"base/{module}" for module in ("__init__", "errors", "filelock", "lazy")), *(f"compiled/{module}" for module in (
            "__init__", "cachedir", "codecache", "compiler", "dispatch", "jit", "libraries", "sources", "usercache"))):
        shutil.copy(ROOT / "gopy" / f"{name}.py", tmp_path / "gopy" / f"{name}.py")
    (tmp_path / "kernels.py").write_text(KERNELS)
    (tmp_path / "program.py").write_text(PROGRAM)

    def process(index=3, **environment):
        """The words that the program prints."""
        # Python takes a module that changed within a second and kept its length for unchanged, and runs its bytecode.
        environment = {"GOPY_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1", **environment}
        clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        done = subprocess.run([sys.executable, str(tmp_path / "program.py"), str(index)], text=True,
                              env={**clean, "PYTHONPATH": "", **environment}, capture_output=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.split()

    def run(index=3, **environment):
        result, hits = process(index, **environment)
        return int(result), int(hits) > 0
    run.cache, run.process = tmp_path / "cache", process
    return run


def code_files(cache, suffix):
    return [path for path in cache.rglob("*" + suffix) if "twice" in path.name]


def test_second_process_loads(run_kernel):
    assert run_kernel() == (6, False)
    assert run_kernel() == (6, True)
    assert not list(run_kernel.cache.parent.rglob("__pycache__/*.nb?"))


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", [
    pytest.param(lambda data: b"", marks=pytest.mark.rare),
    pytest.param(lambda data: data[:len(data) // 2], marks=pytest.mark.rare),
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
    """The canary: with checks on, reading outside must raise although unchecked code is cached; these are the variables of `scripts/test`."""
    run_kernel()
    with pytest.raises(RuntimeError, match="IndexError"):
        run_kernel(index=8, NUMBA_BOUNDSCHECK="1", NUMBA_OPT="1")
    assert len(list(run_kernel.cache.iterdir())) == 2


def test_code_that_cannot_be_kept_is_compiled_all_the_same():
    """numba keeps no code with pointers of this process in it, and warns; what it compiles with NUMBA_OPT=0 has some."""
    kept = KernelCache(code_files)._impl
    with pytest.warns(NumbaWarning, match="Cannot cache compiled function \"code_files\""):
        assert not kept.check_cachable(SimpleNamespace(lifted=(), library=SimpleNamespace(has_dynamic_globals=True),
                                                       fndesc=SimpleNamespace(qualname="code_files")))


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


def test_the_folder_follows_the_settings():
    def digest(version="1", **environ):
        return cachedir.settings_digest(version, environ)
    first = digest()
    assert digest(HOME="/elsewhere", NUMBA_NUM_THREADS="1") == first
    assert len({first, digest("2"), digest(NUMBA_BOUNDSCHECK="1"), digest(NUMBA_OPT="1")}) == 4


def test_what_a_file_imports(tmp_path):
    package = tmp_path / "pack"
    files = {"one.py": "from pack import two\n\ndef f():\n    import pack.six as six\n", "two.py": "from pack.deep.three import (a,\n b)\n",
             "deep/__init__.py": "from pack import seven\n", "deep/three.py": "import numpy\nfrom pack.deep import five\n", "deep/five.py": "",
             "six.py": "from pack.deep import name_of_its_own\n", "seven.py": "", "apart.py": "import pack.one\n", "__init__.py": "import pack.apart\n"}
    for name, text in files.items():
        (package / name).parent.mkdir(exist_ok=True, parents=True)
        (package / name).write_text(text)

    def names(start):
        return {str(path.relative_to(package)) for path in sources.closure(package / start, package)}
    assert names("two.py") == {"two.py", "deep/three.py", "deep/five.py"}
    assert names("one.py") == names("two.py") | {"one.py", "six.py", "deep/__init__.py", "seven.py"}
    assert names("apart.py") == names("one.py") | {"apart.py"}


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
                               "import sys, time; from gopy.base.filelock import locked\n"
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
    monkeypatch.setattr("gopy.base.filelock._try_lock", no_locks)
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


#: A kernel of gopy that calls a verb, two games of gopy that know the verb, and a record of a file outside.
VERB = """
from gopy.compiled.dispatch import verb

@verb
def first_of(record):
    pass
"""
INSIDE = """
from gopy.compiled.jit import kernel
from gopy.game import first_of

@kernel
def inside(record):
    return first_of(record)
"""
RECORD = """
from typing import NamedTuple
import numpy as np
from gopy import game
from gopy.compiled.jit import kernel

class {name}(NamedTuple):
    numbers: np.ndarray
    places: np.ndarray

@game.first_of.register({name})
@kernel(entry=False)
def first(record):
    return record.numbers[0] + {added}
"""
USER = """
import numpy as np
from gopy.one import One
from gopy.two import Two
from gopy.inside import inside
from outside import Outside
for record in (One, Two, Outside):
    print(int(inside(record(np.array([1]), np.array([2])))), end=",")
print()
print(sum(inside.stats.cache_hits.values()))
"""


def test_code_follows_the_files_that_it_is_made_of(run_kernel, tmp_path):
    """A kernel is compiled again for a record whose own file has changed, be it one of gopy or not, and for no other record."""
    for name, text in (("gopy/inside.py", INSIDE), ("gopy/game.py", VERB), ("program.py", USER)):
        (tmp_path / name).write_text(text)
    (tmp_path / "gopy" / "apart.py").write_text("")

    def run(one=0, two=0, outside=0):
        for path, name, added in (("gopy/one", "One", one), ("gopy/two", "Two", two), ("outside", "Outside", outside)):
            (tmp_path / f"{path}.py").write_text(RECORD.format(name=name, added=added))
        done = run_kernel.process()
        return [int(number) for number in done[0].strip(",").split(",")], int(done[1])
    assert run() == ([1, 1, 1], 0)
    assert run() == ([1, 1, 1], 3)
    assert run(two=5) == ([1, 6, 1], 2)
    assert run(outside=7) == ([1, 1, 8], 2)         # the code for the first state of `Two` was found again
    assert run(two=5, outside=7) == ([1, 6, 8], 3)
    (tmp_path / "gopy" / "apart.py").write_text("# what nobody imports")
    assert run() == ([1, 1, 1], 3)
    (tmp_path / "gopy" / "game.py").write_text(VERB + "# what all import")
    assert run() == ([1, 1, 1], 0)


def test_a_second_kernel_for_a_type_is_refused():
    @verb
    def weight(record):
        """Of a record."""

    class Record(NamedTuple):
        number: int

    @weight.register(Record)
    def one(record):
        return record.number
    assert weight(Record(5)) == 5
    with pytest.raises(TypeError, match="weight of Record is defined already, in .*test_jit.py"):
        weight.register(Record)(lambda record: 0)
    assert weight(Record(5)) == 5
    with pytest.raises(TypeError, match="weight is not defined for <class 'int'>"):
        weight(5)
    weight.register()(lambda record: -1)
    assert weight(5) == -1 and weight(Record(5)) == 5
    assert weight.has_own(Record(5)) and not weight.has_own(5)
    with pytest.raises(TypeError, match="weight of any type is defined already"):
        weight.register()(lambda record: -2)


def test_two_verbs_of_one_name_are_two_verbs():
    """A game's own verb must not take the place of the contract's."""
    from gopy import game
    from gopy.games.tictactoe import new_tictactoe

    @verb
    def score(record):
        """Another."""
    state = new_tictactoe()
    score.register(type(state))(lambda record: "another")
    assert score(state) == "another" and game.score(state) == game.value(state) - 0.5


def made_of(function, *records):
    """The files of gopy that a kernel for such records is made of, as paths in the package."""
    file = Path(function.py_func.__code__.co_filename if hasattr(function, "py_func") else function.__code__.co_filename)
    found = sources.made_of(file.resolve(), {type(record) for record in records})
    return {str(path.relative_to(sources.PACKAGE)) for path in found}


def test_what_the_search_of_go_is_made_of():
    """All that it calls; and of other games, matches, front ends, what learns and what replays papers nothing: an edit there
    compiles nothing of Go again."""
    import gopy.games.go  # noqa: F401 (the verbs of Go, also those that draw a position)
    from gopy.engine.go_search import build
    from gopy.go.bitboard.construct import new_position
    from gopy.search.mcts import run_simulations
    from gopy.search.tree import Tree
    policy, search_params, game_params = build("classical", 9, {}, None)
    found = made_of(run_simulations, new_position(9), policy, search_params, game_params, Tree)
    rooms = {path.rpartition("/")[0] for path in found}
    assert rooms <= {"", "base", "compiled", "go", "go/bitboard", "go/knowledge", "search", "search/proofs"}
    wanted = {path.relative_to(sources.PACKAGE) for room in ("go/bitboard", "go/knowledge")
              for path in (sources.PACKAGE / room).glob("*.py") if "@kernel" in path.read_text(encoding="utf-8")}
    assert {str(path) for path in wanted} <= found
    assert {"game.py", "compiled/rng.py", "go/contract.py", "search/mcts.py", "search/rave.py", "search/tree.py"} <= found
    assert "search/rave.py" not in made_of(run_simulations, new_position(9), search_params)


def test_what_only_papers_describe_is_in_no_search_without_it():
    """One parameter of it makes the record of parameters another type, for which other kernels are compiled."""
    from gopy.engine.go_search import build
    from gopy.go.bitboard.construct import new_position
    from gopy.search.mcts import run_simulations
    off, plain = (build("classical", 9, changes)[2] for changes in ({"softmax": "off", "grandfather_prior": 0}, {}))
    on = build("classical", 9, {"grandfather_prior": 5})[2]
    assert type(off) is type(plain) and off._fields == on._fields[:len(off._fields)] and len(off._fields) < len(on._fields)
    rooms = [{path.rpartition("/")[0] for path in made_of(run_simulations, new_position(9), params)} for params in (off, on)]
    assert "papers" not in rooms[0] and "papers" in rooms[1]


CALLER = '''
import numpy as np, sys
from gopy.compiled.jit import kernel
from kernels import twice

@kernel
def four_times(array, index):
    return twice(array, index) + twice(array, index)
'''
CALLS = '''
import sys, numpy as np, kernels
array, index = np.arange(8, dtype=np.int64), int(sys.argv[1])
assert kernels.twice(array, index) == 2 * index
import caller
print(caller.four_times(array, index), sum(kernels.twice.stats.cache_hits.values()), sum(caller.four_times.stats.cache_hits.values()))
'''


def test_a_kernel_links_to_one_that_came_from_the_cache(run_kernel, tmp_path):
    """The bitcode of a loaded kernel is read only then; and what was linked runs in a process that compiles nothing."""
    run_kernel()
    (tmp_path / "caller.py").write_text(CALLER)
    (tmp_path / "program.py").write_text(CALLS)
    assert run_kernel.process() == ["12", "1", "0"]
    assert run_kernel.process() == ["12", "1", "1"]


def test_code_from_the_cache_is_loaded_without_what_compiles(run_kernel, tmp_path):
    """numba's implementations of functions, and scipy for some of them, are imported by a process that compiles, and by no other."""
    (tmp_path / "program.py").write_text(PROGRAM + "print(*sorted(sys.modules), sep='\\n')\n")
    compiling, loading = run_kernel.process(), run_kernel.process()
    assert (compiling[1], loading[1]) == ("0", "1")
    assert "numba.np.arraymath" in compiling and "numba.np.arraymath" not in loading
    assert "scipy" not in loading and "yaml" not in loading
    assert len(loading) < len(compiling) - 100


def test_settings_in_a_file_of_the_folder_change_no_code(run_kernel, tmp_path, monkeypatch):
    """With yaml numba would read them, and store checked code under the name of unchecked code."""
    pytest.importorskip("yaml")
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".numba_config.yaml").write_text("boundscheck: 1\n")
    (tmp_path / "program.py").write_text("from gopy.compiled.compiler import config\nprint(config.BOUNDSCHECK)\n")
    assert run_kernel.process() == ["None"]


def test_machine_code_is_made_of_what_python_calls(run_kernel, tmp_path):
    """`at` becomes a part of `twice`. Machine code of its own is made and kept when Python calls it."""
    told = PROGRAM + "for each in kernels.at.overloads.values(): print(each.library.get_pointer_to_function(each.fndesc.llvm_func_name))\n"
    (tmp_path / "program.py").write_text(told)
    assert run_kernel.process() == ["6", "0", "0"], "a kernel for kernels alone lies nowhere"
    (tmp_path / "kernels.py").write_text(KERNELS.replace("(entry=False)", ""))
    (tmp_path / "program.py").write_text(PROGRAM)
    assert run_kernel.process() == ["6", "0"]
    before = len(list(run_kernel.cache.rglob("*.nbi")))
    (tmp_path / "program.py").write_text(PROGRAM + "print(kernels.at(array, 2), sum(kernels.at.stats.cache_hits.values()))\n")
    assert [run_kernel.process() for _ in range(2)] == [["6", "1", "2", "0"], ["6", "1", "2", "1"]]
    assert len(list(run_kernel.cache.rglob("*.nbi"))) == before + 1
