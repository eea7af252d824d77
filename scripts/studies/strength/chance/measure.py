"""Compares the win rates of searches with games won, and fits the sharpness of gopy.engine.chance.

    python scripts/studies/strength/chance/measure.py [--report]

results.jsonl gets a line for each game as it ends, and games that have one are not played again: stop it at any moment.
report.md is written anew; --report plays nothing. A line has the winner of the game, and for each judged position its ply and Black's
win rate by the longer search.
"""
import argparse
import random
from pathlib import Path

import numpy as np
from scipy.optimize import minimize_scalar

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.base.files import write_whole
from gopy.engine.chance import sharpness_of
from gopy.engine.go_search import GoSearch
from gopy.engine.options import Options
from gopy.engine.searcher import Root
from gopy.go.geometry import BLACK, num_points
from gopy.go.history import Game
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import wilson
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).resolve().parent
RESULTS = ResultsFile(HERE / "results.jsonl")

#: A game ends when the mean of the last turns, for Black, leaves these bounds. Of games that were resigned later than this and played on,
#: none was turned (gopy.engine.resigning).
LOST, WON, TURNS = 0.02, 0.98, 4

#: In an opening of up to LONGEST_OPENING moves each is drawn from so many best ones.
BEST, LONGEST_OPENING = 8, 6

#: Bounds of the chance of the side that is ahead, in the report.
BOUNDS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def play(row, number):
    """The line of results.jsonl about one game."""
    name = f"{row['preset']}-{row['size']}-{number}"
    rng, game = random.Random(name), Game(row["size"])
    options = Options(size=row["size"], threads=1, preset=row["preset"], memory=64)
    player, judge = GoSearch(row["size"], options, number + 1), GoSearch(row["size"], options, 7)
    opening, first = rng.randrange(LONGEST_OPENING + 1), rng.randrange(row["every"])
    judged, values = [], []
    while not game.is_over and len(game.moves) < 2 * row["size"] ** 2 and (len(values) < TURNS or LOST < np.mean(values[-TURNS:]) < WON):
        colour, ply = game.to_play, len(game.moves)
        report, values = searched(player, game, row["simulations"], values)
        if ply >= opening and ply % row["every"] == first:
            judge.restart(ply + 1)
            judged.append([ply, round(searched(judge, game, row["judged_with"], [])[1][0], 4)])
        points = [each.move for each in report.children[:BEST] if each.move < num_points(row["size"])]
        game.play(colour, rng.choice(points) if ply < opening else report.best.move)
    return {"id": name, "winner": "B" if np.mean(values[-TURNS:]) > 0.5 else "W", "judged": judged}


def searched(search, game, simulations, values):
    """(Report, values and Black's win rate) of a search of the position on the board."""
    search.set_root(Root(game, game.to_play))
    report = search.run(simulations=simulations)
    return report, [*values, report.value if game.to_play == BLACK else 1.0 - report.value]


def play_missing(rows):
    """Append a line for each game that has none."""
    done = {line["id"] for line in RESULTS.read()}
    for row in rows:
        for number in range(row["games"]):
            if f"{row['preset']}-{row['size']}-{number}" not in done:
                RESULTS.append(play(row, number))


def fitted(winrates, won):
    """The sharpness of the largest likelihood. winrates: Black's, between 0 and 1; won: whether Black won."""
    odds = np.log(winrates / (1.0 - winrates))

    def loss(sharpness):
        return np.logaddexp(0.0, np.where(won, -1.0, 1.0) * sharpness * odds).mean()
    return minimize_scalar(loss, bounds=(0.3, 4.0), method="bounded").x


def lines_about(row, lines):
    """The lines of the report about a row."""
    mine = [line for line in lines if line["id"].startswith(f"{row['preset']}-{row['size']}-")]
    if not mine:
        return
    black = np.array([value for line in mine for _, value in line["judged"]]).clip(0.001, 0.999)
    won = np.array([line["winner"] == "B" for line in mine for _ in line["judged"]])
    used = sharpness_of(row["size"], row["preset"] == "network")
    ahead = np.maximum(black, 1.0 - black)
    ahead_won = np.where(black >= 0.5, won, ~won)
    shown = 1.0 / (1.0 + ((1.0 - ahead) / ahead) ** used)
    yield (f"## {row['size']}x{row['size']}, preset {row['preset']}\n\n{len(mine)} games, {len(black)} positions judged with "
           f"{row['judged_with']} simulations. Sharpness of the largest likelihood: {fitted(black, won):.2f}; the engine has {used:g}.\n\n"
           "| shown, of the side ahead | positions | mean shown | mean win rate of the search | won |\n|---|---|---|---|---|")
    for low, high in zip(BOUNDS, BOUNDS[1:]):
        inside = (shown >= low) & (shown < high)
        if inside.any():
            wins, count = int(ahead_won[inside].sum()), int(inside.sum())
            least, most = wilson(wins, count)
            yield (f"| {100 * low:.0f} to {100 * high:.0f} % | {count} | {100 * shown[inside].mean():.1f} % | {100 * ahead[inside].mean():.1f} % "
                   f"| {100 * wins / count:.1f} % ({100 * least:.1f}-{100 * most:.1f}) |")
    yield ""


def write_report(study):
    """Remake report.md from the lines of results.jsonl."""
    lines = RESULTS.read()
    found = "\n".join(line for row in study["row"] for line in lines_about(row, lines))
    text = f"# {HERE.name}\n\n{study['question'].strip()}\n\nDecided by: {study['rule'].strip()}\n\n{found}"
    write_whole(HERE / "report.md", f"{text}\n{read_notes(HERE)}".rstrip() + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--report", action="store_true", help="play nothing, remake report.md")
    arguments = parser.parse_args()
    study = read_document(HERE / "study.toml")
    if not arguments.report:
        play_missing(study["row"])
    write_report(study)


if __name__ == "__main__":
    main()
