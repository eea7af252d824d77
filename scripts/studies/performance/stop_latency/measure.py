"""Interrupts analyses of `gopy gtp` at random moments, as study.toml says, and times the answers.

    python scripts/studies/performance/stop_latency/measure.py

results.jsonl (a line an answer) and report.md are written anew.
"""
import random
import subprocess
import sys
import time
from pathlib import Path

from gopy.base.files import write_whole
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document

HERE = Path(__file__).parent
LIMIT_MS = 20.0


class Session:
    """A gopy gtp process and its answers."""

    def __init__(self, size, threads):
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gopy", "gtp", "--size", str(size), "--threads", str(threads), "--seed", "1"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        self.send("reg_genmove b")      # waits until the search is loaded
        self.read_until(b"\n\n")

    def send(self, line):
        self._process.stdin.write(line.encode() + b"\n")

    def read_until(self, end):
        received = b""
        while not received.endswith(end):
            chunk = self._process.stdout.read(1 << 16)
            if not chunk:
                raise EOFError("the engine ended")
            received += chunk

    def close(self):
        self.send("quit")
        self._process.wait()


def measure(settings):
    """Yield a dict for each answer: board size, threads, command and milliseconds."""
    rng = random.Random(settings["seed"])
    number = 0
    for size in settings["sizes"]:
        for threads in settings["threads"]:
            session = Session(size, threads)
            for _ in range(settings["repetitions"]):
                for command in settings["commands"]:
                    number += 1
                    session.send(f"kata-analyze {settings['interval_centiseconds']}")
                    time.sleep(rng.uniform(0.01, settings["longest_wait"]))
                    start = time.perf_counter()
                    session.send(f"{number} {command}")
                    session.read_until(f"={number}\n\n".encode())
                    yield {"id": number, "size": size, "threads": threads, "command": command,
                           "milliseconds": round(1000 * (time.perf_counter() - start), 3)}
                session.send("undo")
                session.read_until(b"=\n\n")
            session.close()


def quantile(values, share):
    """The smallest value that `share` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, -int(-share * len(ordered) // 1) - 1)]


def report(study, results):
    """The report in Markdown."""
    rows, met = [], True
    for size in study["measurement"]["sizes"]:
        for threads in study["measurement"]["threads"]:
            for command in study["measurement"]["commands"]:
                values = [result["milliseconds"] for result in results if (result["size"], result["threads"],
                          result["command"]) == (size, threads, command)]
                worst = quantile(values, 0.99)
                met = met and worst < LIMIT_MS
                rows.append(f"| {size}x{size} | {threads} | `{command}` | {len(values)} | {quantile(values, 0.5):.1f} | "
                            f"{quantile(values, 0.9):.1f} | {worst:.1f} | {max(values):.1f} |")
    table = "\n".join(rows)
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

| board | threads | command | answers | median ms | 90 % | 99 % | longest |
| --- | --- | --- | --- | --- | --- | --- | --- |
{table}

The rule is {"met" if met else "NOT met"}.
"""


def main():
    study = read_document(HERE)
    results = list(measure(study["measurement"]))
    ResultsFile(HERE / "results.jsonl").replace(results)
    write_whole(HERE / "report.md", report(study, results))


if __name__ == "__main__":
    main()
