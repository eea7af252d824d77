"""`gopy bench`: measures speeds, and makes a signature that shows whether the search has changed."""
