"""Fits a feature of ownership on top of the move model and judges it on other games, as study.toml says.

    python scripts/studies/learning/owner_feature/measure.py go9_dan.tsv.xz go9_onedan.tsv.xz go19_kgs6d.tsv.xz
    python scripts/studies/learning/owner_feature/measure.py --report

Of each size it uses the games from which `gopy learn moves` learns nothing. results.jsonl and report.md are written anew;
`--report` measures nothing.
"""
import math
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

import gopy.go.contract  # noqa: F401  (the verbs for Go)
from gopy.base.files import write_whole
from gopy.compiled.jit import kernel
from gopy.compiled.rng import new_rng
from gopy.game import Trace, clone_state, copy_state, holder, new_outcome, new_trace, play, record_outcome, run_playout
from gopy.go.bitboard.construct import new_position
from gopy.go.bitboard.layout import point_count
from gopy.go.knowledge.move_model import model_of, model_path, unpack
from gopy.go.knowledge.params import new_go_params
from gopy.lab.learn.decisions import begin, list_candidates, new_candidates, place_of, weigh
from gopy.lab.learn.records import collect
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).parent


class Decisions(NamedTuple):
    """Decisions of games, the candidates of all of them in one row."""
    logarithms: np.ndarray  # float64[candidates]: of the probability by the model
    owners: np.ndarray      # float64[candidates]: -1 (the opponent's in all playouts) to 1 (the mover's); 2 for a pass
    starts: np.ndarray      # int64[decisions + 1]: where each decision's candidates begin
    chosen: np.ndarray      # int64[decisions]: the candidate that was played
    numbers: np.ndarray     # int64[decisions]: moves played before


class Room(NamedTuple):
    """Work areas for one game."""
    position: NamedTuple
    spare: NamedTuple
    trace: Trace
    outcome: NamedTuple
    rng: np.ndarray
    owned: np.ndarray       # float64[points]


@kernel
def play_outs(room, params, playouts):
    """Fill room.owned with the mean ownership of each point for Black."""
    points = np.int64(point_count(room.position))
    for point in range(points):
        room.owned[point] = 0.0
    for _ in range(playouts):
        copy_state(room.spare, room.position)
        room.trace.count[0] = 0
        run_playout(room.spare, room.rng, params, room.trace)
        record_outcome(room.spare, 0.0, room.outcome)
        for point in range(points):
            room.owned[point] += holder(room.spare, point) / playouts


@kernel
def replay(room, model, candidates, moves, weights, params, playouts, found):
    """Replay a game and fill `found`, the Decisions; returns how many decisions there are."""
    used, decisions = 0, 0
    points = np.int64(point_count(room.position))
    for number in range(len(moves)):
        n = list_candidates(room.position, model, candidates)
        chosen = place_of(candidates, n, moves[number])
        if chosen >= 0:
            weigh(candidates, n, weights)
            play_outs(room, params, playouts)
            sign = 1.0 if room.position.data[0].to_play == 0 else -1.0
            found.starts[decisions], found.chosen[decisions] = used, used + chosen
            found.numbers[decisions] = number
            for i in range(n):
                point = candidates.points[i]
                found.logarithms[used] = math.log(candidates.chance[i] + 1e-30)
                found.owners[used] = sign * room.owned[point] if point < points else 2.0
                used += 1
            decisions += 1
        play(room.position, moves[number])
    found.starts[decisions] = used
    return decisions


def decisions_of(size, records, playouts, params):
    """The Decisions of all records together."""
    shapes, logarithms, _, _ = unpack(model_path(size))
    model, weights = model_of(shapes, np.ones(len(logarithms))), logarithms.astype(np.float32)
    position = new_position(size)
    room = Room(position, clone_state(position), Trace(*new_trace(6 * size * size + 100)), new_outcome(position), new_rng(1, 0),
                np.zeros(size * (size + 1)))
    candidates, games = new_candidates(size), []
    for record in records:
        begin(position, record)
        moves = np.asarray(record.moves, np.int64)
        most = len(moves) * (size * size + 1)
        found = Decisions(np.zeros(most), np.zeros(most), *np.zeros((3, len(moves) + 1), np.int64))
        count = int(replay(room, model, candidates, moves, weights, params, playouts, found))
        used = int(found.starts[count])
        games.append(Decisions(found.logarithms[:used].copy(), found.owners[:used].copy(), found.starts[:count], found.chosen[:count],
                               found.numbers[:count]))
    before = np.cumsum([0, *(len(game.logarithms) for game in games)])
    starts = np.concatenate([game.starts + shift for game, shift in zip(games, before)] + [before[-1:]])
    chosen = np.concatenate([game.chosen + shift for game, shift in zip(games, before)])
    return Decisions(np.concatenate([game.logarithms for game in games]), np.concatenate([game.owners for game in games]), starts, chosen,
                     np.concatenate([game.numbers for game in games]))


def features(study, size, found):
    """int64[candidates]: the feature of each, by quarter of the game and ninth of the ownership; passes have one of their own."""
    ninths, quarters = study["ninths"], study["quarters"]
    quarter = np.minimum(found.numbers * quarters // (size * size * 4 // 5), quarters - 1)
    ninth = np.minimum((found.owners + 1) / 2 * ninths, ninths - 1).astype(np.int64)
    ninth[found.owners > 1] = ninths
    return ninth + (ninths + 1) * np.repeat(quarter, np.diff(found.starts))


def predict(found, added):
    """(logarithm of each played move's probability, whether it is the likeliest, probability of each candidate)."""
    values = found.logarithms + added
    best = np.maximum.reduceat(values, found.starts[:-1])
    decision = np.repeat(np.arange(len(best)), np.diff(found.starts))
    shares = np.exp(values - best[decision])
    whole = np.add.reduceat(shares, found.starts[:-1])
    return values[found.chosen] - best - np.log(whole), values[found.chosen] >= best, shares / whole[decision]


def fit(found, feature, steps):
    """The logarithms of the features' strengths, by damped Newton steps on each alone."""
    strengths = np.zeros(feature.max() + 1)
    played = np.bincount(feature[found.chosen], minlength=len(strengths))
    for _ in range(steps):
        chance = predict(found, strengths[feature])[2]
        expected = np.bincount(feature, chance, len(strengths))
        strengths += 0.7 * (played - expected) / (np.bincount(feature, chance * (1 - chance), len(strengths)) + 1.0)
    return strengths


def measure(study, paths):
    """Yield a line for each set."""
    for settings in study["sets"]:
        size, games = settings["size"], settings["games"]
        records = sorted(collect(paths, [size]).held_out, key=lambda record: record.order())[:2 * games]
        params = new_go_params(size)
        learnt, judged = (decisions_of(size, part, settings["playouts"], params) for part in (records[:games], records[games:]))
        strengths = fit(learnt, features(study, size, learnt), study["steps"])
        added = np.append(strengths, np.zeros((study["ninths"] + 1) * study["quarters"] - len(strengths)))
        before, after = predict(judged, 0.0), predict(judged, added[features(study, size, judged)])
        gain = after[0] - before[0]
        yield {**settings, "moves": len(gain), "top1": [float(part[1].mean()) for part in (before, after)],
               "ln_p": [float(part[0].mean()) for part in (before, after)],
               "gain": float(gain.mean()), "error": float(gain.std() / math.sqrt(len(gain))),
               "strengths": [round(float(each), 2) for each in added]}


def report(study, lines):
    """The report in Markdown."""
    rows = [f"| {line['size']}x{line['size']} | {line['moves']} | {100 * line['top1'][0]:.1f} % | {100 * line['top1'][1]:.1f} % | "
            f"{line['ln_p'][0]:.3f} | {line['ln_p'][1]:.3f} | {line['gain']:+.3f} ({line['gain'] - 1.96 * line['error']:+.3f} to "
            f"{line['gain'] + 1.96 * line['error']:+.3f}) |" for line in lines]
    names = " | ".join(f"{number + 1}" for number in range(study["ninths"]))
    per = study["ninths"] + 1
    strengths = [f"| {line['size']}x{line['size']}, {quarter + 1} | "
                 + " | ".join(f"{each:+.2f}" for each in line["strengths"][quarter * per:quarter * per + study["ninths"]]) + " |"
                 for line in lines for quarter in range(study["quarters"])]
    met = all(line["gain"] >= 0.03 for line in lines)
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

| board | moves | first, without | with | mean ln p, without | with | gain (95 %) |
| --- | --- | --- | --- | --- | --- | --- |
{chr(10).join(rows)}

The feature {"goes into" if met else "stays out of"} the move model.

Logarithms of the strengths, by board and quarter of the game, from the opponent's points to the mover's:

| | {names} |
| --- |{" --- |" * study["ninths"]}
{chr(10).join(strengths)}

{read_notes(HERE).strip()}
"""


if __name__ == "__main__":
    document, file = read_document(HERE), ResultsFile(HERE / "results.jsonl")
    if sys.argv[1:] != ["--report"]:
        file.replace(list(measure(document, sys.argv[1:])))
    write_whole(HERE / "report.md", report(document, file.read()))
