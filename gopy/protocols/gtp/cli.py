"""`gopy gtp`: the command that a GUI or a server bridge starts."""
from gopy.base.logs import start_logging
from gopy.engine import settings


def add_arguments(parser) -> None:
    """Give an argparse parser the flags of `gopy gtp`."""
    settings.add_flags(parser)


def run(arguments) -> int:
    """Serve the client at standard input until it leaves; returns the exit code."""
    options = settings.read_options(arguments)
    start_logging(options.log)
    from gopy.protocols.gtp.session import serve
    return serve(options)
