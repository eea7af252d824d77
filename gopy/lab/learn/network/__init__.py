"""`gopy learn positions` and `gopy learn network`: positions judged by a teacher, and a network learnt from them."""
