"""How well a network judges labelled positions from which it has not learnt."""
import numpy as np
import torch

from gopy.lab.learn.network.batches import TENS, Batches

#: Positions that are judged at a time.
_AT_ONCE = 1024

#: Slopes among which the best one is looked for.
_SLOPES = np.arange(0.4, 2.5, 0.05)

#: What is said of the figures, in their order; the last two where they are known.
FIGURES = {
    "best_first": "share of positions whose likeliest move is the teacher's best",
    "cross_entropy": "of the policy, in nats",
    "value_error": "mean squared error of the probability of winning",
    "value_error_sloped": "the same after the best slope of its logit",
    "slope": "that slope",
    "correlation": "of the probability of winning, after the slope",
    "ownership_error": "mean squared error, of numbers from -1 to 1",
    "score_error": "mean error in points",
}


@torch.no_grad()
def judge(net, batches: Batches) -> dict[str, float]:
    """FIGURES of a Net on all positions of a size."""
    net.eval()
    best = cross = ownership = score = 0.0
    logits, targets = [], []
    for first in range(0, batches.count, _AT_ONCE):
        batch = batches.part(first, first + _AT_ONCE)
        moves, value, owner = net(batch.planes, batch.given)
        moves = moves.masked_fill(batch.forbidden, -torch.inf)
        likeliest = batch.policy.gather(1, moves.argmax(1, keepdim=True))[:, 0]
        best += float((likeliest >= batch.policy.amax(1) - 1e-6).sum())     # of equally good ones, each
        cross += float(cross_entropy(moves, batch).sum())
        knows_owners = batch.ownership is not None
        if knows_owners:
            ownership += float(((owner - batch.ownership) ** 2).mean(1).sum())
            score += float((value[:, 1] - batch.score).abs().sum())
        logits.append(value[:, 0].double().cpu().numpy())
        targets.append(batch.winning.double().cpu().numpy())
    logit, target = np.concatenate(logits), np.concatenate(targets)
    errors = [_error(logit, slope, target) for slope in _SLOPES]
    slope = float(_SLOPES[np.argmin(errors)])
    chance = 1 / (1 + np.exp(-slope * logit))
    found: tuple[float, ...] = (
        best / batches.count, cross / batches.count, _error(logit, 1.0, target), min(errors), slope,
        float(np.corrcoef(chance, target)[0, 1]) if np.ptp(target) > 0 and np.ptp(chance) > 0 else 0.0)
    if knows_owners:
        found += (ownership / batches.count, TENS * score / batches.count)
    return dict(zip(FIGURES, found))


def cross_entropy(moves, batch) -> torch.Tensor:
    """[n]: how badly logits, -inf for what is forbidden, predict the policy of a Batch."""
    chances = torch.log_softmax(moves, 1).masked_fill(batch.forbidden, 0.0)
    return -(batch.policy * chances).sum(1)


def figures_text(figures) -> str:
    """A line for a person."""
    return (f"best move first {100 * figures['best_first']:.1f} %, value error {figures['value_error']:.4f}, "
            f"{figures['value_error_sloped']:.4f} with slope {figures['slope']:.2f}, correlation {figures['correlation']:.3f}"
            + (f", ownership {figures['ownership_error']:.3f}, score {figures['score_error']:.1f}" if "score_error" in figures else ""))


def _error(logit, slope, target):
    return float(np.mean((1 / (1 + np.exp(-slope * logit)) - target) ** 2))
