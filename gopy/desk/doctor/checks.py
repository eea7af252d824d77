"""The checks of `gopy doctor`. Each returns a verdict and one sentence. An exception is a failure too, which its own sentence tells."""
import platform
import re
import sys
import tempfile
import time
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gopy.base.cpus import usable_cpus
from gopy.base.errors import UserError, sentence
from gopy.base.own_process import module_command
from gopy.desk.doctor.clients import executable
from gopy.lab.match.programs.client import Client, EngineFault, Refused

OLDEST_PYTHON = (3, 10)

#: {board size: simulations from the empty board that one thread makes in a second of its processor time}, of the table in
#: docs/measured.md.
MEASURED_SPEED = {9: 39_000, 13: 21_000, 19: 9_800}
SIZE = 9

#: Processors differ, and so does what else runs on them: only a speed below this part of the table's is worth a warning.
SLOW = 0.5

MEASURED_SECONDS = 1.0

#: The conversation with `gopy gtp`: (command, regular expression of the whole answer).
CONVERSATION = (
    ("protocol_version", "2"), ("name", ".+"), ("version", ".*"), ("known_command genmove", "true"), ("boardsize 9", ""),
    ("komi 7.5", ""), ("clear_board", ""), ("play b E5", ""), ("genmove w", "[A-HJ][1-9]"), ("undo", ""),
    ("list_commands", r"(?s)protocol_version\n.*"),
)

#: Seconds that an answer may take: a search that is not yet compiled takes a minute, on a slow machine some more.
PATIENCE = 600.0


class Verdict(Enum):
    """What a check found."""
    OK = "ok"
    WARNING = "warning"     #: gopy works, but not as well as it could
    FAILED = "failed"


def judged(subject, check) -> tuple[Verdict, str]:
    """The verdict and the sentence of a check, whatever happens in it; `subject` is what it looks at."""
    try:
        return check()
    except Exception as error:
        return Verdict.FAILED, f"{subject}: {sentence(error)}."


def python_version() -> tuple[Verdict, str]:
    """Whether this Python is new enough."""
    found = f"Python {platform.python_version()} at {sys.executable}"
    oldest = ".".join(map(str, OLDEST_PYTHON))
    if sys.version_info < OLDEST_PYTHON:
        return Verdict.FAILED, f"{found} is too old: gopy needs {oldest} or newer."
    return Verdict.OK, f"{found}; gopy needs {oldest} or newer."


def compiler() -> tuple[Verdict, str]:
    """Whether numba is there, and lies between the two that the tests have passed with."""
    try:
        found = version("numba")
    except PackageNotFoundError:
        raise UserError("numba is not installed: pip install numba") from None
    from gopy.compiled.compiler import TESTED  # fails if numba lacks a part that gopy is built on
    oldest, newest = TESTED
    if not _numbers(oldest) <= _numbers(found)[:2] <= _numbers(newest):
        return Verdict.WARNING, f"numba {found} is outside {oldest} to {newest}; these two are tested."
    return Verdict.OK, f"numba {found}, within {oldest} to {newest}; these two are tested."


def _numbers(text):
    return tuple(int(digits) for digits in re.findall(r"\d+", text))


def code_cache() -> tuple[Verdict, str]:
    """Whether compiled code can be kept, and where."""
    from gopy.compiled.cachedir import write_probe
    from gopy.compiled.jit import CACHE_DIR, JIT_DISABLED
    if JIT_DISABLED:
        return Verdict.WARNING, "NUMBA_DISABLE_JIT is set: nothing is compiled, and the search is a hundred times slower."
    if CACHE_DIR is None:
        return Verdict.FAILED, ("No folder for compiled code is writable, so that every start compiles anew: let GOPY_CACHE_DIR name "
                                "one that is.")
    try:
        if CACHE_DIR.is_dir():
            write_probe(CACHE_DIR)
    except OSError as error:
        return Verdict.WARNING, (f"Compiled code is read from {CACHE_DIR}, which takes no more: {error.strerror}. Let GOPY_CACHE_DIR "
                                 "name another folder.")
    if Path(tempfile.gettempdir()) in CACHE_DIR.parents:
        return Verdict.WARNING, (f"Compiled code is kept in {CACHE_DIR}, which the system may empty: let GOPY_CACHE_DIR name another "
                                 f"folder.")
    return Verdict.OK, f"Compiled code is kept in {CACHE_DIR}, which is writable."


def processors() -> tuple[Verdict, str]:
    """How many processors there are for gopy."""
    count = usable_cpus()
    return Verdict.OK, (f"gopy may use {count} processors and searches with as many threads." if count > 1 else
                        "gopy may use one processor and searches with one thread.")


def program() -> tuple[Verdict, str]:
    """What clients start."""
    command = executable()
    if len(command) > 1:
        return Verdict.WARNING, "There is no program gopy here, which some clients want: pip install makes one."
    if " " in command[0]:
        return Verdict.WARNING, f"The path {command[0]} has a blank, at which CGOS's client and others split a command line."
    return Verdict.OK, f"Clients start {command[0]}."


def speed() -> tuple[Verdict, str]:
    """How fast one thread searches, which compiles the search where that was not done before."""
    from gopy.go.history import Game
    from gopy.lab.bench.measure import new_search, simulations_per_second
    print(f"gopy: loading the search for {SIZE}x{SIZE}, which is compiled the first time", file=sys.stderr, flush=True)
    # without a network, which makes fewer simulations: the figures of docs/measured.md are so
    measured, _ = simulations_per_second(new_search(SIZE, threads=1), [Game(SIZE)], MEASURED_SECONDS, network=False)
    return judged_speed(measured)


def judged_speed(measured) -> tuple[Verdict, str]:
    """The verdict and the sentence for simulations a second of processor time."""
    expected = MEASURED_SPEED[SIZE]
    others = " and ".join(f"{speed} on {size}x{size}" for size, speed in MEASURED_SPEED.items() if size != SIZE)
    text = (f"One thread makes {measured:.0f} simulations a second on {SIZE}x{SIZE}, {measured / expected:.0%} of the {expected} in "
            f"docs/measured.md")
    if measured < SLOW * expected:
        return Verdict.WARNING, f"{text}: this processor is slow or busy with other work."
    return Verdict.OK, f"{text}, which has {others}."


def gtp() -> tuple[Verdict, str]:
    """Whether a `gopy gtp` of its own answers as a client expects."""
    command = module_command("gopy", "gtp", "--size", str(SIZE), "--sims", "100", "--threads", "1")
    began = time.perf_counter()
    with Client(command) as engine:
        failure = conversation_failure(engine)
    if failure:
        return Verdict.FAILED, f"GTP over a pipe: {failure}."
    return Verdict.OK, (f"gopy gtp answered {len(CONVERSATION)} commands over a pipe, a move among them, in "
                        f"{time.perf_counter() - began:.1f} s.")


def conversation_failure(engine) -> str | None:
    """Hold the CONVERSATION with an engine; what was wrong, None if nothing was."""
    for command, expected in CONVERSATION:
        try:
            answer = engine.send(command, PATIENCE)
        except Refused as refusal:
            return f"`{command}` was refused: {refusal}"
        except EngineFault as fault:
            return str(fault)
        if not re.fullmatch(expected, answer):
            return f"`{command}` was answered {answer[:80]!r}"
    return None


def start() -> tuple[Verdict, str]:
    """What a start costs. The search has been compiled by the checks before."""
    from gopy.lab.bench.start_up import cost_of_start, cost_text
    cost = cost_of_start(SIZE)
    return Verdict.OK, "This system does not tell what a start costs." if cost is None else f"A start takes {cost_text(cost)}."


#: {subject: check}, in the order in which they are made: a failure early explains later ones.
CHECKS = {
    "Python": python_version, "The compiler": compiler, "The folder of compiled code": code_cache, "Processors": processors,
    "The program that clients start": program, "The speed of the search": speed, "GTP over a pipe": gtp,
    "The cost of a start": start,
}
