"""Plays the match of study.toml with `gopy match`, kills the runner several times, and looks at what was recorded.

    python scripts/studies/robustness/killed_match/measure.py [--games N]

results.jsonl (a line a run of the match, and one about the end) and report.md are written anew.
"""
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).parent


def command_line(match, folder):
    """Words of the match's command."""
    words = [sys.executable, "-m", "gopy", "match", match["a"], match["b"], "--out", str(folder)]
    for name, value in match.items():
        if name not in ("a", "b"):
            words += [f"--{name}", str(value)]
    return words


def run_until(words, path, wanted, wait):
    """Run the command and kill it `wait` seconds after `wanted` games are recorded; returns its exit status."""
    runner = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while runner.poll() is None and _lines(path) < wanted:
        time.sleep(0.01)
    time.sleep(wait)
    runner.kill()
    return runner.wait()


def _lines(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def measure(study):
    """Yield the lines of `play` about the study's match."""
    with tempfile.TemporaryDirectory() as folder:
        yield from play(study["match"], study["kills"], Path(folder))


def play(match, kills, folder):
    """Yield a dict a run: id, games recorded after it, exit status, and whether earlier lines still stand."""
    path, rng = folder / "games.jsonl", random.Random(kills["seed"])
    words, kept = command_line(match, folder), b""
    for number in range(kills["number"] + 1):
        if number == kills["number"]:
            status = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
        else:
            due = match["games"] - kills["before_the_end"] - _lines(path)
            share = due // (kills["number"] - number)
            status = run_until(words, path, _lines(path) + rng.randint(1, max(1, share)),
                               rng.uniform(0.0, kills["longest_wait"]))
        found = path.read_bytes()
        yield {"id": number, "status": status, "games": len(ResultsFile(path).read()),
               "earlier_lines_stand": found.startswith(kept)}
        # What follows the last line's end was being written; it does not count and may be cut off.
        kept = found[:found.rfind(b"\n") + 1]
    records = ResultsFile(path).read()
    ids = [record["id"] for record in records]
    digests = [record["digest"] for record in records]
    yield {"id": "end", "games": len(ids), "missing": sorted(set(range(match["games"])) - set(ids)),
           "twice": sorted({one for one in ids if ids.count(one) > 1}),
           "without_sgf": [one for one in ids if not (folder / "sgf" / f"{one}.sgf").exists()],
           "void": sum(record["winner"] is None for record in records),
           "same_moves_as_another": len(digests) - len(set(digests))}


def report(study, lines):
    """The report in Markdown."""
    match = study["match"]
    runs, end = lines[:-1], lines[-1]
    rows = "\n".join(f"| {line['id']} | {line['status']} | {line['games']} | "
                     f"{'yes' if line['earlier_lines_stand'] else 'NO'} |" for line in runs)
    met = (all(line["earlier_lines_stand"] for line in runs) and runs[-1]["status"] == 0
           and all(line["status"] == -9 for line in runs[:-1])
           and end["games"] == match["games"] and not end["missing"] + end["twice"] + end["without_sgf"])
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{match["a"]} against {match["b"]}, {match["size"]}x{match["size"]}, {match["jobs"]} games at a time.

| run | exit status (-9: killed) | games recorded | earlier lines stand |
| --- | --- | --- | --- |
{rows}

{end["games"]} games of {match["games"]}: ids missing {end["missing"] or "none"}, ids twice {end["twice"] or "none"},
without SGF {end["without_sgf"] or "none"}; {end["void"]} void. Games with the very moves of an earlier one:
{end["same_moves_as_another"]}. The rule is {"met" if met else "NOT met"}.
"""


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, section="match")
