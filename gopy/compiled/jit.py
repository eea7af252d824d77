"""The `kernel` decorator, which compiles a function and keeps its machine code between processes."""
import hashlib
import os
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any

from gopy.base.filelock import locked
from gopy.compiled.cachedir import delete_stale, find_cache_dir
from gopy.compiled.codecache import KernelCache, keep_code_in, kernels_not_kept, sources_so_far
from gopy.compiled.compiler import VERSION, config, njit
from gopy.compiled.libraries import InnerCompiler, KernelCompiler
from gopy.compiled.sources import PACKAGE, contents_digest

JIT_DISABLED = bool(config.DISABLE_JIT)    # type: ignore[attr-defined]    # numba makes its settings at run time

#: The folder in which the machine code is kept; None if it cannot be kept.
CACHE_DIR = None if JIT_DISABLED else find_cache_dir(VERSION)
keep_code_in(CACHE_DIR)

#: Each checkout has compiled code of its own, since debug information names files.
_CHECKOUT = hashlib.sha256(os.fsencode(PACKAGE)).hexdigest()[:8]

#: The memory that a process may take while it compiles a search, with room to spare.
COMPILER_BYTES = 2 << 30


def kernel(function=None, *, entry=True, inline=False) -> Callable:
    """Compile `function` without the GIL and cache the machine code.

    entry=False is for a kernel that only other kernels call: it leaves out the wrapper that Python would need, and machine code
    of its own, since it is a part of those that call it. Others are compiled so for kernels, and once more when Python calls them
    first. inline=True makes it part of every caller: a call
    that is not inlined writes each array of its records to the stack, which takes some 30 ns for a Go position
    and 150 ns for a search tree and its scratch.

    Kernels allocate nothing, so numba's reference counting is off. With it on, looking up a field of a state
    would cost an atomic increment, and playouts would take three times as long.
    """
    if function is None:
        return lambda f: kernel(f, entry=entry, inline=inline)
    options: dict[str, Any] = {"_nrt": False, "no_cpython_wrapper": not entry, "no_cfunc_wrapper": True,
                               "pipeline_class": KernelCompiler if entry else InnerCompiler}    # not in numba's stubs
    compiled = njit(nogil=True, error_model="numpy", forceinline=inline, **options)(function)
    if CACHE_DIR is not None:
        compiled._cache = KernelCache(function, "" if entry else "inner")     # what cache=True does, with our own cache
    if entry and not JIT_DISABLED:
        _link_to_inner(compiled, function, inline)
    return compiled


def _link_to_inner(compiled, function, inline) -> None:
    """Let kernels that call `compiled` take bitcode, so that it becomes machine code of its own only when Python calls it."""
    @cache
    def inner():
        return kernel(function, entry=False, inline=inline)
    compiled.get_call_template = lambda args, kws: inner().get_call_template(args, kws)
    compiled.get_overload = lambda sig: inner().get_overload(sig)


def is_warm(label) -> bool:
    """Whether all code that `warm(label, ...)` loads has been compiled before, from sources that are as they were."""
    if CACHE_DIR is None:
        return JIT_DISABLED
    with suppress(OSError, ValueError):
        digest, *paths = _marker(label).read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        return digest == contents_digest(map(Path, paths))
    return False


def _mark_warm(label):
    """Note the sources of all code that this process has loaded: more than that of `label` perhaps, but never less."""
    paths = sorted(sources_so_far())
    _marker(label).write_text("\n".join([contents_digest(paths), *map(str, paths)]), encoding="utf-8", errors="surrogateescape")


def warm(label, exercise, patience=600.0) -> None:
    """Call `exercise()`, which calls every kernel of a configuration once, so that all are loaded or compiled.

    label     names the configuration: the type of the state, and what else decides its kernels after a hyphen
              ("Position9-UctRave"); its kernels count as cached once an exercise has ended
    patience  seconds to wait while others compile; after that this process compiles as well

    Configurations of one state share kernels, so that one process compiles them after the other. Those of different states are
    compiled side by side, as many as the memory is for.
    """
    if CACHE_DIR is None or is_warm(label):
        exercise()
        return
    with ExitStack() as stack:
        with suppress(TimeoutError, OSError):
            stack.enter_context(locked(CACHE_DIR / f"compiling-{label.partition('-')[0]}", timeout=patience))
            if not is_warm(label):
                stack.enter_context(locked(*_places(), timeout=patience))
        if is_warm(label):          # another process has compiled it meanwhile
            stack.close()
        not_kept = kernels_not_kept()
        exercise()
    with suppress(OSError):             # no marker: the next start takes the lock again
        if kernels_not_kept() == not_kept:
            _mark_warm(label)
        delete_stale(CACHE_DIR)


def _marker(label):
    return CACHE_DIR / f"{label}-{_CHECKOUT}.warm"


def _places():
    """The files of which each process that compiles holds one: as many as the memory and the processors are for."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):       # Windows, for one, does not tell
        memory = 2 * COMPILER_BYTES
    count = max(1, min(memory // COMPILER_BYTES, os.cpu_count() or 1))
    return [CACHE_DIR / f"compiler-{number}" for number in range(count)]
