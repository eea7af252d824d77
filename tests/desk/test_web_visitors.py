"""Visitors of the local network: the door, a table for each, and that hostile ones take nothing from the others.

Everything listens on loopback; visitors come from 127.0.0.1, hostile ones from 127.0.0.2.
"""
import asyncio
import json
import sys
import time
from contextlib import asynccontextmanager, suppress

import aiohttp
import pytest

from gopy.base.errors import UserError
from gopy.desk.languages import Refused
from gopy.desk.web.lan import limits
from gopy.desk.web.lan.classroom import Classroom
from gopy.desk.web.lan.door import language_of
from gopy.desk.web.lan.invitation import invite, parse_place
from gopy.desk.web.lan.names import checked_name, folder_name, path_of
from gopy.desk.web.lan.server import add_tables, lan_application
from gopy.desk.web.lan.shared_engines import SharedEngines
from gopy.desk.web.lan.tables import Tables
from gopy.desk.web.lan.visitor_games import VisitorGames
from gopy.desk.web.lan.word import is_word, new_word
from gopy.desk.web.room import Room
from gopy.desk.web.server import ADDRESS, application
from gopy.desk.web.serving import listening
from gopy.engine.options import Options

WORD, TOKEN = "ABCDEF", "the-token-of-the-teacher"
HOSTILE = "127.0.0.2"
OPTIONS = Options(size=5, level=1, threads=1)


class NoEngine:
    """Stands for an engine that never answers."""

    pid, deaths = None, 0

    def __init__(self, options, on_answer, on_change):
        self._on_change, self._last_id = on_change, 0

    async def run(self):
        self._on_change(True)

    def ask(self, **request):
        self._last_id += 1
        return self._last_id


class School:
    """The two servers of gopy web --lan: `address` for visitors, `teachers` with its token."""

    @classmethod
    @asynccontextmanager
    async def open(cls, folder, make_engine=NoEngine):
        school = cls()
        school.tables = Tables(folder / "visitors", lambda name, games: Room(OPTIONS, (), games, make_engine, name))
        try:
            async with listening(lan_application(school.tables, ADDRESS, WORD), ADDRESS, 0) as port:
                school.address = f"http://{ADDRESS}:{port}"
                room = Classroom(school.tables, school.address, WORD)
                app = application(lambda: Room(OPTIONS, make_engine=make_engine, classroom=room), TOKEN)
                add_tables(app, TOKEN, school.tables)
                async with listening(app, ADDRESS, 0) as port:
                    school.host = f"http://{ADDRESS}:{port}"
                    school.teachers = f"{school.host}/{TOKEN}"
                    yield school
        finally:
            await school.tables.close()

    @asynccontextmanager
    async def browser(self, where=ADDRESS):
        connector = aiohttp.TCPConnector(local_addr=(where, 0), limit=0)
        async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
            yield Browser(session, self.address)

    @asynccontextmanager
    async def visitor(self, name, where=ADDRESS):
        """A visitor at a table of this name."""
        async with self.browser(where) as browser:
            assert (await browser.enter(name))[0] == 200
            async with browser.page(name) as page:
                yield page

    @asynccontextmanager
    async def teacher(self, path=""):
        async with aiohttp.ClientSession() as session:
            async with session.ws_connect(f"{self.teachers}/{path}socket", headers={"Origin": self.host}) as socket:
                yield Page(socket)


class Browser:
    def __init__(self, session, address):
        self.session, self.address = session, address

    async def enter(self, name, word=WORD, **headers):
        """(status, text) of where the door leads to."""
        async with self.session.post(f"{self.address}/", data={"name": name, "word": word},
                                     headers={"Origin": self.address, **headers}) as answer:
            return answer.status, await answer.text()

    async def get(self, path, **headers):
        async with self.session.get(self.address + path, headers=headers, allow_redirects=False) as answer:
            return answer.status, await answer.text()

    @asynccontextmanager
    async def page(self, name):
        async with self.session.ws_connect(f"{self.address}{path_of(name)}socket", headers={"Origin": self.address}, max_msg_size=0) as socket:
            yield Page(socket)


class Page:
    def __init__(self, socket):
        self.socket = socket

    async def send(self, kind, **fields):
        await self.socket.send_str(json.dumps({"do": kind, **fields}))

    async def told(self, kind, fits=lambda message: True):
        async def wait():
            while True:
                message = json.loads((await self.socket.receive()).data)
                if message["kind"] == kind and fits(message):
                    return message
        return await asyncio.wait_for(wait(), 300)

    async def play(self, *vertices):
        """Play moves of both sides, and wait until they are shown."""
        await self.send("new", size=5, black="person", white="person")
        for vertex in vertices:
            await self.send("play", vertex=vertex)
        return await self.told("go", lambda go: go["number"] == len(vertices))

    async def answers_soon(self):
        """The page is answered as if it were alone."""
        started = time.perf_counter()
        await self.send("save")
        await self.told("saved")
        assert time.perf_counter() - started < 2.0


def run(coroutine):
    return asyncio.run(coroutine)


def test_nobody_comes_in_without_the_word_and_a_name(tmp_path):
    async def check():
        async with School.open(tmp_path) as school, school.browser() as browser:
            code, text = await browser.get("/")
            assert code == 200 and 'name="word"' in text and "page.js" not in text
            assert (await browser.get("/page.css"))[0] == 200
            for name, word, told in (("Ada", "ABCDEG", "not the word"), ("Ada", "", "not the word"), ("", WORD, "Type a name"),
                                     ("<b>", WORD, "letters and digits"), ("x" * 21, WORD, "at most 20")):
                code, text = await browser.enter(name, word)
                assert code == 403 and told in text and "<b>" not in text, name
            for path in ("/t/Ada/", "/t/Ada/page.js", "/t/%2e%2e%2f/", "/t//", f"/{TOKEN}/", "/page.js", "/visitor.json", "/t/Ada/visitor.json"):
                assert (await browser.get(path))[0] in (403, 404), path
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                async with browser.page("Ada"):
                    pass
            assert caught.value.status == 403 and not list(school.tables) and not (tmp_path / "visitors").exists()
            assert (await browser.enter(" Ada ", "abc def"))[0] == 200
            assert (await browser.get("/t/Ada/page.js"))[0] == (await browser.get("/t/Ada/"))[0] == 200
            assert "Go on as Ada" in (await browser.get("/"))[1]                # who comes back needs no word
    run(check())


def test_the_door_and_the_page_speak_the_visitors_language(tmp_path):
    async def check():
        async with School.open(tmp_path) as school, school.browser() as browser:
            code, text = await browser.enter("Zoë", "ABCDEG", **{"Accept-Language": "fr-CH, fr;q=0.9, de;q=0.7"})
            assert code == 403 and '<html lang="fr"' in text and "Votre nom" in text and "mot. Demandez" in text
            code, text = await browser.enter("x" * 21, **{"Accept-Language": "ja"})
            assert code == 403 and "名前は20文字まで" in text
            assert (await browser.get("/t/Zoë/languages/fr.json"))[0] == 403        # as all files of the page
            await browser.enter("Zoë")
            code, text = await browser.get("/t/Zoë/languages/fr.json")
            assert code == 200 and json.loads(text)["black"] == "Noir"
            assert "Weiter" in (await browser.get("/", **{"Accept-Language": "de"}))[1]
    run(check())


@pytest.mark.parametrize("accepted, language", [("", "en"), ("de", "de"), ("it, xx;q=0.9", "en"), ("it,zh-TW;q=0.3,ko;q=0.8", "ko"), ("*", "en"),
                                                ("de;q=x, fr;q=0", "en"), ("de;q=-1,;;,=\x00,q=", "en"), ("EN-gb,de;q=0.9", "en")])
def test_a_header_names_the_language(accepted, language):
    assert language_of(accepted) == language


def test_words_are_not_guessed(tmp_path):
    """After ten tries an address waits, also with the right word; another one does not."""
    async def check():
        async with School.open(tmp_path) as school, school.browser() as browser, school.browser(HOSTILE) as hostile:
            codes = [(await hostile.enter("Eve", new_word()))[0] for _ in range(15)]
            assert codes[:10] == [403] * 10 and codes[-1] == 429
            assert (await hostile.enter("Eve"))[0] == 429
            assert (await browser.enter("Ada"))[0] == 200
    run(check())


def test_foreign_pages_are_kept_out(tmp_path):
    """Another host name, a form or a WebSocket of another page, or of none."""
    async def check():
        async with School.open(tmp_path) as school, school.browser() as browser:
            port = school.address.rpartition(":")[2]
            for host in (f"example.com:{port}", f"localhost:{port}", ADDRESS, f"{ADDRESS}:1"):
                assert (await browser.get("/", Host=host))[0] == 421, host
            for origin in ("http://example.com", "null", school.teachers):
                assert (await browser.enter("Ada", Origin=origin))[0] == 403, origin
            async with browser.session.post(f"{school.address}/", data={"name": "Ada", "word": WORD}) as answer:
                assert answer.status == 403
            async with browser.session.post(f"{school.address}/", data={"name": "A" * 3000}, headers={"Origin": school.address}) as answer:
                assert answer.status == 413
            async with browser.session.get(f"{school.address}/") as answer:
                assert "form-action 'self'" in answer.headers["Content-Security-Policy"]
                assert answer.headers["Referrer-Policy"] == "same-origin"       # else browsers send the form with the Origin "null"
            assert not list(school.tables)
            await browser.enter("Ada")
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await browser.session.ws_connect(f"{school.address}/t/Ada/socket")
            cookie, = browser.session.cookie_jar
            assert cookie["httponly"] and cookie["samesite"] == "Strict"
    run(check())


def test_a_table_is_its_visitors_alone(tmp_path):
    async def check():
        async with School.open(tmp_path) as school, school.browser() as other:
            async with school.visitor("Ada") as ada, school.visitor("Bo") as bo:
                assert (await ada.told("hello"))["visitor"] == "Ada"
                await ada.play("C3", "B2")
                await bo.play("A1")
                await other.enter("Cleo")
                for path in ("/t/Ada/", "/t/Ada/page.js", "/t/ada/"):
                    assert (await other.get(path))[0] == 403
                code, text = await other.enter("ADA")
                assert code == 403 and "Somebody has a table" in text
                with pytest.raises(aiohttp.WSServerHandshakeError):
                    async with other.page("Ada"):
                        pass
                for message in ({"kind": "free_table", "table": "Bo"}, {"kind": "show_table", "on": True, "table": "Bo"}):
                    await ada.send(**message)
                    assert "only the teacher" in (await ada.told("error"))["text"]
                await ada.send("games")
                assert [game["number"] for game in (await ada.told("games"))["games"]] == [2]
            assert sorted(path.name for path in (tmp_path / "visitors").iterdir()) == ["t-ada", "t-bo", "t-cleo"]
    run(check())


def test_a_game_goes_on_after_a_new_start(tmp_path):
    """With the word and the key that the browser has kept; nobody else gets it."""
    async def check():
        async with School.open(tmp_path) as school:
            async with school.browser() as browser:
                await browser.enter("Zoë")
                async with browser.page("Zoë") as page:
                    board = (await page.play("C3", "B2", "D4"))["board"]
                cookies = [(cookie.key, cookie.value) for cookie in browser.session.cookie_jar]
        async with School.open(tmp_path) as school, school.browser() as browser, school.browser() as other:
            assert (await other.enter("Zoë"))[0] == 403
            browser.session.cookie_jar.update_cookies(dict(cookies), aiohttp.client.URL(school.address))
            assert (await browser.get(path_of("Zoë")))[0] == 403        # the word of this start was not typed yet
            assert (await browser.enter("zoë"))[0] == 200
            async with browser.page("Zoë") as page:
                assert (await page.told("go"))["board"] == board
    run(check())


def test_the_teacher_sees_all_tables_opens_one_and_frees_one(tmp_path):
    async def check():
        async with School.open(tmp_path) as school, school.teacher() as teacher:
            assert (await teacher.told("tables"))["word"] == WORD
            async with school.visitor("Ada") as ada, school.visitor("Bo"):
                await ada.play("C3", "B2")
                seen = (await teacher.told("tables", lambda told: [table["number"] for table in told["tables"]] == [2, 0]))["tables"]
                assert [(table["name"], table["pages"], table["board"].count(".")) for table in seen] == [("Ada", 1, 23), ("Bo", 1, 25)]
                async with school.teacher(seen[0]["path"]) as looking:
                    assert (await looking.told("go"))["number"] == 2
                    await looking.send("play", vertex="D4")
                    assert (await ada.told("go", lambda go: go["number"] == 3))["last"] == "D4"
                await teacher.send("free_table", table="Ada")
                await teacher.told("tables", lambda told: [table["name"] for table in told["tables"]] == ["Bo"])
                with suppress(TypeError):
                    while True:
                        await asyncio.wait_for(ada.told("nothing"), 10)
                assert ada.socket.closed
                await teacher.send("free_table", table="Ada")
                assert "no such table" in (await teacher.told("error"))["text"]
            async with school.visitor("Ada") as again:         # another device, with the games of before
                assert (await again.told("go"))["number"] == 3
            async with aiohttp.ClientSession() as session, session.get(f"{school.teachers}/t/Nobody/") as answer:
                assert answer.status == 404
    run(check())


def test_the_teacher_shows_one_board_to_all(tmp_path):
    """The others see the position and its marks, live, and nothing else of the game; nobody plays on what is shown."""
    async def check():
        async with School.open(tmp_path) as school, school.teacher() as teacher, school.visitor("Ada") as ada, school.visitor("Bo") as bo:
            await ada.play("C3", "B2")
            await ada.send("comment", node=2, text="a secret")
            await ada.socket.send_str(json.dumps({"do": "mark", "node": 2, "vertex": "D4", "kind": "label", "label": "A"}))
            await ada.told("go", lambda go: go["marks"])
            await teacher.send("show_table", on=True, table="ada")
            lesson = (await bo.told("lesson"))["lesson"]
            assert (lesson["name"], lesson["number"], lesson["last"], lesson["marks"]) == ("Ada", 2, "B2", [[8, "label", "A"]])
            assert lesson["board"].count(".") == 23 and "secret" not in json.dumps(lesson) and "clock" not in lesson
            assert (await teacher.told("tables", lambda told: told["shown"] is not None))["shown"] == "Ada"
            await bo.send("play", vertex="A1")                  # at the own table
            assert (await bo.told("go", lambda go: go["number"] == 1))["last"] == "A1"
            await ada.send("play", vertex="E5")
            assert (await bo.told("lesson", lambda told: told["lesson"]["number"] == 3))["lesson"]["last"] == "E5"
            async with school.visitor("Cleo") as late:
                assert (await late.told("lesson"))["lesson"]["number"] == 3
            await teacher.send("show_table", on=True)           # the teacher's own board
            for page in (ada, bo):
                assert (await page.told("lesson", lambda told: not told["lesson"]["name"]))["lesson"]["number"] == 0
            await teacher.send("show_table", on=False)
            for page in (ada, bo):
                assert (await page.told("lesson"))["lesson"] is None
            await teacher.send("show_table", on=True, table="Bo")
            assert (await ada.told("lesson"))["lesson"]["name"] == "Bo"
            await teacher.send("free_table", table="Bo")
            assert (await ada.told("lesson"))["lesson"] is None
            await teacher.send("show_table", on=True, table="Bo")
            assert "no such table" in (await teacher.told("error"))["text"]
    run(check())


def test_ten_thousand_messages_disturb_nobody(tmp_path):
    """They are left out with a sentence, and the connection ends."""
    async def check():
        async with School.open(tmp_path) as school, school.visitor("Ada") as ada, school.visitor("Eve", HOSTILE) as eve:
            message = json.dumps({"do": "play", "vertex": "C3"})

            async def flood():
                with suppress(ConnectionError):
                    for _ in range(10_000):
                        await eve.socket.send_str(message)

            flooding = asyncio.create_task(flood())
            for _ in range(5):
                await ada.answers_soon()
            sentences = set()
            async for told in eve.socket:
                values = json.loads(told.data)
                sentences |= {values["text"]} if values["kind"] == "error" else set()
            await flooding
            assert eve.socket.close_code == aiohttp.WSCloseCode.POLICY_VIOLATION
            assert any("too much at once" in text for text in sentences)
            await ada.answers_soon()
    run(check())


def test_a_thousand_sockets_disturb_nobody(tmp_path):
    async def check():
        async with School.open(tmp_path) as school, school.visitor("Ada") as ada, school.browser() as other:
            host, port = school.address.removeprefix("http://").split(":")
            opened = []
            for _ in range(10):
                opened += [await asyncio.open_connection(host, port, local_addr=(HOSTILE, 0)) for _ in range(100)]
                await ada.answers_soon()
                await asyncio.sleep(0.05)
                for reader, writer in opened:
                    if reader.at_eof() or reader.exception():
                        writer.close()
                opened = [each for each in opened if not each[1].is_closing()]
                assert len(opened) <= limits.MOST_CONNECTIONS_OF_ONE
            assert (await other.enter("Bo"))[0] == 200
            for _, writer in opened:
                writer.close()
    run(check())


def test_pages_tables_requests_and_records_are_bounded(tmp_path):
    async def check():
        async with School.open(tmp_path) as school, school.browser(HOSTILE) as eve, school.visitor("Ada") as ada:
            for number in range(limits.MOST_TABLES_OF_ONE):
                assert (await eve.enter(f"Eve {number}"))[0] == 200
            code, text = await eve.enter("Eve again")
            assert code == 403 and "from this device" in text
            pages = [await eve.session.ws_connect(f"{school.address}/t/Eve%201/socket", headers={"Origin": school.address})
                     for _ in range(limits.MOST_PAGES)]
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                async with eve.page("Eve 1"):
                    pass
            assert caught.value.status == 503
            await pages[0].send_bytes(b"(" * (limits.LARGEST_RECORD + 10))
            while not pages[0].closed:
                await pages[0].receive(10)
            assert pages[0].close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
            codes = [(await eve.get("/"))[0] for _ in range(150)]
            assert 429 in codes
            await ada.answers_soon()
            for page in pages:
                await page.close()
    run(check())


def test_the_disk_of_a_visitor_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr("gopy.desk.web.lan.visitor_games.MOST_GAMES", 2)
    games = VisitorGames(tmp_path)
    standing = {"when": 0, "size": 5, "board": "." * 25, "number": 0, "to_play": 0, "players": ["person", "gopy"], "strength": {},
                "depth": 0, "turns": []}
    names = [games.write(None, "(;GM[1]SZ[5])", standing) for _ in range(2)]
    with pytest.raises(Refused, match="2 games are kept"):
        games.write(None, "(;GM[1]SZ[5])", standing)
    games.delete(names[0])                      # it can still be restored, so it counts
    with pytest.raises(Refused, match="2 games are kept"):
        games.write(None, "(;GM[1]SZ[5])", standing)
    assert games.write(names[1], "(;GM[1]SZ[5])", standing) == names[1]
    with pytest.raises(Refused, match="too large"):
        games.write(names[1], "x" * (limits.LARGEST_GAME + 1), standing)


def test_visitors_play_with_one_engine(tmp_path):
    """Two against gopy at a time, while a third analyses without end."""
    async def check():
        engines = SharedEngines(OPTIONS, 1)
        async with School.open(tmp_path, engines.seat) as school:
            engines.start()
            async with school.visitor("Ada") as ada, school.visitor("Bo") as bo, school.visitor("Cy") as cy:
                await cy.send("study", on=True)
                await cy.send("analyse", on=True)
                await cy.told("analysis")
                for page in (ada, bo):
                    await page.send("new", size=5, black="person", white="gopy", strength={"level": 1})
                    await page.send("play", vertex="C3")
                boards = [(await page.told("go", lambda go: go["number"] == 2))["board"] for page in (ada, bo)]
                assert all((board.count("X"), board.count("O")) == (1, 1) for board in boards)
                await cy.told("analysis")
        await engines.close()
    run(check())


@pytest.mark.parametrize("typed, name", [("  Ada   Lovelace ", "Ada Lovelace"), ("小林", "小林"), ("Zoë-1", "Zoë-1"), ("\uff21da", "Ada"), ("O'Neill", "O'Neill")])
def test_names_are_for_all_languages(typed, name):
    assert checked_name(typed) == name


@pytest.mark.parametrize("typed", ["", "  ", "..", "../x", "a/b", "a\\b", "<script>", "\u202eevil", "a\0b", "x" * 21, "'\"", "\ud800", "😀" * 3])
def test_other_names_are_refused(typed):
    with pytest.raises(ValueError):
        checked_name(typed)


def test_a_name_is_one_folder_however_it_is_written():
    assert folder_name("ZOË") == folder_name("zoë") == "t-zo%C3%AB"
    assert folder_name("..").startswith("t-") and "/" not in folder_name("a/b")


def test_the_word_is_typed_as_people_type():
    word = new_word()
    assert len(word) == 6 and word.isalpha() and word.isupper()
    assert is_word(word, word) and is_word(f" {word[:3].lower()} {word[3:]} ", word)
    assert not is_word(word[:5], word) and not is_word("", word) and not is_word("\ud800", word)


@pytest.mark.parametrize("text, place", [("127.0.0.1", ("127.0.0.1", 0)), ("192.168.1.5:8080", ("192.168.1.5", 8080)), ("10.0.0.1", ("10.0.0.1", 0))])
def test_a_place_is_an_address_of_a_local_network(text, place):
    assert parse_place(text) == place


@pytest.mark.parametrize("text", ["0.0.0.0", "8.8.8.8", "example.com", "192.168.1.5:x", "192.168.1.5:", "192.168.1.5:70000", "::1", "192.168.1.500"])
def test_other_places_are_one_sentence(text):
    with pytest.raises(UserError, match=f"^--lan {text}: [^\n]*$"):
        parse_place(text)


def test_the_command_says_what_is_no_place(run_gopy):
    done = run_gopy("web", "--no-browser", "--lan", "0.0.0.0")
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith("gopy: --lan 0.0.0.0: ") and done.stderr.count("\n") == 1


def test_the_terminal_invites(monkeypatch, capsys):
    """With a QR code where there is a terminal, and a sentence where there is no library for it."""
    invite("http://192.168.1.5:8080/", WORD)
    assert capsys.readouterr().err == f"gopy: visitors open http://192.168.1.5:8080/ and type the word {WORD}\n"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setitem(sys.modules, "segno", None)
    invite("http://192.168.1.5:8080/", WORD)
    assert "without segno there is no QR code" in capsys.readouterr().err


def test_the_code_is_drawn_on_any_terminal(monkeypatch, capsys):
    pytest.importorskip("segno")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    invite("http://192.168.1.5:8080/", WORD)
    first, *lines = capsys.readouterr().err.splitlines()
    assert first.endswith(WORD) and len(lines) > 12
    assert all(line.startswith("\x1b[97;40m") and line.endswith("\x1b[0m") for line in lines)


class Reviewer(NoEngine):
    """Finds at once that Black's second move was a mistake, and what each move costs that is tried in its place."""

    FOUND = {"turns": [0, 1, 2, 3], "chances": [0.5] * 4, "leads": [0.0] * 4, "mistakes": [{"number": 3, "colour": "B", "before": 0.5, "answers": {}}]}

    def __init__(self, options, on_answer, on_change):
        super().__init__(options, on_answer, on_change)
        self._on_answer = on_answer

    def ask(self, do, **request):
        number = super().ask()
        if do == "review":
            asyncio.get_running_loop().call_soon(self._on_answer, {"id": number, "kind": "review", "found": self.FOUND})
        elif do == "judge":
            judged = {"loss": 0.25, "line": [request["vertex"]]}
            asyncio.get_running_loop().call_soon(self._on_answer, {"id": number, "kind": "judged", "judged": judged})
        return number


def test_a_visitor_tries_moves_in_the_place_of_a_mistake(tmp_path):
    async def check():
        async with School.open(tmp_path, Reviewer) as school, school.visitor("Ada") as ada:
            await ada.play("C3", "D4", "B2")
            await ada.send("judge", number=3, vertex="A1")
            assert "no such mistake here" in (await ada.told("error"))["text"]
            await ada.send("review", on=True, depth="quick")
            nodes = (await ada.told("review", lambda review: review["state"] == "found"))["nodes"]
            await ada.send("go", node=nodes[2])
            await ada.send("judge", number=3, vertex="c3")
            assert "there is a stone already" in (await ada.told("error"))["text"]
            await ada.send("judge", number=3, vertex="a1")
            told = await ada.told("judged")
            assert told == {"kind": "judged", "number": 3, "vertex": "A1", "answer": {"loss": 0.25, "line": ["A1"]}}
    run(check())
