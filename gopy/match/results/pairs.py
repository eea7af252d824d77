"""Pairs of games: games 2k and 2k + 1 are pair k, with one opening and colours swapped."""
import random

#: What a player can have of the two points of a pair, as shares: counts of pairs are in this order.
PAIR_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)

#: What a record calls the winner of a drawn game: in Go, in other games.
DRAWS = ("jigo", "draw")


def pair_of(game_id) -> int:
    """The number of the pair that a game belongs to."""
    return game_id // 2


def games_of(pair) -> tuple[int, int]:
    """The two games of a pair."""
    return 2 * pair, 2 * pair + 1


def order_of(game_id) -> tuple[int, int]:
    """The players of a game, 0 for a and 1 for b, as (Black or who moves first, the other)."""
    return game_id % 2, 1 - game_id % 2


def engine_seed(seed, game_id, player) -> int:
    """The seed of player 0 or 1 in a game of the match with a seed: another for each game and player."""
    return random.Random(f"{seed}/{game_id}/{player}").randrange(1, 2**31)


def points_of(record, name) -> float | None:
    """What a player had of a game's one point by its record; None if the game is void."""
    winner = record["winner"]
    return None if winner is None else 1.0 if winner == name else 0.5 if winner in DRAWS else 0.0
