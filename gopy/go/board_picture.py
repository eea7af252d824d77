"""A Go board as an SVG picture, to stand in a page or in a notebook: stones, marks, numbered lines of play, ownership."""
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from gopy.go.draw import star_points
from gopy.go.geometry import BLACK, COLUMN_LETTERS, EMPTY, WHITE, pass_move, points, row_and_column

#: Length of a square's side, in the picture's units.
STEP = 20

_STONES = {BLACK: "b", WHITE: "w"}

#: {class of an element: its style}; that of the wood is the background's colour.
_STYLES = {
    "grid": "stroke:#0008;fill:none", "star": "fill:#000a", "b": "fill:#111", "w": "fill:#fff;stroke:#0006",
    "line": "stroke:#2a6fd6;stroke-width:1.5", "nb": "fill:#fff;font:bold 10px sans-serif;text-anchor:middle",
    "nw": "fill:#111;font:bold 10px sans-serif;text-anchor:middle", "edge": "font:8px sans-serif;text-anchor:middle;fill:#0009",
    "cross": "stroke:#d33;stroke-width:2.5", "ob": "fill:#000", "ow": "fill:#fff",
}


def picture_style(wood: str = "#e0b870") -> str:
    """The style sheet of pictures, for the page in which they stand; `wood` is the colour of the board."""
    return "".join(f".board .{name}{{{style}}}" for name, style in {"wood": f"fill:{wood}", **_STYLES}.items())


def notebook_picture(colours: Sequence[int], size: int, *, last: int | None = None, title: str = "") -> str:
    """The picture as a document of its own, with its style, so that notebooks can show it. The move `last` is marked."""
    side = STEP * (size + 1)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{1.2 * side:.0f}" height="{1.2 * side:.0f}">'
            f"<style>{picture_style()}</style>{board_picture(colours, size, cross=last, title=title)}</svg>")


def board_picture(colours: Sequence[int], size: int, *, line: Iterable[int] = (), first_colour: int = BLACK, cross: int | None = None,
                  ownership: Iterable[float] | None = None, title: str = "") -> str:
    """The picture of a board as an <svg> element, whose classes the page styles with `picture_style`.

    colours     BLACK, WHITE or EMPTY by point, as in `gopy.go.board.Position.colours`
    line        moves of a line of play, drawn as numbered stones; `first_colour` plays the first
    cross       a point that is marked with a cross
    ownership   Black's ownership of each point from -1 to 1, by rows from the top left
    title       what the picture shows, for people who cannot see it
    """
    side = STEP * (size + 1)
    parts = [f'<svg class="board" viewBox="0 0 {side} {side}" role="img" aria-label="{escape(title)}">',
             f'<rect class="wood" width="{side}" height="{side}"/>', *_lines(size, side)]
    if ownership is not None:
        parts += _owners(size, ownership)
    parts += [_stone(point, colours[point], size) for point in points(size) if colours[point] != EMPTY]
    seen: set[int] = set()
    colour = first_colour
    for number, move in enumerate(line, start=1):
        if move != pass_move(size) and move not in seen and colours[move] == EMPTY:
            x, y = _place(move, size)
            parts += [_stone(move, colour, size, "line "),
                      f'<text class="n{_STONES[colour]}" x="{x}" y="{y + 4}">{number}</text>']
        seen.add(move)
        colour = 1 - colour
    if cross is not None and cross != pass_move(size):
        x, y = _place(cross, size)
        parts.append(f'<path class="cross" d="M{x - 5} {y - 5}L{x + 5} {y + 5}M{x - 5} {y + 5}L{x + 5} {y - 5}"/>')
    return "".join([*parts, "</svg>"])


def _place(point: int, size: int) -> tuple[int, int]:
    row, column = row_and_column(point, size)
    return STEP * (column + 1), STEP * (size - row)


def _lines(size: int, side: int) -> Iterator[str]:
    path = "".join(f"M{STEP} {at}H{side - STEP}M{at} {STEP}V{side - STEP}" for at in range(STEP, side, STEP))
    yield f'<path class="grid" d="{path}"/>'
    for point in star_points(size):
        x, y = _place(point, size)
        yield f'<circle class="star" cx="{x}" cy="{y}" r="2"/>'
    for index in range(size):
        at = STEP * (index + 1)
        yield f'<text class="edge" x="{at}" y="{side - 4}">{COLUMN_LETTERS[index]}</text>'
        yield f'<text class="edge" x="7" y="{side - at + 3}">{index + 1}</text>'


def _owners(size: int, ownership: Iterable[float]) -> Iterator[str]:
    for index, value in enumerate(ownership):
        share = abs(value) * 0.6
        if share >= 0.05:
            row, column = divmod(index, size)
            yield (f'<rect class="{"ob" if value > 0 else "ow"}" x="{STEP * column + STEP // 2}" y="{STEP * row + STEP // 2}" '
                   f'width="{STEP}" height="{STEP}" opacity="{share:.2f}"/>')


def _stone(point: int, colour: int, size: int, more: str = "") -> str:
    x, y = _place(point, size)
    return f'<circle class="{more}{_STONES[colour]}" cx="{x}" cy="{y}" r="9"/>'
