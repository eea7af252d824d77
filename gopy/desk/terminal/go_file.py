"""Saves and reads a person's game of Go as an SGF file, with the colour that the person had."""
from typing import Any, NamedTuple

from gopy.go.geometry import BLACK, WHITE, opponent
from gopy.go.record.write import ENGINE, PERSON


class SavedGo(NamedTuple):
    """A gopy.go.history.Game and the colour of the person, which is the colour to move if the file does not say.

    data        the bytes of the file
    remarks     list of sentences about what is wrong with the record
    """

    game: Any
    person: int
    data: bytes
    remarks: list[str]


def go_text(game, person, result=None, data=None) -> str:
    """The SGF text of a game. `result` is a text such as "B+3.5", "W+R" or "W+T", or None if the game goes on.

    data    the bytes of the record that the game goes on from, of which everything is kept; None without one
    """
    from gopy.go.sgf import read_game, save_game, save_onto  # imported late, because they are not needed to play
    names = {person: PERSON, opponent(person): ENGINE}
    about: dict[str, Any] = {"black": names[BLACK], "white": names[WHITE], "result": result or ""}
    if data is None:
        return save_game(game, **about)
    return save_onto(read_game(data, komi=game.komi, rules=game.rules), game, **about)


def read_go(path, komi, rules) -> SavedGo:
    """The SavedGo in an SGF file. `komi` and `rules` are used if the file has none. ValueError if it cannot be read."""
    from gopy.go.sgf import read_game, read_record
    data = read_record(path)
    found = read_game(data, komi=komi, rules=rules)
    ours = [name.lower().startswith(ENGINE) for name in found.names()]
    person = opponent(ours.index(True)) if any(ours) and not all(ours) else found.game.to_play
    return SavedGo(found.game, person, data, found.remarks)
