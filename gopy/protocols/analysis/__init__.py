"""KataGo's JSON analysis protocol: positions as JSON lines on standard input, what the search thinks of them on standard output.

Read the modules in this order: fields and query (what a client may ask), settings, work (positions shared over threads),
answer (a search report as JSON), session (the conversation).
"""
