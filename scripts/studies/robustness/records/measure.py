"""Reads game records with gopy and with a slow, independent reading, and counts where they differ.

    python scripts/studies/robustness/records/measure.py FOLDER ... [--run NAME] [--lines FILE]

FOLDER    a folder of records (*.sgf, *.mgt), with all folders in it: one source of records
--run     the name of this run. Its lines in results.jsonl about these folders are written anew, one for each, and so is
          report.md; without a name nothing is kept, and the report is printed
--lines   a file that gets one JSON line for each record, with everything that was found about it. It holds names and texts
          of the records: keep it outside the repository
--report  compare nothing: make report.md from the lines of results.jsonl
"""
import argparse
import hashlib
import json
import re
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
sys.path[:0] = [str(ROOT / "tests"), str(HERE)]

from differences import differences  # noqa: E402
from report import report  # noqa: E402

from gopy.base.files import write_whole  # noqa: E402
from gopy.lab.match.results.file import ResultsFile  # noqa: E402
from gopy.lab.study.document import read_document  # noqa: E402


def records_in(folder):
    """The paths of the records in a folder, in alphabetical order."""
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".sgf", ".mgt") and path.is_file())


def compare(folder, leaves, lines):
    """The line of results.jsonl about a folder, and the list of its refusals.

    leaves: how many branches of a record to compare after saving; lines: a file for what is told of each record, or None.
    """
    counts, names, refusals = Counter(), {}, []
    for path in records_in(folder):
        data = path.read_bytes()
        found = differences(data, leaves)
        counts["files"] += 1
        counts.update({kind for kind, _ in found.kinds})
        for kind, name in found.kinds:
            if name:
                names.setdefault(kind, Counter())[name] += 1
        if found.refused is not None:
            refusals.append({"source": folder.name, "digest": hashlib.sha256(data).hexdigest()[:16],
                             "reason": reason_kind(found.refused), "also refused by the slow reading": found.slow_refused})
        if lines is not None:
            print(json.dumps({"path": str(path), "kinds": found.kinds, "refused": found.refused, "slow": found.slow_refused,
                              "told": found.told}, ensure_ascii=False), file=lines)
    return {"source": folder.name, "counts": dict(sorted(counts.items())),
            "properties": {kind: dict(sorted(each.items())) for kind, each in sorted(names.items())}}, refusals


def reason_kind(reason):
    """A reason without what stands in the record: numbers and quoted texts are left out."""
    reason = re.sub(r"'[^']*'|\"[^\"]*\"|b'[^']*'", "'...'", reason)
    return re.sub(r"\b[A-HJ-T]\d+\b|\d+", "N", reason)


def keep(run, lines, refusals):
    """Put the lines of a run about some sources in the place of those that results.jsonl and refusals.jsonl have."""
    sources = {line["source"] for line in lines}

    def others(told):
        return [line for line in told if line["run"] != run or line["source"] not in sources]
    results, reasons = ResultsFile(HERE / "results.jsonl"), ResultsFile(HERE / "refusals.jsonl")
    results.replace(others(results.read()) + [{"id": f"{run}, {line['source']}", "run": run, **line} for line in lines])
    reasons.replace(others(reasons.read()) + [{"run": run, **line} for line in refusals])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--run", help="keep the counts under this name")
    parser.add_argument("--lines", type=Path, help="a file for one line about each record")
    parser.add_argument("--report", action="store_true", help="compare nothing: remake the report from the lines")
    given = parser.parse_args()
    for folder in given.folders:
        if not folder.is_dir():
            parser.error(f"{folder} is no folder")
    study, lines, refusals = read_document(HERE), [], []
    told = given.lines.open("w", encoding="utf-8") if given.lines else None
    for folder in given.folders:
        line, refused = compare(folder, study["records"]["leaves"], told)
        print(json.dumps(line), file=sys.stderr)
        lines.append(line)
        refusals += refused
    if told is not None:
        told.close()
    if given.run:
        keep(given.run, lines, refusals)
    if given.run or given.report:
        write_whole(HERE / "report.md", report(study, ResultsFile(HERE / "results.jsonl").read()))
    elif lines:
        print(report(study, [{"run": "trial", **line} for line in lines]))


if __name__ == "__main__":
    main()
