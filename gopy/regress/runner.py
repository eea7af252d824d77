"""Runs regression files against an engine."""
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from gopy.match.programs.client import Client, EngineFault, Refused
from gopy.regress.script import steps

#: Seconds that a command may take.
PATIENCE = 600.0

_PACKAGE = Path(__file__).resolve().parent.parent

UNKNOWN_COMMAND = "? unknown command"


class Result(NamedTuple):
    """One test: its number and command, the answer, what was expected, and whether these agree."""
    number: str
    command: str
    answer: str
    expected: str
    passed: bool
    known_failure: bool

    @property
    def unknown(self) -> bool:
        """Whether the engine does not know the command."""
        return self.answer.startswith(UNKNOWN_COMMAND)

    @property
    def surprising(self) -> bool:
        """Whether the file says otherwise."""
        return self.passed == self.known_failure

    def __str__(self) -> str:
        verdict = {(True, False): "pass", (False, False): "FAIL", (True, True): "PASS, known as a failure",
                   (False, True): "fail, as known"}[self.passed, self.known_failure]
        return f"{self.number:>5} {verdict}: {self.command}: {self.answer!r}, expected {self.expected}"


@contextmanager
def _started_in(folder):
    """A program that is started meanwhile runs in a folder, and `python -m gopy` is this gopy wherever that is."""
    before, environment = os.getcwd(), dict(os.environ)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(_PACKAGE.parent), environment.get("PYTHONPATH"))))
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.clear()
        os.environ.update(environment)


def run_file(path: Path, engine: str, timeout: float = PATIENCE) -> Iterator[Result]:
    """Yield the Result of each test of a file; an engine that ends fails the rest.

    Each file has an engine of its own, which runs in the file's folder. OSError for a file that cannot be read or an engine that
    cannot be started, ValueError for a file that is no regression file.
    """
    script = list(steps(path.read_text(encoding="utf-8", errors="replace")))
    with _started_in(path.parent):
        client = Client(engine)
    with client:
        fault = None
        for number, command, expectation in script:
            try:
                answer = fault or client.send(command, timeout)
            except Refused as refusal:
                answer = f"? {refusal}"
            except EngineFault as error:
                answer = fault = f"? the engine is gone: {error}"
            if expectation:
                yield Result(number, command, answer, expectation.text, expectation.holds(answer), expectation.known_failure)
