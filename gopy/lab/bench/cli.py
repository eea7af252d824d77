"""`gopy bench`: measures how fast gopy plays on this machine, and prints a signature that shows changes of the search."""
import argparse
import json
from collections.abc import Iterator

from gopy.base import fields
from gopy.base.errors import UserError
from gopy.base.numbers import number, whole_number
from gopy.engine.options import PARAMETERS, Options
from gopy.lab.bench.start_parts import parts_of_start, start_table
from gopy.lab.bench.start_up import StartCost, cost_of_start, cost_text, time_of_cold_start, time_of_warm_start
from gopy.network.form import MOST_BLOCKS, WIDTHS

SIZES = (9, 13, 19)

#: {key of a row: heading of its column in the table}.
COLUMNS = {
    "board_size": "board",
    "threads": "threads",
    "uniform_playouts_per_s": "uniform playouts/s",
    "playouts_per_s": "playouts/s",
    "simulations_per_s": "simulations/s",
    "simulations_per_wall_s": "by the clock",
}

#: The same of the table of networks.
NETWORK_COLUMNS = {
    "board_size": "board",
    "network": "network",
    "us": "us an evaluation",
    "gflops": "effective GFLOP/s",
    "two_threads_per_s": "evaluations/s by the clock, two threads",
}

#: The options of the engine that searches.
OPTIONS = {name: PARAMETERS[name] for name in ("preset", "set")}

#: The networks that are measured by default, as (blocks, channels).
NETWORKS = ((2, 32), (4, 64), (6, 96))


def add_arguments(parser) -> None:
    """Add the arguments of `gopy bench`."""
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--seconds", type=number(0.01, 3600), default=3.0, metavar="X", help="seconds for each figure (3)")
    parser.add_argument("--sizes", type=whole_number(), nargs="+", default=SIZES, choices=SIZES, metavar="N",
                        help="board sizes (9 13 19)")
    parser.add_argument("--middle-game", action="store_true",
                        help="search five middle-game positions a board size, not the empty board")
    fields.add_flags(parser, OPTIONS)
    parser.add_argument("--networks", type=network_form, nargs="*", default=NETWORKS, metavar="BxC",
                        help="networks of B blocks of C channels (2x32 4x64 6x96); without a value none")
    parser.add_argument("--skip-start-up", action="store_true", help="leave out start-up and cold compile")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--start", action="store_true", help="only where the processor time of a start goes, part by part")
    only.add_argument("--profile", action="store_true",
                      help="only search, and write a map of the compiled functions for Linux's perf, which runs this command")


def network_form(text) -> tuple[int, int]:
    """(blocks, channels) of a text such as 4x64. argparse.ArgumentTypeError if there is no such network."""
    blocks, _, channels = text.partition("x")
    forms = {(str(number), str(width)): (number, width) for number in range(1, MOST_BLOCKS + 1) for width in WIDTHS}
    if (blocks, channels) not in forms:
        raise argparse.ArgumentTypeError(f"{text!r} is not BxC with B from 1 to {MOST_BLOCKS} and C one of {', '.join(map(str, WIDTHS))}")
    return forms[blocks, channels]


def run(arguments) -> None:
    """Measure and print the results."""
    options = _options(arguments)
    if arguments.start:
        if options != Options():
            raise UserError("--start measures the default engine, without --preset and --set")
        found = [parts_of_start(size) for size in arguments.sizes]
        print(json.dumps({"start": [each._asdict() for each in found]}) if arguments.json else start_table(found))
        return
    if arguments.profile:
        from gopy.lab.bench.profile import profile_text, profiled
        profile = profiled(arguments.sizes, arguments.seconds, arguments.middle_game, options)
        print(json.dumps({"profile": profile._asdict()}) if arguments.json else profile_text(profile))
        return
    warm = cold = cost = None
    if not arguments.skip_start_up:
        largest = max(arguments.sizes), options
        warm, cold, cost = time_of_warm_start(*largest), time_of_cold_start(*largest), cost_of_start(*largest)
    from gopy.lab.bench import measure
    from gopy.search.tree import BYTES_PER_NODE
    result = {
        "signature": measure.signature(arguments.sizes, options.preset, options.set),
        "startup_s": warm,
        "cold_compile_s": cold,
        "start_cost": cost and cost._asdict(),
        "bytes_per_node": BYTES_PER_NODE,
        "rows": [row for size in arguments.sizes for row in rows(measure, size, options, arguments)],
        "networks": network_rows(arguments),
    }
    print(json.dumps(result) if arguments.json else table(result, arguments))


def _options(arguments):
    """The Options of the engine that searches. UserError if there are none such."""
    try:
        return Options(**fields.values_of_flags(arguments, OPTIONS))
    except ValueError as error:
        raise UserError(str(error)) from None


def rows(measure, size, options, arguments) -> Iterator[dict[str, int]]:
    """Yield a row of results for one thread and, if there are two processors or more, one for two threads."""
    from gopy.base.cpus import usable_cpus
    from gopy.go.history import Game
    games = measure.middle_games(size) if arguments.middle_game else [Game(size)]
    uniform = measure.playouts_per_second(size, "uniform", arguments.seconds)
    heavy = measure.playouts_per_second(size, "default", arguments.seconds)
    for threads in (1, 2)[:usable_cpus()]:
        search = measure.new_search(size, threads, options.preset, options.set)
        per_cpu, per_wall = measure.simulations_per_second(search, games, arguments.seconds)
        yield dict(zip(COLUMNS, (size, threads, round(uniform), round(heavy), round(per_cpu), round(per_wall))))


def network_rows(arguments) -> list[dict[str, float]]:
    """A row of results for each network and board size."""
    from gopy.lab.bench.networks import network_row
    return [network_row(blocks, channels, size, arguments.seconds) for blocks, channels in arguments.networks for size in arguments.sizes]


def table(result, arguments) -> str:
    """The result as a text for people."""
    lines = [f"signature       {result['signature']}", f"bytes per node  {result['bytes_per_node']}"]
    if result["startup_s"] is not None:
        size = max(arguments.sizes)
        lines += [f"start-up        {result['startup_s']} s to the first {size}x{size} move, compiled before",
                  f"cold compile    {result['cold_compile_s']} s to it, nothing compiled before"]
    if result["start_cost"] is not None:
        lines.append(f"start cost      {cost_text(StartCost(**result['start_cost']))}")
    where = "five middle-game positions" if arguments.middle_game else "the empty board"
    lines += ["", f"per second of a thread's processor time; simulations from {where}", *_columns(COLUMNS, result["rows"])]
    if result["networks"]:
        lines += ["", "networks of blocks x channels with random weights, in a middle-game position, one thread; effective: as if each",
                  "3x3 convolution was the plain sum that it stands for", *_columns(NETWORK_COLUMNS, result["networks"])]
    return "\n".join(lines)


def _columns(headings, rows):
    """The lines of a table, with its headings."""
    return ["  ".join(headings.values()),
            *("  ".join(f"{row[key]:>{len(heading)}}" for key, heading in headings.items()) for row in rows)]
