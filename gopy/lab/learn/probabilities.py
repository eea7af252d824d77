"""The probability that a model gives each move of a position."""
import numpy as np

from gopy.compiled.jit import kernel
from gopy.go.bitboard.construct import new_position, setup_game
from gopy.go.knowledge.move_model import model_of, model_path, unpack
from gopy.lab.learn.decisions import list_candidates, new_candidates, weigh


@kernel
def weigh_candidates(position, model, candidates, weights):
    """Write the candidates of the side to move with their probabilities; returns how many there are."""
    n = list_candidates(position, model, candidates)
    weigh(candidates, n, weights)
    return n


def move_probabilities(game, path=None) -> dict[int, float]:
    """{move: probability} for the side to move in a `history.Game`, the pass included; moves that fill an own eye are left out.

    path    that of a packed model, None for gopy's own; ValueError if it cannot be read
    """
    shapes, logarithms, _, _ = unpack(path or model_path(game.size))
    position = new_position(game.size)
    setup_game(position, game, game.to_play, 1 if game.moves and game.moves[-1][1] == game.pass_move else 0)
    candidates = new_candidates(game.size)
    n = int(weigh_candidates(position, model_of(shapes, np.ones(len(logarithms))), candidates, logarithms.astype(np.float32)))
    return {int(move): float(chance) for move, chance in zip(candidates.points[:n], candidates.chance)}
