"""Checks what a caller of `Game` and `Engine` gives: colours, points, moves and numbers.

A colour is a number or one of the texts "b", "black", "w" and "white"; a point or a move is a number or its name, such as "D4".

Python takes -3 for a place from the end of a list, True for 1 and, in comparisons, 4.0 for 4. Here each of them is refused.
Whole numbers of numpy are taken and become Python's.
"""
from collections.abc import Iterable
from operator import index

from gopy.base.numbers import shown
from gopy.go.geometry import BLACK, COLOUR_NAMES, MAX_SIZE, MIN_SIZE, WHITE, is_point, parse_vertex, pass_move


def checked_whole(name: str, given: object) -> int:
    """`given` as an int. ValueError, which begins with `name`, if it is no whole number."""
    try:
        if isinstance(given, bool):
            raise TypeError
        return int(index(given))    # type: ignore[arg-type]    # what is no number raises TypeError
    except TypeError:
        raise ValueError(f"{name} {shown(given)} is no whole number") from None


def checked_size(size: object) -> int:
    """A board size. ValueError("unacceptable size") if it is none."""
    try:
        found = checked_whole("size", size)
    except ValueError:
        found = 0
    if not MIN_SIZE <= found <= MAX_SIZE:
        raise ValueError("unacceptable size")
    return found


def checked_colour(colour: int | str) -> int:
    """A colour. ValueError if it is neither Black's nor White's number or name."""
    if isinstance(colour, str):
        if colour.lower() not in COLOUR_NAMES:
            raise ValueError(f"colour {shown(colour)} is none of {', '.join(COLOUR_NAMES)}")
        return COLOUR_NAMES[colour.lower()]
    found = checked_whole("colour", colour)
    if found not in (BLACK, WHITE):
        raise ValueError(f"colour {shown(found)} is neither {BLACK} (Black) nor {WHITE} (White)")
    return found


def checked_move(move: int | str, size: int) -> int:
    """A move. ValueError if it is neither a point of the board nor the pass."""
    found = _number_or_vertex("move", move, size)
    if found != pass_move(size) and not is_point(found, size):
        raise ValueError(f"move {shown(found)} is neither a point of a {size}x{size} board nor the pass, {pass_move(size)}")
    return found


def checked_points(points: Iterable[int | str], size: int) -> list[int]:
    """Points of the board in a list. ValueError if one of them is none, or if `points` cannot be gone through."""
    try:
        given = None if isinstance(points, str) else list(points)
    except TypeError:
        given = None
    if given is None:
        raise ValueError(f"points {shown(points)} are no list of points")
    found = [_number_or_vertex("point", point, size) for point in given]
    for point in found:
        if not is_point(point, size):
            raise ValueError(f"point {shown(point)} is not on a {size}x{size} board")
    return found


def _number_or_vertex(name: str, given: int | str, size: int) -> int:
    if not isinstance(given, str):
        return checked_whole(name, given)
    try:
        return parse_vertex(given, size)
    except ValueError:
        raise ValueError(f"{name} {shown(given)} is neither \"pass\" nor the name of a point of a {size}x{size} board") from None
