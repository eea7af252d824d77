"""The page: a server on this machine alone, the engine in a process of its own, and the board in a browser."""
