"""Local shapes, slowly, from their definition: an oracle that knows no codes, no places and no files.

A shape is the set of its points with what stands on each: frozenset of ((row, column), "b", "w" or None). Its relatives are
the shapes that turns and reflections of the whole board, shifts and an exchange of colours make of it.
"""

_EXCHANGED = {"b": "w", "w": "b", None: None}


def shapes(board, size):
    """Every shape of a board, a dict from (row, column) to "b" or "w"."""
    for k in (1, 2, 3):
        for row in range(size - k + 1):
            for column in range(size - k + 1):
                points = [(row + i, column + j) for i in range(k) for j in range(k)]
                yield frozenset((point, board.get(point)) for point in points)


def turned(shape, size):
    """The shape after each of the eight turns and reflections of the board."""
    for mirror in (False, True):
        for quarters in range(4):
            points = []
            for (row, column), found in shape:
                if mirror:
                    column = size - 1 - column
                for _ in range(quarters):
                    row, column = column, size - 1 - row
                points.append(((row, column), found))
            yield frozenset(points)


def exchanged(shape):
    """The shape with its colours exchanged."""
    return frozenset((point, _EXCHANGED[found]) for point, found in shape)


def shifted(shape):
    """The shape moved into the corner of the board: the same for the same shape at all places."""
    down = min(row for (row, _), _ in shape)
    across = min(column for (_, column), _ in shape)
    return frozenset(((row - down, column - across), found) for (row, column), found in shape)


def _text(shape):
    return sorted((point, found or "") for point, found in shape)


def class_of(shape, size, anywhere):
    """(a name of the class of shapes that share a weight, the sign of this shape in it; 0 if it is its own opposite).

    anywhere   whether the weight is shared by the shapes at all places
    """
    own, other = (min(_text(shifted(form) if anywhere else form) for form in turned(start, size))
                  for start in (shape, exchanged(shape)))
    return str(min(own, other)), (own < other) - (own > other) if own != other else 0
