"""The results of games and what is computed from them: recorded lines, tallies, intervals and sequential tests."""
