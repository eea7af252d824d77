"""What the teacher sees of the visitors' tables, and does about them."""
import asyncio
from typing import Any

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

    def values(self) -> dict[str, Any]:
        """What the teacher's page is shown."""
        return {"address": self.address, "word": self.word, "tables": [_table_values(table) for table in self._tables]}

    async def run(self, tell) -> None:
        """Tell the teacher's pages what has changed until the task is cancelled."""
        told = None
        while True:
            values = self.values()
            if values != told:
                told = values
                tell("tables", values)
            await asyncio.sleep(_POLL)

    async def do(self, kind, fields) -> None:
        """Do what a message asks. ValueError if it is impossible."""
        await getattr(self, "_do_" + kind)(**fields)

    async def _do_free_table(self, table):
        await self._tables.free(table)


def _table_values(table):
    played = table.room.go.played
    game = played.game
    return {"name": table.name, "path": path_of(table.name).lstrip("/"), "pages": len(table.room.pages), "size": game.size,
            "board": board_text(game.board), "number": played.tree.moves_before(played.tree.current.number), "to_play": game.to_play,
            "result": played.result, "studying": played.studying}
