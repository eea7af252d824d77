"""The search of any game: parameters, the tree, tree policies, one simulation, threads, reports."""
