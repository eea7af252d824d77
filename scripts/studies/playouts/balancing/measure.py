"""Learns the softmax playout's weights on each board of study.toml, and measures errors on the positions held out.

    python scripts/studies/playouts/balancing/measure.py                                # remakes the report from the lines alone
    python scripts/studies/playouts/balancing/measure.py --work FOLDER RECORDS.tsv.xz   # measures what is missing

FOLDER keeps weights and checkpoints, so that a run that was stopped goes on from them. results.jsonl gets a line as a playout of
a board has been measured; a line that is there is not measured again.
"""
import argparse
import time
from pathlib import Path

import numpy as np

from gopy.base.files import write_whole
from gopy.go.knowledge.params import new_go_params
from gopy.lab.learn.papers.balancing import BalanceLearner
from gopy.lab.learn.papers.deep_values import random_starts, recorded_starts
from gopy.lab.learn.papers.playout_likelihood import LikelihoodLearner
from gopy.lab.learn.records import read_records
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import mean_interval
from gopy.lab.study.document import read_document, read_notes
from gopy.papers.playout_weights import feature_count, read_weights

HERE = Path(__file__).parent
RESULTS = ResultsFile(HERE / "results.jsonl")

#: The playouts that are compared: name -> what it is.
PLAYOUTS = {"even": "softmax, all weights even", "likelihood": "softmax, maximum likelihood",
            "balanced": "softmax, balanced from even", "balanced_on": "softmax, balanced from maximum likelihood", "rules": "rules"}


def learnt(learner, steps, path):
    """The weights of a learner after its steps; its checkpoint is kept beside `path`."""
    checkpoint = path.with_suffix(".checkpoint")
    if checkpoint.exists():
        learner.read_checkpoint(checkpoint)
    while learner.games < steps:
        print(path.name, learner.games, steps, learner.learn(min(50, steps - learner.games)), flush=True)
        learner.write_checkpoint(checkpoint)
    if not path.exists():
        learner.write_weights(path)
    return read_weights(path)


def measure_board(size, board, settings, records, work):
    """Append the lines of a board that are missing."""
    done = {line["playout"] for line in RESULTS.read() if line["size"] == size}
    if len(done) == len(PLAYOUTS):
        return
    even = np.zeros(feature_count())
    values = {name: settings[name] for name in ("komi", "seed", "playouts", "batch", "step")}
    values.update(size=size, sims=board["sims"], updates=board["updates"])
    likelihood = learnt(LikelihoodLearner({"size": 9}, even, list(read_records(records, [9]))), settings["likelihood"],
                        work / "likelihood.txt")
    starts = (recorded_starts(records, size, board["positions"], settings["seed"]) if board.get("recorded") else
              random_starts(size, board["positions"], settings["seed"]))
    first = BalanceLearner({**values, "start": "even"}, even, starts)
    balanced = learnt(first, first.steps, work / f"balanced_{size}.txt")
    second = BalanceLearner({**values, "start": "likelihood"}, likelihood, starts)
    second.take_values(first)
    balanced_on = learnt(second, second.steps, work / f"balanced_on_{size}.txt")
    params = {"even": first.game_params_of(even), "likelihood": first.game_params_of(likelihood), "balanced": first.game_params_of(balanced),
              "balanced_on": first.game_params_of(balanced_on), "rules": new_go_params(size)}
    for name in PLAYOUTS:
        if name not in done:
            first.errors_of(params[name], 2)        # compiles
            began = time.process_time()
            errors = first.errors_of(params[name], settings["judging"])
            microseconds = 1e6 * (time.process_time() - began) / (len(errors) * settings["judging"])
            RESULTS.append({"size": size, "playout": name, "judging": settings["judging"],
                            "microseconds": round(microseconds, 1),
                            "values": [round(float(value), 4) for value in first.held_out_values],
                            "errors": [round(float(error), 5) for error in errors]})


def squared(line):
    """Squared errors by position, less what the chance of the playouts adds to them."""
    errors, values = np.array(line["errors"]), np.array(line["values"])
    means = np.clip(errors + values, 0.0, 1.0)
    return errors**2 - means * (1.0 - means) / (line["judging"] - 1)


def rows(lines):
    """The rows of the report's table for the lines of one board."""
    by_name = {line["playout"]: line for line in lines}
    for name, what in PLAYOUTS.items():
        if name not in by_name:
            continue
        found = squared(by_name[name])
        mean, low, high = mean_interval(found.tolist())
        before = {"balanced": "even", "balanced_on": "likelihood"}.get(name)
        difference = ""
        if before in by_name:      # the weights that balancing began with
            gap, gap_low, gap_high = mean_interval((found - squared(by_name[before])).tolist())
            difference = f"{gap:+.4f} ({gap_low:+.4f} to {gap_high:+.4f})"
        bias = np.mean(by_name[name]["errors"])
        yield (f"| {what} | {mean:.4f} ({low:.4f} to {high:.4f}) | {np.sqrt(max(mean, 0.0)):.3f} | {bias:+.3f} | {difference} "
               f"| {by_name[name]['microseconds']:.0f} |")


def write_report(study):
    """Remake report.md from the lines."""
    text = [f"# {HERE.name}\n\n{study['question'].strip()}\n\nDecided by: {study['rule'].strip()}\n"]
    lines = RESULTS.read()
    for size in sorted({line["size"] for line in lines}):
        board = [line for line in lines if line["size"] == size]
        text.append(f"""## {size}x{size}

{len(board[0]["errors"])} positions held out of {study["boards"][str(size)]["positions"]}, deep values of
{study["boards"][str(size)]["sims"]} simulations, {board[0]["judging"]} playouts each. In brackets 95 % intervals over the positions.
Processor time was taken beside other work.

| playout | mean squared error | its root | mean error | difference from before | µs a playout |
|---|---|---|---|---|---|
""" + "\n".join(rows(board)) + "\n")
    write_whole(HERE / "report.md", "\n".join(filter(None, [*text, read_notes(HERE)])))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("records", nargs="*")
    parser.add_argument("--work", type=Path)
    given = parser.parse_args()
    study = read_document(HERE)
    if given.work:
        for size, board in study["boards"].items():
            measure_board(int(size), board, study["settings"], given.records, given.work)
            write_report(study)
    write_report(study)


if __name__ == "__main__":
    main()
