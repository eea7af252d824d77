"""`gopy learn positions`: positions of games, and what a teacher says of each, for `gopy learn network`."""
from pathlib import Path

from gopy.errors import UserError
from gopy.inputs.numbers import whole_number


def add_arguments(parser) -> None:
    """Add the arguments of `gopy learn positions`."""
    parser.add_argument("records", nargs="*", metavar="RECORDS",
                        help="games: SGF files, tables of games (.tsv, .tsv.xz), folders of them")
    parser.add_argument("--own-games", type=whole_number(1, 10**7), metavar="N",
                        help="in place of records, games that gopy's model of moves plays against itself, with noise")
    parser.add_argument("--size", type=whole_number(7, 25), default=9, metavar="N", help="board size (9)")
    parser.add_argument("--positions", type=whole_number(1, 10**9), default=100_000, metavar="N", help="how many (100000)")
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


def run(arguments) -> int:
    """Judge positions, with progress on stderr; returns the exit status."""
    from gopy.learn.network.labelling import label
    from gopy.learn.records import told_records

    if bool(arguments.records) == bool(arguments.own_games):
        raise UserError("positions come from records or from --own-games: give one of the two")
    records = told_records(arguments.records, [arguments.size]) if arguments.records else []
    return label(arguments, records)
