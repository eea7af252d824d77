"""Pairs of games: games 2k and 2k + 1 form pair k and have the same opening with colours swapped."""
import random

#: The possible shares of a pair's two points that a player can have; counts of pairs are in this order.
PAIR_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)

#: The `winner` in the record of a drawn game: the first in Go, the second in other games.
DRAWS = ("jigo", "draw")


def pair_of(game_id) -> int:
    """The number of the pair that a game belongs to."""
    return game_id // 2


def games_of(pair) -> tuple[int, int]:
    """The numbers of the two games of a pair."""
    return 2 * pair, 2 * pair + 1


def order_of(game_id) -> tuple[int, int]:
    """The players of a game, 0 for a and 1 for b: first who has Black or moves first, then the other."""
    return game_id % 2, 1 - game_id % 2


def engine_seed(seed, game_id, player) -> int:
    """The seed of player 0 or 1 in a game of a match that has the seed `seed`; it differs for each game and player."""
    return random.Random(f"{seed}/{game_id}/{player}").randrange(1, 2**31)


def points_of(record, name) -> float | None:
    """How much of a game's one point a player got, by the record of the game; None if the game is void."""
    winner = record["winner"]
    return None if winner is None else 1.0 if winner == name else 0.5 if winner in DRAWS else 0.0
