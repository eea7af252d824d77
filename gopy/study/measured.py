"""The command of a study that is no match: measure, keep the lines, write the report; or a trial that keeps nothing."""
import argparse
import json
import sys

from gopy.study.study import read_document


def record_or_try(folder, description, section, measure, report):
    """Parse the command line and do what it says.

    folder: the study's. `measure(study)` yields a dict a line of results.jsonl from the dict that study.toml holds;
    `report(study, lines)` is report.md. Both files are written anew, unless `--games N` asks for a trial: N then takes
    the place of `games` in the table `section` of study.toml, and the report is printed.
    """
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("--games", type=int, help="a trial of so many games: prints the report and keeps nothing")
    games = parser.parse_args().games
    study = read_document(folder)
    if games:
        study[section]["games"] = games
    lines = []
    for line in measure(study):
        print(line, file=sys.stderr)
        lines.append(line)
    if games:
        print(report(study, lines))
        return
    (folder / "results.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    (folder / "report.md").write_text(report(study, lines), encoding="utf-8")
