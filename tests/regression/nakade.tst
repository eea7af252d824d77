# The corner group of Black decides the game: eye spaces of four and five points.
# White lives on the left, Black on the right.

boardsize 9
komi 0.5
kata-set-rules chinese

# Four points like a T: the middle kills or saves.
clear_board
gogui-setup b F1 b F2 b F3 b F4 b F5 b F6 b F7 b F8 b F9 b G2 b H2 b J2 b G4 b H4 b J4 b G6 b H6 b J6 b G8 b H8 b J8 b A2 b A3 b B3 b C3 b C2 b D2 b D1 w E1 w E2 w E3 w E4 w E5 w E6 w E7 w E8 w E9 w A4 w B4 w C4 w D4 w A6 w B6 w C6 w D6 w A8 w B8 w C8 w D8 w D3
10 reg_genmove w
#? [B1]
20 reg_genmove b
#? [B1]

# Five points, a square and one more: the point with three neighbours kills or saves.
clear_board
gogui-setup b F1 b F2 b F3 b F4 b F5 b F6 b F7 b F8 b F9 b G2 b H2 b J2 b G4 b H4 b J4 b G6 b H6 b J6 b G8 b H8 b J8 b A3 b B3 b C3 b C2 b D2 b D1 w E1 w E2 w E3 w E4 w E5 w E6 w E7 w E8 w E9 w A4 w B4 w C4 w D4 w A6 w B6 w C6 w D6 w A8 w B8 w C8 w D8 w D3
50 reg_genmove w
#? [B1]
60 reg_genmove b
#? [B1]

# Four points in a square are dead as they stand, whoever moves.
clear_board
gogui-setup b F1 b F2 b F3 b F4 b F5 b F6 b F7 b F8 b F9 b G2 b H2 b J2 b G4 b H4 b J4 b G6 b H6 b J6 b G8 b H8 b J8 b A3 b B3 b C3 b C2 b C1 b D1 b D2 w E1 w E2 w E3 w E4 w E5 w E6 w E7 w E8 w E9 w A4 w B4 w C4 w D4 w A6 w B6 w C6 w D6 w A8 w B8 w C8 w D8 w D3
90 final_status_list dead
#? [(.*\b(A3|B3|C1)\b.*)]
