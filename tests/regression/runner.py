"""Runs .tst files, GTP scripts with expected answers, against an engine.

    python tests/regression/runner.py [--engine COMMAND] [--verbose] FILE...

A line with a number is a test; the next `#?` line says what its answer must be:

    10 reg_genmove black
    #? [D4|E5]        the whole answer matches the regular expression
    #? [!D4]          it does not
    #? [D4]*          a known failure

Each file gets an engine of its own, which runs in the file's folder. Exit status 0: as expected; 1: not so.
"""
import argparse
import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
ENGINE = f"{sys.executable} -m gopy gtp --size 9 --seed 1 --threads 1 --sims 2000"

_EXPECTATION = re.compile(r"#\?\s*\[(!?)(.*)\](\*?)\s*$")


class Result(NamedTuple):
    """One test: its number and command, the answer, what was expected, and whether these agree."""
    number: str
    command: str
    answer: str
    expected: str
    passed: bool
    known_failure: bool

    @property
    def surprising(self):
        return self.passed == self.known_failure

    def __str__(self):
        verdict = {(True, False): "pass", (False, False): "FAIL", (True, True): "PASS, known as a failure",
                   (False, True): "fail, as known"}[self.passed, self.known_failure]
        return f"{self.number:>5} {verdict}: {self.command}: {self.answer!r}, expected {self.expected}"


def steps(text):
    """Yield (number or "", command, expectation match or None) for each command of a script."""
    pending = None
    for line in text.splitlines():
        expectation = _EXPECTATION.match(line)
        if expectation:
            if pending and pending[0]:
                yield (*pending, expectation)
                pending = None
            continue
        command = line.partition("#")[0].strip()
        if command:
            if pending:
                yield (*pending, None)
            number, _, rest = command.partition(" ")
            pending = (number, rest.strip()) if number.isdigit() else ("", command)
    if pending:
        yield (*pending, None)


def judge(answer, expectation):
    """Whether an answer is what a `#?` line wants."""
    negated, pattern, _ = expectation.groups()
    return (re.fullmatch(pattern, answer) is not None) != bool(negated)


def run_file(path, engine=ENGINE, timeout=600.0):
    """Yield the Result of each test of a file; an engine that ends fails the rest."""
    from gopy.match.programs.client import Client, Refused
    before = os.getcwd()
    os.chdir(path.parent)
    try:
        client = Client(engine)
    finally:
        os.chdir(before)
    with client:
        for number, command, expectation in steps(path.read_text()):
            try:
                answer = client.send(command, timeout)
            except Refused as refusal:
                answer = f"? {refusal}"
            if expectation:
                yield Result(number, command, answer, expectation[0], judge(answer, expectation), bool(expectation[3]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--engine", default=ENGINE)
    parser.add_argument("--verbose", action="store_true", help="show tests that went as expected too")
    arguments = parser.parse_args()
    surprises = 0
    for path in arguments.files:
        results = list(run_file(path.resolve(), arguments.engine))
        for result in results:
            if arguments.verbose or result.surprising:
                print(result)
        surprises += sum(result.surprising for result in results)
        print(f"{path}: {sum(result.passed for result in results)} of {len(results)} passed")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    sys.exit(main())
