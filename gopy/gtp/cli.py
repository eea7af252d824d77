"""`gopy gtp`: the command that a GUI or a server bridge starts."""
from gopy.engine import settings
from gopy.logs import start_logging


def add_arguments(parser):
    """The command line of `gopy gtp`."""
    settings.add_flags(parser)


def run(arguments):
    """Serve standard input until the client leaves."""
    options = settings.read_options(arguments)
    start_logging(options.log)
    from gopy.gtp.session import serve
    return serve(options)
