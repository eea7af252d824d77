"""The page's server: who may speak to it, what it refuses, and that it lives through whatever it is sent."""
import asyncio
import json
import os
import random
import signal
import string
import subprocess
import sys
import webbrowser
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from places import ROOT

from gopy.desk.web import doorkeeper
from gopy.desk.web import serving as page_server
from gopy.desk.web.engine_process import EngineProcess
from gopy.desk.web.messages import LARGEST_RECORD, LONGEST_MESSAGE, SHAPES, read_message
from gopy.desk.web.page import Page
from gopy.desk.web.room import Room
from gopy.desk.web.server import ADDRESS, Runner, _refusal, application, new_token
from gopy.engine.options import Options

TOKEN = new_token()


@asynccontextmanager
async def serving(watched=(), **options):
    """A server in this process, with an engine in another; yields its address without the token."""
    runner = Runner(application(lambda: Room(Options(**{"size": 5, "level": 1, "threads": 1, **options}), watched), TOKEN))
    await runner.setup()
    site = web.TCPSite(runner, ADDRESS, 0)
    await site.start()
    try:
        yield f"http://{ADDRESS}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def page(address, **how):
    """A page: `send(kind, **fields)` and `told(kind, fits)`, which waits for a message of a kind that fits."""
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(f"{address}/{TOKEN}/socket", headers={"Origin": address}, max_msg_size=0, **how) as socket:
            yield Talk(socket)


class Talk:
    def __init__(self, socket):
        self.socket = socket

    async def send(self, kind, **fields):
        await self.socket.send_str(json.dumps({"do": kind, **fields}))

    async def told(self, kind, fits=lambda message: True, seconds=300):
        async def wait():
            while True:
                message = json.loads((await self.socket.receive(seconds)).data)
                if message["kind"] == kind and fits(message):
                    return message
        return await asyncio.wait_for(wait(), seconds)


def run(coroutine):
    return asyncio.run(coroutine)


async def status(address, path, **headers):
    async with aiohttp.ClientSession() as session, session.get(address + path, headers=headers) as answer:
        return answer.status, dict(answer.headers), await answer.text()


def test_only_our_page_is_served():
    async def check():
        async with serving() as address:
            port = address.rpartition(":")[2]
            code, headers, text = await status(address, f"/{TOKEN}/")
            assert code == 200 and "page.js" in text
            assert "default-src 'none'" in headers["Content-Security-Policy"] and headers["Referrer-Policy"] == "no-referrer"
            assert (await status(address, f"/{TOKEN}/page.js"))[0] == 200
            assert (await status(address, f"/{TOKEN}/", Host=f"localhost:{port}"))[0] == 200
            for host in ("example.com", f"example.com:{port}", f"{ADDRESS}:1", "127.0.0.1", "", f"{ADDRESS}:{port}:1"):
                assert (await status(address, f"/{TOKEN}/", Host=host))[0] in (400, 421), host
            for origin in ("http://example.com", "null", f"https://{ADDRESS}:{port}", f"http://localhost:{port}", "", "file://"):
                assert (await status(address, f"/{TOKEN}/", Origin=origin))[0] == 403, origin
            for path in ("/", "/socket", "/page.js", f"/{TOKEN[:-1]}/", f"/{TOKEN}x/", "/%ff%fe/", "//", f"/x/{TOKEN}/"):
                assert (await status(address, path))[0] == 403, path
            for path in ("room.py", "../room.py", "%2e%2e/room.py", "static/page.js", "/etc/passwd", "page.js/x", "LICENSES.txt"):
                assert (await status(address, f"/{TOKEN}/{path}"))[0] in (403, 404), path
    run(check())


def test_a_socket_needs_our_origin_host_and_token():
    async def refused(address, path=f"/{TOKEN}/socket", **headers):
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await session.ws_connect(address + path, headers=headers)
        return caught.value.status

    async def check():
        async with serving() as address:
            assert await refused(address) == 403                                            # no Origin
            assert await refused(address, Origin="http://example.com") == 403
            assert await refused(address, Origin=address, Host="example.com") == 421
            assert await refused(address, "/socket", Origin=address) == 403
            async with page(address) as talk:
                assert (await talk.told("go"))["size"] == 5
    run(check())


@pytest.mark.parametrize("port, host, code", [
    (80, "127.0.0.1", None), (80, "localhost", None), (80, "localhost:80", None), (80, "example.com", 421), (80, "localhost:8080", 421),
    (8080, "localhost:8080", None), (8080, "localhost", 421),
])
def test_the_port_of_http_may_be_left_out(port, host, code):
    """Browsers do so in both headers. Who may listen on that port is another matter, so no socket is opened here."""
    class Transport:
        def get_extra_info(self, name):
            return {"sockname": (ADDRESS, port)}.get(name)

    request = make_mocked_request("GET", f"/{TOKEN}/", {"Host": host, "Origin": f"http://{host}"}, transport=Transport())
    refused = _refusal(request, TOKEN)
    assert (refused and refused.status) == code


async def connected(address):
    return await asyncio.open_connection(*address.removeprefix("http://").split(":"))


async def closed(reader, seconds):
    """Whether the server closes a connection within so many seconds."""
    try:
        return await asyncio.wait_for(reader.read(), seconds) is not None
    except ConnectionError:
        return True
    except asyncio.TimeoutError:
        return False


def test_idle_connections_keep_no_visitor_out(monkeypatch):
    """A thousand, of which each has sent the beginning of a request; those that came first are closed."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard) if hard != resource.RLIM_INFINITY else 4096, hard))
    monkeypatch.setattr(doorkeeper, "FIRST_REQUEST_SECONDS", 300.0)

    async def check():
        async with serving() as address, page(address) as before:
            await before.told("go")
            idle = []
            for _ in range(1000):
                idle.append(await connected(address))
                idle[-1][1].write(b"GET /")
            assert (await status(address, f"/{TOKEN}/"))[0] == 200
            async with page(address) as talk:
                await talk.told("go")
                await before.send("save")
                assert (await before.told("saved"))["text"], "who was there before is served, too"
            most = doorkeeper.MOST_STRANGERS
            assert all([await closed(reader, 30) for reader, _ in idle[:-most]])
            assert not any(reader.at_eof() for reader, _ in idle[-most + 2:]), "the two visits were strangers at first"
            for _, writer in idle:
                writer.close()
    try:
        run(check())
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"G"])
def test_a_connection_without_the_token_is_closed_after_a_while(monkeypatch, sent):
    """However slowly it sends. One with the token stays open."""
    monkeypatch.setattr(doorkeeper, "FIRST_REQUEST_SECONDS", 1.0)

    async def check():
        async with serving() as address, page(address) as talk:
            await talk.told("go")
            reader, writer = await connected(address)
            writer.write(sent)
            assert await closed(reader, 30)
            await talk.send("save")
            assert (await talk.told("saved"))["text"]
            writer.close()
    run(check())


def test_who_was_refused_is_disconnected():
    async def check():
        async with serving() as address:
            reader, writer = await connected(address)
            writer.write(f"GET /wrong/ HTTP/1.1\r\nHost: {address.removeprefix('http://')}\r\n\r\n".encode())
            assert b" 403 " in await reader.readline() and await closed(reader, 5)
            writer.close()
    run(check())


def test_odd_requests_are_refused(caplog):
    async def line_for(address, words):
        reader, writer = await asyncio.open_connection(*address.removeprefix("http://").split(":"))
        writer.write(f"{words} HTTP/1.1\r\nHost: {address.removeprefix('http://')}\r\nConnection: close\r\n\r\n".encode())
        line = await reader.readline()
        writer.close()
        return line

    async def check():
        async with serving() as address:
            assert b" 403 " in await line_for(address, "OPTIONS *")
            assert b" 404 " in await line_for(address, f"GET /{TOKEN}/pageXjs")
    run(check())
    assert "Traceback" not in caplog.text


class BrokenSocket:
    """The WebSocket of a page whose connection broke after it had sent some messages."""

    def __init__(self, messages):
        self._messages = iter(messages)

    def __aiter__(self):
        return self

    async def __anext__(self):
        await asyncio.sleep(0)
        for message in self._messages:
            return message
        raise StopAsyncIteration

    async def send_str(self, text):
        raise ConnectionResetError


def test_a_page_whose_connection_broke_leaves():
    """It has asked for more answers than may wait, and takes none of them."""
    class Hall:
        pages = set()
        welcome = pages.add

        async def handle(self, text):
            return {"kind": "error", "text": text}

    async def check():
        hall = Hall()
        broken = Page(BrokenSocket([aiohttp.WSMessage(aiohttp.WSMsgType.TEXT, "{}", None)] * 100))
        await asyncio.wait_for(broken.serve(hall), 10)
        assert hall.pages == set()
    run(check())


@asynccontextmanager
async def engine_process(on_answer, on_change):
    """An EngineProcess that runs."""
    process = EngineProcess(Options(size=5, level=1, threads=1), on_answer, on_change)
    task = asyncio.create_task(process.run())
    try:
        yield process
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def test_a_file_in_the_current_folder_is_no_module_of_the_engine(tmp_path, monkeypatch):
    (tmp_path / "queue.py").write_text("raise SystemExit('this is not the queue of Python')\n")
    monkeypatch.chdir(tmp_path)

    async def check():
        told = asyncio.Queue()
        async with engine_process(told.put_nowait, told.put_nowait) as process:
            assert await told.get() is True
            process.ask(do="nothing")
            assert (await asyncio.wait_for(told.get(), 300))["kind"] == "error"
    run(check())


def test_an_answer_that_cannot_be_taken_up_does_not_end_the_engine(caplog):
    async def check():
        told = asyncio.Queue()

        def take(values):
            told.put_nowait(values["id"])
            if values["id"] == 1:
                raise ValueError("the tree is full")

        async with engine_process(take, told.put_nowait) as process:
            assert await told.get() is True
            for number in (1, 2):
                process.ask(do="nothing")
                assert await asyncio.wait_for(told.get(), 300) == number
    run(check())
    assert "the tree is full" in caplog.text


def test_a_process_that_dies_at_once_is_started_again_after_growing_waits(monkeypatch):
    """The first wait is half a second, each is twice the one before, and none is longer than half a minute."""
    waits = []

    async def die(process):
        raise OSError("no such program")

    async def sleep(seconds):
        waits.append(seconds)
        if len(waits) == 9:
            raise asyncio.CancelledError

    monkeypatch.setattr(EngineProcess, "_live", die)
    monkeypatch.setattr("gopy.desk.web.engine_process.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        run(EngineProcess(Options(), print, lambda alive: None).run())
    assert waits == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]


def test_a_process_that_has_lived_long_is_started_again_soon(monkeypatch):
    waits, now = [], [0.0]

    async def live(process):
        now[0] += 60 if len(waits) in (0, 3) else 0

    async def sleep(seconds):
        waits.append(seconds)
        if len(waits) == 5:
            raise asyncio.CancelledError

    monkeypatch.setattr(EngineProcess, "_live", live)
    monkeypatch.setattr("gopy.desk.web.engine_process.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        run(EngineProcess(Options(), print, lambda alive: None, lambda: now[0]).run())
    assert waits == [0.5, 1, 2, 0.5, 1]


@pytest.mark.parametrize("fields, error", [
    ({"komi": 0.5}, "unknown key 'komi'"), ({"white": "person", "strength": {}}, "unknown key 'white'"), ({}, "no 'strength'"),
])
def test_only_the_strength_of_a_game_is_set(fields, error):
    """Its players, komi and rules are those with which it began."""
    with pytest.raises(ValueError, match=error):
        read_message(json.dumps({"do": "set", **fields}))


def test_a_game_is_played():
    async def check():
        async with serving() as address, page(address) as talk:
            await talk.told("go")
            await talk.send("new", size=5, black="person", white="gopy", strength={"level": 1})
            await talk.told("go", lambda go: go["number"] == 0)
            await talk.send("play", vertex="C3")
            answered = await talk.told("go", lambda go: go["number"] == 2)
            assert answered["to_play"] == 0 and answered["board"].count("O") == 1
            await talk.send("undo")
            assert (await talk.told("go", lambda go: go["number"] == 0))["board"] == "." * 25
            await talk.send("new", size=5, komi=-20, black="person", white="person")
            await talk.send("estimate")
            estimate = await talk.told("estimate")
            assert len(estimate["ownership"]) == 25 and estimate["score"] > 0 and estimate["winrate"] > 0.75
            assert "moves" not in estimate
            await talk.send("hint")
            assert len((await talk.told("hint"))["area"]) == 9
            await talk.send("study", on=True)
            await talk.send("analyse", on=True)
            report = await talk.told("analysis", lambda report: report["visits"] > 500)
            assert all(move["winrate"] > 0.75 for move in report["moves"] if move["visits"] > 20)
            await talk.send("analyse", on=False)
            await talk.send("save")
            assert (await talk.told("saved"))["text"].startswith("(;FF[4]")
            await talk.send("new", size=5, black="person", white="person")
            for _ in range(2):      # two passes end the game, which is then counted
                await talk.send("play", vertex="pass")
            over = await talk.told("go", lambda go: go["result"])
            assert over["result"] == "W+7.5" and over["count"]["sides"]
    run(check())


def test_the_game_outlives_the_engine():
    async def check():
        async with serving() as address, page(address) as talk:
            await talk.told("go")
            await talk.send("new", size=5, black="person", white="person")
            for vertex in ("C3", "B3", "D3"):
                await talk.send("play", vertex=vertex)
            board = (await talk.told("go", lambda go: go["number"] == 3))["board"]
            await talk.send("study", on=True)
            await talk.send("analyse", on=True)
            await talk.told("analysis")
            os.kill(await engine_pid(address), signal.SIGKILL)
            await talk.told("engine", lambda engine: engine["state"] == "lost")
            await talk.told("engine", lambda engine: engine["state"] == "ready" and engine["deaths"] == 1)
            await talk.told("analysis", lambda report: report["visits"] > 0)         # the analysis goes on by itself
            await talk.send("play", vertex="A1")
            go = await talk.told("go", lambda go: go["number"] == 4)
            assert sum(one == other for one, other in zip(go["board"], board)) == 24
    run(check())


async def engine_pid(address):
    async with page(address) as talk:
        return (await talk.told("engine"))["pid"]


def test_no_time_passes_for_gopy_while_a_dead_engine_is_started_again():
    async def check():
        def runs(colour):
            return lambda go: go["clock"] and go["clock"]["running"] == colour

        async with serving() as address, page(address) as talk:
            await talk.send("new", size=5, black="person", white="gopy", strength={"seconds": 3600}, clock="60m")
            await talk.told("go", runs(0))
            await talk.send("play", vertex="C3")
            await talk.told("go", runs(1))          # the search is loaded, and gopy thinks
            os.kill(await engine_pid(address), signal.SIGKILL)
            await talk.told("engine", lambda engine: engine["state"] == "lost")
            await talk.told("go", lambda go: go["doing"] == "genmove" and go["clock"]["running"] is None)
            await talk.told("go", runs(1))
    run(check())


def random_messages(seed, count):
    """Texts and bytes of every kind of wrongness, and some right ones."""
    generator = random.Random(seed)
    kinds = [kind for kind in SHAPES if kind not in ("new", "set")]
    junk = [None, True, -1, 0, 1.5, 1e308, "", "x" * 300, [], {}, [[[]]], "pass", "D4", "Z99", "\x00", "é\ud800", 10**30]

    def value():
        return generator.choice(junk)

    for _ in range(count):
        shape = generator.randrange(7)
        if shape == 0:
            yield "".join(generator.choice(string.printable) for _ in range(generator.randrange(60)))
        elif shape == 1:
            yield bytes(generator.randrange(256) for _ in range(generator.randrange(60)))
        elif shape == 2:
            yield json.dumps(value())
        elif shape == 3:
            yield json.dumps({"do": value(), "x": value()})
        elif shape == 4:
            yield "[" * generator.randrange(2000)
        elif shape == 5:
            kind = generator.choice(kinds)
            yield json.dumps({"do": kind, **{key: value() for key in SHAPES[kind].keys}})
        else:
            yield json.dumps({"do": generator.choice(("play", "dead")), "vertex": value(), generator.choice("abc"): value()})


@pytest.mark.parametrize("count", [1000, pytest.param(4000, marks=pytest.mark.slow)])
def test_the_server_lives_through_random_messages(count):
    """Each message that is no request is answered with an error, and the server still plays afterwards."""
    messages = list(random_messages(1, count))
    wrong = 0
    for message in messages:
        try:
            if isinstance(message, str):
                read_message(message)
        except ValueError:
            wrong += 1
    assert wrong > count / 2

    async def check():
        async with serving() as address, page(address) as talk:
            errors = 0

            async def read():
                nonlocal errors
                while True:
                    message = json.loads((await talk.socket.receive()).data)
                    errors += message["kind"] == "error"
                    if message["kind"] == "saved" and message["text"].count("last words"):
                        return

            reader = asyncio.create_task(read())
            for message in messages:
                await (talk.socket.send_bytes if isinstance(message, bytes) else talk.socket.send_str)(
                    message if isinstance(message, bytes) else message.encode("utf-8", "replace").decode())
            await talk.send("new", size=9, black="person", white="person")
            await talk.send("comment", node=0, text="last words")
            await talk.send("save")
            await asyncio.wait_for(reader, 300)
            assert errors >= wrong
            async with page(address) as other:
                assert (await other.told("go"))["size"] == 9
    run(check())


def test_messages_are_bounded():
    async def check():
        async with serving() as address, page(address) as talk:
            await talk.socket.send_str(json.dumps({"do": "comment", "node": 0, "text": "x" * LONGEST_MESSAGE}))
            assert "characters" in (await talk.told("error"))["text"]
            await talk.socket.send_bytes(b"(" * LARGEST_RECORD)
            assert "SGF" in (await talk.told("error"))["text"]
            await talk.socket.send_bytes(b"x" * (LARGEST_RECORD + 10))
            while not talk.socket.closed:
                await talk.socket.receive(60)
            assert talk.socket.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
            assert (await status(address, f"/{TOKEN}/"))[0] == 200
    run(check())


def test_the_command_prints_its_address_alone(tmp_path):
    process = subprocess.Popen([sys.executable, "-m", "gopy", "web", "--no-browser", "--size", "5"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env={**os.environ, "XDG_STATE_HOME": str(tmp_path)})
    address = process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    rest, errors = process.communicate(timeout=60)
    assert address.startswith(f"http://{ADDRESS}:") and address.endswith("/\n") and len(address.split("/")[3]) >= 22
    assert (rest, errors, process.returncode) == ("", "", 0)


def test_without_a_browser_the_address_is_said(tmp_path):
    """A machine without windows: the address on standard output, and what to do with it on the other."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment["XDG_STATE_HOME"] = str(tmp_path)
    process = subprocess.Popen([sys.executable, "-m", "gopy", "web", "--size", "5"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, env=environment)
    address, sentence = process.stdout.readline(), process.stderr.readline()
    process.send_signal(signal.SIGTERM)
    rest = process.communicate(timeout=60)
    assert address.startswith(f"http://{ADDRESS}:") and len(address.split("/")[3]) >= 22
    assert sentence == "gopy: open this address in a browser on this machine; Ctrl-C ends gopy\n" and rest == ("", "")


def test_the_server_ends_although_a_page_is_open(tmp_path):
    async def check():
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", "gopy", "web", "--no-browser", "--size", "5",
                                                       stdout=asyncio.subprocess.PIPE, env={**os.environ, "XDG_STATE_HOME": str(tmp_path)})
        address, token = (await process.stdout.readline()).decode().strip().rstrip("/").rsplit("/", 1)
        async with aiohttp.ClientSession() as session:
            async with session.ws_connect(f"{address}/{token}/socket", headers={"Origin": address}) as socket:
                await socket.receive(60)
                process.send_signal(signal.SIGTERM)
                async for _ in socket:
                    pass
                assert socket.close_code == aiohttp.WSCloseCode.GOING_AWAY
                assert await asyncio.wait_for(process.wait(), 45) == 0      # it would wait a minute for the page
    run(check())


@pytest.mark.parametrize("display, opens, told", [
    (":0", True, "the page opens in your browser"),
    (":0", False, "open this address in a browser on this machine"),
    (":0", webbrowser.Error("no browser"), "open this address in a browser on this machine"),
    (None, True, "open this address in a browser on this machine"),       # a browser in the terminal does not count
])
def test_the_page_opens_where_there_is_a_browser(monkeypatch, capsys, display, opens, told):
    """The browser is given the address with the token. Where there is none, the address, which is printed before, is spoken of."""
    opened = []

    def open_browser(address):
        opened.append(address)
        if isinstance(opens, Exception):
            raise opens
        return opens

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(webbrowser, "open", open_browser)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if display:
        monkeypatch.setenv("DISPLAY", display)
    page_server._open(f"http://{ADDRESS}:8080/{TOKEN}/")
    assert opened == ([f"http://{ADDRESS}:8080/{TOKEN}/"] if display else [])
    assert capsys.readouterr() == ("", f"gopy: {told}; Ctrl-C ends gopy\n")


def test_without_the_library_one_sentence_says_what_to_install(tmp_path, run_gopy):
    (tmp_path / "aiohttp.py").write_text("raise ImportError('not here')\n")
    done = run_gopy("web", "--no-browser", PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'gopy: aiohttp is not installed; pip install ".[web]" in the clone of gopy\n'


@pytest.mark.parametrize("words, error", [
    (["--watch", "/nowhere"], "neither the folder of a match"),
    (["--port", "70000"], "70000"),
    (["--size", "1"], "size"),
])
def test_what_cannot_be_served_is_one_sentence(run_gopy, words, error):
    done = run_gopy("web", "--no-browser", *words)
    assert done.returncode == 2 and done.stdout == "" and error in done.stderr and done.stderr.count("\n") == 1


def test_the_server_imports_no_compiler():
    """The page is up before the search is compiled, because another process does that."""
    done = subprocess.run([sys.executable, "-c", "import sys, gopy.desk.web.room, gopy.desk.web.server, gopy.desk.web.watched; "
                                                 "print('numba' in sys.modules)"], capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr
