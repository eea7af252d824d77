"""Where a search of Go finds its GoParams: its parameters are these themselves, or a record that has them beside something else."""
from typing import Any

from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel

#: The least share of rule NAKADE in playouts that judge settled positions.
_JUDGING_NAKADE = 0.8


@verb
def rules_of(game_params: Any) -> Any:
    """The GoParams, or PaperParams, in the parameters of a search: by default these parameters."""


@verb
def for_judging(game_params: Any) -> Any:
    """The parameters for a search that is to tell whose the points of a settled position are, see gopy.engine.searcher.Root: without
    what was learnt about moves, and with more nakade. Plain Python."""


@rules_of.register()
@kernel(inline=True)
def _themselves(game_params):
    return game_params


@for_judging.register()
def _of_playouts_alone(game_params):
    return game_params._replace(prior_move=0.0, nakade=max(game_params.nakade, _JUDGING_NAKADE))
