"""Asks engines for the moves of other programs' test suites.

    python scripts/studies/strength/suites/measure.py FILE.tst ... [--only ENGINE] [--report]

FILE      regression files, with their SGF files where they name them; a suite has the name of its file
--only    an engine of study.toml (all)
--report  ask nothing: make report.md from the lines of results.jsonl

A run goes on after the lines that are in results.jsonl. The commands of study.toml are started as they are: `gopy` must be on the
PATH.
"""
import argparse
import resource
import shlex
from pathlib import Path

HERE = Path(__file__).parent


def asked(path, command):
    """{number: whether the answer is right} of the tests of a file that ask for a move and were set up as it says."""
    from gopy.lab.regress.runner import Result, run_file

    return {result.number: result.passed for result in run_file(path.resolve(), shlex.split(command))
            if isinstance(result, Result) and "genmove" in result.command and result.judged}


def processor_seconds():
    """Of the programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def report(study, lines):
    """The text of report.md."""
    from gopy.lab.study.document import read_notes

    engines = list(study["settings"]["engines"])
    suites = sorted({line["suite"] for line in lines})
    table = ["| suite | positions, times seeds | " + " | ".join(engines) + " |", "|---" * (2 + len(engines)) + "|"]
    for suite in suites:
        here = [line for line in lines if line["suite"] == suite]
        cells = []
        for engine in engines:
            answers = [right for line in here if line["engine"] == engine for right in line["right"].values()]
            seconds = sum(line["cpu"] for line in here if line["engine"] == engine)
            cells.append(f"{sum(answers)} of {len(answers)}, {seconds / len(answers):.2f} s" if answers else "")
        most = max(sum(len(line["right"]) for line in here if line["engine"] == engine) for engine in engines)
        table.append(f"| {suite} | {most} | " + " | ".join(cells) + " |")
    return (f"# {HERE.name}\n\n{study['question'].strip()}\n\nDecided by: {study['rule'].strip()}\n\n{read_notes(HERE).strip()}\n\n"
            "## What was found\n\nRight answers, and processor time a position:\n\n" + "\n".join(table) + "\n")


def main():
    from gopy.lab.match.results.file import ResultsFile
    from gopy.lab.study.document import read_document

    study = read_document(HERE)
    engines = study["settings"]["engines"]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, help="regression files")
    parser.add_argument("--only", choices=list(engines), help="the engine that is asked (all)")
    parser.add_argument("--report", action="store_true", help="ask nothing: remake the report")
    given = parser.parse_args()
    results = ResultsFile(HERE / "results.jsonl")
    lines = results.read() if results.place.exists() else []
    known = {line["id"] for line in lines}
    for seed in study["settings"]["seeds"]:
        for file in [] if given.report else given.files:
            for engine in [given.only] if given.only else engines:
                name = f"{file.stem} {engine} {seed}"
                if name in known:
                    continue
                began = processor_seconds()
                right = asked(file, engines[engine].replace("%SEED", str(seed)))
                lines.append({"id": name, "suite": file.stem, "engine": engine, "seed": seed, "right": right,
                              "cpu": round(processor_seconds() - began, 2)})
                results.append(lines[-1])
                print(f"{name}: {sum(right.values())} of {len(right)}", flush=True)
    (HERE / "report.md").write_text(report(study, lines), encoding="utf-8")


if __name__ == "__main__":
    main()
