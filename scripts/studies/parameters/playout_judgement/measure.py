"""Judges positions of recorded games by playouts, once for each variant of study.toml.

    python scripts/studies/parameters/playout_judgement/measure.py RECORDS.tsv.xz [RECORDS.tsv.xz ...]
    python scripts/studies/parameters/playout_judgement/measure.py                 # remakes the report from the lines alone

A record is a line of tab-separated fields: id, size, komi, handicap, rules, result, ranks of Black and White,
set-up stones, first colour, moves (two letters each, aa the upper left, .. a pass). Needs scipy.
results.jsonl gets a line a variant as it is measured, and variants that have one are not measured again; report.md is
written anew. A line keeps of each position, in their order, who won its game (`black_won`) and the half points that Black
had of the playouts (two a win, one a draw), so everything in the report is computed from the lines.
"""
import lzma
import sys
import time
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.base.files import write_whole
from gopy.base.parameters import name_values
from gopy.compiled.rng import new_rng
from gopy.game import new_trace
from gopy.go.bitboard.construct import new_position, set_rules, setup
from gopy.go.geometry import pass_move
from gopy.go.history import Game
from gopy.go.knowledge.params import new_go_params
from gopy.lab.learn.papers.playout_gradient import mean_result
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import mean_interval, wilson
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).parent
RESULTS = ResultsFile(HERE / "results.jsonl")
SIZE = 9
SHORTEST = 24    # moves of a game worth judging


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
    params = new_go_params(SIZE, preset, **name_values(changes))
    work, trace, rng = new_position(SIZE), new_trace(4 * SIZE * SIZE), new_rng(5)
    mean_result(found[0][0], work, rng, params, trace, 1)
    start = time.process_time()
    means = np.array([mean_result(position, work, rng, params, trace, playouts) for position, _ in found])
    return means, 1e6 * (time.process_time() - start) / (len(found) * playouts)


def losses(means, black_won, playouts):
    """Log-loss by position of the best logistic curve through the playout means, and its slope."""
    logits = np.log((means * playouts + 1) / (playouts - means * playouts + 1))
    sign = np.where(black_won, 1.0, -1.0)

    def by_position(curve):
        return np.log1p(np.exp(-sign * (curve[0] * logits + curve[1])))
    fitted = minimize(lambda curve: by_position(curve).mean(), [1.0, 0.0])
    return by_position(fitted.x), fitted.x[0]


def measure_missing(settings, paths):
    """Append a line for each variant that has none."""
    done = {line["variant"] for line in RESULTS.read()}
    found = positions(paths, settings)
    black_won = "".join("1" if won else "0" for _, won in found)
    for variant in settings["variants"]:
        if variant not in done:
            means, microseconds = judge(variant, found, settings["playouts"])
            RESULTS.append({"variant": variant, "positions": len(found), "playouts": settings["playouts"],
                            "microseconds": round(microseconds, 2), "black_won": black_won,
                            "half_points": np.rint(2 * settings["playouts"] * means).astype(int).tolist()})


def row(line, default):
    """A line's row of the report; default: the losses by position of the default, None for itself."""
    means = np.array(line["half_points"]) / (2 * line["playouts"])
    black_won = np.array([text == "1" for text in line["black_won"]])
    loss, _ = losses(means, black_won, line["playouts"])
    mean, low, high = mean_interval(loss.tolist())
    right = int(((means > 0.5) == black_won).sum())
    right_low, right_high = wilson(right, len(means))
    if default is None:
        difference = ""
    else:
        gap, gap_low, gap_high = mean_interval((loss - default).tolist())
        difference = f"{gap:+.4f} ({gap_low:+.4f} to {gap_high:+.4f})"
    return loss, (f"| {line['variant'] or 'default'} | {mean:.4f} ({low:.4f} to {high:.4f}) | {difference} "
                  f"| {100 * right / len(means):.1f} % ({100 * right_low:.1f}-{100 * right_high:.1f}) "
                  f"| {line['microseconds']:.1f} |")


def write_report(study):
    """Remake report.md from the lines of results.jsonl."""
    lines = {line["variant"]: line for line in RESULTS.read()}
    if "" not in lines:
        raise SystemExit("results.jsonl has no line of the default: give the records to measure it")
    rows, default = [], None
    for variant in study["settings"]["variants"]:
        if variant in lines:
            loss, text = row(lines[variant], default)
            rows.append(text)
            default = loss if default is None else default
    waiting = [variant for variant in study["settings"]["variants"] if variant not in lines]
    text = f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{lines[""]["positions"]} positions, {lines[""]["playouts"]} playouts each. In brackets 95 % intervals over the positions: standard errors of the
log-loss and of its difference from the default's on the same positions, Wilson's of the share of positions in which the
side with more than half of the playouts won the game. Processor time was taken beside other work.

| variant | log-loss | difference from the default | winner named | µs a playout |
|---|---|---|---|---|
{chr(10).join(rows)}
"""
    if waiting:
        text += f"\nNot measured yet: {', '.join(waiting)}.\n"
    write_whole(HERE / "report.md", "\n".join(filter(None, [text, read_notes(HERE)])))


def main():
    study = read_document(HERE)
    if sys.argv[1:]:
        measure_missing(study["settings"], sys.argv[1:])
    write_report(study)


if __name__ == "__main__":
    main()
