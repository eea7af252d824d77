"""Awari, slowly and from the rules: a list of twelve pits, seeds sown one at a time."""


class Position:
    """pits[0:6] are player 0's, pits[6:12] player 1's."""

    def __init__(self):
        self.pits, self.captured, self.player, self.passes = [4] * 12, [0, 0], 0, 0

    def row(self, player):
        return range(6 * player, 6 * player + 6)

    def after(self, pit):
        """The position after a move, legal or not."""
        then = Position()
        then.pits, then.captured, then.player = self.pits[:], self.captured[:], 1 - self.player
        if pit == "pass":
            then.passes = self.passes + 1
            return then
        in_hand, then.pits[pit], place = self.pits[pit], 0, pit
        while in_hand:
            place = (place + 1) % 12
            if place != pit:
                then.pits[place] += 1
                in_hand -= 1
        while place in self.row(1 - self.player) and then.pits[place] in (2, 3):
            then.captured[self.player] += then.pits[place]
            then.pits[place] = 0
            place -= 1
        return then

    def legal(self):
        """{move: position after}; a move is a pit, or "pass" if there is no other."""
        found = {}
        for pit in self.row(self.player):
            if self.pits[pit]:
                then = self.after(pit)
                if any(then.pits[place] for place in self.row(1 - self.player)):
                    found[pit] = then
        return found or {"pass": self.after("pass")}

    def over(self):
        return max(self.pits) <= 1 or self.passes == 2

    def value(self):
        """1, 0.5 or 0 for player 0 at the end."""
        first, second = self.captured
        if self.passes == 2 and max(self.pits) > 1:
            return 0.5
        return 1.0 if first > second else 0.0 if first < second else 0.5


def perft(position, depth):
    """How many sequences of `depth` moves there are, none longer than the game."""
    if depth == 0:
        return 1
    if position.over():
        return 0
    return sum(perft(then, depth - 1) for then in position.legal().values())
