"""The command line of a study that plays no matches: measure and write a report, or make a trial that keeps nothing."""
import argparse
import sys

from gopy.base.files import write_whole
from gopy.base.numbers import whole_number
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.origin import origin
from gopy.lab.study.document import read_document


def record_or_try(folder, description, measure, report, count="games", section=None) -> None:
    """Parse the command line and do what it says: measure, make a trial, or (`--report`) remake the report from the lines.

    folder    the study's folder
    measure   measure(study) yields the lines of results.jsonl as dicts; `study` is the content of study.toml
    report    report(study, lines) returns the text of report.md
    count     the key of study.toml, and the option, that sets how much is measured
    section   the table of study.toml that has this key (None: the top level)

    Both files are written anew, unless `--games N` (or the option that `count` names) asks for a trial: N then replaces
    the value in study.toml, and the report is only printed.
    """
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("--" + count, type=whole_number(1),
                        help=f"a trial of so many {count}: prints the report and keeps nothing")
    parser.add_argument("--report", action="store_true", help="measure nothing: remake the report from the lines")
    given = parser.parse_args()
    trial = getattr(given, count)
    study, results = read_document(folder), ResultsFile(folder / "results.jsonl")
    if given.report:
        write_whole(folder / "report.md", report(study, results.read()))
        return
    if trial:
        (study if section is None else study[section])[count] = trial
    lines = []
    for line in measure(study):
        print(line, file=sys.stderr)
        lines.append({**origin(), **line})
    if trial:
        print(report(study, lines))
        return
    results.replace(lines)
    write_whole(folder / "report.md", report(study, lines))
