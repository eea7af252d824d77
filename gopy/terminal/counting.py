"""The count of a finished game: which stones are dead, which a person may correct, and what each side has."""
from gopy.go.geometry import BLACK, EMPTY, WHITE, opponent
from gopy.go.rules import Scoring
from gopy.go.score import final_score, territory, without
from gopy.engine.status import ALIVE, DEAD, SEKI

NAMES = {BLACK: "Black", WHITE: "White"}


class Counting:
    """One game's count.

    game        gopy.go.history.Game, not changed
    status      dict from the point of each stone to "alive", "dead" or "seki", as Engine.final_status has it
    """

    def __init__(self, game, status) -> None:
        self.game = game
        self._status = dict(status)

    @property
    def dead(self) -> set[int]:
        """Set of the points of dead stones."""
        return {point for point, state in self._status.items() if state == DEAD}

    @property
    def score(self) -> float:
        """Black's points minus White's, komi included."""
        return final_score(self.game, self.dead, self._seki)

    @property
    def owners(self) -> dict[int, int]:
        """Dict from each point of territory, dead stones' points left out, to its colour."""
        return {point: owner for point, owner in self._territory.items()
                if self.game.board.colours[point] == EMPTY}

    def toggle(self, point) -> str:
        """Call the dead chain at a point alive, or a living one dead; returns its new state. ValueError for no stone."""
        board = self.game.board
        if point == self.game.pass_move or board.colours[point] == EMPTY:
            raise ValueError("no stone")
        state = ALIVE if self._status.get(point) == DEAD else DEAD
        self._status.update(dict.fromkeys(board.chain(point)[0], state))
        return state

    def lines(self) -> list[str]:
        """A line for each side with the parts of its points."""
        return [f"{NAMES[colour]}: {' + '.join(parts)} = {total:g}"
                for colour, parts, total in map(self._side, (BLACK, WHITE))]

    def _side(self, colour):
        """(colour, parts as text, their sum)."""
        game, rules = self.game, self.game.rules
        parts = [(list(self._territory.values()).count(colour), "territory")]
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
        return colour, [f"{number:g} {name}" for number, name in shown], sum(number for number, _ in parts)

    @property
    def _seki(self):
        return {point for point, state in self._status.items() if state == SEKI}

    @property
    def _territory(self):
        """Dict from point to owner, after the dead stones are off the board."""
        seki = self._seki if self.game.rules.scoring is Scoring.TERRITORY else ()
        return territory(without(self.game.board.colours, self.dead), self.game.size, seki)
