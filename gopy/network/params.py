"""Parameters of Go with a network: those of gopy.go.knowledge.params, and what the search makes of a network's judgement.

The search is compiled for the type of the parameters, so that one without a network has no call of it. Importing this loads no
kernel.
"""
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from gopy.base.package_files import find_pattern_file
from gopy.base.parameters import MAX_PRIOR, Constructor, Draft, number, truth
from gopy.go.knowledge.params import GoParams, go_draft

if TYPE_CHECKING:       # see gopy.go.knowledge.params
    import numpy as np

    from gopy.network.weights import Weights
    from gopy.network.work import Work


class NetworkParams(NamedTuple):
    """The rules of Go's playouts with a network. Only `network_draft` makes this record."""

    rules: GoParams             # a record of its own, so that playouts are compiled once with and without a network
    prior_network: Annotated[float, number(240.0, 0.0, MAX_PRIOR, "times the root of the probability that the network gives a "
                                                                  "move: a win")]
    playout_share: Annotated[float, number(1.0, 0.0, 1.0, "of the simulations that have judged a node play out from there")]
    value_share: Annotated[float, number(0.8, 0.0, 1.0, "of the network's value in the result of the simulation that made a node; "
                                                        "the playout has the rest")]
    value_slope: Annotated[float, number(1.0, 0.01, 100.0, "times the network's log-odds of winning")]
    amx: Annotated[bool, truth(True, "judge with Intel's matrix registers (AMX) where the processor has them: faster, but the numbers "
                                     "differ in their last digits from those of other processors")]
    weights: "Weights"
    judging: "Work"             # the work area of one thread, see gopy/network/work.py
    chances: "np.ndarray"       # float32[moves], likewise: the probabilities of the moves of a node


#: The fields of GoParams, and after them those of NetworkParams but the first: all by their names.
_Flat = NamedTuple("_Flat", [
    *GoParams.__annotations__.items(), *list(NetworkParams.__annotations__.items())[1:]])   # type: ignore[misc]  # mypy reads no fields

NETWORK_PARAMETERS = Constructor(_Flat, "Rules of Go's playouts, and what the search makes of a network's judgement.",
                                 kernels="gopy.network.judging_nodes")

#: The network takes the place of the model of moves. The priors of what is read out (captures, ladders, self-atari) are added to
#: it as to that model: a search of 2000 simulations with them found 112 of the 117 answers of tests/regression, and 101 without them
#: (the classical engine 109).
_INSTEAD = {"prior_move": 0}


class NetworkDraft(Draft):
    """A Draft that makes NetworkParams."""

    def make(self, **changes: Any) -> NetworkParams:
        """The record, with some values changed. ValueError for a wrong name or value."""
        made, of_go = super().make(**changes), len(GoParams._fields)
        return NetworkParams(GoParams(*made[:of_go]), *made[of_go:])


def network_file(size: int) -> Path | None:
    """The file of the network that comes with gopy for a board size, None if there is none."""
    return find_pattern_file(f"network{size}.npz")


def network_draft(size: int, network: str | None = None, move_model: str | None = None, **values: Any) -> NetworkDraft:
    """The Draft of the NetworkParams of a board size, with some values changed.

    network     path of a network, None for gopy's own. ValueError, when the Draft is checked, if there is none for the size
    move_model  as for `go_draft`
    """
    go = go_draft(size, "default", move_model)
    return NetworkDraft(NETWORK_PARAMETERS, {**go.values, **_INSTEAD, **values}, partial(_tables, go.extra, size, network),
                        partial(_check, go.check, size, network))


def network_path(size: int, network: str | None) -> Path:
    """The path of a network that is named, or else of gopy's own for a board size. ValueError if there is none."""
    path = network_file(size) if network is None else Path(network)
    if path is None:
        raise ValueError(f"no network for {size}x{size} comes with gopy; `gopy learn network` learns one")
    return path


def _check(go_check: Any, size: int, network: str | None, values: Mapping[str, Any]) -> None:
    go_check(values)
    path = network_path(size, network)
    if network is not None:     # gopy's own is as it should be; reading it loads NumPy
        from gopy.network.file import read_network

        header, _ = read_network(path)
        if size not in header.sizes:
            raise ValueError(f"{path} was not trained on {size}x{size}")


def _tables(go_tables: Any, size: int, network: str | None, values: Mapping[str, Any]) -> dict[str, Any]:
    from gopy.network.tables import network_tables  # loads the compiler

    return {**go_tables(values), **network_tables(size, network_path(size, network), values["amx"])}
