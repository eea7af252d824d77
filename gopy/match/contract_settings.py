"""What is fixed before a match of any game of the catalogue is played between searches of this program."""
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
    """One match: `games` games in pairs. `a` and `b` are written as in gopy.players.player_text; records call them `names`.

    `game` is written as in gopy.games.catalogue. Two games of a pair have the same opening and the same luck, where chance
    has a say; a moves first in the first of them. `sims` or `seconds` limit a move where a player names no limit.
    `openings` is "none" or "random:PLIES", random legal moves. `sprt` and `equal_cpu` as in gopy.match.settings.
    Raises ValueError for what cannot be, but for players: `check` does.
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
        """Raise a ValueError if the game's options or a player cannot be."""
        from gopy.players.game_player import check_player

        registered, options = load_game(self.game)
        registered.new_state(**options)
        for player in self.players():
            check_player(player, registered, options, self.sims, self.seconds)

    def hypotheses(self) -> "Hypotheses | None":
        """The Hypotheses of the sequential test, or None: the number of games is fixed."""
        return None if self.sprt is None else parse_sprt(self.sprt)

    def players(self) -> tuple[str, str]:
        """The two players' texts, a's first."""
        return self.a, self.b

    def order(self, game_id) -> tuple[int, int]:
        """The players, 0 for a and 1 for b, in the order in which they move."""
        return order_of(game_id)

    def check_moves(self, record) -> None:
        """ValueError if a game's record contradicts itself about the moves."""
        if len(record.get("played", "").split()) != record["moves"]:
            raise ValueError(f"game {record['id']} has not the {record['moves']} moves that it says")

    def opening_plies(self) -> int:
        """Number of random moves that a game begins with."""
        kind, _, plies = self.openings.partition(":")
        if self.openings == "none":
            return 0
        if kind == "random":
            with suppress(ValueError):
                return parse_count(plies)
        raise ValueError(f"openings of a game like this are none or random:PLIES, not {shown(self.openings)}")

    def pair_seed(self, game_id) -> int:
        """The seed of what the two games of a pair share: opening and chance."""
        return random.Random(f"{self.seed}/{pair_of(game_id)}").randrange(1, 2**31)

    def engine_seed(self, game_id, player) -> int:
        """The seed of player 0 or 1 in a game: another for each game and player."""
        return engine_seed(self.seed, game_id, player)

    def to_json(self) -> dict:
        """Dict of plain values, which a match that goes on must find unchanged; a game's file by its contents too."""
        values = {**asdict(self), "names": list(self.names)}
        del values["equal_cpu"]         # changes no game
        file = game_file(self.game)
        if file:
            values["game"] += f", digest {hashlib.sha256(Path(file).read_bytes()).hexdigest()[:10]}"
        return values
