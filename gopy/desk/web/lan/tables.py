"""The tables of the visitors: a room for each, and the key with which its visitor comes back, also after a new start."""
import hashlib
import json
import secrets
from collections.abc import Iterator

from gopy.base.documents import parse_json
from gopy.base.files import make_folder, read_bounded, write_whole
from gopy.base.shape import TEXT, Table
from gopy.desk.languages import Refused
from gopy.desk.web.lan.limits import MESSAGES, MOST_NAMES, MOST_TABLES, MOST_TABLES_OF_ONE, Allowance
from gopy.desk.web.lan.names import folder_name
from gopy.desk.web.lan.visitor_games import VisitorGames
from gopy.desk.web.server import dismiss

#: Bytes of random numbers in a key.
_KEY_BYTES = 16

#: The file in a visitor's folder that holds the name and a digest of the key.
_FILE = "visitor.json"
_MOST_BYTES = 1 << 12
_SHAPE = Table({"name": TEXT, "key": TEXT}, needed=("name", "key"))


class VisitorTable:
    """One visitor's table.

    name        as the visitor has written it
    room        the gopy.desk.web.room.Room
    address     from where it was begun
    allowance   what its messages may cost the server
    """

    def __init__(self, name, digest, room, games, address) -> None:
        self.name, self.room, self.address = name, room, address
        self.allowance = Allowance(*MESSAGES)
        self._digest, self._games = digest, games

    def opens(self, key) -> bool:
        """Whether a key is that of this table."""
        return secrets.compare_digest(_digest(key), self._digest)

    async def close(self) -> None:
        """Send the pages away and keep the game."""
        await dismiss(self.room)
        await self.room.close()
        self._games.release()


class Tables:
    """The tables at which visitors sit since the start.

    folder                      where their games are kept, in a folder for each name
    make_room(name, games)      makes the gopy.desk.web.room.Room of a visitor whose games are VisitorGames
    """

    def __init__(self, folder, make_room) -> None:
        self._folder, self._make_room = folder, make_room
        self._tables: dict[str, VisitorTable] = {}      # by the name of the folder, in the order in which they were begun

    def __iter__(self) -> Iterator[VisitorTable]:
        return iter(list(self._tables.values()))

    def of(self, name) -> VisitorTable | None:
        """The table of a visitor who has come in since the start."""
        return self._tables.get(folder_name(name))

    def enter(self, name, key, address) -> str:
        """Let a visitor who knows the word sit down at the table of a name; returns the key to it.

        key         the key that the visitor's browser has for this name, or None
        address     from where the visitor comes

        Refused, or an OSError of the disk.
        """
        folder = self._folder / folder_name(name)
        known = self._read(folder)
        if known is not None and (key is None or not secrets.compare_digest(_digest(key), known["key"])):
            raise Refused("door.taken")
        if folder.name in self._tables:
            return key
        self._check_bounds(address, known)
        if known is None:
            key = secrets.token_urlsafe(_KEY_BYTES)
            make_folder(folder)
            write_whole(folder / _FILE, json.dumps({"name": name, "key": _digest(key)}))
        games = VisitorGames(folder)
        self._tables[folder.name] = VisitorTable(name, _digest(key), self._make_room(name, games), games, address)
        return key

    async def free(self, name) -> None:
        """Take a table from its visitor: who comes next with the word and this name gets it, with its games. Refused without one."""
        folder = self._folder / folder_name(name)
        table = self._tables.pop(folder.name, None)
        if table is None:
            raise Refused("told.no_table")
        (folder / _FILE).unlink(missing_ok=True)
        await table.close()

    async def close(self) -> None:
        """Close all tables."""
        for table in self:
            await table.close()

    def _check_bounds(self, address, known):
        if len(self._tables) >= MOST_TABLES:
            raise Refused("door.full")
        if sum(table.address == address for table in self._tables.values()) >= MOST_TABLES_OF_ONE:
            raise Refused("door.device", most=MOST_TABLES_OF_ONE)
        if known is None and self._folder.exists() and len(list(self._folder.iterdir())) >= MOST_NAMES:
            raise Refused("door.names", most=MOST_NAMES)

    @staticmethod
    def _read(folder):
        """What is known of the visitor whose games are in a folder; None: nobody has the name. Refused for a damaged file."""
        try:
            found = parse_json(read_bounded(folder / _FILE, _MOST_BYTES))
            _SHAPE.check(found)
        except FileNotFoundError:
            return None
        except ValueError:
            raise Refused("door.damaged") from None
        return found


def _digest(key):
    return hashlib.sha256(key.encode(errors="surrogatepass")).hexdigest()
