"""`gopy learn balance`: the weights of the softmax playout, by simulation balancing or by maximum likelihood."""
from pathlib import Path

import numpy as np

from gopy.errors import UserError
from gopy.go.rules import MAX_KOMI
from gopy.inputs.numbers import number, whole_number
from gopy.learn.long_run import go_on
from gopy.papers.playout_weights import feature_count, read_weights

#: Arguments that a run by maximum likelihood does not depend on.
_OF_BALANCING = ("positions", "sims", "updates", "playouts", "batch", "step", "komi")


def add_arguments(parser) -> None:
    """Add the arguments of `gopy learn balance`."""
    parser.add_argument("records", nargs="*", metavar="RECORDS", help="tables of games, SGF files or folders of them; without, the "
                        "positions to balance come from playouts")
    parser.add_argument("--out", required=True, metavar="FILE",
                        help="the file of weights to write; FILE.checkpoint holds the state of the run, and the same command goes on "
                             "from it")
    parser.add_argument("--size", type=whole_number(2, 25), default=9, help="board size (9)")
    parser.add_argument("--method", choices=("balancing", "likelihood"), default="balancing",
                        help="balancing: as deep searches judge positions; likelihood: as the players of the records moved")
    parser.add_argument("--start", metavar="FILE", help="weights to begin with (all even)")
    parser.add_argument("--games", type=whole_number(1), default=10000, help="likelihood: steps, of one game each (10000)")
    parser.add_argument("--positions", type=whole_number(5, 10**6), default=1000, help="positions to judge (1000)")
    parser.add_argument("--sims", type=whole_number(1, 10**7), default=2000, help="simulations of a deep search (2000)")
    parser.add_argument("--updates", type=whole_number(1, 10**7), default=1000, help="steps of the gradient (1000)")
    parser.add_argument("--playouts", type=whole_number(1, 10**6), default=50, help="playouts of each of the two batches (50)")
    parser.add_argument("--batch", type=whole_number(1, 10**6), default=16, help="positions in a step (16)")
    parser.add_argument("--step", type=number(0), default=20.0, help="size of the first step; it falls linearly to 0 (20)")
    parser.add_argument("--komi", type=number(-MAX_KOMI, MAX_KOMI), default=7.5, help="points that White has in the playouts (7.5)")
    parser.add_argument("--seed", type=whole_number(0, 2**32), default=1, help="of the random numbers; a run is repeatable (1)")


def run(arguments) -> int:
    """Learn and write the weights."""
    learner, steps = new_learner(arguments)
    out = Path(arguments.out)
    return go_on(learner, steps, out, out.with_name(out.name + ".checkpoint"))


def new_learner(arguments) -> tuple:
    """(the learner that the arguments ask for, the number of its steps). UserError for arguments that leave nothing to learn."""
    from gopy.learn.records import told_records
    from gopy.papers.learning.balancing import BalanceLearner
    from gopy.papers.learning.deep_values import random_starts, recorded_starts
    from gopy.papers.learning.playout_likelihood import LikelihoodLearner

    settings = {name: value for name, value in vars(arguments).items()
                if name in ("records", "size", "method", "start", "seed", *_OF_BALANCING)}
    # Files are named without their folders: weights tell where they come from, on any machine.
    settings["records"] = [Path(path).name for path in arguments.records]
    settings["start"] = arguments.start and Path(arguments.start).name
    start = _start(arguments.start)
    if arguments.method == "likelihood":
        records = told_records(arguments.records, [arguments.size])
        if all(record.is_held_out for record in records):
            raise UserError(f"there are no games on {arguments.size}x{arguments.size} to learn from")
        for name in _OF_BALANCING:
            del settings[name]
        return LikelihoodLearner(settings, start, records), arguments.games
    if arguments.records:
        starts = recorded_starts(arguments.records, arguments.size, arguments.positions, arguments.seed)
    else:
        starts = random_starts(arguments.size, arguments.positions, arguments.seed)
    if len({found.held_out for found in starts}) < 2:
        raise UserError(f"{len(starts)} games on {arguments.size}x{arguments.size} are too few to learn from some and hold out "
                        "others")
    learner = BalanceLearner(settings, start, starts)
    return learner, learner.steps


def _start(path):
    if path is None:
        return np.zeros(feature_count())
    try:
        return read_weights(path)
    except ValueError as error:
        raise UserError(error) from None
