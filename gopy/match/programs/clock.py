"""Time controls, and the clock that a match runner keeps for each player.

Written as text: "20s" or "5m" sudden death; "60+3x2" main time and byo-yomi (3 periods of 2 s); "5+1" Fischer
(5 s and 1 s a move); "60+5/10" main time and Canadian overtime (5 s for every 10 moves). "3x2" and "5/10" have
no main time. All times are whole seconds, because GTP's are.

A limit of seconds per move is told to an engine as `time_settings 0 SECONDS 1` (overtime with one stone per period),
except to players that have the limit as an option. A player loses if a move takes longer than the limit by more than
MOVE_TOLERANCE, or by more than a tenth of the limit if that is more.
"""
import re
from dataclasses import dataclass

from gopy.inputs.numbers import shown

#: Seconds by which a limit per move may be exceeded, because engines look at their clocks only now and then.
MOVE_TOLERANCE = 0.5

_TIME_CONTROL = re.compile(
    r"(?P<minutes>N)m|(?P<seconds>N)s|(?:(?P<main>N)\+)?(?:(?P<periods>N)x(?P<period>N)|(?P<overtime>N)/(?P<stones>N))|"
    r"(?P<start>N)\+(?P<increment>N)".replace("N", r"\d{1,6}"), re.ASCII)


@dataclass(frozen=True)
class TimeControl:
    """A time control: `main` seconds, and then one of these: `periods` byo-yomi periods of `period` seconds, Canadian
    overtime of `period` seconds for `stones` moves, or `increment` seconds added after each move.

    tolerance   seconds by which Canadian overtime may be exceeded
    told        whether the engine is told the time control; the clock runs in any case
    """
    main: int
    periods: int = 0
    period: float = 0
    stones: int = 0
    increment: int = 0
    tolerance: float = 0.0
    told: bool = True

    def settings(self, knows) -> list[str]:
        """The GTP commands that tell an engine the time control; `knows(command)` says whether it knows a command.

        Engines without the extensions are told byo-yomi as Canadian overtime of one stone per period, which is never more
        time than they have; they see Fischer's increments only in `time_left`.
        """
        if not self.told:
            return []
        if self.periods and knows("kgs-time_settings"):
            return [f"kgs-time_settings byoyomi {self.main} {self.period} {self.periods}"]
        if self.increment and knows("kata-time_settings"):
            return [f"kata-time_settings fischer {self.main} {self.increment}"]
        return [f"time_settings {self.main} {self.period} {self.stones or min(self.periods, 1)}"]


def parse_time_control(text) -> TimeControl:
    """The TimeControl that a text describes, in the notation of this module. ValueError if it is wrong."""
    found = _TIME_CONTROL.fullmatch(text.replace(" ", ""))
    if not found:
        raise ValueError(f"not a time control: {shown(text)} (20s, 5m, 60+3x2, 5+1, 60+5/10; at most six digits each)")
    part = {name: int(value) for name, value in found.groupdict().items() if value is not None}
    if any(value == 0 and name not in ("main", "increment") for name, value in part.items()):
        raise ValueError(f"a time control without time: {text!r}")
    if "minutes" in part or "seconds" in part:
        return TimeControl(part.get("seconds", 60 * part.get("minutes", 0)))
    if "start" in part:
        return TimeControl(part["start"], increment=part["increment"])
    if "periods" in part:
        return TimeControl(part.get("main", 0), periods=part["periods"], period=part["period"])
    return TimeControl(part.get("main", 0), period=part["overtime"], stones=part["stones"])


def move_limit_control(seconds, told, player) -> TimeControl:
    """The TimeControl of `seconds` for each move.

    ValueError if the number is out of range, or if it has to be told to the `player` and is not whole.
    """
    if not 0 < seconds <= 1e6:
        raise ValueError(f"seconds a move: {seconds:g} is not between 0 and 1e6")
    if told and seconds != int(seconds):
        raise ValueError(f"{seconds:g} seconds a move cannot be told to {player!r}: GTP's times are whole seconds")
    period = int(seconds) if seconds == int(seconds) else seconds
    return TimeControl(0, period=period, stones=1, tolerance=max(MOVE_TOLERANCE, 0.1 * seconds), told=told)


class Clock:
    """The clock of one player."""

    def __init__(self, control) -> None:
        self.control = control
        self.main = float(control.main)
        self.periods = control.periods
        self.overtime = float(control.period)      # seconds left of the current period
        self.stones = control.stones               # moves still to be made in the Canadian period
        self.least = float("inf")                  # the least time ever left after a move

    def time_left(self, knows) -> tuple[int, int]:
        """(seconds, stones) for GTP's `time_left`, in whole seconds, rounded down.

        When less than a second of main time is left, overtime is told instead: "0 0" would mean that no time is left.
        """
        if self.main >= 1 or not self.control.period:
            return int(self.main), 0
        if self.control.stones:
            return int(self.overtime), self.stones
        return int(self.overtime), self.periods if knows("kgs-time_settings") else 1

    def spend(self, seconds) -> bool:
        """Subtract the time of one move; returns whether the player is still within the time."""
        control = self.control
        from_main = min(self.main, seconds) if control.period else seconds
        self.main -= from_main
        over = seconds - from_main
        if self.main <= 0 and control.periods:
            while over > control.period and self.periods:
                over -= control.period
                self.periods -= 1
            in_time = self.periods > 0
            self._note(self.periods * control.period - over)
            return in_time
        if self.main <= 0 and control.stones:
            self.overtime -= over
            self._note(self.overtime)
            if self.overtime < -control.tolerance:
                return False
            if over:
                self.stones -= 1
            if self.stones == 0:
                self.stones, self.overtime = control.stones, float(control.period)
            return True
        in_time = self.main >= 0
        self._note(self.main)
        self.main += control.increment
        return in_time

    def _note(self, left):
        self.least = min(self.least, left)
