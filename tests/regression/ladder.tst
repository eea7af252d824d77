# Ladders on the open board: one move works, and each other lets the chain out.

boardsize 9
kata-set-rules chinese

# White's stone at D4 cannot run: from E4 a ladder takes it to the edge.
#
#    . . . . . . . . .
#    . . . . . . . . .
#    . . . . . . . . .
#    . . O . . . . . .
#    . . . X . . . . .
#    . . X O . . . . .
#    . O . X X . . . .
#    . . O . . . . . .
#    . . . . . . . . .
#
clear_board
gogui-setup b D5 b C4 b D3 b E3 w C6 w D4 w B3 w C2
komi 7.5
10 reg_genmove w
#? [!(E4)]

# White ran. From E6 the ladder goes on; after F5 White has three liberties.
#
#    . . . . . . . . .
#    . . . . . . . . .
#    . . . . . . . . .
#    . . O . . . . . .
#    . . . X O . . . .
#    . . X O O X . . .
#    . O . X X . . . .
#    . . O . . . . . .
#    . . . . . . . . .
#
clear_board
gogui-setup b D5 b C4 b F4 b D3 b E3 w C6 w E5 w D4 w E4 w B3 w C2
20 reg_genmove b
#? [E6]

# The next step: G5. After F6 White has three liberties.
#
#    . . . . . . . . .
#    . . . . . . . . .
#    . . . . . . . . .
#    . . O . X . . . .
#    . . . X O O . . .
#    . . X O O X . . .
#    . O . X X . . . .
#    . . O . . . . . .
#    . . . . . . . . .
#
clear_board
gogui-setup b E6 b D5 b C4 b F4 b D3 b E3 w C6 w E5 w F5 w D4 w E4 w B3 w C2
30 reg_genmove b
#? [G5]
