"""The network of gopy/network/form.py in PyTorch, with batch norms that are folded into the weights when it is written."""
import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from gopy.lab.learn.network.layers import Convolution, Normalisation, everywhere, pooled, regional, shifted
from gopy.lab.learn.network.regions import regions_of
from gopy.network.form import GLOBALS, PLANES, STEM, hidden, pools

#: What the last normalisation of the trunk begins with, and how small the weights are that begin near 0.
_LAST_SCALE, _SMALL = 0.5, 0.3


class Net(nn.Module):
    """A network of a width and a number of blocks."""

    def __init__(self, blocks, channels) -> None:
        super().__init__()
        c, p, given = channels, hidden(channels), len(GLOBALS)
        self.blocks, self.channels = blocks, channels
        self.stem = nn.Conv2d(len(PLANES), c, STEM, padding=STEM // 2, bias=False)
        self.stem_global = nn.Linear(given, c, bias=False)
        self.stem_norm = Normalisation(c)
        self.conv1, self.conv2 = (nn.ModuleList(Convolution(c) for _ in range(blocks)) for _ in "12")
        self.norm1, self.norm2 = (nn.ModuleList(Normalisation(c) for _ in range(blocks)) for _ in "12")
        self.pool = nn.ModuleDict({str(block): nn.Linear(2 * c, c, bias=False) for block in range(blocks) if pools(block, blocks)})
        self.region = nn.ModuleList(nn.Linear(c, c, bias=False) for _ in range(blocks))
        self.owner = nn.Conv2d(c, 1, 1)
        self.policy, self.policy_pool = nn.Conv2d(c, p, 1), nn.Linear(2 * c, p, bias=False)
        self.policy_out = nn.Conv2d(p, 1, 1, bias=False)
        self.passing, self.passing_out = nn.Linear(2 * c, p), nn.Linear(p, 1)
        self.value, self.value_out = nn.Linear(2 * c + 1 + given, 2 * p), nn.Linear(2 * p, 3)
        self._begin()

    def _begin(self):
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
        # What is not in every position begins without effect, or nearly so. Inputs that training never sees keep none.
        nn.init.zeros_(self.stem_global.weight)
        nn.init.constant_(self.norm2[-1].weight, _LAST_SCALE)
        for layer in (*self.pool.values(), *self.region, self.policy_pool, self.policy_out, self.owner, self.value_out):
            nn.init.normal_(layer.weight, std=_SMALL / math.sqrt(layer.weight.shape[1]))
        with torch.no_grad():
            self.value.weight[:, -len(GLOBALS):] = 0.0

    def forward(self, planes, given) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """(logits of the moves [n, N N + 1], the three numbers of the value [n, 3], ownership [n, N N]), all float32.

        planes   [n, planes, N, N]
        given    float32[n, 8], the global inputs
        """
        n, size = planes.shape[0], planes.shape[-1]
        regions = regions_of(planes)
        x = self.stem(planes)
        x = self.stem_norm(x + everywhere(self.stem_global(given), x), cuts=True)
        for block in range(self.blocks):
            h = self.norm1[block](self.conv1[block](x))
            shifts = self.region[block](regional(h, regions))
            if str(block) in self.pool:
                shifts = shifts + self.pool[str(block)](pooled(h))[regions.boards]
            x = self.norm2[block](self.conv2[block](shifted(h, shifts, regions)), beside=x, cuts=True)
        over_all = pooled(x)
        owner = torch.tanh(self.owner(x).float().reshape(n, -1))
        p = self.policy(x)
        p = functional.relu(p + everywhere(self.policy_pool(over_all), p))
        with torch.autocast(x.device.type, enabled=False):      # the last sums are exact also where the trunk is in bfloat16
            logits = torch.cat([self.policy_out(p.float()).reshape(n, -1),
                                self.passing_out(functional.relu(self.passing(over_all)))], 1)
            value = functional.relu(self.value(torch.cat([over_all, owner.sum(1, keepdim=True) / size, given], 1)))
            return logits, self.value_out(value), owner


def weights_of(net, state) -> dict[str, np.ndarray]:
    """The weights by the names of the file (float32), from the state dict of a Net."""
    s = {name: value.detach().float().cpu() for name, value in state.items()}

    def folded(name):
        """(scale, bias) of a normalisation"""
        scale = s[f"{name}.weight"] / torch.sqrt(s[f"{name}.running_var"] + net.stem_norm.eps)
        return scale, s[f"{name}.bias"] - scale * s[f"{name}.running_mean"]

    def window(name):
        """A convolution as [row, column, in, out]"""
        return s[f"{name}.weight"].permute(2, 3, 1, 0)

    scale, bias = folded("stem_norm")
    found = {"stem": window("stem") * scale, "stem_global": s["stem_global.weight"].T * scale, "stem_bias": bias}
    for block in range(net.blocks):
        for number in (1, 2):
            scale, bias = folded(f"norm{number}.{block}")
            found[f"block{block}_conv{number}"] = window(f"conv{number}.{block}") * scale
            found[f"block{block}_bias{number}"] = bias
        found[f"block{block}_region"] = s[f"region.{block}.weight"].T
        if str(block) in net.pool:
            found[f"block{block}_pool"] = s[f"pool.{block}.weight"].T
    found |= {"owner": window("owner")[0, 0, :, 0], "owner_bias": s["owner.bias"],
              "policy": window("policy")[0, 0], "policy_pool": s["policy_pool.weight"].T, "policy_bias": s["policy.bias"],
              "policy_out": window("policy_out")[0, 0, :, 0]}
    for name, layer in (("pass", "passing"), ("value", "value")):
        found |= {name: s[f"{layer}.weight"].T, f"{name}_bias": s[f"{layer}.bias"],
                  f"{name}_out": s[f"{layer}_out.weight"].T, f"{name}_out_bias": s[f"{layer}_out.bias"]}
    found["pass_out"] = found["pass_out"][:, 0]
    return {name: np.ascontiguousarray(array.numpy(), np.float32) for name, array in found.items()}
