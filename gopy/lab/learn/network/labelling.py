"""`gopy learn positions`: a folder of positions with what a teacher says of each, gone on with after a stop."""
import shlex
import sys
import time

import numpy as np

from gopy.base.errors import UserError
from gopy.base.files import make_folder
from gopy.base.numbers import duration
from gopy.base.own_process import module_command
from gopy.go.bitboard.construct import new_position
from gopy.go.geometry import BLACK, pass_move
from gopy.lab.learn.decisions import begin, follow
from gopy.lab.learn.description import fix_description
from gopy.lab.learn.network.chosen import Choice, ModelMoves, write_point_codes
from gopy.lab.learn.network.labelled import Labelled, empty, file_of, write_labelled
from gopy.lab.learn.network.teacher import Teacher, write_label
from gopy.lab.learn.records import Record, checksum, told_records

#: Positions in a file.
PART = 1000


def judge_positions(arguments) -> int:
    """Judge positions, with progress on stderr; returns the exit status. UserError for arguments that leave nothing to judge."""
    if bool(arguments.records) == bool(arguments.own_games):
        raise UserError("positions come from records or from --own-games: give one of the two")
    size, folder = arguments.size, arguments.out
    records = told_records(arguments.records, [size])
    if arguments.own_games:
        model = ModelMoves(size)
        records = [model.game(f"own {number}", np.random.default_rng((arguments.seed, number)))
                   for number in range(arguments.own_games)]
    records = [record for record in records if record.first == BLACK and not record.setup]
    if not records:
        raise UserError(f"there are no games on {size}x{size} in these files that begin with Black on the empty board")
    command = arguments.teacher or shlex.join(module_command("gopy", "analysis"))
    make_folder(folder)
    fix_description(folder, {
        "size": size, "games": len(records), "checksum": checksum(record.moves for record in records), "seed": arguments.seed,
        "teacher": arguments.teacher or "gopy analysis", "visits": arguments.visits,
        **({name: getattr(arguments, name) for name in ("searched", "simulations", "network")} if arguments.searched else {})})
    choice = Choice(size, records, arguments.seed, _searched_nodes(arguments), arguments.searched)
    parts = range(-(-arguments.positions // PART))
    missing = [number for number in parts if not file_of(folder, number).exists()]
    print(f"{len(records)} games; {len(parts) - len(missing)} of {len(parts)} files are there", file=sys.stderr, flush=True)
    started = time.monotonic()
    with Teacher(command, size, arguments.visits, arguments.at_once) as teacher:
        for done, number in enumerate(missing, start=1):
            chosen = [choice[at] for at in range(number * PART, min((number + 1) * PART, arguments.positions))]
            labels = judged(teacher, chosen, size)
            write_labelled(file_of(folder, number), labels)
            pace = (time.monotonic() - started) / done
            print(f"{file_of(folder, number)}: {len(labels.komi)} positions, {PART / pace:.0f} a second, "
                  f"{duration(pace * (len(missing) - done))} left", file=sys.stderr, flush=True)
    return 0


def _searched_nodes(arguments):
    """The SearchedNodes that are asked for, None without. UserError for a network that cannot be read."""
    if not arguments.searched:
        return None
    from gopy.lab.learn.network.searched import SearchedNodes  # loads the search

    try:
        return SearchedNodes(arguments.size, arguments.simulations, arguments.network)
    except ValueError as error:
        raise UserError(str(error)) from None


def judged(teacher, chosen, size) -> Labelled:
    """Chosen positions with the teacher's labels, in their order; those that it refuses are left out."""
    labels, there = empty(len(chosen), size), np.zeros(len(chosen), bool)
    position = new_position(size)
    start = Record("", size, [], BLACK, [])
    for at, answer in teacher.judge(chosen):
        write_label(answer, labels, at)
        moves = chosen[at].moves
        begin(position, start)
        for move in moves:
            follow(position, move)
        write_point_codes(position, labels.codes[at])
        labels.komi[at] = chosen[at].komi if len(moves) % 2 else -chosen[at].komi
        labels.passed[at] = moves[-1:] == [pass_move(size)]
        labels.held_out[at] = chosen[at].held_out
        there[at] = True
    return labels.chosen(there)
