"""The curves in a study's figures, made from the tallies of its matches and the ladders of its players."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    """A value y with its 95 % interval and the number of games behind it. If x is None, it is drawn as a level line."""
    x: float | None
    y: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Curve:
    """A labelled curve; its points are in the order of x."""
    label: str
    points: tuple


def curves_of(figure, study, tallies, ladders) -> list[Curve]:
    """The Curves of a figure: those of its series, then the level lines of matches.

    tallies   {match name: Tally} of the matches that have games
    ladders   the ladders that make_ladders returns; a series shows the Elo of the ladder that has most of its players
    """
    curves = []
    for series in study.series:
        if series.figure == figure.name:
            points = _shares(series, tallies) if figure.y == "points" else _ratings(series, ladders)
            curves.append(Curve(series.label, tuple(points)))
    for match in study.matches:
        if match.figure == figure.name and match.name in tallies:
            point = share_point(None, tallies[match.name]) if figure.y == "points" else \
                _rating(None, match.settings.names[0], ladders)
            curves.append(Curve(match.name, (point,) if point else ()))
    return [curve for curve in curves if curve.points]


def _shares(series, tallies):
    return [share_point(value, tallies[match]) for value, _, match in series.steps if match in tallies]


def share_point(x, total) -> Point:
    """The Point at `x` with a match's share of the points in per cent, from its Tally."""
    low, high = total.interval()
    return Point(x, 100 * total.share, 100 * low, 100 * high, total.games)


def _ratings(series, ladders):
    names = [player for _, player, _ in series.steps]
    # Elo of different ladders cannot be compared, so only one ladder is drawn.
    chosen = max(ladders, key=lambda ladder: sum(ladder.of(name) is not None for name in names), default=None)
    found = [_rating(value, player, [chosen] if chosen else []) for value, player, _ in series.steps]
    return [point for point in found if point]


def _rating(x, player, ladders):
    rating = next((found for ladder in ladders if (found := ladder.of(player))), None)
    return rating and Point(x, rating.elo, rating.low, rating.high, rating.games)
