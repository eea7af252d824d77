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
        return made and self.app[_DOORKEEPER].watching(made)


def application(make_room, token) -> web.Application:
    """The aiohttp application. make_room() makes the gopy.desk.web.room.Room when the server has started."""
    app = web.Application(middlewares=[_guard(token)], client_max_size=0)
    app[_DOORKEEPER] = Doorkeeper()
    files = read_files()

    async def file(request):
        contents, kind = files[request.match_info.get("name", "")]
        return web.Response(body=contents, content_type=kind, charset="utf-8")

    async def socket(request):
        room = app[_ROOM]
        if len(room.pages) >= _MOST_PAGES:
            raise web.HTTPServiceUnavailable(text="too many pages are open\n")
        answer = web.WebSocketResponse(max_msg_size=LARGEST_RECORD + 1, heartbeat=_HEARTBEAT)
        await answer.prepare(request)
        await Page(answer).serve(room)
        return answer

    async def lifetime(app):
        app[_ROOM] = make_room()
        yield
        await app[_ROOM].close()

    async def say_goodbye(app):         # before the server waits for its connections to end
        for page in set(app[_ROOM].pages):
            await page.close()

    app.cleanup_ctx.append(lifetime)
    app.on_shutdown.append(say_goodbye)
    app.router.add_get(f"/{token}/", file)
    app.router.add_get(f"/{token}/socket", socket)
    app.router.add_get(f"/{token}/{{name:{'|'.join(re.escape(name) for name in files if name)}}}", file)
    return app


_ROOM = web.AppKey("room", object)
_DOORKEEPER = web.AppKey("doorkeeper", Doorkeeper)


def _guard(token):
    """The middleware that refuses whoever is not our page, and says in each answer what the page may do."""

    @web.middleware
    async def guard(request, handler):
        refused = _refusal(request, token)
        if refused is not None:
            refused.force_close()
            return _guarded(refused, request)
        request.app[_DOORKEEPER].admit(request.transport)
        try:
            answer = await handler(request)
        except web.HTTPException as error:
            answer = web.Response(status=error.status, text=f"{error.reason}\n")
        return _guarded(answer, request)

    return guard


def _refusal(request, token):
    """The answer that refuses a request; None for a request of our page."""
    port = request.transport.get_extra_info("sockname")[1]
    names = (ADDRESS, "localhost")
    hosts = [f"{name}:{port}" for name in names] + [name for name in names if port == _HTTP_PORT]
    if request.headers.getall("Host", []) not in [[host] for host in hosts]:
        return web.Response(status=421, text="this server has another name\n")
    origin = request.headers.get("Origin")
    is_socket = request.headers.get("Upgrade", "").lower() == "websocket"
    if (origin is not None or is_socket) and origin != f"http://{request.headers['Host']}":
        return web.Response(status=403, text="this page may not speak to gopy\n")
    given = request.path.removeprefix("/").partition("/")[0]
    if not secrets.compare_digest(given.encode(errors="surrogateescape"), token.encode()):
        return web.Response(status=403, text="the address lacks its token: use the whole address that gopy web prints\n")
    return None


def _guarded(answer, request):
    if not answer.prepared:
        socket = f"ws://{request.headers.get('Host', ADDRESS)}"
        if any(character in socket for character in "; ,\r\n"):
            socket = ""
        answer.headers.update({
            "Content-Security-Policy": f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                                       f"connect-src 'self' {socket}; base-uri 'none'; form-action 'none'; "
                                       "frame-ancestors 'none'",
            "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
            "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "Server": "gopy"})
    return answer
