"""The komi that a record means. Programs write it in points, in stones, in hundredths of either, and in words."""
import re
import unicodedata
from decimal import Decimal
from fractions import Fraction

from gopy.base.numbers import shown
from gopy.go.rules import MAX_KOMI

#: A longer value is no number. The shortest text without an exponent of any float has fewer characters.
_LONGEST = 400

_NUMBER = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d{1,3}(?![\w]))?", re.ASCII)
#: What may follow a number of points or stones: three quarters, a half.
_FRACTION = re.compile(r"\s*(?:[\u53c8+]\s*)?(?:([1-3])\s*[/\u2044]\s*([24])|[\u76ee\u5b50\uc9d1]?([\u534a\ubc18]))", re.ASCII)
_QUARTERS = {0xbc: ".25", 0xbd: ".5", 0xbe: ".75"}
#: Stops and commas of Chinese and Japanese, and others that are written for them, as they stand in numbers.
_STOPS = {ord(each): "." for each in "\u3002\u30fb\xb7\u066b\u2024\u2027"} | {0x3001: ","}
_NO_KOMI = re.compile(r"(?:no(?:ne|thing)?(?: komi)?|\u7121|\u65e0|\u306a\u3057)", re.IGNORECASE)

#: Hundredths as they stand in records of programs that do not say which they are: of points, or of stones, which count twice.
_HUNDREDTHS = frozenset((275, 325, 350, 375, 550, 650, 700, 750))

#: From so many hundredths they are points; fewer are stones. No komi of so many points has been in use, and none of so many stones.
_POINTS_FROM = 500


def read_komi(text: str, size: int, program: str) -> float:
    """The points that White gets by the text of the property KM. ValueError, with a sentence, if no komi can be meant.

    program     the text of AP: Fox writes hundredths, gopy exactly what was played
    """
    text = unicodedata.normalize("NFKC", text.translate(_QUARTERS)).translate(_STOPS).strip()
    if _NO_KOMI.fullmatch(text):
        return 0.0
    found = _NUMBER.search(text) if len(text) <= _LONGEST else None
    if found is None:
        raise ValueError(f"the komi {shown(text)} is no number")
    points = float(found[0].replace(",", ".")) + 0.0
    sign = -1.0 if points < 0 else 1.0
    fraction = _FRACTION.match(text, found.end())
    if fraction:
        points += sign * (float(Fraction(int(fraction[1]), int(fraction[2]))) if fraction[1] else 0.5)
    if "\u5b50" in text[found.end():]:
        points *= 2         # stones in the Chinese count
    if program.lower().startswith("gopy"):
        most = MAX_KOMI
    else:
        most = size * size
        if _in_hundredths(points, size, program):
            points = sign * _of_hundredths(abs(points))
    if abs(points) > most:
        raise ValueError(f"the komi {shown(text)} cannot be meant on a board of {size}x{size}")
    return points


def is_fox(program: str) -> bool:
    """Whether the text of AP names Fox or an export of its games."""
    return "fox" in program.lower()


def _in_hundredths(points: float, size: int, program: str) -> bool:
    if abs(points) % 25:          # not so of infinity, of which the rest is no number
        return False
    return abs(points) in _HUNDREDTHS or abs(points) > size * size or (is_fox(program) and abs(points) >= 25)


def _of_hundredths(points: float) -> float:
    stones = 200 <= points < _POINTS_FROM or points % 50
    return points / 100 * (2 if stones else 1)


def komi_text(komi: float) -> str:
    """A komi as records write it: exactly, and without an exponent, which SGF does not have."""
    return format(Decimal(repr(komi)), "f").removesuffix(".0")
