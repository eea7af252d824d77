# Late moves in won games: the search's move counts, and no pass or neutral point takes its place while it gains something.

boardsize 9
komi 7.5
kata-set-rules chinese

# Black is far ahead. White's corner lives if Black passes, and C3 or B3 kills it.
clear_board
gogui-setup b F1 b F2 b F3 b H3 b J3 b C4 b E4 b F4 b G4 b A5 b D5 b E5 b J5 b A6 b B6 b C6 b D6 b F6 b J6 b A7 b D7 b F7 b H7 b E8 b F8 b G8 b J8 b B9 b F9 b H9 w E1 w E2 w D3 w E3 w A4 w B4 w D4 w B5 w C5 w C8
10 reg_genmove b
#? [C3|B3]

# A race between Black's stones on the right and White's: J7, and no neutral point.
clear_board
kata-set-rules tromp-taylor
gogui-setup b F1 b J1 b B2 b E2 b F2 b H2 b J2 b D3 b E3 b G3 b J3 b B4 b C4 b E4 b F4 b G4 b J4 b A5 b B5 b E5 b G5 b H5 b B6 b H6 b B7 b D7 b B8 b C8 b D8 b E8 b C9 b D9 b E9 w G2 w H3 w D4 w C5 w D5 w F5 w J5 w C6 w D6 w E6 w F6 w G6 w J6 w C7 w E7 w F7 w H7 w F8 w H8 w F9
20 reg_genmove b
#? [J7]*

# The corner in the upper left is not settled: no pass.
clear_board
gogui-setup b F1 b G1 b F2 b E3 b F3 b G3 b B4 b C4 b D4 b F4 b B5 b F5 b G5 b A6 b C6 b D6 b E6 b F6 b G6 b H6 b A7 b B7 b G7 b A8 w H1 w G2 w H2 w H3 w G4 w H4 w J4 w H5 w J6 w C7 w D7 w E7 w F7 w H7 w J7 w B8 w G8 w H8 w A9 w B9
30 reg_genmove b
#? [!(PASS|pass)]

# Two games that Black has lost by 4.5 points, whichever pass ends them: White's stones live. A search once took
# these for dead after Black's pass.
clear_board
kata-set-rules chinese
gogui-play_sequence b E6 w G5 b C5 w F3 b G6 w H6 b F5 w G7 b G4 w F6 b H5 w E5 b G6 w F7 b E4 w F4 b G5 w D5 b D4 w D6 b C6 w D7 b E2 w C4 b C3 w B4 b B3 w B5 b B6 w G3 b H7 w F2 b E3 w H4 b J6 w H3 b H8 w B7 b H2 w H1 b J2 w F1 b G2 w E1 b D2 w J4 b J5 w G1 b A4 w C7 b A5 w G8 b G9 w F9 b H9 w E8 b A7 w D1 b B8 w A8 b A9 w C8 b C9 w D9 b C1 w B1 b C2 w B9 b A8 w A6 b A7 w A8 b J7 w A6 b A2 w A7
genmove b
play w pass
40 final_score
#? [W\+4\.5]

clear_board
kata-set-rules chinese
gogui-play_sequence b E5 w F6 b F4 w D3 b E6 w E7 b D7 w D8 b E8 w F7 b C8 w D6 b C7 w F8 b E2 w E3 b F3 w D2 b C4 w F2 b G2 w E1 b G5 w H6 b G6 w H7 b B3 w B2 b A2 w F5 b E4 w D4 b D5 w C3 b B1 w B4 b C2 w C5 b C6 w B6 b B7 w A4 b H8 w G7 b D9 w G4 b H4 w H5 b G5 w G6 b H3 w J5 b J7 w J8 b F9 w G9 b J9 w E9 b D8 w A3 b J8 w F9 b H9 w G3 b G5 w J3 b J4 w D1 b A6 w B5 b C1 w A7 b A8 w J1 b G1 w F1 b H2 w G3 b G4 w B9 b A7 w B2 b A5 w A1 b B1 w C1
play b pass
play w pass
50 final_score
#? [W\+4\.5]

# Black has won, White has passed, and a move more would only fill Black's own territory.
clear_board
kata-set-rules chinese
gogui-setup b B1 b D1 b A2 b B2 b C2 b D2 b A3 b D3 b E3 b H3 b A4 b B4 b C4 b D4 b G4 b H4 b A5 b E5 b F5 b G5 b H5 b D6 b F6 b H6 b C7 b D7 b E7 b F7 b G7 b H7 b J7 b D8 b F8 b J8 b E9 b F9 b G9 b J9 w E1 w F1 w G1 w H1 w E2 w G2 w H2 w J2 w B3 w F3 w G3 w J3 w E4 w F4 w J4 w B5 w C5 w D5 w J5 w A6 w B6 w C6 w J6 w B7 w A8 w C8 w H8 w A9 w B9 w C9 w D9 w H9
play w pass
60 reg_genmove b
#? [PASS|pass]

# The same for White.
clear_board
kata-set-rules chinese
gogui-setup b F1 b G1 b H1 b J1 b F2 b G2 b H2 b J2 b E3 b F3 b G3 b J3 b E4 b G4 b H4 b J4 b D5 b E5 b G5 b H5 b J5 b H6 b J6 b D7 b F7 b G7 b H7 b J7 b C8 b D8 b E8 b F8 b G8 b J8 b B9 b C9 b E9 b F9 b G9 b H9 b J9 w A1 w B1 w C1 w D1 w E1 w A2 w C2 w D2 w E2 w A3 w B3 w C3 w D3 w B4 w D4 w F4 w A5 w C5 w F5 w B6 w C6 w D6 w E6 w F6 w G6 w A7 w B7 w C7 w E7 w A8 w B8 w A9
play b pass
70 reg_genmove w
#? [PASS|pass]
