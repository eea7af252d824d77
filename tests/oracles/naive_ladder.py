"""Ladders, slowly, from what gopy means by them: an oracle on boards that are dicts, with no bitboards and no undoing.

The defender's chain runs onto its one liberty; the attacker answers with an atari from the side that leaves the next run fewest
liberties; and so on. A chain is caught when its run leaves it one liberty or none. It is not caught when the run leaves it three,
when a chain that attacks it is in atari itself, or when no atari leaves the attacker two liberties.
"""
from oracles.naive import OTHER, Naive

LONGEST = 120


class Ladders:
    """Ladders on a board: a dict from (row, column) to "b" or "w", with every chain in possession of a liberty."""

    def __init__(self, size):
        self.rules = Naive(size)

    def chain(self, board, point):
        return self.rules.region(board, point)[0]

    def liberties(self, board, chain):
        """The empty points next to a chain, in the order of points."""
        return sorted({near for stone in chain for near in self.rules.neighbours(stone) if near not in board})

    def after(self, board, point, colour):
        """The board after a stone: enemies without a liberty are taken off, and nothing else."""
        return self.rules.without_dead({**board, point: colour}, OTHER[colour])

    def count_after(self, board, point, colour):
        """Liberties of the chain that a stone makes, where each stone that it captures counts as one, wherever it lay."""
        captured = {stone for near in self.rules.neighbours(point) if board.get(near) == OTHER[colour]
                    for chain in [self.chain(board, near)] if self.liberties(board, chain) == [point] for stone in chain}
        placed = {**board, point: colour}
        return len(self.liberties(placed, self.chain(placed, point))) + len(captured)

    def attacker_in_atari(self, board, chain):
        return any(len(self.liberties(board, self.chain(board, near))) == 1 for stone in chain
                   for near in self.rules.neighbours(stone) if near in board and board[near] != board[stone])

    def can_place(self, board, point, colour):
        after = self.after(board, point, colour)
        return bool(self.liberties(after, self.chain(after, point)))

    def attack_captures(self, board, stone, attack):
        """Whether an atari at `attack`, one of the two liberties of the chain at `stone`, captures it."""
        defender = board[stone]
        run, = [point for point in self.liberties(board, self.chain(board, stone)) if point != attack]
        if self.count_after(board, attack, OTHER[defender]) < 2 or self.count_after(board, run, defender) > 3:
            return False
        return self._caught(self.after(board, attack, OTHER[defender]), stone)

    def run_fails(self, board, stone):
        """Whether the chain at `stone`, which is in atari, is captured even if it runs."""
        run, = self.liberties(board, self.chain(board, stone))
        left = self.count_after(board, run, board[stone])
        return left < 2 if left != 2 else self._caught(board, stone)

    def is_lost_run(self, board, point, colour):
        """Whether a move at `point` does nothing but run with one chain in a ladder that captures it."""
        chains = {frozenset(self.chain(board, near)) for near in self.rules.neighbours(point) if board.get(near) == colour}
        if len(chains) != 1:
            return False
        chain, = chains
        return (self.liberties(board, chain) == [point] and self.count_after(board, point, colour) == 2
                and self.run_fails(board, min(chain)))

    def _caught(self, board, stone):
        defender = board[stone]
        for _ in range(LONGEST):
            chain = self.chain(board, stone)
            run = self.liberties(board, chain)[0]
            if self.attacker_in_atari(board, chain):
                return False
            if not self.can_place(board, run, defender):
                return True
            board = self.after(board, run, defender)
            liberties = self.liberties(board, self.chain(board, stone))
            if len(liberties) != 2:
                return len(liberties) == 1
            ways = []
            for attack, answer in (liberties, liberties[::-1]):
                left = self.count_after(board, answer, defender)
                if self.count_after(board, attack, OTHER[defender]) >= 2 and left < 4:
                    ways.append((left, attack))
            if not ways:
                return False
            attack = min(ways, key=lambda way: way[0])[1]       # the first of the two liberties if both are equal
            board = self.after(board, attack, OTHER[defender])
        return False
