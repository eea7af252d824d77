"""The compiled position: its layout in memory, moves on it, areas, tactics and ladders."""
