"""Association rules: how often a move was played, in recorded games, of the times that its largest known shape was there.

Source: Gelly and others 2012 (Communications of the ACM), section 4.2. This is no share of wins. So it counts as the learnt
probability of a move does: its root times the parameter, as won simulations.
"""
import math
from functools import lru_cache
from pathlib import Path

import numpy as np

from gopy.compiled.jit import kernel
from gopy.go.bitboard.layout import point_count
from gopy.go.bitboard.position import is_eye
from gopy.go.knowledge.features import list_shapes
from gopy.go.knowledge.move_model import unpack
from gopy.go.knowledge.patterns import neighbourhood
from gopy.go.knowledge.prior import add_prior
from gopy.go.knowledge.shapes import fill_cells


@lru_cache(maxsize=None)
def read_rates(path: Path) -> np.ndarray:
    """float32[features]: of the shapes in a packed move model, the share of the times that a move with the shape could be played
    that it was. ValueError if the file cannot be read."""
    return np.asarray(unpack(path)[2], np.float32)


@kernel(entry=False)
def add_association(game_params, position, moves, n, visits, wins):
    """Add won simulations to moves[:n], except to the pass and to moves that fill an own eye.

    game_params  has prior_association, work, rate (see `read_rates`), and first_shape and shape_table of the same model
    """
    work, colour = game_params.work[0], position.data[0].to_play
    fill_cells(position, work, colour)
    for i in range(n):
        point = np.uint64(moves[i])
        if point != point_count(position) and not is_eye(position, point, colour):
            count = list_shapes(position, work, game_params, point, neighbourhood(position, point, colour))
            rate = game_params.rate[np.uint64(work.features[count - np.uint64(1)])]
            add_prior(visits, wins, i, game_params.prior_association * math.sqrt(rate), True)
