# A black group in the corner, of which one move decides whether it lives. White lives on the left, Black on the right.

boardsize 9
kata-set-rules chinese

# The second eye is on the edge.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    X X X X O X . . .
#    X . X X O X X X X
#    X X . . O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b A3 b B3 b C3 b D3 b F3 b A2 b C2 b D2 b F2 b G2 b H2 b J2 b A1 b B1 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w E5 w A4 w B4 w C4 w D4 w E4 w E3 w E2 w E1
komi 0.5
10 reg_genmove b
#? [D1]
20 reg_genmove w
#? [D1]

# The same with a neutral point at E5 in a game that is decided.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . . X . . .
#    O O O O O X X X X
#    X X X X O X . . .
#    X . X X O X X X X
#    X X . . O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b A3 b B3 b C3 b D3 b F3 b A2 b C2 b D2 b F2 b G2 b H2 b J2 b A1 b B1 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w A4 w B4 w C4 w D4 w E4 w E3 w E2 w E1
komi -30.5
30 reg_genmove b
#? [D1]*
komi 30.5
40 reg_genmove w
#? [D1]*

# Three points around the corner.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    X X O O O X . . .
#    . X X O O X X X X
#    . . X O O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b A3 b B3 b F3 b B2 b C2 b F2 b G2 b H2 b J2 b C1 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w E5 w A4 w B4 w C4 w D4 w E4 w C3 w D3 w E3 w D2 w E2 w D1 w E1
komi 0.5
50 reg_genmove b
#? [A1]
60 reg_genmove w
#? [A1]

# The same with a neutral point at E5 in a game that is decided.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . . X . . .
#    O O O O O X X X X
#    X X O O O X . . .
#    . X X O O X X X X
#    . . X O O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b A3 b B3 b F3 b B2 b C2 b F2 b G2 b H2 b J2 b C1 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w A4 w B4 w C4 w D4 w E4 w C3 w D3 w E3 w D2 w E2 w D1 w E1
komi -30.5
70 reg_genmove b
#? [A1]*
komi 30.5
80 reg_genmove w
#? [A1]*

# Six points around B2.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    O O O O O X . . .
#    X X X O O X X X X
#    X . X X O X . . .
#    . . . X O X X X X
#    . . X X O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b A4 b B4 b C4 b F4 b G4 b H4 b J4 b A3 b C3 b D3 b F3 b D2 b F2 b G2 b H2 b J2 b C1 b D1 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w A5 w B5 w C5 w D5 w E5 w D4 w E4 w E3 w E2 w E1
komi 0.5
90 reg_genmove b
#? [B2]
100 reg_genmove w
#? [B2]
komi -30.5
110 reg_genmove b
#? [B2]
komi 30.5
120 reg_genmove w
#? [B2]

# White has to sacrifice five stones in a shape that kills, or take the outer liberty C4. Black captures four and lives.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . O . O X . . .
#    O O . O O X X X X
#    X X X X O X . . .
#    . O O X O X X X X
#    O O . X O X . . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b A3 b B3 b C3 b D3 b F3 b D2 b F2 b G2 b H2 b J2 b D1 b F1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w C5 w E5 w A4 w B4 w D4 w E4 w E3 w B2 w C2 w E2 w A1 w B1 w E1
komi 0.5
130 reg_genmove b
#? [A2|C1]
140 reg_genmove w
#? [A2|C1|C4]
komi -30.5
150 reg_genmove b
#? [A2|C1]
komi 30.5
160 reg_genmove w
#? [A2|C1|C4]
