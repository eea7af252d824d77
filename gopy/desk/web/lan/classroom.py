"""What the teacher sees of the visitors' tables, and does about them."""
import asyncio
from typing import Any

from gopy.desk.languages import Refused
from gopy.desk.web.go_view import lesson_view
from gopy.desk.web.lan.names import path_of
from gopy.desk.web.wire import board_text

#: Seconds between two looks at the tables.
_POLL = 0.5


class Classroom:
    """The tables as small boards.

    tables      the gopy.desk.web.lan.tables.Tables
    address     where visitors come in
    word        what they type there
    """

    def __init__(self, tables, address, word) -> None:
        self._tables, self.address, self.word = tables, address, word
        self._shown: str | None = None      # whose table everybody sees; "" is the teacher's own board

    def values(self) -> dict[str, Any]:
        """What the teacher's page is shown."""
        return {"address": self.address, "word": self.word, "shown": self._shown,
                "tables": [_table_values(table) for table in self._tables]}

    async def run(self, room) -> None:
        """Tell the pages of the teacher's Room what has changed, and visitors what everybody is shown, until the task is cancelled."""
        told = None
        while True:
            values = self.values()
            if values != told:
                told = values
                room.tell("tables", values)
            self._show(room)
            await asyncio.sleep(_POLL)

    async def do(self, kind, fields) -> None:
        """Do what a message asks. ValueError if it is impossible."""
        await getattr(self, "_do_" + kind)(**fields)

    async def _do_free_table(self, table):
        await self._tables.free(table)

    async def _do_show_table(self, on, table=""):
        if on and table and self._tables.of(table) is None:
            raise Refused("told.no_table")
        self._shown = (self._tables.of(table).name if table else "") if on else None

    def _show(self, room):
        """Show every visitor the board that the teacher has chosen; nobody sees their own twice."""
        shown = self._tables.of(self._shown) if self._shown else None
        if self._shown and shown is None:
            self._shown = None              # the table was freed
        lesson = None if self._shown is None else {"name": self._shown, **lesson_view((shown.room if shown else room).go)}
        for table in self._tables:
            table.room.show_lesson(None if table is shown else lesson)


def _table_values(table):
    played = table.room.go.played
    game = played.game
    return {"name": table.name, "path": path_of(table.name).lstrip("/"), "pages": len(table.room.pages), "size": game.size,
            "board": board_text(game.board), "number": played.tree.moves_before(played.tree.current.number), "to_play": game.to_play,
            "result": played.result, "studying": played.studying}
