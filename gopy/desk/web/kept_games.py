"""The games of the page on disk: a record in SGF each, whose first property says in JSON how the game stands.

Any program can read such a record. The page names a game by its file's name without the ending, and no other file.
"""
import itertools
import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from gopy.base import filelock
from gopy.base.documents import json_text, parse_json
from gopy.base.files import make_folder, read_bounded, write_whole
from gopy.base.new_files import write_new
from gopy.base.numbers import shown
from gopy.base.shape import FLAG, TEXT, Several, Table, number, one_of, whole
from gopy.desk.languages import Refused
from gopy.go.geometry import MAX_SIZE, MIN_SIZE
from gopy.go.record.source import MAX_BYTES
from gopy.go.record.values import escaped, text_of
from gopy.go.record.write import record_bytes

#: The property that says how the game stands.
PROPERTY = "GOPY"

#: It stands in so many bytes at the beginning of the file.
_HEAD_BYTES = 1 << 16
_HEAD = re.compile(rb"\(;" + PROPERTY.encode() + rb"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)

_NAME = re.compile(r"\d{8}-\d{6}(-\d{1,6})?", re.ASCII)
_ENDING = ".sgf"

#: The ending of a game that was deleted and can still be restored.
_DELETED = ".deleted"

#: Games that a list has, the newest first.
MOST_LISTED = 300

_PAIR = Several(number(), most=2)

#: How a game stands: `when` in seconds since 1970 it changed last; `board`, `number` and `to_play` where it stands; `place`, the way
#: there: how many nodes, and where they leave the first child, which one is taken; `left`, with a clock: seconds and stones or periods.
_STANDING = Table({
    "when": number(), "size": whole(MIN_SIZE, MAX_SIZE), "board": TEXT, "number": whole(0), "to_play": whole(0, 1),
    "players": Several(one_of("person", "gopy"), most=2), "names": Several(TEXT, most=2),
    "strength": Table({"level": whole(), "seconds": number(), "sims": whole()}), "result": TEXT, "agreed": FLAG, "studying": FLAG,
    "clock": TEXT, "left": Several(_PAIR, most=2), "depth": whole(0), "turns": Several(_PAIR), "star": FLAG, "capture": whole(0),
}, needed=("when", "size", "board", "number", "to_play", "players", "strength", "depth", "turns"))


class KeptGames:
    """A folder with games. OSErrors name what could not be read or written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock: int | None = None

    def claim(self) -> bool:
        """Whether this process is the only one that goes on with the newest game; it stays so until the process ends.

        Games that were deleted before are gone then.
        """
        make_folder(self._folder)
        try:
            self._lock = filelock.take(self._folder / ".lock", timeout=0)
        except TimeoutError:
            return False
        for path in self._folder.glob(f"*{_DELETED}"):
            with suppress(OSError):
                path.unlink()
        return True

    def release(self) -> None:
        """Let another process go on with the newest game."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def beside(self, name: str) -> Path | None:
        """The path of a file beside the games; None if another process goes on with them."""
        return None if self._lock is None else self._folder / name

    def write(self, name, record, standing) -> str:
        """Write a game's record with how it stands, to the file of this name or, with None, to a new one; returns the name."""
        data = record_bytes(f"(;{PROPERTY}[{escaped(json_text(standing))}]{record.removeprefix('(;')}")
        if name is not None:
            write_whole(self._path(name), data)
            return name
        make_folder(self._folder)
        stem = time.strftime("%Y%m%d-%H%M%S")
        return write_new((self._folder / f"{stem}{f'-{number}' if number else ''}{_ENDING}" for number in itertools.count()), data).stem

    def read(self, name) -> tuple[bytes, dict[str, Any]]:
        """(the record, how the game stands). ValueError if it is damaged, or if there is no game of this name."""
        try:
            data = read_bounded(self._path(name), 2 * MAX_BYTES)
        except FileNotFoundError:
            raise Refused("told.no_game", game=shown(name)) from None
        return data, _standing(data)

    def games(self) -> list[dict[str, Any]]:
        """How each game stands, with its `game` (its name), newest first, starred ones before all others."""
        found = []
        for path in self._paths():
            with suppress(OSError, ValueError), open(path, "rb") as file:
                found.append({"game": path.stem, **_standing(file.read(_HEAD_BYTES))})
        found.sort(key=lambda each: (each.get("star", False), each["when"]), reverse=True)
        return found[:MOST_LISTED]

    def count(self) -> int:
        """How many games are kept, those that were deleted since the start among them."""
        return len(self._paths()) + len(list(self._folder.glob(f"*{_DELETED}")))

    def newest(self) -> str | None:
        """The name of the game that was changed last; None if there is none."""
        games = self.games()
        return max(games, key=lambda each: each["when"])["game"] if games else None

    def star(self, name, on) -> None:
        """Mark a game, or not any more."""
        data, standing = self.read(name)
        head = _HEAD.match(data)
        assert head is not None         # `read` has found it
        write_whole(self._path(name), b"".join((
            b"(;", PROPERTY.encode(), b"[", escaped(json_text({**standing, "star": on})).encode(), b"]", data[head.end():])))

    def delete(self, name) -> None:
        """Take a game out of the list; until the next start it can be restored."""
        self._rename(name, _ENDING, _DELETED)

    def restore(self, name) -> None:
        """Bring a game back that was deleted."""
        self._rename(name, _DELETED, _ENDING)

    def _rename(self, name, before, after):
        path = self._path(name)
        try:
            os.rename(path.with_suffix(before), path.with_suffix(after))
        except FileNotFoundError:
            raise Refused("told.no_game", game=shown(name)) from None

    def _paths(self):
        try:
            return [path for path in self._folder.iterdir() if path.suffix == _ENDING and _NAME.fullmatch(path.stem)]
        except FileNotFoundError:
            return []

    def _path(self, name):
        if not _NAME.fullmatch(name):
            raise Refused("told.no_game", game=shown(name))
        return self._folder / f"{name}{_ENDING}"


def _standing(data):
    """How a game stands, by the first bytes of its file."""
    head = _HEAD.match(data)
    if head is None:
        raise ValueError("this is no game of the page")
    standing = parse_json(text_of(head[1].decode("utf-8", "replace")))
    _STANDING.check(standing)
    return standing
