"""Times the prior of a node with the learnt move model and without, as study.toml says.

    python scripts/studies/performance/prior_cost/measure.py [--rounds N]

results.jsonl (a line a round and size) and report.md are written anew; with --rounds it is a trial, which prints the report and
keeps nothing. Run it on a quiet machine.
"""
import statistics
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

import gopy.go.contract  # noqa: F401  (registers the verbs)
from gopy.compiled.jit import kernel
from gopy.game import add_priors, clone_state, copy_state, legal_moves, play
from gopy.games.players.presets import build
from gopy.go.bitboard.construct import new_position
from gopy.go.geometry import num_points, parse_vertex
from gopy.lab.bench.positions import MIDDLE_GAMES
from gopy.lab.study.measured import record_or_try
from gopy.search.threads import Search

HERE = Path(__file__).parent


class Room(NamedTuple):
    """Room for the moves of a position and their priors."""
    moves: np.ndarray       # int16[n]
    visits: np.ndarray      # int32[n]
    wins: np.ndarray        # int32[n]


@kernel
def list_moves(position, room, params, adding):
    """List the legal moves and, with `adding`, their priors; returns their number."""
    n = legal_moves(position, room.moves)
    for i in range(n):
        room.visits[i] = room.wins[i] = 0
    if adding:
        add_priors(position, room.moves, n, room.visits, room.wins, params)
    return n


@kernel
def visit_leaves(root, position, lines, room, params, adding):
    """Play each line (a row of `lines`) from the root and list the moves at its end; returns how many these are in all."""
    total = 0
    for row in range(lines.shape[0]):
        copy_state(position, root)
        for k in range(lines.shape[1]):
            play(position, lines[row, k])
        total += list_moves(position, room, params, adding)
    return total


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


def draw_lines(root, params, room, count, length, seed):
    """int64[count, length]: moves from the root on, drawn by the visits that their priors give them, as a search would choose."""
    generator = np.random.default_rng(seed)
    position = clone_state(root)
    lines = np.zeros((count, length), np.int64)
    for line in lines:
        copy_state(position, root)
        for k in range(length):
            n = list_moves(position, room, params, True) - 1        # not the pass, which is the last
            weights = room.wins[:n] + 1.0
            line[k] = room.moves[generator.choice(n, p=weights / weights.sum())]
            follow(position, line[k])
    return lines


def microseconds(leaves, room, params, times):
    """Processor time of a node's prior in microseconds: that of all leaves, less that of the same without priors."""
    spent = []
    for adding in (True, False):
        started = time.thread_time()
        for _ in range(times):
            for root, position, lines in leaves:
                visit_leaves(root, position, lines, room, params, adding)
        spent.append(time.thread_time() - started)
    return (spent[0] - spent[1]) / times / sum(len(lines) for _, _, lines in leaves) * 1e6


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
        n = num_points(size) + 1
        room = Room(np.zeros(n, np.int16), np.zeros(n, np.int32), np.zeros(n, np.int32))
        leaves = [(root, clone_state(root), draw_lines(root, learnt, room, study["lines"], study["length"], seed))
                  for seed, root in enumerate(positions)]
        microseconds(leaves, room, learnt, 1)
        search_seconds(positions[0], policy, search_params, learnt, 10)     # compiles
        for number in range(study["rounds"]):
            yield {"size": size, "round": number, "with_model": microseconds(leaves, room, learnt, study["times"]),
                   "without": microseconds(leaves, room, without, study["times"]),
                   "search_us": 1e6 / 3000 * statistics.mean(
                       search_seconds(position, policy, search_params, learnt, 3000) for position in positions),
                   "search_without_us": 1e6 / 3000 * statistics.mean(
                       search_seconds(position, policy, search_params, without, 3000) for position in positions)}


def report(study, lines):
    """The report in Markdown."""
    rows = []
    for size in study["sizes"]:
        own = [line for line in lines if line["size"] == size]
        if own:
            cells = [f"{statistics.median(values):.1f} ({min(values):.1f})" for values in (
                [line["with_model"] for line in own], [line["without"] for line in own],
                [line["with_model"] - line["without"] for line in own],
                [line["search_us"] for line in own], [line["search_without_us"] for line in own])]
            rows.append(f"| {size}x{size} | {' | '.join(cells)} |")
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

Microseconds of processor time: the median of {study["rounds"]} rounds, and the least of them, which other work on the machine disturbs
least. A simulation is that of a search of 3000 simulations.

| board | prior of a node | without the model | the model's own part | a simulation | without the model |
| --- | --- | --- | --- | --- | --- |
{chr(10).join(rows)}
"""


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, count="rounds")
