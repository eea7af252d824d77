"""What a player of MiniShogi sees, as an array."""
import numpy as np

from gopy import game
from gopy.compiled.bits import ONE
from gopy.compiled.jit import kernel
from gopy.games.minishogi.layout import ALL, HAND, KINDS, SLOTS, MiniShogi

_SQUARES = 25
_HELD = 5       # kinds that can be in hand
_PLANES = 2 * KINDS + 2 * _HELD + 1


@game.observation_form.register(MiniShogi)
def observation_form(state) -> game.ObservationForm:
    """Planes for ten kinds of own pieces and ten of the other's (pawn, silver, bishop, rook, gold, king, then promoted pawn, silver,
    bishop, rook), planes with the number of each of the first five kinds that each player has in hand, and the first player's."""
    return game.ObservationForm((5, 5, _PLANES), 2)


@game.observe.register(MiniShogi)
@kernel
def observe(state, player, out):
    """Write the planes of `observation_form`."""
    for i in range(_SQUARES * _PLANES):
        out[i] = 0
    for square in range(_SQUARES):
        at = square * _PLANES
        for seen in range(2):
            slots = (player ^ seen) * SLOTS
            if (state.sets[slots + ALL] >> np.uint64(square)) & ONE == ONE:
                out[at + seen * KINDS + np.int64(state.kinds[square])] = 1
            for kind in range(_HELD):
                held = (state.sets[slots + HAND] >> np.uint64(4 * kind)) & np.uint64(15)
                out[at + 2 * KINDS + seen * _HELD + kind] = held
        out[at + _PLANES - 1] = 1 - player
