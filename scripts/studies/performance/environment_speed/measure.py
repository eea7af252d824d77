"""Times the Go environments beside PettingZoo's go_v5 and pgx, as study.toml says.

    python scripts/studies/performance/environment_speed/measure.py [--pgx PYTHON] [--trial SECONDS] [--one]

--one times one board alone, beside PettingZoo, and leaves the other lines of results.jsonl as they are. PYTHON is an interpreter that has pgx and jax[cpu]; without it pgx is left out. PettingZoo's Go needs
`pip install 'pettingzoo[classic]'`. results.jsonl (a line a round and board) and report.md are written anew; --trial
prints the report of one short round and keeps nothing.
"""
import argparse
import os
import random
import statistics
import subprocess
import time
from pathlib import Path

import gymnasium
from pettingzoo.classic import go_v5

import gopy.envs  # noqa: F401  (registers)
from gopy.base.files import write_whole
from gopy.envs.batch import GoBatch
from gopy.envs.options import go_options
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).parent

#: name in results: (what it is called in the report, key of its bar against PettingZoo).
OWN = {
    "vector_simple": "vector, simple ko", "vector_positional": "vector, positional superko",
    "vector_situational": "vector, situational superko", "vector_opponent": "vector, random opponent, agent's steps",
    "single": "one environment"}


def vector_runner(size, num_envs, superko, opponent=None):
    """A function of seconds that returns steps a second of a vector, whose games are at all stages by now."""
    envs = gymnasium.make_vec("gopy/Go-v0", num_envs=num_envs, board_size=size, superko=superko, opponent=opponent,
                              copy=False)
    envs.reset(seed=1)
    base = envs.unwrapped

    def run(seconds):
        steps, started = 0, time.process_time()
        while time.process_time() - started < seconds:
            for _ in range(10):
                envs.step(base.random_actions())
            steps += 10 * num_envs
        return steps / (time.process_time() - started)

    for _ in range(2 * size * size):
        envs.step(base.random_actions())
    return run


def drawn(mask, generator):
    """A legal action; the draw costs a microsecond, since the environments are to be timed, not it."""
    legal = mask.nonzero()[0]
    return legal[int(generator.random() * len(legal))]


def single_runner(size):
    """The same of one environment as gymnasium.make wraps it."""
    env = gymnasium.make("gopy/Go-v0", board_size=size, superko="simple")
    generator = random.Random(1)

    def run(seconds):
        steps, started = 0, time.process_time()
        _, info = env.reset(seed=1)
        while time.process_time() - started < seconds:
            _, _, terminated, truncated, info = env.step(drawn(info["action_mask"], generator))
            steps += 1
            if terminated or truncated:
                _, info = env.reset()
        return steps / (time.process_time() - started)

    run(0.2)
    return run


def one_runner(size, copy):
    """A function of seconds that returns microseconds of processor time that a step of a vector of one board takes, without the draw of
    the action."""
    envs = gymnasium.make_vec("gopy/Go-v0", num_envs=1, board_size=size, superko="simple", copy=copy)
    envs.reset(seed=1)
    base = envs.unwrapped

    def timed(seconds, call):
        calls, started = 0, time.process_time()
        while time.process_time() - started < seconds:
            for _ in range(1000):
                call()
            calls += 1000
        return 1e6 * (time.process_time() - started) / calls

    def run(seconds):
        both = timed(0.8 * seconds, lambda: envs.step(base.random_actions()))
        return both - timed(0.2 * seconds, base.random_actions)

    run(0.2)
    return run


def one_rounds(settings):
    """Yield a dict for each round and board with the microseconds of a step of one board, and steps a second of one environment."""
    for board in settings["board"]:
        size = board["size"]
        steps = {"one_copy": one_runner(size, True), "one": one_runner(size, False),
                 "one_environment": single_runner(size), "one_pettingzoo": pettingzoo_runner(size)}
        for number in range(settings["rounds"]):
            yield {"size": size, "round": number, **{name: round(run(settings["seconds_of_one"]), 2) for name, run in steps.items()}}


def one_table(settings, lines):
    """Lines of the report on one board."""
    rows = []
    for board in settings["board"]:
        mine = [line for line in lines if line["size"] == board["size"]]
        if mine:
            cells = [sorted(line[name] for line in mine) for name in ("one_copy", "one")]
            size = board["size"]
            speeds = [statistics.median(line[name] for line in mine) for name in ("one_environment", "one_pettingzoo")]
            rows.append(f"| {size}x{size} | " + " | ".join(f"{statistics.median(cell):.1f} ({cell[0]:.1f}-{cell[-1]:.1f})" for cell in cells)
                        + " | " + " | ".join(f"{speed:,.0f}" for speed in speeds)
                        + " | {:.0f} ({:.0f}-{:.0f}) |".format(*ratios(mine, "one_environment", "one_pettingzoo")))
    return ["## One board, simple ko", "", "| | µs of a step, vector of one | the same, `copy=False` | steps a second, one environment "
            "| steps a second, PettingZoo | times |", "|---|---|---|---|---|---|", *rows, "", "Medians (lowest-highest) of the rounds. The microseconds are those of the step alone, the steps a second with the draw of the action.", ""] if rows else []


def pettingzoo_runner(size):
    """The same of PettingZoo's go_v5 with its wrappers."""
    env = go_v5.env(board_size=size, komi=7.5)
    generator = random.Random(1)

    def run(seconds):
        steps, started = 0, time.process_time()
        env.reset(seed=1)
        while time.process_time() - started < seconds:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(drawn(observation["action_mask"], generator))
            steps += 1
        return steps / (time.process_time() - started)

    run(0.2)
    return run


def pgx_runner(python, size, num_envs):
    """The same of pgx in a process of its own."""
    child = subprocess.Popen([python, str(HERE / "pgx_steps.py"), str(size), str(num_envs)], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"

    def run(seconds):
        child.stdin.write(f"{seconds}\n")
        child.stdin.flush()
        return float(child.stdout.readline())

    run.close = child.stdin.close
    return run


def runners(settings, size, python):
    """{name: function of seconds} of all programs on one board size."""
    num_envs = settings["num_envs"]
    found = {f"vector_{superko}": vector_runner(size, num_envs, superko)
             for superko in ("simple", "positional", "situational")}
    found["vector_opponent"] = vector_runner(size, num_envs, "simple", "random")
    found["single"] = single_runner(size)
    found["pettingzoo"] = pettingzoo_runner(size)
    if python:
        found["pgx"] = pgx_runner(python, size, settings["pgx_envs"])
    return found


def rounds(settings, python):
    """Yield a dict for each round and board."""
    for board in settings["board"]:
        size = board["size"]
        programs = runners(settings, size, python)
        for number in range(settings["rounds"]):
            yield {"size": size, "round": number,
                   **{name: round(run(settings["seconds"])) for name, run in programs.items()}}
        if python:
            programs["pgx"].close()


def memory_rows(settings):
    """Rows on the memory of many large boards, without and with what superko remembers."""
    for superko in ("simple", "positional"):
        batch = GoBatch(settings["memory_boards"], go_options(settings["memory_size"], superko=superko))
        told = sum(array.nbytes for array in batch.out)
        yield (f"| {superko} | {(batch.memory_bytes - told) / 2 ** 20:.0f} | {batch.masks.nbytes / 2 ** 20:.1f} | "
               f"{batch.views.nbytes / 2 ** 20:.1f} |")


def ratios(lines, above, below):
    """(median, lowest, highest) of the rounds' ratios."""
    found = sorted(line[above] / line[below] for line in lines)
    return statistics.median(found), found[0], found[-1]


def board_table(board, lines):
    """Lines of the report on one board size."""
    bars = board.get("bars", {})
    peers = [peer for peer in ("pettingzoo", "pgx") if peer in lines[0]]
    held = {("vector_simple", "pettingzoo"): bars.get("pettingzoo"), ("vector_simple", "pgx"): bars.get("pgx"),
            ("single", "pettingzoo"): bars.get("single")}
    text = [f"## {board['size']}x{board['size']}, {len(lines)} rounds", "",
            "| | steps a second | " + " | ".join(f"times {peer}'s" for peer in peers) + " |",
            "|---|---|" + "---|" * len(peers)]
    for name, title in OWN.items():
        cells = []
        for peer in peers:
            middle, low, high = ratios(lines, name, peer)
            bar = held.get((name, peer))
            verdict = "" if bar is None else f", bar {bar}: {'met' if middle >= bar else 'missed'}"
            cells.append(f"{middle:.0f} ({low:.0f}-{high:.0f}){verdict}")
        text.append(f"| {title} | {statistics.median(line[name] for line in lines):,.0f} | " + " | ".join(cells) + " |")
    for peer in peers:
        text.append(f"| {peer} | {statistics.median(line[peer] for line in lines):,.0f} |" + " |" * len(peers))
    return text + [""]


def report(settings, lines):
    """report.md as text."""
    text = ["# environment_speed", "", settings["question"].strip(), "", f"Decided by: {settings['rule'].strip()}", "", *read_notes(HERE).splitlines()]
    for board in settings["board"]:
        mine = [line for line in lines if line["size"] == board["size"] and "single" in line]
        if mine:
            text += board_table(board, mine)
    text += one_table(settings, [line for line in lines if "one" in line])
    size = settings["memory_size"]
    text += [f"## Memory of {settings['memory_boards']} boards of {size}x{size}, MiB", "",
             "| superko | boards | action masks | observations |", "|---|---|---|---|", *memory_rows(settings), ""]
    return "\n".join(text)


def main():
    settings = read_document(HERE)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pgx", metavar="PYTHON", help="an interpreter that has pgx")
    parser.add_argument("--trial", type=float, metavar="SECONDS", help="of each program, once")
    parser.add_argument("--one", action="store_true", help="one board alone")
    options = parser.parse_args()
    if options.trial:
        settings = {**settings, "rounds": 1, "seconds": options.trial}
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    results = ResultsFile(HERE / "results.jsonl")
    if options.one:
        kept = [] if options.trial else [line for line in results.read() if "single" in line]
        lines = kept + list(one_rounds(settings))
    else:
        lines = list(rounds(settings, options.pgx)) + list(one_rounds(settings))
    text = report(settings, lines)
    if options.trial:
        print(text)
    else:
        results.replace(lines)
        write_whole(HERE / "report.md", text)


if __name__ == "__main__":
    main()
