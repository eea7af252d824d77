"""Learns move models without a kind of features, from fewer games, and in the other way, as study.toml says.

    python scripts/studies/learning/move_model_features/measure.py go9_dan.tsv.xz
    python scripts/studies/learning/move_model_features/measure.py --report

results.jsonl gets a line for each model that it does not have yet; report.md is written anew. `--report` learns nothing.
"""
import resource
import sys
import time
from pathlib import Path

import numpy as np

from gopy.base.files import write_whole
from gopy.go.knowledge.move_model import model_of
from gopy.lab.learn.figures import Figures
from gopy.lab.learn.harvest import harvest
from gopy.lab.learn.mm import MinorisationLearner
from gopy.lab.learn.move_learner import MoveLearner, Replayer
from gopy.lab.learn.records import collect
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document

HERE = Path(__file__).parent


def models(study):
    """What identifies each model to learn."""
    yield {"what": "all"}
    yield from ({"what": "without", "kinds": kinds} for kinds in study["without"])
    yield from ({"what": "games", "games": games} for games in study["games"])
    yield {"what": "mm"}


def learn(study, model, collection):
    """(learner, weights) of a model."""
    games = model.get("games")
    records = collection.learning if games is None else sorted(collection.learning, key=lambda record: record.order())[:games]
    part = collection._replace(learning=records)
    shapes = harvest(records, study["fewest"])
    if model["what"] == "mm":
        learner = MinorisationLearner(part, shapes, study["mm_passes"], 4 << 30)
        learner.learn(learner.all_games)
        return learner, np.log(learner.strengths)
    learner = MoveLearner(part, shapes, study["passes"], without=model.get("kinds", ()))
    learner.learn(learner.all_games)
    return learner, learner.weights


def measure(study, paths, results):
    """Add the missing lines to `results`."""
    collection = collect(paths, [study["size"]])
    done = [{name: line[name] for name in ("what", "kinds", "games") if name in line} for line in results.read()]
    for model in models(study):
        if model in done:
            continue
        started = time.process_time()
        learner, weights = learn(study, model, collection)
        seconds = time.process_time() - started
        replayer, figures = Replayer(model_of(learner.shapes, np.ones(len(weights)))), Figures()
        for record in collection.held_out:
            figures.add(replayer.replay(record, weights.astype(np.float32)))
        line = {**model, **figures.all(), "features": len(weights), "cpu_seconds": round(seconds, 1),
                "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}
        results.append(line)
        print(line, file=sys.stderr, flush=True)


def report(study, lines):
    """The report in Markdown."""
    full = next((line for line in lines if line["what"] == "all"), None)
    rows = []
    for line in lines:
        name = {"all": "all features", "without": "without " + ", ".join(line.get("kinds", ())),
                "games": f"all features, {line.get('games')} games", "mm": "all features, minorisation-maximisation"}[line["what"]]
        change = f"{line['ln_p'] - full['ln_p']:+.3f}" if full else ""
        rows.append(f"| {name} | {100 * line['top1']:.1f} % | {100 * line['top5']:.1f} % | {line['ln_p']:.3f} | {change} | "
                    f"{line['features']} | {line['cpu_seconds']:.0f} | {line['megabytes']} |")
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

Figures of {full["moves"] if full else 0} held-out moves. Memory is the largest that the process had until then, so it says something
of the first line and of a line with more than the lines before.

| model | first | first 5 | mean ln p | difference | features | CPU s | MB |
| --- | --- | --- | --- | --- | --- | --- | --- |
{chr(10).join(rows)}
"""


if __name__ == "__main__":
    document, file = read_document(HERE), ResultsFile(HERE / "results.jsonl")
    if sys.argv[1:] != ["--report"]:
        measure(document, sys.argv[1:], file)
    write_whole(HERE / "report.md", report(document, file.read()))
