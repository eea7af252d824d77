# Rules, records of the game and exact answers. No search.

boardsize 9
clear_board
komi 7.5

# A ko: Black takes at E5, White may not take back at once, and may after an exchange elsewhere.
kata-set-rules chinese
gogui-setup b D5 b E4 b E6 w F4 w F6 w G5 w E5
10 countlib E5
#? [1]
play b F5
20 list_stones w
#? [F4 G5 F6]
30 play w E5
#? [\? illegal move]
play w A1
play b J1
40 play w E5
#? []
50 captures b
#? [1]
60 captures w
#? [1]

# Suicide of two stones is a matter of the rules, of one it never is.
clear_board
gogui-setup w A2 w B2 w C1 b A1
110 is_legal b B1
#? [0]
kata-set-rule suicide true
120 is_legal b B1
#? [1]
clear_board
gogui-setup w A2 w B1
130 is_legal b A1
#? [0]
kata-set-rules chinese

# A capture comes before the question of suicide.
clear_board
gogui-setup b A2 b B1 w A3 w B2 w C1
140 is_legal w A1
#? [1]
play w A1
150 list_stones b
#? []

# Superko: of what we would play ourselves, never of what we are told.
clear_board
gogui-setup b D5 b E4 b E6 w F4 w F6 w G5 w E5
kata-set-rules {"ko":"POSITIONAL"}
play b F5
play w pass
play b pass
210 is_legal w E5
#? [0]
220 play w E5
#? []
kata-set-rules chinese

# Undo goes back to the set-up and no further.
clear_board
gogui-setup b C3
play w D4
play b E5
310 gg-undo 3
#? [\? cannot undo]
320 gg-undo 2
#? []
330 undo
#? [\? cannot undo]
340 list_stones b
#? [C3]

# Handicap.
clear_board
410 fixed_handicap 4
#? [C3 G7 C7 G3]
420 fixed_handicap 4
#? [\? board not empty]
clear_board
430 fixed_handicap 10
#? [\? invalid number of stones]
set_free_handicap A1 J9
440 list_stones b
#? [A1 J9]
