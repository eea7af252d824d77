"""Handicap stones: GTP's fixed table, placement of any number, and the check of what a client chose."""
from collections.abc import Collection, Iterable
from numbers import Integral

from gopy.go.arguments import checked_points
from gopy.go.geometry import point_at, points, row_and_column
from gopy.go.rules import MOST_HANDICAP_STONES

#: The komi of a game with handicap stones, if no other is asked for.
HANDICAP_KOMI = 0.5


def max_fixed_handicap(size: int) -> int:
    """The most stones of the fixed table for this size: 9, 4 or 0 (there is no table)."""
    if size < 7:
        return 0
    return 9 if size % 2 and size >= 9 else 4


def fixed_handicap(size: int, count: int) -> list[int]:
    """List of `count` handicap points of GTP's fixed table; ValueError if it has none for this size."""
    if not _is_count(count) or not 2 <= count <= max_fixed_handicap(size):
        raise ValueError("invalid number of stones")
    low = 3 if size >= 13 else 2
    middle, high = size // 2, size - 1 - low
    corners = [(low, low), (high, high), (high, low), (low, high)]
    sides = [(middle, low), (middle, high), (low, middle), (high, middle)]
    placed = corners[:count] + sides[:max(count - 4, 0) // 2 * 2]
    if count >= 5 and count % 2:
        placed.append((middle, middle))
    return [point_at(row, column, size) for row, column in placed]


def free_handicap(size: int, count: int) -> list[int]:
    """List of exactly `count` points of our own choice: the fixed table, then the widest gaps.

    ValueError if the board would have no empty point left, or for fewer than two stones.
    """
    if not _is_count(count) or not 2 <= count < size * size:
        raise ValueError("invalid number of stones")
    table = max_fixed_handicap(size)
    placed = fixed_handicap(size, min(count, table)) if table else []
    gaps = {point: min((_distance(point, other, size) for other in placed), default=0)
            for point in points(size) if point not in placed}
    while len(placed) < count:
        best = max(gaps, key=lambda point: _wish(point, gaps[point], size))
        del gaps[best]
        placed.append(best)
        for point in gaps:
            gap = _distance(point, best, size)
            gaps[point] = min(gaps[point], gap) if len(placed) > 1 else gap
    return placed


def _is_count(count: object) -> bool:
    return isinstance(count, Integral) and not isinstance(count, bool)


def _wish(point: int, gap: int, size: int) -> tuple[int, int, int, int]:
    """Sort key of a further stone: best off the first two lines, then far from the others (`gap`), then near the centre."""
    row, column = row_and_column(point, size)
    edge = min(row, column, size - 1 - row, size - 1 - column)
    return min(edge, 2), gap, -_distance(point, point_at(size // 2, size // 2, size), size), -point


def _distance(point: int, other: int, size: int) -> int:
    """Squared Euclidean distance."""
    row, column = row_and_column(point, size)
    other_row, other_column = row_and_column(other, size)
    return (row - other_row) ** 2 + (column - other_column) ** 2


def check_free_handicap(size: int, chosen: Iterable[int | str]) -> list[int]:
    """The points that a client chose, as a list; ValueError with GTP's text if they are not a valid handicap."""
    try:
        found = checked_points(chosen, size)
    except ValueError:
        found = []
    if not 2 <= len(found) < size * size or len(set(found)) != len(found):
        raise ValueError("bad vertex list")
    return found


def may_be_handicap(black: Collection[int], white: Collection[int], declared: int | None = None) -> bool:
    """Whether these stones are a handicap if White begins, by the number that a record declares or, without one, by theirs."""
    if white or len(black) < 2:
        return False
    return len(black) <= MOST_HANDICAP_STONES if declared is None else declared >= 2
