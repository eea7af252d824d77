"""The settings of a match of Go between two programs, and the conditions of each game that follow from them."""
import hashlib
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from gopy.go.geometry import MAX_SIZE, MIN_SIZE
from gopy.go.rules import MAX_KOMI, parse_rules
from gopy.match.programs.clock import move_limit_control, parse_time_control
from gopy.match.game import Conditions
from gopy.match.opening import Openings
from gopy.match.match_values import check_values
from gopy.match.results.moves import check_moves
from gopy.match.results.pairs import engine_seed, order_of, pair_of
from gopy.match.programs.players import check_player, limits_itself
from gopy.match.referee import COUNT
from gopy.inputs.shape import TEXT, number, whole
from gopy.match.results.sprt import parse_sprt

if TYPE_CHECKING:
    from gopy.match.results.sprt import Hypotheses

#: The program that decides when the players do not agree (see gopy.match.referee).
DEFAULT_REFEREE = "gnugo"


@dataclass(frozen=True)
class Settings:
    """One match of `games` games in pairs. `a` and `b` are players as gopy.match.programs.players describes them; in records
    they are called `names`.

    The two games of a pair have the same opening; a has Black in the first. `time` is the clock of both players, or of a
    alone if `time_b` gives another clock for b ("none": no clock). `seconds` is a limit for each move, which engines are
    told and which is enforced (see gopy.match.programs.clock); it goes with neither `sims` nor a clock, while these two may
    be combined. `openings` is "random", "random:PLIES", "none" or the path of a file. `sprt` ("0,20": see
    gopy.match.results.sprt) ends the match once it is decided. `equal_cpu` claims that both players take the same CPU time
    per move, which is then checked. Raises ValueError for impossible values.
    """
    a: str
    b: str
    games: int
    size: int
    komi: float = 7.5
    names: tuple = ("a", "b")
    rules: str = "chinese"
    sims: int | None = None
    seconds: float | None = None
    time: str | None = None
    time_b: str | None = None
    openings: str = "random"
    referee: str = DEFAULT_REFEREE
    seed: int = 1
    move_limit: int | None = None
    sprt: str | None = None
    equal_cpu: bool = False

    def __post_init__(self):
        check_values(self, size=whole(MIN_SIZE, MAX_SIZE), komi=number(-MAX_KOMI, MAX_KOMI), rules=TEXT, time=TEXT.or_none(),
                     time_b=TEXT.or_none(), referee=TEXT, move_limit=whole(1, 10**6).or_none())
        if self.seconds is not None and (self.sims, self.time, self.time_b) != (None, None, None):
            raise ValueError("seconds a move go with neither simulations nor a clock: give one of them")
        self.conditions(0)
        # Read once, so that a change of the file does not change the match, and other machines do not need the file.
        openings = Openings(self.openings, self.size, parse_rules(self.rules), self.seed)
        object.__setattr__(self, "_openings", openings)

    def check(self) -> None:
        """Raise a ValueError if a player or the referee cannot be started, so that this is known before the first game."""
        try:
            if self.referee != COUNT:
                check_player(self.referee, self.sims, self.size)
        except ValueError as error:
            raise ValueError(f"referee: {error} (--referee {COUNT} needs no program)") from None
        for player in self.players():
            check_player(player, self.sims, self.size, self.seconds)

    def conditions(self, game_id) -> Conditions:
        """The Conditions of a game."""
        controls = tuple(self._time_control(player) for player in self.order(game_id))
        return Conditions(self.size, self.komi, parse_rules(self.rules), controls,
                          self.move_limit or 3 * self.size * self.size)

    def hypotheses(self) -> "Hypotheses | None":
        """The Hypotheses of the sequential test, or None if the number of games is fixed."""
        return None if self.sprt is None else parse_sprt(self.sprt)

    def players(self) -> tuple[str, str]:
        """The texts of the two players, a first."""
        return self.a, self.b

    def order(self, game_id) -> tuple[int, int]:
        """The players, 0 for a and 1 for b, in the order (Black, White)."""
        return order_of(game_id)

    def check_moves(self, record) -> None:
        """Raise a ValueError if the moves in a game's record contradict their digest or number."""
        check_moves(record, self.size)

    def opening(self, game_id) -> list[int]:
        """The moves of a game's opening."""
        return self._openings.moves(pair_of(game_id))

    def given_openings(self) -> int | None:
        """The number of openings read from a file; None if openings are random."""
        return None if self._openings.given is None else len(self._openings.given)

    def engine_seed(self, game_id, player) -> int:
        """The seed of player 0 or 1 in a game; it differs for each game and player."""
        return engine_seed(self.seed, game_id, player)

    def to_json(self) -> dict:
        """The settings as a dict of plain values. A match can only be continued with the same dict.

        A file of openings is identified by a digest of its contents.
        """
        values = {**asdict(self), "names": list(self.names)}
        del values["equal_cpu"]         # changes no game
        if self._openings.given is not None:
            digest = hashlib.sha256(repr(self._openings.given).encode()).hexdigest()[:10]
            values["openings"] = f"{len(self._openings.given)} given, digest {digest}"
        return values

    def _time_control(self, player):
        if self.seconds is not None:
            text = self.players()[player]
            return move_limit_control(self.seconds, told=not limits_itself(text), player=text)
        text = (self.time, self.time_b or self.time)[player]
        return None if text in (None, "none") else parse_time_control(text)
