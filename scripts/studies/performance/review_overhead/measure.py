"""Reviews the game of study.toml whole and killed half-way, times the same searches alone, and writes the report.

    python scripts/studies/performance/review_overhead/measure.py [--moves N]

Times are processor time with one thread, start and loading of the kernels included, so that other programs on the machine
count little. results.jsonl and report.md are written anew.
"""
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from gopy.go.history import Game
from gopy.go.sgf import save_game
from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).parent

#: Runs in a process of its own: the searches of a review and nothing else.
ALONE = """
import json, sys
from gopy.desk.review.looks import Question, position_of
from gopy.engine.go_search import GoSearch
from gopy.engine.options import Options
from gopy.engine.searcher import Root
from gopy.go.geometry import parse_vertex
from gopy.go.sgf import load_file
game = load_file(sys.argv[1])
search = GoSearch(game.size, Options(size=game.size, threads=1), 0)
for line in open(sys.argv[2]).read().splitlines()[1:]:
    answer = json.loads(line)
    turn, *instead = answer["id"].split()[:-1]
    position = position_of(game, Question(int(turn), tuple(parse_vertex(text, game.size) for text in instead)))
    search.restart(0)
    search.set_root(Root(position, position.to_play))
    search.run(answer["rootInfo"]["visits"], max_moves=0)
"""


def random_game(settings):
    """A game of random legal moves."""
    generator, game = random.Random(settings["seed"]), Game(settings["size"])
    while len(game.moves) < settings["moves"]:
        game.play(game.to_play, generator.choice(game.legal_moves()[:-1]))
    return game


def cpu_of(words):
    """Seconds of processor time of a command, which must succeed."""
    before = os.times()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return round(after.children_user + after.children_system - before.children_user - before.children_system, 2)


def measure(study):
    """Yield a line about the simulations alone, one about the review, one about a review that was killed."""
    settings = study["review"]
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "game.sgf"
        record.write_text(save_game(random_game(settings)))
        words = ["-m", "gopy", "review", str(record), "--sims", str(settings["sims"]), "--threads", "1", "--out"]
        for run in (1, 2):
            whole = f"{folder}/whole{run}"
            yield {"id": f"review {run}", "processor_seconds": cpu_of([*words, whole])}
            yield {"id": f"alone {run}", "processor_seconds": cpu_of(["-c", ALONE, str(record), f"{whole}/game.review.jsonl"])}
        kept = Path(folder) / "killed" / "game.review.jsonl"
        with subprocess.Popen([sys.executable, *words, f"{folder}/killed"], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < settings["moves"] // 2):
                time.sleep(0.05)
            process.kill()
        before = kept.read_bytes().count(b"\n") - 1
        cpu_of([*words, f"{folder}/killed"])
        whole, again = (sorted((Path(folder) / name / "game.review.jsonl").read_text().splitlines()) for name in ("whole1", "killed"))
        yield {"id": "killed", "positions_before": before, "positions_after": len(again) - 1, "same": whole == again}


def report(study, lines):
    """The report in Markdown."""
    of = {line["id"]: line for line in lines}
    pairs = [(of[f"alone {run}"]["processor_seconds"], of[f"review {run}"]["processor_seconds"]) for run in (1, 2)]
    killed, ratios = of["killed"], [review / alone for alone, review in pairs]
    rows = "\n".join(f"| {run} | {alone:.1f} | {review:.1f} | {review / alone:.3f} |"
                     for run, (alone, review) in enumerate(pairs, start=1))
    met = max(ratios) <= 1.2 and killed["same"]
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

| run | simulations alone, s | review, s | ratio |
| --- | --- | --- | --- |
{rows}

Killed after {killed["positions_before"]} of {killed["positions_after"]} positions and started again, the review found
{"the same" if killed["same"] else "something ELSE"}. The rule is {"met" if met else "NOT met"}.
"""


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, count="moves", section="review")
