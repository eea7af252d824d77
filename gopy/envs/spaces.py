"""The Gymnasium spaces of the Go environments."""
from gymnasium import spaces

from gopy.go.batch.boards import BatchOptions

COLOURS = ("black", "white", "random")


def go_spaces(options: BatchOptions) -> tuple[spaces.Box, spaces.Discrete]:
    """(observation space, action space) of one board with the BatchOptions `options`."""
    low = -1 if options.observation == "board" else 0
    return (spaces.Box(low, 1, options.view_shape, options.view_dtype), spaces.Discrete(options.num_actions))


def check_colour(colour: str) -> str:
    """Return the agent's colour unchanged; ValueError if it is not one of COLOURS."""
    if colour not in COLOURS:
        raise ValueError(f"colour {colour!r} is not one of {', '.join(COLOURS)}")
    return colour
