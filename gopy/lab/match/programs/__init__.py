"""The programs that play in matches: their command lines, clocks and processes, and gopy in the runner's own process."""
