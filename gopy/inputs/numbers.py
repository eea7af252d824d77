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


def duration(seconds) -> str:
    """A duration in seconds as text, for example "45 s", "12 min" or "3 h 05 min"."""
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02} min"


def whole_number(least=-math.inf, most=math.inf) -> Callable[[str], int]:
    """A `type` for argparse: whole numbers from `least` to `most`."""
    return _flag(parse_integer, "whole number", least, most)


def number(least=-math.inf, most=math.inf) -> Callable[[str], float]:
    """A `type` for argparse: numbers from `least` to `most`."""
    return _flag(parse_number, "number", least, most)


def _flag(parse, kind, least, most):
    def read(text):
        try:
            value = parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        if not least <= value <= most:
            bounds = f"at least {least:g}" if most == math.inf else f"{least:g} to {most:g}"
            raise argparse.ArgumentTypeError(f"{shown(text)} is no {kind} that fits: {bounds}")
        return value
    return read
