"""What the page does for a beginner: the capture game, and a doubt before a move that loses stones."""
