"""The files that the game and the players of a match name: what they hold decides the games, as the settings do."""
import hashlib
from contextlib import suppress
from pathlib import Path

from gopy.base.files import read_bounded
from gopy.base.own_file import is_own_file
from gopy.base.package_files import find_pattern_file
from gopy.base.parameters import name_values
from gopy.games.catalogue import game_file
from gopy.games.players.player_text import PREFIX

#: The largest file that is read for its digest, in bytes.
_MOST_BYTES = 1 << 28

#: Parameters of a player in this process whose values are files.
_FILES = ("policy", "move_model", "network")


class NamedFiles:
    """The digests that the files of a match had when its settings were made.

    named   {field of the settings: the files that its text names}
    """

    def __init__(self, named) -> None:
        self._named = {field: tuple(files) for field, files in named.items() if files}
        self._digests = {file: digest_of(file) for files in self._named.values() for file in files}

    @property
    def are_there(self) -> bool:
        """Whether all of them can be read. If not, nobody can say whether they are the files that games were played with."""
        return None not in self.digests

    @property
    def digests(self) -> list[str | None]:
        """The digests of all files; None for a file that cannot be read."""
        return list(self._digests.values())

    def marked(self, field, text) -> str:
        """The text of a field with the digests of the files that it names."""
        return text + "".join(f", digest {self._digests[file]}" for file in self._named.get(field, ()) if self._digests[file])

    def check(self) -> None:
        """Raise a ValueError if one of them is not what it was: games before and after would be of different programs."""
        for file, digest in self._digests.items():
            if digest_of(file) != digest:
                raise ValueError(f"{file} has changed since the match began; put it back, or begin another match")


def files_of_game(game) -> list[str]:
    """The file of a game that is written as the name of a Python file, in a list that may be empty."""
    file = game_file(game)
    return [] if file is None else [file]


def files_of_player(text) -> list[str]:
    """The files that the text of a player in this process names: its policy and its move model."""
    values = {}
    if text.startswith(PREFIX):
        with suppress(ValueError):      # who checks the player says what is wrong
            values = name_values(text.removeprefix(PREFIX))
    return [value for name, value in values.items()
            if name in _FILES and (name != "policy" or is_own_file(value)) and not _is_ours(value)]


def _is_ours(file):
    """Whether a file comes with gopy: lines of results name the version that it comes with."""
    own = find_pattern_file(Path(file).name)
    return own is not None and own.resolve() == Path(file).resolve()


def digest_of(file) -> str | None:
    """Ten hexadecimal digits of a file's contents; None if it cannot be read."""
    try:
        return hashlib.sha256(read_bounded(file, _MOST_BYTES)).hexdigest()[:10]
    except (OSError, ValueError):       # ValueError: no file can have such a name
        return None
