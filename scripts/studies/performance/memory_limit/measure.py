"""Searches the empty board as study.toml says and follows the tree's memory and the process's.

    python scripts/studies/performance/memory_limit/measure.py

Needs /proc for the resident memory. results.jsonl and report.md are written anew.
"""
from pathlib import Path

from gopy.base.files import write_whole
from gopy.engine.engine import Engine
from gopy.engine.options import Options
from gopy.go.geometry import BLACK
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document

HERE = Path(__file__).parent
INTERVAL = 0.25      # seconds between two samples


def resident_bytes():
    """Resident memory of this process."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise OSError("no resident memory in /proc/self/status")


def measure(settings):
    """List of dicts, a sample each: simulations so far, seconds, bytes of the tree and of the process."""
    engine = Engine(Options(**settings))
    engine.wait_ready()
    # A first search loads all there is to load; the tree's pages are touched by the second.
    engine.estimate()
    engine.new_game()
    samples = [{"id": 0, "simulations": 0, "seconds": 0.0, "tree_bytes": 0, "resident_bytes": resident_bytes()}]

    def sample(report):
        samples.append({"id": len(samples), "simulations": report.simulations, "seconds": round(report.seconds, 3),
                        "tree_bytes": report.bytes, "resident_bytes": resident_bytes()})

    sample(engine.genmove(BLACK, on_report=sample, interval=INTERVAL).report)
    engine.close()
    return samples


def report(study, samples):
    """The report in Markdown."""
    settings = study["engine"]
    limit = settings["memory_mb"] * 2**20
    last = samples[-1]
    tenth = next(sample for sample in samples if sample["simulations"] >= settings["sims"] / 10)
    first_rate = tenth["simulations"] / tenth["seconds"]
    slowest = min((after["simulations"] - before["simulations"]) / (after["seconds"] - before["seconds"])
                  for before, after in zip(samples[::4], samples[4::4]))
    tree = max(sample["tree_bytes"] for sample in samples)
    growth = max(sample["resident_bytes"] for sample in samples) - samples[0]["resident_bytes"]
    met = (last["simulations"] >= settings["sims"] and slowest >= first_rate / 2 and max(tree, growth) <= 1.1 * limit)
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

| | |
| --- | --- |
| simulations made | {last["simulations"]} of {settings["sims"]} in {last["seconds"]:.1f} s |
| simulations a second, first tenth | {first_rate:.0f} |
| simulations a second, slowest second | {slowest:.0f} |
| limit, MiB | {limit / 2**20:.1f} |
| tree at its largest, MiB | {tree / 2**20:.2f} |
| growth of the process, MiB | {growth / 2**20:.2f} |

The rule is {"met" if met else "NOT met"}.
"""


def main():
    study = read_document(HERE)
    samples = measure(study["engine"])
    ResultsFile(HERE / "results.jsonl").replace(samples)
    write_whole(HERE / "report.md", report(study, samples))


if __name__ == "__main__":
    main()
