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

from gopy.base.files import write_whole
from gopy.engine.chance import sharpness_of
from gopy.engine.decision import RESIGN
from gopy.engine.engine import Engine
from gopy.engine.go_search import GoSearch
from gopy.engine.options import Options
from gopy.engine.searcher import Root
from gopy.go.geometry import BLACK, num_points
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import wilson
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).resolve().parent
RESULTS = ResultsFile(HERE / "results.jsonl")

#: A game ends when a side's chance was below this for three turns; of such games none was turned in the studies of resigning.
RESIGNED_BELOW = 0.005

#: One of so many best moves is drawn in an opening of so many moves.
BEST, LONGEST_OPENING = 8, 6

#: Bounds of the chance of the side that is ahead, in the report.
BOUNDS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def play(row, number):
    """The line of results.jsonl about one game."""
    name = f"{row['preset']}-{row['size']}-{number}"
    rng = random.Random(name)
    options = Options(size=row["size"], threads=1, preset=row["preset"], sims=row["simulations"], seed=number + 1,
                      resign_threshold=RESIGNED_BELOW, for_points=False, memory=64)
    engine, judge = Engine(options), GoSearch(row["size"], options, 7)
    opening, first = rng.randrange(LONGEST_OPENING + 1), rng.randrange(row["every"])
    judged, winner = [], None
    while winner is None and not engine.game.is_over and len(engine.game.moves) < 3 * row["size"] ** 2:
        game = engine.game
        colour, ply = game.to_play, len(game.moves)
        if ply < opening:
            report = engine.genmove(colour, play=False).report
            engine.play(colour, rng.choice([each.move for each in report.children[:BEST] if each.move < num_points(row["size"])]))
            continue
        if ply % row["every"] == first:
            judge.restart(ply + 1)
            judge.set_root(Root(game, colour))
            value = judge.run(simulations=row["judged_with"]).value
            judged.append([ply, round(value if colour == BLACK else 1.0 - value, 4)])
        if engine.genmove(colour).move == RESIGN:
            winner = "WB"[colour]
    if winner is None:
        winner = "B" if engine.final_score() > 0 else "W"
    engine.close()
    return {"id": name, "winner": winner, "judged": judged}


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
