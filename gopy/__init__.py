"""A Go engine: bitboards, pattern playouts and heuristic UCT-RAVE search, compiled by numba."""

__version__ = "0.1.0"
