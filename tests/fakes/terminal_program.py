"""`gopy play` with an engine that thinks until it is told to stop: for tests under a pseudo-terminal.

With DEAF in the environment it has to be told twice.
"""
import os
import sys
import time

from fakes.stub_engine import StubEngine

import gopy.engine.engine
from gopy.__main__ import main
from gopy.go.geometry import points


class Ponderous(StubEngine):
    """Thinks until it is told to stop, then plays the first empty point."""

    def __init__(self, options):
        super().__init__(size=options.size)
        self.options = options

    def genmove(self, colour, *, play=True, should_stop=None, on_report=None, interval=None, patient=False):
        while not should_stop() or ("DEAF" in os.environ and self.stopped < 2):
            time.sleep(0.01)
        self._moves = iter([next(point for point in points(self.game.size) if self.game.legal(colour, point))])
        return super().genmove(colour, play=play)


if __name__ == "__main__":
    gopy.engine.engine.Engine = Ponderous
    sys.exit(main(["play", *sys.argv[1:]]))
