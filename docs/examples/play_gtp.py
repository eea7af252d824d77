"""Plays a policy of train_patterns.py through the Go Text Protocol, on any board size.

    python docs/examples/play_gtp.py patterns.npy

GoGui, Sabaki or `gopy match` take this command line as they take any engine's.
"""
import argparse
import sys

import numpy as np
import pattern_policy

from gopy.base.numbers import parse_integer, parse_number
from gopy.go.draw import board_lines
from gopy.go.geometry import BLACK, WHITE, parse_vertex, pass_move, point_at, vertex_text
from gopy.go.history import Game, IllegalMove
from gopy.go.rules import CGOS
from gopy.go.score import final_score, result_text
from gopy.protocols.gtp.protocol import GtpError, clean, decode, parse, refusals, response

_COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}


class Player:
    """A game and the policy that plays in it. Every GTP command is a method of its name; it returns the answer."""

    def __init__(self, weights, seed):
        self.weights = weights
        self.rng = np.random.default_rng(seed)
        self.game = Game(9, komi=7.5, rules=CGOS)

    def protocol_version(self):
        return "2"

    def name(self):
        return "gopy pattern policy"

    def version(self):
        return "1.0"

    def list_commands(self):
        return "\n".join(name for name, value in vars(Player).items() if callable(value) and not name.startswith("_"))

    def known_command(self, name):
        return "true" if name in self.list_commands().split() else "false"

    def boardsize(self, size):
        self.game = Game(parse_integer(size), self.game.komi, CGOS)

    def clear_board(self):
        self.game = Game(self.game.size, self.game.komi, CGOS)

    def komi(self, komi):
        self.game.komi = parse_number(komi)

    def play(self, colour, vertex):
        self.game.play(_colour(colour), parse_vertex(vertex, self.game.size))

    def genmove(self, colour):
        colour = _colour(colour)
        move = self._choose(colour)
        self.game.play(colour, move)
        return vertex_text(move, self.game.size).upper() if move != self.game.pass_move else "pass"

    def showboard(self):
        return "\n" + "\n".join(board_lines(self.game.board.colours, self.game.size))

    def final_score(self):
        return result_text(final_score(self.game))

    def quit(self):
        pass

    def _choose(self, colour):
        """A move drawn from the policy. Actions are numbered as in the environment: from the top left, the pass last."""
        n, colours = self.game.size, self.game.board.colours
        points = [point_at(row, column, n) for row in reversed(range(n)) for column in range(n)]
        moves = points + [pass_move(n)]
        own, other = (np.array([colours[point] == side for point in points]).reshape(1, n, n)
                      for side in (colour, 1 - colour))
        mask = np.array([[self.game.legal(colour, move) for move in moves]])
        chances = pattern_policy.probabilities(self.weights, pattern_policy.weight_indices(own, other), mask)
        return moves[int(pattern_policy.sample(chances, self.rng)[0])]


def _colour(text):
    if text.lower() not in _COLOURS:
        raise ValueError(f"not a colour: {text!r}")
    return _COLOURS[text.lower()]


def carry_out(player, line):
    """The answer's text. GtpError says what is wrong."""
    if line.name not in player.list_commands().split():
        raise GtpError("unknown command")
    try:
        with refusals():
            return getattr(player, line.name)(*line.text.split()) or ""
    except IllegalMove:
        raise GtpError("illegal move") from None
    except TypeError:
        raise GtpError("syntax error") from None


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("weights", help="what train_patterns.py wrote")
    parser.add_argument("--seed", type=int, help="of the moves that are drawn")
    arguments = parser.parse_args()
    player = Player(np.load(arguments.weights), arguments.seed)
    for raw in sys.stdin.buffer:
        line = parse(clean(decode(raw)))
        if line is None:
            continue
        try:
            answer = response(line.id, carry_out(player, line))
        except GtpError as error:
            answer = response(line.id, str(error), ok=False)
        sys.stdout.write(answer)
        sys.stdout.flush()
        if line.name == "quit":
            break


if __name__ == "__main__":
    main()
