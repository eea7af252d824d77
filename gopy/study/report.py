"""The report of a study, remade from its study.toml and results.jsonl alone: `python -m gopy.study.report FOLDER`."""
import math
import sys

from gopy.study.statistics import elo, elo_interval
from gopy.study.study import load_study
from gopy.study.tally import tally

#: A bar is met when the interval's lower end is at most this far below it (shares of the points).
BAR_TOLERANCE = 0.05

_RESULT_HEAD = ["match", "games", "points", "share", "95 %", "Elo", "as Black", "as White", "bar"]
_EFFORT_HEAD = ["match", "moves a game", "player", "CPU s a move", "wall s a move", "least left s", "failures",
                "void", "disputed", "repeated", "commits"]


def write_report(study):
    """Write FOLDER/report.md; returns its path."""
    path = study.folder / "report.md"
    path.write_text(report_text(study), encoding="utf-8")
    return path


def report_text(study):
    """The report in Markdown."""
    lines = study.results.read()
    rows, efforts, oddities, waiting = [], [], [], []
    for match in study.matches:
        records = [record for record in lines if record.get("match") == match.name]
        if not records:
            waiting.append(match.name)
            continue
        settings = match.settings
        total = tally(records, settings.names, settings.games)
        rows.append(_result_row(match, total))
        efforts += _effort_rows(match, total, records)
        oddities += [_oddity(match, record) for record in records if record["disputed"] or record["winner"] is None
                     or "detail" in record]
    parts = [f"# {study.folder.name}", study.question, f"Decided by: {study.rule}",
             "Points are the first player's, a jigo counting a half; intervals are Wilson's.",
             _table(_RESULT_HEAD, rows), _table(_EFFORT_HEAD, efforts)]
    if waiting:
        parts.append(f"Not played yet: {', '.join(waiting)}.")
    if oddities:
        parts += ["Games to look at:", "\n".join(oddities)]
    return "\n\n".join(parts) + "\n"


def _result_row(match, total):
    low, high = total.interval()
    elo_low, elo_high = elo_interval(total.points, total.games)
    played = f"{total.games} of {match.settings.games}"
    return [match.name, played, f"{total.points:g}", f"{100 * total.share:.1f} %",
            f"{100 * low:.1f}-{100 * high:.1f}",
            f"{_signed(elo(total.share))} ({_signed(elo_low)} to {_signed(elo_high)})",
            *(f"{total.wins_as[colour]}/{total.games_as[colour]}" for colour in ("black", "white")),
            _bar_text(match, total, low, elo_low)]


def _bar_text(match, total, low, elo_low):
    if match.bar is None and match.elo_floor is None:
        return ""
    if match.bar is not None:
        wanted, met = f"{100 * match.bar:g} %", low >= match.bar - BAR_TOLERANCE
    else:
        wanted, met = f"above {match.elo_floor:+g} Elo", elo_low > match.elo_floor
    if total.games + len(total.void) < match.settings.games:
        return f"{wanted}: not finished"
    return f"{wanted}: {'met' if met else 'NOT met'}"


def _effort_rows(match, total, records):
    commits = ", ".join(sorted({record["commit"] for record in records if record.get("commit")}))
    moves = f"{total.total_moves / len(records):.1f}" if records else ""
    shared = [str(len(total.void)), str(len(total.disputed)), str(total.duplicates), commits]
    rows = []
    for name in total.names:
        failures = ", ".join(f"{end} {count}" for (culprit, end), count in sorted(total.failures.items())
                             if culprit == name)
        rows.append([match.name, moves, name, _per_move(total.cpu[name], total.cpu_moves[name]),
                     _per_move(total.seconds[name], total.moves[name]), _number(total.least_left.get(name)),
                     failures or "none", *shared])
    return rows


def _per_move(seconds, moves):
    return f"{seconds / moves:.3f}" if moves else ""


def _number(seconds):
    return "" if seconds is None else f"{seconds:.2f}"


def _oddity(match, record):
    words = ", ".join(f"{who} {word}" for who, word in record.get("words", {}).items())
    notes = [record["end"], "disputed" if record["disputed"] else "", words, record.get("detail", "")]
    return f"* {match.name} {record['id']}: {record['result']}, {'; '.join(filter(None, notes))}"


def _signed(number):
    return f"{number:+.0f}" if math.isfinite(number) else ("+inf" if number > 0 else "-inf")


def _table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def main(argv=None):
    """Remake the reports of the folders named; returns the exit status."""
    folders = sys.argv[1:] if argv is None else argv
    for folder in folders:
        print(write_report(load_study(folder)))
    return 0 if folders else 2


if __name__ == "__main__":
    sys.exit(main())
