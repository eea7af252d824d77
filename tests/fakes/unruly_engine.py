"""A GTP engine that plays at random and misbehaves on request, for the tests of the match runner.

    unruly_engine.py [--seed N] [--at N --do WHAT] [--loading SECONDS] [--score TEXT] [--without COMMAND]

At its N-th genmove it does WHAT: crash, hang, garbage, illegal, resign, refuse, noise (a line before the answer),
stop (closes its output but lives on), "sleep SECONDS" or "spin SECONDS" (then it plays).
"""
import argparse
import os
import random
import sys
import time

from gopy.go.geometry import EMPTY, neighbours, parse_vertex, vertex_text
from gopy.go.handicap import fixed_handicap
from gopy.go.history import Game
from gopy.go.score import final_score, result_text

COMMANDS = ("list_commands name version boardsize clear_board komi fixed_handicap play genmove reg_genmove final_score "
            "final_status_list time_settings time_left quit").split()


class Engine:
    def __init__(self, args):
        self.args = args
        self.game = Game(9)
        self.random = random.Random(args.seed)
        self.genmoves = 0

    def answer(self, command, words):
        if command not in COMMANDS or command in self.args.without:
            return "?", "unknown command"
        if command == "list_commands":
            return "=", "\n".join(name for name in COMMANDS if name not in self.args.without)
        if command in ("name", "version"):
            return "=", f"unruly {command}"
        if command == "boardsize":
            self.game = Game(int(words[0]), self.game.komi)
        elif command == "komi":
            self.game.komi = float(words[0])
        elif command == "fixed_handicap":
            self.game.place_handicap(fixed_handicap(self.game.size, int(words[0])))
        elif command == "play":
            self.game.play("bw".index(words[0]), parse_vertex(words[1], self.game.size))
        elif command == "reg_genmove":
            time.sleep(self.args.loading)
            return "=", "pass"
        elif command == "genmove":
            return self.genmove("bw".index(words[0]))
        elif command == "final_score":
            return "=", self.args.score or result_text(final_score(self.game))
        return "=", ""

    def genmove(self, colour):
        self.genmoves += 1
        what, *amount = self.args.do.split() if self.genmoves == self.args.at else ("play",)
        if what == "crash":
            os._exit(3)
        if what == "stop":
            os.close(1)
            time.sleep(60)
        if what in ("sleep", "hang"):
            time.sleep(float(amount[0]) if amount else 60)
        if what == "spin":
            end = time.process_time() + float(amount[0])
            while time.process_time() < end:
                pass
        if what == "refuse":
            return "?", "no idea"
        if what == "noise":
            print("thinking hard", flush=True)
        if what in ("garbage", "resign"):
            return "=", {"garbage": "Z99", "resign": "resign"}[what]
        if what == "illegal":
            return "=", next(vertex_text(point, self.game.size) for point, found in enumerate(self.game.board.colours)
                             if found in (0, 1))
        move = self.choose(colour)
        self.game.play(colour, move)
        return "=", vertex_text(move, self.game.size)

    def choose(self, colour):
        moves = [move for move in self.game.legal_moves(colour)[:-1] if self.has_other_neighbour(move, colour)]
        if not moves or len(self.game.moves) > 3 * self.game.size ** 2:
            return self.game.pass_move
        return self.random.choice(moves)

    def has_other_neighbour(self, move, colour):
        colours = self.game.board.colours
        return colours[move] == EMPTY and any(colours[near] != colour for near in neighbours(move, self.game.size))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", type=int, default=0)
    parser.add_argument("--do", default="play")
    parser.add_argument("--loading", type=float, default=0.0)
    parser.add_argument("--score")
    parser.add_argument("--without", nargs="*", default=[])
    engine = Engine(parser.parse_args())
    for line in sys.stdin:
        number, command, *words = line.split()
        sign, text = engine.answer(command, words)
        print(f"{sign}{number} {text}\n", flush=True)
        if command == "quit":
            return


if __name__ == "__main__":
    main()
