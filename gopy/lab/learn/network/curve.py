"""The learning curve of a network as a picture (SVG): how often its first move is the teacher's best, and the error of its win rate."""

#: Of a panel, in pixels; the margins hold its numbers.
_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP, _RIGHT = 440, 260, 56, 40, 34, 20

#: One for each board size; colour-blind people can tell them apart.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")

#: Figure -> (its name above the panel, its factor, how its numbers are written).
_PANELS = {"best_first": ("likeliest move is the teacher's best, %", 100, "{:.0f}"),
           "value_error_sloped": ("squared error of the win rate", 1, "{:.3f}")}


def curve_picture(rows) -> str:
    """The text of an SVG picture of at least one row of a learning curve, {"step": int, "figures": {size: figures}}."""
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH * len(_PANELS)}" height="{_HEIGHT}" font-family="sans-serif" '
             'font-size="12">', f'<rect width="{_WIDTH * len(_PANELS)}" height="{_HEIGHT}" fill="#fff"/>']
    for number, (figure, (title, factor, form)) in enumerate(_PANELS.items()):
        parts.append(f'<g transform="translate({number * _WIDTH} 0)">')
        parts += _panel(rows, figure, title, factor, form)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(rows, figure, title, factor, form):
    curves = {size: [(row["step"], factor * row["figures"][size][figure]) for row in rows] for size in rows[0]["figures"]}
    last = rows[-1]["step"]
    highest = max(value for curve in curves.values() for _, value in curve) or 1.0

    def place(step, value):
        return (_LEFT + (_WIDTH - _LEFT - _RIGHT) * step / last, _HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - _TOP) * value / highest)
    yield f'<text x="{_LEFT}" y="18">{title}</text>'
    for quarter in range(5):
        x, y = place(last * quarter / 4, highest * quarter / 4)
        left, bottom = place(0, 0)
        yield f'<path d="M{left} {y:.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>'
        yield f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{form.format(highest * quarter / 4)}</text>'
        yield f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{last * quarter // 4}</text>'
    yield f'<text x="{_WIDTH - _RIGHT}" y="{_HEIGHT - 6}" text-anchor="end">steps</text>'
    for number, (size, curve) in enumerate(curves.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        line = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in curve)
        yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        x, y = place(*curve[-1])
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>'
        yield f'<text x="{x - 6:.1f}" y="{y - 6:.1f}" text-anchor="end" fill="{colour}">{size}x{size}</text>'
