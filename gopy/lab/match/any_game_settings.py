"""The settings of a match between searches of this program, of any game in the catalogue."""
import random
from contextlib import suppress
from dataclasses import asdict, dataclass

from gopy.base.fields import needed, option
from gopy.base.numbers import parse_count, shown
from gopy.base.parameters import text
from gopy.games.catalogue import check_game, game_kind
from gopy.lab.match import match_values as shared
from gopy.lab.match.match_values import TwoPlayers, check_settings
from gopy.lab.match.results.pairs import pair_of


@dataclass(frozen=True)
class AnyGameSettings(TwoPlayers):
    """One match of `games` games in pairs. `a` and `b` are players as gopy.games.players.player_text describes them; in records
    they are called `names`.

    `game` is written as gopy.games.catalogue describes it. The two games of a pair have the same opening and, in games of
    chance, the same luck; a moves first in the first of them. `sims` or `seconds` limit a move of a player that names no
    limit. `openings` is "none" or "random:PLIES" (random legal moves). `sprt` and `equal_cpu` mean the same as in
    gopy.lab.match.settings. Raises ValueError for impossible values, except those of the players, which `check` tests.
    """
    a: str = needed(shared.A)
    b: str = needed(shared.B)
    games: int = needed(shared.GAMES)
    game: str = needed(text(None, "not Go between programs but a game of `gopy games` (or of a Python file) between searches "
                                  "of gopy: lines_of_action, lines_of_action:size=7"))
    names: tuple = ("a", "b")
    sims: int | None = option(shared.SIMS)
    seconds: float | None = option(shared.SECONDS)
    openings: str = option(text("none", "none or random:PLIES, which are random legal moves"))
    seed: int = option(shared.SEED)
    sprt: str | None = option(shared.SPRT)
    equal_cpu: bool = option(shared.EQUAL_CPU)

    def __post_init__(self) -> None:
        check_settings(self)
        if self.sims is not None and self.seconds is not None:
            raise ValueError("seconds a move go with no simulations: give one of them")
        try:
            check_game(self.game)
        except OSError as error:
            raise ValueError(f"game {shown(self.game)}: {error.strerror}") from None
        self.opening_plies()
        self.note_files()

    def check(self) -> None:
        """Raise a ValueError if the game's options or a player are impossible."""
        from gopy.games.players.game_player import check_player

        kind = game_kind(self.game)
        kind.new_state()
        for player in self.players():
            check_player(player, kind, self.sims, self.seconds)

    def check_moves(self, record) -> None:
        """Raise a ValueError if the moves in a game's record contradict their number. A record may lack the moves."""
        if "played" in record and len(record["played"].split()) != record["moves"]:
            raise ValueError(f"game {record['id']} has not the {record['moves']} moves that it says")

    def opening_plies(self) -> int:
        """The number of random moves that a game begins with."""
        kind, _, plies = self.openings.partition(":")
        if self.openings == "none":
            return 0
        if kind == "random":
            with suppress(ValueError):
                return parse_count(plies)
        raise ValueError(f"openings of a game like this are none or random:PLIES, not {shown(self.openings)}")

    def pair_seed(self, game_id) -> int:
        """The seed that the two games of a pair share, for the opening and for chance."""
        return random.Random(f"{self.seed}/{pair_of(game_id)}").randrange(1, 2**31)

    def to_json(self) -> dict:
        """The settings as a dict of plain values. A match can only be continued with the same dict.

        A game and players that name files are identified by digests of the files' contents as well.
        """
        values = {**asdict(self), "names": list(self.names)}
        del values["equal_cpu"]         # changes no game
        return {**values, **{field: self.files.marked(field, values[field]) for field in ("game", "a", "b")}}
