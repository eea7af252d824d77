"""The other game of the page on disk: which game it is and its moves, so that it goes on after a new start.

There is one at a time, in one file beside the games of Go. Another process of `gopy web` that has not claimed these keeps none.
"""
import asyncio
from contextlib import suppress
from typing import Any

from gopy.base.documents import json_text, parse_json
from gopy.base.files import read_bounded, write_whole
from gopy.base.shape import FLAG, TEXT, Several, Table, number, whole
from gopy.desk.languages import Refused, told
from gopy.desk.web.any_game_table import AnyGameTable
from gopy.desk.web.kept_games import KeptGames

#: The name of the file, and the most bytes that are written to it. No game between people comes near.
_NAME, _MOST_BYTES = "other.json", 1 << 16

_SHAPE = Table({"game": TEXT, "seed": whole(0), "person": whole(0, 1).or_none(), "moves": Several(TEXT), "over": FLAG,
                "strength": Table({"level": whole(), "seconds": number(), "sims": whole()})},
               needed=("game", "seed", "person", "moves", "over", "strength"))


class KeptOther:
    """Writes the game of an AnyGameTable whenever it has changed, and brings back the one that was not over.

    kept                the KeptGames beside which it is, or None where nothing is kept
    tell(kind, values)  tells the pages something
    """

    def __init__(self, kept: KeptGames | None, table: AnyGameTable, tell) -> None:
        self._path = None if kept is None else kept.beside(_NAME)
        self._table, self._tell = table, tell
        self._wake = asyncio.Event()
        self._written: dict[str, Any] | None = None
        self._failed = False

    def bring_back(self) -> None:
        """Give the table the game that was played last, if it was not over."""
        if self._path is not None:
            with suppress(OSError, ValueError):
                standing = parse_json(read_bounded(self._path, _MOST_BYTES))
                _SHAPE.check(standing)
                if not standing["over"]:
                    self._table.take_up(standing)
                    self._written = standing

    def look(self) -> None:
        """See whether the game has changed."""
        self._wake.set()

    async def run(self) -> None:
        """Write what changes until the task is cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self.keep()

    async def keep(self) -> None:
        """Write the game if it has changed."""
        standing = self._table.standing()
        if self._path is None or standing is None or standing == self._written:
            return
        try:
            data = json_text(standing).encode()
            if len(data) > _MOST_BYTES:
                raise Refused("told.too_large")
            await asyncio.to_thread(write_whole, self._path, data)
            self._written, self._failed = standing, False
        except (OSError, Refused) as error:
            if not self._failed:
                reason = error.values if isinstance(error, Refused) else error.strerror or str(error)
                self._tell("error", told("told.other_not_kept", reason=reason))
            self._failed = True
