"""`gopy learn balance`: the weights of the softmax playout, by simulation balancing or by maximum likelihood."""
from pathlib import Path

import numpy as np

from gopy.base.errors import UserError
from gopy.lab.learn.long_run import go_on
from gopy.papers.playout_weights import feature_count, read_weights

#: Arguments that a run by maximum likelihood does not depend on.
_OF_BALANCING = ("positions", "sims", "updates", "playouts", "batch", "step", "komi")


def learn_balance(arguments) -> int:
    """Learn and write the weights; returns the exit status."""
    learner, steps = new_learner(arguments)
    out = Path(arguments.out)
    return go_on(learner, steps, out, out.with_name(out.name + ".checkpoint"))


def new_learner(arguments) -> tuple:
    """(the learner that the arguments ask for, the number of its steps). UserError for arguments that leave nothing to learn."""
    from gopy.lab.learn.papers.balancing import BalanceLearner
    from gopy.lab.learn.papers.deep_values import random_starts, recorded_starts
    from gopy.lab.learn.papers.playout_likelihood import LikelihoodLearner
    from gopy.lab.learn.records import told_records

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
