"""The words for what is proven of a position, as seen by one of the players; "" stands for no proof."""

WIN = "win"
LOSS = "loss"
DRAW = "draw"
NO_WIN = "no win"       #: a draw or a loss
NO_LOSS = "no loss"     #: a draw or a win

#: The value of each result for that player.
VALUES = {WIN: 1.0, LOSS: 0.0, DRAW: 0.5}
