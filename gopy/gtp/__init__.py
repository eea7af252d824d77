"""The Go Text Protocol: text and colours in and out; everything that thinks is in `gopy.engine.engine`.

Read in this order: protocol (framing), arguments, registry, incoming (what clients send, and what interrupts),
outgoing (stdout), session (the loop), then commands/ by family of client, and the `*_text` modules, which turn
a search report into each client's format.
"""
