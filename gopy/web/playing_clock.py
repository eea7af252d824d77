"""The clock of a game on the page: it runs while somebody can move, and stops while another position is looked at."""
import math
import time

from gopy.engine.timeman import Absolute, Canadian, Clock, Fischer
from gopy.terminal.clocks import parse_time_system


class PlayingClock:
    """The time of both sides.

    text    the time system as it was written; None: no clock
    """

    def __init__(self, text=None, now=time.monotonic) -> None:
        """ValueError if the text describes no time system."""
        self.text = text or None
        self._clock = Clock(parse_time_system(text) if text else None)
        self._now = now
        self._mover = None          # who thinks about this move, or has begun to
        self._colour = None         # whose clock runs
        self._since = 0.0
        self._thought = 0.0         # seconds of this move that passed before `_since`

    def start(self, colour) -> None:
        """Let the clock of a colour run, unless it does already."""
        if self.text is not None and self._colour != colour:
            self._mover, self._colour, self._since = colour, colour, self._now()

    def pause(self) -> None:
        """Stop the clock; the time of this move is kept."""
        if self._colour is not None:
            self._thought += self._now() - self._since
            self._colour = None

    def finish_move(self, colour) -> bool:
        """Charge a colour for its move; returns whether it was in time."""
        thought = self._so_far()
        self.forget_move()
        if self.text is None:
            return True
        in_time = thought <= self._most(colour)
        self._clock.spend(colour, thought)
        return in_time

    def forget_move(self) -> None:
        """Stop the clock and forget the time of this move, because another one is to be made."""
        self._mover = self._colour = None
        self._thought = 0.0

    def seconds_to_flag(self) -> float | None:
        """Seconds until the side whose clock runs has lost on time; None if no clock runs."""
        if self._colour is None:
            return None
        return self._most(self._colour) - self._so_far()

    def left(self) -> list[tuple[float, int]]:
        """(seconds, stones or periods) of Black and of White before this move, as GTP's time_left has them."""
        return [(self._clock.remaining[colour].seconds, self._clock.remaining[colour].count) for colour in (0, 1)]

    def left_now(self, colour) -> list[tuple[float, int]]:
        """The same in the midst of a move of a colour, which has thought for a while."""
        left = self.left()
        left[colour] = self._after(*left[colour], self._so_far())
        return left

    def values(self) -> dict | None:
        """What the page shows, as values for JSON; None without a clock. `thought` is the mover's time of this move."""
        if self.text is None:
            return None
        system = self._clock.system
        return {"text": self.text, "left": self.left(), "thought": round(self._so_far(), 3), "mover": self._mover,
                "running": self._colour, "period": getattr(system, "period", 0),
                "count": getattr(system, "periods", getattr(system, "stones", 0)), "canadian": isinstance(system, Canadian)}

    def _so_far(self):
        """Seconds of this move that have passed."""
        return self._thought + (0.0 if self._colour is None else self._now() - self._since)

    def _after(self, seconds, count, thought):
        """(seconds, stones or periods) of a side that had these before its move, after so many seconds of the move."""
        system, left = self._clock.system, seconds - thought
        period = getattr(system, "period", 0.0)
        if left >= 0 or not period:
            return max(0.0, left), count
        if isinstance(system, Canadian):
            return (0.0, count) if count else (max(0.0, period + left), system.stones)
        periods, used = count or system.periods + 1, math.ceil(-left / period)
        return (left + used * period, periods - used) if used < periods else (0.0, 1)

    def _most(self, colour):
        """Seconds that a move of a colour may take."""
        system, left = self._clock.system, self._clock.remaining[colour]
        if isinstance(system, (Absolute, Fischer)):
            return left.seconds
        if left.count == 0:         # main time, then all periods, or the one Canadian period
            return left.seconds + system.period * getattr(system, "periods", 1)
        return left.seconds + system.period * (0 if isinstance(system, Canadian) else left.count - 1)
