"""A search of any game for programs: positions in, moves and what speaks for them out, as typed objects, texts and dictionaries."""
