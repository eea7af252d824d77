# Sekis: who plays on a shared liberty is captured.

boardsize 9
kata-set-rules chinese

# White's three stones and Black's ring share B2 and F2. Each has an interest in leaving them alone.
#
#    . X . X . X . X .
#    X X X X X X X X X
#    X X X X X X X X X
#    O O O O O O O O O
#    O . O . O . O . O
#    O O O O O O O O O
#    X X X X X X X O O
#    X . O O O . X O .
#    X X X X X X X O O
#
clear_board
gogui-setup b B9 b D9 b F9 b H9 b A8 b B8 b C8 b D8 b E8 b F8 b G8 b H8 b J8 b A7 b B7 b C7 b D7 b E7 b F7 b G7 b H7 b J7 b A3 b B3 b C3 b D3 b E3 b F3 b G3 b A2 b G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1 w A6 w B6 w C6 w D6 w E6 w F6 w G6 w H6 w J6 w A5 w C5 w E5 w G5 w J5 w A4 w B4 w C4 w D4 w E4 w F4 w G4 w H4 w J4 w H3 w J3 w C2 w D2 w E2 w H2 w H1 w J1
komi 0.5
10 reg_genmove b
#? [!(B2|F2)]
komi 10.5
20 reg_genmove w
#? [!(B2|F2)]
komi 30.5
30 reg_genmove b
#? [!(B2|F2)]

# The same with a neutral point, E7, that decides the game.
#
#    . X . X . X . X .
#    X X X X X X X X X
#    X X X X . X X X X
#    O O O O O O O O O
#    O . O . O . O . O
#    O O O O O O O O O
#    X X X X X X X O O
#    X . O O O . X O .
#    X X X X X X X O O
#
clear_board
gogui-setup b B9 b D9 b F9 b H9 b A8 b B8 b C8 b D8 b E8 b F8 b G8 b H8 b J8 b A7 b B7 b C7 b D7 b F7 b G7 b H7 b J7 b A3 b B3 b C3 b D3 b E3 b F3 b G3 b A2 b G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1 w A6 w B6 w C6 w D6 w E6 w F6 w G6 w H6 w J6 w A5 w C5 w E5 w G5 w J5 w A4 w B4 w C4 w D4 w E4 w F4 w G4 w H4 w J4 w H3 w J3 w C2 w D2 w E2 w H2 w H1 w J1
komi 8.5
40 reg_genmove b
#? [E7]
50 reg_genmove w
#? [E7]

# The same when the game is lost: no stones are thrown away.
#
#    . X . X . X . X .
#    X X X X X X X X X
#    X X X X . X X X X
#    O O O O O O O O O
#    O . O . O . O . O
#    O O O O O O O O O
#    X X X X X X X O O
#    X . O O O . X O .
#    X X X X X X X O O
#
clear_board
gogui-setup b B9 b D9 b F9 b H9 b A8 b B8 b C8 b D8 b E8 b F8 b G8 b H8 b J8 b A7 b B7 b C7 b D7 b F7 b G7 b H7 b J7 b A3 b B3 b C3 b D3 b E3 b F3 b G3 b A2 b G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1 w A6 w B6 w C6 w D6 w E6 w F6 w G6 w H6 w J6 w A5 w C5 w E5 w G5 w J5 w A4 w B4 w C4 w D4 w E4 w F4 w G4 w H4 w J4 w H3 w J3 w C2 w D2 w E2 w H2 w H1 w J1
komi 20.5
60 reg_genmove b
#? [!(B2|F2)]
komi -10.5
70 reg_genmove w
#? [!(B2|F2)]

# E2 makes the seki, or captures White's stones.
#
#    . X . X . X . X .
#    X X X X X X X X X
#    X X X X X X X X X
#    O O O O O O O O O
#    O . O . O . O . O
#    O O O O O O O O O
#    X X X X X X X O O
#    X . O O . . X O .
#    X X X X X X X O O
#
clear_board
gogui-setup b B9 b D9 b F9 b H9 b A8 b B8 b C8 b D8 b E8 b F8 b G8 b H8 b J8 b A7 b B7 b C7 b D7 b E7 b F7 b G7 b H7 b J7 b A3 b B3 b C3 b D3 b E3 b F3 b G3 b A2 b G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1 w A6 w B6 w C6 w D6 w E6 w F6 w G6 w H6 w J6 w A5 w C5 w E5 w G5 w J5 w A4 w B4 w C4 w D4 w E4 w F4 w G4 w H4 w J4 w H3 w J3 w C2 w D2 w H2 w H1 w J1
komi 12.5
80 reg_genmove w
#? [E2]
90 reg_genmove b
#? [E2]
komi 30.5
100 reg_genmove w
#? [E2]
komi -30.5
110 reg_genmove b
#? [E2]

# Each side has an eye, and E1 is a liberty of both.
#
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    . . . . O X . . .
#    O O O O O X X X X
#    O O O O X X X X X
#    X X X X O O O O O
#    . X X X . O O O .
#
clear_board
gogui-setup b F9 b F8 b G8 b H8 b J8 b F7 b F6 b G6 b H6 b J6 b F5 b F4 b G4 b H4 b J4 b E3 b F3 b G3 b H3 b J3 b A2 b B2 b C2 b D2 b B1 b C1 b D1 w E9 w A8 w B8 w C8 w D8 w E8 w E7 w A6 w B6 w C6 w D6 w E6 w E5 w A4 w B4 w C4 w D4 w E4 w A3 w B3 w C3 w D3 w E2 w F2 w G2 w H2 w J2 w F1 w G1 w H1
komi -6.5
120 reg_genmove b
#? [!(E1)]
komi -5.5
130 reg_genmove w
#? [!(E1)]
komi 0.5
140 reg_genmove b
#? [!(E1)]
komi -30.5
150 reg_genmove w
#? [!(E1)]

# A game that Black has lost by 4.5 points: on the left neither side can play A5 or B5. White's stones there are a shape that
# playouts take for one worth giving up, as if Black's stones around it were a single chain, so the search takes them for dead.
clear_board
komi 7.5
kata-set-rules chinese
gogui-play_sequence b C6 w D7 b F4 w E5 b D3 w F5 b G4 w G5 b D6 w E6 b C7 w E8 b D4 w E4 b E3 w C8 b H5 w H6 b H4 w B7 b B6 w D5 b C5 w C4 b B8 w F3 b F2 w B9 b A7 w B4 b C3 w B3 b B2 w C2 b A2 w A8 b A9 w G3 b H3 w A8 b F7 w E7 b A9 w G2 b H2 w A8 b G7 w B7 b A6 w E2 b G1 w B8 b A3 w A4 b D2 w H7 b G6 w H8 b G8 w G9 b F9 w H9 b J8 w J7 b J5 w F8 b J6 w E9
play b pass
play w pass
160 final_score
#? [W\+4\.5]
