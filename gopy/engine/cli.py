"""`gopy warmup`: compiles the search before the first game."""
import sys
import time

from gopy.base.errors import UserError
from gopy.base.logs import start_logging
from gopy.base.numbers import whole_number
from gopy.engine import settings

DEFAULT_SIZES = (9, 13, 19)


def add_arguments(parser) -> None:
    """Add the arguments of `gopy warmup`."""
    parser.add_argument("sizes", nargs="*", type=whole_number(), default=DEFAULT_SIZES, metavar="SIZE",
                        help="board sizes (9 13 19)")
    settings.add_flags(parser, leave_out=("size",))


def run(arguments) -> None:
    """Load an engine for each board size, which compiles its search if necessary."""
    options = settings.read_options(arguments)
    start_logging(options.log)
    try:
        wanted = [options.changed(size=size) for size in arguments.sizes]
    except ValueError as error:
        raise UserError(str(error)) from None
    from gopy.engine.engine import Engine
    for options in wanted:
        started = time.perf_counter()
        engine = Engine(options)
        engine.wait_ready()
        engine.close()
        print(f"{options.size}x{options.size}: ready in {time.perf_counter() - started:.1f} s", file=sys.stderr, flush=True)
