"""Checks what a caller of `Game` and `Engine` gives: colours, points, moves and numbers.

Python takes -3 for a place from the end of a list, True for 1 and, in comparisons, 4.0 for 4. Here each of them is refused.
Whole numbers of numpy are taken and become Python's.
"""
from operator import index

from gopy.go.geometry import BLACK, MAX_SIZE, MIN_SIZE, WHITE, is_point, pass_move
from gopy.inputs.numbers import shown


def checked_whole(name, given) -> int:
    """`given` as an int. ValueError, which begins with `name`, if it is no whole number."""
    try:
        if isinstance(given, bool):
            raise TypeError
        return index(given)
    except TypeError:
        raise ValueError(f"{name} {shown(given)} is no whole number") from None


def checked_size(size) -> int:
    """A board size. ValueError("unacceptable size") if it is none."""
    try:
        found = checked_whole("size", size)
    except ValueError:
        found = 0
    if not MIN_SIZE <= found <= MAX_SIZE:
        raise ValueError("unacceptable size")
    return found


def checked_colour(colour) -> int:
    """A colour. ValueError if it is neither Black's nor White's."""
    found = checked_whole("colour", colour)
    if found not in (BLACK, WHITE):
        raise ValueError(f"colour {shown(found)} is neither {BLACK} (Black) nor {WHITE} (White)")
    return found


def checked_move(move, size) -> int:
    """A move. ValueError if it is neither a point of the board nor the pass."""
    found = checked_whole("move", move)
    if found != pass_move(size) and not is_point(found, size):
        raise ValueError(f"move {shown(found)} is neither a point of a {size}x{size} board nor the pass, {pass_move(size)}")
    return found


def checked_points(points, size) -> list[int]:
    """Points of the board in a list. ValueError if one of them is none, or if `points` cannot be gone through."""
    try:
        given = list(points)
    except TypeError:
        raise ValueError(f"points {shown(points)} are no list of points") from None
    found = [checked_whole("point", point) for point in given]
    for point in found:
        if not is_point(point, size):
            raise ValueError(f"point {shown(point)} is not on a {size}x{size} board")
    return found
