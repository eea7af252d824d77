"""One start of `gopy gtp` that notes where its processor time goes: a process of its own, started by start_parts.py.

    python -m gopy.lab.bench.start_child SIZE

It answers one `genmove`, and then writes one line of JSON to its standard error: the seconds and the number of times of each part. What
is measured are the functions that a start calls anyway, each wrapped as soon as its module has been loaded, so that what they cost
stays what it is.
"""
import time

#: Processor time until here is that of Python and of this module's first lines.
_BEGAN = time.process_time()

import importlib  # noqa: E402
import json  # noqa: E402
import runpy  # noqa: E402
import sys  # noqa: E402
import threading  # noqa: E402
from collections.abc import Callable  # noqa: E402
from typing import Any  # noqa: E402

#: The part of an import, by the first word of the module's name; everything else is of Python's library.
IMPORTS = {"numpy": "import_numpy", "numba": "import_numba", "llvmlite": "import_numba", "gopy": "import_gopy"}


class Ledger:
    """Seconds of processor time of this process by their part. Each thread has a stack of parts, and its time goes to the topmost."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.counts: dict[str, int] = {}
        self._local = threading.local()

    def timed(self, part: str | Callable[..., str], function: Callable[..., Any], after: Callable[..., object] | None = None) -> Any:
        """`function`, whose time is noted for `part`, a name or a function of its arguments. `after` is called with its result and its
        arguments, outside the time."""
        def call(*args: Any, **named: Any) -> Any:
            name = part if isinstance(part, str) else part(*args)
            self._turn_to(name)
            try:
                result = function(*args, **named)
            finally:
                self._turn_back()
            if after is not None:
                after(result, *args)
            return result
        return call

    def count(self, what: str, number: int = 1) -> None:
        """Add to a count."""
        self.counts[what] = self.counts.get(what, 0) + number

    def _turn_to(self, name: str) -> None:
        stack = self._charge()
        stack.append(name)

    def _turn_back(self) -> None:
        self._charge().pop()

    def _charge(self) -> list[str]:
        """Note the time since the last call for the topmost part; returns the stack."""
        now, local = time.thread_time(), self._local
        stack: list[str] = local.__dict__.setdefault("stack", [])
        if stack:
            self.seconds[stack[-1]] = self.seconds.get(stack[-1], 0.0) + now - local.since
        local.since = now
        return stack


def _wrap(owner: Any, name: str, ledger: Ledger, part: str, after: Callable[..., object] | None = None) -> None:
    setattr(owner, name, ledger.timed(part, getattr(owner, name), after))


def _code_cache(ledger: Ledger, module: Any) -> None:
    def looked_for(found: Any, *_: Any) -> None:
        ledger.count("missed" if found is None else "kernels")
    _wrap(module.KernelCache, "load_overload", ledger, "code_linked", looked_for)
    _wrap(module.KernelCache, "_turn_to", ledger, "code_found")
    for name in ("_load_index", "_load_data"):
        _wrap(module._CheckedFile, name, ledger, "code_read")


def _presets(ledger: Ledger, module: Any) -> None:
    for name in ("build", "without_network"):
        _wrap(module, name, ledger, "tables")


def _engine(ledger: Ledger, module: Any) -> None:
    def moved(*_: Any) -> None:
        told = {"seconds": {"python": _BEGAN, **ledger.seconds}, "counts": ledger.counts, "total": time.process_time(),
                "clock": time.time()}
        print(json.dumps(told), file=sys.stderr, flush=True)
    _wrap(module.Engine, "genmove", ledger, "move", moved)


#: {module: what is wrapped once it has been loaded}.
_WHEN_LOADED: dict[str, Callable[[Ledger, Any], None]] = {
    "numba.core.dispatcher": lambda ledger, module: _wrap(module.Dispatcher, "_compile_for_args", ledger, "code_called"),
    "gopy.compiled.codecache": _code_cache,
    "gopy.go.bitboard.construct": lambda ledger, module: _wrap(module, "new_position", ledger, "tables"),
    "gopy.games.players.presets": _presets,
    "gopy.search.threads": lambda ledger, module: _wrap(module, "warm", ledger, "code_called"),
    "gopy.engine.engine": _engine,
}


def watch(ledger: Ledger) -> None:
    """From now on note what imports cost, and wrap what is to be measured when its module has been loaded."""
    def part_of(name: str, *_: Any) -> str:
        ledger.count("modules")
        return IMPORTS.get(name.partition(".")[0], "import_library")

    def loaded(module: Any, name: str, *_: Any) -> None:
        wrap = _WHEN_LOADED.pop(name, None)
        if wrap is not None:
            wrap(ledger, sys.modules[name])
    bootstrap: Any = importlib._bootstrap       # type: ignore[attr-defined]    # what each import that finds nothing yet goes through
    bootstrap._find_and_load = ledger.timed(part_of, bootstrap._find_and_load, loaded)


def main() -> None:
    """Play a move as `gopy gtp` does."""
    watch(Ledger())
    sys.argv = ["gopy", "gtp", "--size", sys.argv[1], "--sims", "1", "--threads", "1"]
    runpy.run_module("gopy", run_name="__main__")


if __name__ == "__main__":
    main()
