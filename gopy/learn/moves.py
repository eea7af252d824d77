"""`gopy learn moves`: the strengths of move features learnt from recorded games."""
import sys
from pathlib import Path

from gopy.errors import UserError
from gopy.inputs.numbers import number, whole_number


def add_arguments(parser) -> None:
    """Add the arguments of `gopy learn moves`."""
    parser.add_argument("records", nargs="+", metavar="RECORDS",
                        help="games: SGF files, tables of games (.tsv, .tsv.xz), folders of them")
    parser.add_argument("--size", type=whole_number(2, 25), action="append", metavar="N",
                        help="board size of the games; said twice or more often, games of all these sizes (19)")
    parser.add_argument("--games", type=whole_number(1, 10**9), metavar="N", help="use at most so many games (all)")
    parser.add_argument("--method", choices=("logit", "mm"), default="logit",
                        help="logit: a step after each decision; mm: minorisation-maximisation, which keeps all decisions in "
                             "memory (logit)")
    parser.add_argument("--passes", type=whole_number(1, 1000), metavar="N",
                        help="go through the games so often (8; with mm: 20)")
    parser.add_argument("--rate", type=number(0.001, 10), metavar="R",
                        help="step size of the first pass; it falls to 0.02 in the last (0.4 on boards up to 11x11, else 0.15: "
                             "the more moves there are to learn from, the smaller the better)")
    parser.add_argument("--fewest", type=whole_number(1, 10**6), default=6, metavar="N",
                        help="know the shapes that were played so many times (6)")
    parser.add_argument("--weakest", type=number(0, 10), default=0.1, metavar="W",
                        help="leave out shapes whose strength has a smaller logarithm (0.1)")
    parser.add_argument("--without", nargs="+", default=[], metavar="KIND", choices=_kinds(),
                        help=f"kinds of features that are left out, for comparison: {', '.join(_kinds())}")
    parser.add_argument("--memory", type=whole_number(1, 1 << 20), default=2048, metavar="MB",
                        help="memory for the decisions with mm; further games are left out (2048)")
    parser.add_argument("--seed", type=whole_number(), default=1, metavar="N",
                        help="seed of the games' order; the same seed gives the same file, byte for byte (1)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file to write, for example moves19.npz")
    parser.add_argument("--checkpoint", type=Path, metavar="FILE",
                        help="file to go on from after a stop (the name of the written file with .checkpoint added)")


def _kinds():
    """The names of the kinds of features. They are written out, because the modules that have them import the compiler."""
    return ("distance", "second distance", "line", "tactic", "take", "save", "attack", "defence", "self-atari", "chains", "ko",
            "small", "near1", "near2", "diamond", "answer", *(f"ring{ring}" for ring in range(1, 8)))


def run(arguments) -> int:
    """Learn, with progress on stderr, write the model and tell how well it predicts; returns the exit status."""
    from gopy.learn.records import collect
    from gopy.learn.evaluate import show_figures
    from gopy.learn.harvest import harvest
    from gopy.learn.long_run import go_on
    from gopy.learn.mm import MinorisationLearner
    from gopy.learn.move_learner import MoveLearner

    if arguments.without and arguments.method == "mm":
        raise UserError("--without is for the method logit")
    sizes = sorted(set(arguments.size or [19]))
    collection = collect(arguments.records, sizes, arguments.games)
    print(f"{len(collection.learning)} games to learn from, {len(collection.held_out)} held out", file=sys.stderr, flush=True)
    shapes = harvest(collection.learning, arguments.fewest)
    if arguments.method == "mm":
        learner: MinorisationLearner | MoveLearner = MinorisationLearner(collection, shapes, arguments.passes or 20,
                                                                         arguments.memory << 20, arguments.weakest)
    else:
        learner = MoveLearner(collection, shapes, arguments.passes or 8, arguments.seed, arguments.weakest,
                              arguments.without, arguments.rate or (0.4 if sizes[-1] <= 11 else 0.15))
    checkpoint = arguments.checkpoint or arguments.out.with_name(arguments.out.name + ".checkpoint")
    status = go_on(learner, learner.all_games, arguments.out, checkpoint)
    if status == 0:
        for size in sizes:
            held_out = [record for record in collection.held_out if record.size == size]
            if held_out:
                print(f"On the games of {size}x{size} held out:")
                show_figures(arguments.out, held_out, size)
    return status
