"""Exact values: matrix games, Goofspiel, best responses."""
