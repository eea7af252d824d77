"""What priors and playouts know, learnt from recorded games: move models. What papers learn is in gopy/lab/learn/papers."""
