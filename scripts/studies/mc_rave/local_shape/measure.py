"""Learns local shapes and measures the player at each stage of study.toml.

    python scripts/studies/mc_rave/local_shape/measure.py                    # remakes the report from the lines alone
    python scripts/studies/mc_rave/local_shape/measure.py --weights FOLDER   # measures what is missing

FOLDER keeps the learner of each board (SIZExSIZE.checkpoint), so that a run that was stopped goes on from it.
results.jsonl gets a line as each opponent of a stage has been played, and a line that is there is not played again.
"""
import argparse
from pathlib import Path

import numpy as np

from gopy.compiled.rng import new_rng, next_below
from gopy.compiled.jit import kernel
from gopy.game import legal_moves, pass_move, play
from gopy.go.bitboard.construct import new_position, set_rules
from gopy.go.geometry import parse_vertex, vertex_text
from gopy.inputs.files import write_whole
from gopy.learn.shape_games import greedy_move, play_random_opponent
from gopy.learn.shape_learner import ShapeLearner
from gopy.match.programs.client import Client
from gopy.match.programs.peers import command_line
from gopy.match.results.file import ResultsFile
from gopy.match.results.statistics import wilson
from gopy.study.curves import Curve, Point
from gopy.study.document import read_document, read_notes
from gopy.study.plots import Panel, draw_panels

HERE = Path(__file__).parent
RESULTS = ResultsFile(HERE / "results.jsonl")
RANDOM_MOVES = 2
COLOURS = ("black", "white")


def learners(size, komi, settings, folder):
    """Yield (games learnt from, learner) for each stage, each board's learner going on where its file stopped."""
    learner = ShapeLearner(size, komi, seed=settings["seed"])
    for stage in settings["stages"]:
        path = folder / f"{size}x{size}_{stage}.checkpoint"
        if path.exists():
            learner.read_checkpoint(path)
        else:
            if stage > learner.games:
                learner.learn(stage - learner.games)
            learner.write_checkpoint(path)
        yield stage, learner


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


def play_gnugo(size, komi, weights, level, games, seed):
    """Play games against GNU Go; returns (games won, moves of all games)."""
    won = total = 0
    moves = np.zeros(size * (size + 1) + 1, np.int16)
    for number in range(games):
        colour = number % 2                 # the colour of local shapes
        rng = new_rng(seed, 1 + number // 2)    # each opening twice, with colours exchanged
        position = new_board(size, komi)
        client = Client(command_line(f"gnugo:level={level}", seed + number))
        try:
            for command in (f"boardsize {size}", "clear_board", f"komi {komi}"):
                client.send(command)
            passes = count = 0
            while passes < 2 and count < 3 * size * size:
                turn = count % 2
                if turn == colour or count < RANDOM_MOVES:
                    move = (random_stone(position, moves, rng) if count < RANDOM_MOVES else
                            greedy_move(position, weights, rng))
                    client.send(f"play {COLOURS[turn]} {vertex_text(move, size)}")
                else:
                    answer = client.send(f"genmove {COLOURS[turn]}", 600)
                    if answer.lower() == "resign":
                        won += 1
                        break
                    move = parse_vertex(answer, size)
                play(position, move)
                passes = passes + 1 if move == pass_move(position) else 0
                count += 1
            else:
                won += client.send("final_score", 600)[:1] == "BW"[colour]
            total += count
        finally:
            client.kill()
    return won, total


def measure_missing(study, folder):
    """Append a line for each stage, board and opponent that has none."""
    done = {(line["size"], line["learnt"], line["opponent"]) for line in RESULTS.read()}
    for size, board in study["boards"].items():
        size, komi = int(size), board["komi"]
        for stage, learner in learners(size, komi, study["settings"], folder):
            for name, opponent in study["opponents"].items():
                if (size, stage, name) in done or stage not in opponent["stages"]:
                    continue
                games = opponent["games"]
                if "level" in opponent:
                    won, _ = play_gnugo(size, komi, learner.table(), opponent["level"], games, study["settings"]["seed"])
                else:
                    start, position, rng = new_board(size, komi), new_board(size, komi), new_rng(study["settings"]["seed"])
                    won = sum(play_random_opponent(position, start, learner.table(), colour, rng, games // 2)
                              for colour in (0, 1))
                RESULTS.append({"size": size, "learnt": stage, "opponent": name, "games": games, "won": won,
                                "moves_learnt": learner.moves})
                print(RESULTS.read()[-1], flush=True)


def label(name, opponent):
    """An opponent's name for people."""
    return f"GNU Go level {opponent['level']}" if "level" in opponent else "random play"


def report(study):
    """The text of report.md."""
    lines = {(line["size"], line["learnt"], line["opponent"]): line for line in RESULTS.read()}
    rows, panels = [], []
    for size in map(int, study["boards"]):
        curves = []
        for name, opponent in study["opponents"].items():
            points = []
            for stage in opponent["stages"]:
                line = lines.get((size, stage, name))
                if line:
                    share, (low, high) = line["won"] / line["games"], wilson(line["won"], line["games"])
                    rows.append(f"| {size}x{size} | {stage} | {label(name, opponent)} | {line['games']} | {100 * share:.1f} % "
                                f"| {100 * low:.1f}-{100 * high:.1f} |")
                    if stage:
                        points.append(Point(np.log10(stage), 100 * share, 100 * low, 100 * high, line["games"]))
            if points:
                curves.append(Curve(label(name, opponent), tuple(points)))
        if curves:
            panels.append(Panel(f"{size}x{size}", "games learnt from, powers of ten", "won, %", tuple(curves), True))
    if panels:
        draw_panels(HERE / "curve.svg", panels)
    planned = len(study["boards"]) * sum(len(opponent["stages"]) for opponent in study["opponents"].values())
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

Intervals are Wilson's, 95 %. {len(lines)} of {planned} lines are measured.

| board | learnt from games | opponent | games | won | 95 % |
|---|---|---|---|---|---|
{chr(10).join(rows)}

![the learning curve](curve.svg)
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--weights", type=Path, metavar="FOLDER", help="measure what is missing; learners are kept in FOLDER")
    given = parser.parse_args()
    study = read_document(HERE)
    if given.weights:
        given.weights.mkdir(parents=True, exist_ok=True)
        measure_missing(study, given.weights)
    write_whole(HERE / "report.md", "\n".join(filter(None, [report(study), read_notes(HERE)])))


if __name__ == "__main__":
    main()
