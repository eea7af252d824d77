"""An engine for the tests of front ends: it plays a given list of moves, and needs no kernels."""
from gopy.engine.decision import Decision
from gopy.engine.options import Options
from gopy.engine.searches import Estimate
from gopy.go.clock import Clock
from gopy.go.geometry import parse_vertex
from gopy.go.handicap import fixed_handicap
from gopy.go.history import Game
from gopy.go.score import final_score
from gopy.search.report import Report


def report(to_play, value=0.6, lead=3.0):
    return Report(to_play=to_play, simulations=100, visits=100, value=value, lead=lead, score_mean=lead,
                  score_stdev=5.0, ownership=None, depth=3, nodes=10, bytes=400, seconds=0.1)


class StubEngine:
    """Answers genmove with `moves` in turn: vertices, "pass", or a number (as RESIGN).

    dead      vertices of the stones that it calls dead
    seconds   what its clock is charged for a move
    """

    def __init__(self, moves=(), size=5, dead=(), rules=None, seconds=0.0):
        self.options = Options(size=size)
        self.game = Game(size) if rules is None else Game(size, 7.5, rules)
        self.clock = Clock()
        self.stopped = 0            # how often it was told to stop
        self.closed = False
        self._moves = iter(moves)
        self._dead = dead
        self._seconds = seconds

    def _move(self):
        move = next(self._moves)
        return parse_vertex(move, self.game.size) if isinstance(move, str) else move

    def new_game(self, size=None):
        self.game = Game(size or self.game.size, self.game.komi, self.game.rules)

    def set_game(self, game):
        self.game = game

    def fixed_handicap(self, stones):
        self.game.place_handicap(fixed_handicap(self.game.size, stones))

    def configure(self, **changes):
        self.options = self.options.changed(**changes)

    def wait_ready(self, timeout=None, tell=True):
        return True

    def play(self, colour, move):
        self.game.play(colour, move)

    def undo(self):
        self.game.undo()

    def stop(self):
        self.stopped += 1

    def genmove(self, colour, *, play=True, **_):
        move = self._move()
        if play and move >= 0:
            self.game.play(colour, move)
        if play:
            self.clock.spend(colour, self._seconds)
        return Decision(move, report(colour))

    def estimate(self):
        found = report(self.game.to_play)
        return Estimate(found.to_play, found.visits, found.value, found.lead, found.ownership)

    def final_status(self):
        board = self.game.board
        dead = {point for vertex in self._dead for point in board.chain(parse_vertex(vertex, board.size))[0]}
        return {point: "dead" if point in dead else "alive" for point in board.stones(0) + board.stones(1)}

    def final_score(self):
        return final_score(self.game, [point for point, state in self.final_status().items() if state == "dead"])

    def close(self):
        self.closed = True
