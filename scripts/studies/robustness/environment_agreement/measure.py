"""Plays the random games of study.toml side by side with the oracle, OpenSpiel and pgx, and counts the differences.

    python scripts/studies/robustness/environment_agreement/measure.py [--only oracle|openspiel|pgx] [--size N] [--games N]

results.jsonl gets a line a size and rule as it is done, and what has a line is not played again; report.md is written
anew. --games plays a trial of so many games of each and keeps nothing. OpenSpiel and pgx must be installed for theirs.
"""
import argparse
import sys
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[3] / "tests"))

from oracles.naive_batch import BLACK, NaiveBatch  # noqa: E402

from gopy.base.files import write_whole  # noqa: E402
from gopy.go.batch.boards import BatchOptions, new_boards  # noqa: E402
from gopy.go.batch.steps import KEEP, new_outputs, restart_boards, step_boards  # noqa: E402
from gopy.lab.match.results.file import ResultsFile  # noqa: E402
from gopy.lab.study.document import read_document  # noqa: E402

#: Games side by side.
WIDTH = 1000


class Ours:
    """Games as the environments play them."""

    def __init__(self, games, size, superko, suicide):
        self.options = BatchOptions(size, 0.5, superko, suicide)
        self.boards = new_boards(games, self.options)
        self.out = new_outputs(games, self.options)
        restart_boards(self.boards, np.ones(games, np.uint8), self.out)
        self.masks = self.out.masks.reshape(games, -1)
        self.planes = self.out.views.view(bool).reshape(games, size, size, 17)

    def play(self, actions, chosen):
        step_boards(self.boards, actions, chosen.astype(np.uint8), KEEP, self.out)

    def restart(self, chosen):
        restart_boards(self.boards, chosen.astype(np.uint8), self.out)

    def grid(self):
        """int8[games, N * N] of the oracle's colours, from the planes."""
        own, other = self.planes[..., 0], self.planes[..., 1]
        mine = np.where(self.out.to_play == 0, BLACK, 3 - BLACK)[:, None, None]
        return (own * mine + other * (3 - mine)).reshape(len(own), -1).astype(np.int8)


def random_actions(masks, rng):
    """A legal action of each game, all equally likely."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def against_oracle(size, games, rule, seed):
    """A dict of counts: games, moves and what differed."""
    ko, _, suicide = rule.partition(", ")
    slots = min(WIDTH, games)
    ours, oracle = Ours(slots, size, ko, bool(suicide)), NaiveBatch(slots, size, ko, bool(suicide), seed)
    rng = np.random.default_rng([seed, size])
    counts = dict.fromkeys(("games", "moves", "too_long", "forbidden", "mask_differences", "board_differences",
                            "end_differences", "score_differences"), 0)
    live, started = np.ones(slots, bool), slots
    while live.any():
        # 1. what may be played, what is there, whether it is over
        masks = oracle.masks()
        counts["mask_differences"] += int((masks != ours.masks)[live].any(axis=1).sum())
        counts["board_differences"] += int((oracle.planes() != ours.planes)[live].any(axis=(1, 2, 3)).sum())
        counts["forbidden"] += int(oracle.forbidden[live].sum())
        # 2. a move
        actions = random_actions(masks, rng)
        oracle.play(actions, live)
        ours.play(actions, live)
        counts["moves"] += int(live.sum())
        too_long = (oracle.plies >= ours.options.longest) & ~oracle.over()
        counts["end_differences"] += int((live & ((ours.out.terminated != oracle.over())
                                                  | (ours.out.truncated != too_long))).sum())
        # 3. games that have ended are counted, and others take their places
        ended = live & (oracle.over() | too_long)
        if ended.any():
            counts["games"] += int(ended.sum())
            counts["too_long"] += int((ended & too_long).sum())
            counts["score_differences"] += int((ours.out.scores != oracle.scores() - 0.5)[ended].sum())
            live &= ~ended
            again = ended & (np.cumsum(ended) <= games - started)
            started += int(again.sum())
            live |= again
            ours.restart(again)
            for game in np.flatnonzero(again):
                oracle.restart(game)
    return counts


def against_peer(peer, size, games, seed):
    """The same counts of games under simple ko, each as far as the peer's rules go with it."""
    slots = min(WIDTH, games)
    ours, theirs = Ours(slots, size, "simple", False), peer(slots, size)
    rng = np.random.default_rng([seed, size])
    counts = dict.fromkeys(("games", "moves", "repeated", "mask_differences", "board_differences", "end_differences",
                            "score_differences"), 0)
    live, started = np.ones(slots, bool), slots
    while live.any():
        masks = ours.masks.copy()
        counts["mask_differences"] += int((masks != theirs.masks(live))[live].any(axis=1).sum())
        counts["board_differences"] += int((ours.grid() != theirs.boards(live))[live].any(axis=1).sum())
        actions = random_actions(masks, rng)
        ours.play(actions, live)
        theirs.play(actions, live)
        counts["moves"] += int(live.sum())
        repeated = live & theirs.repeated()
        too_long = live & (ours.out.truncated == 1) & ~repeated
        over = live & ~repeated & ~too_long
        counts["end_differences"] += int((over & (theirs.ended() != ours.out.terminated)).sum())
        scored = over & theirs.ended()
        winners = np.sign(ours.out.scores[scored])
        counts["score_differences"] += int((winners != theirs.winners(np.flatnonzero(scored))).sum())
        ended = repeated | too_long | scored | (over & (ours.out.terminated == 1))
        counts["games"] += int(ended.sum())
        counts["repeated"] += int(repeated.sum())
        live &= ~ended
        again = ended & (np.cumsum(ended) <= games - started)
        started += int(again.sum())
        live |= again
        ours.restart(again)
        for game in np.flatnonzero(again):
            theirs.restart(game)
    return counts


def runs(study):
    """Yield (against, size, rule, games, function of a number of games that plays them) of all the study asks for."""
    section = study["oracle"]
    for size, games in zip(section["sizes"], section["games"]):
        for rule in section["rules"]:
            yield ("oracle", size, rule, games,
                   lambda games, size=size, rule=rule: against_oracle(size, games, rule, study["oracle"]["seed"]))
    for name in ("openspiel", "pgx"):
        for size, games in zip(study[name]["sizes"], study[name]["games"]):
            yield (name, size, "simple", games,
                   lambda games, size=size, name=name: against_peer(_peer(name), size, games, study[name]["seed"]))


def _peer(name):
    import peers
    return {"openspiel": peers.OpenSpiel, "pgx": peers.Pgx}[name]


def report(study, lines):
    """The report in Markdown."""
    order = [f"{against} {size}x{size} {rule}" for against, size, rule, *_ in runs(study)]
    lines = sorted(lines, key=lambda line: order.index(line["id"]))

    def table(against, columns):
        head = "| size | rule | " + " | ".join(column.replace("_", " ") for column in columns) + " |"
        rows = [f"| {line['size']}x{line['size']} | {line['rule']} | "
                + " | ".join(f"{line[column]:,}".replace(",", " ") for column in columns) + " |"
                for line in lines if line["against"] == against]
        return "\n".join([head, "| --- " * (len(columns) + 2) + "|", *rows])

    differences = ("mask_differences", "board_differences", "end_differences", "score_differences")
    total = sum(line[name] for line in lines for name in differences)
    missing = len(order) - len(lines)
    verdict = f"not yet decided: {missing} rows are missing" if missing else "met" if total == 0 else "NOT met"
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

Positions in which something differed, of all; a board is all 17 planes. `forbidden`: points that only the rule of
repetition forbids, over all positions; `too long`: games that the limit of 8 N^2 moves ended, which counts as an end.

## The oracle

{table("oracle", ("games", "moves", "forbidden", "too_long", *differences))}

## OpenSpiel's go

`repeated`: games that OpenSpiel ended because a board came again; they agree until there.

{table("openspiel", ("games", "moves", "repeated", *differences))}

## pgx's go

{table("pgx", ("games", "moves", "repeated", *differences))}

The rule is {verdict}.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=("oracle", "openspiel", "pgx"), help="only these rows")
    parser.add_argument("--size", type=int, help="only this board size")
    parser.add_argument("--games", type=int, help="a trial of so many games of each row, kept nowhere")
    arguments = parser.parse_args()
    study, results = read_document(HERE), ResultsFile(HERE / "results.jsonl")
    done = {} if arguments.games else {line["id"] for line in results.read()}
    for against, size, rule, games, play in runs(study):
        name = f"{against} {size}x{size} {rule}"
        if arguments.only not in (None, against) or arguments.size not in (None, size) or name in done:
            continue
        began = time.process_time()
        line = {"id": name, "against": against, "size": size, "rule": rule, **play(arguments.games or games)}
        line["cpu_seconds"] = round(time.process_time() - began, 1)
        print(line, file=sys.stderr)
        if not arguments.games:
            results.append(line)
    if not arguments.games:
        write_whole(HERE / "report.md", report(study, results.read()))


if __name__ == "__main__":
    main()
