"""Openings, which make the games of a match differ; the two games of a pair share one.

An opening is either random or read from a file (gopy.lab.match.given). Random openings consist of sensible moves: they lie on
lines three to five, on small boards as far from the edge as the size allows, and touch no earlier stone.
"""
import random
from contextlib import suppress

from gopy.base.numbers import parse_count
from gopy.go.geometry import neighbours, points, row_and_column
from gopy.lab.match.given import load_openings


def default_plies(size) -> int:
    """The default number of random plies: 2 up to 11x11, 4 up to 15x15, 6 on larger boards."""
    return 2 if size <= 11 else 4 if size <= 15 else 6


def parse_openings(text, size) -> int | None:
    """The number of random plies for "random", "random:N" or "none"; None for any other text, which names a file."""
    kind, _, plies = text.partition(":")
    if kind == "none" and not plies:
        return 0
    if kind == "random":
        with suppress(ValueError):
            return parse_count(plies) if plies else default_plies(size)
    return None


class Openings:
    """The openings of a match. `text` is written as for `--openings`; ValueError if it is wrong.

    `given` is the list of the openings from a file, each a tuple of moves, Black's first; None if openings are random.
    """

    def __init__(self, text, size, rules, seed) -> None:
        self._size, self._seed = size, seed
        self._plies = parse_openings(text, size)
        self.given = load_openings(text, size, rules) if self._plies is None else None

    def moves(self, pair) -> list[int]:
        """The moves of a pair's opening. Openings from a file are used in order, and again from the first after the last."""
        if self.given is None:
            return random_opening(self._size, self._plies, self._seed, pair)
        return list(self.given[pair % len(self.given)])


def random_opening(size, plies, seed, pair) -> list[int]:
    """A list of `plies` points, Black's first. The same arguments give the same points on every machine."""
    generator = random.Random(f"{seed}/{size}/{pair}")
    first_line = 3 if size >= 7 else 2 if size >= 4 else 1
    free = {point for point in points(size) if first_line <= _line(point, size) <= 5}
    moves = []
    while len(moves) < plies and free:
        move = generator.choice(sorted(free))
        moves.append(move)
        free -= {move, *neighbours(move, size)}
    return moves


def _line(point, size):
    """The number of a point's line, counted from the nearest edge, which is line 1."""
    return 1 + min(min(at, size - 1 - at) for at in row_and_column(point, size))
