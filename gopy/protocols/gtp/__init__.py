"""The Go Text Protocol (GTP): reads commands and writes answers. All thinking is done in `gopy.engine.engine`.

Read the modules in this order: protocol (framing), arguments, registry, incoming (what clients send, and what interrupts),
outgoing (stdout), session (the loop), then commands/ by family of client, and the `*_text` modules, which turn
a search report into each client's format.
"""
