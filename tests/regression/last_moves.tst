# Late moves in won games: the search's move counts, and no pass or neutral point takes its place while it gains something.

boardsize 9
komi 7.5
kata-set-rules chinese

# Black is far ahead. White's corner lives if Black passes, and C3 kills it.
clear_board
gogui-setup b F1 b F2 b F3 b H3 b J3 b C4 b E4 b F4 b G4 b A5 b D5 b E5 b J5 b A6 b B6 b C6 b D6 b F6 b J6 b A7 b D7 b F7 b H7 b E8 b F8 b G8 b J8 b B9 b F9 b H9 w E1 w E2 w D3 w E3 w A4 w B4 w D4 w B5 w C5 w C8
10 reg_genmove b
#? [C3]

# A race between Black's stones on the right and White's: J7, and no neutral point.
clear_board
kata-set-rules tromp-taylor
gogui-setup b F1 b J1 b B2 b E2 b F2 b H2 b J2 b D3 b E3 b G3 b J3 b B4 b C4 b E4 b F4 b G4 b J4 b A5 b B5 b E5 b G5 b H5 b B6 b H6 b B7 b D7 b B8 b C8 b D8 b E8 b C9 b D9 b E9 w G2 w H3 w D4 w C5 w D5 w F5 w J5 w C6 w D6 w E6 w F6 w G6 w J6 w C7 w E7 w F7 w H7 w F8 w H8 w F9
20 reg_genmove b
#? [J7]

# The corner in the upper left is not settled: no pass.
clear_board
gogui-setup b F1 b G1 b F2 b E3 b F3 b G3 b B4 b C4 b D4 b F4 b B5 b F5 b G5 b A6 b C6 b D6 b E6 b F6 b G6 b H6 b A7 b B7 b G7 b A8 w H1 w G2 w H2 w H3 w G4 w H4 w J4 w H5 w J6 w C7 w D7 w E7 w F7 w H7 w J7 w B8 w G8 w H8 w A9 w B9
30 reg_genmove b
#? [!(PASS|pass)]
