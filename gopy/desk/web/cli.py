"""`gopy web`: the page, in a browser on this machine."""
import asyncio
from contextlib import suppress
from pathlib import Path

from gopy.base.errors import UserError
from gopy.base.logs import start_logging
from gopy.base.numbers import whole_number
from gopy.engine import settings


def add_arguments(parser) -> None:
    """Add the arguments of `gopy web`."""
    add = parser.add_argument
    add("--port", type=whole_number(0, 65535), default=0, help="where to listen on this machine (0: any port that is free)")
    add("--no-browser", action="store_true", help="open no browser; print the address of the page alone")
    add("--watch", type=Path, action="append", default=[], metavar="FOLDER",
        help="show a match or a study, which may be running, from its lines; may be given several times")
    add("--lan", nargs="?", const="", metavar="ADDRESS[:PORT]", help="let visitors of the local network in, each at a table of their own, "
        "who type a word that is printed; without an address: that of this machine, at any port that is free")
    settings.add_flags(parser)


def run(arguments) -> None:
    """Serve the page until Ctrl-C. UserError says what is wrong."""
    options = settings.read_options(arguments)
    start_logging(options.log)
    try:
        import aiohttp  # noqa: F401  (part of the extra)
    except ImportError:
        raise UserError('aiohttp is not installed; pip install ".[web]" in the clone of gopy') from None
    from gopy.desk.web.lan.serving import serve_visitors
    from gopy.desk.web.serving import serve
    from gopy.desk.web.watched import Watched
    try:
        watched = [Watched(folder) for folder in arguments.watch]
    except (OSError, ValueError) as error:
        raise UserError(str(error)) from None
    with suppress(KeyboardInterrupt):
        if arguments.lan is None:
            asyncio.run(serve(options, watched, arguments.port, arguments.no_browser))
        else:
            asyncio.run(serve_visitors(options, watched, arguments.port, arguments.no_browser, arguments.lan))
