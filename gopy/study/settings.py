"""What is fixed before a match is played, and what follows from it for each game."""
import random
from dataclasses import asdict, dataclass

from gopy.go.rules import parse_rules
from gopy.study.clock import parse_time_control
from gopy.study.game import Conditions
from gopy.study.opening import parse_openings, random_opening

#: Decides where the players do not agree (see gopy.study.referee).
DEFAULT_REFEREE = "gnugo"


@dataclass(frozen=True)
class Settings:
    """One match: `games` games in pairs. `a` and `b` are players as in gopy.study.peers, `names` how records call them.

    Two games of a pair have the same opening; a has Black in the first. `time` is the clock of both players, or
    of a alone if `time_b` says otherwise ("none": no clock). Raises ValueError for what cannot be.
    """
    a: str
    b: str
    games: int
    size: int
    komi: float = 7.5
    names: tuple = ("a", "b")
    rules: str = "chinese"
    sims: int | None = None
    time: str | None = None
    time_b: str | None = None
    openings: str = "random"
    referee: str = DEFAULT_REFEREE
    seed: int = 1
    move_limit: int | None = None

    def __post_init__(self):
        if self.games < 1:
            raise ValueError("a match has at least one game")
        if len(set(self.names)) != 2:
            raise ValueError("the two players need different names")
        self.conditions(0)
        parse_openings(self.openings, self.size)

    def conditions(self, game_id):
        """The Conditions of a game."""
        controls = [_time_control(self.time), _time_control(self.time_b or self.time)]
        order = (self.black(game_id), 1 - self.black(game_id))
        return Conditions(self.size, self.komi, parse_rules(self.rules), tuple(controls[player] for player in order),
                          self.move_limit or 3 * self.size * self.size)

    def players(self):
        """The two players' texts, a's first."""
        return self.a, self.b

    def black(self, game_id):
        """Which player (0 for a, 1 for b) has Black."""
        return game_id % 2

    def opening(self, game_id):
        """The opening's points."""
        return random_opening(self.size, parse_openings(self.openings, self.size), self.seed, pair_of(game_id))

    def engine_seed(self, game_id, player):
        """The seed of player 0 or 1 in a game: another for each game and player."""
        return random.Random(f"{self.seed}/{game_id}/{player}").randrange(1, 2**31)

    def to_json(self):
        """Dict of plain values, which a match that goes on must find unchanged."""
        return {**asdict(self), "names": list(self.names)}


def _time_control(text):
    return None if text in (None, "none") else parse_time_control(text)


def pair_of(game_id):
    """The number of the pair that a game belongs to."""
    return game_id // 2
