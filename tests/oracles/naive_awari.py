"""Awari, slowly and from the rules: a list of twelve pits, seeds sown one at a time. A move is a pit or PASS."""
PASS = "pass"
MAX_PLIES = 2500


class Naive:
    """pits[0:6] are player 0's, pits[6:12] player 1's."""

    def __init__(self, pits=(4,) * 12, captured=(0, 0), player=0):
        self.pits, self.captured, self.player, self.plies, self.passes = list(pits), list(captured), player, 0, 0

    def copy(self):
        other = Naive(self.pits, self.captured, self.player)
        other.plies, other.passes = self.plies, self.passes
        return other

    def row(self, player):
        return range(6 * player, 6 * player + 6)

    def play(self, move):
        if move == PASS:
            self.passes += 1
        else:
            self.passes = 0
            in_hand, self.pits[move], place = self.pits[move], 0, move
            while in_hand:
                place = (place + 1) % 12
                if place != move:
                    self.pits[place] += 1
                    in_hand -= 1
            while place in self.row(1 - self.player) and self.pits[place] in (2, 3):
                self.captured[self.player] += self.pits[place]
                self.pits[place] = 0
                place -= 1
        self.player, self.plies = 1 - self.player, self.plies + 1

    def legal_moves(self):
        found = []
        for pit in self.row(self.player):
            then = self.copy()
            then.play(pit)
            if self.pits[pit] and any(then.pits[place] for place in self.row(1 - self.player)):
                found.append(pit)
        return found or [PASS]

    def text(self, move):
        return PASS if move == PASS else "ABCDEFabcdef"[move]

    @property
    def value(self):
        """1, 0.5 or 0 for player 0 at the end, None before."""
        if max(self.pits) <= 1:
            first, second = self.captured
            return 1.0 if first > second else 0.0 if first < second else 0.5
        return 0.5 if self.passes == 2 or self.plies >= MAX_PLIES else None
