# Races between Black's chain at B2 and White's at F2, which share the liberty E1. The moves that win were found by an
# exhaustive search of the race.

boardsize 9
kata-set-rules chinese

# White is first. J1 and H1 lose; Black, to move, would lose by any move.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    O O O O O X X X X
#    . X X X X O O O .
#    . X X X . O O . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b F3 b G3 b H3 b J3 b B2 b C2 b D2 b E2 b B1 b C1 b D1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w E5 w A4 w B4 w C4 w D4 w E4 w A3 w B3 w C3 w D3 w E3 w F2 w G2 w H2 w F1 w G1
komi 0.5
10 reg_genmove w
#? [A1|A2|J2]

# A neutral point at E5 is worth less, also when the game is decided.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . . X . . .
#    O O O O O X X X X
#    O O O O O X X X X
#    . X X X X O O O .
#    . X X X . O O . .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b F3 b G3 b H3 b J3 b B2 b C2 b D2 b E2 b B1 b C1 b D1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w A4 w B4 w C4 w D4 w E4 w A3 w B3 w C3 w D3 w E3 w F2 w G2 w H2 w F1 w G1
komi 30.5
20 reg_genmove w
#? [A1|A2|J2]

# Three liberties each: J2 wins for Black, because H1 is captured; an outer liberty wins for White.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    O O O O O X X X X
#    . X X X X O O O .
#    . X X X . O O . X
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b F3 b G3 b H3 b J3 b B2 b C2 b D2 b E2 b B1 b C1 b D1 b J1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w E5 w A4 w B4 w C4 w D4 w E4 w A3 w B3 w C3 w D3 w E3 w F2 w G2 w H2 w F1 w G1
komi 0.5
30 reg_genmove b
#? [J2]
40 reg_genmove w
#? [A1|A2]

# The same with a neutral point at E5.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . . X . . .
#    O O O O O X X X X
#    O O O O O X X X X
#    . X X X X O O O .
#    . X X X . O O . X
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b F3 b G3 b H3 b J3 b B2 b C2 b D2 b E2 b B1 b C1 b D1 b J1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w A4 w B4 w C4 w D4 w E4 w A3 w B3 w C3 w D3 w E3 w F2 w G2 w H2 w F1 w G1
50 reg_genmove w
#? [A1|A2]
komi -30.5
60 reg_genmove b
#? [J2]
komi 30.5
70 reg_genmove w
#? [A1|A2]

# An outer liberty wins for each side.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . . X . . .
#    O O O O O X X X X
#    O O O O O X X X X
#    . X X X X O O O X
#    . X X X . O . . X
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b F3 b G3 b H3 b J3 b B2 b C2 b D2 b E2 b J2 b B1 b C1 b D1 b J1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w A4 w B4 w C4 w D4 w E4 w A3 w B3 w C3 w D3 w E3 w F2 w G2 w H2 w F1
komi -30.5
80 reg_genmove b
#? [G1|H1]*
komi 30.5
90 reg_genmove w
#? [A1|A2]
