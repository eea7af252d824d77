"""Labelled positions as batches for PyTorch: chosen at random, turned, and with the planes of gopy/network/form.py."""
from typing import NamedTuple

import numpy as np
import torch

from gopy.lab.learn.network.labelled import BEFORE, FORBIDDEN, KO, LAST, OWNED, STONE
from gopy.lab.learn.network.ladder_codes import ATTACK, CAUGHT, mark_ladders
from gopy.network.form import GLOBALS

#: How often the last moves are left out, as they are not known where stones were set up; and how often only the one before the last.
_WITHOUT_LAST, _WITHOUT_BEFORE = 0.03, 0.05

#: Points in the units of the value's second and third number.
TENS = 10.0

_STONE_PLANES = 8

#: What PyTorch computes on.
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Batch(NamedTuple):
    """Positions of one size N and what is to be learnt of them."""
    planes: torch.Tensor        #: float32[n, 15, N, N]
    given: torch.Tensor         #: float32[n, 8]: the global inputs
    forbidden: torch.Tensor     #: bool[n, N N + 1]: moves that are not legal
    policy: torch.Tensor        #: float32[n, N N + 1]
    winning: torch.Tensor       #: float32[n]
    score: torch.Tensor         #: float32[n], in tens of points
    deviation: torch.Tensor     #: float32[n], likewise; 0 if it is not known
    ownership: torch.Tensor | None  #: float32[n, N N], from -1 to 1; None if it is not known, nor the score

    def part(self, first, last) -> "Batch":
        """The positions from `first` to before `last`."""
        return Batch(*(None if tensor is None else tensor[first:last] for tensor in self))


class Batches:
    """All positions of one size on DEVICE.

    labelled   Labelled positions, or what a subclass learns from in their place
    """

    def __init__(self, labelled) -> None:
        self.size, self.count = labelled.size, len(labelled.komi)
        points = labelled.size ** 2
        self._codes = self._tensor(mark_ladders(labelled.codes).reshape(-1, points))
        self._kinds = self._tensor(_kinds_of_stones())
        self._numbers = self._tensor(np.stack(self._numbers_of(labelled), 1).astype(np.float32))
        self._keep_targets(labelled)
        board = np.arange(points).reshape(labelled.size, labelled.size)
        turns = [np.rot90(one, quarters).reshape(-1) for one in (board, board.T) for quarters in range(4)]
        self._turns = self._tensor(np.stack(turns))

    def _numbers_of(self, labelled):
        """Of each position: komi, whether the last move was a pass, the input for the board size, the rank, and the numbers to learn:
        probability of winning, score, deviation."""
        zeros = np.zeros(self.count)
        return (labelled.komi, labelled.passed, zeros + (self.size - 13) / 6, zeros,
                labelled.winning, labelled.score, labelled.deviation)

    def _keep_targets(self, labelled):
        """Keep what is to be learnt beside numbers."""
        self._policy = self._tensor(labelled.policy)
        self._ownership = self._tensor(labelled.ownership.reshape(self.count, -1))

    def _targets(self, chosen, places) -> tuple[torch.Tensor, torch.Tensor | None]:
        """(policy, ownership) of chosen positions, turned so that each point gets what is at `places`."""
        policy = self._policy[chosen]
        return torch.cat([policy[:, :-1].gather(1, places), policy[:, -1:]], 1), self._ownership[chosen].gather(1, places)

    def _tensor(self, array):
        return torch.from_numpy(np.ascontiguousarray(array)).to(DEVICE)

    def drawn(self, count, rng) -> Batch:
        """`count` positions at random, each turned or mirrored at random, with what a numpy Generator draws."""
        chosen, turns = (self._tensor(rng.integers(0, most, count)) for most in (self.count, len(self._turns)))
        left_out = self._tensor(rng.random((count, 1), np.float32))
        places = self._turns[turns]
        codes = self._codes[chosen].gather(1, places)
        codes = torch.where(left_out < _WITHOUT_BEFORE, codes & ~BEFORE & 255, codes)
        codes = torch.where(left_out < _WITHOUT_LAST, codes & ~LAST & 255, codes)
        return self._batch(codes, *self._targets(chosen, places), self._numbers[chosen])

    def part(self, first, last) -> Batch:
        """The positions from `first` to before `last` as they are."""
        codes = self._codes[first:last]
        places = self._turns[0].expand(len(codes), -1)
        return self._batch(codes, *self._targets(slice(first, last), places), self._numbers[first:last])

    def _batch(self, codes, policy, ownership, numbers):
        komi, passed, size, rank, winning, score, deviation = numbers.T
        given = torch.zeros(len(codes), len(GLOBALS), device=DEVICE)
        given[:, 0] = komi < 0          # Black gives komi
        given[:, 1] = passed
        given[:, 3] = komi / TENS
        given[:, 5] = size
        given[:, 7] = rank
        forbidden = torch.nn.functional.pad((codes & FORBIDDEN) > 0, (0, 1))
        policy = policy.float()
        return Batch(self._planes(codes), given, forbidden, policy / policy.sum(1, keepdim=True), winning, score / TENS,
                     deviation / TENS, None if ownership is None else ownership.float() / OWNED)

    def _planes(self, codes):
        image = codes.view(-1, 1, self.size, self.size)
        kinds = self._kinds[(image[:, 0] & STONE).int()].permute(0, 3, 1, 2)
        planes = torch.cat([kinds[:, :_STONE_PLANES], (image & KO) > 0, (image & LAST) > 0, (image & BEFORE) > 0,
                            kinds[:, _STONE_PLANES:], torch.ones_like(image, dtype=torch.bool)], 1)
        return planes.float().contiguous(memory_format=torch.channels_last)


def _kinds_of_stones():
    """bool[16, 8 + 3]: for each code of a stone in which planes of stones it is, and in which of ladders."""
    found = np.zeros((STONE + 1, _STONE_PLANES + 3), bool)
    for kind in range(_STONE_PLANES):
        found[kind + 1, kind] = True
    for kind, caught in CAUGHT.items():
        found[caught, [kind - 1, _STONE_PLANES + (kind > 4)]] = True
    found[ATTACK, -1] = True
    return found
