"""`gopy learn`: a command for each thing that is learnt, or looked at afterwards."""
from pathlib import Path

from gopy.base.errors import UserError
from gopy.base.numbers import number, whole_number
from gopy.go.rules import MAX_KOMI
from gopy.lab.match.schedule import add_flags as add_match_flags
from gopy.network.form import MOST_BLOCKS, WIDTHS

#: The kinds of features of moves. They are written out, because the modules that have them import the compiler.
KINDS = ("distance", "second distance", "line", "tactic", "take", "save", "attack", "defence", "self-atari", "chains", "ko",
         "small", "near1", "near2", "diamond", "answer", *(f"ring{ring}" for ring in range(1, 8)))


def add_arguments(parser) -> None:
    """Add the arguments of `gopy learn`."""
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, (add, learn, text) in LEARNERS.items():
        subparser = commands.add_parser(name, help=text, allow_abbrev=False, description=text[0].upper() + text[1:] + ".")
        add(subparser)
        subparser.set_defaults(learn=learn)


def run(arguments) -> int | None:
    """Run the command with its parsed arguments; returns the exit status. UserError says what is wrong."""
    return arguments.learn(arguments)


def _add_moves(parser):
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
    parser.add_argument("--without", nargs="+", default=[], metavar="KIND", choices=KINDS,
                        help=f"kinds of features that are left out, for comparison: {', '.join(KINDS)}")
    parser.add_argument("--memory", type=whole_number(1, 1 << 20), default=2048, metavar="MB",
                        help="memory for the decisions with mm; further games are left out (2048)")
    parser.add_argument("--seed", type=whole_number(), default=1, metavar="N",
                        help="seed of the games' order; the same seed gives the same file, byte for byte (1)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file to write, for example moves19.npz")
    parser.add_argument("--checkpoint", type=Path, metavar="FILE",
                        help="file to go on from after a stop (the name of the written file with .checkpoint added)")


def _moves(arguments):
    from gopy.lab.learn.moves import learn_moves
    return learn_moves(arguments)


def _add_evaluate(parser):
    parser.add_argument("records", nargs="+", metavar="RECORDS",
                        help="games: SGF files, tables of games (.tsv, .tsv.xz), folders of them")
    parser.add_argument("--size", type=whole_number(2, 25), default=19, metavar="N", help="board size (19)")
    parser.add_argument("--move-model", type=Path, metavar="FILE", help="the packed model (gopy's own for the size)")
    parser.add_argument("--games", type=whole_number(1, 10**9), metavar="N", help="use at most so many games (all)")
    parser.add_argument("--held-out", action="store_true",
                        help="use only the tenth of the games from which `gopy learn moves` learns nothing")
    parser.add_argument("--json", action="store_true", help="write one JSON object instead of a table")


def _evaluate(arguments):
    from gopy.lab.learn.evaluate import evaluate_model
    return evaluate_model(arguments)


def _add_show(parser):
    parser.add_argument("record", type=Path, metavar="GAME.sgf", help="the game")
    parser.add_argument("--move", type=whole_number(1, 10_000), metavar="N",
                        help="show the position before this move of the game, and mark the move (after the last move)")
    parser.add_argument("--move-model", type=Path, metavar="FILE", help="the packed model (gopy's own for the size)")
    parser.add_argument("--picture", type=Path, metavar="FILE.svg", help="draw the board to this file as well")


def _show(arguments):
    from gopy.lab.learn.show import show_moves
    return show_moves(arguments)


def _add_balance(parser):
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


def _balance(arguments):
    from gopy.lab.learn.papers.balance import learn_balance
    return learn_balance(arguments)


def _add_positions(parser):
    parser.add_argument("records", nargs="*", metavar="RECORDS",
                        help="games: SGF files, tables of games (.tsv, .tsv.xz), folders of them")
    parser.add_argument("--own-games", type=whole_number(1, 10**7), metavar="N",
                        help="in place of records, games that gopy's model of moves plays against itself, with noise")
    parser.add_argument("--size", type=whole_number(7, 25), default=9, metavar="N", help="board size (9)")
    parser.add_argument("--positions", type=whole_number(1, 10**9), default=100_000, metavar="N", help="how many (100000)")
    parser.add_argument("--searched", type=number(0, 1), default=0.0, metavar="SHARE",
                        help="of the positions are not those of games but nodes that gopy's own search meets from there (0)")
    parser.add_argument("--simulations", type=whole_number(1, 10**4), default=200, metavar="N", help="of that search (200)")
    parser.add_argument("--network", metavar="FILE", help="the network of that search (gopy's own for the board size)")
    parser.add_argument("--teacher", metavar="COMMAND",
                        help="an engine that speaks KataGo's JSON analysis (gopy's own search)")
    parser.add_argument("--visits", type=whole_number(1, 10**9), default=1000, metavar="N",
                        help="of the teacher's search of each position; with 1, a network says what it thinks at first sight (1000)")
    parser.add_argument("--at-once", type=whole_number(1, 10**5), default=256, metavar="N",
                        help="how many positions the teacher is asked about at a time (256)")
    parser.add_argument("--seed", type=whole_number(), default=1, metavar="N",
                        help="of the choice of positions: the same seed and games give the same positions (1)")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER",
                        help="folder of files with 1000 positions each; the same command goes on after the last that is there")


def _positions(arguments):
    from gopy.lab.learn.network.labelling import judge_positions
    return judge_positions(arguments)


def _add_values(parser):
    parser.add_argument("positions", metavar="FOLDER", help="a folder that gopy learn positions has written")
    parser.add_argument("--simulations", type=whole_number(1, 10**9), default=128, metavar="N",
                        help="of gopy's search of each position (128)")
    parser.add_argument("--share", type=number(0, 1), default=0.6, metavar="P",
                        help="of gopy's search in the probability of winning; the teacher has the rest (0.6)")
    parser.add_argument("--network", metavar="FILE", help="the network that the search has (gopy's own for the board size)")
    parser.add_argument("--seed", type=whole_number(), default=1, metavar="N", help="of the random numbers of a run (1)")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER",
                        help="another folder for the same positions; the same command goes on after the last file that is there")


def _values(arguments):
    from gopy.lab.learn.network.own_values import mix_values
    return mix_values(arguments)


def _add_training(parser, blocks=4, channels=64, steps=20_000, batch=512, rate=0.003):
    """Add the flags of a network that is learnt, with the defaults of a command."""
    parser.set_defaults(form=(blocks, channels))
    parser.add_argument("--start", type=Path, metavar="NETWORK",
                        help="a network to begin with, of any board size; it keeps its form or grows to --blocks and --channels (none)")
    parser.add_argument("--channels", type=int, choices=WIDTHS, help=f"the network's width ({channels})")
    parser.add_argument("--blocks", type=whole_number(1, MOST_BLOCKS), metavar="N", help=f"how many residual blocks ({blocks})")
    parser.add_argument("--steps", type=whole_number(1, 10**9), default=steps, metavar="N",
                        help=f"how many steps; the step size falls to 0 over them ({steps})")
    parser.add_argument("--batch", type=whole_number(2, 10**6), default=batch, metavar="N", help=f"positions in a step ({batch})")
    parser.add_argument("--rate", type=number(1e-6, 1), default=rate, metavar="R", help=f"largest step size ({rate:g})")
    parser.add_argument("--threads", type=whole_number(1, 1024), default=1, metavar="N",
                        help="of the CPU, which share each step; the same number gives the same network, byte for byte (1)")
    parser.add_argument("--bfloat16", action="store_true",
                        help="compute the layers in bfloat16, as a GPU does in any case: 2 to 3 times as fast on a processor with the "
                             "instructions AVX512_BF16 (lscpu tells), slower on others")
    parser.add_argument("--seed", type=whole_number(0, 2**32), default=1, metavar="N", help="of the random numbers (1)")


def _add_network_file(parser):
    """Add the flag of the file of a network that is learnt."""
    parser.add_argument("--out", type=Path, required=True, metavar="FILE",
                        help="the network to write, for example network9.npz; FILE.checkpoint holds the state of the run, from which the "
                             "same command goes on, FILE.curve.jsonl and FILE.curve.svg the learning curve")


def _add_network(parser):
    parser.add_argument("positions", nargs="+", metavar="POSITIONS",
                        help="folders that gopy learn positions has written, or files of them; boards of several sizes may be mixed")
    _add_training(parser)
    _add_network_file(parser)
    parser.add_argument("--patience", type=whole_number(1, 1000), metavar="N",
                        help="stop when N judgements on the positions held out, of which there are 40 in a run, were no better than the "
                             "best before them (go on to the end)")
    parser.add_argument("--value-slope", type=number(0.01, 100), default=1.0, metavar="S",
                        help="times the log-odds of the win rates that are learnt: below 1 for a strong teacher, who is surer than a "
                             "search with a small network should be (1)")
    parser.add_argument("--teacher", default="", metavar="TEXT", help="who judged the positions, for the network's description")


def _network(arguments):
    _need_torch()
    from gopy.lab.learn.network.learning import learn_network
    return learn_network(arguments)


def _add_generations(parser):
    parser.add_argument("--size", type=whole_number(7, 25), default=9, metavar="N", help="board size (9)")
    parser.add_argument("--from-zero", action="store_true",
                        help="know nothing of Go but its rules: the first games are judged by uniform playouts alone, and the network has "
                             "no other help later (without it: the engine's own playouts and priors help)")
    parser.add_argument("--generations", type=whole_number(1, 10_000), default=20, metavar="N",
                        help="how many; the same command with a larger number goes on (20)")
    parser.add_argument("--games", type=whole_number(1, 10**7), default=500, metavar="N",
                        help="of a generation against itself; they are played by 25 (500)")
    parser.add_argument("--simulations", type=whole_number(2, 10**7), default=200, metavar="N",
                        help="of the quarter of moves from which the network learns, and of the matches (200)")
    parser.add_argument("--quick", type=whole_number(2, 10**7), default=40, metavar="N", help="simulations of the other moves (40)")
    parser.add_argument("--window", type=whole_number(1, 10_000), default=5, metavar="N",
                        help="the network learns from the games of so many last generations (5)")
    parser.add_argument("--match-games", type=whole_number(2, 10**6), default=100, metavar="N",
                        help="most games of the match in which a new network has to win from the one before (100)")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER",
                        help="folder of the run, from which the same command goes on; best.npz is the best network so far, progress.jsonl "
                             "has a line for each generation")
    _add_training(parser, blocks=2, channels=32, steps=1000, batch=256, rate=0.002)
    add_match_flags(parser)


def _generations(arguments):
    _need_torch()
    from gopy.lab.learn.generations.generations import learn_generations
    return learn_generations(arguments)


def _add_people(parser):
    parser.add_argument("records", nargs="+", type=Path, metavar="RECORDS",
                        help="games of players with ranks: SGF files, tables of games (.tsv, .tsv.xz), folders of them")
    parser.add_argument("--size", type=whole_number(7, 25), default=9, metavar="N", help="board size (9)")
    _add_training(parser)
    _add_network_file(parser)


def _people(arguments):
    _need_torch()
    from gopy.lab.learn.network.people import learn_people
    return learn_people(arguments)


def _need_torch():
    """UserError without PyTorch."""
    try:
        import torch  # noqa: F401
    except ImportError:
        raise UserError("networks are learnt with PyTorch: install gopy with the extra train") from None


def _add_local_shape(parser):
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


def _local_shape(arguments):
    from gopy.lab.learn.papers.local_shape import learn_local_shape
    return learn_local_shape(arguments)


#: Command -> (function that adds its flags to a parser, function that does it, help).
LEARNERS = {
    "moves": (_add_moves, _moves, "learn the strengths of move features from recorded games"),
    "evaluate": (_add_evaluate, _evaluate, "tell how well a model predicts the moves of recorded games"),
    "show": (_add_show, _show, "draw a board with the model's probabilities"),
    "balance": (_add_balance, _balance, "learn the weights of the softmax playout by simulation balancing"),
    "positions": (_add_positions, _positions, "let a teacher judge positions of games, for a network to learn from"),
    "values": (_add_values, _values, "let gopy's own search judge them again: a network learns from the mean of the two"),
    "network": (_add_network, _network, "learn a network from judged positions, with PyTorch"),
    "generations": (_add_generations, _generations, "learn a network from games against itself, again and again, with PyTorch"),
    "people": (_add_people, _people, "learn a network from people's moves and ranks, for the levels, with PyTorch"),
    "local-shape": (_add_local_shape, _local_shape, "learn values of local shapes by self-play"),
}
