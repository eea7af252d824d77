"""Simulations a second of preset classical, from the empty board and from the middle-game positions, as a JSON list: one.py SIZE SECONDS.

The package that Python finds first is measured: measure.py names a checkout by PYTHONPATH.
"""
import json
import sys

from gopy.go.history import Game
from gopy.lab.bench import measure


def main():
    size, seconds = int(sys.argv[1]), float(sys.argv[2])
    search = measure.new_search(size, 1, "classical")
    print(json.dumps([measure.simulations_per_second(search, games, seconds)[0] for games in ([Game(size)], measure.middle_games(size))]))


if __name__ == "__main__":
    main()
