"""The report of the study in Markdown, from the lines of results.jsonl alone."""
from collections import Counter
from pathlib import Path

from gopy.lab.study.document import read_notes

HERE = Path(__file__).parent

def report(study, lines):
    """The text of report.md. lines: those of results.jsonl, of one run or several."""
    runs = list(dict.fromkeys(line["run"] for line in lines))
    totals = {run: _total(line["counts"] for line in lines if line["run"] == run) for run in runs}
    kinds = sorted(set().union(*totals.values()) - {"files"})
    sources = list(dict.fromkeys(line["source"] for line in lines))
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{read_notes(HERE).strip()}

## What was found

{_table(["", *runs], [["records read", *(totals[run]["files"] for run in runs)],
                      *([kind, *(totals[run][kind] for run in runs)] for kind in kinds)])}

A row counts records. *Saved* is what the page writes after it has loaded the record: a property is lost if none of its values is
left, and changed if not all are.

{_properties(lines, runs)}

## The sources

{_table(["source", "records", *(f"{run}: {kind}" for kind in ("refused", "another position") for run in runs)],
        [[source, _of(lines, runs[-1], source)["files"],
          *(_of(lines, run, source)[kind] for kind in ("refused", "another position") for run in runs)] for source in sources])}
"""


def _properties(lines, runs):
    """Which properties were lost or changed in how many records, a paragraph for each run and kind."""
    told = []
    for run in runs:
        for kind in sorted({kind for line in lines if line["run"] == run for kind in line["properties"]}):
            names = _total(line["properties"].get(kind, {}) for line in lines if line["run"] == run)
            told.append(f"{run}, {kind}: " + ", ".join(f"{name} {count}" for name, count in names.most_common()) + ".")
    return "\n\n".join(told)


def _total(counts):
    total = Counter()
    for each in counts:
        total.update(each)
    return total


def _of(lines, run, source):
    return _total(line["counts"] for line in lines if (line["run"], line["source"]) == (run, source))


def _table(head, rows):
    cells = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in cells)
