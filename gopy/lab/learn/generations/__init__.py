"""`gopy learn generations`: a network plays against itself, learns from its games, and plays again."""
