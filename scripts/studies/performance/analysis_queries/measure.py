"""Sends the queries of study.toml to `gopy analysis` with one thread and with two, and writes the report.

    python scripts/studies/performance/analysis_queries/measure.py [--queries N]

Needs /proc for the resident memory. results.jsonl and report.md are written anew. Rates are by the clock on the wall, so
the machine should have nothing else to do: the lines tell its load, and the processor time that the engine had. On a busy
machine the second thread competes with other programs, and the first hardly does. So blocks of queries are also sent, in
turn, to one process of two threads and to two processes of one thread, which compete alike.
"""
import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

from gopy.go.geometry import vertex_text
from gopy.go.history import Game
from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).parent
GAMES, LONGEST = 10, 200
MALFORMED = ["{", "[1, 2]", '{"id": 1}', "\xff\xfe", "NaN", '{"id":"wrong","moves":[["B","Z99"]]}', "[" * 100_000]


def games(size, seed):
    """Random games, each a list of [colour, vertex]."""
    generator, found = random.Random(seed), []
    for _ in range(GAMES):
        game, moves = Game(size), []
        while len(moves) < LONGEST:
            move = generator.choice(game.legal_moves()[:-1] or [game.pass_move])
            moves.append(["BW"[game.to_play], vertex_text(move, size)])
            game.play(game.to_play, move)
        found.append(moves)
    return found


def lines_of(settings):
    """The lines to send: queries, with a malformed line after every `malformed_every` of them."""
    played, size = games(settings["size"], settings["seed"]), settings["size"]
    for number in range(settings["queries"]):
        moves = played[number % GAMES][:number * 7 % LONGEST]
        yield json.dumps({"id": str(number), "moves": moves, "rules": "chinese", "komi": 7.5, "boardXSize": size,
                          "boardYSize": size, "maxVisits": settings["visits"]}).encode()
        if (number + 1) % settings["malformed_every"] == 0:
            yield MALFORMED[number // settings["malformed_every"] % len(MALFORMED)].encode("latin-1")


def figures(pid):
    """(resident bytes, seconds of processor time) of a process."""
    resident = next(int(line.split()[1]) * 1024 for line in Path(f"/proc/{pid}/status").read_text().splitlines()
                    if line.startswith("VmRSS:"))
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return resident, (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")


def measure(study):
    """Yield a line for one thread and one for two, and one for each block."""
    settings = study["analysis"]
    for threads in (1, 2):
        yield {"id": threads, **ask(settings, threads)}
    for block in range(settings["blocks"]):
        yield {"id": f"block {block + 1}", **take_turns({**settings, "queries": settings["block_queries"]}, block % 2)}


def take_turns(settings, two_first):
    """Seconds for as many queries in one process of two threads, and in two processes of one thread that share them."""
    half = {**settings, "queries": settings["queries"] // 2}

    def one():
        return ask(settings, 2)["seconds"]

    def two():
        seconds = []
        threads = [threading.Thread(target=lambda: seconds.append(ask(half, 1)["seconds"])) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return max(seconds)

    found = {}
    for name, run in sorted({"one_process": one, "two_processes": two}.items(), reverse=bool(two_first)):
        found[name] = run()
    return found


def ask(settings, threads):
    """Send all lines at once and read the answers; returns what they came to."""
    load = os.getloadavg()[0]
    words = [sys.executable, "-m", "gopy", "analysis", "--threads", str(threads), "--size", str(settings["size"])]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        # the kernels are loaded in all threads before the clock starts
        for number in range(8 * threads):
            process.stdin.write(b'{"id":"load%d","moves":[],"rules":"chinese","boardXSize":%d,"boardYSize":%d,"maxVisits":200}\n'
                                % (number, settings["size"], settings["size"]))
        process.stdin.flush()
        for _ in range(8 * threads):
            process.stdout.readline()
        lines = list(lines_of(settings))
        # the input stays open until all queries are answered, because a process that has ended has no figures
        writer = threading.Thread(target=lambda: (process.stdin.write(b"\n".join(lines) + b"\n"), process.stdin.flush()))
        _, cpu = figures(process.pid)
        started = time.perf_counter()
        writer.start()
        answered, errors, resident = {}, 0, {}
        for line in process.stdout:
            answer = json.loads(line)
            errors += "error" in answer
            if "error" not in answer:
                answered[answer["id"]] = answered.get(answer["id"], 0) + 1
                if len(answered) in (100, settings["queries"]):
                    resident[len(answered)], busy = figures(process.pid)
                    seconds = time.perf_counter() - started
                if len(answered) == settings["queries"]:
                    writer.join()
                    process.stdin.close()
    return {"seconds": round(seconds, 2), "queries_a_second": round(settings["queries"] / seconds, 2),
            "processor_seconds": round(busy - cpu, 2), "resident_after_100": resident.get(100, resident[settings["queries"]]),
            "resident_after_all": resident[settings["queries"]], "answered_once": sum(n == 1 for n in answered.values()),
            "errors": errors, "malformed": len(lines) - settings["queries"], "status": process.returncode,
            "load_before": round(load, 2)}


def report(study, lines):
    """The report in Markdown."""
    one, two, *blocks = lines
    shares = sorted(block["two_processes"] / block["one_process"] for block in blocks)
    share = sum(block["two_processes"] for block in blocks) / sum(block["one_process"] for block in blocks)
    number = study["analysis"]["queries"]
    ratio = two["queries_a_second"] / one["queries_a_second"]
    growth = [line["resident_after_all"] / line["resident_after_100"] - 1 for line in (one, two)]
    complete = all(line["answered_once"] == number and line["errors"] == line["malformed"] and line["status"] == 0
                   for line in (one, two))
    met = (ratio >= 1.8 or share >= 0.9) and max(growth) <= 0.1 and complete
    rows = "\n".join(f"| {line['id']} | {line['queries_a_second']:.1f} | {line['seconds']:.1f} | {line['processor_seconds']:.1f} "
                     f"| {line['resident_after_100'] / 2**20:.0f} | {line['resident_after_all'] / 2**20:.0f} "
                     f"| {line['answered_once']} | {line['errors']} of {line['malformed']} | {line['load_before']:.1f} |"
                     for line in (one, two))
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

| threads | queries/s | seconds | processor seconds | MiB after 100 | MiB after all | answered once | errors, malformed lines | load before |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{rows}

Two threads have {ratio:.2f} times the rate of one by these lines. In {len(blocks)} blocks of {study["analysis"]["block_queries"]} queries
in turn, one process of two threads had {share:.3f} times the rate of two processes of one thread (in the single blocks {shares[0]:.2f} to
{shares[-1]:.2f}), which makes {2 * share:.2f} times that of one thread where two cores have nothing else to do. Memory from query 100 to the last: {100 * growth[0]:+.1f} % and
{100 * growth[1]:+.1f} %. The rule is {"met" if met else "NOT met"}.
"""


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, count="queries", section="analysis")
