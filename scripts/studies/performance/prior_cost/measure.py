"""Times the prior of a node with the learnt move model and without, as study.toml says.

    python scripts/studies/performance/prior_cost/measure.py [--rounds N]

results.jsonl (a line a round and size) and report.md are written anew; with --rounds it is a trial, which prints the report and
keeps nothing. Run it on a quiet machine.
"""
import statistics
import time
from pathlib import Path

import numpy as np

import gopy.go.contract  # noqa: F401  (registers the verbs)
from gopy.bench.positions import MIDDLE_GAMES
from gopy.compiled.jit import kernel
from gopy.players.presets import build
from gopy.game import add_priors, legal_moves, play
from gopy.go.bitboard.construct import new_position
from gopy.go.geometry import num_points, parse_vertex
from gopy.search.threads import Search
from gopy.study.measured import record_or_try

HERE = Path(__file__).parent


@kernel
def add_many(position, moves, visits, wins, params, count):
    """Add the priors of a position so many times; returns the number of moves."""
    n = legal_moves(position, moves)
    for _ in range(count):
        for i in range(n):
            visits[i] = wins[i] = 0
        add_priors(position, moves, n, visits, wins, params)
    return n


@kernel
def follow(position, move):
    """Play a move."""
    play(position, move)


def middle_games(size):
    """The five positions of a size."""
    for text in MIDDLE_GAMES[size]:
        position = new_position(size)
        for vertex in text.split():
            follow(position, parse_vertex(vertex, size))
        yield position


def microseconds(positions, params, size, nodes):
    """Processor time of a node's prior, in microseconds, over the positions."""
    moves = np.zeros(num_points(size) + 1, np.int16)
    visits, wins = np.zeros(len(moves), np.int32), np.zeros(len(moves), np.int32)
    started = time.process_time()
    for position in positions:
        add_many(position, moves, visits, wins, params, nodes)
    return (time.process_time() - started) / nodes / len(positions) * 1e6


def search_seconds(position, policy, search_params, params, simulations):
    """Processor time of a search of one thread."""
    search = Search(position, policy, search_params, params, threads=1, memory_bytes=256 << 20, seed=1)
    search.set_root(position)
    started = time.process_time()
    search.run(simulations=simulations)
    return time.process_time() - started


def measure(study):
    """Lines of results.jsonl."""
    for size in study["sizes"]:
        positions = list(middle_games(size))
        policy, search_params, learnt = build("default", size)
        without = build("default", size, {"prior_move": 0})[2]
        microseconds(positions, learnt, size, 10)
        search_seconds(positions[0], policy, search_params, learnt, 10)     # compiles
        for number in range(study["rounds"]):
            yield {"size": size, "round": number, "with_model": microseconds(positions, learnt, size, study["nodes"]),
                   "without": microseconds(positions, without, size, study["nodes"]),
                   "search_us": 1e6 / 3000 * statistics.mean(
                       search_seconds(position, policy, search_params, learnt, 3000) for position in positions),
                   "search_without_us": 1e6 / 3000 * statistics.mean(
                       search_seconds(position, policy, search_params, without, 3000) for position in positions)}


def report(study, lines):
    """The report in Markdown."""
    rows = []
    for size in study["sizes"]:
        own = [line for line in lines if line["size"] == size]
        median = {name: statistics.median(line[name] for line in own)
                  for name in ("with_model", "without", "search_us", "search_without_us")} if own else None
        if median:
            rows.append(f"| {size}x{size} | {median['with_model']:.1f} | {median['without']:.1f} | "
                        f"{median['with_model'] - median['without']:.1f} | {median['search_us']:.1f} | "
                        f"{median['search_without_us']:.1f} |")
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

Microseconds of processor time, medians of {study["rounds"]} rounds. A simulation is that of a search of 3000 simulations.

| board | prior of a node | without the model | the model's own part | a simulation | without the model |
| --- | --- | --- | --- | --- | --- |
{chr(10).join(rows)}
"""


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, count="rounds")
