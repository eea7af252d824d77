"""Random and hostile use of gopy, held against oracles that share no code with it. `scripts/fuzz` runs the parts."""
