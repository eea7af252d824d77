"""The settings of a match of Go between two programs, and the conditions of each game that follow from them."""
import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path

from gopy.base.fields import needed, option
from gopy.base.parameters import number, text, whole
from gopy.go.clock import parse_time_system
from gopy.go.geometry import BLACK, MAX_SIZE, MIN_SIZE, WHITE
from gopy.go.handicap import fixed_handicap
from gopy.go.history import Game
from gopy.go.rules import MAX_KOMI, MOST_HANDICAP_STONES, Scoring, parse_rules
from gopy.lab.match import match_values as shared
from gopy.lab.match.game import HANG_SECONDS, Conditions
from gopy.lab.match.match_values import TwoPlayers, check_settings
from gopy.lab.match.opening import Openings
from gopy.lab.match.programs.clock import TimeControl, move_limit_control
from gopy.lab.match.programs.players import check_player, limits_itself
from gopy.lab.match.referee import COUNT, COUNT_AREAS
from gopy.lab.match.results.moves import check_moves
from gopy.lab.match.results.pairs import pair_of

#: The program that decides when the players do not agree (see gopy.lab.match.referee).
DEFAULT_REFEREE = "gnugo"


@dataclass(frozen=True)
class Settings(TwoPlayers):
    """One match of `games` games in pairs. `a` and `b` are players as gopy.lab.match.programs.players describes them; in records
    they are called `names`.

    The two games of a pair have the same opening; a has Black in the first. `time` is the clock of both players, or of a
    alone if `time_b` gives another clock for b ("none": no clock). `seconds` is a limit for each move, which engines are
    told and which is enforced (see gopy.lab.match.programs.clock); it goes with neither `sims` nor a clock, while these two may
    be combined. `openings` is "random", "random:PLIES", "none" or the path of a file. `sprt` ("0,20": see
    gopy.lab.match.results.sprt) ends the match once it is decided. With a `handicap` b has Black in every game, and so many stones.
    `equal_cpu` claims that both players take the same CPU time per move, which is then checked. Raises ValueError for impossible values.
    """
    a: str = needed(shared.A)
    b: str = needed(shared.B)
    games: int = needed(shared.GAMES)
    size: int = needed(whole(None, MIN_SIZE, MAX_SIZE, "board size, needed without --game"))
    komi: float = option(number(7.5, -MAX_KOMI, MAX_KOMI, "points White gets"))
    names: tuple = ("a", "b")
    rules: str = option(text("chinese", "rules, as in `gopy gtp`"))
    handicap: int = option(whole(0, 0, MOST_HANDICAP_STONES, "fixed handicap stones of B, who has Black in every game then"))
    sims: int | None = option(shared.SIMS)
    seconds: float | None = option(shared.SECONDS)
    time: str | None = option(text(None, "clock of each player: 5m, 20s, 0+3x2, 5+1 (Fischer), 0+5/10 (Canadian)"))
    time_b: str | None = option(text(None, 'another clock for B, or "none"'))
    openings: str = option(text("random", "random, random:PLIES, none, or a file: lines of vertices or SGF, or a folder of SGF; "
                                          "PATH:PLIES takes the first moves; with --game none or random:PLIES"))
    referee: str = option(text(DEFAULT_REFEREE, 'a player, or "count": agreed dead stones are taken off, and the board is counted by '
                                                'the rules'))
    seed: int = option(shared.SEED)
    move_limit: int | None = option(whole(None, 1, 10**6, "a longer game is void (3 * SIZE * SIZE)"))
    sprt: str | None = option(shared.SPRT)
    equal_cpu: bool = option(shared.EQUAL_CPU)

    def __post_init__(self) -> None:
        check_settings(self)
        if self.seconds is not None and (self.sims, self.time, self.time_b) != (None, None, None):
            raise ValueError("seconds a move go with neither simulations nor a clock: give one of them")
        if self.handicap:
            self._check_handicap()
        self.conditions(0)
        # Read once, so that a change of the file does not change the match, and other machines do not need the file.
        openings = Openings(self.openings, self.size, parse_rules(self.rules), self.seed)
        object.__setattr__(self, "_openings", openings)
        self.note_files()

    def check(self) -> None:
        """Raise a ValueError if a player or the referee cannot be started, so that this is known before the first game."""
        try:
            if self.referee != COUNT:
                check_player(self.referee, self.sims, self.size)
                program = Path(self.referee.partition(":")[0].split()[0]).name
                if program in COUNT_AREAS and parse_rules(self.rules).scoring is Scoring.TERRITORY:
                    raise ValueError("it counts areas, and these rules territory")
        except ValueError as error:
            raise ValueError(f"referee: {error} (--referee {COUNT} needs no program)") from None
        for player in self.players():
            check_player(player, self.sims, self.size, self.seconds)

    def conditions(self, game_id) -> Conditions:
        """The Conditions of a game."""
        controls = tuple(self._time_control(player) for player in self.order(game_id))
        # A program that uses the time it has does not hang; what Fischer's clock adds is within the factor of 2.
        longest = max((control.system.longest(control.system.start()) for control in controls if control), default=0.0)
        return Conditions(self.size, self.komi, parse_rules(self.rules), controls,
                          self.move_limit or 3 * self.size * self.size, max(HANG_SECONDS, 2 * longest), self.handicap)

    def order(self, game_id) -> tuple[int, int]:
        """The players, 0 for a and 1 for b, as (Black, White): b has the handicap stones."""
        return (1, 0) if self.handicap else super().order(game_id)

    def start(self) -> Game:
        """A Game at its beginning, with the handicap stones on the board."""
        return self.conditions(0).start()

    def check_moves(self, record) -> None:
        """Raise a ValueError if the moves in a game's record contradict their digest or number."""
        check_moves(record, self.size, WHITE if self.handicap else BLACK)

    def opening(self, game_id) -> list[int]:
        """The moves of a game's opening."""
        return self._openings.moves(pair_of(game_id))

    def to_json(self) -> dict:
        """The settings as a dict of plain values. A match can only be continued with the same dict.

        A file of openings is identified by a digest of its contents, and so are the files that players name.
        """
        values = {**asdict(self), "names": list(self.names)}
        del values["equal_cpu"]         # changes no game
        if not self.handicap:           # matches that were begun before there was a handicap go on
            del values["handicap"]
        if self._openings.given is not None:
            digest = hashlib.sha256(repr(self._openings.given).encode()).hexdigest()[:10]
            values["openings"] = f"{len(self._openings.given)} given, digest {digest}"
        return {**values, **{field: self.files.marked(field, values[field]) for field in ("a", "b")}}

    def _check_handicap(self):
        if self.openings != "none":
            raise ValueError('handicap: the games begin with the stones alone, so openings must be "none"')
        try:
            fixed_handicap(self.size, self.handicap)
        except ValueError:
            raise ValueError(f"handicap: there is no fixed handicap of {self.handicap} on {self.size}x{self.size}") from None

    def _time_control(self, player):
        if self.seconds is not None:
            written = self.players()[player]
            return move_limit_control(self.seconds, told=not limits_itself(written), player=written)
        clock = (self.time, self.time_b or self.time)[player]
        return None if clock in (None, "none") else TimeControl(parse_time_system(clock))
