"""Begin to learn with the weights of a network that has learnt before, so that one board size teaches the next."""
import math

import numpy as np
import torch

from gopy.base.errors import UserError
from gopy.lab.learn.network.growing import can_grow, grown
from gopy.lab.learn.records import checksum
from gopy.network.file import read_network


def form_and_start(arguments) -> tuple[int, int, dict[str, np.ndarray] | None]:
    """(blocks, channels, weights by name of the network to begin with or None) by the arguments of a command that learns a network.

    A network to begin with is made as large as the arguments say. UserError if the file is no network, or a larger one.
    """
    if arguments.start is None:
        blocks, channels = arguments.form
        return arguments.blocks or blocks, arguments.channels or channels, None
    try:
        header, weights = read_network(arguments.start)
    except ValueError as error:
        raise UserError(str(error)) from None
    form = header.blocks, header.channels
    larger = blocks, channels = arguments.blocks or header.blocks, arguments.channels or header.channels
    if not can_grow(form, larger):
        raise UserError(f"{arguments.start} has {header.blocks} blocks of {header.channels} channels: a network may become wider, "
                        "and one of two blocks or more deeper")
    return blocks, channels, weights if larger == form else grown(weights, form, larger, arguments.seed)


def start_checksum(weights) -> int:
    """A number that differs between different networks to begin with; 0 for a new one."""
    return checksum(1e6 * array.reshape(-1) for array in weights.values()) if weights else 0


@torch.no_grad()
def begin_with(net, weights, batch) -> None:
    """Give a Net the weights of a file; it judges as that network does.

    A file holds layers with their normalisation folded in. Here a layer gets the size that a new one has, since the changes of a step
    suit that size, and its normalisation the mean and the deviation that it meets in the positions of `batch`, so that learning goes on
    where the network stands.
    """
    state = {name: torch.from_numpy(array.copy()) for name, array in weights.items()}
    for layer, norm, window, bias in _normalised(net):
        kernel = state[window].permute(3, 2, 0, 1)
        size = math.sqrt(2 / kernel[0].numel()) / float(kernel.std())
        layer.weight.copy_(kernel * size)
        norm.weight.fill_(1 / size)
        norm.bias.copy_(state[bias])
        norm.running_mean.zero_()
        norm.running_var.fill_(1 - norm.eps)
        if layer is net.stem:
            net.stem_global.weight.copy_(state["stem_global"].T * size)
    for block, pool in net.pool.items():
        pool.weight.copy_(state[f"block{block}_pool"].T)
    for block, region in enumerate(net.region):
        region.weight.copy_(state[f"block{block}_region"].T)
    net.owner.weight.copy_(state["owner"][None, :, None, None])
    net.policy.weight.copy_(state["policy"].T[:, :, None, None])
    net.policy_pool.weight.copy_(state["policy_pool"].T)
    net.policy_out.weight.copy_(state["policy_out"][None, :, None, None])
    net.passing_out.weight.copy_(state["pass_out"][None])
    net.passing.weight.copy_(state["pass"].T)
    net.value.weight.copy_(state["value"].T)
    net.value_out.weight.copy_(state["value_out"].T)
    for name, layer in (("owner", net.owner), ("policy", net.policy), ("pass", net.passing), ("pass_out", net.passing_out),
                        ("value", net.value), ("value_out", net.value_out)):
        layer.bias.copy_(state[f"{name}_bias"])
    hooks = [norm.register_forward_pre_hook(_measure) for _, norm, _, _ in _normalised(net)]
    net.eval()
    net(batch.planes, batch.given)
    for hook in hooks:
        hook.remove()


def _normalised(net):
    """(layer, its normalisation, the name of its weights in a file, that of its bias), from the first to the last."""
    yield net.stem, net.stem_norm, "stem", "stem_bias"
    for block in range(net.blocks):
        yield net.conv1[block], net.norm1[block], f"block{block}_conv1", f"block{block}_bias1"
        yield net.conv2[block], net.norm2[block], f"block{block}_conv2", f"block{block}_bias2"


def _measure(norm, arguments):
    """Before a normalisation sees its first image: let it take away the mean and the deviation of this image, and add them again."""
    (image,) = arguments
    variance, mean = torch.var_mean(image.float(), (0, 2, 3), correction=0)
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.bias.add_(norm.weight * mean)
    norm.weight.mul_(torch.sqrt(variance + norm.eps))
