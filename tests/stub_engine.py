"""An engine for the tests of front ends: it plays a given list of moves, and needs no kernels."""
from gopy.decision import Decision
from gopy.go.geometry import parse_vertex
from gopy.go.history import Game
from gopy.go.score import final_score
from gopy.search.report import Report


def report(to_play, value=0.6, score_mean=3.0):
    return Report(to_play=to_play, simulations=100, visits=100, value=value, score_mean=score_mean,
                  score_stdev=5.0, ownership=None, depth=3, nodes=10, bytes=400, seconds=0.1)


class StubEngine:
    """Answers genmove with `moves` in turn: vertices, "pass", or a number (as RESIGN)."""

    def __init__(self, moves, size=5, dead=()):
        self.game = Game(size)
        self._moves = iter(moves)
        self._dead = dead
        self.closed = False

    def _move(self):
        move = next(self._moves)
        return parse_vertex(move, self.game.size) if isinstance(move, str) else move

    def new_game(self, size=None):
        self.game = Game(size or self.game.size)

    def wait_ready(self, timeout=None):
        return True

    def play(self, colour, move):
        self.game.play(colour, move)

    def undo(self):
        self.game.undo()

    def genmove(self, colour, *, play=True):
        move = self._move()
        if play and move >= 0:
            self.game.play(colour, move)
        return Decision(move, report(colour))

    def estimate(self):
        return report(self.game.to_play)

    def final_status(self):
        return {parse_vertex(vertex, self.game.size): "dead" for vertex in self._dead}

    def final_score(self):
        return final_score(self.game, self.final_status())

    def close(self):
        self.closed = True
