"""One game as it is played, and players of any game, all described by one form of text."""
