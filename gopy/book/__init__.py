"""Books of openings: moves that long searches found, and the making of such books."""
