"""Plays the self-play games of study.toml in one process, weighs it, replays the records, and writes the report.

    python scripts/studies/performance/selfplay_memory/measure.py [--games N]

Needs /proc for the resident memory. results.jsonl and report.md are written anew.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

from gopy.go.history import Game
from gopy.go.sgf import load_file
from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).parent
EVERY = 100      # games between two lines


def resident_bytes(pid):
    """Resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise ValueError(f"process {pid} has no memory")


def illegal_moves(path):
    """Number of moves in a record that the rules forbid."""
    record = load_file(path)
    game = Game(record.size, record.komi, record.rules)
    bad = 0
    for colour, move in record.moves:
        bad += not game.legal(colour, move)
        game.play(colour, move)
    return bad


def measure(study):
    """Yield the lines of `play` about the study's games."""
    with tempfile.TemporaryDirectory() as folder:
        yield from play(study["selfplay"], Path(folder))


def play(settings, folder):
    """Yield a dict for every EVERY-th game and the last: id (games played), resident memory, records so far."""
    words = [sys.executable, "-m", "gopy", "selfplay", "--sgf", str(folder)]
    for name, value in settings.items():
        words += [f"--{name}", str(value)]
    moves, results = 0, {}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            number, result, length = line.split()[:3]
            moves += int(length)
            kind = result if result in ("?", "Void") else "R" if result.endswith("R") else "score"
            results[kind] = results.get(kind, 0) + 1
            if int(number) % EVERY == 0 or int(number) == settings["games"]:
                yield {"id": int(number), "resident_bytes": resident_bytes(process.pid), "moves": moves,
                       "ends": dict(results)}
    yield {"id": "exit", "status": process.returncode, "records": len(list(folder.glob("*.sgf"))),
           "illegal_moves": sum(map(illegal_moves, folder.glob("*.sgf")))}


def report(study, lines):
    """The report in Markdown."""
    weights = {line["id"]: line["resident_bytes"] for line in lines if line["id"] != "exit"}
    last = lines[-1]
    rows = "\n".join(f"| {games} | {weight / 2**20:.1f} |" for games, weight in weights.items())
    growth = weights[max(weights)] / weights.get(100, weights[min(weights)]) - 1
    met = last["status"] == 0 and last["illegal_moves"] == 0 and abs(growth) <= 0.05
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

| games | resident MiB |
| --- | --- |
{rows}

Change from game 100 to the last: {100 * growth:+.1f} %. Exit status {last["status"]}; {last["records"]} records with
{last["illegal_moves"]} illegal moves; ends {lines[-2]["ends"]}; {lines[-2]["moves"] / max(weights):.1f} moves a game.
The rule is {"met" if met else "NOT met"}.
"""


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, section="selfplay")
