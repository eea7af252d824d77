"""Renders a board as text, or as an image with numpy alone."""
from collections.abc import Sequence

import numpy as np

from gopy.go.draw import board_lines, star_points
from gopy.go.geometry import row_and_column

_CELL = 32
_WOOD, _LINE = (220, 179, 92), (90, 65, 25)
_BLACK, _WHITE, _MARK = (20, 20, 20), (245, 245, 245), (215, 40, 40)


def board_text(colours: Sequence[int], size: int, last: int | None = None) -> str:
    """The board as text with coordinates, top row first. The stone of the last move `last` (a point) is in brackets."""
    return "\n".join(board_lines(colours, size, last))


def board_image(colours: Sequence[int], size: int, last: int | None = None) -> np.ndarray:
    """uint8[32 (N + 1), 32 (N + 1), 3]: an image with wood, lines, stones, and a mark on the last move `last` (a point)."""
    length = _CELL * (size + 1)
    image = np.empty((length, length, 3), np.uint8)
    image[:] = _WOOD
    for line in range(_CELL, length - _CELL + 1, _CELL):
        image[line, _CELL:length - _CELL + 1] = _LINE
        image[_CELL:length - _CELL + 1, line] = _LINE
    for point in star_points(size):
        _disc(image, point, size, 3.5, _LINE)
    for point, colour in enumerate(colours):
        if colour in (0, 1):
            _disc(image, point, size, 14.5, _LINE)
            _disc(image, point, size, 13.5, _WHITE if colour else _BLACK)
    if last is not None and last < size * (size + 1):
        _disc(image, last, size, 5.0, _MARK)
    return image


def _disc(image: np.ndarray, point: int, size: int, radius: float, colour: tuple[int, int, int]) -> None:
    row, column = row_and_column(point, size)
    middle_y, middle_x = _CELL * (size - row), _CELL * (column + 1)
    reach = int(radius) + 1
    part = image[middle_y - reach:middle_y + reach + 1, middle_x - reach:middle_x + reach + 1]
    y, x = np.ogrid[-reach:reach + 1, -reach:reach + 1]
    part[y * y + x * x <= radius * radius] = colour
