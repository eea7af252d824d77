# Games lost to Pachi on 9x9: positions before the move that decides a race or a fight, which the search saw too late.
# scripts/studies/strength/move_model/lost_games.md says how they were found.

boardsize 9
komi 7.5
kata-set-rules tromp-taylor

# game 10, move 36
clear_board
gogui-play_sequence b D6 w F6 b G4 w E7 b F5 w E5 b E6 w D5 b C6 w C5 b B5 w B4 b B7 w G7 b G6 w F7 b H7 w H6 b C4 w G5 b F4 w H4 b G2 w H3 b B3 w G3 b F3 w C8 b H2 w B8 b D7 w D8 b J3 w A7 b A6
10 reg_genmove w
#? [C7]

# game 54, move 46
clear_board
gogui-play_sequence b C5 w F7 b E6 w C7 b E7 w E8 b F6 w G8 b G7 w F8 b E3 w G6 b G5 w H7 b H5 w D4 b D5 w E4 b D3 w C4 b B5 w F4 b F3 w G4 b G3 w H4 b F5 w B4 b B2 w J5 b J6 w J4 b H6 w E5 b D6 w A5 b A6 w A4 b B7 w B8 b A8 w B6 b C6 w C8 b G7
20 reg_genmove w
#? [J7]*

# game 47, move 51
clear_board
gogui-play_sequence b F6 w F3 b C6 w G5 b G6 w C4 b F5 w G4 b E3 w E4 b F4 w G3 b D3 w D4 b C3 w B3 b B2 w B4 b F2 w G2 b E2 w A2 b C2 w D6 b D7 w C7 b H5 w H4 b H6 w E7 b G8 w H2 b J3 w J2 b J4 w D1 b D5 w B1 b C5 w A5 b B6 w E5 b E6 w A6 b A3 w A4 b B7 w A7 b B8 w E1
30 reg_genmove b
#? [A8|B5]

# game 41, move 41
clear_board
gogui-play_sequence b F5 w G6 b E6 w D5 b D6 w C5 b C6 w G4 b F4 w G3 b F3 w D3 b F2 w G5 b B3 w C8 b B5 w B4 b A4 w B6 b C4 w E7 b F7 w F6 b D7 w E8 b D8 w D9 b F8 w E9 b B7 w E5 b C7 w B8 b A6 w E3 b E4 w D4 b D2 w C9
40 reg_genmove b
#? [A8]

# game 39, move 59
clear_board
gogui-play_sequence b D3 w F7 b G3 w D5 b E6 w E4 b F6 w G4 b F4 w F3 b F5 w E3 b D6 w C5 b C6 w H4 b G2 w F2 b H3 w J2 b D4 w D2 b C3 w C2 b B3 w H7 b H6 w B4 b E5 w B2 b F1 w E2 b B5 w J3 b G7 w G8 b G5 w E8 b H8 w C4 b A4 w C8 b G9 w B7 b J4 w J5 b D8 w D7 b C7 w D9 b E7 w B9 b A8 w A7 b D8 w J8 b H1 w H9
50 reg_genmove b
#? [F8]*

# game 23, move 79: with 10 000 simulations ten seeds of twelve find A1, with 2000 one or two of twelve do
clear_board
gogui-play_sequence b D3 w C7 b G3 w C4 b D4 w F7 b C5 w H4 b D7 w D6 b C6 w D8 b B7 w E7 b G4 w G5 b F5 w G6 b C8 w D5 b B8 w B5 b B6 w C3 b B2 w C2 b D2 w H3 b H2 w B3 b A5 w A2 b B1 w E4 b F4 w F2 b E3 w G2 b H1 w J2 b F3 w E1 b E2 w A4 b B4 w C9 b A3 w B9 b D7 w A4 b C7 w B5 b C1 w E6 b E8 w A6 b D9 w D1 b F1 w D1 b E1 w E5 b G8 w H7 b A7 w A5 b D1 w H5 b J6 w F8 b F9 w J3 b H8 w J8 b J7 w G9 b G7 w H9
60 reg_genmove b
#? [G1|A1]
# A game lost to GNU Go on 9x9 (study classical_engines, gnugo_9x9_3000, game 39), move 39: a search of 3000 simulations is in doubt
# between G9 and H7, one of 150 000 gives H7 all the rest of its visits.
clear_board
komi 7.5
kata-set-rules chinese
gogui-play_sequence b F6 w E3 b G4 w D5 b D7 w C7 b C6 w D6 b B6 w E7 b D8 w C8 b E8 w F7 b F8 w G7 b C3 w H5 b E6 w G5 b F5 w F4 b E4 w F3 b D4 w D2 b G8 w G6 b E5 w D3 b C4 w H8 b C2 w C1 b B1 w D1 b H9 w J8 b B2
70 reg_genmove w
#? [H7]
# A game lost to Fuego on 9x9 (study classical_engines, fuego_9x9_0.3s, game 86), move 53: a search of 100 000 simulations finds E5 and
# wins; one of 30 000 never visits it, because its AMAF value is too low.
clear_board
komi 7.5
kata-set-rules chinese
gogui-play_sequence b C5 w F4 b D6 w G5 b G7 w F7 b F6 w G6 b E7 w F8 b H7 w C3 b D3 w D4 b C4 w B3 b E3 w E4 b G2 w H2 b G3 w H3 b C2 w B2 b D2 w F3 b F2 w B1 b E1 w C1 b D1 w G1 b G4 w F5 b H4 w E6 b C7 w B4 b E8 w J5 b H5 w H6 b F9 w J4 b H1 w J3 b D5 w B5 b G8 w J1 b J7 w J6
80 reg_genmove b
#? [E5]
# A game lost to GNU Go on 9x9 (study classical_engines, gnugo_9x9_3000_learnt, game 7), move 28: searches of 10 000 simulations and more
# give D6 or C5; one of 3000 gives H7, J6 or F7, as its seed is, and after H7 Black's D6 wins the fight.
clear_board
komi 7.5
kata-set-rules chinese
gogui-play_sequence b E4 w F3 b C4 w D7 b B7 w G7 b E3 w F5 b F4 w G4 b G3 w H3 b G2 w C6 b B6 w H2 b G5 w H4 b F6 w E5 b G6 w E8 b F2 w H5 b E6 w D5 b H6
90 reg_genmove w
#? [D6|C5]
