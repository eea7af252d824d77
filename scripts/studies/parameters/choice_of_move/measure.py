"""Values the moves that searches choose by deeper searches, once for each variant of study.toml.

    python scripts/studies/parameters/choice_of_move/measure.py SIZE RECORDS [--only VARIANT]
    python scripts/studies/parameters/choice_of_move/measure.py          # remakes the report from the lines alone

RECORDS: tables of games as gopy.lab.learn.records reads them. One position is taken of each of the games that nothing is learnt from, the
same ones for each variant. results.jsonl gets a line a variant and board size as it is measured, with the moves chosen and the player's
moves, and then a line with the values of the moves that had none; what has a line is not measured again. report.md is written anew.
"""
import argparse
import sys
from pathlib import Path

import numpy as np

from gopy.base.files import write_whole
from gopy.engine.go_search import GoSearch
from gopy.engine.options import Options
from gopy.engine.searcher import Root
from gopy.go.geometry import pass_move
from gopy.go.history import Game
from gopy.lab.bench.measure import SEED
from gopy.lab.learn.records import read_records
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import mean_interval, wilson
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).resolve().parent
RESULTS = ResultsFile(HERE / "results.jsonl")
KOMI = 7.5


def positions(records, size, settings):
    """List of (colour that moves first, the moves before the position, the move that was played there), one of each held-out game."""
    size_text, found = str(size), []
    for record in read_records([records], [size]):
        if not record.is_held_out or record.setup:
            continue
        plies = [ply for ply in range(settings["earliest"][size_text], min(settings["latest"][size_text], len(record.moves)))
                 if record.moves[ply] != pass_move(size)]
        if not plies:
            continue
        # 7 and the number of plies have no common factor mostly, so all stages occur
        ply = plies[7 * len(found) % len(plies)]
        found.append((record.first, record.moves[:ply], record.moves[ply]))
        if len(found) == settings["positions"][size_text]:
            break
    return found


def replayed(size, first, moves):
    """The Game in which these moves were played in turns."""
    game = Game(size, KOMI)
    for number, move in enumerate(moves):
        game.play((first + number) % 2, move)
    return game


def chosen_by(variant, size, found, turns):
    """The moves that a variant plays in the positions."""
    search = GoSearch(size, Options(size=size, threads=variant.get("threads", 1), set=variant["set"]), SEED)
    chosen = []
    for number, (first, moves, _) in enumerate(found):
        search.restart(SEED + number)
        game = replayed(size, first, moves[:len(moves) - 2 * turns])
        while True:
            search.set_root(Root(game, game.to_play))
            report = search.run(simulations=variant["simulations"], max_moves=1)
            if len(game.moves) == len(moves):
                break
            for move in moves[len(game.moves):len(game.moves) + 2]:
                game.play(game.to_play, move)
        chosen.append(int(report.best.move))
    return chosen


def value(search, size, position, move, simulations):
    """The win rate after a move, for the player who makes it, by a search of its own."""
    first, moves, _ = position
    game = replayed(size, first, [*moves, move])
    search.restart(SEED)
    search.set_root(Root(game, game.to_play))
    return round(1.0 - float(search.run(simulations=simulations, max_moves=1).value), 4)


def known_values(lines, size):
    """{"number of a position, move": value} of the lines about one board size."""
    return {key: worth for line in lines if line["size"] == size for key, worth in line.get("values", {}).items()}


def measure(variant, size, found, settings):
    """Append the lines about one variant."""
    chosen = chosen_by(variant, size, found, settings["turns"])
    known = known_values(RESULTS.read(), size)
    search, new = GoSearch(size, Options(size=size, threads=1), SEED), {}
    for number, (position, move) in enumerate(zip(found, chosen)):
        if f"{number}, {move}" not in known:
            new[f"{number}, {move}"] = value(search, size, position, move, settings["deep"][str(size)])
    RESULTS.append({"id": f"{size} {variant['name']}, values", "size": size, "values": new})
    RESULTS.append({"id": f"{size} {variant['name']}", "size": size, "variant": variant["name"],
                    "simulations": variant["simulations"], "chosen": chosen, "played": [int(move) for *_, move in found]})


def rows(lines, size, variants):
    """The rows of the report about one board size."""
    values = known_values(lines, size)
    by_name = {line["variant"]: line for line in lines if line["size"] == size and "variant" in line}

    def worth(line):
        return np.array([values[f"{number}, {move}"] for number, move in enumerate(line["chosen"])])

    def agreed(line):
        return np.array([int(one == other) for one, other in zip(line["chosen"], line["played"])])

    for variant in variants:
        line = by_name.get(variant["name"])
        if line is None:
            continue
        base = by_name[variant["base"]] if "base" in variant else next(
            each for each in by_name.values() if each["simulations"] == line["simulations"])
        share, low, high = (100 * each for each in (agreed(line).mean(), *wilson(int(agreed(line).sum()), len(line["chosen"]))))
        cells = [variant["name"], f"{100 * worth(line).mean():.2f}", "", f"{share:.1f} ({low:.1f}-{high:.1f})", ""]
        if line is not base:
            cells[2] = "{:+.2f} ({:+.2f} to {:+.2f})".format(*(100 * each for each in mean_interval((worth(line) - worth(base)).tolist())))
            cells[4] = "{:+.1f} ({:+.1f} to {:+.1f})".format(*(100 * each for each in mean_interval((agreed(line) - agreed(base)).tolist())))
        yield f"| {' | '.join(cells)} |"


def write_report(study):
    """Remake report.md from the lines of results.jsonl."""
    lines, settings = RESULTS.read(), study["settings"]
    parts = [f"# {HERE.name}\n\n{study['question'].strip()}\n\nDecided by: {study['rule'].strip()}\n"]
    for size in sorted({line["size"] for line in lines}):
        count = next(len(line["chosen"]) for line in lines if line["size"] == size and "chosen" in line)
        parts.append(f"""## {size}x{size}

{count} positions. The worth of a move is the win rate after it by a search of {settings["deep"][str(size)]} simulations, in per cent. In brackets
95 % intervals over the positions, of the differences over the same positions.

| variant | worth, % | difference | the player's move, % | difference |
|---|---|---|---|---|
""" + "\n".join(rows(lines, size, settings["variants"])) + "\n")
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
        for variant in settings["variants"]:
            if arguments.only in (None, variant["name"]) and f"{size} {variant['name']}" not in done:
                measure(variant, size, found, settings)
    write_report(study)


if __name__ == "__main__":
    sys.exit(main())
