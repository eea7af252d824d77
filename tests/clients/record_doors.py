"""The ways by which records come into gopy and out of it again, each as a function of a record's path."""
import asyncio

from clients.gtp_client import answers
from fakes.gtp_fake_engine import FakeEngine

from gopy.desk.review.plan import Plan
from gopy.desk.review.record import annotated
from gopy.desk.terminal.go_file import go_text, read_go
from gopy.desk.web.go_table import GoTable
from gopy.desk.web.room import Room
from gopy.engine.options import Options
from gopy.go.geometry import vertex_text
from gopy.go.record.write import record_bytes
from gopy.go.rules import CHINESE
from gopy.go.sgf import load_game, read_file


def moves_text(game):
    return " ".join(f"{'BW'[colour]} {vertex_text(move, game.size)}" for colour, move in game.moves)


def loaded_by_gtp(path):
    engine = FakeEngine()
    assert answers(f"komi 7.5\nloadsgf {path}\n", engine)[1] == "="
    return engine.game


def saved_by_gtp(path):
    return answers(f"komi 7.5\nloadsgf {path}\nprintsgf\n")[2].removeprefix("= ")


def page_room():
    """A Room without an engine; `told` is the list of what its pages are told."""
    room = Room.__new__(Room)
    room.pages, room._options, room._rules, room.told = set(), Options(size=5), CHINESE, []
    room.tell = lambda kind, values: room.told.append((kind, values))
    room.go = GoTable(room._options, lambda do, **request: 1, lambda: None, room.tell, lambda *what: None)
    return room


def room_with(path):
    room = page_room()
    assert asyncio.run(room.load(path.read_bytes())) is None
    return room


def loaded_by_page(path):
    """The game up to where it stands: a record of a finished one opens at its beginning."""
    played = room_with(path).go.played
    played.tree.go(played.live)
    return played.game


def saved_by_page(path):
    return room_with(path).go.handle("save", {})["text"]


def saved_by_terminal(path):
    saved = read_go(path, 7.5, CHINESE)
    return go_text(saved.game, saved.person, None, saved.data)


def saved_by_review(path):
    found = read_file(path)
    return annotated(found, Plan(found.game, []), [])


LOADS = {"gtp": loaded_by_gtp, "page": loaded_by_page, "terminal": lambda path: read_go(path, 7.5, CHINESE).game,
         "review": lambda path: read_file(path).game}
SAVES = {"gtp": saved_by_gtp, "page": saved_by_page, "terminal": saved_by_terminal, "review": saved_by_review}

#: The Game that is loaded from a record by each door, and from what each door writes when it has loaded it.
DOORS = {**LOADS, **{f"saved by {name}": lambda path, save=save: load_game(record_bytes(save(path))) for name, save in SAVES.items()}}
