"""The map of compiled kernels for perf: its lines are where the code lies, whether it was compiled or loaded."""
import os
import subprocess
import sys

import pytest
from places import ROOT

from gopy.base.errors import UserError
from gopy.compiled import jit, libraries, perf_map

KERNELS = '''
from gopy.compiled.jit import kernel

@kernel
def total(array):
    found = 0
    for value in array:
        found += value * value % 7
    return found
'''
PROGRAM = '''
import numpy as np
from gopy.compiled.perf_map import PerfMap
symbols = PerfMap()
import kernels
kernels.total(np.arange(9))
signature, = kernels.total.signatures
compiled = kernels.total.overloads[signature]
print(symbols.path, symbols.functions, compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name),
      sum(kernels.total.stats.cache_hits.values()))
symbols.close()
'''

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux") or jit.JIT_DISABLED, reason="perf is of Linux, its map of compiled code")


def test_a_line_says_where_a_kernel_lies(tmp_path):
    (tmp_path / "kernels.py").write_text(KERNELS)
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}", "GOPY_CACHE_DIR": str(tmp_path / "cache")}
    for hits in (0, 1):
        done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
        path, functions, address, found_hits = done.stdout.split()
        with open(path) as file:
            lines = [line.split(" ", 2) for line in file.read().splitlines()]
        os.unlink(path)
        assert int(found_hits) == hits and len(lines) == int(functions) >= 2
        named = [(int(begin, 16), int(size, 16)) for begin, size, name in lines if name == "kernels.total"]
        assert [begin for begin, _ in named] == [int(address)] and named[0][1] > 20
        assert "kernels.total (called by Python)" in [name for *_, name in lines]


@pytest.mark.parametrize("name, text", [
    ("_ZN4gopy6search4mcts15run_simulationsB2v1B38c8tJTIeFIE5ArrayI", "gopy.search.mcts.run_simulations"),
    ("_ZN7cpython4gopy6search4mcts4warmB2v2E", "gopy.search.mcts.warm (called by Python)"),
    ("cfunc._ZN4gopy3tieB2v2E", "gopy.tie (called by C)"),
    ("memset", "memset"),
])
def test_names_are_those_of_the_source(name, text):
    assert perf_map.readable(name) == text


def test_what_is_no_object_file_has_no_functions():
    assert perf_map.functions_of(b"") == perf_map.functions_of(b"\xcf\xfa\xed\xfe" * 40) == []


def test_where_there_is_nothing_to_map_is_one_sentence(monkeypatch):
    monkeypatch.setattr(perf_map, "JIT_DISABLED", True)
    with pytest.raises(UserError, match="nothing to map: NUMBA_DISABLE_JIT"):
        perf_map.PerfMap()
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(UserError, match="Linux alone"):
        perf_map.PerfMap()
    assert libraries.on_code is None
