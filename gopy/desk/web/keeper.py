"""Keeps the games of the page on disk after every change, and that of Go with every page, which can save it when the server is gone."""
import asyncio
import time
from contextlib import suppress
from typing import Any

from gopy.base.documents import json_text, parse_json
from gopy.base.files import read_bounded, write_whole
from gopy.base.shape import FLAG, TEXT, Several, Table, number, whole
from gopy.desk.languages import Refused, told
from gopy.desk.web.any_game_table import AnyGameTable
from gopy.desk.web.go_game import GoGame
from gopy.desk.web.kept_games import KeptGames
from gopy.desk.web.standing import game_of, standing_of

#: A tree of more nodes takes long to write: it is written so seldom that this is not more than a small share of the server's time.
_LARGE = 2000
_SHARE = 0.05

#: Seconds after which a game that could not be written is tried again.
_RETRY = 5.0

#: Games of Go that wait for the disk at most; the oldest is given up for another.
_MOST_DUE = 20

#: The name of the file of the other game, which stands beside the games of Go, and its most bytes. No game between people comes near.
_OTHER, _MOST_BYTES = "other.json", 1 << 16

_OTHER_SHAPE = Table({"game": TEXT, "seed": whole(0), "person": whole(0, 1).or_none(), "moves": Several(TEXT), "over": FLAG,
                      "strength": Table({"level": whole(), "seconds": number(), "sims": whole()})},
                     needed=("game", "seed", "person", "moves", "over", "strength"))


class _Loss:
    """Tells the pages once that a game cannot be kept, and again only after it could be kept in between. key: of the sentence."""

    def __init__(self, tell, key: str) -> None:
        self._tell, self._key, self._told = tell, key, False

    def failed(self, error: OSError | Refused) -> None:
        if not self._told:
            reason = error.values if isinstance(error, Refused) else error.strerror or str(error)
            self._tell("error", told(self._key, reason=reason))
        self._told = True

    def mended(self) -> None:
        self._told = False


async def _woken(wake: asyncio.Event, seconds: float | None) -> None:
    """Wait until `wake` is set, and clear it, or until so many seconds have passed."""
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(wake.wait(), seconds)
    wake.clear()


class Keeper:
    """Writes the game that is played whenever it has changed, and finds those that were played before.

    What could not be written is tried again, also when another game is played by then.

    kept            the gopy.desk.web.kept_games.KeptGames, or None where nothing is kept
    played()        the gopy.desk.web.go_game.GoGame of now
    tell(kind, values)      tells the pages something
    """

    def __init__(self, kept, played, tell) -> None:
        self._kept, self._played, self._tell = kept, played, tell
        self._wake = asyncio.Event()
        self._writing = asyncio.Lock()
        self._told: tuple[GoGame, int] | None = None            # (a game, its edits) that the pages know ...
        self._text = ""                                         # ... and its record
        self._due: dict[GoGame, tuple[int, float]] = {}         # a game to write: (its edits, the time of the last of them)
        self._loss = _Loss(tell, "told.not_kept")

    def look(self) -> None:
        """See whether the game has changed."""
        played = self._played()
        if self._notice(played) or self._told != (played, played.edits):
            self._wake.set()

    def _notice(self, played):
        """Remember a game that has changed, until it is written; whether that is news."""
        if self._kept is None or len(played.tree) < 2 or played.edits in (played.kept_edits, self._due.get(played, (None,))[0]):
            return False
        self._due[played] = played.edits, time.time()
        for oldest in list(self._due)[:-_MOST_DUE]:
            del self._due[oldest]
        return True

    async def run(self) -> None:
        """Write what changes until the task is cancelled."""
        while True:
            await _woken(self._wake, _RETRY if self._due else None)
            started = time.perf_counter()
            await self.keep()
            if len(self._played().tree) > _LARGE:
                await asyncio.sleep((time.perf_counter() - started) / _SHARE)

    async def keep(self) -> None:
        """Write what has changed, and tell the pages the record; what is being written is on the disk first."""
        async with self._writing:
            played = self._played()
            self._notice(played)
            if self._told != (played, played.edits):
                self._told, self._text = (played, played.edits), played.record()
                self._tell("record", {"text": self._text})
            written = [await self._write(each) for each in list(self._due)]
            if all(written):
                self._loss.mended()

    async def _write(self, played):
        """Whether a game is written."""
        if played not in self._due:         # it was deleted meanwhile
            return True
        edits, when = played.edits, self._due[played][1]
        record = self._text if self._told == (played, edits) else played.record()
        try:
            played.kept = await asyncio.to_thread(self._kept.write, played.kept, record, standing_of(played, when))
        except (OSError, Refused) as error:
            self._loss.failed(error)
            return False
        played.kept_edits = edits
        if played.edits == edits:
            self._due.pop(played, None)
        return True

    # Games from before ----------------------------------------------------------------------------------

    def last_game(self, options, rules) -> GoGame | None:
        """The GoGame to go on with after a start: the newest, if it was not over and no other server goes on with it."""
        if self._kept is None:
            return None
        with suppress(OSError, ValueError):
            name = self._kept.newest() if self._kept.claim() else None
            if name is not None:
                game = self._read(name, options, rules)
                return game if game.result is None else None
        return None

    async def do(self, kind, fields, options, rules) -> GoGame | dict[str, Any] | None:
        """Do what a page asks about the games that are kept; returns a GoGame to take up, values for the page, or None.

        ValueError and OSError. What has changed is written first, so that a list has it.
        """
        if self._kept is None:
            raise Refused("told.none_kept")
        await self.keep()
        found = await asyncio.to_thread(getattr(self, "_do_" + kind), options=options, rules=rules, **fields)
        if kind == "delete_game":       # it is not to come back when there is room on the disk
            self._due = {played: change for played, change in self._due.items() if played.kept != fields["game"]}
        return found

    def _do_games(self, **about):
        return {"kind": "games", "games": self._kept.games(), "now": self._played().kept}

    def _do_open_game(self, game, options, rules):
        return self._read(game, options, rules)

    def _do_delete_game(self, game, **about):
        self._kept.delete(game)
        return self._do_games()

    def _do_restore_game(self, game, **about):
        self._kept.restore(game)
        return self._do_games()

    def _do_star_game(self, game, on, **about):
        self._kept.star(game, on)
        if self._played().kept == game:
            self._played().star = on
        return self._do_games()

    def _read(self, name, options, rules):
        data, standing = self._kept.read(name)
        game = game_of(data, standing, options.komi, rules)
        game.kept = name
        game.studying |= game.clock.text is not None        # its clock stands until somebody plays on
        return game


class OtherKeeper:
    """Writes the other game, that of an AnyGameTable, whenever it has changed, and brings back the one that was not over.

    kept                the KeptGames beside which it is, or None where nothing is kept
    tell(kind, values)  tells the pages something
    """

    def __init__(self, kept: KeptGames | None, table: AnyGameTable, tell) -> None:
        self._path = None if kept is None else kept.beside(_OTHER)
        self._table = table
        self._wake = asyncio.Event()
        self._writing = asyncio.Lock()
        self._written: dict[str, Any] | None = None
        self._loss = _Loss(tell, "told.other_not_kept")

    def bring_back(self) -> None:
        """Give the table the game that was played last, if it was not over."""
        if self._path is not None:
            with suppress(OSError, ValueError):
                standing = parse_json(read_bounded(self._path, _MOST_BYTES))
                _OTHER_SHAPE.check(standing)
                if not standing["over"]:
                    self._table.take_up(standing)
                    self._written = standing

    def look(self) -> None:
        """See whether the game has changed."""
        self._wake.set()

    async def run(self) -> None:
        """Write what changes until the task is cancelled."""
        while True:
            await _woken(self._wake, _RETRY if self._is_due() else None)
            await self.keep()

    def _is_due(self):
        """Whether the game has changed since it was written."""
        standing = self._table.standing()
        return self._path is not None and standing is not None and standing != self._written

    async def keep(self) -> None:
        """Write the game if it has changed; what is being written is on the disk first."""
        async with self._writing:
            if not self._is_due():
                return
            standing = self._table.standing()
            try:
                data = json_text(standing).encode()
                if len(data) > _MOST_BYTES:
                    raise Refused("told.too_large")
                await asyncio.to_thread(write_whole, self._path, data)
                self._written = standing
                self._loss.mended()
            except (OSError, Refused) as error:
                self._loss.failed(error)
