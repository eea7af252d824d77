"""The tables and work areas of what papers describe: the fields of PaperParams that are no parameters."""
from pathlib import Path

import numpy as np

import gopy.papers.kernels  # noqa: F401  (what the search of Go does with these parameters)
from gopy.go.knowledge.move_model import model_path, read_model
from gopy.papers.association import read_rates
from gopy.papers.local_shape import new_codes
from gopy.papers.playout_weights import softmax_table
from gopy.papers.shape_weights import shape_weights
from gopy.papers.softmax_playout import new_softmax_work

_NO_FLOATS = np.zeros(1, np.float32)


def paper_tables(size, file, values) -> dict[str, np.ndarray]:
    """The tables by the names of their fields. What is learnt is read only if the values of the parameters use it.

    file  path of a packed move model, None for gopy's own for the board size. ValueError if it cannot be read
    """
    found = {"rate": _NO_FLOATS, "shape_codes": new_codes(size), "softmax_work": new_softmax_work(),
             "shape_weights": shape_weights(size) if values["prior_local_shape"] else _NO_FLOATS,
             "softmax_table": softmax_table(values["softmax"])}
    if values["prior_association"]:
        path = model_path(size) if file is None else Path(file)
        found.update(read_model(path)._asdict(), rate=read_rates(path))
    return found
