"""The layers of a network in PyTorch that take most of the time: by gopy's own kernels where these are faster, else by PyTorch's.

The kernels are for bfloat16 on a processor that multiplies pairs of such numbers. With them learning is more than twice as fast. What they
do is what PyTorch does, but for the rounding of numbers on the way. The 3x3 layers are PyTorch's where the processor multiplies tiles.
"""
import threading
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from gopy.compiled.lowering import processor_features
from gopy.network.form import SMALLEST_BOARD, WIDTHS

if TYPE_CHECKING:
    from gopy.lab.learn.network.winograd_layer import Room

#: The smallest number that a normalisation lets pass which cuts off nothing.
_NO_FLOOR = np.float32(-3e38)

#: The Rooms of each thread.
_OWN = threading.local()


def has_kernels(image) -> bool:
    """Whether gopy's kernels are for an image [n, C, N, N], here and now."""
    _, channels, size, other = image.shape
    return (torch.is_autocast_enabled(image.device.type) and image.device.type == "cpu" and channels in WIDTHS
            and size == other >= SMALLEST_BOARD and "avx512bf16" in processor_features())


@cache
def multiplies_tiles() -> bool:
    """Whether the processor multiplies tiles of bfloat16 (AMX), which PyTorch's 3x3 layers use and gopy's kernels do not."""
    return "amx-bf16" in processor_features()


class Convolution(nn.Conv2d):
    """A 3x3 layer of as many channels as it is given, without biases."""

    def __init__(self, channels) -> None:
        super().__init__(channels, channels, 3, padding=1, bias=False)

    def forward(self, image) -> torch.Tensor:
        """The layer of an image."""
        return _Convolved.apply(image, self.weight) if has_kernels(image) and not multiplies_tiles() else super().forward(image)


class Normalisation(nn.BatchNorm2d):
    """A normalisation, with what follows it."""

    def forward(self, image, beside=None, cuts=False) -> torch.Tensor:
        """The image normalised, plus the image `beside` it if there is one; if `cuts`, what is negative is 0."""
        if self.training and has_kernels(image):
            found, mean, variance = _Normalised.apply(image, self.weight, self.bias, beside, cuts, self.eps)
            count = image.numel() // image.shape[1]
            self.running_mean.lerp_(mean, self.momentum)
            self.running_var.lerp_(variance * (count / (count - 1)), self.momentum)
            self.num_batches_tracked += 1
            return found
        found = super().forward(image)
        if beside is not None:
            found = found + beside
        return functional.relu(found) if cuts else found


def pooled(image) -> torch.Tensor:
    """float32[n, 2 C]: the mean of each channel of max(0, image), then the largest."""
    if has_kernels(image):
        return _Pooled.apply(image)
    image = functional.relu(image).float()
    return torch.cat([image.mean((2, 3)), image.amax((2, 3))], 1)


def regional(image, regions) -> torch.Tensor:
    """float32[regions, C]: the mean of each channel of max(0, image) over each of the Regions."""
    if has_kernels(image):
        return _Regional.apply(image, regions)
    rows = functional.relu(image).float().permute(0, 2, 3, 1).reshape(-1, image.shape[1])
    return rows.new_zeros(len(regions.shares), rows.shape[1]).index_add(0, regions.of_points, rows) * regions.shares[:, None]


def shifted(image, shifts, regions) -> torch.Tensor:
    """max(0, image + shifts), with the shifts [regions, C] of each of the Regions at all its points."""
    if has_kernels(image):
        return _Shifted.apply(image, shifts, regions)
    n, channels, size, _ = image.shape
    rows = shifts.to(image.dtype).index_select(0, regions.of_points)
    return functional.relu(image + rows.view(n, size, size, channels).permute(0, 3, 1, 2))


def everywhere(numbers, image) -> torch.Tensor:
    """Numbers [n, C] in the type of an image, to be added at all its points."""
    return numbers.to(image.dtype)[:, :, None, None]


class _Convolved(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, image, weights) -> torch.Tensor:
        from gopy.lab.learn.network.winograd_layer import convolve_images, layer_weights

        image = _channels_last(image)
        ctx.save_for_backward(image, weights)
        out, work = torch.empty_like(image), _room(image).work
        numbers = layer_weights(weights.detach().permute(2, 3, 1, 0).contiguous().numpy(), work)
        convolve_images(numbers, work, _bits(image), len(image), _bits(out))
        return out

    @staticmethod
    def backward(ctx: Any, gradient) -> tuple[torch.Tensor, torch.Tensor]:
        from gopy.lab.learn.network.winograd_layer import gradients_of_images, layer_weights, window_gradient

        image, weights = ctx.saved_tensors
        out, room, gradient = torch.empty_like(image), _room(image), _channels_last(gradient)
        numbers = layer_weights(weights.detach().flip(2, 3).permute(2, 3, 0, 1).contiguous().numpy(), room.work)
        room.sums[:] = 0
        gradients_of_images(numbers, room.work, _bits(image), _bits(gradient), len(image), _bits(out), room.left, room.right, room.sums)
        return out, torch.from_numpy(window_gradient(room.sums, image.shape[1], room.work)).permute(3, 2, 0, 1)


class _Normalised(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, image, weight, bias, beside, cuts, eps) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        from gopy.lab.learn.network.image_kernels import scale_image, sum_image

        image = _channels_last(image)
        beside = None if beside is None else _channels_last(beside)
        out, work, channels = torch.empty_like(image), _room(image).work, image.shape[1]
        source = _bits(image)
        sums, count = np.zeros(2 * channels, np.float32), len(source) // channels
        sum_image(work, source, count, channels, sums)
        mean, squares = sums.reshape(2, channels) / count
        variance = np.maximum(squares - mean**2, 0)
        scale = weight.detach().numpy() / np.sqrt(variance + eps)
        scales = np.concatenate([scale, bias.detach().numpy() - scale * mean]).astype(np.float32)
        scale_image(work, source, count, channels, scales, source if beside is None else _bits(beside), beside is not None,
                    np.float32(0) if cuts else _NO_FLOOR, _bits(out))
        ctx.save_for_backward(image, weight, out)
        ctx.given = mean, variance, eps, cuts, beside is not None
        found = torch.from_numpy(mean), torch.from_numpy(variance)
        ctx.mark_non_differentiable(*found)
        return out, *found

    @staticmethod
    def backward(ctx: Any, *gradients) -> tuple:
        from gopy.lab.learn.network.image_kernels import spread_gradient, sum_gradient

        image, weight, out = ctx.saved_tensors
        mean, variance, eps, cuts, adds = ctx.given
        gradient, work, channels = _channels_last(gradients[0]), _room(image).work, image.shape[1]
        source, above, given = _bits(image), _bits(out), _bits(gradient)
        sums, count = np.zeros(2 * channels, np.float32), len(source) // channels
        sum_gradient(work, source, above, given, count, channels, cuts, sums)
        total, products = sums.reshape(2, channels)
        share = 1 / np.sqrt(variance + eps)
        to_weight, factor = (products - mean * total) * share, weight.detach().numpy() * share
        of_image = -factor * to_weight * share / count
        factors = np.concatenate([factor, of_image, -factor * total / count - of_image * mean]).astype(np.float32)
        to_image = torch.empty_like(image)
        to_beside = torch.empty_like(image) if adds else None
        spread_gradient(work, source, above, given, count, channels, cuts, factors, _bits(to_image), adds,
                        _bits(to_beside if adds else to_image))
        return to_image, torch.from_numpy(to_weight.astype(np.float32)), torch.from_numpy(total.copy()), to_beside, None, None


class _Pooled(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, image) -> torch.Tensor:
        from gopy.lab.learn.network.image_kernels import pool_images

        image = _channels_last(image)
        n, channels, size, _ = image.shape
        out = torch.empty(n, 2 * channels)
        pool_images(_room(image).work, _bits(image), n, size**2, channels, out.numpy().reshape(-1))
        ctx.save_for_backward(image, out)
        return out

    @staticmethod
    def backward(ctx: Any, gradient) -> torch.Tensor:
        from gopy.lab.learn.network.image_kernels import spread_pooled

        image, known = ctx.saved_tensors
        n, channels, size, _ = image.shape
        out, given = torch.empty_like(image), gradient.float().contiguous().numpy().reshape(-1)
        spread_pooled(_room(image).work, _bits(image), known.numpy().reshape(-1), given, n, size**2, channels, _bits(out))
        return out


class _Regional(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, image, regions) -> torch.Tensor:
        from gopy.lab.learn.network.image_kernels import pool_regions

        image = _channels_last(image)
        out = torch.zeros(len(regions.shares), image.shape[1])
        pool_regions(_room(image).work, _bits(image), regions.of_points.numpy(), regions.shares.numpy(), image.shape[1],
                     out.numpy().reshape(-1))
        ctx.save_for_backward(image)
        ctx.regions = regions
        return out

    @staticmethod
    def backward(ctx: Any, gradient) -> tuple[torch.Tensor, None]:
        from gopy.lab.learn.network.image_kernels import spread_regions

        image, = ctx.saved_tensors
        out, regions, channels = torch.empty_like(image), ctx.regions, image.shape[1]
        spread_regions(_room(image).work, _bits(image), regions.of_points.numpy(), regions.shares.numpy(),
                       gradient.float().contiguous().numpy().reshape(-1), channels, _bits(out))
        return out, None


class _Shifted(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, image, shifts, regions) -> torch.Tensor:
        from gopy.lab.learn.network.image_kernels import shift_images

        image = _channels_last(image)
        out, given = torch.empty_like(image), shifts.detach().float().contiguous().numpy().reshape(-1)
        shift_images(_room(image).work, _bits(image), regions.of_points.numpy(), given, image.shape[1], _bits(out))
        ctx.save_for_backward(out)
        ctx.regions = regions
        return out

    @staticmethod
    def backward(ctx: Any, gradient) -> tuple[torch.Tensor, torch.Tensor, None]:
        from gopy.lab.learn.network.image_kernels import spread_shifted

        out, = ctx.saved_tensors
        channels, regions = out.shape[1], ctx.regions
        gradient, to_image, to_shifts = _channels_last(gradient), torch.empty_like(out), torch.zeros(len(regions.shares), channels)
        spread_shifted(_room(out).work, _bits(out), _bits(gradient), regions.of_points.numpy(), channels, _bits(to_image),
                       to_shifts.numpy().reshape(-1))
        return to_image, to_shifts, None


def _channels_last(image):
    return image.to(torch.bfloat16).contiguous(memory_format=torch.channels_last)


def _bits(image):
    """uint16[]: the bits of an image, which stays where it is."""
    return image.detach().permute(0, 2, 3, 1).view(torch.int16).numpy().reshape(-1).view(np.uint16)


def _room(image) -> "Room":
    """This thread's Room for layers of an image's form."""
    from gopy.lab.learn.network.winograd_layer import Room

    rooms = _OWN.__dict__.setdefault("rooms", {})
    form = image.shape[2], image.shape[1]
    if form not in rooms:
        rooms[form] = Room(*form)
    return rooms[form]
