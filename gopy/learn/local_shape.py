"""`gopy learn local-shape`: values of local shapes learnt by temporal differences in games against itself."""
from gopy.errors import UserError
from gopy.inputs.numbers import whole_number


def add_arguments(parser) -> None:
    """Add the arguments of `gopy learn local-shape`."""
    parser.add_argument("--size", type=whole_number(2, 25), default=9, help="board size (9)")


def run(arguments) -> None:
    """Learn and write the weights."""
    raise UserError("local shapes cannot be learnt yet: this version has the command line alone")
