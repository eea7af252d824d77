"""The regions of the boards of a batch, as PyTorch wants them; gopy/network/regions.py says what they are."""
from typing import NamedTuple

import numpy as np
import torch

from gopy.compiled.jit import kernel
from gopy.network.form import ENEMY_STONES, OWN_STONES
from gopy.network.regions import number_regions


class Regions(NamedTuple):
    """The regions of n boards, numbered from those of the first board on."""
    of_points: torch.Tensor     #: int32[n N N]: the region of each point
    boards: torch.Tensor        #: int64[regions]: which board each region is on
    shares: torch.Tensor        #: float32[regions]: 1 / how many points it has


def regions_of(planes) -> Regions:
    """The Regions of input planes [n, planes, N, N]."""
    count, _, size, _ = planes.shape
    colours = planes[:, OWN_STONES].sum(1) + 2 * planes[:, ENEMY_STONES].sum(1)
    seen = (-1 - colours).to(torch.int32).cpu().contiguous().numpy().reshape(-1)
    of_points, boards, sizes = (np.empty(len(seen), np.int32) for _ in range(3))
    found = _find(seen, count, size, np.empty(3 * size**2, np.int32), of_points, boards, sizes)
    return Regions(torch.from_numpy(of_points).to(planes.device), torch.from_numpy(boards[:found]).long().to(planes.device),
                   1 / torch.from_numpy(sizes[:found]).float().to(planes.device))


@kernel
def _find(seen, count, size, board_regions, of_points, boards, sizes):
    """Number the regions of `count` boards, of which `seen` has a negative number for each colour; returns how many there are."""
    points, total = size * size, 0
    for board in range(count):
        for point in range(points):
            board_regions[point] = seen[board * points + point]
        found = number_regions(board_regions, size)
        for point in range(points):
            of_points[board * points + point] = total + board_regions[point]
        for region in range(found):
            boards[total + region] = board
            sizes[total + region] = board_regions[points + region]
        total += found
    return total
