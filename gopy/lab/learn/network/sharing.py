"""A step of learning shared by threads: each has a copy of the network and a part of the positions, and the gradients are joined.

A network of this size is too small for several threads to work on the same layer: they would wait for each other more than they would
help. The parts are the same in each run, and are added in one order.
"""
import copy
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import torch


class Copies:
    """A Net and its copies.

    net      the Net whose gradients are wanted
    threads  how many threads share a step
    losses   (the answers of a Net, Batch) -> (loss, parts of it)
    halved   whether the layers are computed in bfloat16
    """

    def __init__(self, net, threads, losses: Callable, halved) -> None:
        self._nets = [net, *(copy.deepcopy(net) for _ in range(threads - 1))]
        self._losses, self._halved = losses, halved
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def learn(self, batch) -> tuple[torch.Tensor, ...]:
        """Give the net the gradients of a Batch; returns the parts of the loss."""
        if self._pool is None:
            return self._part(self._nets[0], batch)
        self._follow()
        cuts = [len(batch.planes) * number // len(self._nets) for number in range(len(self._nets) + 1)]
        batches = [batch.part(first, last) for first, last in zip(cuts, cuts[1:])]
        shares = [len(part.planes) / len(batch.planes) for part in batches]
        found = list(self._pool.map(self._part, self._nets, batches))
        for parameter, *others in zip(*(net.parameters() for net in self._nets)):
            parameter.grad *= shares[0]
            for other, share in zip(others, shares[1:]):
                parameter.grad.add_(other.grad, alpha=share)
        for buffer, *others in zip(*(net.buffers() for net in self._nets)):
            if buffer.is_floating_point():      # means and variances of normalisations
                buffer.copy_(sum(share * each for share, each in zip(shares, (buffer, *others))))
        return tuple(sum(share * part for share, part in zip(shares, parts)) for parts in zip(*found))

    def _part(self, net, batch):
        """The parts of the loss of a Net, which gets the gradients."""
        net.train()
        with torch.autocast(batch.planes.device.type, torch.bfloat16, enabled=self._halved):
            answers = net(batch.planes, batch.given)
        loss, parts = self._losses(*answers, batch)
        net.zero_grad()
        loss.backward()
        return parts

    @torch.no_grad()
    def _follow(self):
        """Make the copies what the net is now."""
        net, *copies = (list(each.state_dict().values()) for each in self._nets)
        for each in copies:
            for mine, its in zip(each, net):
                mine.copy_(its)
