"""The tables of Go's playout and priors: the fields of GoParams that are no parameters, made or read for their values."""
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from gopy.go.knowledge.learnt_patterns import NO_SHARES, NO_WEIGHTS, pattern_weights, random_shares
from gopy.go.knowledge.move_model import EMPTY_MODEL, move_model, read_model
from gopy.go.knowledge.patterns import playout_patterns
from gopy.go.knowledge.work import new_work


def go_tables(size: int, file: str | None, values: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """The tables by the names of their fields in GoParams. What is learnt is read only if the values of the parameters use it.

    file  path of a packed move model, None for gopy's own for the board size. ValueError if it cannot be read
    """
    if not (values["prior_move"] or values["pattern_power"] or values["random_least"]):
        model = EMPTY_MODEL
    else:
        model = move_model(size) if file is None else read_model(Path(file))
    power, least = values["pattern_power"], values["random_least"]
    return {"table": playout_patterns(), **model._asdict(),
            "pattern_weights": pattern_weights(model, power, values["pattern_least"]) if power else NO_WEIGHTS,
            "random_shares": random_shares(model, least) if least else NO_SHARES, "work": new_work()}
