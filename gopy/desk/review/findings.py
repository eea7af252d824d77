"""What a review found out about the moves of a game. Pure functions from the answers of the analysis."""
from dataclasses import dataclass

from gopy.go.geometry import BLACK, vertex_text

#: A move that costs less than this share of the win rate is no swing.
SMALLEST_SWING = 0.03


@dataclass(frozen=True)
class Move:
    """A move that was played, with what the analysis says of it. Rates are Black's chances, leads Black's points."""
    number: int         #: 1 for the first move
    colour: int
    text: str           #: its vertex
    before: dict        #: the answer about the position before it
    after: dict         #: the answer about the position after it

    @property
    def loss(self) -> float:
        """By how much the player's win rate fell with the move; below 0 if it rose."""
        fall = rate(self.before) - rate(self.after)
        return fall if self.colour == BLACK else -fall

    @property
    def points_lost(self) -> float:
        """By how many points the player's expected score fell."""
        fall = lead(self.before) - lead(self.after)
        return fall if self.colour == BLACK else -fall

    @property
    def better(self) -> dict | None:
        """The best move that the analysis found, if it is another one than was played."""
        best = self.before["moveInfos"][0] if self.before["moveInfos"] else None
        return None if best is None or best["move"] == self.text else best


def rate(answer) -> float:
    """Black's chance to win."""
    return answer["rootInfo"]["winrate"]


def lead(answer) -> float:
    """The points by which Black is expected to win."""
    return answer["rootInfo"]["scoreLead"]


def moves_of(game, turns) -> list[Move]:
    """The moves of a game of which the positions before and after were analysed; turns: {moves played: answer}."""
    return [Move(number, colour, vertex_text(move, game.size), turns[number - 1], turns[number])
            for number, (colour, move) in enumerate(game.moves, start=1) if {number - 1, number} <= set(turns)]


def swings(moves, count) -> list[Move]:
    """At most `count` moves that cost their player most, in the order of the game."""
    costly = sorted((move for move in moves if move.loss >= SMALLEST_SWING and move.better),
                    key=lambda move: move.loss, reverse=True)
    return sorted(costly[:count], key=lambda move: move.number)


def lead_text(points) -> str:
    """ "B+3.5", "W+12.0" or "even": who is ahead, and by how many points."""
    if abs(points) < 0.05:
        return "even"
    return f"{'B' if points > 0 else 'W'}+{abs(points):.1f}"


def line_text(info, length=10) -> str:
    """The line of play of a candidate move."""
    return " ".join(info["pv"][:length])
