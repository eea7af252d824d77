"""`gopy tune`: parameters sought by blocks of paired games, with SPSA or optuna."""
