"""Simulations a second of one tree, of two threads in it and of two workers, and how much of them is merged.

    python scripts/studies/performance/cluster_speed/measure.py

The settings are in study.toml; results.jsonl and report.md are written anew.
"""
import operator
import statistics
import time
from pathlib import Path

from gopy.base.files import write_whole
from gopy.engine.engine import Engine
from gopy.engine.options import Options
from gopy.go.geometry import BLACK
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document

HERE = Path(__file__).parent

#: Ways to search: options by name.
WAYS = {
    "one thread": {"threads": 1},
    "two threads": {"threads": 2},
    "two workers": {"threads": 1, "cluster": 2},
    "two workers, roots": {"threads": 1, "cluster": 2, "cluster_merge": "root"},
}


def measure(settings):
    """List of dicts, one a search of the empty board: way, simulations, seconds until the move is there, visits.

    The ways take turns, so that a machine whose speed changes is as fast for one as for another.
    """
    engines = {way: Engine(Options(size=settings["size"], seconds=settings["seconds"], seed=settings["seed"], **options))
               for way, options in WAYS.items()}
    for engine in engines.values():
        engine.wait_ready()
        engine.estimate()           # loads what is still to be loaded
    lines = []
    for _ in range(settings["repeats"]):
        for way, engine in engines.items():
            engine.new_game()
            started = time.perf_counter()
            report = engine.analyze(BLACK, lambda report: None, 1.0,
                                    should_stop=lambda: time.perf_counter() - started >= settings["seconds"])
            lines.append({"id": len(lines), "way": way, "simulations": report.simulations, "visits": report.visits,
                          "seconds": round(time.perf_counter() - started, 4)})
    for engine in engines.values():
        engine.close()
    return lines


def table(lines, settings):
    """The report in Markdown."""
    rows = []
    rates = {way: [line["simulations"] / line["seconds"] for line in lines if line["way"] == way] for way in WAYS}
    for way in WAYS:
        ratio = statistics.median(map(operator.truediv, rates[way], rates["one thread"]))
        mine = [line for line in lines if line["way"] == way]
        merged = min(line["visits"] / line["simulations"] for line in mine)
        overrun = max(line["seconds"] for line in mine) - settings["seconds"]
        rate = statistics.median(rates[way])
        rows.append(f"| {way} | {rate:.0f} | {ratio:.2f} | {100 * merged:.2f} % | {overrun:.3f} |")
    board = f"{settings['size']}x{settings['size']}"
    return f"""# {HERE.name}

{settings["question"].strip()}

{settings["repeats"]} searches of the empty {board} board of {settings["seconds"]:g} s each, in turns.
Medians; the ratio is the median of the rounds'.

| | simulations a second | times one thread | visits of the reported root by simulations | longest overrun, s |
| --- | --- | --- | --- | --- |
""" + "\n".join(rows) + "\n"


def main():
    settings = read_document(HERE)
    lines = measure(settings)
    ResultsFile(HERE / "results.jsonl").replace(lines)
    write_whole(HERE / "report.md", table(lines, settings))


if __name__ == "__main__":
    main()
