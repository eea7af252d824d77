"""The programs that play: command lines, clocks, processes, and gopy in the runner's own process."""
