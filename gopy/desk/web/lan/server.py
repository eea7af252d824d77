"""The server for visitors of the local network: a door for all, and behind it a table for each, which its key alone opens.

It listens at one address of this machine. The checks of gopy.desk.web.server against foreign pages hold here too: the Host header must
name this address, and whoever sends a form or opens a WebSocket must come from our own page. Nobody gets a table without the word, and
nobody another's without its key, a random cookie that scripts cannot read.
"""
from functools import partial
from urllib.parse import parse_qs

from aiohttp import web

from gopy.base.errors import sentence
from gopy.desk.languages import Refused, told
from gopy.desk.web.lan.door import door_page, language_of
from gopy.desk.web.lan.doorkeeper import LanDoorkeeper
from gopy.desk.web.lan.limits import LARGEST_FORM, LARGEST_RECORD, MOST_PAGES, REQUESTS, TRIES, AllowanceOfEach
from gopy.desk.web.lan.names import checked_name, cookie_name, path_of
from gopy.desk.web.lan.tables import Tables
from gopy.desk.web.lan.visitor_page import VisitorPage
from gopy.desk.web.lan.word import is_word
from gopy.desk.web.server import DOORKEEPER, add_page, dismiss, foreign, guarded, read_files, speak

#: Seconds that a browser remembers the key to a table: half a year.
_KEY_SECONDS = 183 * 24 * 3600

#: A page that is opened counts as so many messages: it is shown everything.
_OPENING = 5


def lan_application(tables: Tables, address: str, word: str) -> web.Application:
    """The aiohttp application that listens at `address`, a number of this machine, and lets in who knows the word."""
    app = web.Application(middlewares=[_guard(address)], client_max_size=LARGEST_FORM)
    app[DOORKEEPER] = LanDoorkeeper()
    tries = AllowanceOfEach(*TRIES)
    style, kind = read_files()["page.css"]

    async def door(request):
        return _door(request, known=[table.name for table in tables if _has_key(request, table)])

    async def enter(request):
        typed = parse_qs((await request.read()).decode("utf-8", "replace"))
        name, typed_word = (typed.get(field, [""])[0] for field in ("name", "word"))
        if not tries.allows(request.remote):
            return _door(request, told("door.too_often"), name, 429)
        if not is_word(typed_word, word):
            return _door(request, told("door.wrong_word"), name, 403)
        try:
            name = checked_name(name)
            key = tables.enter(name, request.cookies.get(cookie_name(name)), request.remote)
        except Refused as error:
            return _door(request, error.values, name, 403)
        except OSError as error:
            return _door(request, told("door.no_disk", reason=sentence(error)), name, 503)
        answer = web.Response(status=303, headers={"Location": path_of(name)})
        answer.set_cookie(cookie_name(name), key, max_age=_KEY_SECONDS, httponly=True, samesite="Strict")
        return answer

    async def stylesheet(request):
        return web.Response(body=style, content_type=kind, charset="utf-8")

    def table(request):
        """The table that a request asks for, if it has the key. Refused otherwise."""
        found = tables.of(request.match_info["name"])
        if found is None or not _has_key(request, found):
            raise Refused("door.not_yours")
        app[DOORKEEPER].admit(request.transport)
        return found

    async def socket(request):
        found = table(request)
        if not found.allowance.allows(_OPENING):
            raise web.HTTPTooManyRequests(text="too much at once; wait a moment")
        return await speak(request, found.room, partial(VisitorPage, allowance=found.allowance), MOST_PAGES, LARGEST_RECORD)

    async def say_goodbye(app):
        for each in tables:
            await dismiss(each.room)

    app.on_shutdown.append(say_goodbye)
    app.router.add_get("/", door)
    app.router.add_post("/", enter)
    app.router.add_get("/page.css", stylesheet)
    add_page(app, "/t/{name}", socket, table)
    return app


def add_tables(app: web.Application, token: str, tables: Tables) -> None:
    """Let the teacher's application show each table: the page of a table, without the bounds of visitors."""
    def found(request):
        table = tables.of(request.match_info["name"])
        if table is None:
            raise web.HTTPNotFound(text="there is no such table")
        return table

    async def socket(request):
        return await speak(request, found(request).room)

    add_page(app, f"/{token}/t/{{name}}", socket, found)


def _has_key(request, table):
    key = request.cookies.get(cookie_name(table.name))
    return key is not None and table.opens(key)


def _door(request, said=None, name="", status=200, known=()):
    language = language_of(request.headers.get("Accept-Language", ""))
    return web.Response(status=status, text=door_page(language, said, name, known), content_type="text/html")


def _guard(address):
    """The middleware that refuses foreign pages and floods, and says in each answer what the page may do."""
    requests = AllowanceOfEach(*REQUESTS)

    @web.middleware
    async def guard(request, handler):
        refused = foreign(request, (address,))
        if refused is None and request.method == "POST" and "Origin" not in request.headers:
            refused = web.Response(status=403, text="this page may not speak to gopy\n")
        if refused is None and not requests.allows(request.remote):
            refused = web.Response(status=429, text="too many requests; wait a moment\n")
        if refused is not None:
            refused.force_close()
            return guarded(refused, request)
        try:
            answer = await handler(request)
        except Refused as error:
            answer = _door(request, error.values, status=403)
        except web.HTTPException as error:
            answer = web.Response(status=error.status, text=f"{error.text}\n")
        # With "no-referrer" a browser would not say where a form comes from.
        return guarded(answer, request, "'self'", "same-origin")

    return guard
