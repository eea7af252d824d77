"""The figures of a study as study.toml describes them, and the published numbers that are drawn into them.

    [figure.NAME]   axis: the name of x; y = "points" (the first player's, in per cent) or "elo"; scale = "log" or
                    "linear". All keys are optional: by default a sweep shows points over its values, and doublings show
                    Elo on a log scale.
    [picture.NAME]  panels: the names of figures that are drawn side by side in one picture, in place of pictures of their own;
                    titles: one for each (the names)
    [[published]]   label, source, y (a number or a list, in the units of the figure), and one of
                    figure = NAME, with x (like y; without x it is a level line),
                    match = NAME, or match = [NAME, ...] with one y for each match. If three or more matches have the same
                    label, their order is compared with the published order as well.
"""
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """How a figure is drawn. `y` is "points" or "elo"; `log` says whether the scale of x is logarithmic."""
    name: str
    axis: str
    y: str
    log: bool


@dataclass(frozen=True)
class Picture:
    """Several figures in one file; `panels` are pairs (name of a figure, title)."""
    name: str
    panels: tuple


@dataclass(frozen=True)
class Published:
    """Published numbers of other programs. `points` are pairs (x, y), where x is None for a level line. `figure` or `match`
    names what they belong to; the other one is None."""
    label: str
    source: str
    points: tuple
    figure: str | None
    match: str | None


def read_figures(document, series, matches) -> tuple[Figure, ...]:
    """The Figures of a study, in the order of their first curve. ValueError if the document is wrong.

    series    the study's gopy.lab.study.forms.Series
    matches   the study's matches; those that name a figure are level lines in it
    """
    described = document.get("figure", {})
    first = {}
    for curve in series:
        first.setdefault(curve.figure, curve)
    strangers = (described.keys() | {match.figure for match in matches if match.figure}) - first.keys()
    if strangers:
        raise ValueError(f"figure {sorted(strangers)[0]!r} has no sweep or doublings")
    taken = [name for name in first if name == "published" or name.startswith("ladder")]
    if taken:
        raise ValueError(f"a figure cannot be called {taken[0]!r}: the report has a plot of that name")
    figures = tuple(_figure(name, curve, described.get(name, {})) for name, curve in first.items())
    for figure in figures:
        lowest = min(curve.steps[0][0] for curve in series if curve.figure == figure.name)
        if figure.log and lowest <= 0:
            raise ValueError(f"[figure.{figure.name}]: a log scale has no place for {lowest}")
    return figures


def _figure(name, curve, table):
    doublings = curve.form == "doublings"
    values = {"axis": name, "y": "elo" if doublings else "points", "scale": "log" if doublings else "linear", **table}
    return Figure(name, values["axis"], values["y"], values["scale"] == "log")


def read_pictures(document, figures) -> tuple[Picture, ...]:
    """The Pictures of a study, whose gopy.lab.study.figures.Figure are `figures`. ValueError if the document is wrong."""
    names, found, taken = {figure.name for figure in figures}, [], set()
    for name, table in document.get("picture", {}).items():
        panels = table["panels"]
        titles = table.get("titles", panels)
        if len(titles) != len(panels):
            raise ValueError(f"[picture.{name}]: panels and titles differ in length")
        for panel in panels:
            if panel not in names or panel in taken:
                raise ValueError(f"[picture.{name}]: {panel!r} is no figure of this study, or is a panel already")
            taken.add(panel)
        if name in names:
            raise ValueError(f"[picture.{name}]: a figure has this name")
        found.append(Picture(name, tuple(zip(panels, titles))))
    return tuple(found)


def read_published(document, figures, matches) -> tuple[Published, ...]:
    """The Published of a study. ValueError if the document is wrong."""
    places = {"figure": {figure.name for figure in figures}, "match": {match.name for match in matches}}
    return tuple(_published(each, places) for table in document.get("published", []) for each in _by_match(table))


def _by_match(table):
    """One table of [[published]] for each match, if the table names matches in a list; otherwise the table alone."""
    names = table.get("match")
    if not isinstance(names, list):
        return [table]
    values = _numbers(table.get("y", []))
    if len(names) != len(values):
        raise ValueError(f"[[published]] {table.get('label', '')}: match and y differ in length")
    return [{**table, "match": name, "y": y} for name, y in zip(names, values)]


def _published(table, places):
    where = f"[[published]] {table.get('label', '')}".rstrip()
    named = [key for key in places if key in table]
    if len(named) != 1 or table[named[0]] not in places[named[0]]:
        raise ValueError(f"{where}: give the name of one figure or of one match of this study")
    y = _numbers(table["y"])
    if not y:
        raise ValueError(f"{where}: y has no number")
    x = _numbers(table["x"]) if "x" in table else [None] * len(y)
    if len(x) != len(y):
        raise ValueError(f"{where}: x and y differ in length")
    return Published(table["label"], table["source"], tuple(zip(x, y)), table.get("figure"), table.get("match"))


def _numbers(value):
    return list(value) if isinstance(value, list) else [value]
