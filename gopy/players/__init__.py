"""A game as it is played, and players of any game by one text form."""
