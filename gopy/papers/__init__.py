"""What the papers describe and the default engine does not use: three heuristics for priors, and playouts drawn by weights."""
