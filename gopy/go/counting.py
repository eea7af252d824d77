"""The count of a finished game: which stones are dead, which the person may correct, and the points of each side."""
from gopy.go.geometry import BLACK, EMPTY, WHITE, opponent
from gopy.go.rules import Scoring
from gopy.go.score import ALIVE, DEAD, SEKI, final_score, territory, without

NAMES = {BLACK: "Black", WHITE: "White"}


class Counting:
    """The count of one game.

    game        the gopy.go.history.Game, which is not changed
    status      dict from the point of each stone to "alive", "dead" or "seki", as Engine.final_status returns it
    """

    def __init__(self, game, status) -> None:
        self.game = game
        self._status = dict(status)

    @property
    def dead(self) -> set[int]:
        """The set of the points of dead stones."""
        return {point for point, state in self._status.items() if state == DEAD}

    @property
    def score(self) -> float:
        """Black's points minus White's, komi included."""
        return final_score(self.game, self.dead, self._seki)

    @property
    def owners(self) -> dict[int, int]:
        """Dict from each empty point of territory to its colour; points with dead stones are left out."""
        return {point: owner for point, owner in self.territory.items()
                if self.game.board.colours[point] == EMPTY}

    def toggle(self, point) -> str:
        """Mark a dead chain as alive or a living one as dead; returns its new state. ValueError if there is no stone."""
        board = self.game.board
        if point == self.game.pass_move or board.colours[point] == EMPTY:
            raise ValueError("no stone")
        state = ALIVE if self._status.get(point) == DEAD else DEAD
        self._status.update(dict.fromkeys(board.chain(point)[0], state))
        return state

    def lines(self) -> list[str]:
        """A line of text for each side that lists the parts of its points."""
        return [f"{NAMES[colour]}: {' + '.join(f'{points:g} {name}' for points, name in parts)} = {total:g}"
                for colour, parts, total in self.sides()]

    def sides(self) -> list[tuple[int, list[tuple[float, str]], float]]:
        """(colour, [(points, what they are for)], their sum) of each side."""
        return [self._side(colour) for colour in (BLACK, WHITE)]

    def _side(self, colour):
        game, rules = self.game, self.game.rules
        parts = [(list(self.territory.values()).count(colour), "territory")]
        if rules.scoring is Scoring.TERRITORY:
            dead = sum(game.board.colours[point] == opponent(colour) for point in self.dead)
            parts.append((game.board.captures[colour] + dead, "prisoners"))
        else:
            living = without(game.board.colours, self.dead).count(colour)
            parts.insert(0, (living, "stones"))
        if colour == WHITE:
            parts.append((game.komi, "komi"))
            parts.append((rules.white_bonus(game.handicap), "for the handicap"))
        shown = [(number, name) for number, name in parts if number or name in ("territory", "stones")]
        return colour, shown, sum(number for number, _ in parts)

    @property
    def _seki(self):
        return {point for point, state in self._status.items() if state == SEKI}

    @property
    def territory(self) -> dict[int, int]:
        """Dict from a point of territory to its owner, after the dead stones have been removed."""
        seki = self._seki if self.game.rules.scoring is Scoring.TERRITORY else ()
        return territory(without(self.game.board.colours, self.dead), self.game.size, seki)
