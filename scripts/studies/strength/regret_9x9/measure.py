"""Lets searches choose moves, and a teacher say what these give away, once for each variant of study.toml.

    python scripts/studies/strength/regret_9x9/measure.py RECORDS.tsv.xz --teacher COMMAND [--only VARIANT]
    python scripts/studies/strength/regret_9x9/measure.py          # remakes the report from the lines alone

RECORDS are games as `gopy learn` reads them; COMMAND is an engine that speaks KataGo's JSON analysis. results.jsonl gets a line a
variant as it is measured, and what has a line is not measured again. A line keeps, of each position in turn, the move chosen, the
search's win rate (`values`), and the win rate after the move by the teacher (`wins`, null where it says none).
"""
import argparse
import sys
import time
from pathlib import Path

import numpy as np

from gopy.base.files import write_whole
from gopy.engine.go_search import GoSearch
from gopy.engine.searcher import Root
from gopy.engine.settings import options_from_text
from gopy.go.geometry import BLACK, vertex_text
from gopy.go.history import Game
from gopy.lab.learn.network.chosen import Choice
from gopy.lab.learn.network.teacher import Teacher
from gopy.lab.learn.records import told_records
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import mean_interval
from gopy.lab.study.document import read_document, read_notes

SIZE = 9
HERE = Path(__file__).resolve().parent
RESULTS = ResultsFile(HERE / "results.jsonl")
TEACHER = "teacher"


def positions(path, settings):
    """`Chosen` positions of games held out, the same for the same file."""
    records = [record for record in told_records([path], [SIZE]) if record.first == BLACK and not record.setup and record.is_held_out]
    choice = Choice(SIZE, records, settings["seed"])
    return [choice[number] for number in range(settings["positions"])]


def asked(command, chosen, visits):
    """The teacher's answers about Chosen positions, None where it gave none."""
    found = [None] * len(chosen)
    with Teacher(command, SIZE, visits, 32) as teacher:
        for place, answer in teacher.judge(chosen):
            found[place] = answer
    return found


def moves_of(text, chosen):
    """(moves as text, win rates, processor seconds a move) of a search, whose player is described as in matches."""
    options = options_from_text(text, size=SIZE, threads=1)
    search = GoSearch(SIZE, options, 1)
    moves, values, cpu = [], [], 0.0
    for each in chosen:
        game = Game(SIZE, each.komi)
        for number, move in enumerate(each.moves):
            game.play(number % 2, move)
        search.restart(1)
        search.set_root(Root(game, game.to_play))
        began = time.process_time()
        report = search.run(simulations=options.sims, max_moves=1)
        cpu += time.process_time() - began
        moves.append(report.best.move)
        values.append(round(float(report.value), 3))
    return moves, values, cpu / len(chosen)


def teachers_moves(command, chosen, visits):
    """The same of the teacher; it takes no processor time of this process."""
    from gopy.go.geometry import parse_vertex
    answers = asked(command, chosen, visits)
    moves = [parse_vertex(max(answer["moveInfos"], key=lambda info: info["visits"])["move"], SIZE) for answer in answers]
    return moves, [round(answer["rootInfo"]["winrate"], 3) for answer in answers], 0.0


def measure(name, text, command, chosen, settings):
    """The line of results.jsonl about a variant."""
    moves, values, cpu = (teachers_moves(command, chosen, settings["choosing"]) if name == TEACHER else moves_of(text, chosen))
    after = [each._replace(moves=[*each.moves, int(move)]) for each, move in zip(chosen, moves)]
    wins = [None if answer is None else round(1 - answer["rootInfo"]["winrate"], 4) for answer in asked(command, after, settings["judging"])]
    return {"id": name, "player": text, "cpu": round(cpu, 4), "moves": [vertex_text(move, SIZE) for move in moves], "values": values,
            "wins": wins}


def rows(lines):
    """The rows of the report."""
    wins = np.array([line["wins"] for line in lines], float)
    best = np.nanmax(wins, axis=0)
    teacher = next(line for line in lines if line["id"] == TEACHER)
    for line, found in zip(lines, wins):
        regrets = (best - found)[~np.isnan(found)]
        mean, (low, high) = regrets.mean(), mean_interval(regrets.tolist())[1:]
        error = np.mean((np.array(line["values"]) - teacher["values"]) ** 2)
        together = np.corrcoef(line["values"], teacher["values"])[0, 1]
        agreed = np.mean([one == other for one, other in zip(line["moves"], teacher["moves"])])
        cells = [f"`{line['player']}`" if line["player"] else TEACHER, f"{1000 * line['cpu']:.0f}" if line["cpu"] else "",
                 f"{100 * mean:.2f} ({100 * low:.2f}-{100 * high:.2f})", f"{100 * agreed:.1f}", f"{error:.4f}", f"{together:.3f}"]
        yield f"| {' | '.join(cells)} |"


def write_report(study):
    """Remake report.md from the lines of results.jsonl."""
    lines = RESULTS.read()
    table = ""
    if lines:
        table = f"""{len(lines[0]["moves"])} positions. In brackets 95 % intervals over the positions. Processor time was taken beside other work.

| player | CPU ms a move | regret, % of win rate | the teacher's move, % | squared error of the win rate | its correlation with the teacher's |
|---|---|---|---|---|---|
""" + "\n".join(rows(lines)) + "\n"
    write_whole(HERE / "report.md", "\n".join([f"# {HERE.name}\n\n{study['question'].strip()}\n\nDecided by: {study['rule'].strip()}\n",
                                               table, read_notes(HERE)]).rstrip() + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("records", nargs="?")
    parser.add_argument("--teacher", help="command line of an engine that speaks KataGo's JSON analysis")
    parser.add_argument("--only", help="measure this variant alone")
    arguments = parser.parse_args()
    study = read_document(HERE / "study.toml")
    if arguments.records:
        chosen = positions(arguments.records, study["settings"])
        done = {line["id"] for line in RESULTS.read()}
        for name, text in {TEACHER: "", **study["variants"]}.items():
            if name not in done and arguments.only in (None, name):
                RESULTS.append(measure(name, text, arguments.teacher, chosen, study["settings"]))
                write_report(study)
    write_report(study)


if __name__ == "__main__":
    sys.exit(main())
