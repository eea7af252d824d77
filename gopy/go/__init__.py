"""Go in plain Python, which starts at once and checks every rule: board, game, score, records."""
