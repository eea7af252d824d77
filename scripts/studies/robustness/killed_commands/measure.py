"""Kills commands while they really work, as `scripts/fuzz kills` does, and lets them go on.

    python scripts/studies/robustness/killed_commands/measure.py [--report]

results.jsonl gets a line for each kind of command as its kills are over, and a kind that has one is not done again: stop it at any
moment. report.md is written anew. --report kills nothing.
"""
import argparse
import sys
from pathlib import Path

from gopy.base.files import write_whole
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.origin import origin
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).resolve().parent
RESULTS = ResultsFile(HERE / "results.jsonl")
sys.path.insert(0, str(HERE.parents[3] / "tests"))

from fuzz.kills import measure  # noqa: E402


def report(study, lines):
    """The report in Markdown."""
    rows = "\n".join(f"| {line['id']} | {line['commit']} | {line['kills']} | {line['early']} | {line['finished']} | "
                     f"{len(line['wrong'])} |" for line in lines)
    wrong = [text for line in lines for text in line["wrong"]]
    fuzz = study["fuzz"]
    missing = [kind for kind in fuzz["kinds"] if kind not in {line["id"] for line in lines if line["kills"] >= fuzz["kills"]}]
    verdict = "NOT met" if wrong else f"still to be decided by {', '.join(missing)}" if missing else "met"
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

| work | commit | kills | before anything new was kept | times done to the end | wrong |
| --- | --- | --- | --- | --- | --- |
{rows}

{sum(line["kills"] for line in lines)} kills. The rule is {verdict}.
{"".join(f"{chr(10)}* {text}" for text in wrong)}
{read_notes(HERE).strip()}
""".rstrip("\n") + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--report", action="store_true", help="kill nothing: remake the report from the lines")
    study = read_document(HERE)
    fuzz = study["fuzz"]
    if not parser.parse_args().report:
        done = {line["id"] for line in RESULTS.read()}
        for line in measure([kind for kind in fuzz["kinds"] if kind not in done], fuzz["kills"], fuzz["seed"]):
            RESULTS.append({**origin(), **line})
    write_whole(HERE / "report.md", report(study, RESULTS.read()))


if __name__ == "__main__":
    main()
