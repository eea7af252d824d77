"""The format of regression files, which gogui-regress, GNU Go and Fuego share.

A file is a script of GTP commands. A line with a number is a test; the next `#?` line says what its answer must be:

    10 reg_genmove black
    #? [D4|E5]        the whole answer matches the regular expression, in capitals or not, since GTP's vertices may be written in both
    #? [!D4]          it does not
    #? [D4]*          a known failure
"""
import re
from collections.abc import Iterator
from typing import NamedTuple

_EXPECTATION = re.compile(r"#\?\s*\[(!?)(.*)\](\*?)\s*$")


class Expectation(NamedTuple):
    """What the answer to a test must be."""
    text: str               #: as it is written
    pattern: re.Pattern
    negated: bool           #: whether the answer must not match
    known_failure: bool

    def holds(self, answer) -> bool:
        """Whether an answer is what is expected. A refusal, which begins with "?", is never one of all the other answers."""
        matches = self.pattern.fullmatch(answer) is not None
        return not (matches or answer.startswith("?")) if self.negated else matches


class Step(NamedTuple):
    """A command of a script, on a line of the file; only a test has a number and, mostly, an Expectation."""
    line: int
    number: str
    command: str
    expectation: Expectation | None


def steps(text) -> Iterator[Step]:
    """Yield the commands of a script. ValueError, which names the line, for an expectation that is no regular expression."""
    pending = None
    for number, line in enumerate(text.splitlines(), start=1):
        found = _EXPECTATION.match(line)
        if found:
            if pending and pending.number:
                yield pending._replace(expectation=_expectation(found, number))
                pending = None
            continue
        command = line.partition("#")[0].strip()
        if command:
            if pending:
                yield pending
            first, _, rest = command.partition(" ")
            pending = Step(number, first, rest.strip(), None) if first.isdigit() else Step(number, "", command, None)
    if pending:
        yield pending


def _expectation(found, number):
    negated, pattern, known = found.groups()
    try:
        return Expectation(found[0].strip(), re.compile(pattern, re.IGNORECASE), bool(negated), bool(known))
    except re.error as error:
        raise ValueError(f"line {number}: {pattern!r} is no regular expression: {error}") from None
