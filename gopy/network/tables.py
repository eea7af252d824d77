"""The fields of NetworkParams that hold a network and its work areas."""
from pathlib import Path
from typing import Any

import numpy as np

from gopy.network.file import read_network
from gopy.network.weights import new_weights
from gopy.network.work import best_work_type, new_work


def network_tables(size: int, path: Path, amx: bool) -> dict[str, Any]:
    """{field: its value} for a board size and the file of a network. ValueError if it cannot be read.

    amx   as for `best_work_type`
    """
    header, arrays = read_network(path)
    judging = new_work(size, header.channels, best_work_type(size, amx))
    return {"weights": new_weights(header.channels, header.blocks, arrays, type(judging)), "judging": judging,
            "chances": np.zeros(len(judging.policy), np.float32)}
