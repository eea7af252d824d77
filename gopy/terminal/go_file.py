"""Saves and reads a person's game of Go as an SGF file, with the colour that the person had."""
from typing import Any, NamedTuple

from gopy.go.geometry import BLACK, WHITE, opponent

#: The names of the players in SGF files.
PERSON, ENGINE = "human", "gopy"


class SavedGo(NamedTuple):
    """A gopy.go.history.Game and the colour of the person, which is the colour to move if the file does not say."""

    game: Any
    person: int


def go_text(game, person, result=None) -> str:
    """The SGF text of a game. `result` is a text such as "B+3.5", "W+R" or "W+T", or None if the game goes on."""
    from gopy.go.sgf import save_game      # imported late, because sgfmill is not needed to play
    names = {person: PERSON, opponent(person): ENGINE}
    return save_game(game, black=names[BLACK], white=names[WHITE], result=result or "")


def read_go(path, komi, rules) -> SavedGo:
    """The SavedGo in an SGF file. `komi` and `rules` are used if the file has none. ValueError if it cannot be read."""
    from gopy.go.sgf import load_game, player_names, read_record
    data = read_record(path)
    game = load_game(data, komi=komi, rules=rules)
    ours = [name.strip().lower().startswith(ENGINE) for name in player_names(data)]
    return SavedGo(game, opponent(ours.index(True)) if any(ours) and not all(ours) else game.to_play)
