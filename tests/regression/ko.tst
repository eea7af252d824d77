# Kos that are worth a point, and one that is worth a corner.

boardsize 9
kata-set-rules chinese

# The last ko of the game is worth some points, which decide it.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . O X . X . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b E5 b G5 b F4 b G4 b H4 b J4 b F3 b F2 b G2 b H2 b J2 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w D5 w A4 w B4 w C4 w D4 w E4 w E3 w A2 w B2 w C2 w D2 w E2 w E1
komi -8.5
10 reg_genmove b
#? [F5]
20 reg_genmove w
#? [F5]

# The same when the game is decided: points are taken all the same.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . O X . X . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b E5 b G5 b F4 b G4 b H4 b J4 b F3 b F2 b G2 b H2 b J2 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w D5 w A4 w B4 w C4 w D4 w E4 w E3 w A2 w B2 w C2 w D2 w E2 w E1
komi -30.5
30 reg_genmove b
#? [F5]
komi 30.5
40 reg_genmove w
#? [F5]

# White took and Black passed: White connects, before Black takes back.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . O X . X . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b E5 b G5 b F4 b G4 b H4 b J4 b F3 b F2 b G2 b H2 b J2 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w D5 w A4 w B4 w C4 w D4 w E4 w E3 w A2 w B2 w C2 w D2 w E2 w E1
komi -8.5
play w F5
play b pass
50 reg_genmove w
#? [E5]
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b E5 b G5 b F4 b G4 b H4 b J4 b F3 b F2 b G2 b H2 b J2 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w D5 w A4 w B4 w C4 w D4 w E4 w E3 w A2 w B2 w C2 w D2 w E2 w E1
komi 30.5
play w F5
play b pass
60 reg_genmove w
#? [E5]*

# A2 makes the second eye in the corner. White plays there to fight a ko, for which Black has no threats.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    O X X X O X . . .
#    . X . X O X X X X
#    X . X X O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b B3 b C3 b D3 b F3 b B2 b D2 b F2 b G2 b H2 b J2 b A1 b C1 b D1 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w E5 w A4 w B4 w C4 w D4 w E4 w A3 w E3 w E2 w E1
komi 0.5
70 reg_genmove b
#? [A2]
80 reg_genmove w
#? [A2]
komi -30.5
90 reg_genmove b
#? [A2]
komi 30.5
100 reg_genmove w
#? [A2]
