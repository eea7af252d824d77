"""The commands of a terminal: gopy play, games, parameters, selfplay and warmup."""
