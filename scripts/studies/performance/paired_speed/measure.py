"""Compares the speed of this checkout with that of one before it, run by run, as study.toml says.

    git worktree add --detach /tmp/before COMMIT
    GOPY_BEFORE=/tmp/before python scripts/studies/performance/paired_speed/measure.py [--rounds N]
"""
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).parent
ROOT = HERE.parents[3]

#: What the two numbers of one.py are from.
STARTS = ("the empty board", "middle games")


def speeds(checkout, size, seconds):
    """The two speeds of a checkout."""
    words = [sys.executable, str(HERE / "one.py"), str(size), str(seconds)]
    told = subprocess.run(words, check=True, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(checkout)})
    return json.loads(told.stdout)


def measure(study):
    """Yield a dict for each pair of runs."""
    before = os.environ["GOPY_BEFORE"]
    for size in study["sizes"]:
        for checkout in (before, ROOT):         # what is not compiled yet is compiled now
            speeds(checkout, size, 0.1)
        for number in range(study["rounds"]):
            old, new = speeds(before, size, study["seconds"]), speeds(ROOT, size, study["seconds"])
            for start, mine, other in zip(STARTS, new, old):
                yield {"board": size, "start": start, "round": number, "before_per_s": round(other), "per_s": round(mine)}


def report(study, lines):
    """report.md as text."""
    rows = []
    for size in study["sizes"]:
        for start in STARTS:
            pairs = [line for line in lines if (line["board"], line["start"]) == (size, start)]
            ratios = sorted(line["per_s"] / line["before_per_s"] for line in pairs)
            told = [f"{statistics.median(line[key] for line in pairs):,.0f}" for key in ("before_per_s", "per_s")]
            rows.append(f"| {size}x{size} | {start} | {' | '.join(told)} | {statistics.median(ratios):.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f}) |")
    return "\n".join(["# paired_speed", "", study["question"].strip(), "", f"Decided by: {study['rule'].strip()}", "",
                      f"Medians of {study['rounds']} rounds, the ratio's with the range:", "",
                      "| board | from | simulations a second before | now | ratio of a pair |", "|---|---|---|---|---|", *rows, ""])


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, count="rounds")
