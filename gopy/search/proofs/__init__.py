"""Proof numbers in the tree, and PN-MCTS, which searches with them."""
