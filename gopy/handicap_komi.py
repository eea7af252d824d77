"""Dynamic komi for handicap games.

A search that believes a game to be decided, either way, plays carelessly. In handicap games it therefore
counts some points for White that fade away as the game goes on (Pachi: 8 points a stone, gone at move 150
of 19x19, took White's wins from 63 to 75 % at four stones). Even games get none: on 9x9 it only hurt.
"""
from gopy.go.rules import MOST_HANDICAP_STONES

POINTS_PER_STONE = 8.0

#: The share of the board's points that have been played when nothing is left of it.
LAST_STAGE = 150 / 361


def extra_komi(handicap, moves_played, size):
    """Points to add to White's side of the search at this stage of a game with `handicap` stones.

    What lies beyond nine stones, which a client may place all the same, adds nothing.
    """
    if handicap < 2:
        return 0.0
    handicap = min(handicap, MOST_HANDICAP_STONES)
    left = 1.0 - moves_played / (LAST_STAGE * size * size)
    # A stone gains as many points less as the board is narrower.
    return max(0.0, left) * handicap * POINTS_PER_STONE * size / 19
