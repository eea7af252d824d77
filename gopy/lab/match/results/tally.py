"""Adds up the recorded games of a match."""
from collections import Counter
from dataclasses import dataclass, field

from gopy.lab.match.results.pairs import DRAWS, PAIR_SHARES, games_of, pair_of, points_of
from gopy.lab.match.results.statistics import elo, elo_interval, mean_interval, pair_interval, wilson

#: With so many complete pairs or more, Elo intervals come from pairs; with fewer, from Wilson's, which suits few games.
PAIRS_ENOUGH = 20


@dataclass
class Tally:
    """Counts over the games of a match. Points and wins are those of player a, the first of `names`.

    The result counts only games of complete pairs.
    """
    names: tuple
    planned: int                       # number of games of the whole match
    recorded: int = 0                  # number of games added
    games: int = 0                     # games that count: not void, and not half of an unfinished pair
    wins: int = 0
    jigo: int = 0                      # drawn games
    pairs: list = field(default_factory=lambda: [0] * len(PAIR_SHARES))     # pairs without a void game, by PAIR_SHARES
    void: list = field(default_factory=list)        # ids of void games
    disputed: list = field(default_factory=list)    # ids of disputed games
    failures: Counter = field(default_factory=Counter)   # (name, end) -> games that a failure of this player ended
    wins_as: Counter = field(default_factory=Counter)    # colour "black" or "white" of a -> wins of a
    games_as: Counter = field(default_factory=Counter)
    duplicates: int = 0                # games with exactly the moves of an earlier one
    outcomes: dict = field(default_factory=dict)    # id of a counted game -> (digest of its moves, points of a)
    scores: list = field(default_factory=list)      # mean margin of a for each pair whose records have scores
    total_moves: int = 0
    moves: Counter = field(default_factory=Counter)      # name -> number of moves it chose
    seconds: Counter = field(default_factory=Counter)    # name -> wall time of these moves
    cpu: Counter = field(default_factory=Counter)        # name -> CPU seconds, in games where they are known
    cpu_moves: Counter = field(default_factory=Counter)  # name -> moves that took this CPU time: all but the first
    least_left: dict = field(default_factory=dict)       # name -> least seconds ever left on its clock
    _digests: set = field(default_factory=set, repr=False)
    _waiting: dict = field(default_factory=dict, repr=False)     # id -> record of a game whose pair is unfinished

    def add(self, record) -> None:
        """Count one game, a dict as gopy.lab.match.results.record makes it."""
        self.recorded += 1
        self.duplicates += record["digest"] in self._digests
        self._digests.add(record["digest"])
        if record["disputed"]:
            self.disputed.append(record["id"])
        if "culprit" in record:
            self.failures[record["culprit"], record["end"]] += 1
        if record["winner"] is None:
            self.void.append(record["id"])
        self._add_effort(record)
        self._waiting[record["id"]] = record
        pair = [game_id for game_id in games_of(pair_of(record["id"])) if game_id < self.planned]
        if all(game_id in self._waiting for game_id in pair):
            self._add_pair([self._waiting.pop(game_id) for game_id in pair])

    @property
    def points(self) -> float:
        """Wins of player a; a draw counts a half."""
        return self.wins + 0.5 * self.jigo

    @property
    def share(self) -> float:
        """Points divided by games; 0.5 before the first game."""
        return self.points / self.games if self.games else 0.5

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, by Wilson's method."""
        return wilson(self.points, self.games)

    def pair_share_interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the share from pairs; None with fewer than PAIRS_ENOUGH pairs, or if all are equal."""
        return pair_interval(self.pairs) if sum(self.pairs) >= PAIRS_ENOUGH else None

    def pair_elo_interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the Elo difference from pairs; None with fewer than two pairs, or if all are equal."""
        interval = pair_interval(self.pairs)
        return interval and (elo(interval[0]), elo(interval[1]))

    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of the Elo difference: from pairs if there are enough of them, otherwise Wilson's."""
        by_pairs = self.pair_elo_interval() if sum(self.pairs) >= PAIRS_ENOUGH else None
        return by_pairs or elo_interval(self.points, self.games)

    def score_interval(self) -> tuple[float, float, float] | None:
        """(mean, low, high) of a's margin per game with the 95 % interval from pairs; None if no record has a score."""
        return mean_interval(self.scores)

    def cpu_per_move(self, name) -> float | None:
        """CPU seconds per move of a player, without the first move of each game; None if unknown."""
        return self.cpu[name] / self.cpu_moves[name] if self.cpu_moves[name] else None

    def summary(self) -> str:
        """One line of text: points, share and Elo with their intervals."""
        low, high = self.interval()
        elo_low, elo_high = self.elo_interval()
        return (f"{self.names[0]} {self.points:g} of {self.games}, {100 * self.share:.1f} % "
                f"({100 * low:.1f}-{100 * high:.1f}), Elo {elo(self.share):+.0f} ({elo_low:+.0f} to {elo_high:+.0f})")

    def _add_effort(self, record):
        self.total_moves += record["moves"]
        for name in self.names:
            self.moves[name] += record["chosen"][name]
            self.seconds[name] += record["seconds"][name]
            left = record.get("least_left", {}).get(name)
            if left is not None:
                self.least_left[name] = min(left, self.least_left.get(name, left))
            if record["cpu"][name] is not None:
                self.cpu[name] += record["cpu"][name]
                self.cpu_moves[name] += record["chosen"][name] - 1

    def _add_pair(self, records):
        name = self.names[0]
        for record in records:
            if record["winner"] is not None:
                colour = "black" if record["black"] == name else "white"
                won = record["winner"] == name
                self.games += 1
                self.games_as[colour] += 1
                self.wins += won
                self.wins_as[colour] += won
                self.jigo += record["winner"] in DRAWS
                self.outcomes[record["id"]] = record["digest"], points_of(record, name)
        points = [points_of(record, name) for record in records]
        if len(points) == 2 and None not in points:
            self.pairs[round(2 * sum(points))] += 1
        margins = [record["score"] if record["black"] == name else -record["score"]
                   for record in records if "score" in record]
        if margins:
            self.scores.append(sum(margins) / len(margins))


def tally(records, names, games) -> Tally:
    """The Tally of a match of `games` games from its records (dicts as gopy.lab.match.results.record makes them)."""
    total = Tally(tuple(names), games)
    for record in records:
        total.add(record)
    return total
