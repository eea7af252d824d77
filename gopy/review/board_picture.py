"""A Go board as an SVG picture, to stand in a page: stones, marks, numbered lines of play, ownership."""
from gopy.go.draw import star_points
from gopy.go.geometry import BLACK, COLUMN_LETTERS, EMPTY, WHITE, pass_move, points, row_and_column

#: Length of a square's side, in the picture's units.
STEP = 20

_STONES = {BLACK: "b", WHITE: "w"}


def board_picture(board, *, line=(), first_colour=BLACK, cross=None, ownership=None, title="") -> str:
    """The picture of a gopy.go.board.Board as an <svg> element; its classes are styled by the page.

    line        moves of a line of play, drawn as numbered stones; `first_colour` plays the first
    cross       a point that is marked with a cross
    ownership   Black's ownership of each point from -1 to 1, by rows from the top left
    title       what the picture shows, for people who cannot see it
    """
    size, side = board.size, STEP * (board.size + 1)
    parts = [f'<svg class="board" viewBox="0 0 {side} {side}" role="img" aria-label="{title}">',
             f'<rect class="wood" width="{side}" height="{side}"/>', *_lines(size, side)]
    if ownership is not None:
        parts += _owners(size, ownership)
    parts += [_stone(point, board.colours[point], size) for point in points(size) if board.colours[point] != EMPTY]
    seen, colour = set(), first_colour
    for number, move in enumerate(line, start=1):
        if move != pass_move(size) and move not in seen and board.colours[move] == EMPTY:
            x, y = _place(move, size)
            parts += [_stone(move, colour, size, "line "),
                      f'<text class="n{_STONES[colour]}" x="{x}" y="{y + 4}">{number}</text>']
        seen.add(move)
        colour = 1 - colour
    if cross is not None and cross != pass_move(size):
        x, y = _place(cross, size)
        parts.append(f'<path class="cross" d="M{x - 5} {y - 5}L{x + 5} {y + 5}M{x - 5} {y + 5}L{x + 5} {y - 5}"/>')
    return "".join([*parts, "</svg>"])


def _place(point, size):
    row, column = row_and_column(point, size)
    return STEP * (column + 1), STEP * (size - row)


def _lines(size, side):
    path = "".join(f"M{STEP} {at}H{side - STEP}M{at} {STEP}V{side - STEP}" for at in range(STEP, side, STEP))
    yield f'<path class="grid" d="{path}"/>'
    for point in star_points(size):
        x, y = _place(point, size)
        yield f'<circle class="star" cx="{x}" cy="{y}" r="2"/>'
    for index in range(size):
        at = STEP * (index + 1)
        yield f'<text class="edge" x="{at}" y="{side - 4}">{COLUMN_LETTERS[index]}</text>'
        yield f'<text class="edge" x="7" y="{side - at + 3}">{index + 1}</text>'


def _owners(size, ownership):
    for index, value in enumerate(ownership):
        share = abs(value) * 0.6
        if share >= 0.05:
            row, column = divmod(index, size)
            yield (f'<rect class="{"ob" if value > 0 else "ow"}" x="{STEP * column + STEP // 2}" y="{STEP * row + STEP // 2}" '
                   f'width="{STEP}" height="{STEP}" opacity="{share:.2f}"/>')


def _stone(point, colour, size, more=""):
    x, y = _place(point, size)
    return f'<circle class="{more}{_STONES[colour]}" cx="{x}" cy="{y}" r="9"/>'
