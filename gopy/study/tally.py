"""What the recorded games of a match add up to."""
from collections import Counter
from dataclasses import dataclass, field

from gopy.study.settings import pair_of
from gopy.study.statistics import elo, elo_interval, wilson

@dataclass
class Tally:
    """Counts over the games of complete pairs. Points and wins are those of player a, the first of `names`."""
    names: tuple
    games: int = 0                     # counted: neither void nor half of an unfinished pair
    wins: int = 0
    jigo: int = 0
    void: list = field(default_factory=list)        # ids
    disputed: list = field(default_factory=list)    # ids
    failures: Counter = field(default_factory=Counter)   # (name, end) -> games it ended by a failure
    wins_as: Counter = field(default_factory=Counter)    # colour "black" or "white" of a -> wins of a
    games_as: Counter = field(default_factory=Counter)
    duplicates: int = 0                # games with the very moves of an earlier one
    total_moves: int = 0
    moves: Counter = field(default_factory=Counter)      # name -> moves it chose
    seconds: Counter = field(default_factory=Counter)    # name -> wall time of those
    cpu: Counter = field(default_factory=Counter)        # name -> CPU seconds, of the games where it is known
    cpu_moves: Counter = field(default_factory=Counter)  # name -> moves it chose for that: all but the first
    least_left: dict = field(default_factory=dict)       # name -> seconds its clock came down to, over all games

    @property
    def points(self):
        """Wins, a jigo counting a half."""
        return self.wins + 0.5 * self.jigo

    @property
    def share(self):
        """Points by games; 0.5 before the first."""
        return self.points / self.games if self.games else 0.5

    def interval(self):
        """95 % interval of the share (Wilson)."""
        return wilson(self.points, self.games)

    def summary(self):
        """One line: points, share and Elo with their intervals."""
        low, high = self.interval()
        elo_low, elo_high = elo_interval(self.points, self.games)
        return (f"{self.names[0]} {self.points:g} of {self.games}, {100 * self.share:.1f} % "
                f"({100 * low:.1f}-{100 * high:.1f}), Elo {elo(self.share):+.0f} ({elo_low:+.0f} to {elo_high:+.0f})")


def tally(records, names, games):
    """The Tally of a match of `games` games from its records (dicts as gopy.study.record makes them)."""
    total = Tally(tuple(names))
    played = {record["id"] for record in records}
    sequences = set()
    for record in records:
        game_id = record["id"]
        if record["digest"] in sequences:
            total.duplicates += 1
        sequences.add(record["digest"])
        if record["disputed"]:
            total.disputed.append(game_id)
        if "culprit" in record:
            total.failures[record["culprit"], record["end"]] += 1
        _add_effort(total, record)
        if record["winner"] is None:
            total.void.append(game_id)
        elif all(partner in played or partner >= games for partner in _pair_ids(game_id)):
            _add_result(total, record)
    return total


def _add_effort(total, record):
    total.total_moves += record["moves"]
    for name in total.names:
        total.moves[name] += record["chosen"][name]
        total.seconds[name] += record["seconds"][name]
        left = record.get("least_left", {}).get(name)
        if left is not None:
            total.least_left[name] = min(left, total.least_left.get(name, left))
        if record["cpu"][name] is not None:
            total.cpu[name] += record["cpu"][name]
            total.cpu_moves[name] += record["chosen"][name] - 1


def _add_result(total, record):
    name = total.names[0]
    colour = "black" if record["black"] == name else "white"
    won = record["winner"] == name
    total.games += 1
    total.games_as[colour] += 1
    total.wins += won
    total.wins_as[colour] += won
    total.jigo += record["winner"] == "jigo"


def _pair_ids(game_id):
    return 2 * pair_of(game_id), 2 * pair_of(game_id) + 1
