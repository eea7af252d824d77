"""Learn a network from labelled positions, step by step."""
import copy
import json
import math

import numpy as np
import torch
from torch.nn import functional

from gopy.base.arrays import stored_arrays
from gopy.base.documents import json_text
from gopy.base.errors import UserError
from gopy.base.files import write_whole
from gopy.lab.learn.long_run import checkpoint_arrays
from gopy.lab.learn.network.batches import DEVICE, Batch, Batches
from gopy.lab.learn.network.beginning import begin_with
from gopy.lab.learn.network.curve import curve_picture
from gopy.lab.learn.network.judging import cross_entropy, figures_text, judge
from gopy.lab.learn.network.model import Net, weights_of
from gopy.lab.learn.network.orthogonal import Orthogonal
from gopy.lab.learn.network.sharing import Copies
from gopy.network.file import Header, write_network

#: What each part of the loss counts beside the cross-entropy of the policy; of games, whose results tell little of a position,
#: winning counts less, and ownership and score are not learnt.
_WINNING, _SCORE, _DEVIATION, _OWNERSHIP, _RESULT = 1.5, 0.4, 0.1, 1.5, 0.3

#: The least deviation that is learnt, in tens of points.
_LEAST_DEVIATION = 0.03

#: The step size rises over so many steps at the beginning, and the weights that are written are a mean over so many at the end; in
#: short runs over a tenth of them.
_RISE, _MEAN_OF = 300, 1000

_DECAY, _MOMENTS = 0.02, (0.9, 0.99)

#: The step size of the 3x3 layers, whose changes have the same size whatever their gradients, in multiples of that of the others.
_ORTHOGONAL_RATE = 7.0

#: The run is judged so often; the weights of the best judgement are written.
_JUDGEMENTS = 40


class NetworkLearner:
    """The state of a run of `gopy learn network`, which `long_run.go_on` drives.

    positions   {board size: Batches of positions to learn from}
    held_out    {board size: Batches of positions to judge by}; a size may be missing
    header      Header of the network, without figures
    curve       path of the file with the learning curve; its picture stands beside it
    patience    stop after so many judgements that were no better than the best before them; None: never
    settings    {word: value} of what else decides the result: steps, batch, rate, seed, positions (a checksum)
    start       weights by name of the network to begin with; None: a new one
    halved      whether the layers are computed in bfloat16; on a GPU they are in any case
    """

    #: What is counted while it learns.
    unit = "steps"

    def __init__(self, positions: dict[int, Batches], held_out: dict[int, Batches], header, curve, settings, patience=None,
                 start=None, halved=False) -> None:
        self.header, self.games, self.has_enough = header, 0, False
        self.device, self._halved = DEVICE, halved or DEVICE == "cuda"
        self._settings, self._curve_path, self._patience = settings, curve, patience
        self._batches, self._held_out = positions, held_out
        total = sum(batches.count for batches in self._batches.values())
        self._shares = [batches.count / total for batches in self._batches.values()]
        torch.manual_seed(settings["seed"])
        self._net = Net(header.blocks, header.channels).to(self.device, memory_format=torch.channels_last)
        if start is not None:
            begin_with(self._net, start, next(iter(positions.values())).drawn(settings["batch"], np.random.default_rng(settings["seed"])))
        layers = [*self._net.conv1.parameters(), *self._net.conv2.parameters()]
        others = [p for p in self._net.parameters() if all(p is not layer for layer in layers)]
        heavy, light = ([p for p in others if (p.dim() > 1) == many] for many in (True, False))
        self._optimizers = {Orthogonal(layers): _ORTHOGONAL_RATE, torch.optim.AdamW(
            [{"params": heavy, "weight_decay": _DECAY}, {"params": light, "weight_decay": 0.0}], betas=_MOMENTS): 1.0}
        # A thread has a part of each step for itself, so that PyTorch's own work within it is for one.
        self._threads = torch.get_num_threads() if self.device == "cpu" else 1
        self._copies = Copies(self._net, min(self._threads, settings["batch"] // 2), _losses, self._halved)
        self._mean = copy.deepcopy(self._net.state_dict())
        self._best = self._mean
        self.curve: list[dict] = []

    @property
    def steps(self) -> int:
        """How many steps the run has."""
        return self._settings["steps"]

    def learn(self, count) -> str:
        """Take `count` steps; returns how large the parts of the loss were in the last of them."""
        for _ in range(count):
            parts = self._step()
            self.games += 1
            if self._held_out and (self.games % max(1, self.steps // _JUDGEMENTS) == 0 or self.games == self.steps):
                self._judge()
        return ", ".join(f"{name} {float(part):.3f}" for name, part in zip(("policy", "winning", "ownership"), parts))

    def _step(self):
        rng = np.random.default_rng((self._settings["seed"], self.games))
        size = list(self._batches)[rng.choice(len(self._shares), p=self._shares)]
        batch = self._batches[size].drawn(self._settings["batch"], rng)
        for optimizer, factor in self._optimizers.items():
            for group in optimizer.param_groups:
                group["lr"] = factor * self._rate()
        torch.set_num_threads(1)
        parts = self._copies.learn(batch)
        torch.set_num_threads(self._threads)
        for optimizer in self._optimizers:
            optimizer.step()
        share = 1 / (1 + min(_MEAN_OF, self.games / 10))
        state = self._net.state_dict()
        names = [name for name, value in state.items() if value.is_floating_point()]    # the counts of batches have no mean
        torch._foreach_lerp_([self._mean[name] for name in names], [state[name] for name in names], share)
        return parts

    def _rate(self):
        """The step size: it rises at first, then falls as a cosine does, to 0."""
        return (self._settings["rate"] * min(1.0, (self.games + 1) / min(_RISE, self.steps / 10))
                * 0.5 * (1 + math.cos(math.pi * self.games / self.steps)))

    def _judge(self):
        net = Net(self.header.blocks, self.header.channels).to(self.device)
        net.load_state_dict(self._mean)
        row = {"step": self.games, "figures": {str(size): judge(net, batches) for size, batches in self._held_out.items()}}
        self.curve.append(row)
        errors = [_badness(row) for row in self.curve]
        if errors[-1] <= min(errors):
            self._best = copy.deepcopy(self._mean)
        since = len(errors) - 1 - int(np.argmin(errors))
        self.has_enough = self._patience is not None and since >= self._patience
        write_whole(self._curve_path, "".join(json_text(row) + "\n" for row in self.curve).encode())
        write_whole(self._curve_path.with_suffix(".svg"), curve_picture(self.curve).encode())

    def summary(self) -> str:
        """What was reached, by board size."""
        if not self.curve:
            return f"{self.games} steps; no positions were held out"
        best = min(self.curve, key=_badness)
        return f"{self.games} steps, the best after {best['step']}; " + "; ".join(
            f"{size}x{size}: {figures_text(figures)}" for size, figures in best["figures"].items())

    def write_weights(self, out) -> None:
        """Write the network whose judgement was best, with its figures."""
        figures = {}
        if self.curve:
            figures = {f"{name}_{size}": round(value, 5) for size, found in min(self.curve, key=_badness)["figures"].items()
                       for name, value in found.items()}
        header = Header(**{**self.header.__dict__, "figures": figures})
        write_network(out, header, weights_of(self._net, self._best if self.curve else self._mean))

    def write_checkpoint(self, path) -> None:
        """Write the state of the run."""
        moments = {f"{kind} {at}": state[kind].cpu().numpy() for at, state in enumerate(self._moments()) for kind in state}
        states = {f"{kind} {name}": value.cpu().numpy() for kind, state in self._states().items() for name, value in state.items()}
        write_whole(path, stored_arrays(run=json.dumps(self._run()), games=self.games, curve=json.dumps(self.curve), **moments, **states))

    def read_checkpoint(self, path) -> None:
        """Go on from a state that `write_checkpoint` has written. UserError if it is of another run."""
        arrays = checkpoint_arrays(path)
        try:
            found = json.loads(str(arrays["run"]))
            other = [name for name, value in self._run().items() if found.get(name) != value]
            if other:
                raise UserError(f"{path} is the checkpoint of a run with other {other[0]}: name another checkpoint, or remove the file")
            states = {kind: {name: torch.from_numpy(arrays[f"{kind} {name}"].copy()).to(self.device) for name in state}
                      for kind, state in self._states().items()}
            self._net.load_state_dict(states["net"])
            self._mean, self._best = states["mean"], states["best"]
            self.games, self.curve = int(arrays["games"]), json.loads(str(arrays["curve"]))
            if self.games:
                for at, (optimizer, parameter) in enumerate(self._parameters()):
                    kinds = ("momentum",) if isinstance(optimizer, Orthogonal) else ("step", "exp_avg", "exp_avg_sq")
                    optimizer.state[parameter] = {
                        kind: torch.from_numpy(arrays[f"{kind} {at}"].copy()).to("cpu" if kind == "step" else self.device)
                        for kind in kinds}
        except (KeyError, TypeError, ValueError, RuntimeError) as error:
            raise UserError(f"{path} is no checkpoint of this command: {error}") from None

    def _run(self):
        """{word: value} of all that decides what is learnt; a checkpoint is of one such run."""
        return {"blocks": self.header.blocks, "channels": self.header.channels, "bfloat16": self._halved, **self._settings}

    def _states(self):
        return {"net": self._net.state_dict(), "mean": self._mean, "best": self._best}

    def _parameters(self):
        """(optimiser, parameter) of all parameters, in an order that does not change."""
        return [(optimizer, parameter) for optimizer in self._optimizers for group in optimizer.param_groups
                for parameter in group["params"]]

    def _moments(self):
        """What the optimisers remember of each parameter, in their order."""
        return [optimizer.state[parameter] for optimizer, parameter in self._parameters() if parameter in optimizer.state]


def _losses(moves, value, owner, batch: Batch):
    """(the loss, its parts: policy, winning and, where it is known, ownership) of a network's answer to a Batch."""
    policy = cross_entropy(moves.float().masked_fill(batch.forbidden, -torch.inf), batch).mean()
    winning = functional.binary_cross_entropy_with_logits(value[:, 0], batch.winning)
    if batch.ownership is None:
        return policy + _RESULT * winning, (policy.detach(), winning.detach())
    score = functional.smooth_l1_loss(value[:, 1], batch.score, beta=0.5)
    known = batch.deviation > 0
    wide = torch.log(batch.deviation.clamp_min(_LEAST_DEVIATION))
    deviation = (functional.smooth_l1_loss(value[:, 2], wide, beta=0.5, reduction="none") * known).mean()
    ownership = functional.mse_loss(owner, batch.ownership)
    loss = policy + _WINNING * winning + _SCORE * score + _DEVIATION * deviation + _OWNERSHIP * ownership
    return loss, (policy.detach(), winning.detach(), ownership.detach())


def _badness(row):
    """By which judgements are compared: policy and value, over all board sizes."""
    return sum(figures["cross_entropy"] + 10 * figures["value_error"] for figures in row["figures"].values())
