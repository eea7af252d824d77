"""What is kept of games, and what follows from it: lines, tallies, intervals, sequential tests."""
