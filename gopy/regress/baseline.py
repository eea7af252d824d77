"""The results of an earlier run, kept in a file, and what has changed since."""
from typing import NamedTuple

from gopy.inputs.documents import json_text, parse_json
from gopy.inputs.files import read_bounded, write_whole
from gopy.inputs.shape import FLAG, Each

_MOST_BYTES = 16 << 20


class Change(NamedTuple):
    """The tests whose results differ from the baseline, by their keys, "FILE NUMBER"."""
    broken: list
    mended: list
    new: list
    gone: list


def read_baseline(path) -> dict[str, bool]:
    """{"FILE NUMBER": whether the test passed}. OSError, and ValueError for a file of another form."""
    try:
        found = parse_json(read_bounded(path, _MOST_BYTES))
        Each(FLAG).check(found, "the baseline")
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return found


def write_baseline(path, passed) -> None:
    """Keep {"FILE NUMBER": whether the test passed}, one test a line. OSError."""
    lines = ",\n".join(f"{json_text(key)}: {json_text(value)}" for key, value in passed.items())
    write_whole(path, f"{{\n{lines}\n}}\n")


def compare(before, passed) -> Change:
    """The Change from a baseline to a run."""
    return Change([key for key in passed if before.get(key) is True and not passed[key]],
                  [key for key in passed if before.get(key) is False and passed[key]],
                  [key for key in passed if key not in before], [key for key in before if key not in passed])
