"""Judges by games that were counted how well playouts tell who owns each point, for each variant of study.toml.

    python scripts/studies/playouts/ownership/measure.py RECORDS.tsv.xz [RECORDS.tsv.xz ...]
    python scripts/studies/playouts/ownership/measure.py --report

The records are files and folders as `gopy learn moves` reads them. results.jsonl gets a line for each variant and board size as it is
measured, and those that have one are not measured again; report.md is written anew. A line has for each game the mean errors of its
positions, in millionths and in hundredths of a point.
"""
import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.base.files import write_whole
from gopy.base.parameters import name_values
from gopy.compiled.jit import kernel
from gopy.compiled.rng import new_rng
from gopy.game import Trace, copy_state, holder, new_outcome, new_trace, record_outcome, run_playout
from gopy.go.bitboard.construct import new_position, set_rules, setup
from gopy.go.bitboard.layout import point_count
from gopy.go.geometry import pass_move, points
from gopy.go.history import Game
from gopy.go.knowledge.params import new_go_params
from gopy.lab.learn.records import read_records
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import mean_interval
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).parent
RESULTS = ResultsFile(HERE / "results.jsonl")

#: A game is taken if the playouts of its last position agree about so many of the points, each in so many of the playouts.
AGREED_POINTS, AGREED_PLAYOUTS = 0.93, 0.85
KOMI = 7.5      # the owners of the points hardly depend on it


class Room(NamedTuple):
    """Work areas for playouts on one board size."""
    position: NamedTuple
    trace: Trace
    outcome: NamedTuple
    rng: np.ndarray


def new_room(size):
    position = new_position(size)
    return Room(position, Trace(*new_trace(6 * size * size)), new_outcome(position), new_rng(5))


@kernel
def play_outs(start, room, params, playouts, owned):
    """Fill owned (float64[points]) with the mean owner of each point, 1 for Black and -1 for White."""
    count = np.int64(point_count(start))
    for point in range(count):
        owned[point] = 0.0
    for _ in range(playouts):
        copy_state(room.position, start)
        room.trace.count[0] = 0
        run_playout(room.position, room.rng, params, room.trace)
        record_outcome(room.position, 0.0, room.outcome)
        for point in range(count):
            owned[point] += holder(room.position, point) / playouts


def owners(start, size, room, params, playouts):
    """The mean owner of each point of the board, float64[size * size]."""
    owned = np.zeros(size * (size + 1))
    play_outs(start, room, params, playouts, owned)
    return owned[points(size)]


def position_of(game):
    """The game's position for kernels."""
    position = new_position(game.size)
    (_, last2), (_, last) = game.moves[-2:]
    setup(position, game.board.colours, game.to_play, last=last, last2=last2)
    set_rules(position, KOMI)
    return position


def judged_positions(paths, size, wanted, stages):
    """List of (positions, owners at the end) of the first `wanted` games that were counted."""
    room, params, found = new_room(size), new_go_params(size), []
    for record in read_records(paths, [size]):
        passing = pass_move(size)
        if record.moves[-2:] != [passing] * 2 or len(record.moves) < size * size // 2 or record.first != 0:
            continue
        game, positions = Game(size, KOMI), []
        stops = {int(len(record.moves) * stage) for stage in stages}
        for number, move in enumerate(record.moves):
            if number in stops:
                positions.append(position_of(game))
            game.play(number % 2, move)
        end = owners(position_of(game), size, room, params, 200)
        if (np.abs(end) > 2 * AGREED_PLAYOUTS - 1).mean() > AGREED_POINTS:
            found.append((positions, np.sign(end)))
            if len(found) == wanted:
                break
    return found


def judge(variant, size, found, playouts):
    """The line of results.jsonl about one variant and board size."""
    room, params = new_room(size), new_go_params(size, **name_values(variant))
    owners(found[0][0][0], size, room, params, 1)
    errors, scores, start = [], [], time.process_time()
    for positions, end in found:
        means = np.array([owners(position, size, room, params, playouts) for position in positions])
        errors.append(round(1e6 * float(((means - end)**2).mean() / 4)))
        scores.append(round(100 * float(np.abs((means - end).sum(axis=1)).mean())))
    count = sum(len(positions) for positions, _ in found)
    microseconds = 1e6 * (time.process_time() - start) / (count * playouts)
    return {"variant": variant, "size": size, "playouts": playouts, "microseconds": round(microseconds, 1), "errors": errors,
            "scores": scores}


def measure_missing(settings, paths):
    """Append a line for each variant and board size that has none."""
    done = {(line["variant"], line["size"]) for line in RESULTS.read()}
    for size, games in settings["games"].items():
        missing = [variant for variant in settings["variants"] if (variant, int(size)) not in done]
        found = judged_positions(paths, int(size), games, settings["stages"]) if missing else []
        for variant in missing:
            RESULTS.append(judge(variant, int(size), found, settings["playouts"]))


def _difference(values, others, unit):
    gap, low, high = mean_interval([(value - other) / unit for value, other in zip(values, others)])
    return f"{gap:+.2f} +-{(high - low) / 2:.2f}"


def rows(lines, size, variants):
    """The rows of the report about a board size; the first variant is the one that the others are compared with."""
    of_size = {line["variant"]: line for line in lines if line["size"] == size}
    first = of_size.get(variants[0])
    for variant in variants:
        if variant in of_size and first is not None:
            line = of_size[variant]
            yield (f"| {variant or 'default'} | {np.mean(line['errors']) / 1e6:.5f} | {_difference(line['errors'], first['errors'], 100)} "
                   f"| {np.mean(line['scores']) / 100:.2f} | {_difference(line['scores'], first['scores'], 100)} "
                   f"| {line['microseconds']:.1f} |")


def write_report(study):
    """Remake report.md from the lines of results.jsonl."""
    lines = RESULTS.read()
    text = f"# {HERE.name}\n\n{study['question'].strip()}\n\nDecided by: {study['rule'].strip()}\n"
    for size in map(int, study["settings"]["games"]):
        measured = [line for line in lines if line["size"] == size]
        if measured:
            text += f"""
## {size}x{size}

{len(measured[0]["errors"])} games, four positions each, {measured[0]["playouts"]} playouts a position. Differences are from the first row on the same
positions, those of the error in ten-thousandths, with 95 % intervals over the games. Processor time was taken beside other work.

| variant | error | difference | error of the score | difference | µs a playout |
|---|---|---|---|---|---|
{chr(10).join(rows(lines, size, study["settings"]["variants"]))}
"""
    write_whole(HERE / "report.md", "\n".join(filter(None, [text, read_notes(HERE)])))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="*", metavar="RECORDS")
    parser.add_argument("--report", action="store_true", help="measure nothing, remake report.md")
    arguments = parser.parse_args()
    study = read_document(HERE)
    if arguments.records and not arguments.report:
        measure_missing(study["settings"], arguments.records)
    write_report(study)


if __name__ == "__main__":
    main()
