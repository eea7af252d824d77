"""The clock of a game on the page: it runs while somebody can move, and stops while another position is looked at."""
from gopy.base.watch import WATCH
from gopy.go.clock import Clock, count_text, parse_time_system


class PlayingClock:
    """The time of both sides, by a clock on the wall.

    text    the time system as it was written; None: no clock
    now     the gopy.base.watch.Watch on the wall
    """

    def __init__(self, text=None, now=WATCH) -> None:
        """ValueError if the text describes no time system."""
        self.text = text or None
        self._clock = Clock(parse_time_system(text) if text else None)
        self._now = now
        self._mover = None          # who thinks about this move, or has begun to: the time of the move is theirs
        self._colour = None         # whose clock runs
        self._since = 0.0
        self._thought = 0.0         # seconds of this move that passed before `_since`

    def start(self, colour) -> None:
        """Let the clock of a colour run, unless it does already. What the other colour has thought is forgotten."""
        if self.text is None or self._colour == colour:
            return
        if self._mover != colour:
            self.forget_move()
        self._mover, self._colour, self._since = colour, colour, self._now()

    def pause(self) -> None:
        """Stop the clock; the time of this move is kept."""
        if self._colour is not None:
            self._thought += self._now() - self._since
            self._colour = None

    def finish_move(self, colour) -> bool:
        """Charge a colour for its move; returns whether it was in time."""
        thought = self._so_far(colour)
        self.forget_move()
        return self._clock.spend(colour, thought)

    def forget_move(self) -> None:
        """Stop the clock and forget the time of this move, because another one is to be made."""
        self._mover = self._colour = None
        self._thought = 0.0

    def next_end(self) -> tuple[float, bool] | None:
        """When the main time or the period of the side whose clock runs ends, and whether its flag falls then.

        The former in seconds from now. None if no clock runs.
        """
        if self._colour is None:
            return None
        left = self._remaining_now(self._colour)
        return left.seconds, self._clock.system.longest(left) <= left.seconds

    def left(self) -> list[tuple[float, int]]:
        """(seconds, stones or periods) of Black and of White before this move, as GTP's time_left has them."""
        return [(left.seconds, left.count) for left in self._clock.remaining.values() if left is not None]

    def set_left(self, colour, seconds, count) -> None:
        """Let a colour have so many seconds, with so many stones or periods. ValueError for impossible numbers."""
        self._clock.time_left(colour, seconds, int(count))

    def left_now(self) -> list[tuple[float, int]]:
        """The same in the midst of a move, about which one of them has thought for a while."""
        return [(left.seconds, left.count) for left in map(self._remaining_now, (0, 1))]

    def values(self) -> dict | None:
        """What the page shows, as values for JSON; None without a clock.

        sides   of Black and of White: `seconds` that are left of main time or of the period, and how many periods or moves,
                as text. The page counts the seconds down for the side that is `running`, and is told anew at `next_end`.
        """
        system = self._clock.system
        if self.text is None or system is None:
            return None
        return {"text": self.text, "running": self._colour, "sides": [
            {"seconds": round(left.seconds, 3), "count": count_text(system, left)}
            for left in map(self._remaining_now, (0, 1))]}

    def _remaining_now(self, colour):
        """The Remaining time of a colour, after what it has thought about this move."""
        return self._clock.system.during(self._clock.remaining[colour], self._so_far(colour))

    def _so_far(self, colour):
        """Seconds that a colour has thought about this move."""
        if colour != self._mover:
            return 0.0
        return self._thought + (0.0 if self._colour is None else self._now() - self._since)
