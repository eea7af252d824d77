"""A board with probabilities as a picture (SVG)."""
from gopy.go.draw import star_points
from gopy.go.geometry import BLACK, COLUMN_LETTERS, EMPTY, points, row_and_column

#: Width of a square of the board, in pixels, and of the margin with the coordinates.
_SQUARE, _MARGIN = 36, 40


def picture(game, chances, played=None) -> str:
    """The text of an SVG picture of a `history.Game` with the probabilities {move: probability} on its empty points.

    played    the move to be marked with a ring, or None
    """
    size = game.size
    width = 2 * _MARGIN + (size - 1) * _SQUARE
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{width}" viewBox="0 0 {width} {width}" '
             'font-family="sans-serif" text-anchor="middle">', f'<rect width="{width}" height="{width}" fill="#e6c88c"/>']
    for i in range(size):
        at, end = _MARGIN + i * _SQUARE, width - _MARGIN
        parts.append(f'<path d="M{at} {_MARGIN}V{end}M{_MARGIN} {at}H{end}" stroke="#5a4a2a" fill="none"/>')
        for x, y, text in ((at, 16, COLUMN_LETTERS[i]), (at, width - 8, COLUMN_LETTERS[i]), (12, width - at + 5, i + 1),
                           (width - 12, width - at + 5, i + 1)):
            parts.append(f'<text x="{x}" y="{y}" font-size="13" fill="#5a4a2a">{text}</text>')
    for point in star_points(size):
        parts.append(_circle(point, size, 3, 'fill="#5a4a2a"'))
    largest = max((chance for move, chance in chances.items() if move != game.pass_move), default=1.0)
    for point in points(size):
        colour = game.board.colours[point]
        if colour != EMPTY:
            parts.append(_circle(point, size, 16, 'fill="#111"' if colour == BLACK else 'fill="#fafafa" stroke="#555"'))
        elif chances.get(point, 0.0) >= 0.005:
            strength = 0.25 + 0.75 * chances[point] / largest
            parts.append(_circle(point, size, 15, f'fill="#c0392b" fill-opacity="{strength:.2f}"'))
            x, y = _centre(point, size)
            parts.append(f'<text x="{x}" y="{y + 5}" font-size="14" fill="#fff">{100 * chances[point]:.0f}</text>')
    if game.moves and game.moves[-1][1] != game.pass_move:
        parts.append(_circle(game.moves[-1][1], size, 6, 'fill="none" stroke="#2980b9" stroke-width="3"'))
    if played is not None and played != game.pass_move:
        parts.append(_circle(played, size, 17, 'fill="none" stroke="#27ae60" stroke-width="3"'))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _centre(point, size):
    row, column = row_and_column(point, size)
    return _MARGIN + column * _SQUARE, _MARGIN + (size - 1 - row) * _SQUARE


def _circle(point, size, radius, style):
    x, y = _centre(point, size)
    return f'<circle cx="{x}" cy="{y}" r="{radius}" {style}/>'
