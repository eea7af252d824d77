"""Playing levels: 1 to 10, each a number of simulations a move, doubling with every level.

A doubling was worth about 100 Elo for the engines of this family between 1000 and 50 000 simulations.
"""

#: Simulations a move by level.
LEVELS = {level: 25 << (level - 1) for level in range(1, 11)}
