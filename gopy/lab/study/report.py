"""Writes the report of a study from its study.toml and results.jsonl alone: report.md and plots (gopy.lab.study.pictures).

If there is a notes.md, in which somebody interprets the numbers, its text follows the rule of decision. A report can be
written at any time: it names the matches that were not played and says which are not finished.
"""
from typing import TYPE_CHECKING

from gopy.base.files import write_whole
from gopy.lab.match.results.sprt import counted
from gopy.lab.match.results.tally import PAIRS_ENOUGH, tally
from gopy.lab.study.curves import curves_of
from gopy.lab.study.document import read_notes
from gopy.lab.study.orders import order_lines
from gopy.lab.study.pictures import Pictures
from gopy.lab.study.ratings import make_ladders
from gopy.lab.study.self_play import exaggerations, slopes
from gopy.lab.study.tables import (
    EFFORT_HEAD,
    MARGIN_HEAD,
    RESULT_HEAD,
    TEST_HEAD,
    beside_text,
    curve_text,
    effort_rows,
    ladder_text,
    margin_row,
    published_lines,
    result_row,
    table,
    test_row,
)

if TYPE_CHECKING:
    from pathlib import Path

_ABOUT_POINTS = (f"Points are the first player's, a draw counting a half. Intervals are Wilson's; those by pairs are by the "
                 f"standard error of pairs of games, told from {PAIRS_ENOUGH} pairs on, for of fewer they are too narrow.")

_ABOUT_TESTS = ("Sequential tests: pairs count in the order of their numbers, up to the one that decides. The share of a "
                "match that a test ended is biased away from the middle.")


def write_report(study, tables=False) -> "Path":
    """Write FOLDER/report.md and the plots beside it, with `tables` also those that repeat a table; returns the report's path."""
    path = study.folder / "report.md"
    pictures = Pictures(study.folder, "gopy study report", tables=tables)
    parts = _parts(study, pictures)
    write_whole(path, _joined([*parts, pictures.note(path, _joined(parts))]))
    return path


def report_text(study) -> str:
    """The report in Markdown, without the plots."""
    return _joined(_parts(study, Pictures(study.folder, "gopy study report", wanted=False)))


def _joined(parts):
    return "\n\n".join(filter(None, parts)) + "\n"


def _parts(study, plots):
    """The paragraphs of the report; some may be empty."""
    recorded = study.records()
    played = [match for match in study.matches if recorded[match.name]]
    tests, resting, tallies = {}, {}, {}
    for match in played:
        tests[match.name], resting[match.name] = counted(recorded[match.name], match.settings)
        tallies[match.name] = _tally(match, recorded[match.name], resting[match.name])
    return [f"# {study.folder.name}", study.question, f"Decided by: {study.rule}",
            f"Closed: {study.closed}" if study.closed else "", read_notes(study.folder).strip(),
            _ABOUT_POINTS,
            table(RESULT_HEAD, [result_row(match, tallies[match.name], tests[match.name]) for match in played]),
            *_tests(played, tests, recorded, resting), _lent(study), _strangers(study), _sizes(study, recorded),
            _repeats(played, recorded), *_margins(played, tallies), *_beside(study, tallies, plots),
            *_ratings(study, tallies, plots),
            table(EFFORT_HEAD, [row for match in played
                                 for row in effort_rows(match, tallies[match.name], resting[match.name])]),
            plots.tables_only(f"gopy study report --pictures {study.folder.name}"),
            _waiting(study, recorded), _oddities(played, recorded)]


def _tally(match, records, resting):
    """The Tally of the games of a match that count; there may be more than planned if more were asked for."""
    games = max([match.settings.games, *(record.get("asked", 0) for record in records)])
    return tally(resting, match.settings.names, games)


def _tests(played, tests, recorded, resting):
    """The part about the results of the sequential tests."""
    rows = [test_row(match, tests[match.name], recorded[match.name], resting[match.name]) for match in played
            if tests[match.name]]
    if not rows:
        return []
    return [_ABOUT_TESTS, table(TEST_HEAD, rows)]


def _strangers(study):
    """A sentence about recorded games that belong to no match of study.toml."""
    found = [f"{name} ({games})" for name, games in study.strangers().items()]
    return f"Recorded games of matches that the study does not have, not counted: {', '.join(found)}." if found else ""


def _lent(study):
    """A sentence about matches that other studies have played."""
    found = [f"{match.name} is {match.lender.match} of {match.lender.study}" for match in study.matches if match.lender]
    return f"Games played in other studies: {', '.join(found)}." if found else ""


def _sizes(study, recorded):
    """A sentence about matches whose number of games, when last played, was not the planned one."""
    found = []
    for match in study.matches:
        asked = recorded[match.name][-1].get("asked") if recorded[match.name] else None
        if asked not in (None, match.settings.games):
            found.append(f"{match.name} {asked} instead of {match.settings.games}")
    return f"Games asked for, where not as planned: {', '.join(found)}." if found else ""


def _repeats(played, recorded):
    """A sentence about how many different games there are, if some are the same."""
    digests = [record["digest"] for match in played for record in recorded[match.name]]
    different = len(set(digests))
    if different == len(digests):
        return ""
    return (f"Of {len(digests)} games {different} are different: players without randomness repeat games, and matches whose "
            "games share their seeds share games. Intervals of one match take its games as independent.")


def _margins(played, tallies):
    rows = [margin_row(match, tallies[match.name]) for match in played if tallies[match.name].scores]
    if not rows:
        return []
    return ["The first player's margin a game, in points; the interval is by the standard error of pairs.",
            table(MARGIN_HEAD, rows)]


def _beside(study, tallies, plots):
    matches = {match.name: match for match in study.matches}
    rows = [(matches[entry.match], tallies[entry.match], entry) for entry in study.published if entry.match in tallies]
    if not rows:
        return []
    orders = order_lines(rows)
    if orders:
        orders.insert(0, "Kendall's tau of the order by share with the published one, intervals from resampled "
                         "games; the games of one number in all matches are drawn together, and so are games with the "
                         "same moves:\n")
    return ["## Beside published numbers", beside_text(rows), "\n".join(orders),
            plots.show_table("published", lambda plots, path: plots.draw_beside(path, rows))]


def _ratings(study, tallies, plots):
    results = [(*match.settings.names, tallies[match.name].points, tallies[match.name].games)
               for match in study.matches if match.name in tallies]
    ladders, unrated = make_ladders(results, study.players, study.anchor)
    parts, drawn = [], {}
    for figure in study.figures:
        curves = curves_of(figure, study, tallies, ladders)
        if curves:
            parts += _figure(figure, study, curves, results, plots)
            drawn[figure.name] = figure, curves
    parts = [*(_picture(picture, study, drawn, plots) for picture in study.pictures), *parts]
    shown = [ladder for ladder in ladders if ladder.anchored or len(ladder.ratings) > 2]
    if shown:
        parts += ["## Ratings", "Bradley-Terry Elo by maximum likelihood, draws halves. Intervals (95 %, from the "
                                "curvature of the likelihood) are of the difference to the player marked as fixed."]
        for number, ladder in enumerate(shown):
            name = "ladder" if number == 0 else f"ladder_{number + 1}"
            parts += [ladder_text(ladder), plots.show_table(name, _ladder_picture(ladder))]
        if unrated:
            parts.append(f"The games tell no rating of {', '.join(unrated)}.")
    return parts


def _figure(figure, study, curves, results, plots):
    published = [entry for entry in study.published if entry.figure == figure.name]
    parts = [f"## {figure.name}", curve_text(figure, curves)]
    told = slopes(study, results, figure)
    parts += ["{}: a doubling is worth {:+.0f} Elo (95 % {:+.0f} to {:+.0f}) if each is worth the same.".format(series.label, *slope)
              for series, slope in told]
    parts += ["{}: in self-play a doubling is worth {:+.0f} Elo (95 % {:+.0f} to {:+.0f}) more.".format(*line)
              for line in exaggerations(study, told)]
    if published:
        unit = " %" if figure.y == "points" else " Elo"
        parts += ["Published:", published_lines(published, unit)]
    if figure.name in {panel for picture in study.pictures for panel, _ in picture.panels}:
        return parts
    return [*parts, plots.show(figure.name, lambda plots, path: plots.draw_figure(path, figure, curves, published))]


def _picture(picture, study, drawn, plots):
    """Markdown that shows the panels of a Picture that have games; `drawn`: {name of a figure: (Figure, its Curves)}."""
    panels = [(*drawn[name], title, [entry for entry in study.published if entry.figure == name])
              for name, title in picture.panels if name in drawn]
    return plots.show(picture.name, lambda plots, path: plots.draw_figures(path, panels)) if panels else ""


def _ladder_picture(ladder):
    return lambda plots, path: plots.draw_ladder(path, ladder)


def _waiting(study, recorded):
    waiting = [match.name for match in study.matches if not recorded[match.name]]
    return f"Not played yet: {', '.join(waiting)}." if waiting else ""


def _oddities(played, recorded):
    lines = [_oddity(match, record) for match in played for record in recorded[match.name]
             if record["disputed"] or record["winner"] is None or "detail" in record]
    return "Games to look at:\n\n" + "\n".join(lines) if lines else ""


def _oddity(match, record):
    words = ", ".join(f"{who} {word}" for who, word in record.get("words", {}).items())
    notes = [record["end"], "disputed" if record["disputed"] else "", words, record.get("detail", "")]
    return f"* {match.name} {record['id']}: {record['result']}, {'; '.join(filter(None, notes))}"
