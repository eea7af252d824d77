"""Asks searches for the moves of stronger players, once for each variant of study.toml.

    python scripts/studies/parameters/strong_moves/measure.py SIZE RECORDS.tsv.xz [--only VARIANT]
    python scripts/studies/parameters/strong_moves/measure.py          # remakes the report from the lines alone

A record is a line of tab-separated fields: id, size, komi, handicap, rules, result, ranks of Black and White,
set-up stones, first colour, moves (two letters each, aa the upper left, .. a pass), source. A source that ends with B, W or BW
names the stronger player's colours; with another, both players count. One position is taken of each game, the same ones for each
variant. results.jsonl gets a line a variant and board size as it is measured, and what has a line is not measured again; report.md
is written anew. A line keeps, of each position in turn, whether the move chosen was the player's (`agreed`), and the win rate
that the search gave to the player's side with whether that side won (`values`, `won`).
"""
import argparse
import lzma
import sys
import time
from pathlib import Path

import numpy as np

from gopy.base.files import write_whole
from gopy.engine.go_search import GoSearch
from gopy.engine.options import Options
from gopy.engine.searcher import Root
from gopy.go.geometry import pass_move
from gopy.go.history import Game
from gopy.lab.bench.measure import SEED
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import mean_interval, wilson
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).resolve().parent
RESULTS = ResultsFile(HERE / "results.jsonl")


def games(path, size, source):
    """Yield (colours of the stronger player, result, komi, moves as text) of the games of a source that were won."""
    for line in lzma.open(path, "rt"):
        if line.startswith("#"):
            continue
        fields = line.rstrip("\n").split("\t")
        if fields[1] != str(size) or not fields[11].startswith(source) or fields[9] != "B" or fields[8] != "-":
            continue
        colours = fields[11][len(source):] or "BW"
        if fields[5][:2] in ("B+", "W+") and fields[5][2:] not in ("?", "T"):
            komi = 7.5 if fields[2] in ("?", "0") else float(fields[2])
            yield colours, fields[5][0], komi, [fields[10][i:i + 2] for i in range(0, len(fields[10]), 2)]


def point_of(text, size):
    """The point of a text such as "dd", or the pass."""
    column, row = ord(text[0]) - ord("a"), size - 1 - (ord(text[1]) - ord("a"))
    return pass_move(size) if text == ".." else row * (size + 1) + column


def positions(path, size, settings):
    """List of (game before the move, the stronger player's move, whether that player won), one position of each game."""
    size_text = str(size)
    found = []
    for colours, winner, komi, moves in games(path, size, settings["sources"][size_text]):
        plies = [ply for ply in range(settings["earliest"][size_text], min(settings["latest"][size_text], len(moves)))
                 if "BW"[ply % 2] in colours and moves[ply] != ".."]
        if not plies:
            continue
        # 7 and the number of plies have no common factor mostly, so all stages occur
        ply = plies[7 * len(found) % len(plies)]
        game = Game(size, komi)
        for number, text in enumerate(moves[:ply]):
            game.play(number % 2, point_of(text, size))
        found.append((game, point_of(moves[ply], size), winner == "BW"[ply % 2]))
        if len(found) == settings["positions"][size_text]:
            break
    return found


def ask(variant, size, found, simulations):
    """The line of results.jsonl about one variant."""
    search = GoSearch(size, Options(size=size, threads=1, set=variant or None), SEED)
    agreed, values, cpu = "", [], 0.0
    for game, move, _ in found:
        search.restart(SEED)
        search.set_root(Root(game, game.to_play))
        began = time.process_time()
        search.run(simulations=simulations)
        cpu += time.process_time() - began
        report = search.report(max_moves=1)
        agreed += "1" if report.best.move == move else "0"
        values.append(round(float(report.value), 3))
    return {"id": f"{size} {variant}", "size": size, "variant": variant, "simulations": simulations,
            "microseconds": round(1e6 * cpu / (simulations * len(found)), 2), "agreed": agreed, "values": values,
            "won": "".join("1" if won else "0" for *_, won in found)}


def loss(line):
    """Log-loss, by position, of the win rates as forecasts of who won; a win rate is taken as at least 2 % from certainty."""
    won = np.array([each == "1" for each in line["won"]])
    values = np.clip(np.array(line["values"]), 0.02, 0.98)
    return -np.log(np.where(won, values, 1 - values))


def rows(lines, bases):
    """The rows of the report about the lines of one board size. Each is set beside the longest of `bases` that its variant begins
    with; a base itself is set beside the first one."""
    by_variant = {line["variant"]: line for line in lines}
    for line in lines:
        default = by_variant[max((base for base in bases if base in by_variant and line["variant"].startswith(base)
                                  and (base != line["variant"] or not base)), key=len)]
        agreed = np.array(list(default["agreed"]), int)
        own = np.array(list(line["agreed"]), int)
        share, low, high = (100 * each for each in (own.mean(), *wilson(int(own.sum()), len(own))))
        cells = [f"{line['variant'] or 'default'}", f"{share:.1f} ({low:.1f}-{high:.1f})", "", f"{loss(line).mean():.3f}", "",
                 f"{line['microseconds']:.1f}"]
        if line is not default:
            cells[2] = "{:+.1f} ({:+.1f} to {:+.1f})".format(*(100 * each for each in mean_interval((own - agreed).tolist())))
            cells[4] = "{:+.3f} ({:+.3f} to {:+.3f})".format(*mean_interval((loss(line) - loss(default)).tolist()))
        yield f"| {' | '.join(cells)} |"


def write_report(study):
    """Remake report.md from the lines of results.jsonl."""
    parts = [f"# {HERE.name}\n\n{study['question'].strip()}\n\nDecided by: {study['rule'].strip()}\n"]
    for size in (9, 19):
        lines = [line for line in RESULTS.read() if line["size"] == size]
        if lines:
            parts.append(f"""## {size}x{size}

{len(lines[0]["agreed"])} positions, {lines[0]["simulations"]} simulations each. In brackets 95 % intervals over the positions, of the differences over the
same positions, to the longest of the bases that the variant begins with. Processor time was taken beside other work.

| variant | the player's move, % | difference | log-loss of the win rate | difference | µs a simulation |
|---|---|---|---|---|---|
""" + "\n".join(rows(lines, study["settings"]["bases"])) + "\n")
    write_whole(HERE / "report.md", "\n".join([*parts, read_notes(HERE)]).rstrip() + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("size", nargs="?", type=int, choices=(9, 19))
    parser.add_argument("records", nargs="?")
    parser.add_argument("--only", help="measure this variant alone")
    arguments = parser.parse_args()
    study = read_document(HERE / "study.toml")
    if arguments.records:
        settings, size = study["settings"], arguments.size
        found = positions(arguments.records, size, settings)
        done = {line["id"] for line in RESULTS.read()}
        for variant in settings["variants"] if arguments.only is None else [arguments.only]:
            if f"{size} {variant}" not in done:
                RESULTS.append(ask(variant, size, found, settings["simulations"][str(size)]))
    write_report(study)


if __name__ == "__main__":
    sys.exit(main())
