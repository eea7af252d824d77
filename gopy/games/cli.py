"""`gopy games`: lists the games, one per line."""
from gopy.games.catalogue import GAMES


def add_arguments(parser) -> None:
    """Add the arguments of `gopy games`, which has none."""


def run(arguments) -> None:
    """Print the name and summary of each game."""
    width = max(map(len, GAMES))
    for name, entry in GAMES.items():
        print(f"{name:<{width}}  {entry.summary}")
