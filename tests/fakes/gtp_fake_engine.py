"""An engine without a search, for tests of what stands in front of one.

It keeps a real game and clock, plays the first legal move, and makes up reports at once.
"""
import threading
import time
from dataclasses import dataclass, field

import numpy as np

from gopy.engine.decision import CannotScore, Decision
from gopy.engine.engine import Engine
from gopy.engine.options import Options
from gopy.engine.searches import Estimate
from gopy.go.clock import Clock
from gopy.go.geometry import num_points
from gopy.go.handicap import check_free_handicap, fixed_handicap, free_handicap
from gopy.go.history import Game
from gopy.go.rules import parse_rules
from gopy.go.score import final_score
from gopy.search.outline import Node


@dataclass
class Child:
    move: int
    visits: int
    winrate: float
    prior: float
    lcb: float
    rave_mean: float
    pv: list
    proven: str = ""
    pv_visits: list = field(default_factory=list)
    scored: int = 0
    score_stdev: float = 0.0
    lead: float = 0.0
    ownership: object = None


@dataclass
class FakeReport:
    to_play: int
    children: list
    ownership: list
    simulations: int = 100
    visits: int = 100
    value: float = 0.55
    lead: float = 2.5
    score_stdev: float = 9.0
    depth: int = 7
    nodes: int = 321
    bytes: int = 4096
    seconds: float = 0.25
    criticality: object = field(default_factory=lambda: np.full(90, 0.25))


@dataclass
class FakeEngine:
    """`thinking_seconds`: how long a genmove takes unless it is stopped. `calls` records what was asked, `thoughts` whether
    each thought "ended" or was "stopped"."""
    options: Options = field(default_factory=lambda: Options(size=9))
    thinking_seconds: float = 0.0
    calls: list = field(default_factory=list)
    thoughts: list = field(default_factory=list)
    closed: bool = False
    raw_judgement = Engine.raw_judgement     # needs no search

    def __post_init__(self):
        self.game = Game(self.options.size, self.options.komi, parse_rules(self.options.rules))
        self.clock = Clock()
        self.ready = threading.Event()
        self.ready.set()
        self._stopped = threading.Event()

    def wait_ready(self, timeout=None):
        return self.ready.wait(timeout)

    def new_game(self, size=None):
        self.game = Game(self.game.size if size is None else size, self.game.komi, self.game.rules)

    def configure(self, **changes):
        self.options = self.options.changed(**changes)

    def set_komi(self, komi):
        self.game.komi = komi

    def set_rules(self, rules):
        self.game.rules = rules

    def play(self, colour, move):
        self.game.play(colour, move)

    def undo(self):
        self.game.undo()

    def set_game(self, game):
        self.game = game

    def fixed_handicap(self, stones):
        return self._place(fixed_handicap(self.game.size, stones))

    def place_free_handicap(self, stones):
        return self._place(free_handicap(self.game.size, stones))

    def set_free_handicap(self, points):
        return self._place(check_free_handicap(self.game.size, points))

    def _place(self, points):
        if self.game.moves or self.game.board.hash:
            raise ValueError("board not empty")
        self.game.place_handicap(points)
        return points

    def genmove(self, colour, *, cleanup=False, play=True, on_report=None, interval=None, restrict=None,
                should_stop=None, owners=False):
        self.calls.append(("genmove", colour, cleanup, play, restrict))
        legal = [move for move in self.game.legal_moves(colour) if restrict is None or restrict.permits(move)]
        report = self.report(colour, legal)
        self._think(report, on_report, interval, should_stop, self.thinking_seconds)
        if play:
            self.game.play(colour, legal[0])
        return Decision(legal[0], report)

    def analyze(self, colour, on_report, interval, *, restrict=None, should_stop=None, owners=False):
        self.calls.append(("analyze", colour, interval, restrict))
        self._think(self.report(colour, self.game.legal_moves(colour)), on_report, interval, should_stop, 1e9)

    def _think(self, report, on_report, interval, should_stop, seconds):
        self._stopped.clear()
        end = time.monotonic() + seconds
        next_report = time.monotonic() + (interval or 1e9)
        while time.monotonic() < end and not self._stopped.is_set() and not (should_stop and should_stop()):
            time.sleep(0.001)
            if on_report and time.monotonic() >= next_report:
                on_report(report)
                next_report += interval
        self.thoughts.append("ended" if time.monotonic() >= end else "stopped")

    def report(self, colour, moves):
        """A report with the first moves as children; all but the first child pass in their line of play."""
        passing = self.game.pass_move
        children = [Child(move, 40 - 10 * rank, 0.5 - 0.01 * rank, 0.1, 0.4, 0.45,
                          [move] + [passing] * rank) for rank, move in enumerate(moves[:3])]
        return FakeReport(colour, children, [0.5] * num_points(self.game.size))

    def stop(self):
        self._stopped.set()

    def estimate(self):
        found = self.consider()
        return Estimate(found.to_play, found.visits, found.value, found.lead, found.ownership)

    def consider(self, owners=False):
        return self.report(self.game.to_play, self.game.legal_moves())

    def tree(self, least_visits):
        return [Node(child.move, child.visits, child.winrate, child.proven, []) for child in self.consider().children
                if child.visits >= least_visits]

    def priors(self):
        children = self.consider().children
        return {child.move: 1 / len(children) for child in children}

    def final_status(self):
        if not self.game.board.hash:
            raise CannotScore("nothing is settled")
        return {point: "alive" for colour in (0, 1) for point in self.game.board.stones(colour)}

    def final_score(self):
        if not self.game.board.hash:
            raise CannotScore("nothing is settled")
        return final_score(self.game)

    def close(self):
        self.closed = True
