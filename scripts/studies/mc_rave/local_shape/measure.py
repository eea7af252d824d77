"""Measures at each stage of study.toml the player that `gopy learn local-shape` has made.

    python scripts/studies/mc_rave/local_shape/measure.py                    # remakes the report from the lines alone
    python scripts/studies/mc_rave/local_shape/measure.py --weights FOLDER   # measures what is missing

FOLDER keeps the weights of each stage (SIZExSIZE_GAMES.npz); those that are not there are learnt first, by the command that
goes on from SIZExSIZE.checkpoint. results.jsonl gets a line for all games against random play and one for each game against
GNU Go, as they are played, and a line that is there is not played again.
"""
import argparse
import math
from collections import Counter
from pathlib import Path

import numpy as np

from gopy.base.files import write_whole
from gopy.compiled.jit import kernel
from gopy.compiled.rng import new_rng, next_below
from gopy.game import legal_moves, pass_move, play
from gopy.go.bitboard.construct import new_position, set_rules
from gopy.go.geometry import parse_vertex, vertex_text
from gopy.lab.learn.long_run import go_on
from gopy.lab.learn.papers.shape_games import greedy_move, play_random_opponent
from gopy.lab.learn.papers.shape_learner import ShapeLearner
from gopy.lab.match.programs.client import Client
from gopy.lab.match.programs.peers import command_line
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import wilson
from gopy.lab.study.curves import Curve, Point
from gopy.lab.study.document import read_document, read_notes
from gopy.lab.study.plots import Panel, draw_panels
from gopy.papers.local_shape import PlacedWeights, new_codes
from gopy.papers.shape_weights import read_shape_weights

HERE = Path(__file__).parent
RESULTS = ResultsFile(HERE / "results.jsonl")
RANDOM_MOVES = 2
COLOURS = ("black", "white")


def weights_of(size, komi, games, settings, folder):
    """The weights learnt from so many games."""
    path = folder / f"{size}x{size}_{games}.npz"
    if not path.exists():
        learner = ShapeLearner(size, komi, seed=settings["seed"])
        if go_on(learner, games, path, folder / f"{size}x{size}.checkpoint"):
            raise SystemExit(130)
    return PlacedWeights(read_shape_weights(path, size), new_codes(size))


def new_board(size, komi):
    """An empty position."""
    position = new_position(size)
    set_rules(position, komi)
    return position


@kernel
def random_stone(position, moves, rng):
    """A random legal move that is no pass."""
    n = legal_moves(position, moves) - 1
    return np.int64(moves[next_below(rng, np.uint64(n))])


def play_gnugo(size, komi, weights, level, number, seed):
    """Play game `number` against GNU Go; returns (whether it was won, moves)."""
    colour = number % 2                     # the colour of local shapes
    rng = new_rng(seed, 1 + number // 2)    # each opening twice, with colours exchanged
    position, moves = new_board(size, komi), np.zeros(size * (size + 1) + 1, np.int16)
    client = Client(command_line(f"gnugo:level={level}", seed + number))
    try:
        for command in (f"boardsize {size}", "clear_board", f"komi {komi}"):
            client.send(command)
        passes = count = 0
        while passes < 2 and count < 3 * size * size:
            turn = count % 2
            if count < RANDOM_MOVES or turn == colour:
                move = random_stone(position, moves, rng) if count < RANDOM_MOVES else greedy_move(position, weights, rng)
                client.send(f"play {COLOURS[turn]} {vertex_text(move, size)}")
            else:
                answer = client.send(f"genmove {COLOURS[turn]}", 600)
                if answer.lower() == "resign":
                    return True, count
                move = parse_vertex(answer, size)
            play(position, move)
            passes = passes + 1 if move == pass_move(position) else 0
            count += 1
        return client.send("final_score", 600)[:1] == "BW"[colour], count
    finally:
        client.kill()


def play_random(size, komi, weights, games, seed):
    """Games won of `games` against uniformly random play, half of them as Black."""
    start, position, rng = new_board(size, komi), new_board(size, komi), new_rng(seed)
    return sum(play_random_opponent(position, start, weights, colour, rng, games // 2) for colour in (0, 1))


def measure_missing(study, folder):
    """Append the lines that are missing, opponent by opponent."""
    settings = study["settings"]
    done = {(line["size"], line["learnt"], line["opponent"], line.get("game")) for line in RESULTS.read()}
    for name, opponent in study["opponents"].items():
        for size, komi in ((int(size), board["komi"]) for size, board in study["boards"].items()):
            for stage in opponent["stages"]:
                about = {"size": size, "learnt": stage, "opponent": name}
                for game in range(opponent["games"]) if "level" in opponent else [None]:
                    if (size, stage, name, game) in done:
                        continue
                    weights = weights_of(size, komi, stage, settings, folder)
                    if game is None:
                        games = opponent["games"]
                        RESULTS.append({**about, "games": games,
                                        "won": play_random(size, komi, weights, games, settings["seed"])})
                    else:
                        won, moves = play_gnugo(size, komi, weights, opponent["level"], game, settings["seed"])
                        RESULTS.append({**about, "game": game, "games": 1, "won": int(won), "moves": moves})


def label(name, opponent):
    """An opponent's name for people."""
    return f"GNU Go level {opponent['level']}" if "level" in opponent else "random play"


def report(study):
    """The text of report.md."""
    games, won = Counter(), Counter()
    for line in RESULTS.read():
        key = line["size"], line["learnt"], line["opponent"]
        games[key] += line["games"]
        won[key] += line["won"]
    rows, panels = [], []
    for size in map(int, study["boards"]):
        curves = []
        for name, opponent in study["opponents"].items():
            points = []
            for stage in sorted(opponent["stages"]):
                key = size, stage, name
                if not games[key]:
                    continue
                share, (low, high) = won[key] / games[key], wilson(won[key], games[key])
                rows.append(f"| {size}x{size} | {stage} | {label(name, opponent)} | {games[key]} of {opponent['games']} "
                            f"| {100 * share:.1f} % | {100 * low:.1f}-{100 * high:.1f} |")
                if stage:
                    points.append(Point(math.log10(stage), 100 * share, 100 * low, 100 * high, games[key]))
            if points:
                curves.append(Curve(label(name, opponent), tuple(points)))
        if curves:
            panels.append(Panel(f"{size}x{size}", "games learnt from, powers of ten", "won, %", tuple(curves), True))
    if panels:
        draw_panels(HERE / "curve.svg", panels)
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

Intervals are Wilson's, 95 %.

| board | learnt from games | opponent | games | won | 95 % |
|---|---|---|---|---|---|
{chr(10).join(rows)}

![the learning curve](curve.svg)
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--weights", type=Path, metavar="FOLDER", help="measure what is missing; the weights are kept in FOLDER")
    given = parser.parse_args()
    study = read_document(HERE)
    if given.weights:
        given.weights.mkdir(parents=True, exist_ok=True)
        measure_missing(study, given.weights)
    write_whole(HERE / "report.md", "\n".join(filter(None, [report(study), read_notes(HERE)])))


if __name__ == "__main__":
    main()
