"""The fields of a query, each read by its form. What is wrong is said in KataGo's words, which clients may look for."""
import re
from functools import lru_cache

from gopy.go.geometry import parse_vertex, pass_move, point_at
from gopy.protocols.gtp.arguments import is_colour, read_colour

_PLACE = re.compile(r"\((\d{1,2}),(\d{1,2})\)", re.ASCII)

_VERTICES = "Must be an array of GTP board vertices"
_PAIRS = 'Must be an array of pairs of the form: ["b" or "w", GTP board vertex]'


class FieldError(Exception):
    """A field of a query is wrong: its name, and what is wrong with it."""

    def __init__(self, field, message) -> None:
        super().__init__(message)
        self.field = field


def whole(document, field, low, high, message, default=None) -> int | None:
    """A whole number from `low` to `high`; `default` if the field is missing. FieldError with `message` otherwise."""
    value = document.get(field, default)
    if field in document and not (type(value) is int and low <= value <= high):
        raise FieldError(field, message)
    return value


def number(document, field, low, high, message, default=None) -> float | None:
    """A finite number from `low` to `high`; `default` if the field is missing. FieldError with `message` otherwise."""
    value = document.get(field, default)
    if field in document and not (type(value) in (int, float) and low <= value <= high):
        raise FieldError(field, message)
    return value


def flag(document, field) -> bool:
    """True or false; false if the field is missing."""
    value = document.get(field, False)
    if not isinstance(value, bool):
        raise FieldError(field, "Must be a boolean")
    return value


def whole_numbers(document, field, message) -> list[int]:
    """A list of whole numbers."""
    values = document[field]
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise FieldError(field, message)
    return values


def player(document, field) -> int:
    """The colour that "B", "w", "black" and so on name."""
    value = document[field]
    if not isinstance(value, str) or not is_colour(value):
        raise FieldError(field, 'Must be "b" or "w"')
    return read_colour(value)


def vertices(document, field, size) -> list[int]:
    """A list of moves, passes included."""
    values = document[field]
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise FieldError(field, _VERTICES)
    return [_move(value, size, field) for value in values]


def moves(document, field, size, passes) -> list[tuple[int, int]]:
    """A list of (colour, move); `passes`: whether passes may be among them."""
    values = document[field]
    if not isinstance(values, list):
        raise FieldError(field, _PAIRS)
    found = []
    for pair in values:
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(word, str) for word in pair)):
            raise FieldError(field, _PAIRS)
        if not is_colour(pair[0]):
            raise FieldError(field, f"Could not parse player: {pair[0][:60]}")
        move = _move(pair[1], size, field)
        if move == pass_move(size) and not passes:
            raise FieldError(field, f"Could not parse board location: {pair[1]}")
        found.append((read_colour(pair[0]), move))
    return found


@lru_cache(maxsize=2048)        # the queries about a game name the same vertices again and again
def _move(text, size, field):
    """The move that a vertex names: "C4", "pass", or "(2,15)" for column 2 and row 15, counted from 0 at the top left."""
    place = _PLACE.fullmatch(text)
    try:
        if place is None:
            return parse_vertex(text, size)
        column, row = int(place[1]), size - 1 - int(place[2])
        if column < size and row >= 0:
            return point_at(row, column, size)
    except ValueError:
        pass
    raise FieldError(field, f"Could not parse board location: {text[:60]}")
