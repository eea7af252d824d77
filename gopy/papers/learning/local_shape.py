"""`gopy learn local-shape`: values of local shapes learnt by temporal differences in games against itself."""
from pathlib import Path

from gopy.go.rules import MAX_KOMI
from gopy.inputs.numbers import number, whole_number


def add_arguments(parser) -> None:
    """Add the arguments of `gopy learn local-shape`."""
    parser.add_argument("--size", type=whole_number(2, 25), default=9, metavar="N", help="board size (9)")
    parser.add_argument("--komi", type=number(-MAX_KOMI, MAX_KOMI), default=7.5, metavar="K", help="White's points (7.5)")
    parser.add_argument("--games", type=whole_number(1, 10**9), default=1_000_000, metavar="N",
                        help="games to learn from, those before a stop included (1000000)")
    parser.add_argument("--epsilon", type=number(0, 1), default=0.1, metavar="P", help="probability of a random move (0.1)")
    parser.add_argument("--step", type=number(0, 10), default=0.1, metavar="S", help="step size of a position's value (0.1)")
    parser.add_argument("--seed", type=whole_number(), default=1, metavar="N",
                        help="the same seed gives the same weights, byte for byte (1)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file of weights to write")
    parser.add_argument("--checkpoint", type=Path, metavar="FILE",
                        help="file to go on from after a stop; it is written every minute and at the end (the name of "
                             "the file of weights with .checkpoint added)")


def run(arguments) -> int:
    """Learn, with progress on stderr, and write the weights; returns the exit status. UserError for a wrong checkpoint."""
    from gopy.learn.long_run import go_on
    from gopy.papers.learning.shape_learner import ShapeLearner
    learner = ShapeLearner(arguments.size, arguments.komi, arguments.epsilon, arguments.step, arguments.seed)
    checkpoint = arguments.checkpoint or arguments.out.with_name(arguments.out.name + ".checkpoint")
    return go_on(learner, arguments.games, arguments.out, checkpoint)
