"""`gopy selfplay`: games of the engine against itself, saved as SGF."""
