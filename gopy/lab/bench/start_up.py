"""How long gopy takes from its start to its first move, and what processor time and memory that needs."""
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from gopy.base.own_process import module_command


class StartCost(NamedTuple):
    """What a start costs: seconds of processor time until the first answer and until the first move, and the most MiB of memory until
    then, None where the system does not tell."""
    first_answer_s: float
    first_move_s: float
    memory_mib: int | None


@contextmanager
def _answered(command, size, options=None, **environment) -> Iterator[int]:
    """Start `gopy gtp` and ask it `command`; the process, of which its number is given, is there until the block ends.

    options   the Options whose preset and changed parameters the engine has, None for the defaults
    """
    words = module_command("gopy", "gtp", "--size", str(size), "--sims", "1", "--threads", "1")
    if options is not None:
        words += ["--preset", options.preset, *(["--set", options.set] if options.set else [])]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env={**os.environ, **environment}) as engine:
        pipes: Any = engine        # both are pipes
        try:
            pipes.stdin.write(command.encode() + b"\n")
            pipes.stdin.flush()
            answer = pipes.stdout.readline()
            if not answer.startswith(b"="):
                raise RuntimeError(f"the engine answered {answer!r}")
            yield engine.pid
        finally:
            engine.kill()


def time_to_first_move(size=19, options=None, **environment) -> float:
    """Seconds from the start of `gopy gtp` to its answer to a genmove with one simulation.

    options       the Options whose preset and changed parameters the engine has, None for the defaults
    environment   environment variables that are set for it
    """
    began = time.perf_counter()
    with _answered("genmove b", size, options, **environment):
        return round(time.perf_counter() - began, 2)


def time_of_warm_start(size=19, options=None) -> float:
    """`time_to_first_move` when everything has been compiled before."""
    time_to_first_move(size, options)
    return time_to_first_move(size, options)


def time_of_cold_start(size=19, options=None) -> float:
    """`time_to_first_move` with an empty cache of compiled code."""
    with tempfile.TemporaryDirectory() as empty:
        return time_to_first_move(size, options, GOPY_CACHE_DIR=empty)


def cost_of_start(size, options=None) -> StartCost | None:
    """The StartCost on one board size, None where the system does not tell (Windows).

    The search has to be compiled already, and no other child of this process may end meanwhile.
    """
    if os.name == "nt":
        return None
    first_answer, _ = _cost_of("name", size, options)
    return StartCost(first_answer, *_cost_of("genmove b", size, options))


def cost_text(cost) -> str:
    """A StartCost as a text for people."""
    memory = "" if cost.memory_mib is None else f", with {cost.memory_mib} MiB of memory at most"
    return f"{cost.first_answer_s} s of processor time to the first answer, {cost.first_move_s} s to the first move{memory}"


def _cost_of(command, size, options):
    """(seconds of processor time, most MiB of memory) of a start until the answer to `command`."""
    before = os.times()
    with _answered(command, size, options) as process:
        memory = _most_memory(process)
    after = os.times()
    return round(after.children_user + after.children_system - before.children_user - before.children_system, 2), memory


def _most_memory(process):
    """The most MiB that a process has had in memory; None where there is no /proc."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) >> 10
    return None
