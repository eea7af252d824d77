"""A map of compiled kernels for `perf`, Linux's profiler, which knows code that is made at run time by its addresses alone.

perf reads /tmp/perf-PID.map: for each function a line with its address, its size and its name. Machine code of numba is an object file
in memory, an ELF with a table of its functions; where its code lies, the linker tells by name.
"""
import os
import re
import struct
import sys
from collections import Counter
from contextlib import suppress
from typing import Any, NamedTuple, TextIO

from gopy.base.errors import UserError
from gopy.compiled import libraries
from gopy.compiled.jit import JIT_DISABLED

_SYMBOL_TABLE, _FUNCTION, _LOCAL = 2, 2, 0

#: How numba's names of functions that only call a kernel begin, and what stands behind the kernel's name.
_WRAPPERS = {"_ZN7cpython": " (called by Python)", "cfunc.": " (called by C)"}


class Function(NamedTuple):
    """A function of an object file."""

    name: str
    section: int    #: number of the section in which it lies
    offset: int     #: bytes from the begin of that section
    size: int       #: bytes
    local: bool     #: whether other object files cannot name it


def functions_of(code: bytes) -> list[Function]:
    """The functions of an ELF object file of 64 bits; none of another kind of file."""
    if code[:6] != b"\x7fELF\x02\x01":
        return []
    begin, = struct.unpack_from("<Q", code, 0x28)
    entry, number = struct.unpack_from("<HH", code, 0x3A)
    headers = [struct.unpack_from("<IIQQQQIIQQ", code, begin + i * entry) for i in range(number)]
    found = []
    for _, kind, _, _, offset, size, link, _, _, each in headers:
        if kind != _SYMBOL_TABLE:
            continue
        names = headers[link][4]
        for at in range(offset, offset + size, each):
            name, info, _, section, value, length = struct.unpack_from("<IBBHQQ", code, at)
            if info & 15 == _FUNCTION and length:
                text = code[names + name:code.index(b"\0", names + name)].decode("ascii", "replace")
                found.append(Function(text, section, value, length, info >> 4 == _LOCAL))
    return found


def readable(name: str) -> str:
    """The name of a kernel as Python has it, of the name that numba gave it: "gopy.search.mcts.simulate"."""
    kind = next((text for prefix, text in _WRAPPERS.items() if name.startswith(prefix)), "")
    words, rest = [], name.partition("_ZN")[2].removeprefix("7cpython")
    while match := re.match(r"\d+", rest):
        end = match.end() + int(match.group())
        words.append(rest[match.end():end])
        rest = rest[end:]
    return ".".join(words) + kind if words else name


class PerfMap:
    """Writes the map of this process as kernels are loaded and compiled. `functions` counts its lines."""

    def __init__(self) -> None:
        """Begin the map, before any kernel is loaded. UserError where there is nothing to map."""
        if not sys.platform.startswith("linux"):
            raise UserError("a map of symbols is for perf, which Linux alone has")
        if JIT_DISABLED:
            raise UserError("there is nothing to map: NUMBA_DISABLE_JIT turns the compiler off")
        self.path = f"/tmp/perf-{os.getpid()}.map"      # where perf looks for it
        self.functions = 0
        with suppress(FileNotFoundError):
            os.unlink(self.path)        # of an earlier process with the same number
        self._file: TextIO = open(self.path, "x", opener=lambda path, flags: os.open(path, flags | os.O_NOFOLLOW, 0o600))
        libraries.on_code = self.add

    def add(self, engine: Any, code: bytes) -> None:
        """Add the functions of an object file that `engine` has linked."""
        functions = functions_of(code)
        bases = self._bases(engine, functions)
        for each in functions:
            base = bases.get(each.section)
            if base is not None:
                self._file.write(f"{base + each.offset:x} {each.size:x} {readable(each.name)}\n")
                self.functions += 1
        self._file.flush()

    def _bases(self, engine: Any, functions: list[Function]) -> dict[int, int]:
        """{section: its address}: what most of its functions say, for of a function with several copies another one may be told."""
        votes: dict[int, Counter[int]] = {}
        for each in functions:
            address = 0 if each.local else engine.get_function_address(each.name)
            if address:
                votes.setdefault(each.section, Counter())[address - each.offset] += 1
        return {section: told.most_common(1)[0][0] for section, told in votes.items()}

    def close(self) -> None:
        """Add no more. The file stays, because perf reads it later."""
        libraries.on_code = None
        self._file.close()
