"""Numbers as users write them, in plain decimal notation of a bounded length, read in linear time; and durations as they read
them.

int() and float() also accept underscores, other alphabets' digits, "nan" and "inf", which no user means.
"""
import argparse
import math
import re
from collections.abc import Callable

#: The most characters that a number may have. No number that is useful here has half as many.
LONGEST = 60

_INTEGER = re.compile(r"[+-]?\d{1,19}", re.ASCII)
_COUNT = re.compile(r"\d{1,9}", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_REFUSED = re.compile(r"argument (?:\S*/)?-{0,2}(\w[\w-]*): (?:(.* is not (?:between|at least|at most) .*)|(wants .*))")


def parse_integer(text) -> int:
    """An int of at most 19 plain decimal digits; ValueError otherwise."""
    if not _INTEGER.fullmatch(text):
        raise ValueError(f"not a whole number: {shown(text)}")
    return int(text)


def parse_count(text) -> int:
    """An int of at most 9 plain digits, without a sign; ValueError otherwise."""
    if not _COUNT.fullmatch(text):
        raise ValueError(f"not a count: {shown(text)}")
    return int(text)


def parse_number(text) -> float:
    """A finite float in plain decimal notation; ValueError otherwise."""
    if len(text) > LONGEST or not _NUMBER.fullmatch(text):
        raise ValueError(f"not a number: {shown(text)}")
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"too large: {shown(text)}")
    return value


def shown(value) -> str:
    """What a user gave, as a message may repeat it: always short, a text in quotes, the rest in the words of JSON and TOML."""
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST else value[:LONGEST] + "...")
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else "a list"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= 10**19:
        return "a number of more than 19 digits"
    text = repr(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."


def number_text(value) -> str:
    """A number as messages show it: 1e+155, -1000.5, 7."""
    return shown(value) if isinstance(value, int) else f"{value:.15g}"


def range_text(low, high) -> str:
    """The range from `low` to `high` in words, such as "between 0 and 1"; None or infinity: there is no bound. "" without any."""
    low, high = (None if bound is None or math.isinf(bound) else f"{bound:.15g}" for bound in (low, high))
    if low is not None and high is not None:
        return f"between {low} and {high}"
    return f"at least {low}" if low is not None else f"at most {high}" if high is not None else ""


def duration(seconds) -> str:
    """A duration in seconds as text, for example "45 s", "12 min" or "3 h 05 min"."""
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02} min"


def whole_number(least=-math.inf, most=math.inf) -> Callable[[str], int]:
    """A `type` for argparse: whole numbers from `least` to `most`. What it refuses, it refuses in a parameter's words."""
    return _flag(parse_integer, "a whole number", least, most)


def number(least=-math.inf, most=math.inf) -> Callable[[str], float]:
    """A `type` for argparse: numbers from `least` to `most`. What it refuses, it refuses in a parameter's words."""
    return _flag(parse_number, "a number", least, most)


def _flag(parse, kind, least, most):
    def read(text):
        try:
            value = parse(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"wants {kind}, not {shown(text)}") from None
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{number_text(value)} is not {range_text(least, most)}")
        return value
    return read


def parameter_sentence(message) -> str | None:
    """What a parameter of the same name would say, for what argparse says of a value that `whole_number` or `number` refused.

    None for other messages.
    """
    found = _REFUSED.fullmatch(message)
    if found is None:
        return None
    name = found[1].replace("-", "_").lower()
    return f"{name}: {found[2]}" if found[2] else f"{name} {found[3]}"
