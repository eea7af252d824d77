"""Counts the finished games of games.tsv.xz with gopy, or with a GTP engine, and compares the scores with those recorded.

    python scripts/studies/strength/final_score/measure.py --run NAME [--sims N] [--seed S] [--judge-seed S] [--engine COMMAND]

--run         the name of this run in results.jsonl and in the report
--sims        simulations of a move (2000). gopy counts with at least 2000
--seed        seed of the engine (1)
--judge-seed  seed of the search that counts, in the place of gopy's own, to see how much rests on chance
--engine      a GTP engine that counts in the place of gopy: "gnugo --mode gtp"
--report      count nothing: make report.md from the lines of results.jsonl

The package that counts is the one that Python finds, so that an older one can be measured by PYTHONPATH.
"""
import argparse
import json
import lzma
import shlex
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).parent


def games():
    """A dict of each game of games.tsv.xz: its id, set, rules, komi, result, KataGo's count and moves in SGF's letters."""
    names, *lines = lzma.decompress((HERE / "games.tsv.xz").read_bytes()).decode().splitlines()
    return [dict(zip(names[2:].split("\t"), line.split("\t"))) for line in lines]


def moves_of(row):
    """(colour, row from below, column) of each move, 0 for Black, the row None for a pass; two passes are added at the end."""
    text = row["moves"] + "...."
    for number in range(len(text) // 2):
        column, line = text[2 * number:2 * number + 2]
        yield (number % 2, None, None) if column == "." else (number % 2, 8 - (ord(line) - 97), ord(column) - 97)


def score_of(text):
    """Black's points in a result such as W+3.5, as a number."""
    return 0.0 if text == "0" else float(text[2:]) * (1 if text[0] == "B" else -1)


def counted_by_gopy(rows, sims, seed, judge_seed):
    """{id: score} by gopy's engine."""
    import gopy
    from gopy.engine import engine as module
    from gopy.go.geometry import pass_move, point_at
    from gopy.go.history import Game
    from gopy.go.rules import parse_rules

    if judge_seed is not None:
        module.ESTIMATE_SEED = judge_seed
    engine, scores = gopy.Engine(gopy.Options(size=9, threads=1, seed=seed, sims=sims)), {}
    for row in rows:
        game = Game(9, float(row["komi"]), parse_rules(row["rules"]))
        for colour, line, column in moves_of(row):
            game.record(colour, pass_move(9) if line is None else point_at(line, column, 9))
        engine.set_game(game)
        scores[row["id"]] = engine.final_score()
    return scores


def counted_by(command, rows):
    """{id: score} by a GTP engine, which is told the rules on its command line (--japanese-rules, --chinese-rules)."""
    scores = {}
    for rules in ("japanese", "chinese"):
        process = subprocess.Popen([*shlex.split(command), f"--{rules}-rules"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for row in rows:
            if row["rules"] == rules:
                lines = ["boardsize 9", "clear_board", f"komi {row['komi']}"]
                for colour, line, column in moves_of(row):
                    lines.append(f"play {'bw'[colour]} " + ("pass" if line is None else f"{'ABCDEFGHJ'[column]}{line + 1}"))
                process.stdin.write("\n".join([*lines, "final_score", ""]))
                process.stdin.flush()
                answers = [_answer(process) for _ in range(len(lines) + 1)]
                scores[row["id"]] = score_of(answers[-1][1:].strip())
        process.communicate("quit\n")
    return scores


def _answer(process):
    text = process.stdout.readline()
    while not text.endswith("\n\n"):
        text += process.stdout.readline()
    return text


def line_of(run, rows, scores, **settings):
    """The line of results.jsonl about a run: how many games were counted right, and what was counted in the others."""
    line = {"id": " ".join([run, *(f"{name}={value}" for name, value in settings.items() if value is not None)]), "run": run, **settings}
    for part in ("counted", "doubtful"):
        here = [(row["id"], score_of(row["result"]), scores[row["id"]]) for row in rows if row["set"] == part]
        line[part] = {"games": len(here), "exact": sum(score == right for _, right, score in here),
                      "winners": sum((score > 0) == (right > 0) for _, right, score in here),
                      "wrong": {name: score for name, right, score in here if score != right}}
    return line


def report(lines):
    """The text of report.md."""
    from gopy.lab.study.document import read_document, read_notes

    study = read_document(HERE)
    table = ["| run | simulations | seed | counting seed | exact | winners | CPU s a game | doubtful: exact | winners |", "|---|---|---|---|---|---|---|---|---|"]
    for line in lines:
        good, other = line["counted"], line["doubtful"]
        table.append(f"| {line['run']} | {line.get('sims') or '-'} | {line.get('seed') or '-'} | {line.get('judge_seed') or 'its own'} | {good['exact']} of "
                     f"{good['games']} | {good['winners']} | {line['cpu']:.3f} | {other['exact']} of {other['games']} | {other['winners']} |")
    return (f"# {HERE.name}\n\n{study['question'].strip()}\n\nDecided by: {study['rule'].strip()}\n\n{read_notes(HERE).strip()}\n\n"
            "## What was found\n\n" + "\n".join(table) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--run", help="the name of this run")
    parser.add_argument("--sims", type=int, default=2000, help="simulations of a move (2000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the engine (1)")
    parser.add_argument("--judge-seed", type=int, help="seed of the search that counts")
    parser.add_argument("--engine", help="a GTP engine that counts in the place of gopy")
    parser.add_argument("--report", action="store_true", help="count nothing: remake the report")
    given = parser.parse_args()
    path = HERE / "results.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    if given.run:
        rows, began = games(), time.process_time()
        if given.engine:
            line = line_of(given.run, rows, counted_by(given.engine, rows), engine=given.engine)
        else:
            scores = counted_by_gopy(rows, given.sims, given.seed, given.judge_seed)
            line = line_of(given.run, rows, scores, sims=given.sims, seed=given.seed, judge_seed=given.judge_seed)
        line["cpu"] = round((time.process_time() - began) / len(rows), 4)
        print(json.dumps(line))
        lines = [other for other in lines if other["id"] != line["id"]] + [line]
        path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    if given.run or given.report:
        (HERE / "report.md").write_text(report(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
