"""gopy's GTP session without a search and with one fault on purpose, for the tests of the fuzzer.

    faulty_engine.py FAULT [options of `gopy gtp`]

From its hundredth answer on it has FAULT: stray (a line between two answers), id (another than the command's),
death, hang, spin, deaf (reads no more), undo (that does nothing), komi (changed by a refused command), capture (one
prisoner too many), illegal (a move on a stone), superko (a move that repeats a position), internal (an error nobody
expected), traceback (on stderr) or status (a bad one at the end); or none.
"""
import argparse
import os
import sys
import time

from fakes.gtp_fake_engine import FakeEngine

from gopy.base.logs import start_logging
from gopy.engine import settings
from gopy.engine.decision import Decision
from gopy.go.geometry import points
from gopy.go.history import IllegalMove
from gopy.go.rules import Ko
from gopy.protocols.gtp import outgoing, session

FIRST_ANSWER = 100


class FaultyEngine(FakeEngine):
    """A FakeEngine whose moves, komi or undo go wrong."""
    fault, active = "none", False

    def undo(self):
        if not (self.active and self.fault == "undo"):
            super().undo()

    def play(self, colour, move):
        try:
            super().play(colour, move)
        except IllegalMove:
            if self.active and self.fault == "komi":
                self.game.komi += 1
            raise
        if self.active and self.fault == "capture":
            self.game.board.captures[colour] += 1

    def set_komi(self, komi):
        if self.active and self.fault == "internal":
            raise ZeroDivisionError
        super().set_komi(komi)

    def genmove(self, colour, *, play=True, **how):
        wrong = self._wrong_moves(colour) if self.active else []
        if not wrong:
            return super().genmove(colour, play=play, **how)
        if play:
            self.game.moves.append((colour, wrong[0]))
        return Decision(wrong[0], self.report(colour, wrong))

    def _wrong_moves(self, colour):
        if self.fault == "illegal":
            return self.game.board.stones(0) + self.game.board.stones(1)
        if self.fault == "superko" and self.game.rules.ko is Ko.POSITIONAL:
            return [move for move in points(self.game.size) if self.game.board.illegality(colour, move) is None
                    and self.game.repeats(colour, move, Ko.POSITIONAL)]
        return []


class FaultyOutgoing(outgoing.Outgoing):
    """Sends answers, some of them wrongly."""
    engine, answers = None, 0

    def write(self, text):
        self.answers += text.endswith("\n\n") or text == "\n"
        if self.answers < FIRST_ANSWER:
            return super().write(text)
        self.engine.active = True
        fault = self.engine.fault
        if fault == "death":
            os._exit(3)
        if fault in ("hang", "spin"):
            while True:
                fault == "spin" or time.sleep(0.1)
        if fault == "traceback":
            print("Traceback (most recent call last)", file=sys.stderr, flush=True)
        if fault == "stray":
            text = "a stray line\n" + text
        if fault == "id" and text[1:2].isdigit():
            text = text[0] + "9" + text[1:]
        return super().write(text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fault")
    settings.add_flags(parser)
    arguments = parser.parse_args()
    options = settings.read_options(arguments)
    start_logging(options.log)
    client = outgoing.take_over_stdout()
    engine = FaultyEngine(options)
    engine.fault = arguments.fault
    FaultyOutgoing.engine = engine
    session.Outgoing = FaultyOutgoing
    code = session.run(engine, sys.stdin.buffer, client, options)
    os._exit(1 if arguments.fault == "status" else code)


if __name__ == "__main__":
    main()
