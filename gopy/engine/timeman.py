"""Time management: how much of the time on a clock to spend on a move. All times are in seconds.

What a clock shows, and how moves spend it, is in gopy.go.clock.
"""
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gopy.go.clock import ByoYomi, Canadian, Remaining, TimeSystem

if TYPE_CHECKING:
    from gopy.search.report import Report


# Budgets ------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Budget:
    """Seconds for one move: `optimum` as a rule, and never more than `maximum`.

    `extra` seconds more may be spent on judging a pass, because a pass saves the time of all further moves.
    """
    optimum: float
    maximum: float
    extra: float = 0.0


@dataclass(frozen=True)
class Limit:
    """How long to think about a move: simulations, seconds, or whichever ends first."""
    simulations: int | None = None
    seconds: float | None = None


def limit_budget(budget: Budget | None, seconds: float) -> Budget:
    """A Budget for the move of at most `seconds`, `extra` included, given the clock's Budget, or None if no clock runs."""
    if budget is None:
        return Budget(seconds, seconds)
    maximum = min(budget.maximum, seconds)
    return Budget(min(budget.optimum, seconds), maximum, min(budget.extra, seconds - maximum))


#: An unclear move may take so many times its optimum.
STRETCH = 2.5

#: Share of main time that judging a pass may cost.
EXTRA_SHARE = 0.01

#: In main time a move gets so many times what byo-yomi would give it, so that main time is used up while it matters.
BYO_YOMI_MULTIPLE = 1.6


def moves_left(moves_played: int, size: int) -> float:
    """Own moves that are still to come, on average: by the end four fifths of the board are filled.

    The number never falls below a floor, because a game that goes on longer must not be lost on time either.
    """
    area = size * size
    return max((0.8 * area - moves_played) / 2, 5 + area / 12)


def ramp(moves_played: int, size: int) -> float:
    """Factor for an even share of the time by the stage of the game: small in the opening, largest in the middle game."""
    stage = moves_played / (size * size)
    points = ((0.0, 0.6), (0.12, 1.3), (0.40, 1.3), (0.60, 1.0))
    for (start, low), (end, high) in zip(points, points[1:]):
        if stage < end:
            return low + (high - low) * (stage - start) / (end - start)
    return points[-1][1]


def allocate(system: TimeSystem | None, remaining: Remaining | None, moves_played: int, size: int, lag: float) -> Budget | None:
    """The Budget of one move from the Remaining time under a time system; None without a clock, where both are None.

    It keeps `lag` seconds a move for the network.
    """
    if system is None or remaining is None:
        return None
    if not isinstance(system, (ByoYomi, Canadian)):
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


def _from_main(system: TimeSystem, seconds: float, moves_played: int, size: int, lag: float) -> Budget:
    increment = getattr(system, "increment", 0.0)
    main_limit = getattr(system, "main_limit", math.inf)
    move_limit = getattr(system, "move_limit", math.inf)
    usable = max(0.0, min(seconds - 10 * lag, move_limit - 2 * lag))
    # Ten times the lag stay untouched; each move costs one lag more. With an increment the reserve refills by itself.
    share = max(0.0, seconds - 10 * lag) / moves_left(moves_played, size) * ramp(moves_played, size)
    overflow = seconds + increment - main_limit     # lost unless it is spent now
    optimum = min(usable, max(_less_lag(share + 0.9 * increment, lag), overflow))
    maximum = max(optimum, min(STRETCH * optimum, 0.25 * usable))
    return Budget(optimum, maximum, max(0.0, min(EXTRA_SHARE * seconds, min(seconds, move_limit) - lag - maximum)))


def _less_lag(seconds: float, lag: float) -> float:
    return max(seconds - lag, 0.4 * seconds)


def _before_periods(system: ByoYomi | Canadian, seconds: float, moves_played: int, size: int, lag: float, margin: float) -> Budget:
    # A move that takes longer than main time runs into the first period, which byo-yomi gives back.
    usable = max(0.0, seconds + system.period - margin)
    per_move = system.period
    if isinstance(system, Canadian):
        per_move /= system.stones
        usable = max(0.0, seconds - margin + per_move)
    share = seconds / moves_left(moves_played, size) * ramp(moves_played, size)
    optimum = min(usable, max(_less_lag(share, lag), BYO_YOMI_MULTIPLE * per_move - lag))
    return Budget(optimum, max(optimum, min(STRETCH * optimum, usable)))


# Ending a search early or late --------------------------------------------------------------------------

#: The second move is close to the first if it has at least this share of its visits.
CLOSE_SHARE = 0.5

#: A win rate above the first number needs only half the time, one above the second only a quarter.
WON, CERTAIN = 0.90, 0.97

#: Fewer simulations than this say nothing about the order of the moves.
MIN_SIMULATIONS = 200


def _most_of_others(report: "Report") -> int:
    """The most visits of a move other than the one to play. The moves are not always in the order of their visits."""
    return max((child.visits for child in report.children[1:]), default=0)


def unclear(report: "Report") -> bool:
    """Whether more thought may change the move: another move has about as many visits, or a better win rate."""
    if len(report.children) < 2:
        return False
    best = report.children[0]
    if _most_of_others(report) >= CLOSE_SHARE * best.visits:
        return True
    best_valued = max((child for child in report.children if child.visits >= 0.2 * best.visits),
                      key=lambda child: child.winrate)
    return best_valued.move != best.move


def enough(report: "Report", elapsed: float, budget: Budget, least: int = MIN_SIMULATIONS) -> bool:
    """Whether a search that has run for `elapsed` seconds may end under `budget`, judged by its report so far.

    A report of fewer than `least` simulations says nothing: the search goes on, unless the budget's maximum is reached.
    """
    if elapsed >= budget.maximum:
        return True
    if report.simulations < least or not report.children:
        return False
    best = report.children[0]
    ease = 0.25 if best.winrate > CERTAIN else 0.5 if best.winrate > WON else 1.0
    target = budget.optimum * ease
    if elapsed >= target:
        return ease < 1.0 or not unclear(report)
    to_come = report.simulations / elapsed * (target - elapsed) if elapsed > 0 else math.inf
    return best.visits > _most_of_others(report) + to_come
