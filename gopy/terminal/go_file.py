"""A person's game of Go in an SGF file, and who the person was."""
from typing import Any, NamedTuple

from gopy.go.geometry import BLACK, WHITE, opponent

#: The players' names.
PERSON, ENGINE = "human", "gopy"


class SavedGo(NamedTuple):
    """game: a gopy.go.history.Game; person: the colour of the person, who moves next if the record does not say."""

    game: Any
    person: int


def go_text(game, person, result=None) -> str:
    """The SGF text of a game. `result` is "B+3.5", "W+R" or "W+T", None if it goes on."""
    from gopy.go.sgf import save_game      # sgfmill is not needed to play
    names = {person: PERSON, opponent(person): ENGINE}
    return save_game(game, black=names[BLACK], white=names[WHITE], result=result or "")


def read_go(path, komi, rules) -> SavedGo:
    """The SavedGo of an SGF file; `komi` and `rules` where it does not say. ValueError if it cannot be read."""
    from gopy.go.sgf import load_game, player_names, read_record
    data = read_record(path)
    game = load_game(data, komi=komi, rules=rules)
    ours = [name.strip().lower().startswith(ENGINE) for name in player_names(data)]
    return SavedGo(game, opponent(ours.index(True)) if any(ours) and not all(ours) else game.to_play)
