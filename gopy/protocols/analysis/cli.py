"""`gopy analysis`: the command that KaTrain, Ogatak and tools for KataGo's JSON protocol start."""
from gopy.base.cpus import usable_cpus
from gopy.base.errors import UserError
from gopy.base.logs import start_logging
from gopy.base.numbers import whole_number
from gopy.engine import settings

#: Options that a query states itself, or that have to do with playing a game.
_LEFT_OUT = ("komi", "rules", "ponder", "lag", "resign", "resign_threshold", "resign_turns", "for_points",
             "temperature", "as_needed", "cluster", "cluster_merge", "cluster_seconds", "ray", "gtp_name")


def add_arguments(parser) -> None:
    """Give an argparse parser the flags of `gopy analysis`, and those that clients of KataGo give."""
    parser.add_argument("--positions", type=whole_number(1, 256), metavar="N",
                        help="positions analysed at a time (as many as threads); they share threads and memory")
    settings.add_flags(parser, leave_out=_LEFT_OUT)
    katago = parser.add_argument_group("flags of KataGo, for its clients")
    katago.add_argument("-quit-without-waiting", action="store_true", dest="quit_without_waiting",
                        help="when the input ends, end without finishing the queries")
    katago.add_argument("-analysis-threads", type=whole_number(1, 256), dest="positions", metavar="N",
                        help="the same as --positions")
    for name in ("config", "model", "human-model", "override-config"):
        katago.add_argument(f"-{name}", action="append", dest="passed_over", metavar="TEXT", help="read and passed over")


def run(arguments) -> int:
    """Serve the client at standard input until it leaves; returns the exit code."""
    options = settings.read_options(arguments).changed(cluster=None, ray=None)
    start_logging(options.log)
    threads = options.threads or usable_cpus()
    positions = arguments.positions or threads
    if positions > threads:
        raise UserError(f"--positions is {positions}, but there are {threads} threads")
    from gopy.protocols.analysis.session import serve
    return serve(options.changed(threads=threads // positions, memory=max(1, options.memory // positions)), positions,
                 waits=not arguments.quit_without_waiting)
