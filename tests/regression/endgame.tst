# The last points of the game.

boardsize 9
kata-set-rules chinese

# The larger of two captures decides the game.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . O X X . X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . O X . X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b C7 b D7 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b D3 b F3 b F2 b G2 b H2 b J2 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w B7 w A6 w B6 w C6 w D6 w E6 w E5 w A4 w B4 w C4 w D4 w E4 w C3 w A2 w B2 w C2 w D2 w E2 w E1
komi -4
10 reg_genmove b
#? [E7]
20 reg_genmove w
#? [E7]

# It is also the larger one when the game is decided.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . O X X . X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . O X . X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b C7 b D7 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b D3 b F3 b F2 b G2 b H2 b J2 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w B7 w A6 w B6 w C6 w D6 w E6 w E5 w A4 w B4 w C4 w D4 w E4 w C3 w A2 w B2 w C2 w D2 w E2 w E1
komi -30.5
30 reg_genmove b
#? [E7]
komi 30.5
40 reg_genmove w
#? [E7]

# A neutral point is a point: under area rules no pass, whether it decides the game or not.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . O . X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b F3 b F2 b G2 b H2 b J2 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w D5 w A4 w B4 w C4 w D4 w E4 w E3 w A2 w B2 w C2 w D2 w E2 w E1
komi -8
50 reg_genmove b
#? [E5]
60 reg_genmove w
#? [E5]
komi -30.5
70 reg_genmove b
#? [E5]
komi 30.5
80 reg_genmove w
#? [E5]
