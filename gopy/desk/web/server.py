"""The web server: on this machine's loopback address alone, and for whoever knows the token alone.

A page in a browser may send requests to any address, so a server that listens on loopback is reached by every page that the
user visits. Three checks keep these out: the address holds a random token, which other pages cannot know; the Host header must
be ours, which stops pages whose name was made to lead here (DNS rebinding); and a request that names an Origin, as every
WebSocket of a browser does, must come from our own page. Connections that show no token are few and short, so that other
programs on this machine cannot keep the page's user out by opening many. The server serves the files of the page, which it has read at its
start, and no others.
"""
import re
import secrets
from importlib import resources
from typing import Any

from aiohttp import web

from gopy.desk.languages import OTHERS, file_text
from gopy.desk.web.doorkeeper import Doorkeeper
from gopy.desk.web.messages import LARGEST_RECORD
from gopy.desk.web.page import Page

ADDRESS = "127.0.0.1"

#: Bytes of random numbers in the token.
_TOKEN_BYTES = 16

#: Pages that may be open at a time.
_MOST_PAGES = 32

#: Seconds after which a page that does not answer counts as closed.
_HEARTBEAT = 30.0

#: The port that browsers leave out of the Host and Origin headers.
_HTTP_PORT = 80

_FILES = {"": ("index.html", "text/html"), "page.js": ("page.js", "text/javascript"), "page.css": ("page.css", "text/css")}


def new_token() -> str:
    """A random token for the address."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def read_files() -> dict[str, tuple[bytes, str]]:
    """{name in the address: (contents, type)} of the page's files, the tables of its languages among them."""
    folder = resources.files("gopy.desk.web") / "static"
    files = {name: ((folder / file).read_bytes(), kind) for name, (file, kind) in _FILES.items()}
    tables = {f"languages/{language}.json": (file_text(f"{language}.json").encode(), "application/json") for language in OTHERS}
    return {**files, **tables}


class Runner(web.AppRunner):
    """Runs the `application`, and watches the connections to it."""

    @property
    def server(self) -> Any:
        """What makes the protocol of each connection."""
        made = super().server
        return made and self.app[DOORKEEPER].watching(made)


def application(make_room, token) -> web.Application:
    """The aiohttp application. make_room() makes the gopy.desk.web.room.Room when the server has started."""
    app = web.Application(middlewares=[_guard(token)], client_max_size=0)
    app[DOORKEEPER] = Doorkeeper()

    async def socket(request):
        return await speak(request, app[_ROOM])

    async def lifetime(app):
        app[_ROOM] = make_room()
        yield
        await app[_ROOM].close()

    async def say_goodbye(app):         # before the server waits for its connections to end
        await dismiss(app[_ROOM])

    app.cleanup_ctx.append(lifetime)
    app.on_shutdown.append(say_goodbye)
    add_page(app, f"/{token}", socket)
    return app


def add_page(app, path, socket, allow=None) -> None:
    """Let an application serve the page at `path`, with its files, and with a WebSocket that socket(request) serves.

    allow(request) raises what the application answers to whoever may not have the page; None: whoever the application lets in.
    """
    files = read_files()

    async def file(request):
        if allow is not None:
            allow(request)
        contents, kind = files[request.match_info.get("file", "")]
        return web.Response(body=contents, content_type=kind, charset="utf-8")

    app.router.add_get(f"{path}/", file)
    app.router.add_get(f"{path}/socket", socket)
    app.router.add_get(f"{path}/{{file:{'|'.join(re.escape(name) for name in files if name)}}}", file)


async def speak(request, room, make_page=Page, most_pages=_MOST_PAGES, largest=LARGEST_RECORD) -> web.WebSocketResponse:
    """Serve a room to one page over a WebSocket until the page leaves; its messages have at most `largest` bytes."""
    if len(room.pages) >= most_pages:
        raise web.HTTPServiceUnavailable(text="too many pages are open\n")
    answer = web.WebSocketResponse(max_msg_size=largest + 1, heartbeat=_HEARTBEAT)
    await answer.prepare(request)
    await make_page(answer).serve(room)
    return answer


async def dismiss(room) -> None:
    """Close the connections of all pages of a room."""
    for page in set(room.pages):
        await page.close()


_ROOM = web.AppKey("room", object)
DOORKEEPER = web.AppKey("doorkeeper", Doorkeeper)


def _guard(token):
    """The middleware that refuses whoever is not our page, and says in each answer what the page may do."""

    @web.middleware
    async def guard(request, handler):
        refused = _refusal(request, token)
        if refused is not None:
            refused.force_close()
            return guarded(refused, request)
        request.app[DOORKEEPER].admit(request.transport)
        try:
            answer = await handler(request)
        except web.HTTPException as error:
            answer = web.Response(status=error.status, text=f"{error.reason}\n")
        return guarded(answer, request)

    return guard


def _refusal(request, token):
    """The answer that refuses a request; None for a request of our page."""
    refused = foreign(request, (ADDRESS, "localhost"))
    if refused is not None:
        return refused
    given = request.path.removeprefix("/").partition("/")[0]
    if not secrets.compare_digest(given.encode(errors="surrogateescape"), token.encode()):
        return web.Response(status=403, text="the address lacks its token: use the whole address that gopy web prints\n")
    return None


def foreign(request, names) -> web.Response | None:
    """The answer that refuses a request which does not ask for one of these host names, or comes from another page; else None."""
    port = request.transport.get_extra_info("sockname")[1]
    hosts = [f"{name}:{port}" for name in names] + [name for name in names if port == _HTTP_PORT]
    if request.headers.getall("Host", []) not in [[host] for host in hosts]:
        return web.Response(status=421, text="this server has another name\n")
    origin = request.headers.get("Origin")
    is_socket = request.headers.get("Upgrade", "").lower() == "websocket"
    if (origin is not None or is_socket) and origin != f"http://{request.headers['Host']}":
        return web.Response(status=403, text="this page may not speak to gopy\n")
    return None


def guarded(answer, request, forms="'none'", referrer="no-referrer") -> web.StreamResponse:
    """An answer with what its page may do: speak to our server alone, send forms to `forms`, and name itself as `referrer` says."""
    if not answer.prepared:
        socket = f"ws://{request.headers.get('Host', ADDRESS)}"
        if any(character in socket for character in "; ,\r\n"):
            socket = ""
        answer.headers.update({
            "Content-Security-Policy": f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                                       f"connect-src 'self' {socket}; base-uri 'none'; form-action {forms}; "
                                       "frame-ancestors 'none'",
            "Referrer-Policy": referrer, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
            "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "Server": "gopy"})
    return answer
