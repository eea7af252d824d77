"""What the process of the page's engine asks of the engine for a move."""
import queue
from types import SimpleNamespace

import pytest

from gopy.desk.web.wire import game_values
from gopy.desk.web.worker import Worker
from gopy.engine.options import Options
from gopy.go.history import Game
from gopy.go.rules import CHINESE


class Asked:
    """Stands for an Engine, and remembers what it was asked."""

    def __init__(self, options):
        self.options, self.set, self.moves = options, [], []

    def set_game(self, game):
        self.game = game

    def wait_ready(self, *how, **more):
        return True

    def configure(self, **values):
        self.set.append(values)

    def genmove(self, colour, **how):
        self.moves.append(how)
        return SimpleNamespace(move=12, report=None)


@pytest.mark.parametrize("resign", [True, False])
@pytest.mark.parametrize("teaching", [True, False])
def test_gopy_plays_on_after_an_early_pass_and_never_resigns_to_who_is_taught(monkeypatch, resign, teaching):
    monkeypatch.setattr("gopy.engine.engine.Engine", Asked)
    monkeypatch.setattr("gopy.desk.web.worker.report_values", lambda report, size, sharpness: report)
    answers = []
    worker = Worker(Options(size=5, resign=resign), queue.Queue(), answers.append)
    game = Game(5, 7.5, CHINESE)
    worker.do_genmove({"id": 1, "do": "genmove", "game": game_values(game), "strength": {"level": 2}, "teaching": teaching, "clock": None})
    engine = worker._engine
    assert engine.set == [{"level": 2, "sims": None, "seconds": None, "resign": resign and not teaching}]
    assert [how["patient"] for how in engine.moves] == [True]
    assert [answer["kind"] for answer in answers] == ["ready", "move"]
