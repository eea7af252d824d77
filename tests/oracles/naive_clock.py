"""A clock of one side that is looked at every tick: an oracle for gopy.go.clock, which reckons whole moves at once.

All times are whole numbers of ticks. It was written from the rules of the time systems, as a referee with a stop-watch keeps them.
"""


class NaiveClock:
    """`kind` is "absolute", "fischer", "canadian" or "byo-yomi"; the numbers are those of the time system, in ticks."""

    def __init__(self, kind, main, period=0, count=0, increment=0, main_limit=None, move_limit=None):
        self.kind, self.period, self.count = kind, period, count
        self.increment, self.main_limit, self.move_limit = increment, main_limit, move_limit
        self.main = main if main_limit is None else min(main, main_limit)
        self.fallen = False
        self.thought = 0                # ticks of this move
        self.period_left = period
        self.count_left = count         # stones of this Canadian period, or byo-yomi periods, the present one included
        self.in_overtime = self.main == 0 and kind in ("canadian", "byo-yomi")

    def tick(self):
        """One more tick of thought passes."""
        self.thought += 1
        if self.move_limit is not None and self.thought > self.move_limit:
            self.fallen = True
        elif not self.in_overtime and self.main > 0:
            self.main -= 1
        elif self.kind in ("absolute", "fischer"):
            self.fallen = True
        else:
            self.in_overtime = True
            self._tick_of_overtime()

    def _tick_of_overtime(self):
        if self.period_left == 0:
            if self.kind == "canadian" or self.count_left == 1:
                self.fallen = True
                return
            self.count_left -= 1
            self.period_left = self.period
        self.period_left -= 1

    def press(self):
        """The move is made."""
        assert not self.fallen
        self.thought = 0
        if self.kind == "fischer":
            self.main += self.increment
            if self.main_limit is not None:
                self.main = min(self.main, self.main_limit)
        elif self.kind == "byo-yomi" and self.in_overtime:
            self.period_left = self.period
        elif self.kind == "canadian" and self.in_overtime:
            self.count_left -= 1
            if self.count_left == 0:
                self.period_left, self.count_left = self.period, self.count
        if self.main == 0 and self.kind in ("canadian", "byo-yomi"):
            self.in_overtime = True     # for the next move

    def shown(self):
        """(ticks, stones or periods) as a clock shows them while the flag has not fallen."""
        if self.in_overtime:
            return self.period_left, self.count_left
        return self.main, 0
