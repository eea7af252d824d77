"""Serves the page until Ctrl-C or a signal, and opens a browser on it."""
import asyncio
import os
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from aiohttp import web

from gopy.base.errors import UserError
from gopy.base.state_folder import state_folder
from gopy.desk.web.kept_games import KeptGames
from gopy.desk.web.room import Room
from gopy.desk.web.server import ADDRESS, Runner, application, new_token


async def serve(options, watched, port, no_browser) -> None:
    """Serve the page with an engine of these Options on a port of this machine (0: any that is free), and print its address.

    watched     gopy.desk.web.watched.Watched folders
    no_browser  whether no browser is opened

    UserError if the port is taken.
    """
    told = told_to_end()
    token = new_token()
    kept = KeptGames(state_folder() / "page")
    try:
        async with listening(application(lambda: Room(options, watched, kept), token), ADDRESS, port) as port:
            show(f"http://{ADDRESS}:{port}/{token}/", no_browser)
            await told.wait()
    finally:
        kept.release()


@asynccontextmanager
async def listening(app, address, port) -> AsyncIterator[int]:
    """Serve an application at an address of this machine, as long as the context lasts; yields the port. UserError if it is taken."""
    runner = Runner(app, access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, address, port).start()
        except OSError as error:
            raise UserError(f"port {port}: {error.strerror}") from None
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def show(address, no_browser) -> None:
    """Print the address of the page and, unless `no_browser`, open a browser on it."""
    print(address, flush=True)
    if not no_browser:
        _open(address)


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


def told_to_end() -> asyncio.Event:
    """An asyncio.Event that SIGTERM and SIGINT set; on Windows Ctrl-C is an exception."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, told.set)
    return told
