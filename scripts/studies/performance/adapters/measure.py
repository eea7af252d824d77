"""Trains by the examples that study.toml names, each in a process of its own, and writes report.md.

    .venv-rl/bin/python scripts/studies/performance/adapters/measure.py [--report]

It needs the libraries, which `scripts/test --rl` installs in .venv-rl. A line of results.jsonl is kept for each adapter; remove it to train
again.
"""
import argparse
import importlib
import json
import resource
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from gopy.base.files import write_whole
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[3] / "docs" / "examples"

#: Of examples that tell a number for each round of training: how many of the first and the last are averaged.
ENDS = 5


def train(adapter):
    """Train in this process; returns the adapter's line."""
    import torch

    torch.set_num_threads(1)
    sys.path.insert(0, str(EXAMPLES))
    example = importlib.import_module(adapter["name"])
    told = example.train(**adapter["arguments"], **({"report": lambda text: None} if adapter["name"] in ("ppo", "rllib_ppo") else {}))
    told = [float(each) for each in told]
    before, after = told if len(told) == 2 else (sum(told[:ENDS]) / ENDS, sum(told[-ENDS:]) / ENDS)
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return {"name": adapter["name"], "arguments": adapter["arguments"], "library": f"{adapter['library']} {version(adapter['library'])}",
            "torch": version("torch"), "before": round(before, 4), "after": round(after, 4), "rounds": len(told) if len(told) > 2 else None,
            "cpu_seconds": round(sum(each.ru_utime + each.ru_stime for each in usage), 1)}


def report(study, lines):
    """The report in Markdown."""
    rows = []
    for line in lines:
        shown = (lambda share: f"{share:.2f}") if line["name"] == "rllib_ppo" else (lambda share: f"{share:.0%}")
        least = 0.2 if line["name"] == "rllib_ppo" else 0.1
        works = "yes" if line["after"] >= line["before"] + least else "no"
        arguments = ", ".join(f"{name} {value:g}" for name, value in line["arguments"].items())
        rows.append(f"| {line['name']}.py, {line['library']} | {arguments} | {line['cpu_seconds']:.0f} | {shown(line['before'])} | "
                    f"{shown(line['after'])} | {works} |")
    table = "\n".join(rows)
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{read_notes(HERE)}| example | arguments | processor time, s | before | after | works |
|---|---|---|---|---|---|
{table}

Shares of games won, of rllib_ppo.py the mean reward, -1 to 1. Of ppo.py and rllib_ppo.py before and after are the means of the first and the
last {ENDS} rounds of training, of the others of games before and after it. The time is that of the whole process, with its start.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--report", action="store_true", help="write report.md from the lines alone")
    parser.add_argument("--adapter", help=argparse.SUPPRESS)        # in a process of its own: print the line
    options = parser.parse_args()
    study = read_document(HERE)
    if options.adapter:
        print("\n" + json.dumps(train(next(each for each in study["adapter"] if each["name"] == options.adapter))))
        return
    results = ResultsFile(HERE / "results.jsonl")
    lines = results.read()
    for adapter in () if options.report else study["adapter"]:
        if not any(line["name"] == adapter["name"] for line in lines):
            done = subprocess.run([sys.executable, __file__, "--adapter", adapter["name"]], stdout=subprocess.PIPE, text=True, check=True)
            lines.append(json.loads(done.stdout.splitlines()[-1]))
            results.append(lines[-1])
    write_whole(HERE / "report.md", report(study, lines))


if __name__ == "__main__":
    main()
