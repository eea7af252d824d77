"""The games of the page on disk, without an engine: what is kept, what comes back, damaged files, a disk that is full."""
import asyncio
import errno
import time

import pytest
from fakes.page_engine import PageEngine

from gopy.desk.web import keeper
from gopy.desk.web.go_table import GoTable
from gopy.desk.web.go_view import table_view, tree_view
from gopy.desk.web.keeper import Keeper
from gopy.desk.web.kept_games import KeptGames
from gopy.desk.web.messages import KEPT, read_message
from gopy.engine.options import Options
from gopy.go.rules import CHINESE
from gopy.go.sgf_tree import load_tree

OPTIONS = Options(size=5, level=1)


class Desk:
    """A table whose game is kept in a folder, and what its page is told."""

    def __init__(self, folder):
        self.engine, self.kept, self.told = PageEngine(), KeptGames(folder), []
        self.keeper = Keeper(self.kept, lambda: self.table.played, self.tell)
        last = self.keeper.last_game(OPTIONS, CHINESE)
        self.table = GoTable(OPTIONS, self.engine.ask, lambda: None, self.tell, self.engine.later, last)

    def tell(self, *what):
        self.told.append(what)

    def do(self, *steps):
        """Messages, and gopy's moves as texts; what has changed is kept after each."""
        for step in steps:
            if isinstance(step, str):
                self.engine.answer(self.table, "move", move=step, report=None)
            else:
                self.table.handle(*step)
            asyncio.run(self.keeper.keep())

    def ask(self, kind, **fields):
        return asyncio.run(self.keeper.do(kind, fields, OPTIONS, CHINESE))


def refuse(*what):
    """As a full disk does it."""
    raise OSError(errno.ENOSPC, "No space left on device")


def play(vertex):
    return "play", {"vertex": vertex}


def test_a_game_goes_on_where_it_stood_when_the_server_was_killed(tmp_path):
    """With its variations, comments, players, strength, and whose turn it is."""
    desk = Desk(tmp_path)
    desk.do(play("C3"), "B2", play("D4"), "B3", ("undo", {}), play("D2"), "B4", ("comment", {"node": 1, "text": "good [so far]"}),
            ("set", {"strength": {"level": 3}}), play("E1"))
    before = table_view(desk.table), tree_view(desk.table.played)
    desk.kept.release()             # the killed process has lost its lock
    again = Desk(tmp_path)
    after = table_view(again.table), tree_view(again.table.played)
    assert {name for name in before[0] if before[0][name] != after[0][name]} <= {"node", "live", "begun", "version", "doing", "legal"}
    assert after[0]["board"] == before[0]["board"] and len(after[1]["nodes"]) == len(before[1]["nodes"]) == 8
    assert again.table.played.tree[1].comment == "good [so far]"
    again.table.restart()
    assert again.engine.asked[-1]["do"] == "genmove" and again.engine.asked[-1]["strength"] == {"level": 3}
    again.do("A1")
    assert len(again.ask("games")["games"]) == 1        # it is still the same game


def test_a_game_that_is_over_is_in_the_list_and_a_new_one_begins(tmp_path):
    desk = Desk(tmp_path)
    desk.do(play("C3"), "B2", ("resign", {}))
    desk.kept.release()
    again = Desk(tmp_path)
    assert len(again.table.played.tree) == 1
    again.do(play("A1"))
    new, old = again.ask("games")["games"]
    assert (old["result"], old["number"], new["number"]) == ("W+R", 2, 1)
    assert again.ask("games")["now"] == new["game"]
    again.table.take_up(again.ask("open_game", game=old["game"]))
    assert table_view(again.table)["result"] == "W+R" and again.told[-1][0] == "offer"


def test_a_clock_stands_until_a_game_is_played_on(tmp_path):
    desk = Desk(tmp_path)
    desk.do(("new", {"white": "person", "clock": "10+2x30"}), play("C3"), play("B2"))
    desk.table.played.clock.set_left(1, 25, 2)
    desk.do(play("D4"))
    desk.kept.release()
    again = Desk(tmp_path)
    view = table_view(again.table)
    assert view["studying"] and view["clock"]["running"] is None and again.engine.timers == []
    assert (view["clock"]["sides"][1]["seconds"], view["clock"]["sides"][1]["count"]) == (25, "2 periods")
    again.do(("study", {"on": False}))
    assert table_view(again.table)["clock"]["running"] == 1


def test_what_is_kept_is_a_record_for_any_program(tmp_path):
    desk = Desk(tmp_path)
    desk.do(play("C3"), "B2")
    path, = tmp_path.glob("*.sgf")
    record = load_tree(path.read_bytes())
    assert len(record.tree) == 3 and (record.black, record.white) == ("human", "gopy")
    desk.table.load(record)
    assert "GOPY" not in desk.table.handle("save", {})["text"]
    record_told = [values["text"] for kind, values in desk.told if kind == "record"][-1]
    assert len(load_tree(record_told).tree) == 3            # what the page saves when the server is gone


def test_games_are_starred_deleted_and_restored(tmp_path):
    desk = Desk(tmp_path)
    for vertex in ("A1", "B1", "C1"):
        desk.do(("new", {}), play(vertex))
    first = desk.ask("games")["games"][-1]["game"]
    assert desk.ask("star_game", game=first, on=True)["games"][0]["game"] == first
    last = desk.ask("games")["games"][1]["game"]
    assert len(desk.ask("delete_game", game=last)["games"]) == 2
    assert len(desk.ask("restore_game", game=last)["games"]) == 3
    desk.ask("delete_game", game=last)
    desk.kept.release()
    again = Desk(tmp_path)                                  # a new start makes it final
    with pytest.raises(ValueError, match="there is no game"):
        again.ask("restore_game", game=last)


@pytest.mark.parametrize("name", ["", "..", "../x", "20261128-101500/x", "/etc/passwd", "20261128-101500.sgf", "\0", "20261128-101500"])
def test_a_page_can_name_no_other_file(tmp_path, name):
    (tmp_path / "x.sgf").write_text("(;GM[1])")
    desk = Desk(tmp_path / "page")
    for kind in KEPT[1:]:
        with pytest.raises(ValueError, match="there is no game"):
            desk.ask(kind, game=name, **({"on": True} if kind == "star_game" else {}))
    assert read_message(f'{{"do":"open_game","game":"{"x" * 30}"}}')[0] == "open_game"


@pytest.mark.parametrize("text", ["", "(;GOPY[", "(;GOPY[{}];B[cc])", "(;GOPY[{\"when\":1}]", "(;GOPY[[[[[]", "(;GM[1]SZ[5];B[cc])", "\0" * 100])
def test_damaged_files_are_left_out(tmp_path, text):
    desk = Desk(tmp_path)
    desk.do(play("C3"))
    (tmp_path / "20200101-000000.sgf").write_text(text)
    assert len(desk.ask("games")["games"]) == 1
    with pytest.raises(ValueError):
        desk.ask("open_game", game="20200101-000000")


def test_a_full_disk_is_told_once_and_the_game_goes_on(tmp_path, monkeypatch):
    desk = Desk(tmp_path)

    monkeypatch.setattr(desk.kept, "write", refuse)
    desk.do(play("C3"), "B2", play("D4"))
    errors = [values["text"] for kind, values in desk.told if kind == "error"]
    assert errors == ["this game cannot be kept on the disk (No space left on device); use Save"]
    monkeypatch.undo()
    desk.do("B3")
    assert desk.ask("games")["games"][0]["number"] == 4


def test_what_a_full_disk_refused_is_written_when_there_is_room_again(tmp_path, monkeypatch):
    """Without another move: after some seconds, and when the room closes. So is the last move of a game that was left."""
    desk = Desk(tmp_path)
    desk.do(("new", {"white": "person"}), play("C3"))
    monkeypatch.setattr(desk.kept, "write", refuse)
    desk.do(play("D4"), ("new", {"white": "person"}), play("A1"))
    assert [game["number"] for game in desk.ask("games")["games"]] == [1]
    monkeypatch.undo()
    asyncio.run(desk.keeper.keep())
    assert [game["number"] for game in desk.ask("games")["games"]] == [1, 2], "the newest first"
    monkeypatch.setattr(keeper, "_RETRY", 0.01)
    monkeypatch.setattr(desk.kept, "write", refuse)
    desk.do(play("B1"))
    monkeypatch.delattr(desk.kept, "write")

    async def wait():
        running = asyncio.create_task(desk.keeper.run())
        end = time.monotonic() + 20
        while desk.kept.games()[0]["number"] != 2 and time.monotonic() < end:
            await asyncio.sleep(0.01)
        running.cancel()
    asyncio.run(wait())
    assert desk.kept.games()[0]["number"] == 2


def test_the_last_move_before_a_new_game_is_kept_while_the_disk_is_slow(tmp_path, monkeypatch):
    desk, write = Desk(tmp_path), KeptGames.write

    def slowly(*what):
        time.sleep(0.1)
        return write(*what)

    monkeypatch.setattr(KeptGames, "write", slowly)

    async def check():
        running = asyncio.create_task(desk.keeper.run())
        for step in (("new", {"white": "person"}), play("C3"), play("D4"), ("new", {"white": "person"})):
            desk.table.handle(*step)
            desk.keeper.look()
            await asyncio.sleep(0.02)
        await desk.keeper.keep()
        running.cancel()
    asyncio.run(check())
    assert [game["number"] for game in desk.kept.games()] == [2]


def test_a_game_that_is_deleted_does_not_come_back_when_there_is_room_again(tmp_path, monkeypatch):
    desk = Desk(tmp_path)
    desk.do(("new", {"white": "person"}), play("C3"))
    monkeypatch.setattr(desk.kept, "write", refuse)
    desk.do(play("D4"))
    name = desk.ask("games")["now"]
    desk.do(("new", {}))
    assert desk.ask("delete_game", game=name)["games"] == []
    monkeypatch.undo()
    assert desk.ask("games")["games"] == []


def test_only_one_server_goes_on_with_the_last_game(tmp_path):
    desk = Desk(tmp_path)
    desk.do(play("C3"))
    other = Desk(tmp_path)
    assert len(other.table.played.tree) == 1
    other.do(play("A1"))
    assert len(desk.ask("games")["games"]) == 2


def test_a_game_that_is_being_written_is_kept_before_the_room_closes(tmp_path, monkeypatch):
    """And once: what is kept meanwhile waits for the name of the file."""
    desk, write = Desk(tmp_path), KeptGames.write

    def slowly(*what):
        time.sleep(0.1)
        return write(*what)

    monkeypatch.setattr(KeptGames, "write", slowly)
    desk.table.handle(*play("C3"))

    async def check():
        first = asyncio.create_task(desk.keeper.keep())
        await asyncio.sleep(0.02)
        await desk.keeper.keep()
        assert len(list(tmp_path.glob("*.sgf"))) == 1
        await first
    asyncio.run(check())
