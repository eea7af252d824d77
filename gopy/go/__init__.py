"""Go: board, game, score and records in plain Python, which start at once and check every rule.

The compiled boards are in bitboard/ and batch/, and what playouts and priors know of good moves is in knowledge/.
"""
