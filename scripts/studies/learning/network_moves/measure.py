"""Counts how often a network thinks the move of a recorded game likeliest, and how likely it thinks it.

    python scripts/studies/learning/network_moves/measure.py RECORDS.tsv.xz ... --size N [--judge COMMAND]

RECORDS   tables of games (gopy/lab/learn/records.py has their form); only the games held out are looked at
--size    board size: its network is measured
--judge   an engine that speaks KataGo's JSON analysis, asked at first sight: "katago analysis -model MODEL -config analysis.cfg"
--report  measure nothing: make report.md from the lines of results.jsonl

results.jsonl has a line for each size and network, which replaces the one before.
"""
import argparse
import math
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent

#: The least probability that a move counts with, so that one move cannot decide the mean.
LEAST = 1e-5


def held_out(paths, size, games):
    """Games held out, Black having moved first, in the order by which they are drawn."""
    from gopy.go.geometry import BLACK
    from gopy.lab.learn.records import read_records

    found = [record for record in read_records(paths, [size]) if record.is_held_out and record.first == BLACK and not record.setup]
    return sorted(found, key=lambda record: record.order())[:games]


def by_network(records, size):
    """Yield the probability of each move played, and the greatest of any move, as gopy's network for the size sees them, in one turn."""
    import gopy
    from gopy.go.history import Game
    from gopy.lab.match.programs.inprocess import in_process_options

    engine = gopy.Engine(in_process_options("gopy:preset=network", 1, size=size))
    for record in records:
        game = Game(size, 7.5 if record.komi is None else record.komi)
        for move in map(int, record.moves):
            engine.set_game(game)
            policy = engine.raw_judgement([0]).policy
            yield float(policy[move]), float(policy.max())
            game.play(game.to_play, move)
    engine.close()


def by_judge(records, size, command, asked):
    """The same of the judge, for the first positions."""
    from gopy.go.geometry import pass_move, row_and_column
    from gopy.lab.learn.network.chosen import Chosen
    from gopy.lab.learn.network.teacher import Teacher

    played = [(Chosen([int(move) for move in record.moves[:turn]], 7.5 if record.komi is None else record.komi, True), int(move))
              for record in records for turn, move in enumerate(record.moves)][:asked]
    with Teacher(command, size, 1, at_once=8) as teacher:
        for number, answer in teacher.judge([chosen for chosen, _ in played]):
            move, chances = played[number][1], np.array(answer["policy"])
            row, column = (0, 0) if move == pass_move(size) else row_and_column(move, size)
            place = size * size if move == pass_move(size) else (size - 1 - row) * size + column
            yield float(chances[place]), float(chances.max())


def line_of(size, who, found):
    """The line about what one network said: how often the played move was the likeliest, and the mean of -ln of its probability."""
    found = list(found)
    return {"id": f"{size} {who}", "size": size, "network": who, "moves": len(found), "first": sum(own >= most for own, most in found),
            "cross_entropy": round(float(np.mean([-math.log(max(own, LEAST)) for own, _ in found])), 4)}


def report(study, lines):
    """The text of report.md."""
    from gopy.lab.match.results.statistics import wilson
    from gopy.lab.study.document import read_notes

    rows = ["| board | network | moves | the likeliest move was played | 95 % | mean of -ln p |", "|---|---|---|---|---|---|"]
    for line in sorted(lines, key=lambda line: (line["size"], line["network"])):
        low, high = wilson(line["first"], line["moves"])
        rows.append(f"| {line['size']}x{line['size']} | {line['network']} | {line['moves']} | {100 * line['first'] / line['moves']:.1f} % | "
                    f"{100 * low:.1f}-{100 * high:.1f} | {line['cross_entropy']:.3f} |")
    return "\n\n".join(filter(None, [f"# {HERE.name}", study["question"].strip(), f"Decided by: {study['rule'].strip()}", read_notes(HERE).strip(),
                                     "\n".join(rows)])) + "\n"


def main():
    from gopy.base.files import write_whole
    from gopy.lab.match.results.file import ResultsFile
    from gopy.lab.match.results.origin import origin
    from gopy.lab.study.document import read_document

    study, results = read_document(HERE), ResultsFile(HERE / "results.jsonl")
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("records", nargs="*", type=Path, help="tables of games")
    parser.add_argument("--size", type=int, choices=(9, 13, 19), help="board size")
    parser.add_argument("--judge", help="command of an engine that speaks KataGo's JSON analysis")
    parser.add_argument("--report", action="store_true", help="measure nothing: remake the report")
    given = parser.parse_args()
    lines = {line["id"]: line for line in results.read()} if results.place.exists() else {}
    if not given.report:
        records = held_out(given.records, given.size, study["settings"]["games"])
        new = [line_of(given.size, f"network{given.size}.npz", by_network(records, given.size))]
        if given.judge:
            new.append(line_of(given.size, "b6c96", by_judge(records, given.size, given.judge, study["settings"]["asked"])))
        lines |= {line["id"]: {**origin(), **line} for line in new}
        results.replace(list(lines.values()))
    write_whole(HERE / "report.md", report(study, list(lines.values())))


if __name__ == "__main__":
    main()
