"""Each kind of game on the page, in its midst: the lid of the laptop is closed, the disk is full, the engine and the server are killed."""
import asyncio
import errno
import json
import os
import resource
import signal
from contextlib import asynccontextmanager

import aiohttp
import pytest
from clients.page_browser import serving
from fakes.page_engine import PageEngine

from gopy.desk.web import keeper
from gopy.desk.web.any_game_table import AnyGameTable
from gopy.desk.web.keeper import OtherKeeper
from gopy.desk.web.kept_games import KeptGames

PATIENCE = 300


class Talk:
    """A page's connection without its browser."""

    def __init__(self, socket):
        self._socket, self._last = socket, {}

    async def send(self, kind, **fields):
        await self._socket.send_str(json.dumps({"do": kind, **fields}))

    async def open(self, record):
        await self._socket.send_bytes(record)

    async def told(self, kind, fits=lambda message: True):
        """What was told last of a kind, when it fits. What a full disk refuses is no error here."""
        async def wait():
            while kind not in self._last or not fits(self._last[kind]):
                message = json.loads((await self._socket.receive()).data)
                assert message["kind"] != "error" or "on the disk" in message["text"], message
                self._last[message["kind"]] = message
            return self._last[kind]
        return await asyncio.wait_for(wait(), PATIENCE)


@asynccontextmanager
async def talking(address):
    origin = address.rstrip("/").rpartition("/")[0]
    async with aiohttp.ClientSession() as session, session.ws_connect(address + "socket", headers={"Origin": origin}) as socket:
        yield Talk(socket)


class OfGo:
    """How a game of Go is begun, moved in and told. Each of `moves` is a person's; gopy answers where it plays."""

    moves = ("C3", "C4", "D3", "B3", "D4", "B4", "E1", "A1", "E5", "A5")

    def __init__(self, **new):
        self._new, self._by_hand = {"size": 5, "strength": {"level": 1}, **new}, new.get("white") == "person"

    async def begin(self, talk):
        await talk.send("new", **self._new)
        await talk.told("go", lambda go: go["size"] == 5 and go["number"] == 0)

    async def move(self, talk):
        """One move of a person's, and the answer to it."""
        before = await self.position(talk)
        legal = next(vertex for vertex in self.moves if before["legal"][_index(vertex)] == "1")
        await talk.send("play", vertex=legal)
        number = before["number"] + (1 if self._by_hand else 2)
        return await talk.told("go", lambda go: go["result"] or go["number"] >= number)

    async def position(self, talk):
        return await talk.told("go", lambda go: go["doing"] != "genmove")

    async def lasting(self, talk, go):
        return {name: go[name] for name in ("board", "number", "to_play", "players", "result", "capture")}

    def is_kept(self, found, last):
        return found == last

    def go_on(self, go):
        return {"kind": "study", "on": False} if go["studying"] else None


class OfItself(OfGo):
    """gopy against itself, a minute between two moves: each further one is asked for. A new start goes on at once."""

    def __init__(self):
        super().__init__(black="gopy", white="gopy")

    async def begin(self, talk):
        await talk.send("pace", seconds=60)
        await talk.send("new", **self._new)
        await talk.told("go", lambda go: "person" not in go["players"] and go["number"] == 1)

    async def move(self, talk):
        number = (await self.position(talk))["number"]
        await talk.send("genmove")
        return await talk.told("go", lambda go: go["number"] > number)

    async def lasting(self, talk, go):
        return [row[:4] for row in (await talk.told("tree"))["nodes"]]

    def is_kept(self, found, last):
        return found[:len(last)] == last


class OfRecord(OfGo):
    """A record that is studied and was reviewed; moves are variations. A review is under way when the server ends."""

    moves = ("A1", "A5", "E1", "E5", "A2", "A4")

    def __init__(self):
        super().__init__(white="person")

    async def begin(self, talk):
        await talk.open(b"(;GM[1]SZ[5]KM[7.5]PB[Ann]PW[Bea];B[cc]C[here];W[bb];B[dd])")
        await talk.told("go", lambda go: go["studying"] and go["number"] == 3)
        await talk.send("review", on=True, depth="quick")
        await talk.told("review", lambda review: review["state"] == "found")

    async def move(self, talk):
        await talk.send("play", vertex=self.moves[len((await talk.told("tree"))["nodes"]) - 4])
        await talk.told("go", lambda go: go["number"] == 4)
        await talk.send("go", node=3)                           # where each variation begins
        await talk.send("review", on=True, depth="deep")
        return await self.position(talk)

    async def position(self, talk):
        return await talk.told("go", lambda go: go["number"] == 3)

    async def lasting(self, talk, go):
        rows = (await talk.told("tree"))["nodes"]
        return [[*row[:4], row[5]] for row in rows], [row[4] is not None for row in rows[:4]]       # a review may end at any time

    def go_on(self, go):
        return None


def _index(vertex):
    return 5 * (5 - int(vertex[1:])) + "ABCDE".index(vertex[0])


class OfLines:
    """The same of Lines of Action, with gopy as the second player."""

    async def begin(self, talk):
        await talk.send("any_game_new", game="lines_of_action:size=7", person=0, strength={"level": 1})
        await talk.told("any_game", lambda other: other["view"] and not other["view"]["texts"] and not other["doing"])

    async def move(self, talk):
        before = await self.position(talk)
        await talk.send("any_game_play", move=before["view"]["moves"][0][0])
        number = len(before["view"]["texts"]) + 2
        return await talk.told("any_game", lambda other: len(other["view"]["texts"]) >= number and not other["doing"])

    async def position(self, talk):
        other = await talk.told("any_game", lambda other: other["game"] and not other["doing"])
        if other["view"] is None:           # as the page does it when it shows the game
            await talk.send("any_game_show")
            other = await talk.told("any_game", lambda other: other["view"] and not other["doing"])
        return other

    async def lasting(self, talk, other):
        return {"game": other["game"], "person": other["person"], "strength": other["strength"],
                **{name: other["view"][name] for name in ("board", "texts", "to_play", "moves")}}

    def is_kept(self, found, last):
        return found == last

    def go_on(self, other):
        return None


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "ends"), [
    (OfGo(), "ended"), pytest.param(OfGo(white="person"), "killed", marks=pytest.mark.rare), (OfGo(clock="300+5"), "killed"),
    pytest.param(OfGo(capture=5), "killed", marks=pytest.mark.rare), pytest.param(OfItself(), "ended", marks=pytest.mark.rare),
    (OfRecord(), "killed"), (OfLines(), "killed")], ids=["against gopy", "for two", "with a clock", "the capture game", "gopy against itself",
                                                         "a record", "another game"])
def test_nothing_is_lost_whatever_fails(kind, ends, tmp_path):
    asyncio.run(_live_through(kind, ends, {"XDG_STATE_HOME": str(tmp_path)}))


async def _live_through(kind, ends, kept):
    """ends: "killed" after another move on a disk with room again, or "ended" without one."""
    with serving(**kept) as server:
        async with talking(server.address) as talk:
            await kind.begin(talk)
            before = await kind.lasting(talk, await kind.move(talk))
        os.kill(server.pid, signal.SIGSTOP)                     # the lid is closed, and opened again
        await asyncio.sleep(1)
        os.kill(server.pid, signal.SIGCONT)
        async with talking(server.address) as talk:
            assert await kind.lasting(talk, await kind.position(talk)) == before
        async with talking(server.address) as talk:
            os.kill((await talk.told("engine", lambda engine: engine["pid"]))["pid"], signal.SIGKILL)
            await talk.told("engine", lambda engine: engine["state"] == "ready" and engine["deaths"] == 1)
        full = (0, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
        free = resource.prlimit(server.pid, resource.RLIMIT_FSIZE, full)
        async with talking(server.address) as talk:             # no file takes a byte more
            last = await kind.lasting(talk, await kind.move(talk))
            await talk.told("error")
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, free)
        if ends == "killed":
            async with talking(server.address) as talk:
                last = await kind.lasting(talk, await kind.move(talk))
            await asyncio.sleep(0.5)                            # what is kept is written beside the game
            server.kill()
            server.wait()
    with serving(**kept) as server:
        async with talking(server.address) as talk:
            found = await kind.position(talk)
            assert kind.is_kept(await kind.lasting(talk, found), last)
            if request := kind.go_on(found):
                await talk.send(request.pop("kind"), **request)
        async with talking(server.address) as talk:
            before = await _size(kind, talk)
            await kind.move(talk)
            assert await _size(kind, talk) > before


async def _size(kind, talk):
    """How many moves the game or the record has."""
    if isinstance(kind, OfLines):
        return len((await kind.position(talk))["view"]["texts"])
    return len((await talk.told("tree"))["nodes"])


# The other game without an engine -----------------------------------------------------------------------


class Desk:
    """A table of another game that is kept in a folder, and what its page is told."""

    def __init__(self, folder):
        self.engine, self.told = PageEngine(), []
        self.games = KeptGames(folder)
        self.games.claim()
        self.table = AnyGameTable(self.engine.ask, lambda: None, self.tell)
        self.kept = OtherKeeper(self.games, self.table, self.tell)
        self.kept.bring_back()

    def tell(self, *what):
        self.told.append(what)

    def at(self, *texts, over=False):
        """The engine says that the game has come to these moves; it is kept."""
        self.engine.answer(self.table, "any_game", any_game={"texts": list(texts), "to_play": len(texts) % 2, "simultaneous": False,
                                                             "over": over, "moves": [["b1", "c1"]], "board": ""})
        asyncio.run(self.kept.keep())


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path)
    desk.table.handle("any_game_new", {"game": "tictactoe", "person": 0, "strength": {"level": 2}})
    desk.at()
    return desk


def test_a_move_that_gopy_has_not_answered_is_kept(desk, tmp_path):
    desk.table.handle("any_game_play", {"move": "b1"})
    asyncio.run(desk.kept.keep())
    desk.games.release()
    again = Desk(tmp_path)
    assert again.engine.asked == []                     # the engine serves it when a page shows it
    again.table.handle("any_game_show", {})
    assert again.engine.asked[-1]["moves"] == ["b1"] and again.engine.asked[-1]["seed"] == desk.table.seed
    again.at("b1")
    assert again.engine.asked[-1]["do"] == "choose" and again.engine.asked[-1]["strength"] == {"level": 2}


def test_a_game_that_was_over_does_not_come_back(desk, tmp_path):
    desk.table.handle("any_game_resign", {})
    asyncio.run(desk.kept.keep())
    desk.games.release()
    assert Desk(tmp_path).table.game is None


def test_a_full_disk_is_told_once(desk, tmp_path, monkeypatch):
    def write(*what):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(keeper, "write_whole", write)
    for move in ("b1", "c1"):
        desk.table.handle("any_game_play", {"move": move})
        desk.at(move)
        desk.table.handle("any_game_undo", {})
        desk.at()
    errors = [values["text"] for kind, values in desk.told if kind == "error"]
    assert errors == ["this game cannot be kept on the disk (No space left on device); its moves are on the page"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"game": "tictactoe"}', "\0" * 10, "x" * 100_000,
                                  '{"game":"my.py","seed":1,"person":0,"moves":[],"over":false,"strength":{}}',
                                  '{"game":"tictactoe","seed":1,"person":2,"moves":[],"over":false,"strength":{}}'])
def test_a_damaged_file_is_no_game(tmp_path, text):
    (tmp_path / "other.json").write_text(text)
    assert Desk(tmp_path).table.game is None


def test_moves_that_cannot_be_played_are_told(desk, tmp_path):
    desk.games.release()
    again = Desk(tmp_path)
    again.table.handle("any_game_show", {})
    again.engine.answer(again.table, "error", text="no legal move")
    assert again.table.game is None and again.told[-1][0] == "error"


def test_a_second_server_keeps_none(desk, tmp_path):
    other = Desk(tmp_path)
    assert other.table.game is None
    other.table.handle("any_game_new", {"game": "gomoku", "person": 0})
    other.at()
    assert json.loads((tmp_path / "other.json").read_text())["game"] == "tictactoe"
