"""Times gopy, Pachi and libego in turns, as study.toml says.

    python scripts/studies/performance/speed/measure.py --pachi PACHI --libego 'LIBEGO-{size}'

PACHI is the program, built without its neural network; LIBEGO-{size} libego's `engine`, which is built for one
board size. A peer that is not given is left out. results.jsonl (a line a round and board) and report.md are written
anew.
"""
import argparse
import re
import statistics
import subprocess
from pathlib import Path

from gopy.base.files import write_whole
from gopy.go.history import Game
from gopy.lab.bench import measure
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document

HERE = Path(__file__).parent
PACHI_BAR, THREADS_BAR = 2.5, 1.9


def pachi_speed(program, size, games, komi):
    """Simulations a second that Pachi reports of one move with one thread."""
    commands = f"boardsize {size}\nclear_board\nkomi {komi}\ngenmove b\nquit\n"
    done = subprocess.run([program, "-D", "-d", "3", "-s", "1", "-t", f"={games}", "threads=1,pondering=0"],
                          input=commands, capture_output=True, text=True, cwd=Path(program).parent, check=True)
    return float(re.search(r"mcts [0-9.]+s \((\d+) games/s", done.stderr)[1])


def libego_speed(program, playouts):
    """Uniform playouts a second that libego reports."""
    done = subprocess.run([program, f"benchmark {playouts}", "quit"], capture_output=True, text=True, check=True)
    return 1000.0 * float(re.search(r"([0-9.]+) kpps", done.stdout + done.stderr)[1])


def rounds(settings, pachi, libego):
    """Yield a dict for each round and board."""
    seconds = settings["seconds"]
    for board in settings["board"]:
        size = board["size"]
        one, two = (measure.new_search(size, threads, "classical") for threads in (1, 2))
        for search in (one, two):
            measure.simulations_per_second(search, [Game(size)], 0.5)
        for number in range(settings["rounds"]):
            line = {"size": size, "round": number}
            line["one_per_cpu_s"], line["one_per_s"] = measure.simulations_per_second(one, [Game(size)], seconds)
            if pachi:
                line["pachi_per_s"] = pachi_speed(pachi, size, board["pachi_games"], settings["komi"])
            line["two_per_s"] = measure.simulations_per_second(two, [Game(size)], seconds)[1]
            line["uniform_per_s"] = measure.playouts_per_second(size, "uniform", seconds / 3)
            if libego:
                line["libego_per_s"] = libego_speed(libego.format(size=size), board["libego_playouts"])
            yield {key: round(value) for key, value in line.items()}


def ratio_row(lines, name, above, below, bar):
    """A row of the report: medians, the median of the rounds' ratios and their range."""
    lines = [line for line in lines if above in line and below in line]
    if not lines:
        return None
    ratios = sorted(line[above] / line[below] for line in lines)
    medians = [statistics.median(line[key] for line in lines) for key in (above, below)]
    middle = statistics.median(ratios)
    return (f"| {name} | {medians[0]:,.0f} | {medians[1]:,.0f} | {middle:.2f} | {ratios[0]:.2f}-{ratios[-1]:.2f} | "
            f"{bar} | {'yes' if middle >= bar else 'no'} |")


def report(settings, lines):
    """report.md as text."""
    text = ["# speed", "", settings["question"].strip(), "", f"Decided by: {settings['rule'].strip()}", ""]
    for board in settings["board"]:
        size = board["size"]
        mine = [line for line in lines if line["size"] == size]
        rows = [ratio_row(mine, "simulations a second, against Pachi", "one_per_cpu_s", "pachi_per_s", PACHI_BAR),
                ratio_row(mine, "uniform playouts a second, against libego", "uniform_per_s", "libego_per_s",
                          board["libego_bar"]),
                ratio_row(mine, "simulations by the clock, two threads against one", "two_per_s", "one_per_s",
                          THREADS_BAR)]
        text += [f"## {size}x{size}, {len(mine)} rounds", "",
                 "| | gopy | the other | median ratio | range | bar | met |", "|---|---|---|---|---|---|---|",
                 *filter(None, rows), ""]
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pachi", help="Pachi's program")
    parser.add_argument("--libego", help="libego's program, {size} standing for the board size")
    options = parser.parse_args()
    settings = read_document(HERE)
    lines = list(rounds(settings, options.pachi, options.libego))
    ResultsFile(HERE / "results.jsonl").replace(lines)
    write_whole(HERE / "report.md", report(settings, lines))


if __name__ == "__main__":
    main()
