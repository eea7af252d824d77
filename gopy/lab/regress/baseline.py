"""The results of an earlier run, kept in a file, and what has changed since."""
from typing import NamedTuple

from gopy.base.documents import json_text, parse_json
from gopy.base.files import read_bounded, write_whole
from gopy.base.shape import FLAG, Each

_MOST_BYTES = 16 << 20


_ACCEPTS = " accepts "


def test_key(file, number) -> str:
    """What stands for a test of a file in a baseline."""
    return f"{file} {number}"


def set_up_key(file, command) -> str:
    """What stands for a command of the set-up, which is in a baseline if it was refused: as False."""
    return f"{file}{_ACCEPTS}{command}"


def is_of(key, files) -> bool:
    """Whether a key stands for something in one of these files."""
    return any(key.startswith(f"{file} ") for file in files)


class Change(NamedTuple):
    """What differs from the baseline, by keys."""
    broken: list
    mended: list
    new: list
    gone: list


def read_baseline(path) -> dict[str, bool]:
    """{key: whether the test passed}. OSError, and ValueError for a file of another form."""
    try:
        found = parse_json(read_bounded(path, _MOST_BYTES))
        Each(FLAG).check(found, "the baseline")
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return found


def write_baseline(path, passed) -> None:
    """Keep {key: whether the test passed}, one test a line. OSError."""
    lines = ",\n".join(f"{json_text(key)}: {json_text(value)}" for key, value in passed.items())
    write_whole(path, f"{{\n{lines}\n}}\n")


def compare(before, passed) -> Change:
    """The Change from a baseline to a run. A command of the set-up that is in neither was accepted, or is not there."""
    return Change([key for key in passed if before.get(key, _ACCEPTS in key) and not passed[key]],
                  [key for key in before if not before[key] and passed.get(key, _ACCEPTS in key)],
                  [key for key in passed if key not in before and _ACCEPTS not in key],
                  [key for key in before if key not in passed and _ACCEPTS not in key])
