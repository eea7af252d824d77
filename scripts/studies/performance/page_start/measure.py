"""Starts `scripts/gopy web` in a fresh clone of this repository, and again, as study.toml says, and times how soon its page is there.

    python scripts/studies/performance/page_start/measure.py [--starts N]

Needs git, and the network where pip has no cache. What is committed is cloned. results.jsonl (a line a start) and report.md are written
anew; with --starts it is a trial, which prints the report and keeps nothing.
"""
import os
import resource
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
FIRST_S, LATER_S = 20.0, 2.0


def start(clone, environment):
    """Seconds from the command to the page, and those of processor time that it took with all that it started."""
    before, began = _processor_seconds(), time.monotonic()
    process = subprocess.Popen([clone / "scripts" / "gopy", "web", "--no-browser"], cwd=clone, env=environment, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True, start_new_session=True)
    address = process.stdout.readline().strip()
    with urllib.request.urlopen(address, timeout=60) as answer:
        assert answer.status == 200 and b"page.js" in answer.read()
    seconds = time.monotonic() - began
    process.send_signal(signal.SIGTERM)
    process.wait(60)
    return {"seconds": round(seconds, 2), "processor_seconds": round(_processor_seconds() - before, 2)}


def _processor_seconds():
    """Those of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(study):
    """Lines of results.jsonl."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "gopy"
        subprocess.run(["git", "clone", "--quiet", "--no-local", "--depth", "1", ROOT.as_uri(), clone], check=True)
        inherited = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH", "GOPY_CACHE_DIR")}
        environment = {**inherited, "XDG_CACHE_HOME": f"{folder}/cache", "XDG_STATE_HOME": f"{folder}/state",
                       "PIP_CACHE_DIR": os.environ.get("PIP_CACHE_DIR", str(Path.home() / ".cache" / "pip"))}
        for number in range(1 + study["starts"]):
            yield {"start": number, **start(clone, environment)}


def report(study, lines):
    """The report in Markdown."""
    first, later = lines[0], lines[1:]
    median = statistics.median(line["seconds"] for line in later)
    met = first["seconds"] < FIRST_S and median < LATER_S
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

| start | until the page is there | processor time until its end |
| --- | --- | --- |
| the first, in a fresh clone | {first["seconds"]:.1f} s | {first["processor_seconds"]:.1f} s |
| {len(later)} others, median | {median:.2f} s | {statistics.median(line["processor_seconds"] for line in later):.2f} s |
| the slowest of these | {max(line["seconds"] for line in later):.2f} s | |

The rule is {"met" if met else "NOT met"}.
"""


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, count="starts")
