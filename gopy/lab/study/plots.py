"""Draws plots of studies as SVG; the same games give the same bytes. Needs matplotlib (`pip install .[viz]`)."""
import io
from typing import Any, NamedTuple

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from gopy.base.files import write_whole
from gopy.lab.study.curves import Point, share_point
from gopy.lab.study.small_svg import small_svg

#: Text stays text in the SVG. Random ids and the date are fixed, so that the same plot has the same bytes.
_STYLE: dict[Any, Any] = {"svg.hashsalt": "gopy", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9,
          "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.3,
          "text.parse_math": False}
_METADATA = {"Date": None, "Creator": None}

#: Colours that colour-blind people can tell apart (of Okabe and Ito, the last of P. Tol), and markers and lines that can be
#: told apart in grey.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#882255")
_MARKERS = "osD^vPX"
_LINES = ("-", (0, (5, 1.5)), (0, (6, 1.5, 1, 1.5)), (0, (1.5, 1)), (0, (6, 1.5, 1, 1.5, 1, 1.5)))
_PUBLISHED = "#555555"
_PUBLISHED_STYLES = (":", "--", "-.", (0, (1, 3)))
_PUBLISHED_MARKERS = "x+*1234"


def curve_look(number) -> dict:
    """Colour, marker and line style of curve `number` (from 0) as keyword arguments; the first 280 curves all differ."""
    return {"color": _COLOURS[number % len(_COLOURS)], "marker": _MARKERS[number % len(_MARKERS)],
            "linestyle": _LINES[number % len(_LINES)], "markersize": 5, "linewidth": 1.2}


def draw_figure(path, figure, curves, published) -> None:
    """Draw curves with intervals, ours in colour and published ones (gopy.lab.study.figures.Published) in grey."""
    with rc_context(_STYLE):
        canvas, axes = _canvas(6.4, 4.2)
        _add_legend(axes, _fill(axes, figure, curves, published))
        _save(canvas, path)


def draw_figures(path, panels) -> None:
    """Draw several figures side by side, each with its legend. `panels` are tuples (figure, curves, title, published)."""
    with rc_context(_STYLE):
        canvas = Figure(figsize=(4.6 * len(panels), 4.4), layout="constrained")
        for number, (figure, curves, title, published) in enumerate(panels):
            axes = canvas.add_subplot(1, len(panels), number + 1)
            shown = _fill(axes, figure, curves, published)
            axes.set_title(title, fontsize=10)
            axes.legend(handles=shown, fontsize=7, frameon=False, loc="best")
        _save(canvas, path)


def _fill(axes, figure, curves, published):
    """Draw a figure's curves and published numbers; returns the handles for the legend."""
    if figure.log:
        axes.set_xscale("log")
        axes.set_xticks(sorted({point.x for curve in curves for point in curve.points if point.x is not None}))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.minorticks_off()
    shown = [_draw_curve(axes, curve, curve_look(number)) for number, curve in enumerate(curves)]
    shown += [_draw_published(axes, entry, number) for number, entry in enumerate(published)]
    axes.set_xlabel(figure.axis)
    axes.set_ylabel("points, %" if figure.y == "points" else "Elo")
    return shown


def _draw_curve(axes, curve, look):
    """Draw a curve, or a level line with the band of its interval; returns the handle for the legend."""
    points = [point for point in curve.points if point.x is not None]
    if points:
        return axes.errorbar([point.x for point in points], [point.y for point in points], _arms(points),
                             capsize=3, elinewidth=0.8, label=curve.label, **look)
    level, = curve.points
    axes.axhspan(level.low, level.high, color=look["color"], alpha=0.12, linewidth=0)
    return axes.axhline(level.y, color=look["color"], linestyle=look["linestyle"], linewidth=1.2, label=curve.label)


def _arms(points):
    """Lengths of the error bars below and above the points; rounding must not make one negative."""
    return [[max(0.0, point.y - point.low) for point in points], [max(0.0, point.high - point.y) for point in points]]


def _draw_published(axes, entry, number):
    """Draw points that have an x, and a level line for each point without; returns the handle for the legend."""
    style = _PUBLISHED_STYLES[number % len(_PUBLISHED_STYLES)]
    for y in (y for x, y in entry.points if x is None):
        line = axes.axhline(y, color=_PUBLISHED, linestyle=style, linewidth=1, label=entry.label)
    placed = [(x, y) for x, y in entry.points if x is not None]
    if placed:
        line, = axes.plot(*zip(*placed), color=_PUBLISHED, linestyle=style if len(placed) > 1 else "none", linewidth=1,
                          marker=_PUBLISHED_MARKERS[number % len(_PUBLISHED_MARKERS)], label=entry.label)
    return line


def draw_ladder(path, ladder) -> None:
    """Draw the ratings of a ladder with their intervals, the best on top."""
    with rc_context(_STYLE):
        canvas, axes = _canvas(6.4, 1.0 + 0.26 * len(ladder.ratings))
        for row, rating in enumerate(ladder.ratings):
            _draw_row(axes, row, Point(None, rating.elo, rating.low, rating.high, rating.games))
        _name_rows(axes, [rating.player for rating in ladder.ratings])
        axes.set_xlabel("Elo")
        _save(canvas, path)


def draw_beside(path, rows) -> None:
    """Draw the shares of matches with intervals beside published ones. `rows` are tuples (match, Tally, Published)."""
    tallies = {match.name: total for match, total, _ in rows}
    names = list(tallies)
    labels = list(dict.fromkeys(entry.label for _, _, entry in rows))
    with rc_context(_STYLE):
        canvas, axes = _canvas(6.4, 1.3 + 0.3 * len(names))
        shown = []
        for row, total in enumerate(tallies.values()):
            shown.append(_draw_row(axes, row, share_point(None, total)))
        del shown[1:]
        for number, label in enumerate(labels):
            found = [(y, names.index(match.name)) for match, _, entry in rows if entry.label == label
                     for _, y in entry.points]
            shown += axes.plot(*zip(*found), color=_PUBLISHED, linestyle="none", label=label,
                               marker=_PUBLISHED_MARKERS[number % len(_PUBLISHED_MARKERS)])
        _name_rows(axes, names)
        axes.set_xlabel("points, %")
        axes.set_xlim(-2, 102)
        _add_legend(axes, shown)
        _save(canvas, path)


def _draw_row(axes, row, point):
    return axes.errorbar([point.y], [row], xerr=_arms([point]), color=_COLOURS[0], marker="o", markersize=4,
                         linestyle="none", capsize=3, label="gopy")


def _name_rows(axes, names):
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)


def _add_legend(axes, shown):
    """Put the legend above the plot, where it hides nothing."""
    axes.legend(handles=shown, fontsize=8, frameon=False, loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2)


def _canvas(width, height):
    canvas = Figure(figsize=(width, height), layout="constrained")
    return canvas, canvas.add_subplot()


def _save(canvas, path):
    drawn = io.StringIO()
    canvas.savefig(drawn, format="svg", metadata=_METADATA)
    write_whole(path, small_svg(drawn.getvalue()))


class Panel(NamedTuple):
    """One of several plots in a file."""

    title: str
    x_label: str
    y_label: str
    curves: tuple       #: gopy.lab.study.curves.Curve whose points all have an x
    joined: bool        #: whether points are joined by lines
    log: str = ""       #: the axes with a logarithmic scale: "x", "y", "xy" or none


def draw_panels(path, panels, columns=2) -> None:
    """Draw panels side by side, `columns` in a row. They share a legend: a label has the same colour in all panels."""
    labels = list(dict.fromkeys(curve.label for panel in panels for curve in panel.curves))
    rows = -(-len(panels) // columns)
    with rc_context(_STYLE):
        canvas = Figure(figsize=(3.6 * columns, 2.8 * rows + 0.5), layout="constrained")
        shown = {}
        for number, panel in enumerate(panels):
            axes = canvas.add_subplot(rows, columns, number + 1)
            for curve in panel.curves:
                shown[curve.label] = _draw_in_panel(axes, curve, labels.index(curve.label), panel.joined)
            for name in panel.log:
                getattr(axes, f"set_{name}scale")("log")
                axis = getattr(axes, f"{name}axis")
                axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
                axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
                axis.set_minor_formatter(NullFormatter())
            axes.set_title(panel.title, fontsize=9)
            axes.set_xlabel(panel.x_label)
            axes.set_ylabel(panel.y_label)
        canvas.legend(handles=[shown[label] for label in labels], fontsize=8, frameon=False, loc="outside upper center",
                      ncols=min(3 * columns, len(labels)))
        _save(canvas, path)


def _draw_in_panel(axes, curve, number, joined):
    """Draw points with error bars where they have intervals, or a line with a band; returns the handle for the legend."""
    x, y = [point.x for point in curve.points], [point.y for point in curve.points]
    look = curve_look(number)
    if not joined:
        arms = _arms(curve.points) if any(point.low < point.high for point in curve.points) else None
        return axes.errorbar(x, y, arms, capsize=2, label=curve.label, **{**look, "linestyle": "none"})
    axes.fill_between(x, [point.low for point in curve.points], [point.high for point in curve.points],
                      color=look["color"], alpha=0.15, linewidth=0)
    # Only a few markers, at other places on each curve: curves may have hundreds of points.
    step = max(1, len(x) // 8)
    return axes.plot(x, y, markevery=(number % step, step), label=curve.label, **look)[0]
