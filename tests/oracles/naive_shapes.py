"""A slow second implementation of shapes: what a model knows of a move, found by comparing drawings in all eight forms."""
from gopy.go.geometry import BLACK, SHAPE_OFFSETS, WHITE, gridcular_distance, point_at, row_and_column
from gopy.go.knowledge.move_model import SHAPE_KINDS


def _look(board, point, offset, mover):
    """"own", "enemy", "empty" or "off" at an offset from a point, and a stone's liberties up to 3."""
    size = board.size
    row, column = row_and_column(point, size)
    row, column = row + offset[0], column + offset[1]
    if not (0 <= row < size and 0 <= column < size):
        return "off", 0
    at = point_at(row, column, size)
    if board.colours[at] not in (BLACK, WHITE):
        return "empty", 0
    return ("own" if board.colours[at] == mover else "enemy"), min(len(board.chain(at)[1]), 3)


#: How each form of a board moves an offset: the same form for all offsets of a shape.
TURNS = [lambda o, a=a, b=b, swap=swap: ((b * o[1], a * o[0]) if swap else (a * o[0], b * o[1]))
         for swap in (False, True) for a in (1, -1) for b in (1, -1)]


def drawings(board, point, mover, reach, liberties=False, mark=None):
    """The set of the eight drawings of what stands within a gridcular distance of a point; `mark` is an offset to be marked."""
    offsets = [offset for offset in SHAPE_OFFSETS if gridcular_distance(*offset) <= reach]
    found = set()
    for turn in TURNS:
        seen = []
        for offset in offsets:
            what, count = _look(board, point, offset, mover)
            seen.append((turn(offset), what, count if liberties else 0))
        found.add((tuple(sorted(seen)), turn(mark) if mark is not None else None))
    return found


def known(shapes):
    """{(kind, drawing in one form): number among those of its kind} of a model's Shapes."""
    names = ("empty", "own", "enemy", "off")
    cells = (("empty", 0), ("off", 0), ("own", 1), ("own", 2), ("own", 3), ("enemy", 1), ("enemy", 2), ("enemy", 3))
    found = {}
    corners = [offset for offset in SHAPE_OFFSETS if gridcular_distance(*offset) <= 3]
    rows = sorted(corners)          # a 3x3 index counts its neighbours row by row
    drawn = []
    for number, index in enumerate(shapes.small):
        seen = [(offset, names[(int(index) >> bit & 1) + 2 * (int(index) >> (8 + bit) & 1)], 0) for bit, offset in enumerate(rows)]
        drawn.append(seen)
        found["small", tuple(sorted(seen)), None] = number
    for kind, codes in zip(("near1", "near2"), shapes.near):
        for number, index in enumerate(codes):
            seen = [(offset, names[(int(index) >> bit & 1) + 2 * (int(index) >> (8 + bit) & 1)], 0)
                    for bit, offset in enumerate(rows)]
            found[kind, tuple(sorted(seen)), None] = number
    for number, code in enumerate(shapes.diamond):
        seen = [(offset, *cells[int(code) >> (3 * place) & 7]) for place, offset in enumerate(SHAPE_OFFSETS[:12])]
        found["diamond", tuple(sorted(seen)), None] = number
    for number, code in enumerate(shapes.answer):
        seen = [(offset, *cells[int(code) >> (4 + 3 * place) & 7]) for place, offset in enumerate(SHAPE_OFFSETS[:12])]
        found["answer", tuple(sorted(seen)), SHAPE_OFFSETS[int(code) & 15]] = number
    for ring, (parents, codes) in enumerate(zip(shapes.parents, shapes.codes), start=1):
        offsets = [offset for offset in SHAPE_OFFSETS if gridcular_distance(*offset) == ring + 3]
        larger = []
        for number, (parent, code) in enumerate(zip(parents, codes)):
            seen = drawn[parent] + [(offset, names[int(code) >> (2 * place) & 3], 0) for place, offset in enumerate(offsets)]
            larger.append(seen)
            found[f"ring{ring}", tuple(sorted(seen)), None] = number
        drawn = larger
    return found


def shape_features(board, point, mover, last, shapes, table):
    """The set of features of a move that are shapes; `table` is what `known` returns, last a point or None."""
    firsts = shapes.firsts()
    found = set()

    def look_up(kind, forms):
        numbers = {table[kind, drawing, mark] for drawing, mark in forms if (kind, drawing, mark) in table}
        assert len(numbers) <= 1, "one shape is known twice"
        found.update(firsts[kind] + number for number in numbers)
        return bool(numbers)

    for reach, kind in enumerate(("small", *(kind for kind in SHAPE_KINDS if kind.startswith("ring"))), start=3):
        if not look_up(kind, drawings(board, point, mover, reach)):
            break
    look_up("diamond", drawings(board, point, mover, 4, liberties=True))
    if last is not None:
        (row, column), (last_row, last_column) = row_and_column(point, board.size), row_and_column(last, board.size)
        offset = row - last_row, column - last_column
        distance = gridcular_distance(*offset)
        if distance in (2, 3):
            look_up(f"near{distance - 1}", drawings(board, point, mover, 3))
        if distance <= 4:
            look_up("answer", drawings(board, last, mover, 4, liberties=True, mark=offset))
    return found
