"""`gopy bench`: speeds, and a signature that shows whether play has changed."""
