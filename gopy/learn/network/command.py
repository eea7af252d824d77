"""`gopy learn network`: a network learnt from labelled positions, with PyTorch (the extra `train`)."""
from pathlib import Path

from gopy.errors import UserError
from gopy.inputs.numbers import number, whole_number
from gopy.network.form import MOST_BLOCKS, WIDTHS


def add_arguments(parser) -> None:
    """Add the arguments of `gopy learn network`."""
    parser.add_argument("positions", nargs="+", metavar="POSITIONS",
                        help="folders that gopy learn positions has written, or files of them; boards of several sizes may be mixed")
    parser.add_argument("--channels", type=int, choices=WIDTHS, default=64, help="the network's width (64)")
    parser.add_argument("--blocks", type=whole_number(1, MOST_BLOCKS), default=4, metavar="N", help="how many residual blocks (4)")
    parser.add_argument("--steps", type=whole_number(1, 10**9), default=20_000, metavar="N",
                        help="how many steps; the step size falls to 0 over them (20000)")
    parser.add_argument("--batch", type=whole_number(2, 10**6), default=512, metavar="N", help="positions in a step (512)")
    parser.add_argument("--rate", type=number(1e-6, 1), default=0.003, metavar="R", help="largest step size (0.003)")
    parser.add_argument("--patience", type=whole_number(1, 1000), metavar="N",
                        help="stop when N judgements on the positions held out, of which there are 40 in a run, were no better than the "
                             "best before them (go on to the end)")
    parser.add_argument("--threads", type=whole_number(1, 1024), default=1, metavar="N",
                        help="of the CPU; the same number gives the same network, byte for byte (1)")
    parser.add_argument("--teacher", default="", metavar="TEXT", help="who judged the positions, for the network's description")
    parser.add_argument("--seed", type=whole_number(0, 2**32), default=1, metavar="N", help="of the random numbers (1)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE",
                        help="the network to write, for example network9.npz; FILE.checkpoint holds the state of the run, from which the "
                             "same command goes on, FILE.curve.jsonl and FILE.curve.svg the learning curve")


def run(arguments) -> int:
    """Learn, with progress on stderr, and write the network; returns the exit status."""
    import sys

    try:
        import torch
    except ImportError:
        raise UserError("gopy learn network needs PyTorch: install gopy with the extra train") from None
    from gopy.learn.long_run import go_on
    from gopy.learn.network.labelled import read_folders
    from gopy.learn.network.learner import NetworkLearner
    from gopy.learn.records import checksum
    from gopy.network.file import Header

    torch.set_num_threads(arguments.threads)
    found = read_folders(arguments.positions)
    learning = {size: labelled.chosen(~labelled.held_out) for size, labelled in found.items()}
    held_out = {size: labelled.chosen(labelled.held_out) for size, labelled in found.items() if labelled.held_out.any()}
    counts = ", ".join(f"{len(labelled.komi)} of {size}x{size}" for size, labelled in learning.items())
    if any(len(labelled.komi) == 0 for labelled in learning.values()):
        raise UserError("all positions of a board size are held out: there is nothing to learn from")
    print(f"positions to learn from: {counts}; held out: {sum(len(labelled.komi) for labelled in held_out.values())}",
          file=sys.stderr, flush=True)
    command = (f"gopy learn network --blocks {arguments.blocks} --channels {arguments.channels} --steps {arguments.steps} "
               f"--batch {arguments.batch} --rate {arguments.rate:g} --seed {arguments.seed}")
    header = Header(arguments.blocks, arguments.channels, tuple(learning), counts, arguments.teacher, command)
    settings = {"steps": arguments.steps, "batch": arguments.batch, "rate": arguments.rate, "seed": arguments.seed,
                "positions": checksum(labelled.codes.reshape(-1) for labelled in learning.values())}
    out = arguments.out
    learner = NetworkLearner(learning, held_out, header, out.with_name(out.name + ".curve.jsonl"), settings, arguments.patience)
    return go_on(learner, arguments.steps, out, out.with_name(out.name + ".checkpoint"))
