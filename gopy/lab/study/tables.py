"""The tables of a study's report, as Markdown or rows: results, effort, ladders, figures and published numbers."""
import math

from gopy.lab.match.results.statistics import elo, elo_interval

#: A bar is met if the lower end of the interval is at most this far below it (as a share of the points).
BAR_TOLERANCE = 0.05

RESULT_HEAD = ["match", "games", "points", "share", "95 %", "95 % by pairs", "Elo", "Elo by pairs",
               "as Black", "as White", "bar"]
EFFORT_HEAD = ["match", "moves a game", "player", "CPU s a move", "wall s a move", "sims a move", "least left s",
               "failures", "void", "disputed", "repeated", "commits"]


MARGIN_HEAD = ["match", "games", "margin", "95 %"]
TEST_HEAD = ["match", "H0", "H1", "pairs", "LLR", "bounds", "decision", "games not counted"]


def table(head, rows) -> str:
    """A Markdown table from the list of headings and rows, which are lists of texts."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def result_row(match, total, test) -> list[str]:
    """The row of a match with points, share and Elo, their intervals, and whether the match met its bar."""
    low, high = total.interval()
    elo_low, elo_high = elo_interval(total.points, total.games)
    by_pairs = total.pair_share_interval()
    return [match.name, f"{total.games} of {match.settings.games}", f"{total.points:g}", f"{100 * total.share:.1f} %",
            _per_cent(low, high), _per_cent(*by_pairs) if by_pairs else "",
            f"{signed(elo(total.share))} ({signed(elo_low)} to {signed(elo_high)})",
            "{} to {}".format(*map(signed, map(elo, by_pairs))) if by_pairs else "",
            *(f"{total.wins_as[colour]}/{total.games_as[colour]}" for colour in ("black", "white")),
            _bar_text(match, total, test, low, elo_low)]


def _per_cent(low, high):
    return f"{100 * low:.1f}-{100 * high:.1f}"


def _bar_text(match, total, test, low, elo_low):
    if match.bar is None and match.elo_floor is None:
        return ""
    if match.bar is not None:
        wanted, met = f"{100 * match.bar:g} %", low >= match.bar - BAR_TOLERANCE
    else:
        wanted, met = f"above {match.elo_floor:+g} Elo", elo_low > match.elo_floor
    decided = test is not None and test.decision is not None
    if not decided and total.games + len(total.void) < match.settings.games:
        return f"{wanted}: not finished"
    return f"{wanted}: {'met' if met else 'NOT met'}"


def effort_rows(match, total, records) -> list[list[str]]:
    """A row for each player of a match with the time and simulations that it used for its moves."""
    commits = ", ".join(sorted({record.get("commit") or record.get("version") or "" for record in records} - {""}))
    shared = [str(len(total.void)), str(len(total.disputed)), str(total.duplicates), commits]
    rows = []
    for name in total.names:
        failures = ", ".join(f"{end} {count}" for (culprit, end), count in sorted(total.failures.items())
                             if culprit == name)
        left = total.least_left.get(name)
        rows.append([match.name, f"{total.total_moves / len(records):.1f}", name,
                     _per_move(total.cpu[name], total.cpu_moves[name], 3),
                     _per_move(total.seconds[name], total.moves[name], 3), _simulations(records, name),
                     "" if left is None else f"{left:.2f}", failures or "none", *shared])
    return rows


def test_row(match, test, records, resting) -> list[str]:
    """The row with the result of a match's sequential test, which counts the games `resting` of the `records`."""
    low, high = test.bounds
    decision = f"{test.decision} accepted" if test.decision else "none yet"
    return [match.name, f"{signed(test.hypotheses.elo0)} Elo", f"{signed(test.hypotheses.elo1)} Elo",
            f"{test.looked_at}", f"{test.llr:.2f}", f"{low:.2f}, {high:.2f}", decision, f"{len(records) - len(resting)}"]


def margin_row(match, total) -> list[str]:
    """The row with the first player's mean margin per game in points, for a match whose records have scores."""
    mean, low, high = total.score_interval()
    return [match.name, f"{total.games}", f"{mean:+.2f}", f"{low:+.2f} to {high:+.2f}"]


def _simulations(records, name):
    told = [record for record in records if name in record.get("simulations", {})]
    return _per_move(sum(record["simulations"][name] for record in told),
                     sum(record["chosen"][name] for record in told), 0)


def _per_move(amount, moves, decimals):
    return f"{amount / moves:.{decimals}f}" if moves else ""


def ladder_text(ladder) -> str:
    """The table of a ladder of ratings."""
    rows = [[rating.player, f"{rating.elo:.0f}", "fixed" if rating.player == ladder.reference
             else f"{rating.low:.0f} to {rating.high:.0f}", f"{rating.points:g} of {rating.games}"]
            for rating in ladder.ratings]
    return table(["player", "Elo", "95 %", "points"], rows)


def curve_text(figure, curves) -> str:
    """The table of the points on a figure's curves, which are gopy.lab.study.curves.Curve."""
    unit = "share" if figure.y == "points" else "Elo"
    rows = [[curve.label, "" if point.x is None else f"{point.x:g}", f"{point.games}", _value(point.y, figure),
             "" if point.low == point.high else f"{_value(point.low, figure)} to {_value(point.high, figure)}"]
            for curve in curves for point in curve.points]
    return table(["curve", figure.axis, "games", unit, "95 %"], rows)


def _value(y, figure):
    return f"{y:.1f} %" if figure.y == "points" else f"{y:+.0f}"


def published_lines(entries, unit) -> str:
    """A Markdown list of Published numbers and their sources."""
    return "\n".join(f"* {entry.label}: {_points(entry, unit)} ({entry.source})" for entry in entries)


def _points(entry, unit):
    return ", ".join(f"{y:g}{unit}" + ("" if x is None else f" at {x:g}") for x, y in entry.points)


def beside_text(rows) -> str:
    """The table of our shares beside the published ones. `rows` are tuples (match, Tally, Published)."""
    cells = []
    for match, total, entry in rows:
        low, high = total.interval()
        cells.append([match.name, str(total.games), f"{100 * total.share:.1f} %", _per_cent(low, high),
                      _points(entry, " %"), entry.label, entry.source])
    return table(["match", "games", "ours", "95 %", "published", "by", "source"], cells)


def signed(number) -> str:
    """A number rounded to a whole one, with its sign; or +inf or -inf."""
    return f"{number:+.0f}" if math.isfinite(number) else ("+inf" if number > 0 else "-inf")
