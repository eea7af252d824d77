"""`gopy web`: the page, in a browser on this machine."""
import asyncio
import os
import signal
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path

from gopy.engine import settings
from gopy.errors import UserError
from gopy.inputs.numbers import whole_number
from gopy.logs import start_logging


def add_arguments(parser) -> None:
    """Add the arguments of `gopy web`."""
    add = parser.add_argument
    add("--port", type=whole_number(0, 65535), default=0, help="where to listen on this machine (0: any port that is free)")
    add("--no-browser", action="store_true", help="open no browser; print the address of the page alone")
    add("--watch", type=Path, action="append", default=[], metavar="FOLDER",
        help="show a match or a study, which may be running, from its lines; may be given several times")
    settings.add_flags(parser)


def run(arguments) -> None:
    """Serve the page until Ctrl-C. UserError says what is wrong."""
    options = settings.read_options(arguments)
    start_logging(options.log)
    try:
        import aiohttp  # noqa: F401  (part of the extra)
    except ImportError:
        raise UserError('aiohttp is not installed; pip install ".[web]" in the clone of gopy') from None
    from gopy.web.watched import Watched
    try:
        watched = [Watched(folder) for folder in arguments.watch]
    except (OSError, ValueError) as error:
        raise UserError(str(error)) from None
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(options, watched, arguments.port, arguments.no_browser))


async def _serve(options, watched, port, no_browser):
    from aiohttp import web
    from gopy.web.room import Room
    from gopy.web.server import ADDRESS, Runner, application, new_token

    told = _told_to_end()
    token = new_token()
    runner = Runner(application(lambda: Room(options, watched), token), access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, ADDRESS, port)
        try:
            await site.start()
        except OSError as error:
            raise UserError(f"port {port}: {error.strerror}") from None
        port = runner.addresses[0][1]
        address = f"http://{ADDRESS}:{port}/{token}/"
        print(address, flush=True)
        if not no_browser:
            _open(address)
        await told.wait()
    finally:
        await runner.cleanup()


def _open(address):
    """Open a browser if there is one that has a window of its own.

    The address is among the arguments of a process then, see docs/web.md. A file that leads to it would keep it secret, but
    browsers that are snaps, as Ubuntu's Firefox is, cannot read such a file.
    """
    has_windows = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    opened = False
    if has_windows:
        with suppress(webbrowser.Error, OSError):
            opened = webbrowser.open(address)
    text = "the page opens in your browser" if opened else "open this address in a browser on this machine"
    print(f"gopy: {text}; Ctrl-C ends gopy", file=sys.stderr, flush=True)


def _told_to_end():
    """An asyncio.Event that SIGTERM and SIGINT set; on Windows Ctrl-C is an exception."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, told.set)
    return told
