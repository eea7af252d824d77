"""Pairs of games: games 2k and 2k + 1 are pair k, with one opening and colours swapped."""

#: What a player can have of the two points of a pair, as shares: counts of pairs are in this order.
PAIR_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


def pair_of(game_id):
    """The number of the pair that a game belongs to."""
    return game_id // 2


def games_of(pair):
    """The two games of a pair."""
    return 2 * pair, 2 * pair + 1
