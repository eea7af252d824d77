"""`gopy games`: the games there are, a line each."""
from gopy.games.catalogue import GAMES


def add_arguments(parser) -> None:
    """The command has none."""


def run(arguments) -> None:
    """Print name and summary of each game."""
    width = max(map(len, GAMES))
    for name, entry in GAMES.items():
        print(f"{name:<{width}}  {entry.summary}")
