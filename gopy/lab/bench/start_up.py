"""How long gopy takes from its start to its first move."""
import os
import subprocess
import tempfile
import time
from typing import Any

from gopy.base.own_process import module_command


def time_to_first_move(**environment) -> float:
    """Seconds from the start of `gopy gtp` to its answer to a genmove with one simulation.

    environment   environment variables that are set for it
    """
    command = module_command("gopy", "gtp", "--size", "19", "--sims", "1", "--threads", "1")
    began = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env={**os.environ, **environment}) as engine:
        pipes: Any = engine        # both are pipes
        pipes.stdin.write(b"genmove b\n")
        pipes.stdin.flush()
        answer = pipes.stdout.readline()
        seconds = time.perf_counter() - began
        engine.communicate(b"quit\n")
    if not answer.startswith(b"="):
        raise RuntimeError(f"the engine answered {answer!r}")
    return round(seconds, 2)


def time_of_warm_start() -> float:
    """`time_to_first_move` when everything has been compiled before."""
    time_to_first_move()
    return time_to_first_move()


def time_of_cold_start() -> float:
    """`time_to_first_move` with an empty cache of compiled code."""
    with tempfile.TemporaryDirectory() as empty:
        return time_to_first_move(GOPY_CACHE_DIR=empty)
