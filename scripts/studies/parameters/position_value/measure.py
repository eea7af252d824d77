"""Compares figures for the value of a position, over games that the engine plays with itself.

    python scripts/studies/parameters/position_value/measure.py [--report]

results.jsonl gets a line for each game as it ends, and games that have one are not played again: stop it at any moment.
report.md is written anew; --report plays nothing. A line has, for each position of the game, what `figures` returns, for the
side to move, and the same of the long search for each position that this looked at, after the position's number.
"""
import argparse
from pathlib import Path

import numpy as np

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.base.files import write_whole
from gopy.engine.searcher import Root
from gopy.go.history import Game
from gopy.lab.bench.measure import new_search
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import mean_interval
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).resolve().parent
RESULTS = ResultsFile(HERE / "results.jsonl")
FIGURES = ("mean of all simulations", "win rate of the best move", "mean weighted by squared visits")
SHARES = (0.25, 0.5, 0.75)      # of the best move's win rate, in mixtures of the first two
LONGEST = 2      # a game ends after so many moves a point


def figures(report):
    """The three FIGURES of a search's report, for the side to move."""
    visits = np.array([child.visits for child in report.children], float)
    rates = np.array([child.winrate for child in report.children])
    return [round(float(each), 5) for each in (report.value, rates[0], (visits**2 * rates).sum() / (visits**2).sum())]


def searched(search, game, simulations):
    """The report of a fresh search of the game's position."""
    search.restart(len(game.moves) + 1)
    search.set_root(Root(game, game.to_play))
    search.run(simulations=simulations)
    return search.report()


def play(settings, size, number):
    """The line of results.jsonl about one game."""
    search, game = new_search(size, 1), Game(size)
    found, long = [], []
    while not game.is_over and len(found) < LONGEST * size * size:
        report = searched(search, game, settings["simulations"])
        if report.best is None or report.best.winrate < 0.03:
            break
        found.append(figures(report))
        # The first move differs from game to game; the others are the search's.
        move = report.children[number % 8].move if not game.moves else report.best.move
        if len(found) % settings["every"] == 1:
            long.append([len(found) - 1, *figures(searched(search, game, settings["reference"]))])
        game.play(game.to_play, move)
    return {"id": f"{size}-{number}", "size": size, "figures": found, "long": long}


def play_missing(settings):
    """Append a line for each game that has none."""
    done = {line["id"] for line in RESULTS.read()}
    for size, games in settings["games"].items():
        for number in range(games):
            if f"{size}-{number}" not in done:
                RESULTS.append(play(settings, int(size), number))


def _with_mixtures(found):
    found = np.array(found)
    mixtures = [share * found[:, 1] + (1 - share) * found[:, 0] for share in SHARES]
    return np.column_stack([found, *mixtures])


def _percent(values):
    return "{:.2f} ({:.2f}-{:.2f})".format(*(100 * each for each in mean_interval(values)))


def rows(lines, size):
    """The rows of the report about a board size. A game is one value of each mean, since its positions are alike."""
    games = [(_with_mixtures(line["figures"]), np.array(line["long"])) for line in lines if line["size"] == size]
    for k, name in enumerate([*FIGURES, *(f"{share} best move + {1 - share} mean" for share in SHARES)]):
        cells = []
        for reference in (0, 1):
            cells.append(_percent([float(np.abs(found[long[:, 0].astype(int), k] - long[:, 1 + reference]).mean())
                                   for found, long in games]))
        cells.append(_percent([float(np.abs(found[1:, k] - (1 - found[:-1, k])).mean()) for found, _ in games]))
        yield f"| {size}x{size} | {name} | {' | '.join(cells)} |"


def write_report(study):
    """Remake report.md from the lines of results.jsonl."""
    lines, settings = RESULTS.read(), study["settings"]
    counted = ", ".join(f"{sum(line['size'] == size for line in lines)} games of {size}x{size}"
                        for size in sorted({line["size"] for line in lines}))
    text = f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{counted}, searched with {settings["simulations"]} simulations a position, and every {settings["every"]}th with {settings["reference"]}. In
percentage points, with 95 % intervals over the games: the mean distance of a figure from two figures of the long search, and its
mean jump from one position to the next.

| board | figure | from the long search's mean | from the long search's best move | jump |
|---|---|---|---|---|
{chr(10).join(row for size in sorted({line["size"] for line in lines}) for row in rows(lines, size))}
"""
    write_whole(HERE / "report.md", f"{text}\n{read_notes(HERE)}".rstrip() + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--report", action="store_true", help="play nothing, remake report.md")
    arguments = parser.parse_args()
    study = read_document(HERE / "study.toml")
    if not arguments.report:
        play_missing(study["settings"])
    write_report(study)


if __name__ == "__main__":
    main()
