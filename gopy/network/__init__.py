"""The network: a small residual network that judges a position of Go, and its evaluation in compiled code."""
