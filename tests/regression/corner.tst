# White lives on the left, Black on the right; the stones at A1 to D3 decide the game.

boardsize 9
komi 0.5
kata-set-rules chinese

# Three points in a row: the middle kills or saves.
clear_board
gogui-setup b F1 b F2 b F3 b F4 b F5 b F6 b F7 b F8 b F9 b G2 b H2 b J2 b G4 b H4 b J4 b G6 b H6 b J6 b G8 b H8 b J8 b A2 b B2 b C2 b D2 b D1 w E1 w E2 w E3 w E4 w E5 w E6 w E7 w E8 w E9 w A4 w B4 w C4 w D4 w A6 w B6 w C6 w D6 w A8 w B8 w C8 w D8 w A3 w B3 w C3 w D3
10 reg_genmove w
#? [B1]
20 reg_genmove b
#? [B1]

# Black's four stones have one eye unless they reach the right side.
clear_board
gogui-setup b F1 b F2 b F3 b F4 b F5 b F6 b F7 b F8 b F9 b G2 b H2 b J2 b G4 b H4 b J4 b G6 b H6 b J6 b G8 b H8 b J8 b A2 b B2 b C2 b D2 w E1 w E3 w E4 w E5 w E6 w E7 w E8 w E9 w A4 w B4 w C4 w D4 w A6 w B6 w C6 w D6 w A8 w B8 w C8 w D8 w A3 w B3 w C3 w D3 w C1 w D1
30 reg_genmove w
#? [E2]
40 reg_genmove b
#? [E2]

# Nothing is left to play for.
clear_board
gogui-setup b F1 b F2 b F3 b F4 b F5 b F6 b F7 b F8 b F9 b G2 b H2 b J2 b G4 b H4 b J4 b G6 b H6 b J6 b G8 b H8 b J8 w E1 w E2 w E3 w E4 w E5 w E6 w E7 w E8 w E9 w A4 w B4 w C4 w D4 w A6 w B6 w C6 w D6 w A8 w B8 w C8 w D8 w A2 w B2 w C2 w D2 w A3 w B3 w C3 w D3
play b pass
110 reg_genmove w
#? [pass]
120 final_score
#? [W\+9.5]
130 final_status_list dead
#? []

# A dead stone stays on the board under friendly rules, and counts as dead.
clear_board
gogui-setup b F1 b F2 b F3 b F4 b F5 b F6 b F7 b F8 b F9 b G2 b H2 b J2 b G4 b H4 b J4 b G6 b H6 b J6 b G8 b H8 b J8 b B1 w E1 w E2 w E3 w E4 w E5 w E6 w E7 w E8 w E9 w A4 w B4 w C4 w D4 w A6 w B6 w C6 w D6 w A8 w B8 w C8 w D8 w A2 w B2 w C2 w D2 w A3 w B3 w C3 w D3
play b pass
210 reg_genmove w
#? [pass]
220 final_score
#? [W\+9.5]
230 final_status_list dead
#? [B1]

# Where nobody takes dead stones off, White has to capture it.
kata-set-rules cgos
240 reg_genmove w
#? [A1|C1]
250 kgs-genmove_cleanup w
#? [A1|C1]
undo
kata-set-rules chinese
260 kgs-genmove_cleanup w
#? [A1|C1]
