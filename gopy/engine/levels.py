"""Playing levels: 1 to 10, each a number of simulations a move, doubling with every level.

On 9x9 a doubling was worth 154 Elo on average, 908 at level 1 to 2291 at level 10 where GNU Go level 10 is 1800
(scripts/studies/strength/levels).
"""

#: Simulations a move by level.
LEVELS = {level: 25 << (level - 1) for level in range(1, 11)}
