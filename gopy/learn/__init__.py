"""What priors and playouts know, learnt: move models and books from recorded games, shapes and weights from own games."""
