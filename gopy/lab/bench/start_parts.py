"""Where the time of a start goes, from the start of `gopy gtp` to its first move: `gopy bench --start`."""
import json
import subprocess
import time
from typing import Any, NamedTuple

from gopy.base.errors import UserError
from gopy.base.own_process import module_command

#: {part: what it is, as the table says it}, in the order of the table.
PARTS = {
    "python": "Python itself",
    "import_library": "modules of Python's library",
    "import_numpy": "modules of numpy",
    "import_numba": "modules of numba and llvmlite",
    "import_gopy": "modules of gopy",
    "tables": "tables, move model and network",
    "code_found": "compiled code: looked up",
    "code_read": "compiled code: read from the disk",
    "code_linked": "compiled code: linked",
    "code_called": "compiled code: first calls",
    "move": "the first move",
    "other": "everything else",
}


class StartParts(NamedTuple):
    """Where the processor time of a start went."""

    board_size: int
    parts: dict[str, float]     #: seconds of each of PARTS
    total_s: float              #: their sum
    clock_s: float              #: seconds by the clock
    modules: int                #: modules that were loaded
    kernels: int                #: compiled kernels that were loaded


def parts_of_start(size: int, starts: int = 3) -> StartParts:
    """The StartParts on a board size: of several starts with compiled code that with the middle total.

    What has not been compiled is compiled by a start before them, which does not count. UserError if the engine does not answer.
    """
    first = _started(size)
    if first["counts"].get("missed"):
        first = _started(size)
    every = sorted([first, *(_started(size) for _ in range(starts - 1))], key=lambda told: told["total"])
    return _parts(size, every[len(every) // 2])


def _started(size: int) -> dict[str, Any]:
    """What one start told, see start_child.py, with its seconds by the clock."""
    began = time.time()
    command = module_command("gopy.lab.bench.start_child", str(size))
    done = subprocess.run(command, input="genmove b\nquit\n", capture_output=True, text=True)
    lines = [line for line in done.stderr.splitlines() if line.startswith("{")]
    if done.returncode or not lines:
        raise UserError(f"the engine did not start: {' '.join(done.stderr.split())[-200:] or 'no answer'}")
    told = json.loads(lines[0])
    told["clock"] -= began
    return told


def _parts(size: int, told: dict[str, Any]) -> StartParts:
    seconds = {part: told["seconds"].get(part, 0.0) for part in PARTS}
    seconds["other"] = max(0.0, told["total"] - sum(seconds.values()))
    counts = told["counts"]
    return StartParts(size, {part: round(value, 4) for part, value in seconds.items()}, round(told["total"], 4), round(told["clock"], 3),
                      counts.get("modules", 0), counts.get("kernels", 0))


def start_table(found: list[StartParts]) -> str:
    """The StartParts of several board sizes as a table for people: milliseconds of processor time, and shares of the whole."""
    def row(text: str, values: list[str]) -> str:
        return f"{text:{width}}" + "".join(f"{value:>16}" for value in values)
    width = max(map(len, PARTS.values()))
    lines = ["milliseconds of processor time from the start of `gopy gtp` to its first move, everything compiled before", "",
             row("", [f"{each.board_size}x{each.board_size}" for each in found])]
    for part, text in PARTS.items():
        lines.append(row(text, [f"{1000 * each.parts[part]:.0f} {each.parts[part] / each.total_s:>4.0%}" for each in found]))
    lines += [row("together", [f"{1000 * each.total_s:.0f}     " for each in found]),
              row("by the clock", [f"{1000 * each.clock_s:.0f}     " for each in found]),
              row("modules loaded", [f"{each.modules}     " for each in found]),
              row("kernels loaded", [f"{each.kernels}     " for each in found])]
    return "\n".join(line.rstrip() for line in lines)
