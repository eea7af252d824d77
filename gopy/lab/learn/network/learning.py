"""`gopy learn network`: a network learnt from labelled positions, with PyTorch (the extra `train`)."""
import sys

import numpy as np

from gopy.base.errors import UserError
from gopy.lab.learn.long_run import go_on
from gopy.lab.learn.network.labelled import MOST_JUDGED, read_folders, with_slope
from gopy.lab.learn.records import checksum
from gopy.network.file import Header


def learn_network(arguments) -> int:
    """Learn, with progress on stderr, and write the network; returns the exit status."""
    import torch

    from gopy.lab.learn.network.batches import Batches
    from gopy.lab.learn.network.beginning import form_and_start, start_checksum
    from gopy.lab.learn.network.learner import NetworkLearner

    torch.set_num_threads(arguments.threads)
    blocks, channels, start = form_and_start(arguments)
    found = {size: with_slope(labelled, arguments.value_slope) for size, labelled in read_folders(arguments.positions).items()}
    learning = {size: labelled.chosen(~labelled.held_out) for size, labelled in found.items()}
    held_out = {size: labelled.chosen(np.flatnonzero(labelled.held_out)[:MOST_JUDGED])
                for size, labelled in found.items() if labelled.held_out.any()}
    counts = ", ".join(f"{len(labelled.komi)} of {size}x{size}" for size, labelled in learning.items())
    if any(len(labelled.komi) == 0 for labelled in learning.values()):
        raise UserError("all positions of a board size are held out: there is nothing to learn from")
    print(f"positions to learn from: {counts}; held out: {sum(len(labelled.komi) for labelled in held_out.values())}",
          file=sys.stderr, flush=True)
    form = (f"--start {arguments.start.name} " if arguments.start else "") + f"--blocks {blocks} --channels {channels}"
    command = (f"gopy learn network {form} --steps {arguments.steps} "
               f"--batch {arguments.batch} --rate {arguments.rate:g} --seed {arguments.seed}{' --bfloat16' * arguments.bfloat16}"
               + f" --value-slope {arguments.value_slope:g}" * (arguments.value_slope != 1))
    header = Header(blocks, channels, tuple(learning), counts, arguments.teacher, command)
    settings = {"steps": arguments.steps, "batch": arguments.batch, "rate": arguments.rate, "seed": arguments.seed,
                "value_slope": arguments.value_slope, "start": start_checksum(start),
                "positions": checksum(labelled.codes.reshape(-1) for labelled in learning.values())}
    out = arguments.out
    to_learn, to_judge = ({size: Batches(labelled) for size, labelled in part.items()} for part in (learning, held_out))
    learner = NetworkLearner(to_learn, to_judge, header, out.with_name(out.name + ".curve.jsonl"), settings, arguments.patience,
                             start, arguments.bfloat16)
    return go_on(learner, arguments.steps, out, out.with_name(out.name + ".checkpoint"))
