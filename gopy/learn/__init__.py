"""What priors and playouts know, learnt: move models from recorded games, shapes and weights from own games."""
