"""Game records in SGF, read leniently: what one property gets wrong is corrected or left out, told in a remark, and costs
nothing else. In the order of the reading:

source      the bytes of a file, within limits, and the error that says why a record cannot be read
encoding    bytes to text, by the label of the record or by what its text looks like (plausible)
other_formats  the text of a record in GIB or NGF to that of one in SGF
parse       text to nodes, whose properties stay as they were written (nodes)
values      what a property's value means: a text, points, a colour, a number
header      what the root says of the game: size, komi (komi), rules, handicap
replay      the stones that a node sets up, and its moves
write       nodes to text

gopy.go.sgf makes games of records and records of games, gopy.go.sgf_tree trees with all variations.
"""
