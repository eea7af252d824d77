"""The words for what is proven of a position, for the player it is told for. No proof, no word: ""."""

WIN = "win"
LOSS = "loss"
DRAW = "draw"
NO_WIN = "no win"       #: a draw or a loss
NO_LOSS = "no loss"     #: a draw or a win

#: What a result is worth.
VALUES = {WIN: 1.0, LOSS: 0.0, DRAW: 0.5}
