"""The clock of a player in a match: a time system, whether its program is told, and how strictly it is kept.

A limit of seconds per move is told to a program as `time_settings 0 SECONDS 1` (overtime with one stone per period),
except to players that have the limit as an option. A player loses if a move takes longer than the limit by more than
MOVE_TOLERANCE, or by more than a tenth of the limit if that is more.
"""
import math
from dataclasses import dataclass

from gopy.go.clock import Canadian, TimeSystem, gtp_command, gtp_time_left

#: Seconds by which a limit per move may be exceeded, because engines look at their clocks only now and then.
MOVE_TOLERANCE = 0.5


@dataclass(frozen=True)
class TimeControl:
    """How the time of a player is controlled.

    system      its time system
    tolerance   seconds by which a move may take longer than the system allows
    told        whether the program is told the time system; the clock runs in any case
    """
    system: TimeSystem
    tolerance: float = 0.0
    told: bool = True

    def settings(self, knows) -> list[str]:
        """The GTP commands that tell a program the time system; `knows(command)` says whether it knows a command."""
        return [gtp_command(self.system, knows)] if self.told else []


def move_limit_control(seconds, told, player) -> TimeControl:
    """The TimeControl of `seconds` for each move.

    ValueError if the number has to be told to the `player` and is not whole.
    """
    if told and seconds != int(seconds):
        raise ValueError(f"{seconds:g} seconds a move cannot be told to {player!r}: GTP's times are whole seconds")
    period = int(seconds) if seconds == int(seconds) else seconds
    return TimeControl(Canadian(0, period, 1), max(MOVE_TOLERANCE, 0.1 * seconds), told)


class PlayerClock:
    """The clock of one player.

    remaining   the gopy.go.clock.Remaining time before its next move
    least       the fewest seconds that its flag was ever from falling when it moved, below 0 if it was too late
    """

    def __init__(self, control) -> None:
        self.control, self.remaining, self.least = control, control.system.start(), math.inf

    def time_left(self, knows) -> tuple[int, int]:
        """(seconds, stones) for GTP's `time_left`."""
        return gtp_time_left(self.control.system, self.remaining, knows)

    def spend(self, seconds) -> bool:
        """Charge the player for one move; returns whether it is still within the time."""
        system, longest = self.control.system, self.control.system.longest(self.remaining)
        self.least = min(self.least, longest - seconds)
        within = longest < seconds <= longest + self.control.tolerance
        self.remaining = system.spend(self.remaining, longest if within else seconds)
        return not self.remaining.fallen
