"""Kills commands while they really work, as `scripts/fuzz kills` does, and lets them go on.

    python scripts/studies/robustness/killed_commands/measure.py [--kills N]

results.jsonl (a line a kind) and report.md are written anew; with --kills it is a trial, which prints the report and keeps
nothing.
"""
import sys
from pathlib import Path

from gopy.study.document import read_notes
from gopy.study.measured import record_or_try

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[3] / "tests"))

from fuzz.kills import measure as kill_each     # noqa: E402


def measure(study):
    """Yield a line for each kind."""
    fuzz = study["fuzz"]
    yield from kill_each(fuzz["kinds"], fuzz["kills"], fuzz["seed"])


def report(study, lines):
    """The report in Markdown."""
    rows = "\n".join(f"| {line['id']} | {line['commit']} | {line['kills']} | {line['early']} | {line['finished']} | "
                     f"{len(line['wrong'])} |" for line in lines)
    wrong = [text for line in lines for text in line["wrong"]]
    fuzz = study["fuzz"]
    met = not wrong and {line["id"] for line in lines if line["kills"] >= fuzz["kills"]} == set(fuzz["kinds"])
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

| work | commit | kills | before anything new was kept | times done to the end | wrong |
| --- | --- | --- | --- | --- | --- |
{rows}

{sum(line["kills"] for line in lines)} kills. The rule is {"met" if met else "NOT met"}.
{"".join(f"{chr(10)}* {text}" for text in wrong)}
{read_notes(HERE).strip()}
""".rstrip("\n") + "\n"


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, count="kills", section="fuzz")
