"""The settings of a match between searches of this program, of any game in the catalogue."""
import hashlib
import random
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gopy.games.catalogue import check_game, game_file, load_game
from gopy.inputs.numbers import parse_count
from gopy.match.match_values import check_values
from gopy.match.results.pairs import engine_seed, order_of, pair_of
from gopy.inputs.shape import TEXT, shown
from gopy.match.results.sprt import parse_sprt

if TYPE_CHECKING:
    from gopy.match.results.sprt import Hypotheses


@dataclass(frozen=True)
class ContractSettings:
    """One match of `games` games in pairs. `a` and `b` are players as gopy.players.player_text describes them; in records
    they are called `names`.

    `game` is written as gopy.games.catalogue describes it. The two games of a pair have the same opening and, in games of
    chance, the same luck; a moves first in the first of them. `sims` or `seconds` limit a move of a player that names no
    limit. `openings` is "none" or "random:PLIES" (random legal moves). `sprt` and `equal_cpu` mean the same as in
    gopy.match.settings. Raises ValueError for impossible values, except those of the players, which `check` tests.
    """
    a: str
    b: str
    games: int
    game: str
    names: tuple = ("a", "b")
    sims: int | None = None
    seconds: float | None = None
    openings: str = "none"
    seed: int = 1
    sprt: str | None = None
    equal_cpu: bool = False

    def __post_init__(self):
        check_values(self, game=TEXT)
        if self.sims is not None and self.seconds is not None:
            raise ValueError("seconds a move go with no simulations: give one of them")
        try:
            check_game(self.game)
        except OSError as error:
            raise ValueError(f"game {shown(self.game)}: {error.strerror}") from None
        self.opening_plies()

    def check(self) -> None:
        """Raise a ValueError if the game's options or a player are impossible."""
        from gopy.players.game_player import check_player

        registered, options = load_game(self.game)
        registered.new_state(**options)
        for player in self.players():
            check_player(player, registered, options, self.sims, self.seconds)

    def hypotheses(self) -> "Hypotheses | None":
        """The Hypotheses of the sequential test, or None if the number of games is fixed."""
        return None if self.sprt is None else parse_sprt(self.sprt)

    def players(self) -> tuple[str, str]:
        """The texts of the two players, a first."""
        return self.a, self.b

    def order(self, game_id) -> tuple[int, int]:
        """The players, 0 for a and 1 for b, in the order in which they move."""
        return order_of(game_id)

    def check_moves(self, record) -> None:
        """Raise a ValueError if the moves in a game's record contradict their number."""
        if len(record.get("played", "").split()) != record["moves"]:
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

    def engine_seed(self, game_id, player) -> int:
        """The seed of player 0 or 1 in a game; it differs for each game and player."""
        return engine_seed(self.seed, game_id, player)

    def to_json(self) -> dict:
        """The settings as a dict of plain values. A match can only be continued with the same dict.

        A game that is a Python file is identified by a digest of its contents as well.
        """
        values = {**asdict(self), "names": list(self.names)}
        del values["equal_cpu"]         # changes no game
        file = game_file(self.game)
        if file:
            values["game"] += f", digest {hashlib.sha256(Path(file).read_bytes()).hexdigest()[:10]}"
        return values
