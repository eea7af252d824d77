"""Clocks: time systems, the time that a side has left, how thinking spends it, and all this as text.

Nothing here looks at the time of day: whoever keeps a clock hands in the seconds that have passed. All times are in seconds.

Where sources leave a rule open, these hold for every system:

- A side loses on time when it thinks longer than it may. A move that ends with the last moment is in time.
- A move that ends with a stage (main time, a byo-yomi period) belongs to that stage. So a move that ends with main time takes
  no stone of the Canadian period that begins then; every later move does, even one that takes no time.
- Byo-yomi and Canadian overtime begin in the midst of the move for which main time does not suffice.
"""
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from gopy.base.numbers import number_text, range_text, shown
from gopy.go.geometry import BLACK, WHITE

#: Bounds of what a clock may be set to, in seconds, stones and periods: at most some 300 years, and no period so short that
#: it is lost in rounding.
MAX_SECONDS = 1e10
SHORTEST_PERIOD = 1e-3
MAX_COUNT = 10**9


@dataclass(frozen=True)
class Remaining:
    """The time that one side has left. `count`: stones to play in this Canadian period, or byo-yomi periods left.

    In main time `count` is 0 and `seconds` is what is left of it; afterwards `seconds` is what is left of the period.
    fallen: whether the side has lost on time; it has no seconds then.
    """
    seconds: float
    count: int = 0
    fallen: bool = False


# Time systems -------------------------------------------------------------------------------------------

class TimeSystem:
    """What all time systems share: `main` seconds, and overtime after them in some."""
    main: float

    def start(self) -> Remaining:
        """The time of a side before its first move."""
        return Remaining(self.main) if self.main > 0 else self.overtime()

    def overtime(self) -> Remaining:
        """The time of a side whose main time is over."""
        return Remaining(0.0)

    def longest(self, left: Remaining) -> float:
        """Seconds that a move may take if a side has the Remaining time `left` before it."""
        return left.seconds + self._in_reserve(left.count)

    def during(self, left: Remaining, seconds: float) -> Remaining:
        """The Remaining time in the midst of a move, after so many seconds of it. The flag falls after `longest(left)`."""
        if left.fallen:
            return left
        if left.count == 0 and left.seconds <= 0:
            left = self.overtime()
        seconds = max(0.0, seconds)
        spent = min(seconds, self.longest(left))
        over = spent - left.seconds
        now = self._later(left.count, over) if over > 0 else Remaining(left.seconds - spent, left.count)
        return now if spent == seconds else replace(now, seconds=0.0, fallen=True)

    def spend(self, left: Remaining, seconds: float) -> Remaining:
        """The Remaining time after a move that took so many seconds."""
        now = self.during(left, seconds)
        if now.fallen:
            return now
        if now.count:
            return self._moved_in_overtime(now)
        return self._moved_in_main_time(now) if now.seconds > 0 else self.overtime()

    def _in_reserve(self, count: int) -> float:
        """Seconds of all stages after the present one, which a move may use too."""
        return 0.0

    def _later(self, count: int, over: float) -> Remaining:
        """The time left `over` seconds after the end of a stage: of main time, with a `count` of 0, or of a period."""
        raise NotImplementedError       # a system without overtime never comes here

    def _moved_in_main_time(self, left: Remaining) -> Remaining:
        return left

    def _moved_in_overtime(self, left: Remaining) -> Remaining:
        raise NotImplementedError       # likewise


@dataclass(frozen=True)
class Absolute(TimeSystem):
    """`main` seconds for all moves of the game."""
    main: float


@dataclass(frozen=True)
class Fischer(TimeSystem):
    """`increment` seconds are added after every move, up to `main_limit`; no move may take longer than `move_limit`."""
    main: float
    increment: float
    main_limit: float = math.inf
    move_limit: float = math.inf

    def start(self) -> Remaining:
        return Remaining(min(self.main, self.main_limit))

    def longest(self, left: Remaining) -> float:
        return min(left.seconds, self.move_limit)

    def spend(self, left: Remaining, seconds: float) -> Remaining:
        now = self.during(left, seconds)
        return now if now.fallen else Remaining(min(now.seconds + self.increment, self.main_limit))


@dataclass(frozen=True)
class Canadian(TimeSystem):
    """After `main` seconds, `stones` moves in every `period` seconds; the time left over in a period is lost.

    With one stone a period and no main time this is a limit for each move.
    """
    main: float
    period: float
    stones: int

    def overtime(self) -> Remaining:
        return Remaining(self.period, self.stones)

    def _in_reserve(self, count: int) -> float:
        return 0.0 if count else self.period

    def _later(self, count: int, over: float) -> Remaining:
        return Remaining(max(0.0, self.period - over), self.stones)     # from main time: there is no further period

    def _moved_in_overtime(self, left: Remaining) -> Remaining:
        return Remaining(left.seconds, left.count - 1) if left.count > 1 else self.overtime()


@dataclass(frozen=True)
class ByoYomi(TimeSystem):
    """Japanese byo-yomi: after `main` seconds, `periods` periods; a move that ends within a period does not use it up."""
    main: float
    period: float
    periods: int

    def overtime(self) -> Remaining:
        return Remaining(self.period, self.periods)

    def _in_reserve(self, count: int) -> float:
        return self.period * (count - 1 if count else self.periods)

    def _later(self, count: int, over: float) -> Remaining:
        before = count or self.periods + 1      # main time counts like one period more
        used = min(math.ceil(over / self.period), before - 1)
        return Remaining(max(0.0, used * self.period - over), before - used)

    def _moved_in_overtime(self, left: Remaining) -> Remaining:
        return Remaining(self.period, left.count)


def check_time_system(system: TimeSystem) -> None:
    """Raise a ValueError for a time system with impossible numbers."""
    for name, value in vars(system).items():
        if name in ("stones", "periods"):
            low, high = 1.0, float(MAX_COUNT)
        elif name == "period":
            low, high = SHORTEST_PERIOD, MAX_SECONDS
        else:
            low, high = 0.0, math.inf if name in ("main_limit", "move_limit") else MAX_SECONDS
        if not low <= value <= high:            # a NaN fails too
            raise ValueError(f"{name}: {number_text(value)} is not {range_text(low, high)}")


class Clock:
    """The time of both sides under one time system. `system` is None while no clock runs.

    remaining   {colour: its Remaining time before its next move}, None for both without a clock
    """

    def __init__(self, system: TimeSystem | None = None) -> None:
        self.set_time_system(system)

    def set_time_system(self, system: TimeSystem | None) -> None:
        """Start both clocks under a system (None: no limit). ValueError for impossible numbers, which change nothing."""
        if system is not None:
            check_time_system(system)
        self.system = system
        self.restart()

    def restart(self) -> None:
        """Set both clocks as at the beginning of a game."""
        start = None if self.system is None else self.system.start()
        self.remaining = {BLACK: start, WHITE: start}

    def time_left(self, colour: int, seconds: float, stones: int = 0) -> None:
        """Set what a server says: `seconds` of main time, or of the period with `stones` (moves or periods) left.

        A negative time counts as none. If no time system is set, this sets absolute time (or Canadian time), because
        there is a clock after all. ValueError for impossible numbers.
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

    def spend(self, colour: int, seconds: float) -> bool:
        """Charge `colour` for a move that took `seconds`. False if it has lost on time; without a clock nobody has."""
        left = self.remaining[colour]
        if self.system is not None and left is not None:
            self.remaining[colour] = self.system.spend(left, seconds)
        return not self.has_fallen(colour)

    def has_fallen(self, colour: int) -> bool:
        """Whether a side has lost on time."""
        left = self.remaining[colour]
        return left is not None and left.fallen


# As people write and read it ----------------------------------------------------------------------------

_WRITTEN = re.compile(
    r"(?P<minutes>N)m|(?P<seconds>N)s|(?:(?P<main>N)\+)?(?:(?P<periods>N)x(?P<period>N)|(?P<overtime>N)/(?P<stones>N))|"
    r"(?P<start>N)\+(?P<increment>N)".replace("N", r"\d{1,6}"), re.ASCII)


def parse_time_system(text: str) -> TimeSystem:
    """The time system that a text describes. ValueError if it describes none.

    "20s" or "5m": absolute time; "60+3x2": main time and byo-yomi (3 periods of 2 s); "5+1": Fischer (5 s, and 1 s more after
    each move); "60+5/10": main time and Canadian overtime (5 s for every 10 moves). "3x2" and "5/10" have no main time. All
    times are whole seconds, because GTP's are.
    """
    found = _WRITTEN.fullmatch(text.replace(" ", ""))
    if not found:
        raise ValueError(f"not a time system: {shown(text)} (20s, 5m, 60+3x2, 5+1, 60+5/10; at most six digits each)")
    part = {name: int(value) for name, value in found.groupdict().items() if value is not None}
    if any(value == 0 and name not in ("main", "increment") for name, value in part.items()):
        raise ValueError(f"a time system without time: {shown(text)}")
    main = part.get("main", 0)
    if "periods" in part:
        return ByoYomi(main, part["period"], part["periods"])
    if "stones" in part:
        return Canadian(main, part["overtime"], part["stones"])
    if part.get("increment"):
        return Fischer(part["start"], part["increment"])
    return Absolute(part.get("start") or part.get("seconds") or 60 * part["minutes"])


def time_text(system: TimeSystem, left: Remaining) -> str:
    """The time that a side has left, as text for people."""
    seconds, count = duration(left.seconds), count_text(system, left)
    if isinstance(system, Fischer):
        return f"{seconds} (+ {duration(system.increment)} a move)"
    if isinstance(system, Canadian):
        return f"{seconds} for {count}" if count else f"{seconds}, then {duration(system.period)} for {_number(system.stones, 'move')}"
    if isinstance(system, ByoYomi):
        return f"{seconds}, {count}" if count else f"{seconds}, then {_number(system.periods, 'period')} of {duration(system.period)}"
    return seconds


def count_text(system: TimeSystem, left: Remaining) -> str:
    """How many periods a side has left, or moves to make in its period; "" before overtime."""
    return _number(left.count, "move" if isinstance(system, Canadian) else "period") if left.count else ""


def duration(seconds: float) -> str:
    """Minutes and seconds as text, rounded up, so that 0:00 means no time at all."""
    minutes, rest = divmod(math.ceil(seconds), 60)
    return f"{minutes}:{rest:02}"


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" + ("" if count == 1 else "s")


# As programs tell each other ----------------------------------------------------------------------------

#: The time systems that GTP's extension of KGS can name, and those that KataGo's can name besides: the class, and how many of
#: its fields are told.
KGS_SYSTEMS: dict[str, tuple[type[Any] | None, int]] = {"none": (None, 0), "absolute": (Absolute, 1), "byoyomi": (ByoYomi, 3),
                                                        "canadian": (Canadian, 3)}
KATAGO_SYSTEMS = {**KGS_SYSTEMS, "fischer": (Fischer, 2), "fischer-capped": (Fischer, 4)}


def named_fields(name: str) -> list[str]:
    """The fields of the time system with this name that are told after the name, in their order."""
    system, count = KATAGO_SYSTEMS[name]
    return [] if system is None else [field.name for field in fields(system)[:count]]


def named_system(name: str, numbers: Sequence[float]) -> TimeSystem | None:
    """The time system with this name and these numbers; None: no limit. A limit below 0 is none."""
    system, _ = KATAGO_SYSTEMS[name]
    if system is None:
        return None
    if system is Fischer:
        return Fischer(*numbers[:2], *(math.inf if limit < 0 else limit for limit in numbers[2:]))
    found: TimeSystem = system(*numbers) if all(numbers[1:]) else Absolute(numbers[0])      # overtime without time or stones is none
    return found


def from_time_settings(main: float, period: float, stones: int) -> TimeSystem | None:
    """The time system of GTP's `time_settings`; None: no limit."""
    if period > 0:
        return Canadian(main, period, stones) if stones else None
    # GTP's absolute time; "0 0 0" is what some clients send for no limit at all.
    return Absolute(main) if main else None


def gtp_command(system: TimeSystem, knows: Callable[[str], bool]) -> str:
    """The GTP command that tells a program the time system; `knows(command)` says whether it knows a command.

    Programs without the extensions are told byo-yomi as Canadian overtime of one stone a period, which is never more time than
    they have; they see Fischer's increments only in `time_left`.
    """
    if isinstance(system, ByoYomi):
        if knows("kgs-time_settings"):
            return f"kgs-time_settings byoyomi {system.main} {system.period} {system.periods}"
        return f"time_settings {system.main} {system.period} 1"
    if isinstance(system, Canadian):
        return f"time_settings {system.main} {system.period} {system.stones}"
    if isinstance(system, Fischer) and knows("kata-time_settings"):
        return f"kata-time_settings fischer {system.main} {system.increment}"
    return f"time_settings {system.main} 0 0"


def gtp_time_left(system: TimeSystem, left: Remaining, knows: Callable[[str], bool]) -> tuple[int, int]:
    """(seconds, stones) of GTP's `time_left`, in whole seconds, rounded down, for a program that was told the system so.

    When less than a second of main time is left, overtime is told instead: "0 0" would mean that no time is left.
    """
    if left.count == 0 and left.seconds < 1:
        left = system.overtime()
    stones = left.count
    if isinstance(system, ByoYomi) and not knows("kgs-time_settings"):
        stones = min(stones, 1)
    return int(left.seconds), stones
