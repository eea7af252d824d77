"""What is known of good moves: playouts, patterns, features of moves, priors of new nodes."""
