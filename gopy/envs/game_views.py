"""The observations of games other than Go, from the side of either player, as `gopy.game.observe` writes them.

A board is an int8 array of the shape (rows, columns, planes); what is no board is a list of int16. Both may be bool or uint8 by choice,
as far as their numbers fit.
"""
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from gopy import game as contract

#: The types to choose from, each with the largest number that it holds.
CHOICES = {"bool": 1, "uint8": 255}


class View(NamedTuple):
    """The observations of one game."""

    space: spaces.Box
    look: Callable[[Any, int], np.ndarray]      #: a function of a state and a player (0 or 1) that returns a new array


def new_view(name: str, state: Any, choice: str | None = None) -> View:
    """The View of a game of gopy.games.catalogue whose first position is `state`; choice: one of CHOICES, or None.

    ValueError if the game has no observations, or if they do not fit into the type chosen.
    """
    if not contract.observe.has_own(state):
        raise ValueError(f"game {name!r} is no environment: it does not define gopy.game.observe")
    shape, most = contract.observation_form(state)
    if choice is not None and choice not in CHOICES:
        raise ValueError(f"observation_dtype {choice!r} is not one of {', '.join(CHOICES)}")
    if choice is not None and most > CHOICES[choice]:
        raise ValueError(f"observation_dtype {choice!r} does not hold the numbers up to {most} that {name} shows")
    dtype: Any = np.dtype(choice) if choice is not None else np.int8 if len(shape) == 3 else np.int16
    seen = np.zeros(int(np.prod(shape)), np.float32)

    def look(state: Any, player: int) -> np.ndarray:
        contract.observe(state, player, seen)
        return seen.astype(dtype).reshape(shape)
    return View(spaces.Box(0, most, shape, dtype), look)
