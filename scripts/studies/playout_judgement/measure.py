"""Judges positions of recorded games by playouts, once for each variant of study.toml.

    python scripts/studies/playout_judgement/measure.py RECORDS.tsv.xz [RECORDS.tsv.xz ...]

A record is a line of tab-separated fields: id, size, komi, handicap, rules, result, ranks of Black and White,
set-up stones, first colour, moves (two letters each, aa the upper left, .. a pass). Needs scipy.
results.jsonl gets a line a variant as it is measured; report.md is written anew.
"""
import json
import lzma
import sys
import time
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.game import copy_state, new_trace, run_playout, value
from gopy.go.geometry import pass_move
from gopy.go.history import Game
from gopy.go.params import new_go_params
from gopy.go.construct import new_position, set_rules, setup
from gopy.jit import kernel
from gopy.presets import parse_changes
from gopy.rng import new_rng
from gopy.study.study import read_document

HERE = Path(__file__).parent
SIZE = 9
SHORTEST = 24    # moves of a game worth judging


@kernel
def playout_mean(work, root, rng, params, trace, playouts):
    """Mean value for Black of `playouts` playouts from `root`."""
    total = 0.0
    for _ in range(playouts):
        copy_state(work, root)
        trace.count[0] = 0
        run_playout(work, rng, params, trace)
        total += value(work)
    return total / playouts


def games(paths):
    """Yield (komi, Black won, moves) of the even 9x9 games that were won on the board or by resignation."""
    for path in paths:
        for line in lzma.open(path, "rt"):
            fields = line.rstrip("\n").split("\t")
            if line.startswith("#") or fields[1] != str(SIZE) or fields[2] == "?" or fields[8] != "-":
                continue
            komi, result, first = float(fields[2]), fields[5], fields[9]
            moves = [fields[10][i:i + 2] for i in range(0, len(fields[10]), 2)]
            if (first == "B" and 5 <= komi <= 8 and result[:2] in ("B+", "W+") and result[2] not in "T?"
                    and len(moves) >= SHORTEST):
                yield komi, result[0] == "B", moves


def positions(paths, settings):
    """List of (position, Black won), the stages of study.toml taken in turn."""
    found = []
    for index, (komi, black_won, moves) in enumerate(games(paths)):
        if index == settings["positions"]:
            break
        game = Game(SIZE, komi)
        for number, text in enumerate(moves[:int(len(moves) * settings["stages"][index % len(settings["stages"])])]):
            column, row = ord(text[0]) - ord("a"), SIZE - 1 - (ord(text[1]) - ord("a"))
            game.play(number % 2, pass_move(SIZE) if text == ".." else row * (SIZE + 1) + column)
        position = new_position(SIZE)
        (_, last2), (_, last) = game.moves[-2:]
        setup(position, game.board.colours, game.to_play, last=last, last2=last2)
        set_rules(position, komi)
        found.append((position, black_won))
    return found


def judge(variant, found, playouts):
    """Playout means by position and CPU microseconds a playout, for a variant such as "nakade=0" or "preset:uniform"."""
    preset, changes = (variant[7:], "") if variant.startswith("preset:") else ("default", variant)
    params = new_go_params(SIZE, preset, **parse_changes(changes))
    work, trace, rng = new_position(SIZE), new_trace(4 * SIZE * SIZE), new_rng(5)
    playout_mean(work, found[0][0], rng, params, trace, 1)
    start = time.process_time()
    means = np.array([playout_mean(work, position, rng, params, trace, playouts) for position, _ in found])
    return means, 1e6 * (time.process_time() - start) / (len(found) * playouts)


def losses(means, black_won, playouts):
    """Log-loss by position of the best logistic curve through the playout means, and its slope."""
    logits = np.log((means * playouts + 1) / (playouts - means * playouts + 1))
    sign = np.where(black_won, 1.0, -1.0)

    def by_position(curve):
        return np.log1p(np.exp(-sign * (curve[0] * logits + curve[1])))
    fitted = minimize(lambda curve: by_position(curve).mean(), [1.0, 0.0])
    return by_position(fitted.x), fitted.x[0]


def write_report(study, lines):
    """Remake report.md from the lines of results.jsonl."""
    rows = "\n".join(f"| {line['variant'] or 'default'} | {line['loss']:.4f} | {line['difference']:+.4f} "
                     f"± {line['interval']:.4f} | {100 * line['right']:.1f} % | {line['microseconds']:.1f} |"
                     for line in lines)
    (HERE / "report.md").write_text(f"""# {HERE.name}

{study["question"].strip()}

{study["rule"].strip()}

{lines[0]["positions"]} positions, {study["settings"]["playouts"]} playouts each.

| variant | log-loss | difference, 95 % | winner named | µs a playout |
|---|---|---|---|---|
{rows}
""")


def main():
    study = read_document(HERE)
    settings = study["settings"]
    found = positions(sys.argv[1:], settings)
    black_won = np.array([won for _, won in found])
    default, lines = None, []
    with open(HERE / "results.jsonl", "w") as results:
        for variant in settings["variants"]:
            means, microseconds = judge(variant, found, settings["playouts"])
            loss, slope = losses(means, black_won, settings["playouts"])
            default = loss if default is None else default
            difference = loss - default
            lines.append({"id": len(lines), "variant": variant, "positions": len(found), "loss": round(loss.mean(), 5),
                          "difference": round(difference.mean(), 5), "slope": round(slope, 3),
                          "interval": round(1.96 * difference.std() / len(found) ** 0.5, 5),
                          "right": round(float(((means > 0.5) == black_won).mean()), 4),
                          "microseconds": round(microseconds, 2)})
            results.write(json.dumps(lines[-1]) + "\n")
            results.flush()
            write_report(study, lines)


if __name__ == "__main__":
    main()
