"""What the settings of every match have, whatever the game: their parameters, their check, and what follows from them."""
from typing import Any

from gopy.base.fields import check_fields
from gopy.base.parameters import number, text, truth, whole
from gopy.lab.match.named_files import NamedFiles, files_of_game, files_of_player
from gopy.lab.match.results.names import PLAYER_NAME
from gopy.lab.match.results.pairs import engine_seed, order_of
from gopy.lab.match.results.sprt import Hypotheses, parse_sprt

A = text(None, "the first player")
B = text(None, "the other player")
GAMES = whole(None, 1, 10**6, "number of games (with --sprt: at most); two make a pair, colours swapped")
SIMS = whole(None, 1, 10**9, "simulations a move, for gopy, Pachi and Fuego where unsaid")
SECONDS = number(None, 1e-6, 1e6, "seconds a move, for both players; more than half a second over (and more than a tenth) "
                                  "loses, but not with --game")
SEED = whole(1, 0, 2**63 - 1, "seed of openings and engines")
SPRT = text(None, "ELO0,ELO1: end as soon as the pairs decide between two Elo differences, A's over B, with 5 % of errors: 0,20")
EQUAL_CPU = truth(False, "warn unless both players took the same CPU time a move, within 10 %")


class TwoPlayers:
    """What follows from the settings of a match, which are dataclasses with the parameters above.

    files   the NamedFiles of the game and the players, once `note_files` was called
    """
    a: str
    b: str
    seed: int
    sprt: str | None
    files: NamedFiles
    _openings: Any      # of a match of Go, once they were read

    def hypotheses(self) -> Hypotheses | None:
        """The Hypotheses of the sequential test, or None if the number of games is fixed."""
        return None if self.sprt is None else parse_sprt(self.sprt)

    def note_files(self) -> None:
        """Remember what is in the files that the game and the players name. To be called when the settings are made."""
        named = {"a": files_of_player(self.a), "b": files_of_player(self.b), "game": files_of_game(getattr(self, "game", ""))}
        object.__setattr__(self, "files", NamedFiles(named))

    def players(self) -> tuple[str, str]:
        """The texts of the two players, a first."""
        return self.a, self.b

    def order(self, game_id) -> tuple[int, int]:
        """The players, 0 for a and 1 for b, in the order in which they move: in Go (Black, White)."""
        return order_of(game_id)

    def engine_seed(self, game_id, player) -> int:
        """The seed of player 0 or 1 in a game; it differs for each game and player."""
        return engine_seed(self.seed, game_id, player)


def contents_of_files(written, settings) -> dict[str, str]:
    """{field: value} of the fields that name files, with digests of the files' contents.

    written     {field: value} as a user wrote them
    settings    the settings of the match with these values
    """
    recorded = settings.to_json()
    return {field: recorded[field] for field in ("openings", "game", "a", "b") if field in written and written[field] != recorded[field]}


def check_settings(settings) -> None:
    """Check the values of a match's new settings. ValueError names the parameter whose value is wrong."""
    check_fields(settings)
    for name in settings.names:
        PLAYER_NAME.check(name, "the name of a player")
    if len(set(settings.names)) != 2:
        raise ValueError("the two players need different names")
    if settings.sprt is not None:
        parse_sprt(settings.sprt)
