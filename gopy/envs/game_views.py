"""The observations of games other than Go, from the side of either player, as `gopy.game.observe` writes them.

A board is an int8 array of the shape (rows, columns, planes); what is no board is a list of int16.
"""
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from gopy import game as contract


class View(NamedTuple):
    """The observations of one game."""

    space: spaces.Box
    look: Callable[[Any, int], np.ndarray]      #: a function of a state and a player (0 or 1) that returns a new array


def new_view(name: str, state: Any) -> View:
    """The View of a game of gopy.games.catalogue whose first position is `state`. ValueError if the game has no observations."""
    if not contract.observe.has_own(state):
        raise ValueError(f"game {name!r} is no environment: it does not define gopy.game.observe")
    shape, most = contract.observation_form(state)
    dtype: Any = np.int8 if len(shape) == 3 else np.int16
    seen = np.zeros(int(np.prod(shape)), np.float32)

    def look(state: Any, player: int) -> np.ndarray:
        contract.observe(state, player, seen)
        return seen.astype(dtype).reshape(shape)
    return View(spaces.Box(0, most, shape, dtype), look)
