"""Time: the systems clocks run under, what is left on them, and how much of it to spend on a move.

Seconds everywhere. The server's clock is the true one: `Clock.time_left` sets what it says, and between its
messages `Clock.spend` does the same sums here.
"""
import math
from dataclasses import dataclass, replace

from gopy.go.geometry import BLACK, WHITE


#: Bounds of what a clock is told, in seconds, stones and periods: some 300 years, and no period that rounding eats.
MAX_SECONDS = 1e10
SHORTEST_PERIOD = 1e-3
MAX_COUNT = 10**9


# Time systems -------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Absolute:
    """`main` seconds for the game."""
    main: float


@dataclass(frozen=True)
class Canadian:
    """After `main`, `stones` moves in every `period`; what a period has left over is lost."""
    main: float
    period: float
    stones: int


@dataclass(frozen=True)
class ByoYomi:
    """Japanese: after `main`, `periods` periods; a move that ends within a period does not use it up."""
    main: float
    period: float
    periods: int


@dataclass(frozen=True)
class Fischer:
    """`increment` seconds are added after every move, up to `main_limit`; no move may take over `move_limit`."""
    main: float
    increment: float
    main_limit: float = math.inf
    move_limit: float = math.inf


TIME_SYSTEMS = (Absolute, Canadian, ByoYomi, Fischer)


@dataclass(frozen=True)
class Remaining:
    """What one side has left. `count`: stones to play in this Canadian period, or byo-yomi periods left.

    In main time `count` is 0 and `seconds` is main time; afterwards `seconds` is left in the current period.
    """
    seconds: float
    count: int = 0


class Clock:
    """Both sides' time. `system` is None while no clock runs."""

    def __init__(self, system=None):
        self.set_time_system(system)

    def set_time_system(self, system):
        """Start both clocks under a system (None: no limit). ValueError for impossible numbers."""
        if system is not None:
            _check(system)
        self.system = system
        self.restart()

    def restart(self):
        """Both clocks as at the beginning of a game."""
        start = None if self.system is None else _start(self.system)
        self.remaining = {BLACK: start, WHITE: start}

    def time_left(self, colour, seconds, stones=0):
        """What the server says: `seconds` of main time, or of the period with `stones` (moves or periods) left.

        A negative time counts as none. Without a time system it makes the game one of absolute time (or
        Canadian), for there is a clock after all.
        """
        if not (abs(seconds) <= MAX_SECONDS and abs(stones) <= MAX_COUNT):      # a NaN fails too
            raise ValueError(f"nobody has {seconds:g} seconds left for {stones} stones")
        seconds, stones = max(0.0, float(seconds)), max(0, int(stones))
        if self.system is None:
            self.system = Canadian(0.0, max(seconds, SHORTEST_PERIOD), stones) if stones else Absolute(seconds)
            self.restart()
        if isinstance(self.system, (Absolute, Fischer)):
            stones = 0
        self.remaining[colour] = Remaining(seconds, stones)

    def spend(self, colour, seconds):
        """Charge a move that took `seconds`."""
        if self.system is not None:
            self.remaining[colour] = spend(self.system, self.remaining[colour], seconds)

    def budget(self, colour, moves_played, size, lag):
        """The Budget of the next move of `colour`; None without a clock."""
        if self.system is None:
            return None
        return allocate(self.system, self.remaining[colour], moves_played, size, lag)


def _check(system):
    for name, value in vars(system).items():
        if name in ("stones", "periods"):
            low, high = 1, MAX_COUNT
        elif name == "period":
            low, high = SHORTEST_PERIOD, MAX_SECONDS
        else:
            low, high = 0, math.inf if name in ("main_limit", "move_limit") else MAX_SECONDS
        if not low <= value <= high:            # a NaN fails too
            raise ValueError(f"{name}: {value:g} is not between {low:g} and {high:g}")


def _start(system):
    if isinstance(system, Canadian) and system.main <= 0:
        return Remaining(system.period, system.stones)
    if isinstance(system, ByoYomi) and system.main <= 0:
        return Remaining(system.period, system.periods)
    main_limit = getattr(system, "main_limit", math.inf)
    return Remaining(min(system.main, main_limit))


def spend(system, remaining, seconds):
    """What is Remaining after a move that took `seconds`; none (0 seconds) if that was too long."""
    seconds = max(0.0, seconds)
    left, count = remaining.seconds - seconds, remaining.count
    if isinstance(system, Absolute):
        return Remaining(max(0.0, left))
    if isinstance(system, Fischer):
        return Remaining(min(left + system.increment, system.main_limit) if left >= 0 else 0.0)
    if count == 0:                              # main time
        if left > 0:
            return Remaining(left)
        return spend(system, _start(replace(system, main=0.0)), -left)
    if isinstance(system, Canadian):
        if left < 0:
            return Remaining(0.0, count)
        return Remaining(left, count - 1) if count > 1 else Remaining(system.period, system.stones)
    if left >= 0:
        return Remaining(system.period, count)
    used = math.ceil(-left / system.period)     # byo-yomi: periods are used up whole
    return Remaining(system.period, count - used) if used < count else Remaining(0.0, 1)


# Budgets ------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Budget:
    """Seconds for one move: `optimum` as a rule, never over `maximum`.

    `extra` seconds more may be spent on judging a pass, for a pass saves the time of all further moves.
    """
    optimum: float
    maximum: float
    extra: float = 0.0


@dataclass(frozen=True)
class Limit:
    """How long to think about a move: simulations, seconds, or whichever ends first."""
    simulations: int | None = None
    seconds: float | None = None


def limit_budget(budget, seconds):
    """A Budget (or None: no clock) cut to `seconds` for the move."""
    if budget is None:
        return Budget(seconds, seconds)
    return Budget(min(budget.optimum, seconds), min(budget.maximum, seconds), budget.extra)


#: An unclear move may take so many times its optimum.
STRETCH = 2.5

#: Share of main time that judging a pass may cost.
EXTRA_SHARE = 0.01

#: In main time, spend so many times what byo-yomi would give, and so use main time up while it matters.
BYO_YOMI_MULTIPLE = 1.6


def moves_left(moves_played, size):
    """Own moves that a game still lasts, on average: four fifths of the board get filled, and never less than a
    floor, because a game that goes on longer must still not lose on time."""
    area = size * size
    return max((0.8 * area - moves_played) / 2, 5 + area / 12)


def ramp(moves_played, size):
    """Share of an even slice by stage: little in the opening, most in the middle game."""
    stage = moves_played / (size * size)
    points = ((0.0, 0.6), (0.12, 1.3), (0.40, 1.3), (0.60, 1.0))
    for (start, low), (end, high) in zip(points, points[1:]):
        if stage < end:
            return low + (high - low) * (stage - start) / (end - start)
    return points[-1][1]


def allocate(system, remaining, moves_played, size, lag):
    """The Budget of one move from what is left, keeping `lag` seconds a move for the network."""
    if isinstance(system, (Absolute, Fischer)):
        return _from_main(system, remaining.seconds, moves_played, size, lag)
    margin = lag + min(1.0, 0.1 * system.period)
    if remaining.count == 0:
        return _before_periods(system, remaining.seconds, moves_played, size, lag, margin)
    usable = max(0.0, remaining.seconds - margin)
    if isinstance(system, ByoYomi):
        return Budget(usable, usable)
    optimum = max(0.0, usable / remaining.count - lag * (remaining.count - 1) / remaining.count)
    others = (remaining.count - 1) * (0.5 * optimum + lag)
    return Budget(optimum, max(optimum, min(STRETCH * optimum, usable - others)))


def _from_main(system, seconds, moves_played, size, lag):
    increment = getattr(system, "increment", 0.0)
    main_limit = getattr(system, "main_limit", math.inf)
    move_limit = getattr(system, "move_limit", math.inf)
    usable = max(0.0, min(seconds - 10 * lag, move_limit - 2 * lag))
    # Ten lags stay untouched; each move costs one more. With an increment the reserve refills by itself.
    share = max(0.0, seconds - 10 * lag) / moves_left(moves_played, size) * ramp(moves_played, size)
    overflow = seconds + increment - main_limit     # lost unless it is spent now
    optimum = min(usable, max(_less_lag(share + 0.9 * increment, lag), overflow))
    maximum = max(optimum, min(STRETCH * optimum, 0.25 * usable))
    return Budget(optimum, maximum, max(0.0, min(EXTRA_SHARE * seconds, min(seconds, move_limit) - lag - maximum)))


def _less_lag(seconds, lag):
    return max(seconds - lag, 0.4 * seconds)


def _before_periods(system, seconds, moves_played, size, lag, margin):
    # A move that outlasts main time runs into the first period, which byo-yomi gives back.
    usable = max(0.0, seconds + system.period - margin)
    per_move = system.period
    if isinstance(system, Canadian):
        per_move /= system.stones
        usable = max(0.0, seconds - margin + per_move)
    share = seconds / moves_left(moves_played, size) * ramp(moves_played, size)
    optimum = min(usable, max(_less_lag(share, lag), BYO_YOMI_MULTIPLE * per_move - lag))
    return Budget(optimum, max(optimum, min(STRETCH * optimum, usable)))


# Ending a search early or late --------------------------------------------------------------------------

#: The second move's visits count as close to the first's from this share on.
CLOSE_SHARE = 0.5

#: A value above this needs only half the time, above the second only a quarter.
WON, CERTAIN = 0.90, 0.97

#: Fewer simulations than this say nothing about the order of the moves.
MIN_SIMULATIONS = 200


def unclear(report):
    """Whether more thought may change the move: the second is close, or another has the better win rate."""
    if len(report.children) < 2:
        return False
    best, second = report.children[:2]
    if second.visits >= CLOSE_SHARE * best.visits:
        return True
    best_valued = max((child for child in report.children if child.visits >= 0.2 * best.visits),
                      key=lambda child: child.winrate)
    return best_valued.move != best.move


def enough(report, elapsed, budget):
    """Whether a search that ran `elapsed` seconds may end under `budget`, seen from its report so far."""
    if elapsed >= budget.maximum:
        return True
    if report.simulations < MIN_SIMULATIONS or not report.children:
        return False
    best = report.children[0]
    ease = 0.25 if best.winrate > CERTAIN else 0.5 if best.winrate > WON else 1.0
    target = budget.optimum * ease
    if elapsed >= target:
        return ease < 1.0 or not unclear(report)
    second = report.children[1].visits if len(report.children) > 1 else 0
    to_come = report.simulations / elapsed * (target - elapsed) if elapsed > 0 else math.inf
    return best.visits > second + to_come
