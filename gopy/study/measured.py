"""The command of a study that is no match: measure, keep the lines, write the report; or a trial that keeps nothing."""
import argparse
import json
import sys

from gopy.inputs.files import write_whole
from gopy.inputs.numbers import whole_number
from gopy.study.document import read_document
from gopy.match.results.file import ResultsFile


def record_or_try(folder, description, measure, report, count="games", section=None) -> None:
    """Parse the command line and do what it says: measure, try, or (`--report`) remake the report from the lines.

    folder: the study's. `measure(study)` yields a dict a line of results.jsonl from the dict that study.toml holds;
    `report(study, lines)` is report.md. Both files are written anew, unless `--games N` (or what `count` names) asks
    for a trial: N then takes its place in the table `section` of study.toml (None: at the top), and the report is
    printed.
    """
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("--" + count, type=whole_number(1),
                        help=f"a trial of so many {count}: prints the report and keeps nothing")
    parser.add_argument("--report", action="store_true", help="measure nothing: remake the report from the lines")
    given = parser.parse_args()
    trial = getattr(given, count)
    study = read_document(folder)
    if given.report:
        write_whole(folder / "report.md", report(study, ResultsFile(folder / "results.jsonl").read()))
        return
    if trial:
        (study if section is None else study[section])[count] = trial
    lines = []
    for line in measure(study):
        print(line, file=sys.stderr)
        lines.append(line)
    if trial:
        print(report(study, lines))
        return
    write_whole(folder / "results.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    write_whole(folder / "report.md", report(study, lines))
