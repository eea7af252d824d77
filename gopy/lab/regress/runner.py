"""Runs regression files against an engine."""
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from gopy.base.files import read_bounded
from gopy.lab.match.programs.client import Client, EngineFault, Refused
from gopy.lab.regress.script import steps

#: Seconds that a command may take.
PATIENCE = 600.0

#: The longest file that is read.
MAX_BYTES = 4 << 20

_ROOT = Path(__file__).resolve().parents[3]       # where the package gopy lies

UNKNOWN_COMMAND = "? unknown command"

#: How much of a position a command sets up: all its stones, or its size too. After a refused command the position is not the file's
#: until a command sets up as much; one that is not here adds to the stones, or we do not know what it would have done.
_STONES, _SIZE = 1, 2
_SETS_UP = {"clear_board": _STONES, "set_position": _STONES, "boardsize": _SIZE, "rectangular_boardsize": _SIZE, "loadsgf": _SIZE}


class Refusal(NamedTuple):
    """A command of the set-up, that is one without an expectation, that the engine did not carry out."""
    line: int
    command: str
    answer: str


class Result(NamedTuple):
    """One test: its number and command, the answer, what was expected, and whether these agree on the position of the file."""
    number: str
    command: str
    answer: str
    expected: str
    passed: bool
    known_failure: bool
    set_up: bool        #: whether the position was set up as the file says; a test on another one has not passed

    @property
    def unknown(self) -> bool:
        """Whether the engine does not know the command."""
        return self.answer.startswith(UNKNOWN_COMMAND)

    @property
    def judged(self) -> bool:
        """Whether it says anything about the engine's play."""
        return self.set_up and not self.unknown

    @property
    def surprising(self) -> bool:
        """Whether the file says otherwise."""
        return self.judged and self.passed == self.known_failure

    def __str__(self) -> str:
        if not self.set_up:
            return f"{self.number:>5} not set up: {self.command}"
        verdict = {(True, False): "pass", (False, False): "FAIL", (True, True): "PASS, known as a failure",
                   (False, True): "fail, as known"}[self.passed, self.known_failure]
        return f"{self.number:>5} {verdict}: {self.command}: {self.answer!r}, expected {self.expected}"


@contextmanager
def _started_in(folder):
    """A program that is started meanwhile runs in a folder, and `python -m gopy` is this gopy wherever that is."""
    before, environment = os.getcwd(), dict(os.environ)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(_ROOT), environment.get("PYTHONPATH"))))
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.clear()
        os.environ.update(environment)


def run_file(path: Path, engine, timeout: float = PATIENCE) -> Iterator[Result | Refusal]:
    """Yield the Result of each test of a file and the Refusal of each command of the set-up that was refused.

    Each file has an engine of its own, which runs in the file's folder; `engine` is its command line, or the list of its words. An
    engine that ends fails the rest. OSError for a file that cannot be read or an engine that cannot be started, ValueError for a
    file that is no regression file.
    """
    script = list(steps(read_bounded(path, MAX_BYTES).decode("utf-8", "replace")))
    with _started_in(path.parent):
        client = Client(engine)
    with client:
        missing = 0         # how much of the position is not as the file says
        for step in script:
            try:
                answer = client.send(step.command, timeout)
            except Refused as refusal:
                answer = f"? {refusal}"
            except EngineFault as error:
                yield from _ended(script[script.index(step):], f"? the engine is gone: {error}")
                return
            if step.expectation:
                yield _result(step, answer, not missing)
            part = _SETS_UP.get(step.command.partition(" ")[0], 0)
            if not answer.startswith("?"):
                missing = 0 if part >= missing else missing
            elif not step.expectation:
                yield Refusal(step.line, step.command, answer[2:])
                missing = max(missing, part or _STONES)


def _result(step, answer, set_up):
    return Result(step.number, step.command, answer, step.expectation.text, set_up and step.expectation.holds(answer),
                  step.expectation.known_failure, set_up)


def _ended(rest, answer):
    """Yield what is to be told of the steps of a file that the engine did not carry out because it ended."""
    if not rest[0].expectation:
        yield Refusal(rest[0].line, rest[0].command, answer[2:])
    for step in rest:
        if step.expectation:
            yield _result(step, answer, True)
